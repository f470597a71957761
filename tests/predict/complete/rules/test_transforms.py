"""What follows behind a transform of the terms leads back to the term that brings it about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic.routes import ROUTES, Route
from int2vec.predict.complete.rules.transforms import BINOMIALS, POWERS, SIMPLE


@pytest.mark.parametrize("route", dict.fromkeys([*SIMPLE, *ROUTES, *BINOMIALS[:2], *POWERS[:3]]))
@given(rest=st.lists(st.integers(-9, 9), min_size=3, max_size=9), following=st.integers(-99, 99))
def test_the_way_back_is_one(route: Route, rest: list[int], following: int) -> None:
    terms = [1, *rest]
    made = route.there(terms)
    value = route.back(terms, made, following) if made else None
    again = route.there([*terms, value]) if value is not None else None
    if again is not None and route.step == 1:
        assert again == [*made, following]
