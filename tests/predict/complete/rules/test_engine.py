"""The rule engine as a person meets it: what comes next, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.errors import InputError
from int2vec.predict.complete.rules import RulesCompleter, RulesConfig, engine, rule_groups
from int2vec.predict.complete.rules.fit import Fit

WITHOUT_NAMES = RulesCompleter(RulesConfig(without=frozenset({"known", "chains"})))
"""The rule of a sequence that has a name as well is asked for without it."""

# Facts of arithmetic, one or more for each kind of rule: terms, the next one, words of the reason.
GOLDEN = [
    ([5, 5, 5, 5], 5, "every term is 5"),
    ([12, 19, 26, 33], 40, "plus 7"),
    ([41, 33, 25, 17], 9, "minus 8"),
    ([5, 15, 45, 135], 405, "times 3"),
    ([32, 48, 72, 108], 162, "times 3/2"),
    ([640, 160, 40], 10, "divided by 4"),
    ([11, 23, 38, 11, 23], 38, "begin again after 11, 23, 38"),
    ([4, 7, 16, 31, 52, 79], 112, "polynomial"),
    ([7, 19, 43, 91], 187, "times 2 plus 5"),
    ([2, 5, 7, 12, 19], 31, "sum of the previous two"),
    ([2, 3, 5, 10, 18, 33], 61, "sum of the previous three"),
    ([3, 4, 12, 48, 576], 27648, "product of the previous two"),
    ([12, 19, 38, 45, 90], 97, "+7, ×2"),
    ([100, 96, 48, 44, 22], 18, "−4, ÷2"),
    ([1, 2, 6, 36, 44, 440], 452, "moving number"),
    ([6, 7, 16, 51, 208], 1045, "n + n·a(n−1)"),
    ([8, 4, 4, 6, 12], 30, "1/2·n·a(n−1)"),
    ([1, 50, 3, 45, 9, 40, 27], 35, "interleaved"),
    ([4, 2, 8, 5, 40, 8], 320, "product of the two terms before it"),
    ([65536, 256, 16], 4, "square root"),
    ([3, 8, 63, 3968], 15745023, "square of the previous minus 1"),
    ([2, 3, 7, 16, 32, 57], 93, "differences"),
    ([10, 12, 15, 20, 27, 38], 51, "primes"),
    ([31, 29, 23, 19, 17], 13, "primes downwards"),
    ([2, -6, 18, -54], 162, "times -3"),
    ([1, -4, 9, -16, 25], -36, "signs go + −"),
    ([7, 14, 19, 29, 40, 44], 52, "digit sum"),
    ([59, 154, 605, 1111], 2222, "digits reversed"),
    ([1, 11, 21, 1211, 111221], 312211, "reads"),
    ([3, 34, 345, 3456], 34567, "written at its end"),
    ([2, 3, 10, 15, 26], 35, "(−1)^n"),
    ([7, 23, 47, 119, 167], 287, "prime(n)² − 2"),
    ([24, 60, 120, 210], 336, "n(n - 1)(n - 2)"),
    ([4, 9, 9, 9, 16, 16, 16, 16, 16, *[25] * 7, 36], 36, "runs"),
    ([1, 2, 5, 7, 10, 14, 35], 70, "divisors of 70"),
    ([1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25], 27, "A000201"),
]


@pytest.mark.parametrize(("terms", "expected", "phrase"), GOLDEN)
def test_the_next_term_and_its_reason(terms: list[int], expected: int, phrase: str) -> None:
    best = RulesCompleter().complete(terms)[0]
    assert best.value == expected
    assert phrase in best.why


# Longer runs, made by hand or as the OEIS prints them: the rule that answers and its words.
LONGER = [
    (
        [1, 0, 2, 1, 5, 5, 14, 19, 42, 66, 131, 221],
        417,
        "recurrence",
        "each term is a linear mix of those before it: a(n) = a(n−1) + 2·a(n−2) − a(n−3)",
    ),
    (
        [1, 3, 10, 45, 240, 1515, 11010, 90705, 835740, 8519415],
        95223030,
        "holonomic",
        "a recurrence with polynomial coefficients: "
        "(−1)·a(n+2) + (n + 2)·a(n+1) + (n + 4)·a(n) = 0, n from 0",
    ),
    (
        [1, 1, 1, 1, 2, 3, 7, 23, 59, 314, 1529, 8209, 83313],
        620297,
        "quadratic",
        "a(n) = (a(n−1)·a(n−3) + a(n−2)·a(n−2)) / a(n−4)",
    ),
    (
        [1, 1, 1, 2, 3, 6, 11, 23, 46, 98, 207, 451, 983, 2179, 4850],
        10905,
        "series",
        "the generating function A obeys an equation with A(x²): "
        "(2) + (−2)·A + (x)·A² + (x)·A(x²) = 0",
    ),
    (
        [1, 1, 3, 5, 10, 16, 29, 45, 75, 115, 181, 271, 413],
        605,
        "transform/recurrence",
        "the Euler transform of 1, 2, 2, 2, 2, 2, …; of that: each term is a linear mix of those "
        "before it: a(n) = a(n−1), after the first 2 terms",
    ),
    (
        [1, 2, 7, 32, 181, 1214, 9403, 82508, 808393],
        8743994,
        "transform/polynomial",
        "the reciprocal exponential series of 1, -2, 1, 4, 1, -14, …; of that: a polynomial in n: "
        "the third differences are all -6, a(n) = -n^3 + 6n^2 - 8n + 1 for n = 0, 1, 2, …",
    ),
    (
        [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511, 41835],
        113634,
        "catalog",
        "A001006, Motzkin numbers",
    ),
    (
        [1, 4, 5, 9, 7, 20, 9, 18, 14, 28, 13, 45, 15, 36],
        35,
        "multiplicative",
        "a multiplicative function of n: a(15) comes from a(3) and a(5)",
    ),
    (
        [
            1,
            3,
            5,
            -1,
            7,
            7,
            1,
            -7,
            9,
            1,
            9,
            7,
            3,
            9,
            -5,
            -15,
            11,
            9,
            3,
            -7,
            11,
            3,
            9,
            5,
            5,
            -5,
            11,
            15,
            -3,
            11,
            -13,
        ],
        -25,
        "regular",
        "a(2n+1) = a(n) − a(n+1) + 1, n counted from 0",
    ),
    (
        [5, 13, 29, 37, 53, 61, 101, 109, 149, 157, 173, 181, 197, 229],
        269,
        "membership",
        "these are the numbers n, in order, such that n leaves 5 when divided by 8 and n is prime",
    ),
    (
        [1, 2, 4, 6, 10, 14, 16, 20, 24, 26, 36, 40, 54, 56, 66, 74],
        84,
        "membership",
        "these are the numbers n, in order, such that n^2 + 1 is prime",
    ),
]


@pytest.mark.parametrize(("terms", "expected", "kind", "words"), LONGER)
def test_rules_of_mathematics_are_found(
    terms: list[int], expected: int, kind: str, words: str
) -> None:
    rules = RulesCompleter() if kind == "catalog" else WITHOUT_NAMES
    best = rules.complete(terms)[0]
    assert (best.value, best.evidence["rule"], best.why) == (expected, kind, words)
    assert best.evidence["checked"] >= 2  # type: ignore[operator]


def test_triangles_are_continued() -> None:
    eulerian = [1, 1, 1, 1, 4, 1, 1, 11, 11, 1, 1, 26, 66, 26, 1, 1, 57, 302, 302, 57, 1, 1, 120]
    best = WITHOUT_NAMES.complete(eulerian)[0]
    assert best.value == 1191
    assert "triangle" in best.why


def test_predictions_are_ranked_distinct_and_bring_their_evidence() -> None:
    predictions = RulesCompleter().complete([1, 2, 4], 10)
    assert predictions[0].value in (7, 8)
    assert {7, 8} <= {p.value for p in predictions}
    values = [p.value for p in predictions]
    assert len(set(values)) == len(values)
    scores = [p.score for p in predictions]
    assert scores == sorted(scores, reverse=True)
    for p in predictions:
        assert p.by == "rules"
        assert p.evidence["saved"] == pytest.approx(
            p.evidence["data_bits"] - p.evidence["description_length"],  # type: ignore[operator]
            abs=0.01,
        )
        assert {"rule", "checked", "agreeing"} <= p.evidence.keys()


def test_k_bounds_the_answers() -> None:
    assert len(RulesCompleter().complete([1, 2, 4], 1)) == 1


@pytest.mark.parametrize("terms", [[], [7]])
def test_too_little_to_go_by_gives_no_answer(terms: list[int]) -> None:
    assert RulesCompleter().complete(terms) == []


@pytest.mark.parametrize("terms", [[True, False], [1.5, 2], ["1", "2"], "1, x", [None]])
def test_what_is_no_integer_is_refused(terms: object) -> None:
    with pytest.raises(InputError):
        RulesCompleter().complete(terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [0, -1, True, 2.0])
def test_a_senseless_k_is_refused(k: object) -> None:
    with pytest.raises(InputError, match="k is"):
        RulesCompleter().complete([1, 2, 3], k)  # type: ignore[arg-type]


def test_digits_without_rule_get_no_confident_answer() -> None:
    digits = [int(d) for d in "7264930518837295016482970354186259341"]
    assert RulesCompleter().complete(digits) == []


def test_whatever_is_marked_as_a_rule_is_one() -> None:
    marked = sum(
        path.read_text(encoding="utf-8").count("\n@rule(")
        for path in Path(engine.__file__).parent.glob("*.py")
    )
    assert len(engine.all_rules()) == marked


def test_a_group_of_rules_can_be_left_out() -> None:
    interleaved = [1, 50, 3, 45, 9, 40, 27]
    whole = RulesCompleter().complete(interleaved)[0]
    less = RulesCompleter(RulesConfig(without=frozenset({"interleaved"}))).complete(interleaved)
    assert whole.evidence["rule"] == "interleaved/arithmetic"
    assert "interleaved" in rule_groups()
    assert not any(str(p.evidence["rule"]).startswith("interleaved") for p in less)


def test_a_group_that_does_not_exist_is_refused() -> None:
    config = RulesConfig(without=frozenset({"astrology"}))
    with pytest.raises(InputError, match=r"astrology; leave out any of simple, known"):
        RulesCompleter(config).complete([1, 2, 3])


def test_what_few_know_does_not_go_before_what_everybody_sees() -> None:
    doubled, *others = RulesCompleter().complete([10, 20, 40, 30, 60])
    assert (doubled.value, doubled.evidence["rule"]) == (120, "cyclic")
    assert 100 in [other.value for other in others]  # ten times the order of 2 modulo 2n + 1
    best = RulesCompleter().complete([7, 7, 14, 35, 105, 364])[0]
    assert best.why == "7 times s(n), where s is A000110, Bell numbers"


def test_a_rule_that_saves_nothing_is_told_where_it_agrees_for_long() -> None:
    def is_told(checked: int, kind: str = "formula", bits: float = 999.0) -> bool:
        fit = Fit(kind=kind, value=0, bits=bits, why="", checked=checked)
        return engine._worth_it(fit, 20, 50.0, 40.0)  # 20 terms that take 40 bits

    assert is_told(12)  # three terms foretold for two that are not
    assert not is_told(11)
    assert is_told(10, "periodic")  # two turns of a cycle
    assert not is_told(9, "periodic")
    assert is_told(0, bits=35.9)
    assert not is_told(0, bits=36.1)
