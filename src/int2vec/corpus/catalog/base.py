"""What a sequence of the built-in corpus is, and how families of them are stated.

A family is a name and some rows. A row is a name that holds parameters with the values they take,
as in "{a=1..9}n + {b=0,1,5}", and the terms for given values: so one line states hundreds of
sequences. Where a formula gives the terms it stands in families.txt, else in the files of topics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from numpy import ndarray

from int2vec.arithmetic.known.stated import terms_of

MIN_TERMS = 8

Entry = tuple[str, Iterable[int]]
"""A name and the terms, which may go on for ever."""

Row = Callable[[], Iterator[Entry]]

Families = dict[str, tuple[Row, ...]]
"""Families by name, with the rows that yield their sequences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogSequence:
    """One sequence: its A-number (0 if it has none), its name in our own words, its terms."""

    a_number: int
    name: str
    family: str
    terms: list[int]


def each(words: str, terms: Callable[..., Any], **ranges: Iterable[Any]) -> Row:
    """A row: terms(...), integers or an array of them, for every choice of the parameters.

    Values that `words` does not list are given as `ranges`.

    >>> row = each("{k=3,5} down to {j}", lambda k, j: range(k, j - 1, -1), j=[1])
    >>> [(name, list(terms)) for name, terms in row()]
    [('3 down to 1', [3, 2, 1]), ('5 down to 1', [5, 4, 3, 2, 1])]
    """
    listed = {name: _values(text) for name, text in re.findall(r"\{(\w+)=([^}]+)\}", words)}
    template = re.sub(r"\{(\w+)=[^}]+\}", r"{\1}", words)

    def row() -> Iterator[Entry]:
        parameters = listed | ranges
        for values in product(*parameters.values()):
            given = dict(zip(parameters, values, strict=True))
            made = terms(**given)
            yield (
                tidy(template.format(**given)),
                made.tolist() if isinstance(made, ndarray) else made,
            )

    return row


def _values(text: str) -> list[int]:
    """The integers that "2,3,5..9" stands for."""
    found: list[int] = []
    for part in text.split(","):
        low, _, high = part.partition("..")
        found += range(int(low), int(high or low) + 1)
    return found


def read_families(text: str) -> Families:
    """The families in a text such as families.txt, which explains how they are written.

    >>> families = read_families("progressions\\n  {a=1..9}n\\n  {a=1..9}n + 1")
    >>> [len(rows) for rows in families.values()]
    [2]
    """
    blocks = re.findall(r"^(\w.*)((?:\n  .*)+)", text, re.MULTILINE)
    return {
        name: tuple(stated(row.strip()) for row in rows.split("\n  ")[1:]) for name, rows in blocks
    }


def stated(line: str) -> Row:
    """The row that one line of families.txt states.

    >>> name, terms = next(stated("{a=7}n + {b=-1..1}")())
    >>> name, next(iter(terms))
    ('7n - 1', -1)
    """
    words, _, meaning = line.partition(" | ")
    meaning = meaning or words.removesuffix(" rounded down")
    return each(words, lambda **given: terms_of(meaning, given))


_SYMBOL = r"[aknpx](?:\^\d+|\(n-\d+\))?(?![\w^])"


def tidy(words: str) -> str:
    """A formula as one would write it, without terms that vanish and factors of 1.

    >>> tidy("2n^2 + -1n + 0"), tidy("1n^2 + 0n + 41"), tidy("0n + 5")
    ('2n^2 - n', 'n^2 + 41', '5')
    """
    words = re.sub(rf"(?<![\w^.])0{_SYMBOL} \+ ", "", words)
    words = re.sub(rf" \+ 0({_SYMBOL})?(?![\w^])", "", words)
    return re.sub(rf"(?<![\w^])1(?={_SYMBOL})", "", words.replace("+ -", "- "))
