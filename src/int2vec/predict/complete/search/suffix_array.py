"""Orders the places of a text by what stands before them (a suffix array, read backwards).

Places whose recent past agrees lie side by side, so the places that follow a given run of terms
are one stretch of the order, found by bisection, and a longer run narrows the stretch.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from int2vec.progress import progress

SEPARATOR = -1
_COUNTED = 10_000  # places of a stretch that are looked at


def order_by_past(text: NDArray[np.int32]) -> NDArray[np.int32]:
    """The places 0..len(text) sorted by text[p-1], text[p-2], … back to a separator.

    Prefix doubling: places sorted by their last k terms are sorted by the last 2k with one sort
    of pairs of ranks, in which only those that still tie with another take part.

    >>> order_by_past(np.array([-1, 5, 7, -1, 5], np.int32)).tolist()
    [0, 1, 4, 2, 5, 3]
    """
    reach = _reach(text)
    k, key = _first_key(text, reach)
    order = np.argsort(key, kind="stable").astype(np.int32)
    rank = np.empty(len(order), np.int32)
    rank[order] = _starts_of_runs(key[order], np.arange(len(order), dtype=np.int32))
    longest = int(reach.max(initial=0))
    while True:
        same = np.diff(rank[order], prepend=-1, append=-1) == 0
        slots = np.flatnonzero((same[1:] | same[:-1]) & (reach[order] >= k))
        if not len(slots):
            return order
        progress(min(1.0, float(np.log2(k) / np.log2(longest + 1))), "building the index")
        places = order[slots]
        key = (rank[places].astype(np.int64) << 32) | rank[places - k]
        new = np.argsort(key, kind="stable")
        order[slots] = places = places[new]
        rank[places] = _starts_of_runs(key[new], slots.astype(np.int32))
        k *= 2


def _reach(text: NDArray[np.int32]) -> NDArray[np.int32]:
    """How many terms stand before each place, back to the last separator."""
    places = np.arange(len(text) + 1, dtype=np.int32)
    last = np.zeros(len(text) + 1, np.int32)
    last[1:] = np.where(text == SEPARATOR, places[1:], 0)
    return places - np.maximum.accumulate(last)


def _first_key(text: NDArray[np.int32], reach: NDArray[np.int32]) -> tuple[int, NDArray[np.int64]]:
    """As many of the last terms as fit into one 63-bit number, and that number for each place."""
    bits = (int(text.max(initial=0)) + 1).bit_length()
    k = min(63 // bits, len(text))
    key = np.zeros(len(text) + 1, np.int64)
    for back in range(k):
        key <<= bits
        terms = text[: len(text) - back].astype(np.int64) + 1
        key[back + 1 :] += np.where(reach[back + 1 :] > back, terms, 0)
    return k, key


def _starts_of_runs(key: NDArray[np.int64], slots: NDArray[np.int32]) -> NDArray[np.int32]:
    """For each element of a sorted key, the slot at which its run of equal keys starts."""
    starts = np.diff(key, prepend=-1) != 0
    # Slots rise, so the latest start of a run is the greatest so far.
    return np.maximum.accumulate(np.where(starts, slots, 0))


class Past:
    """A text and the order of its places by their past; both may be memory-mapped."""

    def __init__(self, text: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        self.text = np.asarray(text)
        self.order = np.asarray(order)
        self._text = self.text.data
        self._order = self.order.data

    def stretches(self, past: Sequence[int]) -> list[tuple[int, int]]:
        """The stretch of the order for the last 1, 2, … terms of `past`, while there is one."""
        text, low, high = self._text, 1, len(self._order)  # place 0 has no past and sorts first
        found: list[tuple[int, int]] = []
        for back, term in enumerate(reversed(past), 1):
            if term < 0:
                break
            if high - low == 1:  # one place is left: follow it without bisecting
                if text[self._order[low] - back] != term:
                    break
            else:

                def before(place: int, back: int = back) -> int:
                    return text[place - back]

                low = bisect_left(self._order, term, low, high, key=before)
                high = bisect_right(self._order, term, low, high, key=before)
                if low == high:
                    break
            found.append((low, high))
        return found

    def places(self, past: Sequence[int], most: int | None = None) -> NDArray[np.int64]:
        """The places behind these terms, rising; none where there are more than `most`."""
        found = self.stretches(past)
        low, high = found[-1] if len(found) == len(past) else (0, 0)
        if most is not None and high - low > most:
            low = high
        return np.sort(self.order[low:high].astype(np.int64))

    def following(self, stretch: tuple[int, int]) -> tuple[list[int], list[int], list[int]]:
        """What follows in a stretch, the commonest first: codes, how often, a place of each.

        Of a stretch of many thousand places an even sample is counted, and scaled up.
        """
        low, high = stretch
        stride = max((high - low) // _COUNTED, 1)
        places = self.order[low:high:stride]
        places = places[places < len(self.text)]
        places = places[self.text[places] != SEPARATOR]
        codes, first, counts = np.unique(self.text[places], return_index=True, return_counts=True)
        best = np.argsort(-counts, kind="stable")  # ties: the commonest integer, with row 0
        return (
            codes[best].tolist(),
            (counts[best] * stride).tolist(),
            places[first[best]].tolist(),
        )
