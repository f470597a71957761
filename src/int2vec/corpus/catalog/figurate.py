"""Numbers of dots in polygons, pyramids and their kin in more dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from math import comb

from int2vec.arithmetic.known.elementary import polygonal
from int2vec.corpus.catalog.base import Entry, family

_LONG = 110


@family("polygonal numbers")
def _polygonal() -> Iterator[Entry]:
    for sides in range(3, 121):
        yield f"Polygonal numbers with {sides} sides", [polygonal(sides, n) for n in range(_LONG)]
    for sides in range(5, 50):
        yield (
            f"Polygonal numbers with {sides} sides, at negative places",
            [polygonal(sides, -n) for n in range(_LONG)],
        )
        both = sorted(polygonal(sides, n) for n in range(-60, 60))
        yield f"Polygonal numbers with {sides} sides, at all places", both


@family("centred polygonal numbers")
def _centred() -> Iterator[Entry]:
    for sides in range(3, 100):
        yield (
            f"Centred polygonal numbers with {sides} sides",
            [1 + sides * n * (n + 1) // 2 for n in range(_LONG)],
        )


@family("pyramidal numbers")
def _pyramidal() -> Iterator[Entry]:
    for sides in range(3, 60):
        layers = [polygonal(sides, n) for n in range(_LONG)]
        yield f"Pyramids on polygons with {sides} sides", accumulate(layers)
        yield (
            f"Pyramids of pyramids on polygons with {sides} sides",
            accumulate(accumulate(layers)),
        )
        centred = [1 + sides * n * (n + 1) // 2 for n in range(_LONG)]
        yield f"Pyramids on centred polygons with {sides} sides", accumulate(centred)


@family("binomial coefficients")
def _simplices() -> Iterator[Entry]:
    for k in range(2, 26):
        yield f"Ways to choose {k} of n things", [comb(n, k) for n in range(k, k + _LONG)]
        yield f"Simplex numbers in {k} dimensions", [comb(n + k - 1, k) for n in range(_LONG)]
        yield f"C(n, {k}) - n", [comb(n, k) - n for n in range(k, k + _LONG)]
    for k, j in product(range(2, 9), range(1, 9)):
        yield f"C(n + {j}, {k}) + C(n, {j})", [comb(n + j, k) + comb(n, j) for n in range(_LONG)]
        if j < k:
            yield f"C(n, {k}) C(n, {j})", [comb(n, k) * comb(n, j) for n in range(k, _LONG)]


@family("crystal balls")
def _crystals() -> Iterator[Entry]:
    for d in range(2, 16):
        ball = [
            sum(comb(d, k) * comb(n + d - k, d) for k in range(min(n, d) + 1)) for n in range(60)
        ]
        yield f"Points within n steps of the origin of the cubic lattice in {d} dimensions", ball
        yield (
            f"Points exactly n steps from the origin in {d} dimensions",
            [ball[0], *(b - a for a, b in pairwise(ball))],
        )
        yield (
            f"Simplex numbers in {d} dimensions with signs in turn",
            [(-1) ** n * comb(n + d - 1, d) for n in range(_LONG)],
        )


@family("sums of powers")
def _power_sums() -> Iterator[Entry]:
    for k in range(1, 15):
        yield f"Sums of the first powers n^{k}", accumulate(n**k for n in range(_LONG))
        yield (
            f"Sums of the first powers n^{k} with signs in turn",
            accumulate((-1) ** n * n**k for n in range(_LONG)),
        )
        yield (
            f"Sums of the first odd numbers to the power {k}",
            accumulate((2 * n + 1) ** k for n in range(_LONG)),
        )
    for k, j in product(range(1, 5), range(2, 9)):
        yield (
            f"Sums of {j} neighbouring powers n^{k}",
            [sum((n + i) ** k for i in range(j)) for n in range(_LONG)],
        )
