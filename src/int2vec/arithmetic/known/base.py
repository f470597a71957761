"""What a known sequence is, and the ways of stating one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count, islice

MAX_TERMS = 105
"""An OEIS line holds about this many one-character terms."""

MAX_CHARACTERS = 260
"""The length at which the OEIS cuts a line of terms."""

Terms = Callable[[], Iterable[int]]


@dataclass(frozen=True)
class Known:
    """A sequence of the OEIS that our own code computes: A-number, name in our own words, terms.

    >>> Known(290, "The squares", lambda: (n * n for n in count(0))).terms[:4]
    [0, 1, 4, 9]
    """

    a_number: int
    name: str
    generate: Terms = field(repr=False, compare=False)
    """The terms from the first one of the OEIS on; they may go on for ever."""

    @cached_property
    def terms(self) -> list[int]:
        """As many first terms as the OEIS would print on its line."""
        return clip(self.generate())


def formula(
    a_number: int,
    name: str,
    value: Callable[[int], int],
    first: int = 0,
    lead: tuple[int, ...] = (),
) -> Known:
    """The sequence of value(n) for n = first, first + 1, ... after some terms that lead.

    >>> formula(5843, "The even numbers", lambda n: 2 * n).terms[:4]
    [0, 2, 4, 6]
    """
    return Known(a_number, name, lambda: chain(lead, map(value, count(first))))


def by_rows(row: Callable[[int], Iterable[int]], first: int = 0) -> Terms:
    """A triangle read by rows.

    >>> clip(by_rows(range)())[:6]
    [0, 0, 1, 0, 1, 2]
    """
    return lambda: chain.from_iterable(map(row, count(first)))


def clip(terms: Iterable[int], most: int = MAX_TERMS) -> list[int]:
    """As many first terms as the OEIS would print on its line.

    >>> len(clip(count(10**9)))
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
