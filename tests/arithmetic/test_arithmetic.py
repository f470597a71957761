"""Facts about integers, checked against mathematics and against brute force."""

from __future__ import annotations

import time
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic.digits import (
    digits,
    from_digits,
    reverse_digits,
)
from int2vec.arithmetic.divisors import divisors, mobius, omega, phi, sigma, tau
from int2vec.arithmetic.primes import (
    factorise,
    is_prime,
    next_prime,
    nth_prime,
    partial_factors,
    prime_index,
    prime_mask,
    primes_up_to,
)
from int2vec.arithmetic.properties import (
    PROPERTIES,
    QUANTITIES,
    find_property,
    property_table,
    quantity_table,
)
from int2vec.arithmetic.shapes import iroot, is_square, whole_root
from int2vec.errors import InputError

BIG = [10**999 + 7, 10**999 + 9, -(10**999), 7**1180, 2**3000, 10**5000 + 1, -(3**9000)]


def test_primes_are_those_of_trial_division() -> None:
    slow = [n for n in range(2, 3000) if all(n % d for d in range(2, int(n**0.5) + 1))]
    assert [n for n in range(-5, 3000) if is_prime(n)] == slow
    assert primes_up_to(2999) == slow
    for limit in range(-3, 130):
        wanted = [n in slow for n in range(limit + 1)]
        assert prime_mask(limit).tolist() == wanted
        assert primes_up_to(limit) == [n for n in slow if n <= limit]


def test_primes_on_either_side() -> None:
    slow = [n for n in range(2, 400) if all(n % d for d in range(2, n))]
    for n in range(-5, 300):
        above, below = [p for p in slow if p > n], [p for p in slow if p < n][::-1]
        for k in (1, 2, 5):
            assert next_prime(n, k) == above[k - 1]
            assert next_prime(n, -k) == (below[k - 1] if k <= len(below) else None)


@pytest.mark.parametrize("edge", [4096, 281 * 283, 283 * 283, 283 * 293, 3_215_031_751, 10**9])
def test_primes_near_the_bounds_of_the_methods(edge: int) -> None:
    divisors = [p for p in range(2, 60_000) if p < 283 or is_prime(p)]  # enough below 3.6e9
    near = range(edge - 40, edge + 40)
    slow = [n for n in near if all(n % p for p in divisors if p * p <= n)]
    assert [n for n in near if is_prime(n)] == slow


def test_long_primes_that_are_in_every_table() -> None:
    assert [n for n in range(2**64 - 100, 2**64 + 20) if is_prime(n)] == [
        2**64 - 95, 2**64 - 83, 2**64 - 59, 2**64 + 13,
    ]  # fmt: skip
    assert [n for n in range(10**12 - 40, 10**12 + 70) if is_prime(n)] == [
        10**12 - 39, 10**12 - 11, 10**12 + 39, 10**12 + 61, 10**12 + 63,
    ]  # fmt: skip
    assert not is_prime(2**1024 + 1)
    assert is_prime(2**1279 - 1)
    assert not is_prime(2**1277 - 1)


def test_products_of_two_primes_of_all_sizes_are_told_apart() -> None:
    for bits in (10, 14, 20, 26, 29):
        p = next_prime(1 << bits)
        assert p is not None
        q = next_prime(p, 3)
        assert q is not None
        for n, factors in ((p * p, {p: 2}), (p * q, {p: 1, q: 1}), (p**3, {p: 3}), (p, {p: 1})):
            assert factorise(n) == factors
            assert not is_prime(p * q)
        assert factorise(60 * p * q) == {2: 2, 3: 1, 5: 1, p: 1, q: 1}


@pytest.mark.parametrize(("k", "p"), [(1, 2), (2, 3), (6542, 65521), (6543, 65537), (6544, 65539)])
def test_a_prime_and_its_place_lead_to_each_other(k: int, p: int) -> None:
    assert nth_prime(k) == p
    assert prime_index(p) == k


@pytest.mark.parametrize("n", [561, 3215031751, 341550071728321, 3825123056546413051])
def test_famous_pseudoprimes_are_composite(n: int) -> None:
    assert not is_prime(n)


def test_large_mersenne_primes() -> None:
    assert is_prime(2**521 - 1)
    assert not is_prime(2**523 - 1)


def test_the_place_of_a_prime() -> None:
    assert prime_index(104729) == 10_000
    assert nth_prime(10_000) == 104729
    assert prime_index(9) is None
    assert nth_prime(0) is None
    assert nth_prime(600_000) == 8960453
    assert nth_prime(600_001) is None
    assert prime_index(9_999_991) == 664_579
    assert prime_index(10_000_019) is None


@given(st.integers(min_value=1, max_value=10**18))
def test_factors_are_prime_and_multiply_back(n: int) -> None:
    factors = factorise(n)
    assert factors is not None
    assert all(is_prime(p) for p in factors)
    assert prod(p**e for p, e in factors.items()) == n


def test_factorisation_gives_up_in_bounded_time() -> None:
    start = time.monotonic()
    hard = (2**521 - 1) * (2**607 - 1)
    assert factorise(hard) is None
    assert partial_factors(12 * hard) == ({2: 2, 3: 1}, hard)
    assert time.monotonic() - start < 10


def test_zero_has_no_factorisation() -> None:
    assert factorise(0) is None
    assert divisors(0) is None
    assert tau(0) is None


@given(st.integers(min_value=1, max_value=3000))
def test_divisor_functions_against_brute_force(n: int) -> None:
    slow = [d for d in range(1, n + 1) if n % d == 0]
    assert divisors(n) == slow
    assert tau(n) == len(slow)
    assert sigma(n) == sum(slow)
    assert omega(n) == sum(is_prime(d) for d in slow)
    assert sum(phi(d) or 0 for d in slow) == n
    assert sum(mobius(d) or 0 for d in slow) == (n == 1)


@given(st.integers(), st.integers(min_value=2, max_value=16))
def test_digits_write_the_integer(n: int, base: int) -> None:
    places = digits(n, base)
    assert from_digits(places, base) == abs(n)
    assert abs(reverse_digits(n, base)) == from_digits(places[::-1], base)


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=9))
def test_roots_of_long_integers_are_exact(n: int, k: int) -> None:
    root = iroot(n, k)
    assert root**k <= n < (root + 1) ** k
    assert is_square(n * n)
    assert PROPERTIES["perfect-power"].holds((n + 2) ** (k + 1))


def test_roots_are_those_of_counting_up() -> None:
    for k in range(1, 8):
        for n in range(300):
            root = max(r for r in range(n + 1) if r**k <= n)
            assert iroot(n, k) == root
            assert whole_root(n, k) == (root if root**k == n else None)
            negative = -root if root**k == n and (k % 2 or n == 0) else None
            assert whole_root(-n, k) == negative
    assert [n for n in range(-9, 5000) if is_square(n)] == [r * r for r in range(71)]


def test_the_catalog_is_rich_and_readable() -> None:
    assert len(PROPERTIES) >= 150
    for name, known in PROPERTIES.items():
        assert known.name == name
        assert known.words.split()[0].islower(), known.words
        assert known.family
    assert len({p.words for p in PROPERTIES.values()}) == len(PROPERTIES)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("even", [2, 4, 6, 8]),
        ("div3", [3, 6, 9]),
        ("mod5=2", [2, 7, 12]),
        ("prime", [2, 3, 5, 7, 11]),
        ("twin-prime", [3, 5, 7, 11, 13, 17, 19, 29]),
        ("sophie-germain", [2, 3, 5, 11, 23, 29, 41]),
        ("safe-prime", [5, 7, 11, 23, 47, 59]),
        ("emirp", [13, 17, 31, 37, 71, 73, 79, 97, 107]),
        ("prime-place-prime", [3, 5, 11, 17, 31, 41, 59]),
        ("semiprime", [4, 6, 9, 10, 14, 15, 21]),
        ("sphenic", [30, 42, 66, 70, 78]),
        ("squarefree", [1, 2, 3, 5, 6, 7, 10]),
        ("prime-power", [2, 3, 4, 5, 7, 8, 9, 11]),
        ("powerful", [1, 4, 8, 9, 16, 25, 27, 32, 36]),
        ("3-smooth", [1, 2, 3, 4, 6, 8, 9, 12]),
        ("abundant", [12, 18, 20, 24, 30, 36]),
        ("perfect", [6, 28, 496, 8128]),
        ("refactorable", [1, 2, 8, 9, 12, 18, 24]),
        ("harmonic-divisor", [1, 6, 28, 140, 270, 496, 672]),
        ("perfect-power", [1, 4, 8, 9, 16, 25, 27]),
        ("square-1", [3, 8, 15, 24, 35]),
        ("two-squares", [1, 2, 4, 5, 8, 9, 10, 13]),
        ("loeschian", [1, 3, 4, 7, 9, 12, 13]),
        ("triangular", [1, 3, 6, 10, 15]),
        ("oblong", [2, 6, 12, 20, 30]),
        ("generalised-pentagonal", [1, 2, 5, 7, 12, 15, 22]),
        ("centred-hexagonal", [1, 7, 19, 37, 61]),
        ("tetrahedral", [1, 4, 10, 20, 35]),
        ("square-pyramidal", [1, 5, 14, 30, 55]),
        ("fibonacci", [1, 2, 3, 5, 8, 13]),
        ("lucas", [1, 3, 4, 7, 11, 18]),
        ("catalan", [1, 2, 5, 14, 42, 132]),
        ("motzkin", [1, 2, 4, 9, 21, 51, 127]),
        ("bell", [1, 2, 5, 15, 52, 203]),
        ("partition-number", [1, 2, 3, 5, 7, 11, 15, 22, 30, 42]),
        ("harshad", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 18, 20]),
        ("happy", [1, 7, 10, 13, 19, 23]),
        ("automorphic", [1, 5, 6, 25, 76, 376, 625, 9376]),
        ("narcissistic", [1, 2, 3, 4, 5, 6, 7, 8, 9, 153, 370, 371, 407, 1634]),
        ("kaprekar", [1, 9, 45, 55, 99, 297, 703, 999, 2223]),
        ("smith", [4, 22, 27, 58, 85, 94]),
        ("evil", [3, 5, 6, 9, 10, 12]),
        ("fibbinary", [1, 2, 4, 5, 8, 9, 10]),
        ("binary-palindrome", [1, 3, 5, 7, 9, 15, 17]),
    ],
)
def test_golden_members(name: str, first: list[int]) -> None:
    members = (np.flatnonzero(property_table([name], range(1, 10_001))[0]) + 1).tolist()
    assert members[: len(first)] == first


def test_highly_composite_numbers_are_records() -> None:
    best, records = 0, []
    for n in range(1, 1_000_000, 1):
        if n % 12 and n > 12:  # every record above 6 is a multiple of 12
            continue
        count = tau(n) or 0
        if count > best:
            best = count
            records.append(n)
        if n > 60_000:
            break
    assert [n for n in records if PROPERTIES["highly-composite"].holds(n)] == records
    assert sum(map(PROPERTIES["highly-composite"].holds, range(60_001))) == len(records)


def test_the_table_agrees_with_the_test_of_each_integer() -> None:
    integers = [*range(-30, 1500), 4095, 4096, 9999, 32767, 32768, 40_000, 65_537, 10**9 + 7]
    table = property_table(list(PROPERTIES), integers)
    for row, known in zip(table, PROPERTIES.values(), strict=True):
        assert row.tolist() == [known.holds(n) for n in integers], known.name


@pytest.mark.parametrize("n", [*BIG, 0, -1, -2, 1], ids=lambda n: f"{n.bit_length()}bits")
def test_every_property_answers_for_every_integer(n: int) -> None:
    start = time.process_time()
    assert all(isinstance(p.holds(n), bool) for p in PROPERTIES.values())
    assert time.process_time() - start < 20
    assert PROPERTIES["even"].holds(n) == (n % 2 == 0)


def test_what_is_out_of_reach_is_not_claimed() -> None:
    hard = (2**521 - 1) * (2**607 - 1)
    names = {p.name for p in PROPERTIES.values() if p.holds(hard)}
    assert "odd" in names
    assert not names & {"semiprime", "squarefree", "prime"}


def test_quantities() -> None:
    table = quantity_table(["value", "digits", "divisors", "Omega", "omega"], [12, 1000, 0, -8])
    assert table[:, 0].tolist() == [12, 2, 6, 3, 2]
    assert table[:, 1].tolist() == [1000, 4, 16, 6, 2]
    assert np.isnan(table[2, 2])
    assert table[3, 3] == 3
    for quantity in QUANTITIES.values():
        for n in (*BIG, 0, 1, -7):
            value = quantity.of(n)
            assert value is None or isinstance(value, (int, float))
    assert quantity_table(["sigma"], [2**3000]).tolist() == [[float("inf")]]


def test_unknown_names_are_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match=r"did you mean one of .*prime"):
        find_property("primes")
    with pytest.raises(InputError, match="choose from value"):
        quantity_table(["size"], [1])
    assert find_property("mod2=0").name == "even"
    assert find_property("mod12=0").name == "div12"
    assert property_table([], [1, 2]).shape == (0, 2)
    assert property_table(["even"], []).shape == (1, 0)
