"""Runs of terms by which sequences are recognised.

Plain runs are RUN terms, not all of them small. Informative runs stand in the form in which a
constant factor and the sign have vanished.

The information of a run is the number of binary digits of its terms after division by their
greatest common divisor. From each place on, the shortest run of at least RUN terms with BITS of
information is the one that speaks for this place. It depends on nothing but the terms from
there on, so whoever shares a run with that much information shares the shortest one too; and
it is the same for c·a as for a.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.rolling import Rolling, mix, powers
from int2vec.corpus.store import BIG, Corpus

RUN = 6
SMALL = 10  # a plain run holds a term of this size or more
BITS = 24  # four binary digits a term in a run of six

_FOLD = (1 << 61) - 1  # a prime; larger numbers enter hashes modulo it
_LONG = 64  # the information given to an integer past it


@dataclass(frozen=True, eq=False)
class Stream:
    """Terms of consecutive sequences, or their differences."""

    values: NDArray[np.int64]  # (n,), 0 in the places of `big`
    big: dict[int, int]  # place -> integer of 19 digits or more
    ends: NDArray[np.int64]  # (n,) where the sequence of each place ends

    @classmethod
    def of_terms(cls, corpus: Corpus, first: int, last: int) -> Stream:
        """The terms of sequences `first` up to, not including, `last`."""
        offsets = corpus.offsets[first : last + 1] - corpus.offsets[first]
        rows = corpus.rows[corpus.offsets[first] : corpus.offsets[last]]
        values = corpus.values[rows]
        places = np.flatnonzero(values == BIG)
        big = {int(i): corpus.integer(int(rows[i])) for i in places}
        values[places] = 0
        return cls(values, big, np.repeat(offsets[1:], np.diff(offsets)))

    def differences(self) -> Stream:
        """The first differences; each sequence is one place shorter."""
        values, big = np.diff(self.values), {}
        for place in {i for j in self.big for i in (j - 1, j) if 0 <= i < len(values)}:
            difference = self[place + 1] - self[place]
            values[place] = difference if abs(difference) <= _FOLD else 0
            if abs(difference) > _FOLD:
                big[place] = difference
        return Stream(values, big, self.ends[:-1] - 1)

    def __getitem__(self, place: int) -> int:
        return self.big.get(place) or int(self.values[place])


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs that speak for their places, and the hash of each."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    hashes: NDArray[np.uint64]


def informative_runs(stream: Stream) -> Runs:
    """The shortest run with BITS of information from each place that has one."""
    n = len(stream.values)
    places = np.arange(max(n - RUN + 1, 0), dtype=np.int64)
    places = places[places + RUN <= stream.ends[places]]
    divisors = np.gcd(stream.values[places], stream.values[places + 1]) if len(places) else places
    for k in range(2, RUN):
        open_ = np.flatnonzero(divisors != 1)
        divisors[open_] = np.gcd(divisors[open_], stream.values[places[open_] + k])
    # A divisor of 1 stays 1 however long the run gets; so it does with long integers in it,
    # which count as 0 up to here.
    one = divisors == 1
    found, shared = _with_divisor(stream, places[~one], divisors[~one])
    starts = np.concatenate((places[one], shared.starts))
    found.append(_without_divisor(stream, starts, np.concatenate((places[one] + RUN, shared.ends))))
    return Runs(
        np.concatenate([runs.starts for runs in found]),
        np.concatenate([runs.ends for runs in found]),
        np.concatenate([runs.hashes for runs in found]),
    )


def plain_runs(stream: Stream, informative: Runs) -> Runs:
    """The runs of RUN terms that hold one of at least SMALL, and are not informative already.

    An informative run of RUN terms without common divisor has the same hash.
    """
    n = max(len(stream.values) - RUN + 1, 0)
    large = np.abs(stream.values) >= SMALL
    large[list(stream.big)] = True
    n_large = np.concatenate(([0], np.cumsum(large)))
    wanted = n_large[RUN : RUN + n] > n_large[:n]
    wanted &= np.arange(n) + RUN <= stream.ends[:n]
    wanted[informative.starts[informative.ends - informative.starts == RUN]] = False
    starts = np.flatnonzero(wanted)
    return Runs(
        starts, starts + RUN, _unsigned(Rolling(_images(stream)).runs(starts, starts + RUN))
    )


def _without_divisor(
    stream: Stream, starts: NDArray[np.int64], at_least: NDArray[np.int64]
) -> Runs:
    """The runs from `starts` that end at `at_least` or later and have no common divisor."""
    bits = _information(stream.values)
    bits[list(stream.big)] = _LONG
    total = np.concatenate(([0], np.cumsum(bits)))
    ends = at_least.copy()
    short = np.flatnonzero(total[ends] - total[starts] < BITS)
    ends[short] = np.searchsorted(total, total[starts[short]] + BITS)
    whole = ends <= stream.ends[starts]
    starts, ends = starts[whole], ends[whole]
    return Runs(starts, ends, _unsigned(Rolling(_images(stream)).runs(starts, ends)))


def _with_divisor(
    stream: Stream, places: NDArray[np.int64], divisors: NDArray[np.int64]
) -> tuple[list[Runs], Runs]:
    """The runs whose terms have a common divisor, and those that lost it and go on without.

    The runs grow one term a step. The second result holds each one's start and least end.
    """
    is_big = np.zeros(len(stream.values) + 1, np.int64)
    is_big[np.array(list(stream.big), np.int64) + 1] = 1
    n_big = np.cumsum(is_big)
    long = n_big[places + RUN] > n_big[places]
    found = [_with_long_terms(stream, places[long].tolist())]
    places, divisors = places[~long], divisors[~long]
    bits, length = _information_of_runs(stream, places, divisors, RUN), RUN
    lost = [np.empty((2, 0), np.int64)]
    while len(places):
        done = bits >= BITS
        hashes = _hashes(stream, places[done], divisors[done], length)
        found.append(Runs(places[done], places[done] + length, hashes))
        going = ~done & (places + length < stream.ends[places])
        places, divisors, bits = places[going], divisors[going], bits[going]
        long = n_big[places + length + 1] > n_big[places + length]
        found.append(_with_long_terms(stream, places[long].tolist()))
        places, divisors, bits = places[~long], divisors[~long], bits[~long]
        longer = np.gcd(divisors, stream.values[places + length])
        changed = longer != divisors
        bits += _information(stream.values[places + length] // np.maximum(longer, 1))
        length += 1
        bits[changed] = _information_of_runs(stream, places[changed], longer[changed], length)
        free = longer == 1
        lost.append(np.stack((places[free], places[free] + length)))
        places, divisors, bits = places[~free], longer[~free], bits[~free]
    starts, ends = np.concatenate(lost, axis=1)
    return found, Runs(starts, ends, np.empty(0, np.uint64))


def _with_long_terms(stream: Stream, starts: list[int]) -> Runs:
    """The runs from `starts`, in Python's integers."""
    kept, ends, hashes = [], [], []
    for start in starts:
        limit = int(stream.ends[start])
        terms = [stream[i] for i in range(start, min(start + RUN - 1, limit))]
        for end in range(start + RUN, limit + 1):
            terms.append(stream[end - 1])
            divisor = math.gcd(*terms) or 1
            if sum((abs(term) // divisor).bit_length() for term in terms) >= BITS:
                x = _signed_long([term // divisor for term in terms])
                kept.append(start)
                ends.append(end)
                hashes.append(np.sum(x * powers(len(x)), dtype=np.uint64))
                break
    unsigned = _unsigned(np.array(hashes, np.uint64))
    return Runs(np.array(kept, np.int64), np.array(ends, np.int64), unsigned)


def _information(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of binary digits of each value."""
    return np.frexp(np.abs(values).astype(np.float64))[1].astype(np.int64)


def _information_of_runs(
    stream: Stream, starts: NDArray[np.int64], divisors: NDArray[np.int64], length: int
) -> NDArray[np.int64]:
    bits = np.zeros(len(starts), np.int64)
    for k in range(length):
        bits += _information(stream.values[starts + k] // np.maximum(divisors, 1))
    return bits


def _hashes(
    stream: Stream, starts: NDArray[np.int64], divisors: NDArray[np.int64], length: int
) -> NDArray[np.uint64]:
    hashes = np.zeros(len(starts), np.uint64)
    for k, power in enumerate(powers(length)):
        hashes += _signed(stream.values[starts + k] // np.maximum(divisors, 1)) * power
    return _unsigned(hashes)


def _images(stream: Stream) -> NDArray[np.uint64]:
    """The images of all terms of a stream, as they are."""
    x = _signed(stream.values)
    if stream.big:
        x[list(stream.big)] = _signed_long(list(stream.big.values()))
    return x


def _signed(values: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A scattered image of each value, odd as a function, so that a run's sign is its hash's."""
    mixed = mix(np.abs(values).view(np.uint64))
    return np.where(values < 0, ~mixed + np.uint64(1), mixed)


def _signed_long(integers: list[int]) -> NDArray[np.uint64]:
    folded = [abs(n) % _FOLD if abs(n) > _FOLD else abs(n) for n in integers]
    mixed = mix(np.array(folded, np.uint64))
    return np.where([n < 0 for n in integers], ~mixed + np.uint64(1), mixed)


def _unsigned(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One hash for a run and its negative."""
    smaller: NDArray[np.uint64] = np.minimum(hashes, ~hashes + np.uint64(1))
    return smaller
