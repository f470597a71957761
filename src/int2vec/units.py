"""Vectors from what can be computed of any integer: residues, divisors, size, digits.

An integer has one unit for each modulus (its residue), one for each small prime that divides it
properly or one that says that none does, a few for its sign, size and leading digits, and one for
each n-gram of digits, as FastText has them. Its vector is the mean of theirs: which units there
are is given, what each of them means is learned.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import log2, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.primes import primes_up_to
from int2vec.errors import InputError
from int2vec.files import pack

Integers = NDArray[np.int64]
Matrix = NDArray[np.float32]

_CAP = 63  # digits and bits from here on share a unit, as do sizes from 2**63 on
_TENS = 10 ** np.arange(19, dtype=np.int64)
_TWOS = 2 ** np.arange(63, dtype=np.int64)
_SHORT = 2**62  # below this integers are worked on as arrays
LARGEST_MODULUS, _LARGEST_DIVISOR = 5_000, 10_000
_LONGEST = 30  # characters of an n-gram
_BASIS, _PRIME = 2166136261, 16777619  # of the 32-bit FNV-1a hash
_MANY = 64  # rows of one owner; above this owners are gone through one by one
_AT_ONCE = 1_000  # integers whose sums stay in a processor's cache


def hashed_ngrams(
    integers: Sequence[int], min_n: int, max_n: int
) -> tuple[Integers, NDArray[np.uint32]]:
    """Which integer, by its place, has an n-gram of which hash: two arrays, by integer.

    N-grams are those of the decimal form between angle brackets, <17, 17> and <17> of 17; their
    hash is the 32-bit FNV-1a, as in FastText and gensim.

    >>> places, hashes = hashed_ngrams([5, 17], 3, 4)
    >>> places.tolist(), hashes.tolist()
    ([0, 1, 1, 1], [2367561884, 2517868907, 4012955933, 2514942159])
    """
    texts = [b"<%d>" % n for n in integers]
    lengths = np.array([len(text) for text in texts], np.int64)
    text = np.frombuffer(b"".join(texts) + bytes(max_n), np.uint8).astype(np.uint32)
    owner = np.repeat(np.arange(len(integers)), lengths)
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(owner))  # bytes to the end
    hashes = np.full(len(owner), _BASIS, np.uint32)
    owners, found = [], []
    for size in range(1, max_n + 1):  # every n-gram grows by a byte
        hashes = (hashes ^ text[size - 1 : size - 1 + len(owner)]) * np.uint32(_PRIME)
        if size >= min_n:
            owners.append(owner[left >= size])
            found.append(hashes[left >= size])
    whose = np.concatenate(owners)
    order = np.argsort(whose, kind="stable")
    return whose[order], np.concatenate(found)[order]


def add_by_owner(total: Matrix, owner: Integers, rows: Integers, table: Matrix) -> Integers:
    """Add rows of a table to those of their owners, who do not fall: how many each got, (n,)."""
    counts = np.bincount(owner, minlength=len(total))
    ends, most = np.cumsum(counts), int(counts.max(initial=0))
    if most > min(len(total), _MANY):
        for i, (end, n) in enumerate(zip(ends.tolist(), counts.tolist(), strict=True)):
            total[i] += table[rows[end - n : end]].sum(axis=0)
        return counts
    place = np.arange(len(owner)) - np.repeat(ends - counts, counts)
    for nth in range(most):  # an owner comes once each time
        total[owner[place == nth]] += table[rows[place == nth]]
    return counts


class _Numbers:
    """Integers of any length as an array; of those of 2**62 and more the leading digits."""

    def __init__(self, integers: Sequence[int]) -> None:
        self.long = {i: n for i, n in enumerate(integers) if not -_SHORT < n < _SHORT}
        self.behind, short = np.zeros(len(integers), np.int64), list(integers)
        for i, n in self.long.items():
            self.behind[i] = behind = int(n.bit_length() * 0.30103) - 8
            short[i] = abs(n) // 10**behind * (1 if n > 0 else -1)
        self.values = np.array(short, np.int64)
        self.size = np.abs(self.values)

    def mod(self, moduli: Sequence[int]) -> Integers:
        """The residues of each: (n, moduli)."""
        found: Integers = self.values[:, None] % np.array(moduli, np.int64)
        for i, n in self.long.items():
            rest = n % prod(moduli)  # far shorter than the longest integers
            found[i] = [rest % modulus for modulus in moduli]
        return found


@dataclass(frozen=True, kw_only=True)
class UnitKinds:
    """Which units an integer has, numbered kind by kind.

    >>> _, units = UnitKinds(moduli=(2, 3), largest_divisor=5).parts([10])
    >>> units.tolist()  # 0 mod 2, 1 mod 3, 2 and 5 divide it
    [0, 3, 5, 7]
    """

    moduli: tuple[int, ...] = ()
    largest_divisor: int = 0  # primes up to this have a unit; 0: none has
    size_steps: int = 0  # units for each doubling of the size; 0: sign and size have none
    leading: bool = False  # whether the first two and the first three digits are units
    min_n: int = 3  # n-grams of so many characters are units
    max_n: int = 0  # 0: none is
    n_buckets: int = 1  # that n-grams fall into by their hash

    def __post_init__(self) -> None:
        settings = [*self.moduli, self.largest_divisor, self.size_steps]
        if any(type(value) is not int for value in settings) or not (
            all(2 <= m <= LARGEST_MODULUS for m in self.moduli)
            and 0 <= self.largest_divisor <= _LARGEST_DIVISOR
            and 0 <= self.size_steps <= _CAP
            and (1 <= self.min_n <= self.max_n <= _LONGEST or self.max_n == 0)
            and 1 <= self.n_buckets <= 2**32
        ):
            allowed = f"moduli from 2 to {LARGEST_MODULUS:,}, divisors up to {_LARGEST_DIVISOR:,}"
            allowed += f", at most {_CAP} steps of size and n-grams of 1 to {_LONGEST} characters"
            raise InputError(f"the units are {asdict(self)}; give {allowed} in 1 bucket or more")

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
        """How many units there are, but for n-grams."""
        return sum(n for _, n in self.layout.values())

    def parts(self, integers: Sequence[int]) -> tuple[Integers, Integers]:
        """Which integer, by its place, has which unit, but for n-grams: two arrays, by integer."""
        numbers = _Numbers(integers)
        always, (owner, unit) = self.always(numbers), self.divisors(numbers)
        owners = np.concatenate([np.repeat(np.arange(len(integers)), always.shape[1]), owner])
        order = np.argsort(owners, kind="stable")
        return owners[order], np.concatenate([always.ravel(), unit])[order]

    def always(self, numbers: _Numbers) -> Integers:
        """The units of residue, sign, size and leading digits, of each kind one: (n, kinds)."""
        size, found = numbers.size, {}
        n_digits = np.maximum(np.searchsorted(_TENS, size, side="right"), 1)
        if self.size_steps:
            found["sign"] = np.sign(numbers.values) + 1
            found["digits"] = np.minimum(n_digits + numbers.behind, _CAP)
            found["bits"] = np.searchsorted(_TWOS, size, side="right")
            found["size"] = (self.size_steps * np.log2(np.maximum(size, 1))).astype(np.int64)
            for i, n in numbers.long.items():
                doublings = min(log2(abs(n)), _CAP)
                found["bits"][i], found["size"][i] = _CAP, int(self.size_steps * doublings)
        if self.leading:
            found["first two digits"] = size // _TENS[np.maximum(n_digits - 2, 0)]
            found["first three digits"] = size // _TENS[np.maximum(n_digits - 3, 0)]
        kinds = [*(f"mod {m}" for m in self.moduli), *found]
        units = np.column_stack([numbers.mod(self.moduli), *found.values()])
        return units + np.array([self.layout[kind][0] for kind in kinds], np.int64)

    def divisors(self, numbers: _Numbers) -> tuple[Integers, Integers]:
        """Which integer has which unit of divisibility: two arrays (pairs,), by integer."""
        primes = np.array(self.primes, np.int64)
        held = (numbers.mod(self.primes) == 0) & (numbers.size[:, None] > primes)
        rough = ~held.any(axis=1) & (numbers.size > 1) & bool(self.primes)
        owner, unit = np.nonzero(np.column_stack([held, rough]))  # "none divides" comes last
        return owner, self.layout["divides"][0] + unit


@dataclass(frozen=True, eq=False, kw_only=True)
class Units:
    """A vector for every unit, and so for every integer.

    >>> kinds = UnitKinds(moduli=(2, 3))
    >>> units = Units(kinds=kinds, matrix=np.arange(5, dtype=np.float32)[:, None])
    >>> units.vectors([4, -1]).tolist()  # units 0 and 3, then 1 and 4
    [[1.5], [2.5]]
    """

    kinds: UnitKinds
    matrix: Matrix  # (kinds.n + buckets, dim)
    buckets: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    """Those that have a vector, rising: n-grams that fall into others say nothing."""

    def __post_init__(self) -> None:
        n, n_buckets = self.kinds.n, len(self.buckets)
        if self.matrix.ndim != 2 or len(self.matrix) != n + n_buckets:
            given = f"{n:,} units, {n_buckets:,} buckets and a matrix of shape {self.matrix.shape}"
            raise InputError(f"{given} were given; give one row a unit and one row a bucket")

    def vectors(self, integers: Sequence[int]) -> Matrix:
        """The means of the vectors of each integer's units: (len(integers), dim)."""
        parts = [integers[i : i + _AT_ONCE] for i in range(0, len(integers), _AT_ONCE)]
        empty = np.empty((0, self.matrix.shape[1]), np.float32)
        return np.concatenate([empty, *map(self._some_vectors, parts)])

    def _some_vectors(self, integers: Sequence[int]) -> Matrix:
        numbers = _Numbers(integers)
        total = np.zeros((len(integers), self.matrix.shape[1]), np.float32)
        always = self.kinds.always(numbers)
        for units in always.T:
            total += self.matrix[units]
        counts = np.full(len(integers), always.shape[1])
        for owner, rows in (self.kinds.divisors(numbers), self.ngrams(integers)):
            counts += add_by_owner(total, owner, rows, self.matrix)
        total /= np.maximum(counts, 1)[:, None]
        return total

    def ngrams(self, integers: Sequence[int]) -> tuple[Integers, Integers]:
        """Which integer, by its place, has an n-gram in which row: two arrays, by integer."""
        if not len(self.buckets):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        owner, hashes = hashed_ngrams(integers, self.kinds.min_n, self.kinds.max_n)
        wanted = (hashes % np.uint64(self.kinds.n_buckets)).astype(np.uint32)
        places = np.searchsorted(self.buckets, wanted, side="right") - 1
        known = self.buckets[places] == wanted
        return owner[known], self.kinds.n + places[known]

    def stored(self, precision: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """The tensors and the entries of a manifest that `restored` makes them of again."""
        kinds, n = asdict(self.kinds), self.kinds.n
        grams = {key: kinds.pop(key) for key in ("min_n", "max_n", "n_buckets")}
        # Units are few and many integers lean on each: they are kept finer than words.
        finer = "float16" if precision == "int8" else precision
        tensors = pack("unit_vectors", self.matrix[:n], finer) if n else {}
        if self.kinds.max_n:
            tensors |= pack("bucket_vectors", self.matrix[n:], precision)
            tensors["buckets"] = self.buckets
        subwords = grams if self.kinds.max_n else None
        return tensors, {"subwords": subwords, "units": kinds if n else None}


def restored(tensors: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any]) -> Units | None:
    """The units that a model of these tensors, in full precision, was saved with."""
    kinds = {**(manifest.get("units") or {}), **(manifest["subwords"] or {})}
    if not kinds:
        return None
    kinds["moduli"] = tuple(kinds.get("moduli", ()))
    tables = [tensors[name] for name in ("unit_vectors", "bucket_vectors") if name in tensors]
    table = tables[0] if len(tables) == 1 else np.concatenate(tables)
    buckets = tensors.get("buckets", np.empty(0, np.uint32))
    return Units(kinds=UnitKinds(**kinds), matrix=table, buckets=buckets)
