"""Sets of integers by property: members, complements, intersections, indicators, counts, gaps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, combinations

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, Property
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.tables import mask

_ROOM = 130


def _plain() -> list[Property]:
    """The properties other than remainders, which have families of their own."""
    return [p for p in PROPERTIES.values() if p.family != "remainders"]


def _first(mask: NDArray[np.bool_]) -> list[int]:
    return [int(n) for n in np.flatnonzero(mask)[:_ROOM]]


@family("sets by property")
def _members() -> Iterator[Entry]:
    for known in _plain():
        held = mask(known.name)
        yield f"Integers n such that n {known.words}", _first(held)
        found = np.flatnonzero(held[1:])[:_ROOM] + 1
        if len(found) < _ROOM:
            continue
        for shift in (-1, 1):
            yield (
                f"Integers n such that {'n - 1' if shift > 0 else 'n + 1'} {known.words}",
                (found + shift).tolist(),
            )
        yield f"Twice the integers n such that n {known.words}", (2 * found).tolist()
        yield f"Squares of the integers n such that n {known.words}", (found**2).tolist()


@family("complements of sets")
def _complements() -> Iterator[Entry]:
    for known in PROPERTIES.values():
        held = ~mask(known.name)
        held[0] = False
        yield f"Positive integers n unless n {known.words}", _first(held)


@family("characteristic functions")
def _indicators() -> Iterator[Entry]:
    for known in PROPERTIES.values():
        row = mask(known.name)[:_ROOM].astype(int).tolist()
        if sum(row[:100]) > 2:
            yield f"One if n {known.words}, else zero, from n = 0", row
            yield f"One if n {known.words}, else zero, from n = 1", row[1:]


@family("counting functions")
def _counts() -> Iterator[Entry]:
    for known in PROPERTIES.values():
        row = mask(known.name)[1:_ROOM].astype(int).tolist()
        if sum(row[:100]) > 4:
            yield f"How many of 1..n have this: k {known.words}", accumulate(row)


@family("gaps in sets")
def _gaps() -> Iterator[Entry]:
    for known in _plain():
        found = np.flatnonzero(mask(known.name)[1:])[:_ROOM] + 1
        if len(found) >= 20:
            yield (
                f"Gaps between the integers n such that n {known.words}",
                (np.diff(found).tolist()),
            )
            yield (
                f"Sums of the first integers n such that n {known.words}",
                (np.cumsum(found).tolist()),
            )


@family("neighbours with one property")
def _runs() -> Iterator[Entry]:
    for known in _plain():
        held = mask(known.name)
        for gap in (1, 2, 3, 4, 6):
            both = held[:-gap] & held[gap:]
            both[0] = False
            if 12 <= both.sum() < 0.8 * len(both):
                yield f"n such that n and n + {gap} both have this: k {known.words}", _first(both)


@family("multiples with one property")
def _scaled() -> Iterator[Entry]:
    for known in _plain():
        held = mask(known.name)
        for factor in (2, 3, 5, 10):
            for shift in (-1, 0, 1):
                inside = held[factor + shift :: factor]
                if 20 <= inside.sum() < 0.8 * len(inside):
                    form = f"{factor}n" + ("" if shift == 0 else f" {'+' if shift > 0 else '-'} 1")
                    yield (
                        f"n such that {form} has this: k {known.words}",
                        [n + 1 for n in _first(inside)],
                    )


def _intersect(first: list[Property], second: list[Property], share: float) -> Iterator[Entry]:
    """Pairs of properties that together hold for a fair number of integers, but not for most."""
    sizes = {p.name: int(mask(p.name).sum()) for p in (*first, *second)}
    for one in first:
        for other in second:
            both = mask(one.name)[1:] & mask(other.name)[1:]
            size = int(both.sum())
            if 12 <= size < share * min(sizes[one.name], sizes[other.name]):
                yield f"n such that n {one.words} and {other.words}", [n + 1 for n in _first(both)]


@family("pairs of properties")
def _pairs() -> Iterator[Entry]:
    chosen = _plain()
    by_family: dict[str, list[Property]] = {}
    for known in chosen:
        by_family.setdefault(known.family, []).append(known)
    for one, other in combinations(by_family, 2):
        yield from _intersect(by_family[one], by_family[other], 0.7)


@family("properties and remainders")
def _with_remainders() -> Iterator[Entry]:
    small = [p for p in PROPERTIES.values() if p.family == "remainders"][:27]  # modulo 2 to 7
    yield from _intersect(_plain(), small, 0.9)
