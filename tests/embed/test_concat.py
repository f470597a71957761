"""Concatenation, aligned by integer."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.embed.concat import concatenate
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError

_A = Embeddings([1, 2, 3], np.array([[1, 1], [2, 2], [3, 3]]), name="a")
_B = Embeddings([3, 2, 9], np.array([[30], [20], [90]]), name="b")


def test_rows_are_aligned() -> None:
    both = concatenate([_A, _B])
    assert {n: both[n].tolist() for n in both.integers} == {2: [2, 2, 20], 3: [3, 3, 30]}
    assert both.name == "a+b"


def test_faults_are_named() -> None:
    with pytest.raises(InputError, match="two or more"):
        concatenate([_A])
    with pytest.raises(InputError, match="share no integer"):
        concatenate([_A, Embeddings([77], np.ones((1, 1)), name="z")])
