"""Runs of terms by which sequences are recognised, and their hashes.

Plain runs are RUN terms, not all of them small. Informative runs stand for all that differ from
them by a constant factor.

The information of a run is the number of binary digits of its terms after division by their
greatest common divisor. From each place on, the shortest run of at least RUN terms with BITS of
information is taken. It depends on nothing but the terms from there on, so whoever shares a run
with that much information shares the shortest one too; and it is the same for c·a as for a.

The hash of x₀ … x₍ₙ₋₁₎ is Σ xₖ·Bᵏ modulo a prime. That of any run is a difference of two prefix
sums, moved back to power 0; and that of c·x is c times that of x, so that a factor or a sign is
taken off the hash instead of the terms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BIG
from int2vec.corpus.store import Corpus

RUN = 6
SMALL = 10  # a plain run holds a term of this size or more
BITS = 24  # four binary digits a term in a run of six

Residues = NDArray[np.uint64]  # a line for each prime in use
_PRIMES = np.array([[2**31 - 19], [2**31 - 61]], np.uint64)  # products of residues fit 64 bits
_BASE = 1_103_515_245
_LARGEST = (1 << 61) - 1  # of the values that differences are kept as
_BIG_BITS = 64  # the information given to an integer past it


class Hashes:
    """Hashes of runs in constant time each, after one pass over the residues: (primes, n).

    >>> terms = Hashes(np.array([[7, 1, 2, 3, 10, 20, 30]], np.uint64))
    >>> one, ten_times, other = terms.runs(np.array([1, 4, 0]), np.array([4, 7, 3]))[0].tolist()
    >>> 10 * one % (2**31 - 19) == ten_times, one == other
    (True, False)
    """

    def __init__(self, residues: Residues) -> None:
        self._primes = primes = _PRIMES[: len(residues)]
        n = residues.shape[1]
        inverse = [pow(_BASE, -1, int(prime)) for prime in primes[:, 0]]
        self._back = _powers(inverse, n + 1, primes)
        self._sums = np.zeros((len(primes), n + 1), np.uint32)
        products = residues * _powers([_BASE] * len(primes), n, primes) % primes
        self._sums[:, 1:] = np.cumsum(products, axis=1) % primes

    def runs(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Residues:
        """The hashes of the runs from `starts` up to, not including, `ends`."""
        sums = self._sums[:, ends] + self._primes - self._sums[:, starts]
        hashes: Residues = sums % self._primes * self._back[:, starts] % self._primes
        return hashes


def _powers(bases: Sequence[int], n: int, primes: Residues) -> NDArray[np.uint32]:
    """base⁰ … base⁽ⁿ⁻¹⁾ modulo each prime; those known give as many more at a time."""
    powers = np.ones((len(primes), n), np.uint32)
    done, step = 1, np.array(bases, np.uint64)[:, None]
    while done < n:
        known = powers[:, : min(done, n - done)]
        powers[:, done : 2 * done] = known * step % primes
        done, step = 2 * done, step * step % primes
    return powers


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
        big = dict(zip(places.tolist(), corpus.integers_of(rows[places]), strict=True))
        values[places] = 0
        return cls(values, big, np.repeat(offsets[1:], np.diff(offsets)))

    def differences(self) -> Stream:
        """The first differences; each sequence is one place shorter."""
        values, big = np.diff(self.values), {}
        for place in {i for j in self.big for i in (j - 1, j) if 0 <= i < len(values)}:
            difference = self[place + 1] - self[place]
            values[place] = difference if abs(difference) <= _LARGEST else 0
            if abs(difference) > _LARGEST:
                big[place] = difference
        return Stream(values, big, self.ends[:-1] - 1)

    def __getitem__(self, place: int) -> int:
        return self.big.get(place) or int(self.values[place])

    @cached_property
    def bits(self) -> NDArray[np.int64]:
        """The number of binary digits of each term: (n,)."""
        bits = _bits(self.values)
        bits[list(self.big)] = _BIG_BITS
        return bits

    @cached_property
    def hashes(self) -> Hashes:
        """The hashes of all runs of terms."""
        residues = (self.values % _PRIMES.astype(np.int64)).astype(np.uint64)
        for line, prime in zip(residues, _PRIMES[:, 0].tolist(), strict=True):
            line[list(self.big)] = [n % prime for n in self.big.values()]
        return Hashes(residues)


@dataclass(frozen=True, eq=False)
class Runs:
    """Where runs start and end, and a hash that is the same for a run and its negative."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    hashes: NDArray[np.uint64]

    @classmethod
    def of(
        cls,
        stream: Stream,
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        divisors: Sequence[int] | NDArray[np.int64],
    ) -> Runs:
        """The runs with these places, their hashes divided by the divisors."""
        hashes = stream.hashes.runs(starts, ends)
        shared = np.flatnonzero(np.asarray(divisors) != 1)
        distinct, which = np.unique(np.asarray(divisors)[shared], return_inverse=True)
        primes = _PRIMES[:, 0].tolist()
        inverses = np.array([[pow(int(d), p - 2, p) for d in distinct] for p in primes], np.uint64)
        hashes[:, shared] = hashes[:, shared] * inverses[:, which] % _PRIMES
        opposite = (_PRIMES - hashes) % _PRIMES
        one, other = (high << np.uint64(32) | low for high, low in (hashes, opposite))
        return cls(starts, ends, np.minimum(one, other))


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
    return Runs.of(stream, starts, starts + RUN, np.ones(len(starts), np.int64))


def informative_runs(stream: Stream) -> Runs:
    """The shortest run with BITS of information from each place that has one.

    All runs grow together, one term a step.
    """
    n_big = np.zeros(len(stream.values) + 1, np.int64)
    n_big[np.array(list(stream.big), np.int64) + 1] = 1
    n_big = np.cumsum(n_big)
    places, divisors = _first_divisors(stream)
    bits, length, found = _bits_of_runs(stream, places, divisors, RUN), RUN, list[Runs]()
    while len(places):
        # Big terms count as 0 up to here: they leave a divisor of 1 as it is, others they may not.
        unsure = (divisors != 1) & (n_big[places + length] > n_big[places])
        found.append(_with_big_terms(stream, places[unsure].tolist()))
        done = ~unsure & (bits >= BITS)
        found.append(Runs.of(stream, places[done], places[done] + length, divisors[done]))
        going = ~unsure & ~done & (places + length < stream.ends[places])
        places, divisors, bits = places[going], divisors[going], bits[going]
        longer = np.gcd(divisors, stream.values[places + length])
        bits += _bits_of_terms(stream, places + length, longer)
        length += 1
        changed = longer != divisors
        bits[changed] = _bits_of_runs(stream, places[changed], longer[changed], length)
        divisors = longer
    return Runs(
        np.concatenate([np.empty(0, np.int64), *(runs.starts for runs in found)]),
        np.concatenate([np.empty(0, np.int64), *(runs.ends for runs in found)]),
        np.concatenate([np.empty(0, np.uint64), *(runs.hashes for runs in found)]),
    )


def _first_divisors(stream: Stream) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places that RUN terms stand at, and the greatest common divisor of these terms."""
    places = np.arange(max(len(stream.values) - RUN + 1, 0), dtype=np.int64)
    places = places[places + RUN <= stream.ends[places]]
    divisors = np.gcd(stream.values[places], stream.values[places + 1])
    for k in range(2, RUN):
        shared = np.flatnonzero(divisors != 1)
        divisors[shared] = np.gcd(divisors[shared], stream.values[places[shared] + k])
    return places, divisors


def _with_big_terms(stream: Stream, starts: list[int]) -> Runs:
    """The shortest informative runs from `starts`, in Python's integers."""
    kept, ends, divisors = list[int](), list[int](), list[int]()
    for start in starts:
        limit = int(stream.ends[start])
        terms = [stream[i] for i in range(start, min(start + RUN - 1, limit))]
        for end in range(start + RUN, limit + 1):
            terms.append(stream[end - 1])
            divisor = math.gcd(*terms) or 1
            if sum((abs(term) // divisor).bit_length() for term in terms) >= BITS:
                kept.append(start)
                ends.append(end)
                divisors.append(divisor)
                break
    return Runs.of(stream, np.array(kept, np.int64), np.array(ends, np.int64), divisors)


def _bits(values: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.frexp(np.abs(values).astype(np.float64))[1].astype(np.int64)


def _bits_of_terms(
    stream: Stream, places: NDArray[np.int64], divisors: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The number of binary digits of the terms, divided by the divisors."""
    bits = stream.bits[places]
    shared = np.flatnonzero(divisors > 1)
    bits[shared] = _bits(stream.values[places[shared]] // divisors[shared])
    return bits


def _bits_of_runs(
    stream: Stream, starts: NDArray[np.int64], divisors: NDArray[np.int64], length: int
) -> NDArray[np.int64]:
    bits = np.zeros(len(starts), np.int64)
    for k in range(length):
        bits += _bits_of_terms(stream, starts + k, divisors)
    return bits
