"""Families by property (members, complements, pairs, indicators, gaps) and of divisor functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, Property
from int2vec.arithmetic.facts import FactTable, fact_table
from int2vec.arithmetic.sums import dirichlet
from int2vec.corpus.catalog.base import Entry, Families, Row, each

_LIMIT = 32767
_ROOM = 130
_FEW = 12
"""A set needs at least so many members."""

_ALL = list(PROPERTIES.values())
_REMAINDERS = [p for p in _ALL if p.family == "remainders"]
_OTHERS = [p for p in _ALL if p.family != "remainders"]

Mask = NDArray[np.bool_]
Column = NDArray[np.int64]

_N = 3000  # how far divisor functions go

_WORDS = {
    "tau": "the number of divisors of n",
    "sigma": "the sum of the divisors of n",
    "phi": "the totient of n",
    "Omega": "the number of prime factors of n",
    "omega": "the number of different primes in n",
    "smallest_prime": "the smallest prime in n",
    "largest_prime": "the largest prime in n",
    "mobius": "Moebius of n",
    "liouville": "Liouville of n",
    "max_exponent": "the largest exponent in n",
    "min_exponent": "the smallest exponent in n",
    "prime_sum": "the sum of the prime factors of n",
    "distinct_prime_sum": "the sum of the different primes in n",
    "prime_product": "the product of the primes in n",
    "dedekind_psi": "Dedekind's psi of n",
    "unitary_sigma": "the sum of the unitary divisors of n",
    "unitary_phi": "the unitary totient of n",
    "exponent_product": "the product of the exponents in n",
    "square_part": "the square part of n",
    "squarefree_part": "the squarefree part of n",
    "twos": "how often 2 divides n",
}
_MORE: dict[str, Callable[[FactTable], Column]] = {
    "the sum of the proper divisors of n": lambda table: table.sigma - table.n,
    "the numbers up to n that share a factor with it": lambda table: table.n - table.phi,
    "the largest odd divisor of n": lambda table: table.n >> table.twos,
}
_INTEGERS = np.arange(_N + 1)


@lru_cache(maxsize=512)
def _mask(p: Property) -> Mask:
    """Where 0..32767 has a property; read-only."""
    found = p.mask(_LIMIT)
    found.flags.writeable = False
    return found


def _members(p: Property) -> Column:
    """The first positive integers with a property."""
    return np.flatnonzero(_mask(p)[1:])[:_ROOM] + 1


def _positive(mask: Mask) -> Column:
    """The n >= 1 where a mask of 0, 1, 2, ... holds, unless it does for few or for most."""
    found = np.flatnonzero(mask[1:]) + 1
    return found[: _ROOM if _FEW <= len(found) < 0.8 * len(mask) else 0]


def _both(first: list[Property], second: list[Property], share: float) -> Iterator[Entry]:
    """Pairs of properties that together hold for a fair number of integers, but not for most."""
    for one in first:
        for other in second:
            a, b = _mask(one)[1:], _mask(other)[1:]
            found = np.flatnonzero(a & b) + 1
            if _FEW <= len(found) < share * min(a.sum(), b.sum()):
                yield f"n such that n {one.words} and {other.words}", found[:_ROOM].tolist()


def _pairs() -> Iterator[Entry]:
    families = {p.family: [q for q in _OTHERS if q.family == p.family] for p in _OTHERS}
    for one, other in combinations(families.values(), 2):
        yield from _both(one, other, 0.7)


@lru_cache(maxsize=1)
def _functions() -> dict[str, Column]:
    """The divisor functions by name, at 0..3000; position 0 means nothing."""
    table = fact_table(_N)
    return {words: getattr(table, name) for name, words in _WORDS.items()} | {
        words: value(table) for words, value in _MORE.items()
    }


def _of_each(words: str, terms: Callable[..., Column]) -> Row:
    """A row over the functions; `terms` takes the values at 0..3000, and the parameters."""
    functions = [*_WORDS.values(), *_MORE]
    return each(words, lambda f, **given: terms(_functions()[f], **given)[:_ROOM], f=functions)


def _of_two(words: str, terms: Callable[[Column, Column], Column]) -> Row:
    """A row over all pairs of functions."""

    def row() -> Iterator[Entry]:
        for (one, f), (other, g) in combinations(_functions().items(), 2):
            yield words.format(one, other), terms(f[1:_ROOM], g[1:_ROOM]).tolist()

    return row


def _where(words: str, test: Callable[..., Mask]) -> Row:
    """A row over the functions, of the n >= 1 where a test of the values holds."""
    return _of_each(words, lambda f, **given: np.flatnonzero(test(f[1:], **given)) + 1)


def _convolution(f: Column, other: Iterable[int]) -> Column:
    return np.array(dirichlet(f[1:81].tolist(), list(other)))


def _nonzero(f: Column) -> Column:
    return np.maximum(np.abs(f), 1)


FAMILIES: Families = {
    "sets by property": (
        each("Integers n such that n {p.words}", _members, p=_ALL),
        each("n such that n + {k=-1,1} {p.words}", lambda p, k: _members(p) - k, p=_OTHERS),
        each("{k=2,3} times the n such that n {p.words}", lambda p, k: k * _members(p), p=_OTHERS),
        each("Squares of the n such that n {p.words}", lambda p: _members(p) ** 2, p=_OTHERS),
    ),
    "complements of sets": (
        each(
            "Positive integers n unless n {p.words}",
            lambda p: np.flatnonzero(~_mask(p)[1:])[:_ROOM] + 1,
            p=_ALL,
        ),
    ),
    "characteristic functions": (
        each(
            "One if n {p.words}, else zero, from n = {first=0,1}",
            lambda p, first: _mask(p)[first:_ROOM].astype(int),
            p=_ALL,
        ),
    ),
    "counting functions": (
        each(
            "How many of 1..n have this: n {p.words}",
            lambda p: np.cumsum(_mask(p)[1:_ROOM]),
            p=_ALL,
        ),
    ),
    "gaps in sets": (
        each("Gaps between the n such that n {p.words}", lambda p: np.diff(_members(p)), p=_OTHERS),
        each("Sums of the n such that n {p.words}", lambda p: _members(p).cumsum(), p=_OTHERS),
    ),
    "neighbours with one property": (
        each(
            "n such that n and n + {gap=1..4,6} both have this: k {p.words}",
            lambda p, gap: _positive(_mask(p)[:-gap] & _mask(p)[gap:]),
            p=_OTHERS,
        ),
    ),
    "multiples with one property": (
        each(
            "n such that {a=2,3,5,10}n + {b=-1..1} has this: k {p.words}",
            lambda p, a, b: _positive(np.append(False, _mask(p)[a + b :: a])),
            p=_OTHERS,
        ),
    ),
    "pairs of properties": (_pairs,),
    "properties and remainders": (lambda: _both(_OTHERS, _REMAINDERS[:27], 0.9),),  # modulo 2 to 7
    "divisor functions": (
        _of_each("At n: {f}", lambda f: f[1:]),
        _of_each("Sums of {f}", lambda f: np.cumsum(f[1:])),
        _of_each("Steps of {f}", lambda f: np.diff(f[1:])),
        _of_each("n times {f}", lambda f: (_INTEGERS * f)[1:]),
        _of_each("n plus {f}", lambda f: (_INTEGERS + f)[1:]),
        _of_each("n less {f}", lambda f: (_INTEGERS - f)[1:]),
        _of_each("The greatest common divisor of n and {f}", lambda f: np.gcd(_INTEGERS, f)[1:]),
        _of_each("n modulo {f}", lambda f: (_INTEGERS % _nonzero(f))[1:]),
        _of_each("n divided by {f}, rounded down", lambda f: (_INTEGERS // _nonzero(f))[1:]),
        _of_each("{k=2..8} times {f}", lambda f, k: (k * f)[1:]),
        _of_each("{k=2..8} plus {f}", lambda f, k: (k + f)[1:]),
    ),
    "divisor functions at multiples": (
        _of_each("At {k=2..10}n: {f}", lambda f, k: f[k::k]),
        _of_each("At {k=2..10}n - 1: {f}", lambda f, k: f[k - 1 :: k]),
        _of_each("At n + {k=1..6}: {f}", lambda f, k: f[k + 1 :]),
        _of_each("At n^2 + {k=0..2}: {f}", lambda f, k: f[_INTEGERS[1:54] ** 2 + k]),
        _of_each("At n(n + 1)/2: {f}", lambda f: f[np.cumsum(_INTEGERS[1:76])]),
    ),
    "divisor functions modulo m": (_of_each("Modulo {m=2..7}: {f}", lambda f, m: f[1:] % m),),
    "sums and products of divisor functions": (
        _of_two("{} plus {}", np.add),
        _of_two("{} times {}", np.multiply),
        _of_two("{} less {}", np.subtract),
    ),
    "sums over divisors": (
        _of_each("Sums over the divisors of n: {f}", lambda f: _convolution(f, [1] * 80)),
        _of_each("Convolution with n: {f}", lambda f: _convolution(f, range(1, 81))),
        _of_each("Convolution with itself: {f}", lambda f: _convolution(f, f[1:81].tolist())),
    ),
    "where divisor functions take a value": (
        _where("n such that {value=-1..40} is {f}", lambda f, value: f == value),
        _where(
            "n such that {left=0..4} is left modulo {m=2..5}: {f}", lambda f, left, m: f % m == left
        ),
    ),
    "where divisor functions compare": (
        _where("n divisible by {f}", lambda f: _INTEGERS[1:] % _nonzero(f) == 0),
        _where("n with one value at n and n + {gap=1..3}: {f}", lambda f, gap: f[:-gap] == f[gap:]),
        _where("n with a rise from n to n + {gap=1..3}: {f}", lambda f, gap: f[:-gap] < f[gap:]),
        _where("n with a fall from n to n + {gap=1..3}: {f}", lambda f, gap: f[:-gap] > f[gap:]),
        _where("Records: {f}", lambda f: f > np.maximum.accumulate(np.append(-9, f[:-1]))),
    ),
}
