"""What a rule is, and how its words are put together.

A rule explains a : b and says something about c : ?. Rules compete by description length (see
`arithmetic.costs`): the bits of the operations in it and of its free numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

LIMIT = 10**40
"""Values past this are never the answer to a question of this kind; they are cut off."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One explanation of a : b, in words, with the one value that it gives for the missing d."""

    words: str
    bits: float
    answer: int


def say(words: str, argument: str) -> str:
    """The words of an operation applied to an argument, in brackets where they are needed.

    >>> say("{x}²", "n + 1"), say("the digit sum of {x}", "n²"), say("prime({x})", "2x")
    ('(n + 1)²', 'the digit sum of n²', 'prime(2x)')
    """
    simple = argument.isalnum() and not argument[0].isdigit()
    if not simple and words != "{x}" and not words.endswith(" of {x}"):
        words = words.replace("({x})", "{x}").replace("{x}", "({x})")
    return words.format(x=argument)


def bounded(value: int | None) -> int | None:
    """`value`, or None where it is past what an answer can be."""
    return value if value is not None and -LIMIT < value < LIMIT else None
