"""The distinct integers of a corpus: coded within each block, then numbered over all of them.

A block is encoded over integers of its own and needs nothing from the blocks before it, so that
threads work on several at once. Types number the distinct integers of all blocks: the short ones
by rising value, then the big ones in order of appearance. Rows number them by falling count;
ties keep the order of types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BadLine
from int2vec.corpus.strict import BIG, parse_block

SMALL = 1 << 17  # integers from -SMALL up to SMALL have the codes 0 … 2·SMALL - 1 in all blocks


@dataclass(frozen=True, eq=False, kw_only=True)
class Block:
    """The sequences of one block.

    Codes past 2·SMALL number the block's own `middle` integers, then its `big` terms.
    """

    codes: NDArray[np.int32]  # (n_terms,)
    lengths: NDArray[np.int64]  # (n_sequences,)
    a_numbers: NDArray[np.int32]  # (n_sequences,)
    small_counts: NDArray[np.int64]  # (2·SMALL,)
    middle: NDArray[np.int64]  # rising
    middle_counts: NDArray[np.int64]
    big: list[bytes]  # every big term
    bad: list[BadLine]
    n_lines: int


def encode_block(block: bytes) -> Block:
    """The sequences of a block of whole lines, over codes."""
    terms, bad, n_lines = parse_block(block)
    codes = terms.values + SMALL
    far = np.flatnonzero(codes.view(np.uint64) >= 2 * SMALL)
    codes[far] = 2 * SMALL
    small_counts = np.bincount(codes, minlength=2 * SMALL + 1)[: 2 * SMALL]
    far = far[terms.values[far] != BIG]
    middle, which, middle_counts = _distinct(terms.values[far])
    codes[far] = 2 * SMALL + which
    codes[terms.big_at] = 2 * SMALL + len(middle) + np.arange(len(terms.big))
    return Block(
        codes=codes.astype(np.int32),
        lengths=terms.lengths,
        a_numbers=terms.a_numbers.astype(np.int32),
        small_counts=small_counts,
        middle=middle,
        middle_counts=middle_counts,
        big=terms.big,
        bad=bad,
        n_lines=n_lines,
    )


def _distinct(
    values: NDArray[np.int64], *, in_runs: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values, rising; which of them each value is; how often each occurs.

    `in_runs` says that the values are a few rising runs, which one kind of sorting makes use of.
    """
    order = np.argsort(values, kind="stable" if in_runs else "quicksort")
    ordered = values[order]
    new = np.concatenate((np.ones(min(len(values), 1), bool), ordered[1:] != ordered[:-1]))
    which = np.empty(len(values), np.int64)
    which[order] = np.cumsum(new) - 1
    firsts = np.flatnonzero(new)
    return ordered[firsts], which, np.diff(firsts, append=len(values))


class IntegerGatherer:
    """Collects the integers of one block after another."""

    def __init__(self) -> None:
        self._small_counts = np.zeros(2 * SMALL, np.int64)
        self._middle: list[NDArray[np.int64]] = []
        self._middle_counts: list[NDArray[np.int64]] = []
        self._big: dict[bytes, int] = {}
        self._big_numbers: list[NDArray[np.int64]] = []

    def add(self, block: Block) -> None:
        """Take in the integers of a block and their counts."""
        self._small_counts += block.small_counts
        self._middle.append(block.middle)
        self._middle_counts.append(block.middle_counts)
        known = self._big
        numbers = [known.setdefault(text, len(known)) for text in block.big]
        self._big_numbers.append(np.array(numbers, np.int64))

    def table(self) -> IntegerTable:
        """The table of all integers taken in."""
        middle, which, _ = _distinct(np.concatenate(self._middle), in_runs=True)
        # Sums in float64, exact below 2**53.
        weights = np.concatenate(self._middle_counts)
        middle_counts = np.bincount(which, weights, minlength=len(middle)).astype(np.int64)
        small = np.flatnonzero(self._small_counts)
        n_low = int(np.searchsorted(middle, -SMALL))  # middle integers below all small ones
        values = np.concatenate((middle[:n_low], small - SMALL, middle[n_low:]))
        counts = (
            middle_counts[:n_low],
            self._small_counts[small],
            middle_counts[n_low:],
            np.bincount(np.concatenate(self._big_numbers), minlength=len(self._big)),
        )
        which = np.where(which < n_low, which, which + len(small))
        cuts = np.cumsum([len(block) for block in self._middle])[:-1]
        return IntegerTable(
            values=values,
            counts=np.concatenate(counts),
            big=list(self._big),
            small_types=(np.cumsum(self._small_counts > 0) - 1 + n_low).astype(np.int32),
            other_types=[
                np.concatenate((middle_types, len(values) + big_numbers)).astype(np.int32)
                for middle_types, big_numbers in zip(
                    np.split(which, cuts), self._big_numbers, strict=True
                )
            ],
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class IntegerTable:
    """The distinct integers and how often each occurs."""

    values: NDArray[np.int64]  # of the short types
    big: list[bytes]  # of the other types, as decimal digits
    counts: NDArray[np.int64]  # by type; whoever drops sequences takes their terms off
    small_types: NDArray[np.int32]  # type by code, in all blocks alike
    other_types: list[NDArray[np.int32]]  # type by code past 2·SMALL, for each block

    def types(self, codes: NDArray[np.int32], block: int) -> NDArray[np.int32]:
        """The types of a block's codes."""
        return np.concatenate((self.small_types, self.other_types[block]))[codes]

    def ranked(self) -> NDArray[np.int32]:
        """The row of each type, by falling count."""
        # Four of five integers occur once: they need no sorting.
        often, rest = np.flatnonzero(self.counts > 1), np.flatnonzero(self.counts <= 1)
        often = often[np.argsort(-self.counts[often], kind="stable")]
        rows = np.empty(len(self.counts), np.int32)
        rows[np.concatenate((often, rest))] = np.arange(len(rows), dtype=np.int32)
        return rows

    def tensors(self, rows: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
        """What a compiled corpus keeps of the integers, given the row of each type."""
        n_short = len(self.values)
        values = np.full(len(rows), BIG, np.int64)
        values[rows[:n_short]] = self.values
        counts = np.empty(len(rows), np.int64)
        counts[rows] = self.counts
        order = np.argsort(rows[n_short:])
        texts = [self.big[i] for i in order.tolist()]
        return {
            "counts": counts,
            "values": values,
            "by_value": rows[:n_short],
            "big_rows": rows[n_short:][order],
            "big_text": np.frombuffer(b"".join(texts), np.uint8),
            "big_offsets": np.cumsum([0, *map(len, texts)], dtype=np.int64),
        }
