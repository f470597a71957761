"""Completers that count: in the prompt itself, in the corpus, in sequences in like company."""

from __future__ import annotations

import pytest

from int2vec.predict.complete.contexts import LocalCompleter, context_mixture
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.scattered import CompanionCompleter


@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        ([0, 1, 1, 0, 1, 1, 0, 1], 1),
        ([5, 5, 5, 5], 5),
        ([0, 2, 3, 5, 6, 8, 9, 11], 12),  # steps 2, 1
        ([100, 93, 86, 79, 72], 65),
    ],
)
def test_the_prompt_repeats_itself(prompt: list[int], value: int) -> None:
    assert LocalCompleter().complete(prompt)[0].value == value


def test_a_longer_context_outweighs_a_shorter_one() -> None:
    # 1 is followed by 2 more often, but 7, 1 always by 9
    found = context_mixture([1, 2, 1, 2, 7, 1, 9, 1, 2, 7, 1, 9, 1, 2, 7, 1])
    assert max(found, key=lambda symbol: found[symbol][0]) == 9


def test_the_mixture_leaves_room_for_the_unseen() -> None:
    found = context_mixture([3, 1, 4, 1, 5])
    assert 0 < sum(probability for probability, _, _ in found.values()) < 1


def test_each_context_leans_on_the_shorter_one_by_the_number_of_its_successors() -> None:
    # No context: 3, 1 and 1 of 5 terms, 4 more places for 3 symbols and the unseen.
    # After 0 came 1 and 2, once each: two successors, and two shares for the shorter context.
    found = context_mixture([0, 1, 0, 2, 0])
    shares = {symbol: probability for symbol, (probability, _, _) in found.items()}
    assert shares[0] == pytest.approx((0 + 2 * 3 / 9) / (2 + 2))
    assert shares[1] == shares[2] == pytest.approx((1 + 2 * 1 / 9) / (2 + 2))


def test_companions_need_no_unbroken_run(index: Index) -> None:
    # primes with some left out: 31 follows 29 in A000040 all the same
    found = CompanionCompleter(index).complete([3, 7, 11, 19, 23, 29])
    assert found[0].value == 31
    assert "A000040, which holds 6 of the 6 terms" in found[0].why
    stranger = CompanionCompleter(index).complete([3, 7, 11, 19, 22, 29])[0]
    assert "which holds 5 of the 6 terms" in stranger.why
    assert all(p.value > 29 for p in found)


def test_strangers_are_no_companions(index: Index) -> None:
    assert CompanionCompleter(index).complete([1000, 2000, 29]) == []
