"""The rule engine as a person meets it: what comes next, and why."""

from __future__ import annotations

import pytest

from int2vec.errors import InputError
from int2vec.predict.complete.rules import RulesCompleter

# Facts of arithmetic, one or more for each kind of rule: terms, the next one, words of the reason.
GOLDEN = [
    ([5, 5, 5, 5], 5, "every term is 5"),
    ([12, 19, 26, 33], 40, "plus 7"),
    ([41, 33, 25, 17], 9, "minus 8"),
    ([5, 15, 45, 135], 405, "times 3"),
    ([32, 48, 72, 108], 162, "times 3/2"),
    ([640, 160, 40], 10, "divided by 4"),
    ([11, 23, 38, 11, 23], 38, "period 3"),
    ([4, 7, 16, 31, 52, 79], 112, "polynomial"),
    ([7, 19, 43, 91], 187, "times 2 plus 5"),
    ([2, 5, 7, 12, 19], 31, "sum of the previous two"),
    ([2, 3, 5, 10, 18, 33], 61, "sum of the previous three"),
    ([3, 4, 12, 48, 576], 27648, "product of the previous two"),
    ([12, 19, 38, 45, 90], 97, "+7, ×2"),
    ([100, 96, 48, 44, 22], 18, "−4, ÷2"),
    ([1, 2, 6, 36, 44, 440], 452, "moving number"),
    ([6, 7, 16, 51, 208], 1045, "times m + 1·m"),
    ([8, 4, 4, 6, 12], 30, "times 1/2, 1, 3/2"),
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
    ([1, 11, 21, 1211, 111221], 312211, "reads aloud"),
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


# Longer runs, as the OEIS prints them, with the rule that has to be found.
LONGER = [
    ("recurrence", [1, 0, 2, 1, 5, 5, 14, 19, 42, 66, 131, 221], 417),
    ("holonomic", [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511, 41835], 113634),
    ("holonomic", [1, 2, 7, 32, 181, 1214, 9403, 82508, 808393], 8743994),
    ("quadratic", [1, 1, 1, 1, 2, 3, 7, 23, 59, 314, 1529, 8209, 83313], 620297),
    ("series", [1, 1, 1, 2, 3, 6, 11, 23, 46, 98, 207, 451, 983, 2179, 4850], 10905),
    ("transform", [1, 1, 3, 5, 10, 16, 29, 45, 75, 115, 181, 271, 413], 605),
    ("multiplicative", [1, 4, 5, 9, 7, 20, 9, 18, 14, 28, 13, 45, 15, 36], 35),
    ("regular", [0, 1, 1, 2, 1, 3, 2, 3, 1, 4, 3, 5, 2, 5, 3, 4, 1, 5, 4, 7], 3),
    ("membership", [5, 13, 29, 37, 53, 61, 101, 109, 149, 157, 173, 181, 197, 229], 269),
    ("membership", [1, 2, 4, 6, 10, 14, 16, 20, 24, 26, 36, 40, 54, 56, 66, 74], 84),
]


@pytest.mark.parametrize(("kind", "terms", "expected"), LONGER)
def test_rules_of_mathematics_are_found(kind: str, terms: list[int], expected: int) -> None:
    predictions = RulesCompleter().complete(terms)
    assert predictions[0].value == expected
    assert predictions[0].evidence["checked"] >= 2  # type: ignore[operator]


def test_triangles_are_continued() -> None:
    eulerian = [1, 1, 1, 1, 4, 1, 1, 11, 11, 1, 1, 26, 66, 26, 1, 1, 57, 302, 302, 57, 1, 1, 120]
    best = RulesCompleter().complete(eulerian)[0]
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
        assert p.evidence["exact"] is True
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


@pytest.mark.parametrize("terms", [[True, False], [1.5, 2], ["1", "2"], "1, 2", [None]])
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
