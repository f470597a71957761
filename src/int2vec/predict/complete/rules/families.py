"""Families of sequences that a formula with parameters gives, as `families.txt` states them.

A parameter may be a number or one of `composed`: a function, a known sequence, a property, a word.
So families hold what two functions give together, one after the other or side by side.

Which member of a family it is is looked up by its first terms in `families.npy`, which
`python -m benchmarks.make_tables` writes; the others are then worked out.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from math import prod
from operator import eq
from pathlib import Path
from typing import Any, NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.stated import terms_of
from int2vec.corpus.catalog.families import tidy, values_of
from int2vec.predict.complete.rules.composed import AXES, OWN
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.known import begins_known
from int2vec.predict.complete.rules.walks import KEY, looked_up, table_of

MAX_TERMS, MOST_TRIED = 110, 40
PRICE = 20  # steps of the search, for each term that is worked out
WIDE, TELLING_BITS = 12, 48  # terms that a member is looked up by, where fewer have so few bits
KNOWN_BY = 5  # terms that it takes to tell which sequence it is
TABLE = Path(__file__).with_name("families.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")
FAMILY, MEMBERS = 24, 0x7FFFFF  # where the family stands in a code, and the bits of the member


class Family(NamedTuple):
    """A line of the file: words and formula with parameters, and the values that these take."""

    words: str
    formula: str
    axes: dict[str, Sequence[Any]]

    @property
    def of_functions(self) -> bool:
        """Whether functions or known sequences are among the parameters."""
        return any(map(str.isupper, self.axes))

    @property
    def size(self) -> int:
        """How many members there are."""
        return prod(map(len, self.axes.values()))

    def given(self, number: int) -> dict[str, Any]:
        """The parameters of the member of this number."""
        found = {}
        for name, values in self.axes.items():
            number, at = divmod(number, len(values))
            found[name] = values[at]
        return found


def _family(words: str, formula: str) -> Family:
    axes = {name: AXES[name] for name in re.findall(r"\{([A-Z])", words)}
    axes |= {name: values_of(text) for name, text in re.findall(r"\{(\w+)=([^}]+)\}", words)}
    return Family(re.sub(r"(\{\w+)=[^}]+", r"\1", words), formula, axes)


FAMILIES = [_family(*line) for line in re.findall(r"^([^#\n].*?) \| (.*)", TEXT, re.MULTILINE)]


def code_of(family: int, number: int, start: int) -> int:
    """A member of a family, from its first or its second term on: 8, 23 and 1 bits."""
    return family << FAMILY | number << 1 | start


def members(code: int) -> Iterator[int]:
    """The terms of a code's sequence.

    >>> list(islice(members(code_of(0, 98, 1)), 4))
    [1100100, 10201, 1210, 400]
    """
    family = FAMILIES[code >> FAMILY]
    terms = terms_of(family.formula, family.given(code >> 1 & MEMBERS), OWN)
    return islice(takewhile(lambda term: term is not None, terms), code & 1, None)


def width_of(code: int, terms: Sequence[int]) -> int:
    """How many of its first terms tell a member: of functions more, where these are short."""
    short = sum(t.bit_length() for t in terms[:KEY]) <= TELLING_BITS
    return WIDE if short and FAMILIES[code >> FAMILY].of_functions else KEY


@rule(group="families", turn=31, prepare=lambda: table_of(TABLE))
def families(terms: Terms, search: Search) -> Iterator[Fit]:
    """A member of a family whose first terms are these."""
    n = len(terms)
    widths = [width for width in (KEY, WIDE) if width < n <= MAX_TERMS]
    codes = [code for width in widths for code in looked_up(TABLE, terms, width)]
    # What is known by itself, many functions leave as it is.
    told = codes and null_bits(terms) >= COST.family_of_functions and not begins_known(terms)
    for code in codes[:MOST_TRIED]:
        family = FAMILIES[code >> FAMILY]
        bits = COST.family_of_functions if family.of_functions else COST.family
        if family.of_functions and not told:
            continue
        made = members(code)
        agreed = sum(1 for _ in takewhile(bool, map(eq, terms, made)))
        search.spend(PRICE * agreed)
        value = next(made, None)
        if agreed == n and value is not None:
            why = tidy(family.words.format(**family.given(code >> 1 & MEMBERS)))
            why += ", the first left out" * (code & 1)
            yield Fit(kind="family", value=value, bits=bits, why=why, checked=n - KNOWN_BY)
