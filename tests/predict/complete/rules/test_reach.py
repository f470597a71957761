"""What lies within reach: examples of every kind of sequence that the rules alone find."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from pathlib import Path

import pytest

from int2vec.arithmetic import power_series, sums
from int2vec.arithmetic.digits import digits
from int2vec.arithmetic.divisors import sigma
from int2vec.arithmetic.known.stated import VOCABULARY
from int2vec.arithmetic.primes import is_prime
from int2vec.predict.complete.rules import RulesCompleter, transforms

Terms = list[int]


def grown(start: Terms, make: Callable[[Terms], int], n: int) -> Terms:
    terms = list(start)
    while len(terms) < n:
        terms.append(make(terms))
    return terms


FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377]
PARTITIONS = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135]
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786]
BELL = [1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975, 678570]

# Terms of which the last is foretold, and a part of the reason.
ROUNDED = [
    ([10, 5, 2, 1, 0], "⌊a(n−1)/2⌋"),
    (grown([1000], lambda a: (a[-1] + 17) // 3, 8), "⌊(a(n−1) + 17)/3⌋"),
    (grown([7, 15], lambda a: a[-1] // 2 + 2 * a[-2], 11), "⌊(a(n−1) + 4·a(n−2))/2⌋"),
    (grown([9, 20], lambda a: (3 * a[-1] + a[-2]) // 2 - 4, 10), "⌊(3·a(n−1) + a(n−2) − 8)/2⌋"),
]
REMAINDERS = [
    (grown([2], lambda a: (a[-1] ** 2 + 3) % 101, 10), "(a(n−1)² + 3) mod 101"),
    (grown([2], lambda a: (57 * a[-1] + 31) % 211, 11), "(57·a(n−1) + 31) mod 211"),
    (grown([4, 9], lambda a: (a[-1] + a[-2]) % 17, 20), "(a(n−1) + a(n−2)) mod 17"),
    (grown([1], lambda a: (1103515245 * a[-1] + 12345) % 2**31, 12), "·a(n−1) + 12345) mod 214748"),
    (grown([1], lambda a: 62089911 * a[-1] % (2**31 - 1), 10), "62089911·a(n−1) mod 2147483647"),
]
MIXED = [
    (grown([1, 2, 3], lambda a: a[-1] + a[-2] ** 2 - a[-3], 10), "a(n−2)²"),
    (grown([1, 1, 2], lambda a: a[-1] * a[-2] - a[-3], 10), "a(n−1)·a(n−2)"),
    (grown([1, 2], lambda a: a[-1] ** 2 - 3 * a[-2] + 1, 8), "a(n−1)²"),
]
WITH_N = [
    (grown([1], lambda a: len(a) * a[-1] + len(a) ** 2, 9), "n·a(n−1)"),
    (grown([3], lambda a: 2 * a[-1] + len(a) ** 3, 9), "2·a(n−1)"),
    ([3 * 2**n - n**3 + 5 for n in range(9)], "2^n"),
]
EASY = [*ROUNDED, *REMAINDERS, *MIXED, *WITH_N]
SETS = [
    ([n for n in range(2, 300) if is_prime(4 * n + 9) and is_prime(n)], "4n + 9 is prime"),
    ([n for n in range(2, 300) if sigma(n) % 3 == 1], "leaves 1 when divided by 3"),
    (
        [n for n in range(2, 900) if is_prime(n) and sum(digits(n * n)) == 19],
        "digit sum of n² is 19",
    ),
]
NESTED = [
    ([1, 1, 2, 7, 42, 429, 7436, 218348], "Robbins"),
    ([3 * t for t in (1, 2, 7, 42, 429, 7436, 218348, 10850216, 911835460)], ""),
    ([2 ** (n * n) * (n + 1) for n in range(9)], ""),
    ([(3 * n + 2) ** n * (n + 2) for n in range(8)], "(3n + 2)^n"),
    ([(2 * n + 5) ** n * (n * n + 1) for n in range(9)], "(2n + 5)^n"),
]
COMBINED = [
    ([2 * p - f + 1 for p, f in zip(PARTITIONS, FIBONACCI, strict=True)], "A000041"),
    ([3 * c + 2 * p for c, p in zip(CATALAN, PARTITIONS, strict=False)], "A000108"),
    ([b - 5 * f for b, f in zip(BELL, FIBONACCI, strict=False)], "A000110"),
]
PRIMES = [n for n in range(2, 60) if is_prime(n)]
SIGMA = [sigma(n) for n in range(1, 16)]
FALLING = [1, -1, 1, -2, *[0] * 8]
MODULAR = [
    (grown([1], lambda a: (a[-1] ** 2 + len(a)) % 53, 13), "(a(n−1)² + n) mod 53"),
    ([(n**3 + n) % 23 for n in range(14)], "(n³ + n) mod 23"),
    ([(5 * n * n + 2) % 29 for n in range(12)], "(5·n² + 2) mod 29"),
]
BINOMIAL = [
    ([n + comb(12, n) for n in range(9)], "C(12,n)"),
    ([n * n + comb(10, n) for n in range(9)], "C(10,n)"),
    ([3 * n - comb(11, n) for n in range(9)], "−C(11,n)"),
]
CHAINS = [
    (sums.partial_sums(s * s for s in SIGMA)[:12], "the differences are the squares of A000203"),
    (
        sums.partial_sums(VOCABULARY["times_n"](PRIMES))[:11],
        "the differences are n a(n) of A000040",
    ),
    (
        VOCABULARY["binomial"](VOCABULARY["binomial"](PARTITIONS[:12])),
        "binomial transform of A000041",
    ),
    (sums.partial_sums(sums.partial_sums(s * s for s in SIGMA))[:12], "second differences"),
    (VOCABULARY["boustrophedon"](PRIMES[:9]), "the boustrophedon transform of A000040"),
    (VOCABULARY["stirling"](PRIMES[:10]), "the Stirling transform of 2, 3, 5, 7"),
    (VOCABULARY["inverse_stirling"](CATALAN[1:]), "the inverse Stirling transform of 1, 2, 5, 14"),
    (power_series.multiply(PRIMES[:11], PRIMES[:11]), "the convolution square of A000040"),
    ([a + 2 * b + c for a, b, c in zip(SIGMA, SIGMA[1:], SIGMA[2:], strict=False)], "A000203"),
]
EQUATIONS = [
    (power_series.reversion(FALLING), "the reversion of 1, -1, 1, -2, 0"),
    (VOCABULARY["exponential_reversion"](FALLING), "exponential series, of 1, -1, 1, -2"),
    (power_series.reversion([1, *(-f for f in FIBONACCI[2:13])]), "reversion"),
    (power_series.with_log_derivative([comb(3 * n, n) for n in range(1, 13)]), ""),
]
UNITED = [
    (sorted({n**2 for n in range(40)} | {n**3 for n in range(12)})[:14], "The cubes"),
    (sorted({n**2 for n in range(40)} | {*PRIMES})[:14], "Prime numbers"),
    ([n for n in range(3, 40) if n not in (4, 7, 11, 16, 22, 29, 37)][:13], "the integers that"),
    ([n for n in range(1, 40) if n not in (2, 5, 10, 17, 28)][:16], "the integers that are not"),
]
NEW = [*MODULAR, *BINOMIAL, *CHAINS, *EQUATIONS, *UNITED]


@pytest.mark.parametrize(("terms", "words"), [*EASY, *SETS, *NESTED, *COMBINED, *NEW])
def test_the_last_term_is_foretold_with_its_reason(terms: Terms, words: str) -> None:
    best = RulesCompleter().complete(terms[:-1])[0]
    assert best.value == terms[-1]
    assert words in best.why


DEEP = [
    ([2 * p - f + 1 for p, f in zip(PARTITIONS, FIBONACCI, strict=True)][:12], "2·A000041"),
    (sums.partial_sums(d * d for d in sums.differences(SIGMA)), "the differences are the squares"),
    (sums.partial_sums(p * p for p in PARTITIONS[:12]), "the differences are the squares"),
    ([a + b + c for a, b, c in zip(PRIMES, FIBONACCI, CATALAN, strict=False)], "A000045"),
    (grown([1, 1, 1], lambda a: a[-1] + a[-2] ** 2 + a[-3], 9), "a(n−2)²"),
    (
        sums.partial_sums(n * t for n, t in enumerate(sums.partial_sums(CATALAN))),
        "the differences are n a(n) of the partial sums of A000108",
    ),
    (
        sums.partial_sums((-1) ** n * n * p * p for n, p in enumerate(PARTITIONS)),
        "of the differences: a(n) / n is the terms with alternating signs of the squares",
    ),
]


@pytest.mark.parametrize(("terms", "words"), DEEP)
def test_a_deep_question_reaches_further(terms: Terms, words: str) -> None:
    best = RulesCompleter(effort="deep").complete(terms[:-1])[0]
    assert best.value == terms[-1]
    assert words in best.why


def test_a_deep_question_needs_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "taken"))
    transforms._table.cache_clear()
    terms, words = DEEP[0]
    assert words in RulesCompleter(effort="deep").complete(terms[:-1])[0].why
