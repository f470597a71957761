"""Units of integers: what they say, and vectors put together from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.units import UnitKinds, Units

KINDS = UnitKinds(moduli=(2, 3, 7, 16), largest_divisor=13, size_steps=4, leading=True)


def _said(n: int) -> set[str]:
    return {KINDS.words(unit) for unit in KINDS.of([n])[0].tolist()} - {""}


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (91, {"1 mod 2", "1 mod 3", "0 mod 7", "11 mod 16", "7 divides", "13 divides", "2 digits"}),
        (13, {"none divides", "positive", "4 bits", "first two digits 13"}),  # 13 | 13 says nothing
        (17 * 19, {"none divides", "3 digits"}),
        (-6, {"negative", "0 mod 2", "0 mod 3", "1 mod 7", "2 divides", "3 divides"}),
        (0, {"zero", "0 mod 16", "1 digits", "0 bits"}),
        (10**30, {"31 digits", "first three digits 100", "2 divides", "5 divides", "0 mod 2"}),
        (7 * 10**4200, {"63 digits", "first two digits 70", "7 divides", "0 mod 7"}),
    ],
)
def test_what_is_said_of_an_integer(n: int, words: set[str]) -> None:
    assert words <= _said(n)
    assert ("none divides" in _said(n)) == ("none divides" in words)


@given(st.lists(st.one_of(st.integers(-500, 500), st.integers()), min_size=1, max_size=20))
def test_a_vector_is_the_mean_of_its_units(integers: list[int]) -> None:
    matrix = np.random.default_rng(0).normal(size=(KINDS.n, 5)).astype(np.float32)
    found = Units(kinds=KINDS, matrix=matrix).vectors(integers)
    for n, vector in zip(integers, found, strict=True):
        units = [unit for unit in KINDS.of([n])[0].tolist() if unit < KINDS.n]
        assert np.allclose(vector, matrix[units].mean(axis=0), atol=1e-5)


def test_no_integers_have_no_vectors() -> None:
    units = Units(kinds=KINDS, matrix=np.zeros((KINDS.n, 5), np.float32))
    assert units.vectors([]).shape == (0, 5)


def test_long_and_short_integers_stand_beside_each_other() -> None:
    matrix = np.random.default_rng(0).normal(size=(KINDS.n, 3)).astype(np.float32)
    units = Units(kinds=KINDS, matrix=matrix)
    mixed = [5, 10**50, -(2**62), 2**62 - 1]
    together = units.vectors(mixed)
    assert np.allclose(together, [units.vector(n) for n in mixed], atol=1e-6)
