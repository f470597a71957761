"""Families: the sequences that no split may part.

docs/benchmark.md says which sequences are kin; families are the connected components of kinship.

From each place on, the shortest run with enough digits is hashed: who shares a longer run shares
that one too. Owners of equal hashes are joined; a collision can only join more.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BIG
from int2vec.corpus.store import Corpus
from int2vec.progress import progress

RUN = 6
SMALL = 10  # a plain run holds a term of this size or more
BITS = 24  # four binary digits a term in a run of six
_CHUNK_TERMS = 1 << 20  # of the sequences that are looked at together
_BUCKETS = 8  # which are sorted one by one, for the sake of memory
_BASE = 0x9E3779B97F4A7C15
_LARGEST = (1 << 61) - 1  # of the values that are kept as int64
_MODULUS = (1 << 63) - 25  # what larger ones are reduced by before they are hashed
_BIG_BITS = 64  # the information given to an integer past it

Places = NDArray[np.int64]
Hash = NDArray[np.uint64]
Runs = tuple[Places, Places, Hash]  # starts, ends, and hashes


class Hashes:
    """Hashes of runs in constant time each, after one pass: Σ s(xₖ)·Bᵏ modulo 2⁶⁴.

    s scrambles the bits of an integer and keeps its sign, so −x has the negative of x's hash.

    >>> terms = Hashes(np.array([7, 1, 2, 3, -1, -2, -3, 1, 2, 3]))
    >>> one, minus, again = terms.runs(np.array([1, 4, 7]), np.array([4, 7, 10])).tolist()
    >>> one == again, one + minus == 2**64
    (True, True)
    """

    def __init__(self, values: Places, big: Mapping[int, int] | None = None) -> None:
        values = values.copy()
        for place, n in (big or {}).items():
            values[place] = n % _MODULUS if n > 0 else -(-n % _MODULUS)
        n = len(values) + 1
        self._back = _powers(pow(_BASE, -1, 1 << 64), n)
        self._sums = np.zeros(n, np.uint64)
        self._sums[1:] = np.cumsum(_scrambled(values) * _powers(_BASE, n)[:-1])

    def runs(self, starts: Places, ends: Places) -> Hash:
        """The hashes of the runs from `starts` up to, not including, `ends`."""
        return (self._sums[ends] - self._sums[starts]) * self._back[starts]


def _powers(base: int, n: int) -> Hash:
    powers = np.full(n, base, np.uint64)
    powers[0] = 1
    return np.cumprod(powers)


def _scrambled(values: Places) -> Hash:
    scrambled = np.abs(values).astype(np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
    scrambled = (scrambled ^ (scrambled >> np.uint64(31))) * np.uint64(0x94D049BB133111EB)
    scrambled ^= scrambled >> np.uint64(32)
    return np.where(values < 0, -scrambled, scrambled)


@dataclass(frozen=True, eq=False)
class Stream:
    """Terms of consecutive sequences, or their differences."""

    values: Places  # (n,), 0 in the places of `big`
    big: dict[int, int]  # place -> integer of 19 digits or more
    ends: Places  # (n,) where the sequence of each place ends

    @classmethod
    def of_terms(cls, corpus: Corpus, first: int, last: int) -> "Stream":
        """The terms of sequences `first` up to, not including, `last`."""
        offsets = corpus.offsets[first : last + 1] - corpus.offsets[first]
        rows = corpus.rows[corpus.offsets[first] : corpus.offsets[last]]
        values = corpus.values[rows]
        places = np.flatnonzero(values == BIG)
        big = dict(zip(places.tolist(), corpus.integers_of(rows[places]), strict=True))
        values[places] = 0
        return cls(values, big, np.repeat(offsets[1:], np.diff(offsets)))

    def differences(self) -> "Stream":
        """The first differences; each sequence is one place shorter."""
        values = np.diff(self.values)
        near = {i for j in self.big for i in (j - 1, j) if 0 <= i < len(values)}
        exact = {i: self[i + 1] - self[i] for i in near}
        big = {i: n for i, n in exact.items() if abs(n) > _LARGEST}
        values[list(exact)] = [0 if i in big else n for i, n in exact.items()]
        return Stream(values, big, self.ends[:-1] - 1)

    def __getitem__(self, place: int) -> int:
        return self.big.get(place) or int(self.values[place])

    @cached_property
    def hashes(self) -> Hashes:
        """The hashes of all runs of terms."""
        return Hashes(self.values, self.big)

    @cached_property
    def starts(self) -> Places:
        """The places that RUN terms of one sequence stand at."""
        places = np.arange(max(len(self.values) - RUN + 1, 0))
        return places[places + RUN <= self.ends[places]]

    def n_up_to(self, chosen: NDArray[np.bool_]) -> Places:
        """How many of the chosen places, or of the big terms, lie before each: (n + 1,)."""
        chosen[list(self.big)] = True
        return np.concatenate(([0], np.cumsum(chosen)))


def plain_runs(stream: Stream, informative: Runs) -> Runs:
    """The runs of RUN terms that hold one of at least SMALL, and are not informative already."""
    n_large = stream.n_up_to(np.abs(stream.values) >= SMALL)
    wanted = np.zeros(len(stream.values), bool)
    wanted[stream.starts] = n_large[stream.starts + RUN] > n_large[stream.starts]
    starts, ends, _ = informative  # of RUN terms without common divisor: those have the same hash
    wanted[starts[ends - starts == RUN]] = False
    places = np.flatnonzero(wanted)
    return places, places + RUN, stream.hashes.runs(places, places + RUN)


def informative_runs(stream: Stream) -> Runs:
    """The shortest run with BITS of information from each place that has one; all grow together."""
    places, n_big = stream.starts, stream.n_up_to(np.zeros(len(stream.values), bool))
    each = _bits(stream.values)
    each[list(stream.big)] = _BIG_BITS
    bits_up_to = np.concatenate(([0], np.cumsum(each)))  # before each place: (n + 1,)
    divisors, length = np.zeros(len(places), np.int64), RUN
    for k in range(RUN):
        shared = np.flatnonzero(divisors != 1)
        divisors[shared] = np.gcd(divisors[shared], stream.values[places[shared] + k])
    found: list[Runs] = [(places[:0], places[:0], np.empty(0, np.uint64))]
    while len(places):
        # Big terms count as 0 up to here: they leave a divisor of 1 as it is, others they may not.
        unsure = (divisors != 1) & (n_big[places + length] > n_big[places])
        found.append(_exact_runs(stream, places[unsure].tolist()))
        bits = bits_up_to[places + length] - bits_up_to[places]
        bits = _divided(bits, _bits, np.ones(length, np.int64), stream, places, divisors)
        done = ~unsure & (bits >= BITS)
        starts, powers = places[done], _powers(_BASE, length)
        hashes = stream.hashes.runs(starts, starts + length)
        hashes = _divided(hashes, _scrambled, powers, stream, starts, divisors[done])
        found.append((starts, starts + length, hashes))
        going = ~unsure & ~done & (places + length < stream.ends[places])
        places = places[going]
        divisors = np.gcd(divisors[going], stream.values[places + length])
        length += 1
    starts, ends, hashes = map(np.concatenate, zip(*found, strict=True))
    return starts, ends, hashes


def _divided(
    sums: Any, of: Callable[[Places], Any], weights: Any, stream: Stream, starts: Places, by: Places
) -> Any:
    """The weighed sums of something `of` the terms of runs, divided where there is a divisor."""
    shared = np.flatnonzero(by > 1)
    sums[shared] = 0
    for k, weight in enumerate(weights):
        sums[shared] += of(stream.values[starts[shared] + k] // by[shared]) * weight
    return sums


def _exact_runs(stream: Stream, starts: Sequence[int]) -> Runs:
    """The shortest informative runs from `starts`, in Python's integers."""
    kept, terms = list[tuple[int, int]](), list[int]()
    for start in starts:
        limit = int(stream.ends[start])
        run = [stream[i] for i in range(start, min(start + RUN - 1, limit))]
        for end in range(start + RUN, limit + 1):
            run.append(stream[end - 1])
            divisor = math.gcd(*run) or 1
            if sum((abs(term) // divisor).bit_length() for term in run) >= BITS:
                kept.append((start, end))
                terms += [term // divisor for term in run]
                break
    first, last = np.array(kept, np.int64).reshape(-1, 2).T
    big = {i: term for i, term in enumerate(terms) if abs(term) > _LARGEST}
    values = np.array([0 if i in big else term for i, term in enumerate(terms)], np.int64)
    stops = np.cumsum(last - first)
    return first, last, Hashes(values, big).runs(stops - (last - first), stops)


def _bits(values: Places) -> Places:
    return np.frexp(np.abs(values).astype(np.float64))[1].astype(np.int64)


def find_families(corpus: Corpus) -> dict[str, NDArray[Any]]:
    """The `family` of each sequence, by the first member's index, and which are `testable`."""
    # A sequence whose terms but the last hold trivial runs alone may occur anywhere by chance.
    testable = np.zeros(corpus.n_sequences, bool)
    parent = np.arange(corpus.n_sequences, dtype=np.int32)
    buckets: list[list[tuple[Hash, NDArray[np.int32]]]] = [[] for _ in range(_BUCKETS)]
    cuts = np.searchsorted(corpus.offsets, np.arange(0, corpus.n_terms, _CHUNK_TERMS)).tolist()
    for first, last in pairwise(dict.fromkeys((0, *cuts, corpus.n_sequences))):
        for hashes, owners in _hashed(corpus, first, last, testable):
            hashes = np.minimum(hashes, -hashes)  # which a run and its negative share
            bucket = (hashes >> np.uint64(8)) % np.uint64(_BUCKETS)
            for i, kept in enumerate(buckets):
                kept.append((hashes[bucket == i], owners[bucket == i]))
        share = corpus.offsets[last] / max(corpus.n_terms, 1)
        progress(0.9 * float(share), "looking for shared runs")
    while buckets:
        hashes, owners = map(np.concatenate, zip(*buckets.pop(), strict=True))
        order = np.argsort(hashes)
        hashes, owners = hashes[order], owners[order]
        equal = (hashes[1:] == hashes[:-1]) & (owners[1:] != owners[:-1])
        _join(parent, owners[1:][equal], owners[:-1][equal])
    return {"family": parent, "testable": testable}


def _hashed(
    corpus: Corpus, first: int, last: int, testable: NDArray[np.bool_]
) -> Iterator[tuple[Hash, NDArray[np.int32]]]:
    """The hashes of the runs of some sequences, each with the sequence that holds it."""
    lengths = np.diff(corpus.offsets[first : last + 1])
    owner = np.repeat(np.arange(first, last, dtype=np.int32), lengths)
    terms = Stream.of_terms(corpus, first, last)
    informative = informative_runs(terms)
    for starts, ends, hashes in (informative, plain_runs(terms, informative)):
        testable[owner[starts[ends < terms.ends[starts]]]] = True
        yield hashes, owner[starts]
    if len(terms.values) > 1:
        starts, _, hashes = informative_runs(terms.differences())
        yield hashes, owner[starts]


def _join(parent: NDArray[np.int32], a: NDArray[np.int32], b: NDArray[np.int32]) -> None:
    """Merge the trees of each pair; every tree ends flat, with its least member as the root."""
    while True:  # some ten rounds: larger roots are hooked under smaller, then trees are flattened
        a, b = parent[a], parent[b]
        if not (apart := a != b).any():
            return
        a, b = a[apart], b[apart]
        np.minimum.at(parent, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(up := parent[parent], parent):
            parent[:] = up
