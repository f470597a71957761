"""Known greedy sequences and sieves: Ulam, Mian and Chowla, lucky and ludic numbers."""

from __future__ import annotations

from functools import partial
from math import gcd

from int2vec.arithmetic.known.base import Known

_LENGTH = 110


def ulam(first: int, second: int) -> list[int]:
    """Numbers that are a sum of two different earlier ones in exactly one way.

    >>> ulam(1, 2)[:8]
    [1, 2, 3, 4, 6, 8, 11, 13]
    """
    a = [first, second]
    ways = {first + second: 1}
    while len(a) < 70:
        term = min(n for n, w in ways.items() if w == 1 and n > a[-1])
        for old in a:
            ways[old + term] = ways.get(old + term, 0) + 1
        a.append(term)
        ways = {n: w for n, w in ways.items() if n > term}
    return a


def mian_chowla(first: int = 1, second: int = 2) -> list[int]:
    """The greedy sequence whose pairwise sums are all different."""
    a, sums = [first, second], {2 * first, first + second, 2 * second}
    candidate = second
    while len(a) < 32:
        candidate += 1
        new = {candidate + old for old in [*a, candidate]}
        if not new & sums:
            sums |= new
            a.append(candidate)
    return a


def no_progression(start: list[int]) -> list[int]:
    """The greedy sequence without three terms in arithmetic progression."""
    a, present, banned = list(start), set(start), set()
    for i, x in enumerate(a):
        banned |= {2 * x - y for y in a[:i]}
    candidate = a[-1]
    while len(a) < 60:
        candidate += 1
        if candidate in banned:
            continue
        banned |= {2 * candidate - y for y in a}
        a.append(candidate)
        present.add(candidate)
    return a


def ekg(second: int = 2) -> list[int]:
    """Each term is the smallest unused number that shares a factor with the last."""
    a, used = [1, second], {1, second}
    while len(a) < _LENGTH:
        n = 2
        while n in used or gcd(n, a[-1]) == 1:
            n += 1
        a.append(n)
        used.add(n)
    return a


def yellowstone() -> list[int]:
    """Smallest unused number prime to the last term but not to the one before it."""
    a, used = [1, 2, 3], {1, 2, 3}
    while len(a) < _LENGTH:
        n = 2
        while n in used or gcd(n, a[-1]) > 1 or gcd(n, a[-2]) == 1:
            n += 1
        a.append(n)
        used.add(n)
    return a


def lucky(first: int = 2, limit: int = 600) -> list[int]:
    """Survivors of striking out every first-th number, then every k-th for the next survivor k.

    >>> lucky()[:8]
    [1, 3, 7, 9, 13, 15, 21, 25]
    """
    kept = list(range(1, limit + 1))
    del kept[first - 1 :: first]
    i = 1
    while i < len(kept) and kept[i] <= len(kept):
        del kept[kept[i] - 1 :: kept[i]]
        i += 1
    return kept


def ludic(limit: int = 600) -> list[int]:
    """Like the primes, but each survivor k strikes out every k-th number still there."""
    rest, found = list(range(2, limit)), [1]
    while rest:
        found.append(rest[0])
        del rest[:: rest[0]]
    return found


def flavius(step: int = 1, limit: int = 2500) -> list[int]:
    """Strike out every (k + step)-th of what is left, for k = 1, 2, ..."""
    kept, k = list(range(1, limit)), 1 + step
    while k <= len(kept):
        del kept[k - 1 :: k]
        k += 1
    return kept[: _LENGTH // 2]


SEQUENCES = (
    Known(2858, "Ulam numbers", partial(ulam, 1, 2)),
    Known(5282, "Greedy numbers whose pairwise sums differ", mian_chowla),
    Known(3278, "Greedy numbers without three in progression", partial(no_progression, [1, 2])),
    Known(64413, "Smallest unused number that shares a factor with the last", ekg),
    Known(98550, "Smallest unused number prime to the last but not to the one before", yellowstone),
    Known(959, "Lucky numbers", lucky),
    Known(3309, "Ludic numbers", ludic),
    Known(960, "Survivors of the sieve of Flavius Josephus", flavius),
)
