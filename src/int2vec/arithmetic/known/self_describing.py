"""Sequences that refer to themselves, ways under a map, greedy sequences and sieves."""

from collections.abc import Callable, Iterator
from itertools import count

_LENGTH = 110
"""Terms worked out where a sequence is built as a list."""


def kolakoski(first: int, second: int) -> list[int]:
    """The sequence of two letters that describes its own runs.

    >>> kolakoski(1, 2)[:8]
    [1, 2, 2, 1, 1, 2, 1, 2]
    """
    a = [first] * first
    if first == 1:
        a += [second] * second
    i, letters = (2 if first == 1 else 1), (first, second)
    while len(a) < _LENGTH:
        a += [letters[i % 2]] * a[i]
        i += 1
    return a


def recaman(start: int = 0) -> Iterator[int]:
    """Step back by n if that lands on a new non-negative number, else forward."""
    here, seen = start, {start}
    yield here
    for n in count(1):
        here = here - n if here - n >= 0 and here - n not in seen else here + n
        seen.add(here)
        yield here


def van_eck(start: int = 0) -> Iterator[int]:
    """How long ago the last term was seen before, 0 if never."""
    last: dict[int, int] = {}
    term = start
    for n in count(0):
        yield term
        gap = n - last.get(term, n)
        last[term] = n
        term = gap


def collatz(n: int) -> int:
    """Half of an even n, 3n + 1 of an odd one."""
    return 3 * n + 1 if n % 2 else n // 2


def way_to_one(n: int) -> list[int]:
    """The Collatz steps that lead from n to 1, n itself among them.

    >>> way_to_one(3)
    [3, 10, 5, 16, 8, 4, 2, 1]
    """
    way = [n]
    while way[-1] > 1:
        way.append(collatz(way[-1]))
    return way


def ulam() -> list[int]:
    """Numbers that are a sum of two different earlier ones in exactly one way."""
    a, ways = [1, 2], {3: 1}
    while len(a) < 70:
        term = min(n for n, w in ways.items() if w == 1 and n > a[-1])
        for old in a:
            ways[old + term] = ways.get(old + term, 0) + 1
        a.append(term)
    return a


def mian_chowla() -> list[int]:
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


def no_progression() -> list[int]:
    """The greedy sequence without three terms in arithmetic progression."""
    a: list[int] = []
    banned: set[int] = set()
    for candidate in range(1, 600):
        if candidate not in banned:
            banned |= {2 * candidate - old for old in a}
            a.append(candidate)
    return a[:60]


def smallest_unused(start: list[int], fits: Callable[[int, list[int]], bool]) -> list[int]:
    """Each term is the smallest number not yet used that fits those before."""
    a = list(start)
    while len(a) < 110:
        a.append(next(n for n in count(2) if n not in a and fits(n, a)))
    return a


def lucky() -> list[int]:
    """Survivors of striking out every second number, then every k-th for the next survivor k."""
    kept, i = list(range(1, 600, 2)), 1
    while kept[i] <= len(kept):
        del kept[kept[i] - 1 :: kept[i]]
        i += 1
    return kept


def ludic() -> list[int]:
    """Like the primes, but each survivor k strikes out every k-th number still there."""
    rest, found = list(range(2, 600)), [1]
    while rest:
        found.append(rest[0])
        del rest[:: rest[0]]
    return found


def flavius() -> list[int]:
    """Strike out every (k + 1)-th of what is left, for k = 1, 2, ..."""
    kept, k = list(range(1, 2500)), 2
    while k <= len(kept):
        del kept[k - 1 :: k]
        k += 1
    return kept[:55]
