"""Concatenation, aligned by integer."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.embed.concat import concatenate
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.units import UnitKinds, Units

_A = Embeddings([1, 2, 3], np.array([[1, 1], [2, 2], [3, 3]]), name="a")
_B = Embeddings([3, 2, 9], np.array([[30], [20], [90]]), name="b")


def test_rows_are_aligned() -> None:
    both = concatenate([_A, _B])
    assert {n: both[n].tolist() for n in both.integers} == {2: [2, 2, 20], 3: [3, 3, 30]}
    assert both.name == "a+b"


def test_zeros_stand_for_missing_vectors() -> None:
    both = concatenate([_A, _B], missing="zero")
    assert both[1].tolist() == [1, 1, 0]
    assert both[9].tolist() == [0, 0, 90]


def test_digits_stand_in_where_there_are_subwords() -> None:
    table = Units(
        kinds=UnitKinds(min_n=3, max_n=6, n_buckets=1),
        buckets=np.zeros(1, np.uint32),
        matrix=np.full((1, 1), 7, np.float32),
    )
    with_digits = Embeddings([2], np.array([[5]]), name="c", subwords=table)
    both = concatenate([_A, with_digits], missing="infer")
    assert {n: both[n].tolist() for n in both.integers} == {
        1: [1, 1, 7],
        2: [2, 2, 5],
        3: [3, 3, 7],
    }


def test_faults_are_named() -> None:
    with pytest.raises(InputError, match="two or more"):
        concatenate([_A])
    with pytest.raises(InputError, match="'drop'; give one of"):
        concatenate([_A, _B], missing="drop")
    with pytest.raises(InputError, match="share no integer"):
        concatenate([_A, Embeddings([77], np.ones((1, 1)), name="z")])
