"""Sequences that come from another one: columns of the triangle, its records, its Euler transform…

What keeps only a part of a sequence is worked out for every sequence of a corpus, in blocks and
modulo a prime; what can be undone is worked out for the sequence that is asked about alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import power_series, sums

Ints = NDArray[np.int64]
Terms = list[int]

PRIME = 2**31 - 1
MOST_TERMS = 100  # of a sequence that are read
_MOST_BITS = 1_500  # transforms of longer terms take too long
_LONGEST_WORD = 400  # terms of a characteristic function


@dataclass(frozen=True, eq=False)
class Block:
    """Sequences as lines of a matrix: values modulo the prime, filled up behind their ends."""

    terms: Ints  # (n, most terms), from 0 to PRIME - 1
    lengths: Ints  # (n,)


_FIRST = [row * (row + 1) // 2 for row in range(14)]  # places of the first entries of rows


def _column(k: int) -> Ints:
    """The places of the k-th entry of each row of a triangle read by rows, from 0."""
    return np.array([first + k for row, first in enumerate(_FIRST) if row >= k])


def _diagonal(k: int) -> Ints:
    """The places of the k-th entry from the end of each row."""
    return np.array([first + row - k for row, first in enumerate(_FIRST) if row >= k])


# The name of each part of a sequence, and the places that it takes.
PLACES: dict[str, Ints] = {
    "every second term": np.arange(0, MOST_TERMS, 2),
    "every second term, from the second": np.arange(1, MOST_TERMS, 2),
    **{f"every third term, {i}": np.arange(i, MOST_TERMS, 3) for i in range(3)},
    **{f"column {i} of the triangle": _column(i) for i in range(4)},
    **{f"diagonal {i} of the triangle": _diagonal(i) for i in range(4)},
    "the middle of the triangle": np.array(
        [f + r // 2 for r, f in enumerate(_FIRST) if r % 2 == 0]
    ),
}
_COUNTED = (0, 1, 2)  # values whose places are looked at
PARTS = (
    "terms", "differences", *PLACES, "row sums", "alternating row sums", "antidiagonal sums",
    *(f"steps between the places of {value}" for value in _COUNTED), "records",
    "steps between the places of records", "parity",
)  # fmt: skip


def parts_of(block: Block) -> Iterator[Block]:
    """What `PARTS` names, one block each, in that order."""
    terms, lengths = block.terms, block.lengths
    yield block
    yield Block((terms[:, 1:] - terms[:, :-1]) % PRIME, np.maximum(lengths - 1, 0))
    for places in PLACES.values():
        inside = places[places < terms.shape[1]]
        yield Block(terms[:, inside], np.searchsorted(places, lengths))
    yield from _row_sums(block)
    there = np.arange(terms.shape[1]) < lengths[:, None]
    for value in _COUNTED:
        yield _steps((terms == value) & there)
    signed = np.where(terms > PRIME // 2, terms - PRIME, terms)
    before = np.maximum.accumulate(np.where(there, signed, -PRIME), axis=1)
    record = there.copy()
    record[:, 1:] &= signed[:, 1:] > before[:, :-1]
    order = np.argsort(~record, axis=1, kind="stable")
    yield Block(np.take_along_axis(terms, order, axis=1), record.sum(axis=1))
    yield _steps(record)
    yield Block(np.abs(signed) % 2, lengths)


def _row_sums(block: Block) -> Iterator[Block]:
    """Sums of the whole rows of a triangle, with signs in turns, and along antidiagonals."""
    terms, width = block.terms, block.terms.shape[1]
    total = np.concatenate([np.zeros((len(terms), 1), np.int64), np.cumsum(terms, axis=1)], axis=1)
    ends = np.array([n for r in range(1, 20) if (n := r * (r + 1) // 2) <= width], np.int64)
    n_rows = np.searchsorted(ends, block.lengths, side="right")
    starts = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
    yield Block((total[:, ends] - total[:, starts]) % PRIME, n_rows)
    rows = np.repeat(np.arange(len(ends)), np.arange(1, len(ends) + 1))
    columns = np.arange(len(rows)) - rows * (rows + 1) // 2
    signs = np.where(columns % 2, -1, 1)
    for weights, line in ((signs, rows), (np.ones_like(signs), rows + columns)):
        out = np.zeros((len(terms), len(ends)), np.int64)
        for place, (weight, to) in enumerate(zip(weights.tolist(), line.tolist(), strict=True)):
            if to < len(ends):
                out[:, to] += weight * terms[:, place]
        yield Block(out % PRIME, n_rows)


def _steps(chosen: NDArray[np.bool_]) -> Block:
    """The steps between the chosen places of each line."""
    order = np.argsort(~chosen, axis=1, kind="stable")
    return Block(np.diff(order, axis=1) % PRIME, np.maximum(chosen.sum(axis=1) - 1, 0))


def _word(terms: Terms, value: int) -> Terms | None:
    """The characteristic function of a rising list, from 1: `value` where an integer is in it."""
    if min(terms) < 0 or any(b <= a for a, b in pairwise(terms)):
        return None
    end = min(terms[-1], _LONGEST_WORD)
    held = set(terms)
    return [value if n in held else 1 - value for n in range(1, end + 1)]


def _complement(terms: Terms) -> Terms | None:
    word = _word(terms, 1)
    return word and [n for n, there in enumerate(word, 1) if not there]


def _inverse(terms: Terms) -> Terms | None:
    """The inverse of a permutation, as far as it is known."""
    place = {term: n for n, term in enumerate(terms)}
    if len(place) < len(terms) or min(terms) not in (0, 1):
        return None
    found: Terms = []
    while (term := len(found) + min(terms)) in place:
        found.append(place[term] + min(terms))
    return found


def _invert(terms: Terms) -> Terms | None:
    found = power_series.reciprocal(terms) if terms[:1] == [1] else None
    return found and [-x for x in found[1:]]


def _times_n(terms: Terms) -> Terms:
    return [n * term for n, term in enumerate(terms)]


def _over_n(terms: Terms) -> Terms | None:
    return sums.over_n(terms[1:])


TRANSFORMS: dict[str, Callable[[Terms], Terms | None]] = {
    "second differences": lambda a: sums.differences(sums.differences(a)),
    "partial sums": sums.partial_sums,
    "sums of neighbors": sums.neighbor_sums,
    "quotients of neighbors": sums.quotients,
    "binomial transform": sums.binomial,
    "inverse binomial transform": sums.inverse_binomial,
    "Möbius transform": sums.mobius,
    "Möbius transform from the second": lambda a: sums.mobius(a[1:]),
    "sums over divisors": sums.divisor_sums,
    "sums over divisors from the second": lambda a: sums.divisor_sums(a[1:]),
    "Euler transform": power_series.euler,
    "Euler transform from the second": lambda a: power_series.euler(a[1:]),
    "inverse Euler transform": power_series.inverse_euler,
    "INVERT transform": lambda a: power_series.reciprocal([1, *(-x for x in a)]),
    "inverse INVERT transform": _invert,
    "reciprocal": power_series.reciprocal,
    "convolution square": power_series.squared,
    "convolution square root": power_series.square_root,
    "logarithmic derivative": power_series.log_derivative,
    "logarithmic transform": power_series.logarithm,
    "exponential transform": power_series.exponential,
    "exponential transform from the second": lambda a: power_series.exponential(a[1:]),
    "reversion": power_series.reversion,
    "n a(n)": sums.times_n,
    "n a(n) from 0": _times_n,
    "a(n) / n": sums.over_n,
    "a(n) / n from 0": _over_n,
    "a(n) - n": lambda a: [x - n for n, x in enumerate(a)],
    "a(n) + n": lambda a: [x + n for n, x in enumerate(a)],
    "characteristic function": lambda a: _word(a, 1),
    "characteristic function of the others": lambda a: _word(a, 0),
    "complement": _complement,
    "inverse permutation": _inverse,
}  # fmt: skip


def block_of(sequences: Sequence[Sequence[int]]) -> Block:
    """These sequences as one block."""
    cut = [list(terms[:_LONGEST_WORD]) for terms in sequences]
    width = max(map(len, cut), default=0)
    filled = [[term % PRIME for term in terms] + [0] * (width - len(terms)) for terms in cut]
    terms = np.array(filled, np.int64).reshape(len(cut), width)
    return Block(terms, np.array([len(one) for one in cut], np.int64))


def transforms_of(terms: Sequence[int]) -> Block:
    """What `TRANSFORMS` names, a line each; one that cannot be has no terms."""
    given = list(terms[:MOST_TERMS])
    if not given or max(map(abs, given)).bit_length() > _MOST_BITS:
        return block_of([[]] * len(TRANSFORMS))
    return block_of([transform(given) or [] for transform in TRANSFORMS.values()])
