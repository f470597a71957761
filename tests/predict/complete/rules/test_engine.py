"""The rule engine as a person meets it: what comes next, and why."""

from __future__ import annotations

import pytest

from int2vec.errors import InputError
from int2vec.predict.complete.rules import RulesCompleter

GOLDEN = [
    ([5, 5, 5, 5], 5, "every term is 5"),
    ([12, 19, 26, 33], 40, "plus 7"),
    ([5, 15, 45, 135], 405, "times 3"),
    ([32, 48, 72, 108], 162, "times 3/2"),
    ([11, 23, 38, 11, 23], 38, "period 3"),
    ([4, 7, 16, 31, 52, 79], 112, "polynomial"),
    ([7, 19, 43, 91], 187, "times 2 plus 5"),
    ([2, 5, 7, 12, 19], 31, "sum of the previous two"),
    ([12, 19, 38, 45, 90], 97, "+7, ×2"),
    ([1, 2, 6, 36, 44, 440], 452, "moving number"),
    ([1, 1, 8, 5, 15, 9], 22, "interleaved"),
    ([256, 16, 4], 2, "square root"),
    ([2, 3, 7, 16, 32, 57], 93, "differences"),
]


@pytest.mark.parametrize(("terms", "expected", "phrase"), GOLDEN)
def test_the_next_term_and_its_reason(terms: list[int], expected: int, phrase: str) -> None:
    best = RulesCompleter().complete(terms)[0]
    assert best.value == expected
    assert phrase in best.why


@pytest.mark.parametrize("terms", [[True, False], [1.5, 2], ["1", "2"], "1, 2", [None]])
def test_what_is_no_integer_is_refused(terms: object) -> None:
    with pytest.raises(InputError):
        RulesCompleter().complete(terms)  # type: ignore[arg-type]
