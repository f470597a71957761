"""What a sequence of the built-in corpus is, and how families of them are stated.

A family is a name and some rows. A row is a name that holds parameters with the values they take,
as in "{a=1..9}n + {b=0,1,5}", and the terms for given values: so one line states hundreds of
sequences. Where a formula gives the terms it stands in families.txt, else in the files of topics.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

from numpy import ndarray

from int2vec.arithmetic.facts import fact_table
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.known.stated import terms_of

MIN_TERMS = 8
FORMULAS = (Path(__file__).parent / "families.txt").read_text(encoding="utf-8")
_FUNCTIONS = re.findall(r"^\{f\} (\w+): (.+)", FORMULAS, re.MULTILINE)

Entry = tuple[str, Iterable[int]]
"""A name and the terms, which may go on for ever."""

Row = Callable[[], Iterator[Entry]]
Function = Callable[[int], int]

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
    template = re.sub(r"\{t=\+\d+\}", "{t}", words)

    def row() -> Iterator[Entry]:
        for chosen in _subjects(words):
            functions = {name: subject.at for name, subject in chosen.items()}
            terms = partial(_terms, meaning, functions)
            yield from each(template, terms, **{name: [one] for name, one in chosen.items()})()

    return row


def _terms(meaning: str, functions: Mapping[str, Function], **given: Any) -> Iterator[int]:
    numbers = {name: value for name, value in given.items() if name not in functions}
    return terms_of(meaning, numbers, functions)


@dataclass(frozen=True)
class Subject:
    """What a row is about, beside its numbers: a known sequence or a divisor function."""

    words: str
    at: Function

    def __str__(self) -> str:
        return self.words


def _subjects(words: str) -> Iterator[dict[str, Subject]]:
    """The choices of {s}, of {s} and {t}, of {f}, or of {f} and {g}; else one without any."""
    known, functions = _known_sequences(), _divisor_functions()
    if gap := re.search(r"\{t=\+(\d+)\}", words):
        further = known[int(gap[1]) :] + known[: int(gap[1])]
        return ({"s": s, "t": t} for s, t in zip(known, further, strict=True))
    if "{g}" in words:
        return ({"f": f, "g": g} for f, g in combinations(functions, 2))
    for name, those in (("s", known), ("f", functions)):
        if f"{{{name}}}" in words and f"{{{name}=" not in words:
            return ({name: one} for one in those)
    return iter([{}])


@lru_cache(maxsize=1)
def _known_sequences() -> list[Subject]:
    """Those that are neither constant nor 0s and 1s alone."""
    chosen = (known for known in well_known() if len(set(known.terms)) > 3)
    return [Subject(known.name, known.terms.__getitem__) for known in chosen]


@lru_cache(maxsize=1)
def _divisor_functions() -> list[Subject]:
    """Divisor functions at 0..3000; their value at 0 means nothing."""
    table = fact_table(3000)
    columns = {words: getattr(table, name) for name, words in _FUNCTIONS}
    columns["the sum of the proper divisors of n"] = table.sigma - table.n
    columns["the numbers up to n that share a factor with it"] = table.n - table.phi
    columns["the largest odd divisor of n"] = table.n >> table.twos
    return [Subject(words, column.tolist().__getitem__) for words, column in columns.items()]


_SYMBOL = r"[aknpx](?:\^\d+|\(n-\d+\))?(?![\w^])"


def tidy(words: str) -> str:
    """A formula as one would write it, without terms that vanish and factors of 1.

    >>> tidy("2n^2 + -1n + 0"), tidy("1n^2 + 0n + 41"), tidy("0n + 5")
    ('2n^2 - n', 'n^2 + 41', '5')
    """
    words = re.sub(rf"(?<![\w^.])0{_SYMBOL} \+ ", "", words)
    words = re.sub(rf" \+ 0({_SYMBOL})?(?![\w^])", "", words)
    return re.sub(rf"(?<![\w^])1(?={_SYMBOL})", "", words.replace("+ -", "- "))
