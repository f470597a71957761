"""Whatever the input, an answer comes soon and nothing breaks."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.predict.complete.rules import RulesCompleter, RulesConfig

RANDOM = random.Random(5)
HUGE = [RANDOM.randrange(10**999, 10**1000) for _ in range(1000)]

HARD = {
    "a thousand terms of a thousand digits": HUGE,
    "the same in rising order": sorted(HUGE),
    "ten thousand digits": [RANDOM.randrange(10) for _ in range(10_000)],
    "a thousand integers in rising order": sorted(RANDOM.sample(range(100_000), 1000)),
    "terms of ten thousand digits": [10**10_000 + n for n in range(8)],
    "towers of powers": [2 ** (2**n) for n in range(14)],
    "a few terms past Python's limit on writing integers": [3**9000 + n * n for n in range(6)],
    "products of large primes": [(10**18 + 9) * (10**18 + 3) + n for n in range(20)],
    "signs and zeros": [0, -1, 0, 1] * 200,
}


@pytest.mark.parametrize("terms", HARD.values(), ids=HARD.keys())
def test_hard_input_is_answered_in_bounded_time(terms: list[int]) -> None:
    completer = RulesCompleter()
    completer.complete([1, 2, 4, 7, 12, 20, 33])  # tables are made on the first query
    before = time.perf_counter()
    completer.complete(terms)
    assert time.perf_counter() - before < 5  # a second at most on an idle machine


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.lists(st.integers(-20, 20), max_size=14),
        st.lists(st.integers(0, 2), max_size=40),
        st.lists(st.integers(), max_size=12),
        st.lists(st.integers(1, 10**40), max_size=8),
        st.lists(st.integers(0, 500), max_size=30, unique=True).map(sorted),
    )
)
def test_any_integers_are_survived(terms: list[int]) -> None:
    for prediction in RulesCompleter().complete(terms, 3):
        assert isinstance(prediction.value, int)
        assert prediction.why


def test_a_small_budget_still_finds_the_simplest_rules() -> None:
    completer = RulesCompleter(RulesConfig(steps=50, seconds=5))
    assert completer.complete([3, 5, 7, 9, 11])[0].value == 13


def test_the_answer_does_not_depend_on_the_clock() -> None:
    terms = [2, 3, 9, 23, 56, 131, 300]
    first = RulesCompleter(RulesConfig(seconds=60)).complete(terms)
    assert first == RulesCompleter(RulesConfig(seconds=90)).complete(terms)
