"""Whatever the input, the budget bounds the work and nothing breaks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.errors import InputError, OutOfBudgetError
from int2vec.predict.complete.rules import RulesCompleter, RulesConfig
from int2vec.predict.complete.rules.fit import Fit, Search, Terms
from int2vec.predict.complete.rules.simple import step

RANDOM = random.Random(5)
HUGE = [RANDOM.randrange(10**999, 10**1000) for _ in range(1000)]

PRODUCT = (10**18 + 9) * (10**18 + 3)
HARD: dict[str, tuple[list[int], int | None]] = {
    "a thousand terms of a thousand digits": (HUGE, None),
    "the same in rising order": (sorted(HUGE), None),
    "ten thousand digits": ([RANDOM.randrange(10) for _ in range(10_000)], None),
    "a thousand integers in rising order": (sorted(RANDOM.sample(range(100_000), 1000)), None),
    "products past that limit": ([10**4000 + RANDOM.randrange(10**9) for _ in range(8)], None),
    "towers of powers": ([2 ** (2**n) for n in range(14)], 2 ** (2**14)),
    "terms of 3,800 digits": ([3**8000 + n * n for n in range(6)], 3**8000 + 36),
    "products of large primes": ([PRODUCT + n for n in range(20)], PRODUCT + 20),
    "signs and zeros": ([0, -1, 0, 1] * 200, 0),
}


@pytest.mark.parametrize(("terms", "expected"), HARD.values(), ids=HARD.keys())
def test_hard_input_is_answered_or_left_alone(terms: list[int], expected: int | None) -> None:
    found = RulesCompleter().complete(terms)
    assert (found[0].value if found else None) == expected


def test_terms_past_all_use_are_refused() -> None:
    with pytest.raises(InputError, match="at most 4,000 digits are allowed"):
        RulesCompleter().complete([10**10_000 + n for n in range(8)])


def test_a_rule_that_never_ends_is_cut_off() -> None:
    def endless(terms: Terms, search: Search) -> Iterator[Fit]:
        while True:
            search.spend(1)
            yield from step(terms, search)

    found = iter(endless([3, 5, 7, 9], Search([], steps=1_000, seconds=60)))
    assert [next(found).value for _ in range(1_000)] == [11] * 1_000
    with pytest.raises(OutOfBudgetError):
        next(found)


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
