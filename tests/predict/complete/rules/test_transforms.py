"""Transforms undo each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.predict.complete.rules.transforms import TRANSFORMS, Transform


@pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda t: t.words)
@given(rest=st.lists(st.integers(-9, 9), min_size=3, max_size=9))
def test_doing_takes_undoing_back(transform: Transform, rest: list[int]) -> None:
    terms = [1, *rest]
    inner = transform.undo(terms)
    if inner is not None:
        assert transform.do(inner) == terms
