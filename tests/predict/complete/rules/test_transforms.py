"""Transforms undo each other and agree with classical pairs of sequences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.predict.complete.rules.power_series import divisor_sums, euler, exponential
from int2vec.predict.complete.rules.transforms import TRANSFORMS, Transform


def test_partitions_are_the_euler_transform_of_ones() -> None:
    assert euler([1] * 9) == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30]


def test_bell_numbers_are_the_exponential_transform_of_ones() -> None:
    assert exponential([1] * 7) == [1, 1, 2, 5, 15, 52, 203, 877]


def test_the_divisor_sums_of_n_are_sigma() -> None:
    assert divisor_sums([1, 2, 3, 4, 5, 6]) == [1, 3, 4, 7, 6, 12]


@pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda t: f"{t.words} {t.lead}")
@given(rest=st.lists(st.integers(-9, 9), min_size=3, max_size=9))
def test_doing_takes_undoing_back(transform: Transform, rest: list[int]) -> None:
    terms = [1, *rest]
    inner = transform.undo(terms)
    if inner is not None:
        assert transform.do(inner) == terms
