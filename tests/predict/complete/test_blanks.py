"""Missing terms anywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

import pytest

from int2vec.arithmetic import properties
from int2vec.errors import InputError
from int2vec.predict.complete.blanks import fill
from int2vec.predict.complete.search.index import Index
from int2vec.session import Session


@pytest.mark.parametrize(
    ("pattern", "values"),
    [
        ([1, 4, None, 16, 25], (9,)),
        ([None, 5, 8, 13, 21], (3,)),
        ([1, None, None, 8, 16, 32], (2, 4)),
        ([100, None, 64, 49, 36], (81,)),
        ([2, 3, 5, None, 11, 13], (7,)),
        ([17, 20, None, 26, 29], (23,)),
        ([5, None, 20, 40, None], (10, 80)),
    ],
)
def test_blanks_are_filled(pattern: list[int | None], values: tuple[int, ...]) -> None:
    found = fill(pattern, 3)
    assert found[0].values == values
    assert sum(one.probability for one in found) <= 1 + 1e-9


def test_more_blanks_are_filled_less_surely() -> None:
    one, two, three = (
        fill([None if i in blanks else i * i for i in range(1, 9)])[0]
        for blanks in ((3,), (3, 5), (3, 5, 6))
    )
    assert (one.values, two.values, three.values) == ((9,), (9, 25), (9, 25, 36))
    assert 0.9 < one.probability <= 0.98 > two.probability > three.probability > 0.7


def test_the_corpus_fills_blanks_too(index: Index) -> None:
    found = fill([5, None, 6, 2 * 10**29, 7], 1, index)
    assert found[0].values == (10**29,)
    assert "A101010" in found[0].why


def test_a_corpus_without_numbers_fills_blanks_too(index_over: Callable[[str], Index]) -> None:
    index = index_over("4,8,15\n71,13,99,42,68\n")
    (found,) = fill([71, 13, None, 42, 68], 1, index)
    assert (found.values, found.why) == ((99,), "the terms stand in sequence 2 from its term 1 on")


def test_work_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    work = partial(monkeypatch.setattr, properties, "thread_time")
    work(partial(next, count(0.0, 9.0)))
    assert fill([1, 4, None, 16, 25])[0].values == (9,)  # what is known by name needs no work
    assert fill([5, 13, None, 37, 45]) == []
    work(partial(next, count(0.0, 0.16)))
    assert [p.value for p in Session().go_on([7, 14, 28, 56], 9)] == [112, 224, 448]
    work(partial(next, count(0.0, 0.16)))
    with properties.within(0.5):  # which has begun before
        assert [p.value for p in Session().go_on([7, 14, 28, 56], 9)] == [112, 224]


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(InputError, match="6 of 8 terms are '\\?'"):
        fill([1, *[None] * 6, 2])


def test_the_next_terms_and_options() -> None:
    asked = Session()
    assert [p.value for p in asked.go_on([1, 4, 9, 16], 4)] == [25, 36, 49, 64]
    found = asked.complete([2, 3, 5, 7], options=[9, 11, 12])
    assert found[0].value == 11
    assert sum(p.probability or 0.0 for p in found) == pytest.approx(1.0)
