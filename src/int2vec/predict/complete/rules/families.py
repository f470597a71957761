"""Families of sequences that a formula with parameters gives, as `families.txt` states them.

A parameter may be a number or one of `composed`: a function, a known sequence, a property, a word.
So families hold what two functions give together, one after the other or side by side.

Which member of a family it is is looked up by its first terms in `families.npy`, which
`python -m benchmarks.make_tables` writes; the others are then worked out.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.stated import terms_of
from int2vec.corpus.catalog.families import tidy, values_of
from int2vec.predict.complete.rules.composed import AXES, OWN
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.known import begins_known
from int2vec.predict.complete.rules.those import Those
from int2vec.predict.complete.rules.walks import KEY, looked_up, table_of

MAX_TERMS = 110
PRICE, PRICE_OF_SET = 20, 5_000  # steps of the search, for each term that is worked out or a set
WIDE, TELLING_BITS = 12, 48  # terms that a member is looked up by, where fewer have so few bits
KNOWN_BY = 5  # terms that it takes to tell which sequence it is
TABLE = Path(__file__).with_name("families.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")
NUMBERS = "NO"  # parameters that are quadratic forms, no functions
FAMILY, MEMBERS = 22, 0x1FFFFF  # where the family stands in a code, and the bits of the member


class Family(NamedTuple):
    """A line of the file: words and formula with parameters, and the values that these take."""

    words: str
    formula: str
    axes: dict[str, Sequence[Any]]

    @property
    def of_functions(self) -> bool:
        """Whether functions, known sequences or words are among the parameters."""
        return any(axis.isupper() and axis not in NUMBERS for axis in self.axes)

    @property
    def is_set(self) -> bool:
        """Whether a test tells the terms."""
        return "the terms of those(" in self.formula

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

    def said(self, number: int) -> str:
        """The words for the member of this number."""
        return tidy(self.words.format(**self.given(number)))


def family_of(words: str, formula: str = "") -> Family:
    """What a line says."""
    axes = {name: AXES[name] for name in re.findall(r"\{([A-Z]\d?)", words)}
    axes |= {name: values_of(text) for name, text in re.findall(r"\{(\w+)=([^}]+)\}", words)}
    return Family(re.sub(r"(\{\w+)=[^}]+", r"\1", words), formula, axes)


FAMILIES = [family_of(*line) for line in re.findall(r"^([^#\n].*?) \| (.*)", TEXT, re.MULTILINE)]


def code_of(family: int, number: int, start: int) -> int:
    """A member of a family, from its first or its second term on: 10, 21 and 1 bits."""
    return family << FAMILY | number << 1 | start


def members(code: int) -> Iterator[int]:
    """The terms of a code's sequence.

    >>> next(members(code_of(0, 98, 1)))
    1100100
    """
    with suppress(OverflowError):  # what is not told ends them
        yield from takewhile(lambda term: term is not None, _begun(code))


def _begun(code: int) -> Iterator[int]:
    """What gives them, after the one that is left out."""
    family, number = FAMILIES[code >> FAMILY], code >> 1 & MEMBERS
    given: dict[str, Any] = {**family.given(number), "said": family.said(number)}
    made = terms_of(family.formula, given, OWN)
    if code & 1:
        next(made, None)
    return made


def after(code: int, terms: Terms) -> int | None:
    """What follows the terms in a code's sequence, if they are its first ones."""
    with suppress(OverflowError):
        made = _begun(code)
        if isinstance(made, Those):
            return made.after(terms)
        return next(made, None) if all(next(made, None) == term for term in terms) else None
    return None


def width_of(code: int, terms: Sequence[int]) -> int:
    """How many of its first terms tell a member: of functions more, where these are short."""
    short = sum(t.bit_length() for t in terms[:KEY]) <= TELLING_BITS
    return WIDE if short and FAMILIES[code >> FAMILY].of_functions else KEY


@rule(group="families", turn=31, depth=1, prepare=lambda: table_of(TABLE))
def families(terms: Terms, search: Search) -> Iterator[Fit]:
    """A member of a family whose first terms are these."""
    n = len(terms)
    widths = [width for width in (KEY, WIDE) if width < n <= MAX_TERMS]
    codes = [code for width in widths for code in looked_up(TABLE, terms, width)]
    if not codes or null_bits(terms) < COST.family_of_functions:
        return
    known = begins_known(terms)
    for code in codes:
        family = FAMILIES[code >> FAMILY]
        if family.of_functions and known:
            continue  # what is known by itself, many functions leave as it is
        search.spend(PRICE_OF_SET if family.is_set else PRICE * n)
        if (value := after(code, terms)) is not None:
            wide = family.of_functions or family.is_set
            bits = COST.family_of_functions if wide else COST.family
            why = family.said(code >> 1 & MEMBERS) + ", the first left out" * (code & 1)
            yield Fit(kind="family", value=value, bits=bits, why=why, checked=n - KNOWN_BY)
