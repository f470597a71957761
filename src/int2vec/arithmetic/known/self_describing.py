"""Known sequences that refer to themselves, and the ways of integers under a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from int2vec.arithmetic.digits import look_and_say
from int2vec.arithmetic.known.base import Known, formula

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


def _nested(start: list[int], step: Callable[[list[int], int], int]) -> list[int]:
    """A list that grows by a rule which may look anywhere into itself."""
    a = list(start)
    while len(a) < _LENGTH:
        a.append(step(a, len(a)))
    return a


def hofstadter_q(first: int = 1, second: int = 1) -> list[int]:
    """Q(n) = Q(n - Q(n-1)) + Q(n - Q(n-2)), ended where it would look before its start."""
    a = [0, first, second]
    while len(a) < _LENGTH:
        n = len(a)
        i, j = n - a[-1], n - a[-2]
        if not (0 < i < n and 0 < j < n):
            break
        a.append(a[i] + a[j])
    return a[1:]


def hofstadter(depth: int) -> list[int]:
    """a(n) = n - a(a(...a(n - 1))), with a applied `depth` times: G, H and on."""

    def step(a: list[int], n: int) -> int:
        k = n - 1
        for _ in range(depth):
            k = a[k]
        return n - k

    return _nested([0], step)


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


def orbit(start: int, step: Callable[[int], int | None]) -> Iterator[int]:
    """Start, step(start), step(step(start)), ... as long as there is a next.

    >>> list(orbit(12, lambda n: None if n % 2 else n // 2))
    [12, 6, 3]
    """
    here: int | None = start
    while here is not None:
        yield here
        here = step(here)


def way_to_one(n: int) -> list[int]:
    """The Collatz steps that lead from n to 1, n itself among them.

    >>> way_to_one(3)
    [3, 10, 5, 16, 8, 4, 2, 1]
    """
    way = [n]
    while way[-1] > 1:
        way.append(collatz(way[-1]))
    return way


SEQUENCES = (
    Known(
        1462,
        "Golomb: a(n) is how often n occurs",
        lambda: _nested([0, 1], lambda a, n: 1 + a[n - a[a[n - 1]]])[1:],
    ),
    Known(5185, "Hofstadter's Q", hofstadter_q),
    Known(5206, "Hofstadter's G", partial(hofstadter, 2)),
    Known(5374, "Hofstadter's H", partial(hofstadter, 3)),
    Known(
        4001,
        "Conway's ten-thousand-dollar sequence",
        lambda: _nested([0, 1, 1], lambda a, n: a[a[-1]] + a[n - a[-1]])[1:],
    ),
    Known(2, "Kolakoski's sequence", partial(kolakoski, 1, 2)),
    Known(5132, "Recaman's walk", recaman),
    Known(181391, "How long ago the last term was seen", van_eck),
    Known(5150, "Each term reads the last one aloud", partial(orbit, 1, look_and_say)),
    formula(6577, "Steps from n to 1 under 3n + 1", lambda n: len(way_to_one(n)) - 1, 1),
    formula(6370, "Where 3n + 1 takes n", collatz, 1),
    formula(25586, "The highest point on the way from n to 1", lambda n: max(way_to_one(n)), 1),
    formula(
        8908, "How many numbers there are on the way from n to 1", lambda n: len(way_to_one(n)), 1
    ),
    formula(
        14682,
        "Where 3n + 1 takes n when odd steps are halved at once",
        lambda n: (3 * n + 1) // 2 if n % 2 else n // 2,
    ),
    Known(8884, "The way of 27 under 3n + 1", partial(orbit, 27, collatz)),
)
