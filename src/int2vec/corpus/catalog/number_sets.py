"""Families of sets by property: members, complements, pairs, indicators, gaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, Property
from int2vec.corpus.catalog.base import Entry, Families, each

_LIMIT = 32767
_ROOM = 130
_FEW = 12
"""A set needs at least so many members."""

_ALL = list(PROPERTIES.values())
_REMAINDERS = [p for p in _ALL if p.family == "remainders"]
_OTHERS = [p for p in _ALL if p.family != "remainders"]

Mask = NDArray[np.bool_]
Column = NDArray[np.int64]


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
}
