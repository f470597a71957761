"""Blocks of a sequence file: parsed, then encoded over integers of their own.

A block needs nothing from the blocks before it, so that threads work on several at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BadLine, parse_line
from int2vec.corpus.strict import LONG, SHORT_DIGITS, StrictBlock, Terms

SMALL = 1 << 17  # integers from -SMALL up to SMALL have the codes 0 … 2·SMALL - 1 in all blocks


@dataclass(frozen=True, eq=False, kw_only=True)
class Block:
    """The sequences of one block.

    Codes past 2·SMALL number the block's own `middle` integers, then its `long` terms.
    """

    codes: NDArray[np.int32]  # (n_terms,)
    lengths: NDArray[np.int64]  # (n_sequences,)
    a_numbers: NDArray[np.int32]  # (n_sequences,)
    counts: NDArray[np.int64]  # of the codes up to the long terms
    middle: NDArray[np.int64]  # rising
    long: list[bytes]  # every long term
    bad: list[BadLine]
    n_lines: int


def parse_block(block: bytes) -> tuple[Terms, list[BadLine], int]:
    """The terms in a block of whole lines, its faults, and its number of lines."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    lines = StrictBlock(block)
    strict = lines.strict()
    if strict.all():
        return lines.terms(), [], len(strict)
    starts, ends = lines.line_starts, lines.line_ends + 1
    edges = np.flatnonzero(np.diff(np.concatenate(([False], strict, [False]))))
    spans = zip(starts[edges[0::2]].tolist(), ends[edges[1::2] - 1].tolist(), strict=True)
    kept = b"".join([block[start:end] for start, end in spans])
    terms = StrictBlock(kept).terms() if kept else Terms()
    others: dict[int, tuple[int, list[int]]] = {}
    bad = []
    for line in np.flatnonzero(~strict).tolist():
        parsed = parse_line(block[starts[line] : ends[line]])
        if isinstance(parsed, str):
            bad.append(BadLine(line, parsed))
        elif parsed is not None:
            others[line] = parsed
    return _merge(terms, strict, others), bad, len(strict)


def _merge(
    terms: Terms, strict: NDArray[np.bool_], others: dict[int, tuple[int, list[int]]]
) -> Terms:
    """The strict lines' terms with those of other lines between them."""
    lengths, a_numbers = np.zeros((2, len(strict)), np.int64)
    lengths[strict], a_numbers[strict] = terms.lengths, terms.a_numbers
    for line, (a_number, integers) in others.items():
        lengths[line], a_numbers[line] = len(integers), a_number
    places = np.flatnonzero(np.repeat(strict, lengths))
    values = np.empty(int(lengths.sum()), np.int64)
    values[places] = terms.values
    long = dict(zip(places[terms.long_at].tolist(), terms.long, strict=True))
    ends = np.cumsum(lengths)
    for line, (_, integers) in others.items():
        for place, n in enumerate(integers, int(ends[line]) - len(integers)):
            short = abs(n) < 10**SHORT_DIGITS
            values[place] = n if short else LONG
            if not short:
                long[place] = str(n).encode()
    there = strict.copy()
    there[list(others)] = True
    at = sorted(long)
    return Terms(
        values=values, lengths=lengths[there], a_numbers=a_numbers[there],
        long_at=np.array(at, np.int64), long=[long[place] for place in at],
    )  # fmt: skip


def encode_block(block: bytes) -> Block:
    """The sequences of a block of whole lines, over codes."""
    terms, bad, n_lines = parse_block(block)
    codes = terms.values + SMALL
    far = np.flatnonzero(codes.view(np.uint64) >= 2 * SMALL)
    codes[far] = 2 * SMALL
    small_counts = np.bincount(codes, minlength=2 * SMALL + 1)[: 2 * SMALL]
    far = far[terms.values[far] != LONG]
    middle, which, middle_counts = distinct(terms.values[far])
    codes[far] = 2 * SMALL + which
    codes[terms.long_at] = 2 * SMALL + len(middle) + np.arange(len(terms.long))
    return Block(
        codes=codes.astype(np.int32),
        lengths=terms.lengths,
        a_numbers=terms.a_numbers.astype(np.int32),
        counts=np.concatenate((small_counts, middle_counts)),
        middle=middle,
        long=terms.long,
        bad=bad,
        n_lines=n_lines,
    )


def distinct(
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
    return ordered[firsts], which, np.diff(np.concatenate((firsts, [len(values)])))
