"""The property catalog: `PROPERTIES`, `QUANTITIES`, and their values for many integers.

Every `holds` answers for every int, in bounded time: remainders are those of Python (-3 is odd),
and integers below 0 have no other property but to be cubes and fifth powers. False also stands for
what is out of reach, past `primes.MAX_BITS` bits or the budget of `primes.factorise`. So True is
always right (a probable prime above 3.3e24 aside), False may mean "not known to hold".

Tests of long integers are slow, and there are many: `within` bounds the time of a whole question.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import takewhile
from math import inf, log, nan, sqrt
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import read_lines
from int2vec.arithmetic.facts import fact_table, facts
from int2vec.arithmetic.known.stated import VOCABULARY, Terms, function, stated_sequences, terms_of
from int2vec.arithmetic.primes import MAX_BITS
from int2vec.errors import InputError, UndecidedError

LONG = 1 << 64  # integers from here on are tested slowly, one by one
_until: ContextVar[float] = ContextVar("_until", default=inf)
Mask = NDArray[np.bool_]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Within this block `time_left` counts so many seconds of work down, or those of one around it.

    Work is counted, not time: a busy machine gives the same answers.
    """
    token = _until.set(min(_until.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def time_left() -> float:
    """The seconds of work that are left of the innermost bound, without end where there is none."""
    return _until.get() - thread_time()


def is_late() -> bool:
    """Whether the time of the question is spent, so that long integers are tested no more."""
    return time_left() < 0


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


def remainder_name(divisor: int, left: int) -> str:
    """The one name under which n = left (mod divisor) stands in the catalog.

    >>> remainder_name(2, 1), remainder_name(3, 0), remainder_name(5, 2)
    ('odd', 'div3', 'mod5=2')
    """
    if divisor == 2:
        return "odd" if left else "even"
    return f"mod{divisor}={left}" if left else f"div{divisor}"


def _remainder(divisor: int, left: int) -> Property:
    name = remainder_name(divisor, left)
    words = f"leaves {left} when divided by {divisor}" if left else f"is divisible by {divisor}"
    return Property(
        name=name,
        words=f"is {name}" if divisor == 2 else words,
        family="remainders",
        holds=lambda n: n % divisor == left,
        mask=lambda limit: np.asarray(np.arange(limit + 1) % divisor == left),
    )


def _float(n: float | None) -> float:
    try:
        return nan if n is None else float(n)
    except OverflowError:
        return inf if n and n > 0 else -inf


_NAMES = VOCABULARY | {"as_float": _float, "log": log, "sqrt": sqrt}
_FACT = re.compile(r"(?<![A-Za-z_])(?!modulo\b)[A-Za-z_]\w*")
_LINES = read_lines("properties.txt", r"(\w+) (\S+): (.*?) \| (.*)")


def _property(family: str, name: str, words: str, test: str) -> Property:
    """The property that a line of properties.txt states."""
    test, _, also = test.partition(", and ")
    kind, _, meaning = test.partition(" ")
    holds: Callable[[int], bool]
    mask: Callable[[int], Mask]
    if kind == "each":
        holds = function("n", meaning, _NAMES)
        mask = partial(_examined, holds)
    elif kind == "in":
        known = re.fullmatch(r"A(\d+)", meaning)
        in_turn = partial(terms_of, meaning)
        members = stated_sequences()[int(known[1])].generate if known else in_turn
        holds, mask = partial(_is_member, members), partial(_listed, members)
    else:
        over_facts = function("f", _FACT.sub(r"f.\g<0>", test), {})
        holds = partial(_holds, over_facts, bool(also))
        mask = partial(_stated, over_facts, bool(also))
    least = -inf if "below" in also else 0
    return Property(
        name=name,
        words=words,
        family=family,
        holds=lambda n: n >= least and n.bit_length() <= MAX_BITS and holds(n),
        mask=mask,
    )


def _examined(test: Callable[[int], bool], limit: int) -> Mask:
    return np.fromiter(map(test, range(limit + 1)), dtype=bool, count=limit + 1)


def _holds(test: Callable[[Any], Any], zero: bool, n: int) -> bool:
    """Whether the facts about |n| pass a test, which is not asked about 0."""
    try:
        return bool(test(facts(abs(n)))) if n else zero
    except UndecidedError:
        return False


def _stated(test: Callable[[Any], Any], zero: bool, limit: int) -> Mask:
    found = np.array(test(fact_table(limit)), dtype=bool)
    found[0] = zero
    return found


@lru_cache(maxsize=128)
def _small_members(members: Terms) -> frozenset[int]:
    return frozenset(takewhile(lambda member: member < LONG, members()))


@lru_cache(maxsize=128)
def _long_members(members: Terms) -> frozenset[int]:
    """The hashes of the long members: themselves they would fill megabytes."""
    longest = takewhile(lambda member: member.bit_length() <= MAX_BITS, members())
    return frozenset(hash(member) for member in longest)


def _is_member(members: Terms, n: int) -> bool:
    """Whether n is in a set that grows fast enough to be listed, in rising order."""
    if n < LONG:
        return n in _small_members(members)
    if hash(n) not in _long_members(members):
        return False
    return next((member == n for member in members() if member >= n), False)


def _listed(members: Terms, limit: int) -> Mask:
    found = np.zeros(limit + 1, dtype=bool)
    found[[member for member in _small_members(members) if 0 <= member <= limit]] = True
    return found


PROPERTIES: dict[str, Property] = {
    one.name: one
    for one in (
        *(_remainder(divisor, left) for divisor in range(2, 13) for left in range(divisor)),
        *(_property(*line) for line in _LINES if line[0] != "quantity"),
    )
}
"""Every yes-or-no property by name; a remainder of 0 stands as "even", "div3", "div4" ..."""

QUANTITIES: dict[str, Quantity] = {
    name: Quantity(name=name, words=words, of=function("n", formula, _NAMES))
    for family, name, words, formula in _LINES
    if family == "quantity"
}
"""Every numeric fact by name."""

_TABLE_ROOM = 1 << 15
_TABLE_MOST = 1 << 20
_TABLE_SIZES = (2**11 - 1, _TABLE_ROOM - 1, 2**18 - 1, _TABLE_MOST - 1)


def find_property(name: str) -> Property:
    """The property of that name; "mod2=0" and "mod3=0" are other words for "even" and "div3".

    >>> find_property("mod3=0").words
    'is divisible by 3'
    """
    if spelled := re.fullmatch(r"mod(\d+)=(\d+)", name):
        name = remainder_name(int(spelled[1]), int(spelled[2]))
    if name not in PROPERTIES:
        near = get_close_matches(name, PROPERTIES, n=3) or ["even", "div3", "prime", "mod5=2"]
        problem = f"{name!r} is not one of the {len(PROPERTIES)} properties"
        raise InputError(f"{problem}; did you mean one of {', '.join(near)}?")
    return PROPERTIES[name]


@lru_cache(maxsize=1024)
def _mask(name: str, limit: int) -> Mask:
    return PROPERTIES[name].mask(limit)


def property_table(names: Sequence[str], integers: Sequence[int]) -> Mask:
    """A bool array of shape (len(names), len(integers)): which property each integer has.

    Long integers that there is no time for (`within`) have none.

    >>> property_table(["even", "prime"], [1, 2, 3]).tolist()
    [[False, True, False], [False, True, True]]
    """
    found = [find_property(name) for name in names]
    values = [int(n) for n in integers]
    # A table of 0..limit pays off for small integers, and further up when there are many.
    reach = max(_TABLE_ROOM, min(_TABLE_MOST, 64 * len(values)))
    top = max((n for n in values if 0 <= n < reach), default=0)
    # Few sizes of table, so that the next question finds its table made.
    limit = next(size for size in _TABLE_SIZES if top <= size)
    inside = np.array([0 <= n <= limit for n in values], dtype=bool)
    rows = np.array([n for n in values if 0 <= n <= limit], dtype=np.int64)
    outside = [n for n in values if not 0 <= n <= limit]
    table = np.zeros((len(found), len(values)), dtype=bool)
    for i, wanted in enumerate(found):
        table[i, inside] = _mask(wanted.name, limit)[rows]
        table[i, ~inside] = [(abs(n) < LONG or not is_late()) and wanted.holds(n) for n in outside]
    return table


def quantity_table(names: Sequence[str], integers: Sequence[int]) -> NDArray[np.float64]:
    """A float array of shape (len(names), len(integers)); NaN where a quantity is not defined.

    >>> quantity_table(["digits", "divisors"], [1, 12]).tolist()
    [[1.0, 2.0], [1.0, 6.0]]
    """
    if unknown := [name for name in names if name not in QUANTITIES]:
        raise InputError(f"{unknown[0]!r} is not a quantity; choose from {', '.join(QUANTITIES)}")
    found = [[_float(QUANTITIES[name].of(int(n))) for n in integers] for name in names]
    return np.array(found, dtype=np.float64).reshape(len(names), len(integers))
