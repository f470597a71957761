"""Greedy sequences and sieves: Ulam, Mian and Chowla, lucky and ludic numbers."""

from __future__ import annotations

from collections.abc import Iterator

from int2vec.arithmetic.known.greedy import (
    ekg,
    flavius,
    lucky,
    ludic,
    mian_chowla,
    no_progression,
    ulam,
    yellowstone,
)
from int2vec.corpus.catalog.base import Entry, family


@family("Ulam numbers")
def _ulam() -> Iterator[Entry]:
    for first in range(1, 7):
        for second in range(first + 1, 14):
            yield (
                f"Sums of two earlier numbers in one way only, from {first} and {second}",
                ulam(first, second),
            )


@family("greedy sequences")
def _greedy() -> Iterator[Entry]:
    for second in range(2, 16):
        yield (
            f"Greedy numbers from 1 and {second} whose pairwise sums differ",
            mian_chowla(1, second),
        )
        for first in (0, 1):
            yield (
                f"Greedy numbers from {first} and {second} without three in progression",
                no_progression([first, second]),
            )
        yield (
            f"Smallest unused number that shares a factor with the last, from 1 and {second}",
            ekg(second),
        )
    yield "Smallest unused number prime to the last term but not to the one before", yellowstone()


@family("sieves")
def _sieves() -> Iterator[Entry]:
    yield "Lucky numbers: survivors of striking by survivors", lucky()
    for first in range(3, 16):
        yield f"Lucky numbers when the first strike takes every {first}th", lucky(first)
    yield "Ludic numbers", ludic()
    for step in range(1, 20):
        yield f"Survivors of striking every (k + {step})th for k = 1, 2, ...", flavius(step)
    for m in range(2, 40):
        kept = list(range(1, 1500))
        while len(kept) >= m and len(kept) > 260:
            del kept[m - 1 :: m]
        yield f"What is left after striking every {m}th again and again", kept
