"""What a sequence of the built-in corpus is, and how families of them are stated.

A family is a name and some rows. A row is a name that holds parameters with the values they take,
as in "{a=1..9}n + {b=0,1,5}", and the terms for given values: so one line states hundreds of
sequences. Where a formula gives the terms it stands in families.txt, else in the files of topics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, product
from math import comb, factorial, gcd, isqrt, prod
from types import CodeType
from typing import Any

from numpy import ndarray

from int2vec.arithmetic import divisors, from_digits, is_prime, primes_up_to, sigma, tau
from int2vec.arithmetic.digits import digits, reverse_digits
from int2vec.arithmetic.known.self_describing import collatz, way_to_one

MIN_TERMS = 8
PRIMES = primes_up_to(12_000)

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
    if recurrence := re.fullmatch(r"a\(n\) = (.*) from (.*)", meaning):
        step, start = _code(recurrence[1]), _code(f"{recurrence[2]},")
        return each(words, lambda **given: _recurrent(start, step, given))
    variable, such, test = meaning.partition(" such that ")
    code = _code(test or meaning, variable if such else "n")
    if such:
        within = PRIMES if variable == "p" else range(1500)
        return each(words, lambda **given: filter(_function(code, given), within))
    return each(words, lambda **given: map(_function(code, given), count()))


def _recurrent(start: CodeType, step: CodeType, given: dict[str, int]) -> Iterator[int]:
    """The terms of a recurrence, which ends where it looks beyond itself or cannot go on."""
    terms: list[int] = list(_function(start, given)(0))
    yield from terms

    def earlier(i: int) -> int:
        return terms[i if i >= 0 else len(terms)]

    following = _function(step, given, earlier)
    for n in count(len(terms)):
        try:
            terms.append(following(n))
        except (LookupError, TypeError):  # TypeError: a function that gives up answers None
            return
        yield terms[-1]


_VOCABULARY: dict[str, object] = {
    "C": comb,
    "gcd": gcd,
    "root": isqrt,
    "product": prod,
    "factorial": factorial,
    "prime": PRIMES.__getitem__,
    "is_prime": is_prime,
    "divisors": divisors,
    "tau": tau,
    "sigma": sigma,
    "digits": lru_cache(maxsize=40_000)(digits),
    "value": from_digits,
    "reverse": reverse_digits,
    "xor": int.__xor__,
    "both": int.__and__,
    "either": int.__or__,
    "ones": int.bit_count,
    "collatz": collatz,
    "way": way_to_one,
}


_PRODUCT = re.compile(  # 2n, n(n + 1), (a)(b), but not "n modulo"
    r"((?<![a-z_])[npd](?!\w)|\d|\)) ?(?=(?!(?:modulo|if|else|for|in|not|and)\b)[A-Za-z_(])"
)


def _code(formula: str, variable: str = "n") -> CodeType:
    """A formula as a Python function; it is one of ours, never what a user gave."""
    python = re.sub(r"\{(\w+)(=[^}]*)?\}", r"(_\1)", formula.replace("n!", "factorial(n)"))
    python = _PRODUCT.sub(r"\1*", python)
    for ours, theirs in (("^", "**"), ("/", "//"), (" = ", " == "), (" modulo ", " % ")):
        python = python.replace(ours, theirs)
    return compile(f"lambda {variable}: ({python})", formula, "eval")


def _function(
    code: CodeType, given: dict[str, int], a: Callable[[int], int] | None = None
) -> Callable[[int], Any]:
    """A formula with the values of its parameters, and the earlier terms a(n), put in."""
    parameters = {f"_{name}": value for name, value in given.items()}
    function: Callable[[int], Any] = eval(code, {**_VOCABULARY, **parameters, "a": a})
    return function


_SYMBOL = r"[aknpx](?:\^\d+|\(n-\d+\))?(?![\w^])"


def tidy(words: str) -> str:
    """A formula as one would write it, without terms that vanish and factors of 1.

    >>> tidy("2n^2 + -1n + 0"), tidy("1n^2 + 0n + 41"), tidy("0n + 5")
    ('2n^2 - n', 'n^2 + 41', '5')
    """
    words = re.sub(rf"(?<![\w^.])0{_SYMBOL} \+ ", "", words)
    words = re.sub(rf" \+ 0({_SYMBOL})?(?![\w^])", "", words)
    return re.sub(rf"(?<![\w^])1(?={_SYMBOL})", "", words.replace("+ -", "- "))
