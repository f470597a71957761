"""Known greedy sequences and sieves: Ulam, Mian and Chowla, lucky and ludic numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import gcd

from int2vec.arithmetic.known.base import Known


def _ulam() -> list[int]:
    """Numbers that are a sum of two different earlier ones in exactly one way."""
    a, ways = [1, 2], {3: 1}
    while len(a) < 70:
        term = min(n for n, w in ways.items() if w == 1 and n > a[-1])
        for old in a:
            ways[old + term] = ways.get(old + term, 0) + 1
        a.append(term)
    return a


def _mian_chowla() -> list[int]:
    """The greedy sequence whose pairwise sums are all different."""
    a: list[int] = []
    sums: set[int] = set()
    for candidate in count(1):
        new = {candidate + old for old in [*a, candidate]}
        if not new & sums:
            sums |= new
            a.append(candidate)
        if len(a) == 32:
            break
    return a


def _no_progression() -> list[int]:
    """The greedy sequence without three terms in arithmetic progression."""
    a: list[int] = []
    banned: set[int] = set()
    for candidate in range(1, 600):
        if candidate not in banned:
            banned |= {2 * candidate - old for old in a}
            a.append(candidate)
    return a[:60]


def _smallest_unused(start: list[int], fits: Callable[[int, list[int]], bool]) -> list[int]:
    """Each term is the smallest number not yet used that fits those before."""
    a = list(start)
    while len(a) < 110:
        a.append(next(n for n in count(2) if n not in a and fits(n, a)))
    return a


def _lucky() -> list[int]:
    """Survivors of striking out every second number, then every k-th for the next survivor k."""
    kept, i = list(range(1, 600, 2)), 1
    while kept[i] <= len(kept):
        del kept[kept[i] - 1 :: kept[i]]
        i += 1
    return kept


def _ludic() -> list[int]:
    """Like the primes, but each survivor k strikes out every k-th number still there."""
    rest, found = list(range(2, 600)), [1]
    while rest:
        found.append(rest[0])
        del rest[:: rest[0]]
    return found


def _flavius() -> list[int]:
    """Strike out every (k + 1)-th of what is left, for k = 1, 2, ..."""
    kept, k = list(range(1, 2500)), 2
    while k <= len(kept):
        del kept[k - 1 :: k]
        k += 1
    return kept[:55]


SEQUENCES = (
    Known(2858, "Ulam numbers", _ulam),
    Known(5282, "Greedy numbers whose pairwise sums differ", _mian_chowla),
    Known(3278, "Greedy numbers without three in progression", _no_progression),
    Known(
        64413,
        "Smallest unused number that shares a factor with the last",
        lambda: _smallest_unused([1, 2], lambda n, a: gcd(n, a[-1]) > 1),
    ),
    Known(
        98550,
        "Smallest unused number prime to the last but not to the one before",
        lambda: _smallest_unused([1, 2, 3], lambda n, a: gcd(n, a[-1]) == 1 < gcd(n, a[-2])),
    ),
    Known(959, "Lucky numbers", _lucky),
    Known(3309, "Ludic numbers", _ludic),
    Known(960, "Survivors of the sieve of Flavius Josephus", _flavius),
)
