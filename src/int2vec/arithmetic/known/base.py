"""What a known sequence is, and how long a line of it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

MAX_TERMS = 105
"""An OEIS line holds about this many one-character terms."""

MAX_CHARACTERS = 260
"""The length at which the OEIS cuts a line of terms."""

Terms = Callable[[], Iterable[int]]


@dataclass(frozen=True)
class Known:
    """A sequence with its A-number (0: none), its name in our own words and its terms.

    >>> Known(290, "The squares", lambda: (n * n for n in range(99))).terms[:4]
    [0, 1, 4, 9]
    """

    a_number: int
    name: str
    generate: Terms = field(repr=False, compare=False)
    """The terms from the first one of the OEIS on; they may go on for ever."""
    remembered: bool = False
    """Whether the terms are written down as a fact: no code computes them."""

    @property
    def label(self) -> str:
        """The A-number, where there is one, and the name.

        >>> Known(290, "The squares", lambda: []).label
        'A000290, The squares'
        """
        return f"A{self.a_number:06d}, {self.name}" if self.a_number else self.name

    @cached_property
    def terms(self) -> list[int]:
        """As many first terms as the OEIS would print on its line."""
        return clip(self.generate())


def clip(terms: Iterable[int], most: int = MAX_TERMS) -> list[int]:
    """As many first terms as the OEIS would print on its line.

    >>> len(clip([10**9] * 99))
    23
    """
    kept: list[int] = []
    room = MAX_CHARACTERS
    for term in islice(terms, most):
        # A quick bound first: str() of an integer past 4,300 digits is an error.
        if term.bit_length() > 4 * MAX_CHARACTERS:
            break
        room -= len(str(term)) + 1
        if room < 0:
            break
        kept.append(term)
    return kept
