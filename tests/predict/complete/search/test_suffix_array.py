"""The order by past against a plain sort, and stretches against a plain scan."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.predict.complete.search import suffix_array
from int2vec.predict.complete.search.suffix_array import SEPARATOR, Past, order_by_past
from int2vec.progress import followed_by

_small = st.lists(st.integers(-1, 3), min_size=1, max_size=60)
# Codes of which two fit into a key, in runs that differ far back alone.
_repeats = st.lists(st.integers(1, 30), min_size=2, max_size=4).map(
    lambda runs: [code for n in runs for code in (SEPARATOR, 7, *[2**31 - 2] * n)]
)
_texts = st.one_of(_small, _repeats).map(
    lambda terms: np.array([SEPARATOR, *terms, SEPARATOR], np.int32)
)


def _past(text: list[int], place: int) -> list[int]:
    past = []
    while place > 0 and text[place - 1] != SEPARATOR:
        place -= 1
        past.append(text[place])
    return past


@given(_texts)
def test_places_are_sorted_by_their_past(text: np.ndarray) -> None:
    order = order_by_past(text).tolist()
    assert sorted(order) == list(range(len(text) + 1))
    pasts = [(_past(text.tolist(), place), place) for place in order]
    assert pasts == sorted(pasts)  # among equals the first sequence comes first


@given(_texts, st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_stretches_hold_the_places_that_a_scan_finds(text: np.ndarray, run: list[int]) -> None:
    past = Past(text, order_by_past(text))
    plain = text.tolist()
    for length, (low, high) in enumerate(past.stretches(run), 1):
        wanted = run[-length:]
        scanned = [p for p in range(length, len(plain) + 1) if plain[p - length : p] == wanted]
        assert sorted(past.order[low:high].tolist()) == scanned


def test_large_codes_do_not_overflow() -> None:
    text = np.array([-1, 2**31 - 2, 0, 2**31 - 2, 5, -1], np.int32)
    past = Past(text, order_by_past(text))
    ((low, high),) = past.stretches([2**31 - 2])
    assert sorted(past.order[low:high].tolist()) == [2, 4]


@given(st.integers(1, 7), st.integers(2, 40))
def test_counts_of_a_sample_are_scaled_up(each: int, times: int) -> None:
    """9 is followed by 1 and 2 in turn: half of the places each, however few are looked at."""
    text = np.array([SEPARATOR, *[9, 1, 9, 2] * (each * times), SEPARATOR], np.int32)
    past = Past(text, order_by_past(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suffix_array, "_COUNTED", 2 * times)
        (stretch,) = past.stretches([9])
        _, counts, _ = past.following(stretch)
    assert sum(counts) == pytest.approx(2 * each * times, rel=0.5)


@pytest.mark.parametrize("n", [1000, 3000])
def test_the_share_that_is_done_rises_to_the_whole(n: int) -> None:
    shares: list[float] = []
    text = np.array([SEPARATOR, *[0] * n, SEPARATOR, *[0] * n], np.int32)
    with followed_by(lambda share, _: shares.append(share)):
        order_by_past(text)
    assert shares == sorted(set(shares))
    assert shares[0] < 0.8 < shares[-1] <= 1


def test_codes_are_followed_by_the_commonest_first_with_a_place_of_each() -> None:
    text = np.array([SEPARATOR, 9, 1, 9, 2, 9, 2, SEPARATOR, 9, SEPARATOR], np.int32)
    past = Past(text, order_by_past(text))
    (stretch,) = past.stretches([9])
    codes, counts, at = past.following(stretch)
    assert (codes, counts) == ([2, 1], [2, 1])  # what ends behind 9 is not followed
    assert [int(text[place]) for place in at] == codes
    assert past.places([9]).tolist() == [2, 4, 6, 9]
    assert past.places([9], 4).tolist() == [2, 4, 6, 9]
    assert past.places([9], 3).tolist() == []
    assert past.places([2, 9]).tolist() == [6]
    assert past.places([7, 9]).tolist() == []
    assert past.places([9, SEPARATOR]).tolist() == []
