"""What a sequence of the built-in corpus is, and the register of its families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

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
