"""What a sequence of the built-in corpus is, and the register of its families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

MAX_TERMS = 105
"""An OEIS line holds about this many one-character terms."""

MAX_CHARACTERS = 260
"""The length at which the OEIS cuts a line of terms."""

MIN_TERMS = 8

Entry = tuple[str, Iterable[int]]
"""A name and the terms, which may go on for ever: `clip` takes what fits a line."""

Maker = Callable[[], Iterator[Entry]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogSequence:
    """One sequence: its A-number (0 if it has none), its name in our own words, its terms."""

    a_number: int
    name: str
    family: str
    terms: list[int]


FAMILIES: dict[str, Maker] = {}
"""Every family of the built-in corpus by name, with the function that yields its sequences."""


def family(name: str) -> Callable[[Maker], Maker]:
    """A decorator that registers a generator of entries under a family name."""

    def register(make: Maker) -> Maker:
        assert name not in FAMILIES, f"two families are called {name}"
        FAMILIES[name] = make
        return make

    return register


def clip(terms: Iterable[int], most: int = MAX_TERMS) -> list[int]:
    """As many first terms as the OEIS would print on its line.

    >>> from itertools import count
    >>> len(clip(count(10**9)))
    23
    """
    kept: list[int] = []
    room = MAX_CHARACTERS
    for term in terms:
        # A quick bound first: str() of an integer past 4,300 digits is an error.
        if term.bit_length() > 4 * MAX_CHARACTERS:
            break
        room -= len(str(term)) + 1
        if room < 0 or len(kept) == most:
            break
        kept.append(term)
    return kept
