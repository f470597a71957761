"""Families of sequences that a formula with parameters gives, as `families.txt` states them.

A parameter may be a number, a known sequence, or a function of `composed.txt`: so families hold
what two functions give together, one after the other or side by side.

Which member of a family it is is looked up by its first terms in `families.npy`, which
`python -m benchmarks.make_tables` writes; the others are then worked out.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice, takewhile
from math import comb, prod
from operator import eq
from pathlib import Path
from typing import Any, NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.known.stated import VOCABULARY, Known, function, terms_of
from int2vec.corpus.catalog.families import tidy, values_of
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.known import begins_known
from int2vec.predict.complete.rules.walks import KEY, looked_up, table_of

MAX_TERMS, MOST_TRIED = 110, 40
PRICE = 20  # steps of the search, for each term that is worked out
WIDE, TELLING_BITS = 12, 48  # terms that a member is looked up by, where fewer have so few bits
KNOWN_BY = 5  # terms that it takes to tell which sequence it is
TABLE = Path(__file__).with_name("families.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")
COMPOSED = TABLE.with_name("composed.txt").read_text(encoding="utf-8")
OFTEN, MOST_OFTEN = 20, 7  # of the functions: those that I and H stand for
PLAIN = re.compile(r"(the|how) [\w ]+ [a-z]|A\d+ .*")  # words that need no brackets after others
KEPT = 1 << 12  # values of each function
LONGEST = 700  # bits of what a function is taken of
FAR = 20_000  # where members of sets are looked for


@dataclass(frozen=True)
class Composed:
    """A function that others are put together with, or a known sequence, by its place.

    >>> format(FUNCTIONS[4], format(FUNCTIONS[8])), format(FUNCTIONS[10], format(FUNCTIONS[4]))
    ('the number of divisors of (2·n + 1)', '(the number of divisors of n)²')
    """

    words: str
    of: Callable[[int], int | None] = field(repr=False)

    def __format__(self, inner: str) -> str:
        joint = " " in inner and len(self.words) > len("{x}")
        apart = joint and not (self.words[0].isalpha() and PLAIN.fullmatch(inner))
        return self.words.format(x=f"({inner})" if apart else inner or "n")


def _at(one: Composed, n: int) -> int:
    """The value of a function; a sequence ends where there is none."""
    value = one.of(n) if abs(n).bit_length() <= LONGEST else None
    if value is None:
        raise LookupError
    return value


def _those(test: Callable[[int], bool], first: int = 1) -> Iterator[int]:
    """The numbers that pass a test, as far as one looks."""
    for n in range(first, FAR):
        with suppress(LookupError, ZeroDivisionError):
            if test(n):
                yield n


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent * base.bit_length() <= 9 * LONGEST:
        raise LookupError
    return int(base**exponent)


def _choose(n: int, k: int) -> int:
    if not 0 <= min(k, n - k) * n.bit_length() <= 9 * LONGEST:
        raise LookupError
    return comb(n, k)


_OWN: dict[str, Callable[..., Any]] = {
    "at": _at,
    "those": _those,
    "power": _power,
    "choose": _choose,
}


def _term(known: Known, n: int) -> int:
    return known.terms[n]


def _functions() -> list[Composed]:
    lines = re.findall(r"^([^#\n].*?) \| (.*)", COMPOSED, re.MULTILINE)
    kept = lru_cache(maxsize=KEPT)
    return [Composed(words, kept(function("n", formula, VOCABULARY))) for words, formula in lines]


FUNCTIONS = _functions()
WORDED = [one for one in FUNCTIONS if one.words[0].isalpha()]
AXES: dict[str, Sequence[Any]] = {
    "A": WORDED,
    "B": WORDED,
    "F": FUNCTIONS,
    "G": FUNCTIONS,
    "H": FUNCTIONS[:MOST_OFTEN],
    "I": FUNCTIONS[:OFTEN],
    "K": [
        Composed(known.label.replace(", ", " (", 1) + ")", partial(_term, known))
        for known in well_known()
    ],
}


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
    """A member of a family, from its first or its second term on: 7, 24 and 1 bits."""
    return family << 25 | number << 1 | start


def members(code: int) -> Iterator[int]:
    """The terms of a code's sequence.

    >>> list(islice(members(code_of(0, 98, 1)), 4))
    [1100100, 10201, 1210, 400]
    """
    family = FAMILIES[code >> 25]
    terms = terms_of(family.formula, family.given(code >> 1 & 0xFFFFFF), _OWN)
    return islice(takewhile(lambda term: term is not None, terms), code & 1, None)


def width_of(code: int, terms: Sequence[int]) -> int:
    """How many of its first terms tell a member: of functions more, where these are short."""
    short = sum(t.bit_length() for t in terms[:KEY]) <= TELLING_BITS
    return WIDE if short and FAMILIES[code >> 25].of_functions else KEY


@rule(group="families", turn=31, prepare=lambda: table_of(TABLE))
def families(terms: Terms, search: Search) -> Iterator[Fit]:
    """A member of a family whose first terms are these."""
    n = len(terms)
    widths = [width for width in (KEY, WIDE) if width < n <= MAX_TERMS]
    codes = [code for width in widths for code in looked_up(TABLE, terms, width)]
    # What is known by itself, many functions leave as it is.
    told = codes and null_bits(terms) >= COST.family_of_functions and not begins_known(terms)
    for code in codes[:MOST_TRIED]:
        family = FAMILIES[code >> 25]
        bits = COST.family_of_functions if family.of_functions else COST.family
        if family.of_functions and not told:
            continue
        made = members(code)
        agreed = sum(1 for _ in takewhile(bool, map(eq, terms, made)))
        search.spend(PRICE * agreed)
        value = next(made, None)
        if agreed == n and value is not None:
            why = tidy(family.words.format(**family.given(code >> 1 & 0xFFFFFF)))
            why += ", the first left out" * (code & 1)
            yield Fit(kind="family", value=value, bits=bits, why=why, checked=n - KNOWN_BY)
