"""Functions of integers and of sequences against the slowest way to work them out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product as pairs
from math import comb, factorial, isqrt, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic import read_lines, sums
from int2vec.arithmetic.digits import decimal, digits, halves, joined
from int2vec.arithmetic.divisors import divisors, sigma, valuation
from int2vec.arithmetic.known.stated import VOCABULARY, function
from int2vec.arithmetic.operations import OPERATIONS
from int2vec.arithmetic.primes import factorise, next_prime, nth_prime, prime_index
from int2vec.arithmetic.properties import PROPERTIES
from int2vec.arithmetic.shapes import whole_root
from int2vec.arithmetic.spans import PRIME, Spans

PRIMES = [n for n in range(2, 3000) if all(n % q for q in range(2, isqrt(n) + 1))]


def test_roots() -> None:
    for k in (2, 3, 4, 5):
        for n in range(-40, 1100):
            root = next((r for r in range(-12, 40) if r**k == n and (r >= 0 or k % 2)), None)
            assert whole_root(n, k) == root


FIGURATE: dict[str, Callable[[int], int]] = {
    "triangular": lambda k: k * (k + 1) // 2,
    "pentagonal": lambda k: k * (3 * k - 1) // 2,
    "hexagonal": lambda k: k * (2 * k - 1),
    "heptagonal": lambda k: k * (5 * k - 3) // 2,
    "octagonal": lambda k: k * (3 * k - 2),
    "generalised-pentagonal": lambda k: k * (3 * k + 1) // 2,
    "centred-square": lambda k: k * k + (k + 1) ** 2,
    "centred-pentagonal": lambda k: 5 * k * (k + 1) // 2 + 1,
    "centred-hexagonal": lambda k: (k + 1) ** 3 - k**3,
    "star": lambda k: 6 * k * (k + 1) + 1,
    "tetrahedral": lambda k: comb(k + 2, 3),
    "square-pyramidal": lambda k: k * (k + 1) * (2 * k + 1) // 6,
    "perfect-power": lambda k: k**7,
}


@pytest.mark.parametrize("name", FIGURATE)
def test_shapes_are_told_exactly_at_any_size(name: str) -> None:
    for k in (10**6, 10**9 + 7, 2**40 - 1, 3**50, 10**60 + 3):
        value = FIGURATE[name](k)
        found = [n - value for n in range(value - 3, value + 4) if PROPERTIES[name].holds(n)]
        assert found == [0], k


def test_primes_before_and_after() -> None:
    for n in range(1, 400):
        later, earlier = [p for p in PRIMES if p > n], [p for p in PRIMES if p < n][::-1]
        assert next_prime(n) == later[0]
        for k in (1, 2, 3):
            assert next_prime(n, k) == later[k - 1]
            assert next_prime(n, -k) == (earlier[k - 1] if len(earlier) >= k else None)
        assert prime_index(n) == (PRIMES.index(n) + 1 if n in PRIMES else None)
        assert nth_prime(n) == PRIMES[n - 1]


def test_factors_of_products_of_large_primes() -> None:
    large = [1_000_003, 1_000_033, 999_999_937, 2_147_483_647]
    for p, q in pairs(large, large):
        assert factorise(p * q) == ({p: 2} if p == q else {min(p, q): 1, max(p, q): 1})
        assert divisors(p * q) == sorted({1, p, q, p * q})
    for power in (0, 1, 2, 3):
        for n in range(1, 120):
            expected = sum(d**power for d in range(1, n + 1) if n % d == 0)
            assert sigma(n, power) == expected
    assert [valuation(n, 3) for n in (0, 1, 2, 9, 54, -27)] == [0, 0, 0, 2, 3, 3]


def test_digits_by_their_text() -> None:
    for n in (0, 7, 10, 123, 1000, 98765, 10**20 + 1):
        text = str(n)
        assert digits(n) == [int(c) for c in text]
        assert joined(digits(n)) == n
        middle = len(text) // 2
        both = (int(text[:middle]), int(text[middle:])) if len(text) % 2 == 0 else None
        assert halves(n) == both
        each_digit = VOCABULARY["each_digit"]
        assert each_digit(n, lambda d: 9 - d) == int("".join(str(9 - int(c)) for c in text))
        more = all(int(c) + 1 <= 9 for c in text)
        assert (each_digit(n, lambda d: d + 1, one_digit=True) is not None) == more
        for base in (2, 3, 7, 16):
            value = 0
            for digit in digits(n, base):
                assert 0 <= digit < base
                value = value * base + digit
            assert value == n
    assert VOCABULARY["look_and_say"](111221) == 312211
    long = 10**9000 + 7
    assert decimal(long) == "1" + "0" * 8999 + "7"
    assert decimal(-(10**4000) * 10**4000) == "1" + "0" * 8000


@pytest.mark.parametrize(("example", "value"), read_lines("functions.txt", r"\w.* \| (.*) = (.*)"))
def test_functions_that_a_line_states_give_what_it_says(example: str, value: str) -> None:
    assert str(function("", example, VOCABULARY)()) == value


terms = st.lists(st.integers(-9, 9), min_size=1, max_size=9)


@given(terms, terms)
def test_sums_of_a_sequence(a: list[int], b: list[int]) -> None:
    n = len(a)
    assert sums.differences(a) == [a[i + 1] - a[i] for i in range(n - 1)]
    assert sums.partial_sums(a) == [sum(a[: i + 1]) for i in range(n)]
    assert sums.neighbor_sums(a) == [a[i] + a[i + 1] for i in range(n - 1)]
    assert VOCABULARY["binomial"](a) == [
        sum(comb(i, k) * a[k] for k in range(i + 1)) for i in range(n)
    ]
    assert VOCABULARY["times_n"](a) == [(i + 1) * a[i] for i in range(n)]
    whole = all(a[i] % (i + 1) == 0 for i in range(n))
    assert sums.divided(a) == ([a[i] // (i + 1) for i in range(n)] if whole else None)
    assert sums.divisor_sums(a) == [
        sum(a[d - 1] for d in range(1, i + 1) if i % d == 0) for i in range(1, n + 1)
    ]
    short = min(n, len(b))
    assert series.multiply(a, b) == [
        sum(a[k] * b[i - k] for k in range(i + 1)) for i in range(short)
    ]
    quotients = all(a[i] and a[i + 1] % a[i] == 0 for i in range(n - 1))
    expected = [a[i + 1] // a[i] for i in range(n - 1)] if quotients else None
    assert VOCABULARY["quotients"](a) == expected


@given(terms)
def test_power_series_by_their_definitions(a: list[int]) -> None:
    one = [1, *a]
    n = len(one)
    unit = [1] + [0] * (n - 1)
    inverse = series.reciprocal(one)
    assert inverse is not None
    assert series.multiply(one, inverse) == unit
    for sign in (1, -1):
        assert series.factors(series.product(a, sign), sign) == a
    # Π (1 − x^k)^(−a(k)), one factor after the other
    expected = unit
    for k, c in enumerate(a, 1):
        step = [1 if i == 0 else -1 if i == k else 0 for i in range(n)]
        factor = series.reciprocal(step) if c > 0 else step
        for _ in range(abs(c)):
            expected = series.multiply(expected, factor or [])
    assert VOCABULARY["euler"](a) == expected
    # exp(Σ a(k) x^k/k!) by its own series
    small = [Fraction(0), *(Fraction(c, factorial(k)) for k, c in enumerate(a, 1))]
    total, power = [Fraction(0)] * n, [Fraction(1)] + [Fraction(0)] * (n - 1)
    for m in range(n):
        total = [t + p / factorial(m) for t, p in zip(total, power, strict=True)]
        power = [sum(power[k] * small[i - k] for k in range(i + 1)) for i in range(n)]  # type: ignore[misc]
    assert series.exponential(a) == [t * factorial(i) for i, t in enumerate(total)]
    assert series.reciprocal([2, *a]) is None
    assert VOCABULARY["square_root"]([3, *a]) is None
    turned = series.reversion(one)
    assert turned is not None
    # a(x) = x + …, and its reversion put into it gives x
    composed, power = [0] * n, [1] + [0] * n  # type: ignore[assignment]
    inner = [0, *turned]
    for k in range(1, n + 1):
        power = [sum(power[j] * inner[i - j] for j in range(i + 1)) for i in range(n + 1)]  # type: ignore[misc]
        composed = [c + one[k - 1] * p for c, p in zip(composed, power[1:], strict=True)]  # type: ignore[misc]
    assert composed == unit


def test_rows_that_make_up_a_target() -> None:
    dice = np.random.default_rng(2)
    table = dice.integers(1, 50, (12, 8))
    ones = np.ones(8, dtype=np.int64)
    spans = Spans(np.concatenate([table, ones[None]]))

    def mixes(target: np.ndarray, *given: int) -> list[list[int]]:
        return [found.tolist() for found in spans.mixes(target % PRIME, given)]

    assert mixes(3 * table[4] + 5, 12) == [[4], []]
    assert mixes(3 * table[2] - 7 * table[9] + 4, 12) == [[], [[2, 9]]]
    assert mixes(3 * table[2] - 7 * table[9] + 4) == [[], []]
    assert mixes(5 * table[1] - table[7] + 2 * table[4] + 4, 12, 4) == [[], [[1, 7]]]
    assert mixes(dice.integers(1, 50, 8), 12) == [[], []]
    assert spans.products(5 * table[3] * table[8] % PRIME).tolist() == [[3, 8]]
    assert spans.products(table[6] * table[6] % PRIME).tolist() == [[6, 6]]


def test_columns_of_one_block_go_together() -> None:
    table = np.array([[1, 2, 3, 4], [1, 4, 9, 16], [1, 2, 4, 8], [1, 4, 9, 16]])
    spans = Spans(table, np.array([0, 0, 1, 1], dtype=np.uint64))
    pairs = [spans.mixes(table[i] + table[j])[1].tolist() for i, j in ((0, 1), (2, 3), (0, 2))]
    assert pairs == [[[0, 1]], [[2, 3]], []]


BY_WORDS = {operation.words: operation for operation in OPERATIONS}
BY_HAND = {
    "the sum of the squared digits of {x}": lambda n: sum(int(c) ** 2 for c in str(n)),
    "the sum of the cubed digits of {x}": lambda n: sum(int(c) ** 3 for c in str(n)),
    "the first digit of {x}": lambda n: int(str(n)[0]),
    "the last digit of {x}": lambda n: n % 10,
    "the largest digit of {x}": lambda n: max(map(int, str(n))),
    "the smallest digit of {x}": lambda n: min(map(int, str(n))),
    "the number of digits of {x}": lambda n: len(str(n)),
    "the product of the digits of {x}": lambda n: prod(map(int, str(n))),
    "{x} with its digits reversed": lambda n: int(str(n)[::-1]),
    "{x} without its first digit": lambda n: int(str(n)[1:] or "0"),
    "{x} without its last digit": lambda n: n // 10,
    "{x} written in base 2": lambda n: int(f"{n:b}"),
    "the number of 0s of {x} in base 2": lambda n: f"{n:b}".count("0"),
    "the digits of {x} in rising order": lambda n: int("".join(sorted(str(n)))),
    "{x} written twice": lambda n: int(str(n) * 2),
    "the digital root of {x}": lambda n: (n - 1) % 9 + 1,
    "the sum of the squares up to {x}": lambda n: sum(k * k for k in range(n + 1)),
    "the triangular number of {x}": lambda n: sum(range(n + 1)),
    "(2{x}−1)!!": lambda n: prod(range(1, 2 * n, 2)),
    "the number of primes up to {x}": lambda n: sum(p <= n for p in PRIMES),
    "⌊√{x}⌋": isqrt,
}


@pytest.mark.parametrize("words", BY_HAND)
def test_an_operation_does_what_its_words_say(words: str) -> None:
    if words in BY_WORDS:
        some = [*range(1, 60), 99, 100, 123, 907, 1000]
        assert [BY_WORDS[words].of(n) for n in some] == [BY_HAND[words](n) for n in some]
