"""Each rule finds what it is for, says so in its words, and leaves other terms alone."""

from __future__ import annotations

from math import comb

import pytest

from int2vec.predict.complete.rules import (
    cyclic,
    divisions,
    expressions,
    facts,
    generating_function,
    holonomic,
    known,
    membership,
    neighbors,
    recurrence,
    simple,
    transforms,
    triangle,
)
from int2vec.predict.complete.rules.engine import RulesCompleter, all_rules
from int2vec.predict.complete.rules.fit import Fit, Fits, Search, null_bits


def best(rule: Fits, terms: list[int]) -> Fit | None:
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
FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377]
PARTITIONS = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135]
MOTZKIN = [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511]
INVOLUTIONS = [1, 1, 2, 4, 10, 26, 76, 232, 764, 2620, 9496, 35696, 140152]
ZIGZAG = [1, 1, 1, 2, 5, 16, 61, 272, 1385, 7936, 50521, 353792]
HEAVY = [1, 40, 1594, 63519, 2531085]  # start of a recurrence 41, −47, 13, −2, 5
for _ in range(5):
    HEAVY.append(sum(c * t for c, t in zip([41, -47, 13, -2, 5], HEAVY[::-1], strict=False)))

# A rule, terms of which it foretells the last, its kind and its whole reason.
CASES: list[tuple[Fits, list[int], str, str]] = [
    (
        expressions.mixed,
        [2 * p - f + 1 for p, f in zip(PARTITIONS, FIBONACCI, strict=True)],
        "formula",
        "a(n) = −A000045(n) + 2·A000041(n) + 1, where A000045 is Fibonacci numbers, and A000041 "
        "is Ways to write n as a sum, n from 0",
    ),
    (
        holonomic.products_of_terms,
        [1, 1, 2, 7, 42, 429, 7436, 218348, 10850216],
        "holonomic",
        "a recurrence with polynomial coefficients: (−27n^2 − 54n − 24)·a(n+1)·a(n+1) + "
        "(16n^2 + 32n + 12)·a(n)·a(n+2) = 0, n from 0",
    ),
    (
        transforms.transformed,
        [(3 * n + 2) ** n * (n + 2) for n in range(8)],
        "transform/arithmetic",
        "(3n + 2)^n, n from 0, times 2, 3, 4, 5, 6, 7, …; of that: each term is the previous "
        "plus 1",
    ),
    (
        expressions.expressions,
        [2, 5, 12, 27, 58, 121, 248],
        "expression",
        "a(n) = n + 2·a(n−1), n from 0",
    ),
    (
        expressions.expressions,
        [3, 8, 63, 3968, 15745023],
        "expression",
        "each term is the square of the previous minus 1",
    ),
    (
        expressions.expressions,
        [56, 121, 242, 484, 968, 1837, 9218],
        "expression",
        "a(n) = a(n−1) + a(n−1) with its digits reversed",
    ),
    (
        divisions.divisions,
        [1000, 339, 118, 45, 20, 12, 9],
        "division",
        "a(n) = ⌊(a(n−1) + 17)/3⌋",
    ),
    (
        divisions.divisions,
        [2, 7, 52, 81, 100, 4, 19, 61],
        "division",
        "a(n) = (a(n−1)² + 3) mod 101",
    ),
    (
        known.catalog_sequence,
        [3 * t + 4 for t in PARTITIONS],
        "catalog",
        "3 times s(n) plus 4, where s is A000041, Ways to write n as a sum",
    ),
    (
        expressions.expressions,
        [n**3 + 2**n for n in range(3, 9)],
        "formula",
        "a(n) = n³ + 2^n, n from 3",
    ),
    (
        expressions.expressions,
        [5 * 4**n * (n + 1) ** n for n in range(8)],
        "formula",
        "a(n) = 5·4^n·(n+1)^n, n from 0",
    ),
    (
        holonomic.holonomic,
        MOTZKIN,
        "holonomic",
        "a recurrence with polynomial coefficients: (n + 4)·a(n+2) + (−2n − 5)·a(n+1) + "
        "(−3n − 3)·a(n) = 0, n from 0",
    ),
    (
        holonomic.holonomic,
        INVOLUTIONS,
        "holonomic",
        "a recurrence with polynomial coefficients: (−1)·a(n+2) + (1)·a(n+1) + (n + "
        "1)·a(n) = 0, n from 0",
    ),
    (
        recurrence.with_whole_coefficients,
        HEAVY,
        "integral",
        "a recurrence with small whole coefficients fits, few terms check it: a(n) = "
        "41·a(n−1) − 47·a(n−2) + 13·a(n−3) − 2·a(n−4) + 5·a(n−5)",
    ),
    (
        membership.members_of_a_set,
        [p for p in range(7, 400) if p % 8 == 7 and all(p % q for q in range(2, p))],
        "membership",
        "these are the numbers n, in order, such that n leaves 7 when divided by 8 and n is prime",
    ),
    (
        membership.divisors,
        [1, 2, 5, 7, 10, 14, 35, 70],
        "divisors",
        "these are the divisors of 70 in order",
    ),
    (
        facts.multiplicative,
        [sigma(n) for n in range(1, 37)],
        "multiplicative",
        "a multiplicative function of n: a(36) comes from a(4) and a(9)",
    ),
    (
        facts.multiplicative,
        [sum(p for p in range(2, n + 1) if n % p == 0 and sigma(p) == p + 1) for n in range(1, 29)],
        "multiplicative",
        "an additive function of n: a(28) comes from a(4) and a(7)",
    ),
    (
        holonomic.products_of_terms,
        [1, 1, 1, 1, 1, 2, 3, 5, 11, 37, 83, 274, 1217],
        "quadratic",
        "a(n) = (a(n−1)·a(n−4) + a(n−2)·a(n−3)) / a(n−5)",
    ),
    (
        facts.places_of_terms,
        [stern(n) for n in range(40)],
        "regular",
        "a(2n+1) = a(n) + a(n+1), n counted from 0",
    ),
    (
        facts.places_of_terms,
        hofstadter_q(40),
        "regular",
        "a(n) = a(n−a(n−1)) + a(n−a(n−2)), n counted from 0",
    ),
    (
        triangle.cells,
        [comb(n, k) ** 2 * comb(n + k, k) for n, k in TRIANGLE][:48],
        "triangle/cells",
        "read as a triangle by rows, (−5·k + 3·n)·T(n,k) + (−4·k − 3·n)·T(n−1,k) + "
        "(−4 + 4·k + 4·n)·T(n−1,k−1) = 0, n and k from 0",
    ),
    (
        triangle.cells,
        STIRLING,
        "triangle/cells",
        "read as a triangle by rows, T(n,k) = T(n−1,k−1) + k·T(n−1,k), n and k from 0",
    ),
    (
        triangle.rows,
        [1, 1, 1, 1, 4, 1, 1, 11, 11, 1, 1, 26, 66, 26],
        "triangle/symmetric",
        "read as a triangle by rows, every row is the same backwards",
    ),
    (
        triangle.rows,
        [x for n in range(7) for x in (7 * n, *[n * n + k * k for k in range(n)])][:22],
        "triangle/edge",
        "read as a triangle by rows, cell 1 of each row: each term is the previous plus 7",
    ),
    (
        neighbors.runs,
        [k for k in (2, 3, 5, 7, 11, 13, 17) for _ in range(k)][:30],
        "runs",
        "runs of 2, 3, 5, 7, 11, …, of lengths 2, 3, 5, 7, 11, …; of the lengths: these "
        "are the primes in order; of the values: these are the primes in order",
    ),
    (
        generating_function.generating_function,
        ZIGZAG,
        "series",
        "the generating function A obeys a differential equation of the exponential "
        "series: (x) + (x)·A² + (−2)·x·A' = 0",
    ),
    (
        facts.decided_by_a_fact,
        [(n & -n).bit_length() * 7 % 10 for n in range(1, 40)],
        "table",
        "the term depends on how often 2 divides n, n from 1",
    ),
    (
        transforms.of_known,
        [2, 5, 13, 35, 103, 345, 1325, 5911],
        "transform/catalog",
        "the terms are the boustrophedon transform of A000040, Prime numbers",
    ),
    (
        membership.beside_others,
        [0, 1, 4, 8, 9, 16, 25, 27, 36, 49, 64, 81, 100],
        "union",
        "together, in order: A000290, The squares, and A000578, The cubes",
    ),
    (
        transforms.transformed,
        PARTITIONS,
        "transform/constant",
        "the Euler transform of 1, 1, 1, 1, 1, 1, …; of that: every term is 1",
    ),
    (simple.constant, [5, 5, 5, 5], "constant", "every term is 5"),
    (simple.step, [12, 19, 26, 33], "arithmetic", "each term is the previous plus 7"),
    (simple.step, [32, 48, 72, 108], "geometric", "each term is the previous times 3/2"),
    (
        simple.periodic,
        [11, 23, 38, 11, 23, 38],
        "periodic",
        "the terms begin again after 11, 23, 38",
    ),
    (
        simple.polynomial_in_n,
        [4, 7, 16, 31, 52, 79],
        "polynomial",
        "a polynomial in n: the second differences are all 6, a(n) = 3n^2 + 4 for n = 0, 1, 2, …",
    ),
    (
        known.famous_sequence,
        [31, 29, 23, 19, 17, 13],
        "known",
        "these are the primes downwards, from 31",
    ),
    (simple.step, [7, 19, 43, 91, 187], "affine", "each term is the previous times 2 plus 5"),
    (cyclic.cyclic, [12, 19, 38, 45, 90, 97], "cyclic", "the operations go round: +7, ×2"),
    (cyclic.cyclic, [100, 96, 48, 44, 22, 18], "cyclic", "the operations go round: −4, ÷2"),
    (
        cyclic.cyclic_with_one_operand,
        [1, 2, 6, 36, 44, 440, 452],
        "cyclic",
        "the operations go round with a moving number: ×2, +4, ×6, +8, ×10",
    ),
    (
        recurrence.linear,
        [1, 0, 2, 1, 5, 5, 14, 19, 42, 66, 131, 221, 417],
        "recurrence",
        "each term is a linear mix of those before it: a(n) = a(n−1) + 2·a(n−2) − a(n−3)",
    ),
    (
        recurrence.linear,
        [9, 4, 1, 3, 4, 7, 11, 18, 29, 47, 76, 123],
        "recurrence",
        "each term is the sum of the previous two, after the first 4 terms",
    ),
    (
        neighbors.inside,
        [2, 3, 7, 16, 32, 57, 93],
        "differences/known",
        "the differences are 1, 4, 9, 16, 25: these are the squares in order, from 1 on",
    ),
    (
        neighbors.inside,
        [8, 4, 4, 6, 12, 30],
        "quotients/arithmetic",
        "each term is the previous times 1, 2, 3, 4, all over 2; of these: each term is the "
        "previous plus 1",
    ),
    (
        neighbors.inside,
        [5040, 2520, 840, 210, 42, 7],
        "quotients/arithmetic",
        "each term is the previous divided by 2, 3, 4, 5; of these: each term is the previous "
        "plus 1",
    ),
    (
        neighbors.inside,
        [1, -4, 9, -16, 25, -36],
        "signs/known",
        "the signs go + −; without them these are the squares in order, from 1 on",
    ),
    (
        neighbors.inside,
        [5, -2, 7, 0, 11, 2, 15, 4, 19],
        "sums/known",
        "the sums of neighbors are 3, 5, 7, 11, 13, …: these are the primes in order, from 3 on",
    ),
    (
        neighbors.inside,
        [1, 2, 3, 8, 15, 48, 105],
        "products/known",
        "the products of neighbors are 2, 6, 24, 120, 720: these are the factorials in "
        "order, from 2 on",
    ),
    (
        cyclic.interleaved,
        [1, 50, 3, 45, 9, 40, 27, 35],
        "interleaved/arithmetic",
        "two interleaved sequences; the next term belongs to 50, 45, 40: each term is the"
        " previous minus 5",
    ),
    (
        cyclic.interleaved,
        [4, 2, 8, 5, 40, 8, 320],
        "interleaved/made",
        "two interleaved sequences; the next term belongs to 4, 8, 40: each of these is "
        "the product of the two terms before it",
    ),
    (
        neighbors.grown,
        [3, 34, 345, 3456, 34567],
        "digits/arithmetic",
        "each term is the previous with 4, 5, 6 written at its end; of these: each term is the"
        " previous plus 1",
    ),
    (
        neighbors.inside,
        [61, 52, 63, 94, 46, 18],
        "digits/known",
        "with their digits read backwards, these are the squares in order, from 16 on",
    ),
]


@pytest.mark.parametrize(("rule", "terms", "kind", "words"), CASES)
def test_a_rule_foretells_the_last_term_in_its_words(
    rule: Fits, terms: list[int], kind: str, words: str
) -> None:
    found = best(rule, terms[:-1])
    assert found is not None
    assert (found.value, found.kind, found.why) == (terms[-1], kind, words)
    assert 0 <= found.checked < len(terms) - 1  # terms that the rule need not be told
    if found.checked and len(terms) > 5:  # fewer bits than the terms take one by one
        assert found.bits < null_bits(terms[:-1])


def test_a_constant_must_stand_longer_than_what_came_before() -> None:
    rule = next(case[0] for case in CASES if case[2] == "constant")
    assert best(rule, [1, 2, 3, 7, 7, 7]) is None
    found = best(rule, [1, 2, 3, 7, 7, 7, 7])
    assert found is not None
    assert (found.value, found.checked) == (7, 3)


NOISE = [8, 23, 5, 61, 40, 17, 94, 2, 77, 35, 50, 12, 69, 88, 31, 7, 46, 93, 20, 64, 19, 3, 58, 81]


@pytest.mark.parametrize("rule", dict.fromkeys(case[0] for case in CASES))
def test_terms_without_a_rule_are_left_alone(rule: Fits) -> None:
    assert best(rule, NOISE) is None


def test_terms_that_a_recurrence_skips_are_paid_for() -> None:
    mixed = [2, 5]
    for _ in range(9):
        mixed.append(2 * mixed[-1] + 5 * mixed[-2])

    def saved(*odd: int) -> float:
        best = RulesCompleter().complete([*odd, *mixed])[0]
        assert best.value == 2 * mixed[-1] + 5 * mixed[-2]
        assert best.evidence["rule"] == "recurrence"
        return float(best.evidence["saved"])

    # An odd term at the start is spelled out, whatever it is, and so is how many there are.
    assert saved(7) == pytest.approx(saved(10**9 + 7), abs=0.01)
    assert saved() - 1 > saved(7) > saved(-5, 777)


def test_zeros_but_for_a_few_terms_go_on_with_zeros() -> None:
    (found,) = simple.sparse([2, 0, 0, 1, 0, 0])
    assert (found.value, found.checked) == (0, 2)
    assert found.why == "zeros, but for 2, 1 at places 0, 3"
    assert list(simple.sparse([2, 1, 0, 0]))  # half of the terms at most
    assert not list(simple.sparse([2, 1, 3, 0, 0]))
    assert not list(simple.sparse([2, 0, 0, 0, 1, 0]))  # two zeros stand at the end at least
    assert not list(simple.sparse([0] * 6))  # nothing to tell


def test_the_longer_the_numbers_of_a_sparse_sequence_the_dearer_it_is() -> None:
    near, far = ([7, 0, 0, 0], [0] * 30 + [7, 0, 0])
    large = [10**9, 0, 0, 0]
    prices = [next(iter(simple.sparse(terms))).bits for terms in (near, far, large)]
    assert prices[0] < prices[1] < prices[2]
