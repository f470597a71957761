"""The table of distinct integers, gathered from encoded blocks.

Types number the distinct integers: the short ones by rising value, then the long ones in order
of appearance. Rows number them by falling count; ties keep the order of types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.blocks import SMALL, Block, distinct

BIG = -(2**63)  # stands in `Corpus.values` for an integer of 19 digits or more


class IntegerGatherer:
    """Collects the integers of one block after another."""

    def __init__(self) -> None:
        self._small = np.zeros(2 * SMALL, np.int64)
        self._middle: list[NDArray[np.int64]] = []
        self._middle_counts: list[NDArray[np.int64]] = []
        self._long: dict[bytes, int] = {}
        self._long_numbers: list[NDArray[np.int64]] = []

    def add(self, block: Block) -> None:
        """Take in the integers of a block and their counts."""
        small, middle = np.split(block.counts, [2 * SMALL])
        self._small += small
        self._middle.append(block.middle)
        self._middle_counts.append(middle)
        known = self._long
        numbers = [known.setdefault(text, len(known)) for text in block.long]
        self._long_numbers.append(np.array(numbers, np.int64))

    def table(self) -> IntegerTable:
        """The table of all integers taken in."""
        middle, which, _ = distinct(np.concatenate(self._middle), in_runs=True)
        # Sums in float64, exact below 2**53.
        weights = np.concatenate(self._middle_counts)
        middle_counts = np.bincount(which, weights, minlength=len(middle)).astype(np.int64)
        there = self._small > 0
        n_small, n_low = int(np.count_nonzero(there)), int(np.searchsorted(middle, -SMALL))
        small = np.flatnonzero(there)
        values = np.concatenate((middle[:n_low], small - SMALL, middle[n_low:]))
        counts = (
            middle_counts[:n_low],
            self._small[small],
            middle_counts[n_low:],
            np.bincount(np.concatenate(self._long_numbers), minlength=len(self._long)),
        )
        which = np.where(which < n_low, which, which + n_small)
        cuts = np.cumsum([len(block) for block in self._middle])[:-1]
        lookups = [
            np.concatenate((middle_types, len(values) + long)).astype(np.int32)
            for middle_types, long in zip(np.split(which, cuts), self._long_numbers, strict=True)
        ]
        small_types = (np.cumsum(there) - 1 + n_low).astype(np.int32)
        return IntegerTable(values, np.concatenate(counts), list(self._long), small_types, lookups)


class IntegerTable:
    """The distinct integers and how often each occurs."""

    def __init__(
        self, values: NDArray[np.int64], counts: NDArray[np.int64], long: list[bytes],
        small_types: NDArray[np.int32], lookups: list[NDArray[np.int32]],
    ) -> None:  # fmt: skip
        self._values = values  # of the short types
        self._long = long
        self._small_types = small_types  # type by code, in all blocks alike
        self._lookups = lookups  # type by code past 2·SMALL, a block each
        self.counts = counts  # by type; a caller that drops sequences subtracts their terms

    def types(self, codes: NDArray[np.int32], block: int) -> NDArray[np.int32]:
        """The types of a block's codes."""
        return np.concatenate((self._small_types, self._lookups[block]))[codes]

    def blocks_of_rows(
        self, rows: NDArray[np.int32], codes: Iterable[NDArray[np.int32]]
    ) -> Iterator[NDArray[np.int32]]:
        """The rows of each block's codes in turn, given the row of each type."""
        if not len(rows):  # every sequence is empty
            yield from codes
            return
        small = rows[self._small_types]
        for some, lookup in zip(codes, self._lookups, strict=True):
            yield np.concatenate((small, rows[lookup]))[some]

    def ranked(self) -> NDArray[np.int32]:
        """The row of each type, by falling count."""
        counts = self.counts
        # Four of five integers occur once: they need no sorting.
        often = np.flatnonzero(counts > 1)
        order = np.concatenate(
            (often[np.argsort(-counts[often], kind="stable")], np.flatnonzero(counts <= 1))
        )
        rows = np.empty(len(counts), np.int32)
        rows[order] = np.arange(len(counts), dtype=np.int32)
        return rows

    def tensors(self, rows: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
        """What a compiled corpus keeps of the integers, given the row of each type."""
        n_short = len(self._values)
        values = np.full(len(rows), BIG, np.int64)
        values[rows[:n_short]] = self._values
        counts = np.empty(len(rows), np.int64)
        counts[rows] = self.counts
        order = np.argsort(rows[n_short:])
        texts = [self._long[i] for i in order.tolist()]
        return {
            "counts": counts,
            "values": values,
            "by_value": rows[:n_short],
            "big_rows": rows[n_short:][order],
            "big_text": np.frombuffer(b"".join(texts), np.uint8),
            "big_offsets": np.cumsum([0, *map(len, texts)], dtype=np.int64),
        }
