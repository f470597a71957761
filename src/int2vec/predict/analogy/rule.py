"""What a rule is, and what its words cost.

A rule explains a : b and says something about c : ?. Rules compete by description length:
the bits that its parts cost (common school operations are cheap) and the bits that its free
numbers cost. A rule of n bits gets the weight 2⁻ⁿ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LIMIT = 10**40
"""Values past this are never the answer to a question of this kind; they are cut off."""

RARITY = 0.25
"""Share of the surprise that a and c lie on a rare curve (both are cubes, say) which counts as
evidence for a rule about that curve."""

Function = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Operation:
    """A function from integers to integers that has a name and a price.

    `words` holds `{x}` where the argument goes; `of` gives None outside its domain.
    """

    words: str
    bits: float
    of: Function
    family: str

    def say(self, argument: str) -> str:
        """The operation in words, applied to `argument`.

        >>> Operation("{x}²", 2.0, lambda n: n * n, "power").say("n + 1")
        '(n + 1)²'
        """
        simple = argument.isalnum() or self.words.endswith(" of {x}")
        return self.words.format(x=argument if simple else f"({argument})")


@dataclass(frozen=True, slots=True)
class Rule:
    """One explanation of a : b, with what it makes of c.

    `answers` are the values that it allows for the missing number, among the options where
    there are options. A rule counts for something only if there is exactly one.
    """

    words: str
    bits: float
    family: str
    answers: tuple[int, ...]


def plus(k: int) -> str:
    """` + 3`, ` − 3` or nothing, to stand behind an expression.

    >>> plus(-3)
    ' − 3'
    """
    return "" if k == 0 else f" {'+' if k > 0 else '−'} {abs(k)}"


def bounded(value: int | None) -> int | None:
    """`value`, or None where it is past what an answer can be."""
    return value if value is not None and -LIMIT < value < LIMIT else None
