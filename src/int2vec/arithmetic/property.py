"""What a property and a quantity are, and the ways of stating one.

Every `holds` answers for every int, in bounded time, with a plain bool:
- remainders are those of Python, so -3 is odd and divisible by 3;
- cubes and other odd powers may be negative; 0 is even, a square, triangular, a palindrome,
  one digit long;
- all else is False for n <= 0;
- False also where the answer is out of reach: a factorisation that is not found within the
  budget of `primes.factorise`, or anything but a remainder past `primes.MAX_BITS` bits. So True
  is always right (a probable prime above 3.3e24 aside), False may mean "not known to hold".

Tests of long integers are slow, and there are many: `within` bounds the time of a whole question.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from math import inf
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.facts import Either, fact_table, facts
from int2vec.arithmetic.known.stated import Terms
from int2vec.arithmetic.primes import MAX_BITS
from int2vec.errors import UndecidedError

LONG = 1 << 64  # integers from here on are tested slowly, one by one
_until: ContextVar[float] = ContextVar("_until", default=inf)
Mask = NDArray[np.bool_]
Statement = Callable[[Either], Either]
Formula = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Within this block `is_late` says when so many seconds of work are over.

    Work is counted, not time: a busy machine gives the same answers.
    """
    token = _until.set(min(_until.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def is_late() -> bool:
    """Whether the time of the question is spent, so that long integers are tested no more."""
    return thread_time() > _until.get()


@dataclass(frozen=True, kw_only=True)
class Property:
    """A yes-or-no fact about an integer: its name, a clause in words, the test itself."""

    name: str
    words: str
    family: str
    holds: Callable[[int], bool] = field(repr=False, compare=False)
    mask: Callable[[int], Mask] = field(repr=False, compare=False)
    """The mask of 0..limit, given the limit."""


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number attached to an integer; None where it is not defined or out of reach."""

    name: str
    words: str
    of: Callable[[int], float | None] = field(repr=False, compare=False)


def remainder(name: str, words: str, divisor: int, left: int) -> Property:
    """A property that fixes n modulo a divisor."""

    def mask(limit: int) -> Mask:
        return np.asarray(np.arange(limit + 1) % divisor == left)

    return Property(
        name=name,
        words=words,
        family="remainders",
        holds=lambda n: n % divisor == left,
        mask=mask,
    )


def stated(family: str, name: str, words: str, test: Statement, *, zero: bool = False) -> Property:
    """A property of n >= 1 stated once over `Facts` and `FactTable`; `zero` says if 0 has it."""

    def holds(n: int) -> bool:
        if n <= 0 or n.bit_length() > MAX_BITS:
            return n == 0 and zero
        try:
            return bool(test(facts(n)))
        except UndecidedError:
            return False

    def mask(limit: int) -> Mask:
        found = np.array(test(fact_table(limit)), dtype=bool)
        found[0] = zero
        return found

    return Property(name=name, words=words, family=family, holds=holds, mask=mask)


def listed(family: str, name: str, words: str, members: Terms) -> Property:
    """A property of being in a set that grows fast enough to be listed, in rising order."""

    def holds(n: int) -> bool:
        return n >= 0 and n.bit_length() <= MAX_BITS and _is_member(n, members)

    def mask(limit: int) -> Mask:
        found = np.zeros(limit + 1, dtype=bool)
        found[[m for m in _small_members(members) if 0 <= m <= limit]] = True
        return found

    return Property(name=name, words=words, family=family, holds=holds, mask=mask)


@lru_cache(maxsize=128)
def _small_members(members: Terms) -> frozenset[int]:
    return frozenset(takewhile(lambda member: member < LONG, members()))


@lru_cache(maxsize=128)
def _long_members(members: Terms) -> frozenset[int]:
    """The hashes of the long members: themselves they would fill megabytes."""
    longest = takewhile(lambda member: member.bit_length() <= MAX_BITS, members())
    return frozenset(hash(member) for member in longest)


def _is_member(n: int, members: Terms) -> bool:
    if n < LONG:
        return n in _small_members(members)
    if hash(n) not in _long_members(members):
        return False
    return next((member == n for member in members() if member >= n), False)


def formula(
    family: str,
    name: str,
    words: str,
    test: Callable[[int], bool],
    value: Formula,
) -> Property:
    """A property of being value(k) for some k >= 0, with an exact test of its own."""

    def holds(n: int) -> bool:
        return n.bit_length() <= MAX_BITS and test(n)

    def mask(limit: int) -> Mask:
        found = np.zeros(limit + 1, dtype=bool)
        # Every formula here grows at least like k^2 / 3, which bounds k.
        values = value(np.arange(int((3 * limit) ** 0.5) + 3, dtype=np.int64))
        found[values[(values >= 0) & (values <= limit)]] = True
        return found

    return Property(name=name, words=words, family=family, holds=holds, mask=mask)


def examined(family: str, name: str, words: str, test: Callable[[int], bool]) -> Property:
    """A property with a quick test for one integer, made one by one."""

    def holds(n: int) -> bool:
        return n >= 0 and n.bit_length() <= MAX_BITS and test(n)

    def mask(limit: int) -> Mask:
        return np.fromiter(map(test, range(limit + 1)), dtype=bool, count=limit + 1)

    return Property(name=name, words=words, family=family, holds=holds, mask=mask)
