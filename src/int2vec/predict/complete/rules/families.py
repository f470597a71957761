"""Families of sequences that a formula with parameters gives, as `families.txt` states them.

Which member of a family it is is looked up by its first terms in `families.npy`, which
`python -m benchmarks.make_tables` writes; the others are then worked out.
"""

import re
from collections.abc import Iterator
from itertools import islice
from math import prod
from pathlib import Path
from typing import NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.stated import terms_of
from int2vec.corpus.catalog.families import tidy, values_of
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.walks import looked_up, table_of

MIN_TERMS, MAX_TERMS = 9, 60
KNOWN_BY = 5  # terms that it takes to tell which sequence it is
TABLE = Path(__file__).with_name("families.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")


class Family(NamedTuple):
    """A line of the file: words and formula with parameters, and the values that these take."""

    words: str
    formula: str
    axes: dict[str, list[int]]

    @property
    def size(self) -> int:
        """How many members there are."""
        return prod(map(len, self.axes.values()))

    def given(self, number: int) -> dict[str, int]:
        """The parameters of the member of this number."""
        found = {}
        for name, values in self.axes.items():
            number, at = divmod(number, len(values))
            found[name] = values[at]
        return found


def _family(words: str, formula: str) -> Family:
    axes = {name: values_of(text) for name, text in re.findall(r"\{(\w+)=([^}]+)\}", words)}
    return Family(re.sub(r"(\{\w+)=[^}]+", r"\1", words), formula, axes)


FAMILIES = [_family(*line) for line in re.findall(r"^([^#\n].*?) \| (.*)", TEXT, re.MULTILINE)]


def code_of(family: int, number: int, start: int) -> int:
    """A member of a family, from its first or its second term on: 7, 24 and 1 bits."""
    return family << 25 | number << 1 | start


def members(code: int, n_terms: int) -> list[int]:
    """The first terms of a code's sequence.

    >>> members(code_of(0, 98, 1), 4)
    [1100100, 10201, 1210, 400]
    """
    family = FAMILIES[code >> 25]
    terms = terms_of(family.formula, family.given(code >> 1 & 0xFFFFFF))
    return list(islice(terms, code & 1, n_terms + (code & 1)))


@rule(group="families", turn=31, prepare=lambda: table_of(TABLE))
def families(terms: Terms, search: Search) -> Iterator[Fit]:
    """A member of a family whose first terms are these."""
    n = len(terms)
    for code in looked_up(TABLE, terms) if MIN_TERMS <= n <= MAX_TERMS else ():
        search.spend(1_000 * n)
        *given, value = members(code, n + 1)
        if given == list(terms) and value is not None:
            family = FAMILIES[code >> 25]
            why = tidy(family.words.format(**family.given(code >> 1 & 0xFFFFFF)))
            why += ", the first left out" * (code & 1)
            bits, checked = COST.family, n - KNOWN_BY
            yield Fit(kind="family", value=value, bits=bits, why=why, checked=checked)
