"""Linear algebra modulo primes, lifted back to fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.arithmetic.costs import int_bits
from int2vec.arithmetic.linear_algebra import (
    PRIMES,
    connections,
    dependency,
    lifted,
    rationals,
    relation,
    whole_dependencies,
)
from int2vec.arithmetic.primes import is_prime
from int2vec.predict.complete.rules.recurrence import PRIME


def test_the_moduli_are_prime() -> None:
    assert all(is_prime(p) and p < 2**31 for p in PRIMES)
    assert is_prime(PRIME)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_fractions_come_back_from_their_residues(top: int, bottom: int) -> None:
    wanted = Fraction(top, bottom)
    residue = wanted.numerator * pow(wanted.denominator, -1, PRIME) % PRIME
    assert rationals([residue], PRIME) == [wanted]


@settings(deadline=None)
@given(st.lists(st.fractions(-20, 20, max_denominator=9), min_size=2, max_size=4), st.data())
def test_a_mix_of_columns_is_found_again(weights: list[Fraction], data: st.DataObject) -> None:
    rows = len(weights) + 4
    column = st.lists(st.integers(-1000, 1000), min_size=rows, max_size=rows)
    columns = [data.draw(column) for _ in weights]
    scaled = 2520  # whatever the denominators, the target is whole
    target = [
        int(sum(scaled * w * c[i] for w, c in zip(weights, columns, strict=True)))
        for i in range(rows)
    ]
    following = [1] * len(weights)
    found = relation(columns, target, following)
    if np.linalg.matrix_rank(np.array(columns, dtype=float)) == len(weights):
        assert found is not None
        assert found.weights == tuple(scaled * w for w in weights)


def test_a_dependency_is_the_one_that_ends_soonest() -> None:
    matrix = np.array([[1, 2, 3], [2, 4, 5]], dtype=np.int64)
    vector = dependency(matrix, PRIMES[0])
    assert vector is not None
    assert vector.tolist() == [PRIMES[0] - 2, 1, 0]


def test_berlekamp_massey_finds_the_tribonacci_rule() -> None:
    tribonacci = [0, 0, 1, 1, 2, 4, 7, 13, 24]
    *_, last = connections(tribonacci, 101)
    assert last == [1, 100, 100, 100]


def test_berlekamp_massey_changes_its_mind_only_where_a_term_breaks_it() -> None:
    powers = [1, 2, 4, 8, 17]
    found = list(connections(powers, 101))
    assert found[1] == found[2] == found[3] == [1, 99]
    assert found[1] is found[3]
    assert len(found[4]) - 1 == 4


def test_a_column_that_is_no_mix_of_the_others_is_told() -> None:
    assert relation([[1, 1, 1]], [2, 3, 4], [1]) is None
    # A second column that depends on the first is left out: its weight is 0.
    found = relation([[1, 2, 3], [2, 4, 6]], [5, 10, 15], [4, 8])
    assert found is not None
    assert (found.weights, found.value, found.checked) == ((5, 0), 20, 2)


def test_whole_numbers_come_back_from_several_primes() -> None:
    wanted = [10**20 + 39, -7, 10**20]
    vectors = [(np.array([w % p for w in wanted]), p) for p in PRIMES]
    assert lifted(vectors) == wanted


def independent(columns: list[list[int]], prime: int) -> bool:
    """Whether no mix of the columns but that of zeros is 0, by trying all of them."""
    return not any(
        any(mix) and not any(sum(map(mul, mix, row)) % prime for row in zip(*columns, strict=True))
        for mix in product(range(prime), repeat=len(columns))
    )


@pytest.mark.parametrize("seed", range(25))
def test_dependencies_are_those_of_trying_all_mixes(seed: int) -> None:
    rng, prime = np.random.default_rng(seed), 3
    matrix = rng.integers(0, prime, (int(rng.integers(1, 4)), 4))
    columns = matrix.T.tolist()
    end = next((n for n in range(4) if not independent(columns[: n + 1], prime)), None)
    vector = dependency(matrix, prime)
    if end is None:
        assert vector is None
    else:
        assert vector is not None
        assert not (matrix @ vector % prime).any()
        assert vector[end] == 1
        assert not vector[end + 1 :].any()


@given(
    st.lists(st.integers(-(10**8), 10**8), min_size=1, max_size=4),
    st.integers(1, 10**8),
    st.integers(2, 6),
)
def test_whole_vectors_come_back_in_lowest_terms(
    vector: list[int], last: int, n_primes: int
) -> None:
    whole, primes = [*vector, last], PRIMES[:n_primes]
    scaled = [
        (np.array([x * pow(last, -1, p) % p for x in whole], dtype=np.int64), p) for p in primes
    ]
    assert lifted(scaled) == [x // gcd(*whole) for x in whole]


def test_what_is_too_large_for_its_primes_is_not_lifted() -> None:
    first, large = PRIMES[0], 10**7 + 19
    over = np.array([(10**6 + 3) * pow(large, -1, first) % first, 1])
    assert lifted([(over, first)]) != [10**6 + 3, large]
    both = [(np.array([(10**6 + 3) * pow(large, -1, p) % p, 1]), p) for p in PRIMES[:2]]
    assert lifted(both) == [10**6 + 3, large]


@pytest.mark.parametrize("size", [50, 10**7, 10**11])
def test_a_system_of_whole_numbers_is_solved_in_whole_numbers(size: int) -> None:
    rng = np.random.default_rng(size)
    a, b, c = ([int(x) for x in rng.integers(-size, size, 6)] for _ in range(3))
    weights = [3, -5, 7 * size + 1]
    last = [sum(map(mul, weights, row)) for row in zip(a, b, c, strict=True)]
    rows = list(zip(a, b, c, [2 * x for x in last], strict=True))

    def system(prime: int) -> np.ndarray:
        return np.array([[x % prime for x in row] for row in rows], dtype=np.int64)

    *_, found = whole_dependencies(system)
    assert found in ([6, -10, 14 * size + 2, -1], [-6, 10, -14 * size - 2, 1])
    assert list(whole_dependencies(lambda prime: np.eye(3, dtype=np.int64))) == []


def test_a_mix_by_hand() -> None:
    ones, places = [1] * 5, [1, 2, 3, 4, 5]
    found = relation([ones, places, [2 * n for n in places]], [4, 7, 10, 13, 16], [1, 6, 12])
    assert found is not None
    # 1 + 3 n; the third column depends on the second and is left out.
    assert found.weights == (1, 3, 0)
    assert (found.value, found.checked) == (19, 3)
    assert found.bits == int_bits(1) + int_bits(3) + int_bits(0) + 3  # each is over 1
    for spoiled in range(5):
        target = [4, 7, 10, 13, 16]
        target[spoiled] += 1
        assert relation([ones, places], target, [1, 6]) is None
    assert relation([[1, 1], [1, 2]], [4, 7], [1, 3]) is None  # nothing is left to check
    assert relation([[2, 4, 6]], [1, 2, 3], [8]) is not None
    assert relation([[2, 4, 6]], [1, 2, 3], [7]) is None  # 7/2 is not whole
    nothing = relation([[1, 1, 1], [1, 2, 3]], [0, 0, 0], [1, 4])
    assert nothing is not None
    assert (nothing.value, nothing.checked, nothing.weights) == (0, 3, (0, 0))


def shortest(terms: list[int], prime: int) -> int:
    """The least order of a recurrence, by trying all of them."""
    for order in range(len(terms)):
        for weights in product(range(prime), repeat=order):
            back = [terms[i - order : i][::-1] for i in range(order, len(terms))]
            after = terms[order:]
            if all(
                (t - sum(map(mul, weights, b))) % prime == 0
                for t, b in zip(after, back, strict=True)
            ):
                return order
    return len(terms)


@pytest.mark.parametrize("seed", range(40))
def test_recurrences_are_the_shortest_of_all(seed: int) -> None:
    rng, prime = np.random.default_rng(seed), 3
    terms = rng.integers(0, prime, 7).tolist()
    for n, c in enumerate(connections(terms, prime), 1):
        order = len(c) - 1
        assert c[0] == 1
        assert order == shortest(terms[:n], prime)
        for i in range(order, n):
            assert sum(c[j] * terms[i - j] for j in range(order + 1)) % prime == 0
