"""Sequences a transform of which is a transform of the prompt: its squares, say, our differences.

The first terms of all transforms of all sequences of a corpus, modulo a prime and up to a factor,
are hashed into one sorted table, which is a reading of the index. The transforms of a prompt are
looked up in it; whoever asks checks what is found with the integers themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import add, mul, sub
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.linear_algebra import inverses
from int2vec.arithmetic.routes import ITSELF, ROUTES, Route, Terms
from int2vec.progress import progress

PRIME = 2**31 - 1
Residue = NDArray[np.int64]
Hashes = NDArray[np.uint64]
Sides = Sequence[Terms | None]  # the transforms of some terms
BOTH_SIDES = (ITSELF, *ROUTES)
# A table of other transforms is another one.
KINDS_HASH = f"{crc32(''.join(route.words for route in BOTH_SIDES).encode()):08x}"

MOST_TERMS = 120  # of a prompt: transforms take quadratic time
WIDTH = 7  # terms of a hash
STARTS = 3  # places where it may begin: leading terms are often left out or added
_LONG, _SHORT = WIDTH + STARTS + 1, WIDTH + 1  # terms that are transformed; one may be lost
_LEAST_VARIED, _LEAST_NONZERO = 4, 5  # different terms, and ones that are not 0, of a hash
_COMMON = 12  # places of the table with one hash; what is commoner tells nothing
_AT_ONCE = 2**15  # sequences
_CHECKED = 40  # sequences whose transforms are compared term by term
_SEQUENCE_BITS, _LOW_BITS = 24, 30  # of an entry: sequence, then transform, then hash
_MIX = np.random.default_rng(5).integers(1, 2**63, WIDTH, np.uint64) | np.uint64(1)


def _of(number: Any) -> Any:
    return number.of if isinstance(number, Residues) else np.int64(number % PRIME)


def _modular(operation: Callable[[Any, Any], Any]) -> Callable[["Residues", Any], "Residues"]:
    return lambda one, other: Residues(operation(one.of, _of(other)) % PRIME)


@dataclass(frozen=True, eq=False)
class Residues:
    """An integer of each of many sequences, modulo the prime, with the arithmetic of integers.

    What is written for lists of integers works out as many lists at once. Every division leaves
    no rest: where the integers have one, the table holds a hash that nothing meets.
    """

    of: Residue

    __add__ = __radd__ = _modular(add)
    __sub__ = _modular(sub)
    __rsub__ = _modular(lambda one, other: other - one)
    __mul__ = __rmul__ = _modular(mul)
    __floordiv__ = _modular(lambda one, other: one * inverses(np.atleast_1d(other), PRIME))

    def __neg__(self) -> "Residues":
        return 0 - self

    def __mod__(self, other: Any) -> int:
        return 0

    def __divmod__(self, other: Any) -> tuple["Residues", int]:
        return self // other, 0


def table_of(codes: Residue, starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> Hashes:
    """The table of sequences that lie end to end in `codes`.

    An entry is a hash, the number of a transform, and that of a sequence.
    """
    found = [np.empty(0, np.uint64)]
    lengths = lengths[: 1 << _SEQUENCE_BITS]
    for number, route in enumerate(BOTH_SIDES):
        progress(number / len(BOTH_SIDES), "building the index")
        for n_terms, chosen in _parts(lengths, route.step):
            for first in range(0, len(chosen), _AT_ONCE):
                sequences = chosen[first : first + _AT_ONCE]
                columns = [codes[starts[sequences] + i] for i in range(n_terms)]
                for hashes, rows in _hashes_of_many(route, columns):
                    low = sequences[rows].astype(np.uint64) | np.uint64(number << _SEQUENCE_BITS)
                    found.append(hashes << np.uint64(_LOW_BITS) | low)
    table = np.sort(np.concatenate(found))
    same = np.flatnonzero(np.diff(table >> np.uint64(_LOW_BITS), prepend=np.uint64(2**40)))
    counts = np.diff(same, append=len(table))
    kept: Hashes = table[np.repeat(counts <= _COMMON, counts)]
    return kept


def _parts(lengths: NDArray[np.int64], step: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """How many terms are transformed, and of which sequences."""
    if step == 1:
        yield _LONG, np.flatnonzero(lengths >= _LONG)
        yield _SHORT, np.flatnonzero((lengths >= _SHORT) & (lengths < _LONG))
        return
    for phase in range(step):
        n_terms = step * (WIDTH + 1) - phase
        yield n_terms, np.flatnonzero(lengths >= n_terms)


def _hashes_of_many(
    route: Route, columns: list[Residue]
) -> Iterator[tuple[Hashes, NDArray[np.int64]]]:
    """The hashes of a transform of sequences given by their columns, and whose they are."""
    rows = np.arange(len(columns[0]))
    given: list[Any] = [Residues(column) for column in columns]
    made = route.there(given)
    if made is None:  # a transform of what begins with 1 alone
        rows = np.flatnonzero(columns[0] == 1)
        given = [1, *(Residues(column[rows]) for column in columns[1:])]
        made = route.there(given)
    if made is None or not len(rows):
        return
    terms = np.stack([np.broadcast_to(_of(term), len(rows)) for term in made], axis=1)
    for start in range(min(STARTS, len(made) - WIDTH + 1)):
        hashes, telling = _hashes(terms[:, start : start + WIDTH])
        yield hashes[telling], rows[telling]


def _hashes(windows: Residue) -> tuple[Hashes, NDArray[np.bool_]]:
    """A hash of each line of residues, up to a factor, and which lines tell something."""
    ordered = np.sort(windows, axis=1)
    varied = (np.diff(ordered, axis=1) != 0).sum(axis=1) >= _LEAST_VARIED - 1
    nonzero = windows != 0
    first = np.take_along_axis(windows, nonzero.argmax(axis=1)[:, None], axis=1)
    scaled = windows * inverses(first[:, 0], PRIME)[:, None] % PRIME
    mixed = (scaled.astype(np.uint64) * _MIX).sum(axis=1, dtype=np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    return mixed >> np.uint64(_LOW_BITS), varied & (nonzero.sum(axis=1) >= _LEAST_NONZERO)


def look_up(table: Hashes, ours: Sides) -> Iterator[tuple[int, int, int]]:
    """Our transform, theirs and their sequence, wherever a hash of ours stands in the table."""
    lines = [
        (number, terms[start : start + WIDTH])
        for number, terms in enumerate(ours)
        for start in range(STARTS)
        if terms is not None and len(terms) >= start + WIDTH
    ]
    if not lines:
        return
    windows = np.array([[term % PRIME for term in window] for _, window in lines], np.int64)
    hashes, telling = _hashes(windows)
    low = np.searchsorted(table, hashes << np.uint64(_LOW_BITS))
    high = np.searchsorted(table, (hashes + np.uint64(1)) << np.uint64(_LOW_BITS))
    for i in np.flatnonzero(telling & (high > low)).tolist():
        for entry in set(table[low[i] : high[i]].tolist()):
            kind, sequence = divmod(entry % (1 << _LOW_BITS), 1 << _SEQUENCE_BITS)
            yield lines[i][0], kind, sequence


class Agreement(NamedTuple):
    """A transform of a prompt that is one of a sequence, up to a factor, and what follows then."""

    here: Route
    there: Route
    sequence: int
    length: int  # terms that agree
    factor: Fraction
    value: int

    def words(self, label: str) -> str:
        """How the sides agree, as in: the differences are 3 times the squares of A000040."""
        times = {"1": "", "-1": "minus "}.get(str(self.factor), f"{self.factor} times ")
        theirs = times + (label if self.there is ITSELF else f"{self.there.noun} of {label}")
        if self.here is ITSELF:
            return f"the terms are {theirs}"
        verb = "is" if self.here.words.endswith("s") else "are"
        return f"{self.here.noun} {verb} {theirs}"


@lru_cache(maxsize=4)
def sides(prompt: tuple[int, ...]) -> Sides:
    """The transforms of a prompt, itself first; kept for a moment, as several look them up."""
    return [route.there(list(prompt)) for route in BOTH_SIDES]


def agreements(
    table: Hashes, prompt: Terms, ours: Sides, terms_of: Callable[[int], Terms]
) -> Iterator[Agreement]:
    """Where a transform of the prompt is one of a sequence of the table, on all terms."""
    hits: dict[int, tuple[int, int]] = {}
    for i, j, sequence in sorted(look_up(table, ours), key=sum):
        hits.setdefault(sequence, (i, j))
    for sequence, (i, j) in list(hits.items())[:_CHECKED]:
        here, there, transformed = BOTH_SIDES[i], BOTH_SIDES[j], ours[i] or []
        for theirs in _shifted(there, terms_of(sequence)[: there.step * (MOST_TERMS + 4)]):
            agreed = _agreement(transformed, theirs)
            value = agreed and here.back(prompt, transformed, agreed[2])
            if agreed is not None and value is not None:
                length, factor, _ = agreed
                yield Agreement(here, there, sequence, length, factor, value)
                break


def _shifted(route: Route, terms: Terms) -> Iterator[Terms]:
    """A transform of the terms, from any of the first few on; of every second one, both halves."""
    padded = [*terms, 0] if route.step > 1 else terms  # the last of them is left out
    for left_out in range(route.step):
        made = route.there(padded[: len(padded) - left_out]) or []
        for start in range(STARTS):
            yield made[start:]


def _agreement(ours: Terms, theirs: Terms) -> tuple[int, Fraction, int] | None:
    """How many terms agree, the factor, and what follows, where theirs go on behind ours."""
    place = next((i for i, term in enumerate(theirs) if term), len(theirs))
    for start in range(STARTS):
        rest = ours[start:]
        n = len(rest)
        if WIDTH <= n < len(theirs) and place < n and rest[place]:
            factor = Fraction(rest[place], theirs[place])
            following, (up, down) = factor * theirs[n], factor.as_integer_ratio()
            alike = all(x * down == y * up for x, y in zip(rest, theirs[:n], strict=True))
            if alike and following.denominator == 1:
                return n, factor, int(following)
    return None
