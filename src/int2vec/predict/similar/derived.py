"""Sequences that come from another one: columns of the triangle, its records, its Euler transform…

What keeps only a part of a sequence is worked out for every sequence of a corpus, in blocks and
modulo a prime; what can be undone is worked out for the sequence that is asked about alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.routes import ALL_ROUTES
from int2vec.files import toml_beside

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Terms = list[int]

PRIME = 2**31 - 1
TUNED = SimpleNamespace(**toml_beside(__file__, "tuned.toml"))


@dataclass(frozen=True, eq=False)
class Block:
    """Sequences as lines of a matrix: values modulo the prime, filled up behind their ends."""

    terms: Ints  # (n, most terms), from 0 to PRIME - 1
    lengths: Ints  # (n,)

    def lines(self, chosen: Ints) -> "Block":
        """Some lines, in this order."""
        return Block(self.terms[chosen], self.lengths[chosen])

    @property
    def there(self) -> Mask:
        """Which places hold terms: (n, most terms)."""
        return np.asarray(np.arange(self.terms.shape[1]) < self.lengths[:, None])

    @property
    def signed(self) -> Ints:
        """The terms, those past the middle of the prime negative."""
        return np.where(self.terms > PRIME // 2, self.terms - PRIME, self.terms)


def _at(places: Ints, block: Block) -> Block:
    inside = places[places < block.terms.shape[1]]
    return Block(block.terms[:, inside], np.searchsorted(places, block.lengths))


_ROW = np.repeat(np.arange(14), np.arange(1, 15))  # of each place of a triangle read by rows
_COLUMN = np.arange(len(_ROW)) - _ROW * (_ROW + 1) // 2
_SIGNS, _ONES = 1 - 2 * (_COLUMN % 2), np.ones_like(_COLUMN)


def _sums(line: Ints, weights: Ints, block: Block) -> Block:
    """Sums of a triangle's terms by the line that each lies on, one for each whole row."""
    ends = np.flatnonzero(_ROW == _COLUMN) + 1
    ends = ends[ends <= block.terms.shape[1]]
    size = int(ends.max(initial=0))
    matrix = (line[:size, None] == np.arange(len(ends))) * weights[:size, None]
    n_rows = np.searchsorted(ends, block.lengths, side="right")
    return Block(block.terms[:, :size] @ matrix % PRIME, n_rows)


def _is_record(block: Block) -> Mask:
    record, signed = block.there, block.signed
    before = np.maximum.accumulate(np.where(record, signed, -PRIME), axis=1)
    record[:, 1:] &= signed[:, 1:] > before[:, :-1]
    return record


def _chosen(choose: Callable[[Block], Mask], steps: bool, block: Block) -> Block:
    """The chosen terms of each line, or the steps between their places."""
    chosen = choose(block) & block.there
    order, count = np.argsort(~chosen, axis=1, kind="stable"), chosen.sum(axis=1)
    if steps:
        return Block(np.diff(order, axis=1) % PRIME, np.maximum(count - 1, 0))
    return Block(np.take_along_axis(block.terms, order, axis=1), count)


_PLACES = {
    "every second term": np.arange(0, TUNED.most_terms, 2),
    "every second term, from the second": np.arange(1, TUNED.most_terms, 2),
    **{f"every third term, {i}": np.arange(i, TUNED.most_terms, 3) for i in range(3)},
    **{f"column {i} of the triangle": np.flatnonzero(i == _COLUMN) for i in range(4)},
    **{f"diagonal {i} of the triangle": np.flatnonzero(i == _ROW - _COLUMN) for i in range(4)},
    "the middle of the triangle": np.flatnonzero(_ROW == 2 * _COLUMN),
}
_MAKE_PART: dict[str, Callable[[Block], Block]] = {
    "terms": lambda block: block,
    "differences": lambda block: Block(
        np.diff(block.terms, axis=1) % PRIME, np.maximum(block.lengths - 1, 0)
    ),
    **{name: partial(_at, places) for name, places in _PLACES.items()},
    "row sums": partial(_sums, _ROW, _ONES),
    "alternating row sums": partial(_sums, _ROW, _SIGNS),
    "antidiagonal sums": partial(_sums, _ROW + _COLUMN, _ONES),
    "steps between the places of 0": partial(_chosen, lambda block: block.terms == 0, True),
    "steps between the places of 1": partial(_chosen, lambda block: block.terms == 1, True),
    "steps between the places of 2": partial(_chosen, lambda block: block.terms == 2, True),
    "records": partial(_chosen, _is_record, False),
    "steps between the places of records": partial(_chosen, _is_record, True),
    "parity": lambda block: Block(np.abs(block.signed) % 2, block.lengths),
}
PARTS = tuple(_MAKE_PART)


def parts_of(block: Block) -> list[Block]:
    """What `PARTS` names, one block each, in that order."""
    return [make(block) for make in _MAKE_PART.values()]


def _word(terms: Terms, value: int) -> Terms | None:
    """The characteristic function of a rising list, from 1: `value` where an integer is in it."""
    if min(terms) < 0 or any(b <= a for a, b in pairwise(terms)):
        return None
    end = min(terms[-1], TUNED.longest_word)
    held = set(terms)
    return [value if n in held else 1 - value for n in range(1, end + 1)]


def _inverse(terms: Terms) -> Terms | None:
    """The inverse of a permutation, as far as it is known."""
    place = {term: n for n, term in enumerate(terms)}
    if len(place) < len(terms) or min(terms) not in (0, 1):
        return None
    found: Terms = []
    while (term := len(found) + min(terms)) in place:
        found.append(place[term] + min(terms))
    return found


_NEAR = sorted((route for route in ALL_ROUTES if route.near), key=lambda route: route.near)
TRANSFORMS: dict[str, Callable[[Terms], Terms | None]] = {
    **{route.noun.removeprefix("the "): route.there for route in _NEAR},
    "characteristic function": lambda a: _word(a, 1),
    "characteristic function of the others": lambda a: _word(a, 0),
    "complement": lambda a: [n for n, left in enumerate(_word(a, 0) or [], 1) if left],
    "inverse permutation": _inverse,
}


def block_of(sequences: Sequence[Sequence[int]]) -> Block:
    """These sequences as one block."""
    lengths = np.array([min(len(terms), TUNED.longest_word) for terms in sequences], np.int64)
    filled = np.zeros((len(sequences), lengths.max(initial=0)), np.int64)
    for line, terms, length in zip(filled, sequences, lengths.tolist(), strict=True):
        line[:length] = [term % PRIME for term in terms[:length]]
    return Block(filled, lengths)
