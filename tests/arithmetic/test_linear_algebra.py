"""Linear algebra modulo primes, lifted back to fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.arithmetic.linear_algebra import (
    PRIMES,
    connections,
    dependency,
    lifted,
    rational,
    relation,
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
    assert rational(residue, PRIME) == wanted


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
