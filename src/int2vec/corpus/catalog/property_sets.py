"""Families of sets of integers by property: members, complements, pairs, indicators, gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, Property
from int2vec.corpus.catalog.base import Entry, Families, Row, tidy

_LIMIT = 32767
_ROOM = 130
_FEW = 12
"""A set needs at least so many members."""

Mask = NDArray[np.bool_]


@lru_cache(maxsize=512)
def _mask(name: str) -> Mask:
    """Where 0..32767 has a property; read-only."""
    found = PROPERTIES[name].mask(_LIMIT)
    found.flags.writeable = False
    return found


def _plain() -> list[Property]:
    """The properties other than remainders, which have families of their own."""
    return [p for p in PROPERTIES.values() if p.family != "remainders"]


def _first(mask: Mask) -> list[int]:
    return [int(n) for n in np.flatnonzero(mask)[:_ROOM]]


def _of_each(words: str, terms: Callable[[Mask], list[int]]) -> Row:
    """A row over all properties; `terms` makes the sequence of the mask of 0, 1, 2, ..."""

    def row() -> Iterator[Entry]:
        for known in PROPERTIES.values():
            yield words.format(known.words), terms(_mask(known.name))

    return row


def _of_members(words: str, terms: Callable[[NDArray[np.int64]], NDArray[np.int64]]) -> Row:
    """A row over the properties other than remainders, made of the positive members."""

    def row() -> Iterator[Entry]:
        for known in _plain():
            found = np.flatnonzero(_mask(known.name)[1:])[:_ROOM] + 1
            if len(found) >= 20:
                yield words.format(known.words), terms(found).tolist()

    return row


def _together(words: str, masks: Callable[[Mask], Mask]) -> Row:
    """A row of the n >= 1 where a mask made of a property's mask holds, if not for most."""

    def row() -> Iterator[Entry]:
        for known in _plain():
            held = masks(_mask(known.name))
            if _FEW <= held[1:].sum() < 0.8 * len(held):
                yield tidy(words.format(known.words)), [n + 1 for n in _first(held[1:])]

    return row


def _beside(gap: int) -> Callable[[Mask], Mask]:
    return lambda held: held[:-gap] & held[gap:]


def _at(factor: int, shift: int) -> Callable[[Mask], Mask]:
    return lambda held: np.append(False, held[factor + shift :: factor])


def _both(first: list[Property], second: list[Property], share: float) -> Iterator[Entry]:
    """Pairs of properties that together hold for a fair number of integers, but not for most."""
    for one in first:
        for other in second:
            a, b = _mask(one.name)[1:], _mask(other.name)[1:]
            both = a & b
            if _FEW <= both.sum() < share * min(a.sum(), b.sum()):
                yield f"n such that n {one.words} and {other.words}", [n + 1 for n in _first(both)]


def _pairs() -> Iterator[Entry]:
    by_family: dict[str, list[Property]] = {}
    for known in _plain():
        by_family.setdefault(known.family, []).append(known)
    for one, other in combinations(by_family, 2):
        yield from _both(by_family[one], by_family[other], 0.7)


def _with_remainders() -> Iterator[Entry]:
    small = [p for p in PROPERTIES.values() if p.family == "remainders"][:27]  # modulo 2 to 7
    yield from _both(_plain(), small, 0.9)


FAMILIES: Families = {
    "sets by property": (
        _of_each("Integers n such that n {}", _first),
        _of_members("Integers n such that n + 1 {}", lambda found: found - 1),
        _of_members("Integers n such that n - 1 {}", lambda found: found + 1),
        _of_members("Twice the integers n such that n {}", lambda found: 2 * found),
        _of_members("Squares of the integers n such that n {}", lambda found: found**2),
    ),
    "complements of sets": (
        _of_each(
            "Positive integers n unless n {}", lambda held: [n + 1 for n in _first(~held[1:])]
        ),
    ),
    "characteristic functions": (
        _of_each(
            "One if n {}, else zero, from n = 0", lambda held: held[:_ROOM].astype(int).tolist()
        ),
        _of_each(
            "One if n {}, else zero, from n = 1", lambda held: held[1:_ROOM].astype(int).tolist()
        ),
    ),
    "counting functions": (
        _of_each(
            "How many of 1..n have this: k {}", lambda held: np.cumsum(held[1:_ROOM]).tolist()
        ),
    ),
    "gaps in sets": (
        _of_members("Gaps between the integers n such that n {}", np.diff),
        _of_members("Sums of the first integers n such that n {}", np.cumsum),
    ),
    "neighbours with one property": (
        *(
            _together(f"n such that n and n + {gap} both have this: k {{}}", _beside(gap))
            for gap in (1, 2, 3, 4, 6)
        ),
    ),
    "multiples with one property": (
        *(
            _together(f"n such that {factor}n + {shift} has this: k {{}}", _at(factor, shift))
            for factor in (2, 3, 5, 10)
            for shift in (-1, 0, 1)
        ),
    ),
    "pairs of properties": (_pairs,),
    "properties and remainders": (_with_remainders,),
}
