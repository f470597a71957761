"""Linear algebra modulo primes, lifted back to fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.predict.complete.rules.linear import PRIMES, dependency, mixture, relation
from int2vec.predict.complete.rules.recurrence import PRIME, connection, rational
from int2vec.predict.complete.rules.recurrence import relation as spelled

from int2vec.arithmetic import is_prime  # isort: skip


def test_the_moduli_are_prime() -> None:
    assert all(is_prime(p) and p < 2**31 for p in PRIMES)
    assert is_prime(PRIME)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_fractions_come_back_from_their_residues(top: int, bottom: int) -> None:
    wanted = Fraction(top, bottom)
    residue = wanted.numerator * pow(wanted.denominator, -1, PRIME) % PRIME
    assert rational(residue, PRIME) == (wanted.numerator, wanted.denominator)


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
    assert connection(tribonacci, 101) == [1, 100, 100, 100]


def test_relations_read_as_people_write_them() -> None:
    assert spelled([Fraction(1), Fraction(0), Fraction(-1, 2)]) == "a(n) = a(n−1) − 1/2·a(n−3)"
    assert mixture(["a(n)", ""], [Fraction(-1), Fraction(2)]) == "−a(n) + 2"
