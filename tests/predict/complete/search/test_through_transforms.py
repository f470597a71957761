"""Predictions through a transform of the prompt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from int2vec.arithmetic.routes import ROUTES, Route
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.scattered import TableCompleter, lines_through_next
from int2vec.predict.complete.search.through_transforms import TransformCompleter

_LED_BY_ONE = (
    [1, 2, 12, 48, 240, 2880, 20160, 241920],
    [1, 2, 5, 14, 42, 132, 429, 1430],  # the convolution square of the Catalan numbers
    [1, 1, 2, 6, 24, 120, 720, 5040],
)


@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if not route.words.startswith("every")],
    ids=lambda route: route.words,
)
def test_every_route_leads_back(route: Route) -> None:
    """From the transform of n + 1 terms, the last of them is found again."""
    travelled = 0
    for terms in _LED_BY_ONE:
        whole, part = route.there(terms), route.there(terms[:-1])
        if whole is None or part is None:
            continue
        assert whole[:-1] == part
        assert route.back(terms[:-1], part, whole[-1]) == terms[-1]
        travelled += 1
    assert travelled


@pytest.mark.parametrize("step", [2, 3, 4])
def test_thinned_terms_lead_straight_on(step: int) -> None:
    (route,) = (route for route in ROUTES if route.words == f"{_WORDS[step]} term stands")
    terms = list(range(20))
    kept = route.there(terms)
    assert kept == list(range(20 % step, 20, step))
    assert route.back(terms, kept, 99) == 99


_WORDS = {2: "every second", 3: "every third", 4: "every fourth"}


@pytest.mark.parametrize(
    ("prompt", "value", "words"),
    [
        ([0, 1, 5, 14, 30, 55], 91, "differences"),  # sums of squares
        ([0, 7, 1, 7, 4, 7, 9, 7, 16, 7], 25, "every second term"),
        ([2, 5, 10, 17, 28, 41, 58], 77, "differences"),  # sums of primes
        ([2, 10, 30, 68, 140, 246, 406, 616, 900], 1290, "a(n) / n is the partial sums of"),
        ([0, 2, 12, 36, 80, 150], 252, "a(n) / n"),  # (n - 1)² n
        ([0, 1, 6, 24, 80, 240], 672, "inverse binomial"),  # of the squares
        ([1, 1, 3, 6, 13, 24, 48, 86], 160, "inverse Euler"),  # plane partitions
        ([1, 4, 18, 96, 600], 4320, "a(n) / n"),  # n n!
    ],
)
def test_predictions_through_a_transform(
    index: Index, prompt: list[int], value: int, words: str
) -> None:
    found = TransformCompleter(index).complete(prompt)
    assert found[0].value == value
    assert any(words in p.why for p in found if p.value == value)


@pytest.mark.parametrize("prompt", [[1, 2, 3], [1, 3, 8, 16, 35, 78], [10**500, 1, 10**500, 7, 3]])
def test_nothing_is_said_where_no_transform_is_known(index: Index, prompt: list[int]) -> None:
    assert TransformCompleter(index).complete(prompt) == []


def test_lines_of_a_triangle() -> None:
    pascal = [1, 1, 1, 1, 2, 1, 1, 3, 3, 1, 1, 4]
    assert dict(lines_through_next(pascal)) == {"the column": [1, 3], "the diagonal": [1, 3]}


def test_columns_of_the_prompt_are_looked_up(index: Index) -> None:
    # T(n, k) = n², by rows: every column ends in squares
    table = [n * n for n in range(8) for _ in range(n + 1)]
    found = TableCompleter(index).complete(table[:-1])
    assert found[0].value == 49


@pytest.mark.parametrize(
    ("sequences", "prompt", "length"),
    [
        ("11,5,12,6,13,7,14,8", [1, 2, 3, 999999, 5, 6, 7], 3),  # an integer never seen
        ("9,4\n5,12,6,13,7,14,8", [1, 2, 3, 4, 5, 6, 7], 3),  # 4 ends the sequence before
        ("4,11,5,12,6,13,7,14,8", [1, 2, 3, 4, 5, 6, 7], 4),
    ],
)
def test_terms_that_stand_spread_out_end_with_their_sequence(
    index_over: Callable[[str], Index], sequences: str, prompt: list[int], length: int
) -> None:
    (found,) = TableCompleter(index_over(sequences)).complete(prompt)
    assert (found.value, found.evidence["match_length"]) == (8, length)
    assert found.evidence["whole"] == (length == 4)
