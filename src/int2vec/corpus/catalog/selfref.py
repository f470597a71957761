"""Sequences that refer to themselves: Golomb, Hofstadter, Kolakoski, Recaman, Van Eck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from int2vec.corpus.catalog.base import Entry, family

_LENGTH = 110
"""Terms worked out where a sequence is built as a list."""


def golomb() -> list[int]:
    """a(n) is how often n occurs: 1, 2, 2, 3, 3, 4, 4, 4, ..."""
    a = [0, 1]
    for n in range(2, _LENGTH):
        a.append(1 + a[n - a[a[n - 1]]])
    return a[1:]


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


def nested(start: list[int], step: Callable[[list[int], int], int]) -> list[int]:
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


def conway() -> list[int]:
    """a(n) = a(a(n-1)) + a(n - a(n-1)): the ten-thousand-dollar sequence."""
    return nested([0, 1, 1], lambda a, n: a[a[-1]] + a[n - a[-1]])[1:]


def hofstadter(depth: int) -> list[int]:
    """a(n) = n - a(a(...a(n - 1))), with a applied `depth` times: G, H and on."""

    def step(a: list[int], n: int) -> int:
        k = n - 1
        for _ in range(depth):
            k = a[k]
        return n - k

    return nested([0], step)


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


def look_and_say(start: int) -> Iterator[int]:
    """Each term reads the one before aloud."""
    text = str(start)
    while True:
        yield int(text)
        said, i = "", 0
        while i < len(text):
            j = i
            while j < len(text) and text[j] == text[i]:
                j += 1
            said += f"{j - i}{text[i]}"
            i = j
        text = said


@family("Kolakoski sequences")
def _kolakoski() -> Iterator[Entry]:
    for a in range(1, 8):
        for b in range(1, 8):
            if a != b:
                yield f"The sequence of {a}s and {b}s that describes its own runs", kolakoski(a, b)


def _meta(shift: int) -> Callable[[list[int], int], int]:
    return lambda a, n: a[max(0, n - shift - a[-1])] + a[max(0, n - shift - a[-2])]


def _repeats(modulus: int) -> Callable[[list[int], int], int]:
    return lambda a, n: a.count(a[-1]) % modulus


@family("Hofstadter sequences")
def _hofstadter() -> Iterator[Entry]:
    for depth in range(1, 9):
        yield f"a(n) = n less a applied {depth} times to n - 1", hofstadter(depth)
    for first in range(1, 5):
        for second in range(1, 5):
            yield (
                f"Hofstadter's Q from {first} and {second}",
                hofstadter_q(first, second),
            )
    yield "Conway's ten-thousand-dollar sequence", conway()
    for shift in range(1, 7):
        start = [1] * (shift + 2)
        yield (
            f"a(n) = a(n - {shift} - a(n-1)) + a(n - {shift} - a(n-2))",
            nested(start, _meta(shift)),
        )
    for k in range(2, 8):
        yield (
            f"How many earlier terms equal the last one, modulo {k}",
            nested([1], _repeats(k)),
        )
    yield "How many terms so far equal the last one", nested([1], lambda a, n: a.count(a[-1]))
    yield "How many different terms there are so far", nested([1, 1], lambda a, n: len(set(a)))
    yield "Golomb's sequence: a(n) is how often n occurs", golomb()


@family("Recaman sequences")
def _recaman() -> Iterator[Entry]:
    for start in range(60):
        yield f"Recaman's walk from {start}: back by n if free, else forward", recaman(start)


@family("Van Eck sequences")
def _van_eck() -> Iterator[Entry]:
    for start in range(60):
        yield f"How long ago the last term was seen, from {start}", van_eck(start)


@family("look and say")
def _look_and_say() -> Iterator[Entry]:
    for start in (*range(0, 22), *range(23, 60, 3), 111, 112, 122, 123, 221, 312, 321, 333):
        yield f"Each term reads the last one aloud, from {start}", look_and_say(start)
