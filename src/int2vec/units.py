"""Vectors from what can be computed of any integer: residues, divisors, size, leading digits.

An integer has one unit for each modulus (its residue), one for each small prime that divides it
properly or one that says that none does, and a few for its sign and size. Its vector is the mean
of theirs, as a FastText word's is of its n-grams: which units there are is given, what each of
them means is learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import lcm, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.primes import primes_up_to
from int2vec.errors import InputError
from int2vec.subwords import Subwords

Matrix = NDArray[np.float32]
Integers = NDArray[np.int64]

_CAP = 63  # digits and bits from here on share a unit, as do sizes from 2**63 on
_TENS = 10 ** np.arange(19, dtype=np.int64)
_TWOS = 2 ** np.arange(63, dtype=np.int64)
_SHORT = 2**62  # below this integers are worked on as arrays
_LARGEST_MODULUS, _LARGEST_DIVISOR = 5_000, 10_000
_AT_ONCE = 1_000  # integers whose sums stay in a processor's cache
_LARGEST_TABLE = 5_040  # residues of several moduli are looked up at once in tables up to this


@dataclass(frozen=True, kw_only=True)
class UnitKinds:
    """Which units an integer has, numbered kind by kind.

    >>> UnitKinds(moduli=(2, 3), largest_divisor=5).of([10]).tolist()  # 0 mod 2, 1 mod 3, 2, 5
    [[0, 3, 5, 7]]
    """

    moduli: tuple[int, ...]
    largest_divisor: int = 0  # primes up to this have a unit; 0: none has
    size_steps: int = 0  # units for each doubling of the size; 0: sign and size have none
    leading: bool = False  # whether the first two and the first three digits are units

    def __post_init__(self) -> None:
        settings = [*self.moduli, self.largest_divisor, self.size_steps]
        if any(type(value) is not int for value in settings) or not (
            all(2 <= m <= _LARGEST_MODULUS for m in self.moduli)
            and 0 <= self.largest_divisor <= _LARGEST_DIVISOR
            and 0 <= self.size_steps <= _CAP
        ):
            raise InputError(
                f"the units are {asdict(self)}; give moduli from 2 to {_LARGEST_MODULUS:,}, "
                f"divisors up to {_LARGEST_DIVISOR:,} and at most {_CAP} steps of size"
            )

    @classmethod
    def from_json(cls, settings: Mapping[str, Any]) -> UnitKinds:
        """The kinds that a manifest names."""
        return cls(**{**settings, "moduli": tuple(settings["moduli"])})

    @cached_property
    def primes(self) -> list[int]:
        """The primes whose divisibility is a unit."""
        return primes_up_to(self.largest_divisor)

    @cached_property
    def layout(self) -> dict[str, tuple[int, int]]:
        """The first unit and the number of units of each kind."""
        counts = {f"mod {m}": m for m in self.moduli}
        if self.size_steps:
            counts |= {"sign": 3, "digits": _CAP + 1, "bits": _CAP + 1}
            counts["size"] = _CAP * self.size_steps + 1
        if self.leading:
            counts |= {"first two digits": 100, "first three digits": 1_000}
        counts |= {"divides": len(self.primes), "none divides": int(bool(self.primes))}
        ends = np.cumsum(list(counts.values())).tolist()
        return {k: (end - n, n) for (k, n), end in zip(counts.items(), ends, strict=True)}

    @property
    def n(self) -> int:
        """How many units there are."""
        return sum(n for _, n in self.layout.values())

    def of(self, integers: Sequence[int]) -> Integers:
        """The units of each integer, filled up with `n`: (len(integers), most units)."""
        always = self.always(integers)
        owner, unit = self.divisors(integers)
        counts = np.bincount(owner, minlength=len(integers))
        sometimes = np.full((len(integers), int(counts.max(initial=0))), self.n)
        place = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        sometimes[owner, place] = unit
        return np.concatenate([always, sometimes], axis=1)

    def always(self, integers: Sequence[int], *, residues: bool = True) -> Integers:
        """The units that every integer has one of: (len(integers), kinds)."""
        short, values, long = _by_length(integers)
        moduli = self.moduli if residues else ()
        kinds = [kind for kind in self.layout if kind not in ("divides", "none divides")]
        kinds = kinds if residues else kinds[len(self.moduli) :]
        out = np.empty((len(integers), len(kinds)), np.int64)
        for column, found in enumerate([*(values % m for m in moduli), *self._sizes(values)]):
            out[short, column] = found
        for i in long:
            out[i] = [*(integers[i] % m for m in moduli), *self._long_sizes(integers[i])]
        return out + np.array([self.layout[kind][0] for kind in kinds], np.int64)

    def _sizes(self, values: Integers) -> list[Integers]:
        """Sign, digits, bits, size and leading digits of integers below 2**62."""
        found = []
        size = np.abs(values)
        n_digits = np.maximum(np.searchsorted(_TENS, size, side="right"), 1)
        if self.size_steps:
            n_bits = np.searchsorted(_TWOS, size, side="right")
            steps = (self.size_steps * np.log2(np.maximum(size, 1))).astype(np.int64)
            found += [np.sign(values) + 1, n_digits, n_bits, steps]
        if self.leading:
            found += [size // _TENS[np.maximum(n_digits - n, 0)] for n in (2, 3)]
        return found

    def _long_sizes(self, n: int) -> list[int]:
        """The same of an integer of any length."""
        found, size = [], abs(n)
        behind = max(int(size.bit_length() * 0.30103) - 4, 0)  # digits that are left out
        text = str(size // 10**behind)
        if self.size_steps:
            n_digits = min(len(text) + behind, _CAP)
            step = min(int(self.size_steps * log2(size)), _CAP * self.size_steps)
            found += [2 if n > 0 else 0, n_digits, min(size.bit_length(), _CAP), step]
        if self.leading:
            found += [int(text[:2]), int(text[:3])]
        return found

    def divisors(self, integers: Sequence[int]) -> tuple[Integers, Integers]:
        """Which integer has which unit of divisibility: two arrays (pairs,), by integer."""
        if not self.primes:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        first, none = self.layout["divides"][0], self.layout["none divides"][0]
        short, values, long = _by_length(integers)
        size = np.abs(values)
        owners, units = [], []
        for i, p in enumerate(self.primes):
            held = short[(size % p == 0) & (size > p)]
            owners.append(held)
            units.append(np.full(len(held), first + i))
        for i in long:
            held = np.flatnonzero([integers[i] % p == 0 for p in self.primes])
            owners.append(np.full(len(held), i))
            units.append(first + held)
        found = np.concatenate(owners)
        some = np.bincount(found, minlength=len(integers)) > 0
        rough = np.flatnonzero(~some & np.array([abs(n) > 1 for n in integers], bool))
        owner = np.concatenate([found, rough])
        unit = np.concatenate([*units, np.full(len(rough), none)])
        order = np.argsort(owner, kind="stable")
        return owner[order], unit[order]


@dataclass(frozen=True, eq=False, kw_only=True)
class Units:
    """A vector for every unit, and so for every integer.

    >>> kinds = UnitKinds(moduli=(2, 3))
    >>> units = Units(kinds=kinds, matrix=np.arange(5, dtype=np.float32)[:, None])
    >>> units.vectors([4, -1]).tolist()  # units 0 and 3, then 1 and 4
    [[1.5], [2.5]]
    """

    kinds: UnitKinds
    matrix: Matrix  # (kinds.n, dim)
    grams: Subwords | None = None  # n-grams of digits are units too

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or len(self.matrix) != self.kinds.n:
            raise InputError(
                f"{self.kinds.n:,} units and a matrix of shape {self.matrix.shape} were given; "
                "give one row a unit"
            )

    def vector(self, n: int) -> Matrix:
        """The mean of the vectors of an integer's units: (dim,)."""
        found: Matrix = self.vectors([n])[0]
        return found

    def vectors(self, integers: Sequence[int]) -> Matrix:
        """The means of the vectors of each integer's units: (len(integers), dim)."""
        parts = [integers[i : i + _AT_ONCE] for i in range(0, len(integers), _AT_ONCE)]
        empty = np.empty((0, self.matrix.shape[1]), np.float32)
        return np.concatenate([empty, *map(self._some_vectors, parts)])

    def _some_vectors(self, integers: Sequence[int]) -> Matrix:
        total = np.zeros((len(integers), self.matrix.shape[1]), np.float32)
        short, values, long = _by_length(integers)
        residues = np.empty(len(integers), np.int64)
        for modulus, table in self._tables:
            residues[short] = values % modulus
            residues[long] = [integers[i] % modulus for i in long]
            total += table[residues]
        others = self.kinds.always(integers, residues=False)
        for column in others.T:
            total += self.matrix[column]
        owner, unit = self.kinds.divisors(integers)
        counts = np.bincount(owner, minlength=len(integers))
        place = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        for nth in range(int(counts.max(initial=0))):  # each integer once: sums do not collide
            total[owner[place == nth]] += self.matrix[unit[place == nth]]
        counts += others.shape[1] + len(self.kinds.moduli)
        if self.grams is not None:
            for i, n in enumerate(integers):
                places = self.grams.places(n)
                total[i] += self.grams.matrix[places].sum(axis=0)
                counts[i] += len(places)
        total /= np.maximum(counts, 1)[:, None]
        return total

    @cached_property
    def _tables(self) -> list[tuple[int, Matrix]]:
        """Sums of the vectors of residues of several moduli, by the residue of their multiple."""
        groups: list[list[int]] = []
        for modulus in sorted(self.kinds.moduli, reverse=True):
            fits = (g for g in groups if lcm(modulus, *g) <= _LARGEST_TABLE)
            group = next(fits, None)
            if group is None:
                groups.append([modulus])
            else:
                group.append(modulus)
        return [(lcm(*group), self._table(group)) for group in groups]

    def _table(self, moduli: Sequence[int]) -> Matrix:
        residues = np.arange(lcm(*moduli))
        first = [self.kinds.layout[f"mod {m}"][0] for m in moduli]
        parts = (self.matrix[f + residues % m] for f, m in zip(first, moduli, strict=True))
        table: Matrix = sum(parts, np.zeros((len(residues), self.matrix.shape[1]), np.float32))
        return table


def _by_length(integers: Sequence[int]) -> tuple[Integers, Integers, list[int]]:
    """The places and values of the integers below 2**62, and the places of the others."""
    long = [i for i, n in enumerate(integers) if not -_SHORT < n < _SHORT]
    if not long:
        return np.arange(len(integers)), np.array(integers, np.int64), long
    apart = set(long)
    short = np.array([i for i in range(len(integers)) if i not in apart], np.int64)
    return short, np.array([integers[i] for i in short.tolist()], np.int64), long
