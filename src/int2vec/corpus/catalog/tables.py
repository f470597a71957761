"""Tables that many families read: facts about 0..LIMIT and the members of each property."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, primes_up_to
from int2vec.arithmetic.facts import FactTable, fact_table

SMALL = 4095
"""Enough for the well-known sequences, which must be there at once."""

LIMIT = 32767


def facts() -> FactTable:
    """The facts about 0..LIMIT."""
    return fact_table(LIMIT)


@lru_cache(maxsize=512)
def mask(name: str) -> NDArray[np.bool_]:
    """Where 0..LIMIT has a property; read-only."""
    found = PROPERTIES[name].mask(LIMIT)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=1024)
def members(name: str, limit: int = SMALL) -> tuple[int, ...]:
    """The integers 0..limit with a property, in order.

    >>> members("triangular")[:5]
    (0, 1, 3, 6, 10)
    """
    return tuple(np.flatnonzero(PROPERTIES[name].mask(limit)).tolist())


def complement(name: str, limit: int = SMALL) -> list[int]:
    """The integers 1..limit without a property, in order.

    >>> complement("squarefree")[:4]
    [4, 8, 9, 12]
    """
    return [int(n) for n in np.flatnonzero(~PROPERTIES[name].mask(limit)[1:]) + 1]


def indicator(name: str, limit: int = 127, first: int = 0) -> list[int]:
    """One where an integer of first..limit has a property, else zero.

    >>> indicator("prime", 5)
    [0, 0, 1, 1, 0, 1]
    """
    return [int(held) for held in PROPERTIES[name].mask(limit)[first:]]


@lru_cache(maxsize=8)
def primes(limit: int = SMALL) -> tuple[int, ...]:
    """The primes up to a limit.

    >>> primes()[:5]
    (2, 3, 5, 7, 11)
    """
    return tuple(primes_up_to(limit))


def where(test: Callable[[int], object], first: int = 1) -> Iterator[int]:
    """The integers n >= first that pass a test.

    >>> from itertools import islice
    >>> list(islice(where(lambda n: n % 7 == 3), 3))
    [3, 10, 17]
    """
    return (n for n in count(first) if test(n))
