"""What an operation on integers is: its words, its function, its domain and what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

Function = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Operation:
    """A function from integers to integers; `words` and `sentence` hold `{x}` for its argument.

    `of` gives None where there is no value; `low` ≤ n < `high` is where it is worth a try in a
    short question about n, and `nonzero` leaves out values of 0 there.
    """

    family: str
    words: str
    of: Function
    sentence: str
    bits: Mapping[str, float]
    low: float = 0
    high: float = inf
    start: int = 1
    nonzero: bool = False

    def at(self, n: int) -> int | None:
        """The value at n, None outside the domain.

        >>> up_to_100 = operation("power", "{x}²", lambda n: n * n, high=100, curve=1.5)
        >>> up_to_100.at(5), up_to_100.at(200)
        (25, None)
        """
        value = self.of(n) if self.low <= n < self.high else None
        return None if self.nonzero and value == 0 else value

    def inverse(self, value: int) -> int | None:
        """The x from `start` on with this value, or None; for rising operations, by bisection.

        >>> cube = operation("power", "{x}³", lambda n: n**3, curve=2)
        >>> cube.inverse(343), cube.inverse(344)
        (7, None)
        """
        low, high = self.start, self.start + 1
        while (reached := self.at(high)) is not None and reached < value:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            reached = self.at(middle)
            if reached is None or reached >= value:
                high = middle
            else:
                low = middle + 1
        return low if self.at(low) == value else None

    @property
    def possessive(self) -> str:
        """The words where the integer was just named.

        >>> operation("digits", "the product of the digits of {x}", abs).possessive
        'the product of its digits'
        """
        if self.sentence.startswith("{x} with "):
            return self.sentence.removeprefix("{x} with ")
        return re.sub(r"the ((?:(?!the ).)*) of \{x\}", r"its \1", self.sentence)


def operation(
    family: str,
    words: str,
    of: Function,
    sentence: str | None = None,
    *,
    low: float = 0,
    high: float = inf,
    start: int = 1,
    nonzero: bool = False,
    **bits: float,
) -> Operation:
    """An operation, its cost in bits for each use by keyword; its words may do as a sentence."""
    return Operation(family, words, of, sentence or words, bits, low, high, start, nonzero)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A function of two integers; `words` hold `{first}` and `{second}`, or `{both}`."""

    words: str
    sign: str
    of: Callable[[int, int], int | None]
    bits: Mapping[str, float]

    @property
    def symmetric(self) -> bool:
        """Whether the order of the two makes no difference."""
        return "{both}" in self.words


def pairing(words: str, sign: str, of: Callable[[int, int], int | None], **bits: float) -> Pairing:
    """A function of two integers, its cost in bits for each use by keyword."""
    return Pairing(words, sign, of, bits)
