"""Every reason that is shown is true of the terms."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import factorial, floor, gcd, isqrt
from pathlib import Path

import pytest

from benchmarks.puzzles import make_puzzles
from int2vec.arithmetic.known.computed import fibonacci
from int2vec.arithmetic.known.register import everything_known, famous
from int2vec.arithmetic.operations import OPERATIONS
from int2vec.arithmetic.primes import nth_prime
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.questions import read_table
from int2vec.predict.complete.registry import SourcesConfig, make_sources

PEOPLE = Path(__file__).parents[3] / "benchmarks" / "questions" / "dev.tsv"
Check = Callable[
    [re.Match[str], list[int]], bool | None
]  # of the terms with the next one behind them
MEMBERS = dict(famous())
LABELS = {known.label: known.terms for known in everything_known()}


def integers(text: str) -> list[int]:
    return [
        int(t.replace("−", "-").replace(",", "")) for t in re.findall(r"[-−]?\d[\d,]*(?<!,)", text)
    ]


def steps(terms: list[int]) -> list[int]:
    return [b - a for a, b in pairwise(terms)]


def holds_in(members: list[int] | tuple[int, ...], start: int, whole: list[int]) -> bool:
    return list(members[start : start + len(whole)]) == whole


def in_order(match: re.Match[str], whole: list[int]) -> bool:
    if of := re.fullmatch(r"divisors of (\d+)", match["plural"]):
        members = tuple(d for d in range(1, int(of[1]) + 1) if int(of[1]) % d == 0)
    else:
        members = MEMBERS[match["plural"]]
    return any(holds_in(members, at, whole) for at, m in enumerate(members) if m == whole[0])


def in_known(match: re.Match[str], whole: list[int]) -> bool:
    return holds_in(LABELS[match["label"]], int(match["start"] or 1) - 1, whole)


def repeats(match: re.Match[str], whole: list[int]) -> bool:
    period = int(match["period"])
    full = len(whole) - 1 >= 2 * period
    return full and all(whole[i] == whole[i - period] for i in range(period, len(whole)))


def begins_again(match: re.Match[str], whole: list[int]) -> bool:
    block = integers(match["block"]) if "…" not in match["block"] else whole[:8]
    return whole[: len(block)] == block and whole[-1] in whole[:-1]


def occurs(match: re.Match[str], whole: list[int]) -> bool:
    stream = whole[:-1] if match["step"] is None else steps(whole[:-1])
    symbol = whole[-1] if match["step"] is None else integers(match["step"])[0]
    if match["step"] is not None and whole[-1] - whole[-2] != symbol:
        return False
    times = stream.count(symbol)
    if match["most"]:
        return all(times > stream.count(other) for other in set(stream) - {symbol})
    return times == (1 if match["once"] else int(match["times"]))


def interleaves(match: re.Match[str], whole: list[int]) -> bool:
    ways = {"two": 2, "three": 3, "four": 4}[match["ways"]]
    part = whole[(len(whole) - 1) % ways : -1 : ways]
    return [str(t) for t in part][:3] == re.findall(r"-?\d+", match["part"])[:3]


def differs(match: re.Match[str], whole: list[int]) -> bool:
    shown = [int(t) for t in re.findall(r"-?\d+", match["steps"])]
    return steps(whole)[: len(shown)] == shown


def followed(match: re.Match[str], whole: list[int]) -> bool:
    stream = whole if match["step"] is None else steps(whole)
    if match["step"] is not None and stream[-1] != integers(match["step"].lstrip("+"))[0]:
        return False
    size = int(match["size"] or 1) + 1
    return any(stream[i : i + size] == stream[-size:] for i in range(len(stream) - size))


def mapped(match: re.Match[str], whole: list[int]) -> bool:
    """The terms are those of a known sequence times a factor, plus a constant."""
    times = Fraction((match["times"] or "1").replace("−", "-"))
    plus = Fraction(match["plus"] or 0) * (-1 if match["sign"] == "minus" else 1)
    start = int(match["start"] or 1) - 1
    members = LABELS[match["label"]][start : start + len(whole)]
    return [times * member + plus for member in members] == whole


def downwards(match: re.Match[str], whole: list[int]) -> bool:
    members = list(MEMBERS[match["plural"]])
    return holds_in(members, members.index(whole[-1]), whole[::-1])


def goes_round(match: re.Match[str], whole: list[int]) -> bool | None:
    if not re.fullmatch(r"(?:[-+−×÷]\d+(?:, )?)+", match["ways"]):
        return None
    ways = match["ways"].split(", ")
    for i, (a, b) in enumerate(pairwise(whole)):
        sign, operand = ways[i % len(ways)][0], int(ways[i % len(ways)][1:])
        made = {"+": a + operand, "×": a * operand, "÷": Fraction(a, operand)}
        if made.get(sign, a - operand) != b:
            return False
    return True


def parted(match: re.Match[str], whole: list[int]) -> bool:
    """The terms are a number divided by others."""
    shown = integers(match["shown"])
    quotients = [Fraction(integers(match["c"])[0], part) for part in shown]
    return quotients == whole[: len(shown)]


def mended(match: re.Match[str], whole: list[int]) -> bool | None:
    wrong, right = integers(match["wrong"])[0], integers(match["right"])[0]
    at = [i for i, term in enumerate(whole) if term == wrong]
    found = [
        statement_holds(match["rest"], [*whole[:i], right, *whole[i + 1 : -1]], whole[-1])
        for i in at
    ]
    return None if None in found else any(found)


def without_signs(match: re.Match[str], whole: list[int]) -> bool | None:
    return statement_holds(match["rest"], [abs(t) for t in whole[:-1]], abs(whole[-1]))


def of_neighbors(match: re.Match[str], whole: list[int]) -> bool:
    join = int.__add__ if match["how"] == "sums" else int.__mul__
    shown = integers(match["shown"])
    return [join(a, b) for a, b in pairwise(whole)][: len(shown)] == shown


ARGUMENTS = ("n", "a(n−1)", "a(n−2)", "a(n−3)")
WORDS = {
    operation.words.format(x=argument): f"op({i}, {argument.replace('−', '-')})"
    for i, operation in enumerate(OPERATIONS)
    for argument in ARGUMENTS
    if operation.words.startswith("the ")
}
LONGEST_FIRST = sorted(WORDS, key=len, reverse=True)


def in_signs_of_python(formula: str) -> str | None:
    """A formula in n and a(n−1), a(n−2), … as Python; None where a word is not known."""
    for words in LONGEST_FIRST:
        if words in formula:
            formula = formula.replace(words, WORDS[words])
    for said, python in (
        ("the sum of all terms before", "before"), ("·", "*"), ("−", "-"), ("^", "**"),
        ("²", "**2"), ("³", "**3"), ("⁴", "**4"), ("⌊√n⌋", "isqrt(n)"), ("⌊", "floor("),
        ("⌋", ")"), ("n!", "factorial(n)"), ("Fibonacci(n)", "fibonacci(n)"),
    ):  # fmt: skip
        formula = formula.replace(said, python)
    formula = re.sub(r"(?<![\w.])(\d+)n\b", r"\1*n", formula)
    formula = re.sub(r"\)(?=[(a-z])", ")*", formula)
    formula = re.sub(r"\|([^|]+)\|", r"abs(\1)", formula).replace("/", "*Fraction(1)/")
    known = r"op|a|n|abs|before|gcd|prime|floor|isqrt|factorial|fibonacci|Fraction"
    return formula if re.fullmatch(rf"(?:\b(?:{known})\b|[^A-Za-z√!])*", formula) else None


def obeys(match: re.Match[str], whole: list[int]) -> bool | None:
    """The terms obey a formula, n counted from where it says, from some term on."""
    python, first = in_signs_of_python(match["step"]), int(match["first"] or 0)
    if python is None or (match["first"] is None and re.search(r"\bn\b(?!-)", python)):
        return None
    lags = [int(lag) for lag in re.findall(r"a\(n-(\d+)\)", python)] + ["before" in python]
    for i in range(max([0, *lags, int(match["term"] or 1) - 1]), len(whole)):
        scope: dict[str, object] = {
            "n": i + first, "before": sum(whole[:i]), "floor": floor,
            "a": lambda n: whole[n - first],
            "op": lambda of, x: OPERATIONS[of].of(x), "gcd": gcd, "prime": nth_prime,
            "isqrt": isqrt, "factorial": factorial, "fibonacci": fibonacci, "Fraction": Fraction,
        }  # fmt: skip
        if eval(python, scope) != whole[i]:
            return False
    return True


PAIRED: dict[str, Callable[[int, int], int]] = {
    "the sum of the previous two": lambda a, b: a + b,
    "the product of the previous two": lambda a, b: a * b,
    "twice the previous plus the one before": lambda a, b: a + 2 * b,
    "the previous plus twice the one before": lambda a, b: 2 * a + b,
}


CHECKS: tuple[tuple[str, Check], ...] = (
    (
        r"after the first (?P<k>\d+) every term is (?P<c>[-\d,]+)",
        lambda m, w: set(w[int(m["k"]) :]) == {integers(m["c"])[0]},
    ),
    (
        r"(?:it|a step of (?P<step>[-+]\d+)) followed the last (?:(?P<size>\d+) )?"
        r"(?:term|step)s? before",
        followed,
    ),
    (
        r"(?:(?P<times>[-−\d/]+) times )?s\(n\)(?: (?P<sign>plus|minus) (?P<plus>[\d/]+))?, "
        r"where s is (?P<label>.+?)(?:, from term (?P<start>\d+) on)?",
        mapped,
    ),
    (r"these are the (?P<plural>[^,]+) downwards, from [-\d,]+", downwards),
    (r"the operations go round: (?P<ways>.+)", goes_round),
    (r"if (?P<wrong>-?\d+) were (?P<right>-?\d+): (?P<rest>.*)", mended),
    (r"the signs go [+− …]+; without them (?P<rest>.*)", without_signs),
    (r"the (?P<how>sums|products) of neighbors are (?P<shown>[-\d, ]+)(?:, …)?: .*", of_neighbors),
    (
        r"each term is the previous times (?P<c>-?\d+) (?P<sign>plus|minus) (?P<d>\d+)",
        lambda m, w: all(
            b == int(m["c"]) * a + int(m["d"]) * (1 if m["sign"] == "plus" else -1)
            for a, b in pairwise(w)
        ),
    ),
    (
        r"a polynomial in n: .*, a\(n\) = (?P<step>.+) for n = (?P<first>\d+)(?P<term>), .*",
        obeys,
    ),
    (
        r"a\(n\) = (?P<step>.+?)(?:, n from (?P<first>\d+))?(?:, from term (?P<term>\d+) on)?",
        obeys,
    ),
    (r"every term is (?P<c>[-\d,]+)", lambda m, w: set(w) == {integers(m["c"])[0]}),
    (
        r"each term is the previous (?P<sign>plus|minus) (?P<c>[\d,]+)",
        lambda m, w: set(steps(w)) == {integers(m["c"])[0] * (1 if m["sign"] == "plus" else -1)},
    ),
    (
        r"each term is the previous times (?P<c>-?[\d,]+)",
        lambda m, w: all(b == integers(m["c"])[0] * a for a, b in pairwise(w)),
    ),
    (
        r"each term is the previous divided by (?P<c>-?[\d,]+)",
        lambda m, w: all(b * integers(m["c"])[0] == a for a, b in pairwise(w)),
    ),
    (
        r"(?P<c>[\d,]+) divided by (?P<shown>\d[\d, ]*)(?:, …)?; of these: .*",
        parted,
    ),
    (
        r"each term is (?P<how>the sum of the previous two|the product of the previous two"
        r"|twice the previous plus the one before|the previous plus twice the one before) "
        r"(?P<sign>plus|minus) (?P<c>\d+)",
        lambda m, w: (
            {c - PAIRED[m["how"]](a, b) for a, b, c in zip(w, w[1:], w[2:], strict=False)}
            == {int(m["c"]) * (1 if m["sign"] == "plus" else -1)}
        ),
    ),
    (
        r"each term is the sum of the previous (?P<k>two|three)",
        lambda m, w: all(
            w[i] == sum(w[i - k : i])
            for k in ({"two": 2, "three": 3}[m["k"]],)
            for i in range(k, len(w))
        ),
    ),
    (r"these are the (?P<plural>[^,]+) in order(, from [-\d,]+ on)?", in_order),
    (r"(?P<label>(?:A\d{6}, )?.+?)(?:, from term (?P<start>\d+) on)?", in_known),
    (r"the terms repeat with period (?P<period>\d+): .*", repeats),
    (r"the terms begin again after (?P<block>[-\d, …]+)", begins_again),
    (
        r"(?:it|a step of (?P<step>[-+]\d+)) (?:is the (?P<most>commonest) (?:term|step) so far"
        r"|came (?P<once>once) before|came (?P<times>\d+) times so far)",
        occurs,
    ),
    (
        r"(?P<ways>two|three|four) interleaved sequences; the next term belongs to "
        r"(?P<part>[-\d, …]+): .*",
        interleaves,
    ),
    (r"the differences are (?P<steps>[-\d, ]+)(?:, …)?: .*", differs),
)


def statement_holds(why: str, terms: list[int], value: int) -> bool | None:
    """Whether a reason is true; None where it is of a kind that is not read here."""
    for pattern, check in CHECKS:
        match = re.fullmatch(pattern, why)
        if match and not ("label" in match.groupdict() and match["label"] not in LABELS):
            return check(match, [*terms, value])
    return None


def prompts(n: int, seed: int) -> list[list[int]]:
    rng = random.Random(seed)
    found = [list(question.prompt) for question in read_table(PEOPLE)]
    found += [list(question.prompt) for question in make_puzzles(n // 3, seed)]
    while len(found) < n:
        terms = rng.choice(everything_known()).terms
        start = rng.choice((0, 0, 0, 1, 2, 7))
        cut = terms[start : start + rng.randint(3, 12)]
        if rng.random() < 0.1 and len(cut) > 4:
            cut[rng.randrange(len(cut))] += rng.choice((-1, 1))
        if len(cut) >= 3 and max(map(abs, cut)) < 10**12:
            found.append(cut)
    return rng.sample(found, n)


@cache
def ensemble() -> Ensemble:
    return Ensemble(make_sources(SourcesConfig(), None))


def false_reasons(n: int, seed: int) -> tuple[list[tuple[list[int], Prediction]], int]:
    wrong, read = list[tuple[list[int], Prediction]](), 0
    for terms in prompts(n, seed):
        for p in ensemble().complete(terms, 3):
            holds = statement_holds(p.why, terms, p.value)
            read += holds is not None
            if holds is False:
                wrong.append((terms, p))
    return wrong, read


def test_what_is_said_is_true() -> None:
    wrong, read = false_reasons(150, seed=1)
    assert wrong == []
    assert read > 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_what_is_said_is_true_of_thousands_of_prompts(seed: int) -> None:
    wrong, read = false_reasons(500, seed)
    assert wrong == []
    assert read > 1_300


@pytest.mark.parametrize(
    ("why", "terms", "value"),
    [
        ("each term is the previous plus 3", [1, 4, 7], 11),
        ("the terms repeat with period 3: 1, 2, 3", [1, 2, 3, 1, 2], 3),
        ("a step of +2 is the commonest step so far", [1, 3, 4], 6),
        ("A000290, The squares", [1, 4, 9], 16),
        ("these are the primes in order", [2, 3, 5, 7], 9),
        ("a(n) = n² + 2·a(n−1), n from 0", [1, 3, 10], 28),
        ("a(n) = the totient of n + ⌊a(n−1)/2⌋, n from 3", [4, 4, 6], 6),
        ("2 times s(n) plus 1, where s is A000040, Prime numbers", [5, 7, 11, 15], 22),
        ("the operations go round: +5, ×2", [2, 7, 14, 19], 39),
        ("if 65 were 64: these are the cubes in order, from 1 on", [1, 8, 27, 65], 124),
        ("a step of +2 followed the last step before", [3, 4, 6, 8], 11),
    ],
)
def test_what_is_false_is_found_out(why: str, terms: list[int], value: int) -> None:
    assert statement_holds(why, terms, value) is False
