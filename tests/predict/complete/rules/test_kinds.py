"""Each family of rules finds what it is for, and leaves other terms alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, isqrt

import pytest

from int2vec.predict.complete.rules import (
    catalogue,
    floors,
    formulas,
    holonomic,
    integral,
    membership,
    multiplicative,
    quadratic,
    ratios,
    regular,
    runs,
    series,
    sumsets,
    tables,
    transforms,
    triangle,
)
from int2vec.predict.complete.rules.engine import RulesCompleter, all_rules
from int2vec.predict.complete.rules.fit import Fit, Search, Terms
from int2vec.predict.complete.rules.floors import simplest_between

Rule = Callable[[Terms, Search], Iterator[Fit]]


def best(rule: Rule, terms: list[int]) -> Fit | None:
    """The shortest fit of one rule alone."""
    found = rule(terms, Search(all_rules(), steps=10**6, seconds=30))
    return min(found, key=lambda f: f.bits, default=None)


def stern(n: int) -> int:
    """Stern's diatomic series."""
    return n if n < 2 else stern(n // 2) if n % 2 == 0 else stern(n // 2) + stern(n // 2 + 1)


def hofstadter_q(length: int) -> list[int]:
    q = [1, 1]
    while len(q) < length:
        n = len(q)
        q.append(q[n - q[n - 1]] + q[n - q[n - 2]])
    return q


def sigma(n: int) -> int:
    return sum(d for d in range(1, n + 1) if n % d == 0)


TRIANGLE = [(n, k) for n in range(10) for k in range(n + 1)]
STIRLING = [1, 0, 1, 0, 1, 1, 0, 1, 3, 1, 0, 1, 7, 6, 1, 0, 1, 15, 25, 10, 1, 0, 1, 31, 90, 65]
PARTITIONS = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135]
MOTZKIN = [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511]
INVOLUTIONS = [1, 1, 2, 4, 10, 26, 76, 232, 764, 2620, 9496, 35696, 140152]
ZIGZAG = [1, 1, 1, 2, 5, 16, 61, 272, 1385, 7936, 50521, 353792]
SUMS_OF_TWO_SQUARES = sorted({x * x + y * y for x in range(12) for y in range(12)})[:40]
HEAVY = [1, 40, 1594, 63519, 2531085]  # start of a recurrence 41, −47, 13, −2, 5
for _ in range(5):
    HEAVY.append(sum(c * t for c, t in zip([41, -47, 13, -2, 5], HEAVY[::-1], strict=False)))

CASES: list[tuple[Rule, list[int]]] = [
    (catalogue.fits, [3 * t + 4 for t in PARTITIONS]),
    (floors.fits, [isqrt(2 * n * n) for n in range(1, 30)]),
    (formulas.fits, [n**3 + 2**n for n in range(3, 9)]),
    (formulas.fits, [5 * 4**n * (n + 1) ** n for n in range(8)]),
    (holonomic.fits, MOTZKIN),
    (holonomic.fits, INVOLUTIONS),
    (integral.fits, HEAVY),
    (membership.fits, [p for p in range(7, 400) if p % 8 == 7 and all(p % q for q in range(2, p))]),
    (sumsets.fits, SUMS_OF_TWO_SQUARES),
    (sumsets.fits, sorted({2**i + 5**j for i in range(12) for j in range(6)})[:30]),
    (multiplicative.fits, [sigma(n) for n in range(1, 37)]),
    (quadratic.fits, [1, 1, 1, 1, 1, 2, 3, 5, 11, 37, 83, 274, 1217]),
    (ratios.fits, [comb(n, k) ** 2 * comb(n + k, k) for n, k in TRIANGLE][:48]),
    (regular.fits, [stern(n) for n in range(40)]),
    (regular.fits, hofstadter_q(40)),
    (runs.fits, [k for k in (2, 3, 5, 7, 11, 13, 17) for _ in range(k)][:30]),
    (series.fits, ZIGZAG),
    (tables.fits, [(n & -n).bit_length() * 7 % 10 for n in range(1, 40)]),
    (transforms.fits, PARTITIONS),
    (triangle.fits, STIRLING),
]


@pytest.mark.parametrize(("rule", "terms"), CASES)
def test_a_rule_foretells_the_last_term(rule: Rule, terms: list[int]) -> None:
    found = best(rule, terms[:-1])
    assert found is not None
    assert found.value == terms[-1]


NOISE = [8, 23, 5, 61, 40, 17, 94, 2, 77, 35, 50, 12, 69, 88, 31, 7, 46, 93, 20, 64, 19, 3, 58, 81]


@pytest.mark.parametrize("rule", sorted({rule for rule, _ in CASES}, key=lambda r: r.__module__))
def test_terms_without_a_rule_are_left_alone(rule: Rule) -> None:
    assert best(rule, NOISE) is None


def test_the_simplest_fraction_of_an_interval() -> None:
    root_of_2 = simplest_between(Fraction(141421, 100000), Fraction(141422, 100000))
    assert root_of_2 == Fraction(577, 408)


def test_terms_that_a_recurrence_skips_are_paid_for() -> None:
    mixed = [2, 5]
    for _ in range(9):
        mixed.append(2 * mixed[-1] + 3 * mixed[-2])

    def saved(*odd: int) -> float:
        best = RulesCompleter().complete([*odd, *mixed])[0]
        assert best.value == 2 * mixed[-1] + 3 * mixed[-2]
        assert best.evidence["rule"] == "recurrence"
        return float(best.evidence["saved"])

    # An odd term at the start is spelled out, whatever it is, and so is how many there are.
    assert saved(7) == pytest.approx(saved(10**9 + 7), abs=0.01)
    assert saved() - 1 > saved(7) > saved(-5, 777)
