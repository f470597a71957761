"""Every rule on many sequences whose terms are known by definition, whatever the rule says.

`examples.txt` lists the terms as formulas that are evaluated here by brute force, together with
what a user sees of the rule's answer: its reason, its price and how many terms check it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import (
    accumulate,
    combinations_with_replacement,
    count,
    groupby,
    islice,
    pairwise,
    product,
    takewhile,
)
from math import comb, factorial, gcd, isqrt, prod
from pathlib import Path

import pytest

from int2vec.predict.complete.rules.engine import all_rules
from int2vec.predict.complete.rules.fit import Fit, Search

Terms = list[int]


def divs(n: int) -> Terms:
    return [d for d in range(1, n + 1) if n % d == 0]


def isprime(n: int) -> bool:
    return n > 1 and all(n % q for q in range(2, isqrt(n) + 1))


def such(test: Callable[[int], bool], n: int, first: int = 0) -> Terms:
    """The first n integers that pass a test."""
    return list(islice((x for x in count(first) if test(x)), n))


def grow(start: Terms, n: int, step: Callable[[Terms], int]) -> Terms:
    """`start` continued to n terms by a function of the terms so far."""
    a = list(start)
    while len(a) < n:
        a.append(step(a))
    return a


def rec(start: Terms, weights: Terms, n: int) -> Terms:
    return grow(start, n, lambda a: sum(w * t for w, t in zip(weights, a[::-1], strict=False)))


def stirling(n: int, k: int) -> int:
    """Ways to part n things into k groups."""
    if not 0 < k <= n:
        return int(n == k == 0)
    return k * stirling(n - 1, k) + stirling(n - 1, k - 1)


def partitions(n: int, most: int | None = None) -> int:
    """Ways to write n as a sum of positive integers, none above `most`."""
    most = n if most is None else most
    return 1 if n == 0 else sum(partitions(n - k, min(k, n - k)) for k in range(1, most + 1))


def walks(steps: list[tuple[int, ...]], n: int, end: Callable[..., bool] = lambda *at: True) -> int:
    """Walks of n steps from the origin without a coordinate below 0, tried one by one."""
    return sum(ways for at, ways in places(tuple(steps), n).items() if end(*at))


@cache
def places(steps: tuple[tuple[int, ...], ...], n: int) -> Counter[tuple[int, ...]]:
    """In how many ways walks of n steps lead where."""
    if n == 0:
        return Counter({(0,) * len(steps[0]): 1})
    moved: Counter[tuple[int, ...]] = Counter()
    for at, ways in places(steps, n - 1).items():
        for step in steps:
            there = tuple(map(sum, zip(at, step, strict=True)))
            if min(there) >= 0:
                moved[there] += ways
    return moved


def root(a: int, b: int, k: int, places: int) -> int:
    """The k-th root of a/b times 10^places, rounded down, by bisection."""
    low, high = 0, 10 ** (places + 4)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if b * middle**k <= a * 10 ** (k * places) else (low, middle)
    return low


def quotients(whole: Fraction, n: int) -> Terms:
    """The first terms of a continued fraction."""
    found = []
    for _ in range(n):
        found.append(whole // 1)
        whole = 1 / (whole % 1)
    return found


def convergents(terms: Terms, before: tuple[int, int]) -> Terms:
    """Numerators from (0, 1), denominators from (1, 0)."""
    older, old = before
    found = []
    for term in terms:
        older, old = old, term * old + older
        found.append(old)
    return found


def unit_fractions(rest: Fraction, n: int) -> Terms:
    """The least denominators whose fractions do not add up to too much."""
    found = []
    for _ in range(n):
        found.append(next(d for d in count(1 // rest) if d and Fraction(1, d) <= rest))
        rest -= Fraction(1, found[-1])
    return found


def in_base(n: int, base: int) -> Terms:
    """The digits of n, the strokes of base 1."""
    if base == 1:
        return [1] * n
    return [*in_base(n // base, base), n % base] if n else []


def root_period(n: int) -> Terms:
    """The period of the continued fraction of √n, which ends with twice its whole part."""
    found, above, under = [], isqrt(n), n - isqrt(n) ** 2
    while under and 2 * isqrt(n) not in found:
        found.append((isqrt(n) + above) // under)
        above = found[-1] * under - above
        under = (n - above * above) // under
    return found


def ways(n: int, k: int, order: int, least: int = 1, step: int = 0) -> int:
    """Ways to write n as k powers, each of a number `step` above the one before, or more."""
    if k == 0:
        return int(n == 0)
    bases = takewhile(lambda m: m**order <= n, count(least))
    return sum(ways(n - m**order, k - 1, order, m + step, step) for m in bases)


def automaton(number: int, n: int, sight: Callable[[set[int], int], int]) -> Terms:
    """What is seen of an elementary automaton at n stages, cell by cell, from its ON cells."""
    on, found = {0}, []
    for stage in range(n):
        found.append(sight({x for x in on if abs(x) <= stage}, stage))
        near = range(-2 * n, 2 * n)
        on = {
            x for x in near if number >> sum(2 ** (1 - d) * (x + d in on) for d in (-1, 0, 1)) & 1
        }
    return found


def grid(number: int, n: int, sight: Callable[[set[complex], int], int]) -> Terms:
    """The same in the plane, where a cell sees the number of its neighbors that are ON."""
    on, found = {0j}, []
    for stage in range(n):
        shown = {z for z in on if max(abs(z.real), abs(z.imag)) <= stage}
        found.append(sight(shown, stage))
        near = range(-2 * n, 2 * n)
        square = [complex(x, y) for x in near for y in near]
        on = {
            z
            for z in square
            if number >> 2 * sum(z + d in on for d in (1, -1, 1j, -1j)) + (z in on) & 1
        }
    return found


def times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    return [sum((a[i] * b[k - i] for i in range(k + 1)), Fraction(0)) for k in range(len(a))]


def within(outer: list[Fraction], inner: list[Fraction]) -> list[Fraction]:
    """A series of a series that begins with 0."""
    found = [Fraction(0)] * len(inner)
    for coefficient in outer[::-1]:
        found = times(found, inner)
        found[0] += coefficient
    return found


def taylor(derivatives: Callable[[int], int], n: int = 30) -> list[Fraction]:
    return [Fraction(derivatives(k), factorial(k)) for k in range(n)]


SINE, EXP = taylor(lambda k: (0, 1, 0, -1)[k % 4]), taylor(lambda k: 1)
LOG = [Fraction(-((-1) ** k), k) if k else Fraction(0) for k in range(30)]
ARCTAN = [Fraction((0, 1, 0, -1)[k % 4], max(k, 1)) for k in range(30)]
COSH = taylor(lambda k: 1 - k % 2)


def numbered(series: list[Fraction]) -> Terms:
    return [int(coefficient * factorial(k)) for k, coefficient in enumerate(series)]


NAMES = {
    "ARCTAN": ARCTAN, "COSH": COSH, "EXP": EXP, "LOG": LOG, "SINE": SINE,
    "numbered": numbered, "times": times, "within": within,
    "automaton": automaton, "grid": grid,
    "in_base": in_base, "root_period": root_period, "unit_fractions": unit_fractions, "ways": ways,
    "combinations_with_replacement": combinations_with_replacement, "groupby": groupby,
    "joined": lambda digits: int("".join(map(str, digits))), "pairwise": pairwise,
    "Fraction": Fraction, "convergents": convergents, "quotients": quotients, "root": root,
    "walks": walks,
    "accumulate": accumulate, "comb": comb, "divs": divs, "factorial": factorial, "gcd": gcd,
    "grow": grow, "isprime": isprime, "isqrt": isqrt, "partitions": partitions, "prod": prod,
    "product": product, "rec": rec, "stirling": stirling, "such": such,
    "bell": lambda n: sum(stirling(n, k) for k in range(n + 1)),
    "catalan": lambda n: comb(2 * n, n) // (n + 1),
    "ds": lambda n: sum(map(int, str(n))),
    "fib": lambda n: rec([0, 1], [1, 1], n + 1)[n],
    "phi": lambda n: sum(gcd(k, n) == 1 for k in range(1, n + 1)),
    "primes": lambda n: such(isprime, n),
    "rev": lambda n: int(str(n)[::-1]),
    "runs": lambda pairs: [value for value, n in pairs for _ in range(n)],
    "sigma": lambda n: sum(divs(n)),
    "tau": lambda n: len(divs(n)),
    "triangle": lambda f, n: [f(r, c) for r in range(n) for c in range(r + 1)],
    "weave": lambda *parts: [x for row in zip(*parts, strict=True) for x in row],
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Example:
    rule: str
    formula: str
    needed: int
    checked: int
    bits: float
    kind: str
    why: str

    @property
    def terms(self) -> Terms:
        return list(eval(self.formula, dict(NAMES)))


def read() -> tuple[list[Example], list[tuple[str, str]]]:
    """The examples, and the rules and terms that lie just outside."""
    inside, outside = [], []
    text = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        rule, formula, *rest = line.split(" | ")
        if rest == ["nothing"]:
            outside.append((rule, formula))
            continue
        needed, checked, bits, kind, why = rest
        inside.append(
            Example(
                rule=rule,
                formula=formula,
                needed=int(needed),
                checked=int(checked),
                bits=float(bits),
                kind=kind,
                why=why,
            )
        )
    return inside, outside


EXAMPLES, OUTSIDE = read()
RULES = {rule.fits.__name__: rule.fits for rule in all_rules()}
# Kinds that look at some of the terms alone, so that another may be spoiled.
PARTIAL = ("interleaved", "multiplicative", "regular", "runs", "triangle")


# Kinds that may lean on a known sequence: the more are known, the fewer terms are needed.
BY_NAME = ("catalog", "multiplicative", "signs", "transform")


def best(rule: str, terms: Terms) -> Fit | None:
    """The shortest fit of one rule alone."""
    found = RULES[rule](terms, Search(all_rules(), steps=10**6, seconds=60))
    return min(found, key=lambda f: f.bits, default=None)


def ids(example: Example) -> str:
    return f"{example.rule} {example.formula[:60]}"


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_the_last_term_is_foretold_for_a_reason_at_a_price(example: Example) -> None:
    *given, last = example.terms
    found = best(example.rule, given)
    assert found is not None
    assert (found.value, found.why) == (last, example.why)
    assert (found.kind, found.checked) == (example.kind, example.checked)
    assert found.bits == pytest.approx(example.bits, abs=0.06)


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_so_many_terms_are_enough_and_one_less_is_not(example: Example) -> None:
    terms = example.terms
    for n in range(example.needed, len(terms)):
        found = best(example.rule, terms[:n])
        assert found is not None, n
        assert found.value == terms[n], n
    if example.needed > 1 and example.kind.split("/")[0] not in BY_NAME:
        found = best(example.rule, terms[: example.needed - 1])
        assert found is None or found.value != terms[example.needed - 1]


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_a_spoiled_term_is_noticed(example: Example) -> None:
    terms = example.terms[:-1]
    found = best(example.rule, [*terms[:-1], terms[-1] + 1])
    if example.kind.split("/")[0] not in PARTIAL:
        assert found is None or (found.why, found.checked) != (example.why, example.checked)


@pytest.mark.parametrize(("rule", "formula"), OUTSIDE)
def test_what_lies_just_outside_is_left_alone(rule: str, formula: str) -> None:
    terms = list(eval(formula, dict(NAMES)))
    assert best(rule, terms[:-1]) is None


def test_every_rule_has_examples() -> None:
    assert {example.rule for example in EXAMPLES} == RULES.keys()
