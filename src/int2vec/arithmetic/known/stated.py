"""Sequences stated by a line of text: the formula as people write it, and the terms it gives.

sequences.txt holds the known sequences of this kind and explains the ways of writing; the
families of the built-in corpus are written alike, with parameters such as {a=1..9} in them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain, count, groupby, islice, pairwise
from math import comb, factorial, gcd, isqrt, lcm, prod
from types import CodeType
from typing import Any

from int2vec.arithmetic import digits, divisors, power_series, primes, read_lines, shapes, sums
from int2vec.arithmetic.known import computed

MAX_TERMS = 105  # about so many of one character hold on a line of the OEIS
MAX_CHARACTERS = 260  # at which the OEIS cuts a line of terms
Terms = Callable[[], Iterable[int]]


@dataclass(frozen=True)
class Known:
    """A sequence with its A-number (0: none), its name in our own words and its terms."""

    a_number: int
    name: str
    generate: Terms = field(repr=False, compare=False)
    """The terms from the first one of the OEIS on; they may go on for ever."""
    remembered: bool = False  # whether the terms are a fact that no code computes
    meaning: str = ""  # what gives the terms, where a line of sequences.txt states it

    @property
    def label(self) -> str:
        """The A-number, where there is one, and the name."""
        return f"A{self.a_number:06d}, {self.name}" if self.a_number else self.name

    @cached_property
    def terms(self) -> list[int]:
        """As many first terms as the OEIS would print on its line."""
        return _kept().get(self.a_number) or clip(self.generate())


@lru_cache(maxsize=1)
def _kept() -> dict[int, list[int]]:
    """First terms by A-number: to read them takes a tenth of the time that they take to compute."""
    lines = read_lines("known/terms.txt", r"(\d+) (.*)")
    return {int(a_number): [*map(int, terms.split(","))] for a_number, terms in lines}


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


_TOPICS = (power_series, sums, digits, divisors, primes, shapes, computed)
VOCABULARY: dict[str, Any] = {
    **{name: named for topic in _TOPICS for name, named in vars(topic).items() if name[0] != "_"},
    **{of.__name__: of for of in (accumulate, count, factorial, gcd, groupby, lcm, pairwise)},
    "C": comb,
    "Fraction": Fraction,
    "bit_length": int.bit_length,
    "both": int.__and__,
    "either": int.__or__,
    "ones": int.bit_count,
    "of_divisor_sums": sums.mobius,
    "prime": primes.nth_prime,
    "product": prod,
    "reverse": digits.reverse_digits,
    "root": isqrt,
    "value": digits.from_digits,
    "xor": int.__xor__,
}
"""What a line may name: functions of these modules and of functions.txt, some by shorter names."""

_WITHIN = {"n": range(1500), "p": primes.primes_up_to(12_000)}  # where a test is tried

_PRODUCT = re.compile(  # 2n, n(n + 1), (a)(b), n 2^n, but not "n modulo"
    r"((?<![A-Za-z_])[ndkp](?!\w)|(?<!\w)\d+|\))"
    r" ?(?=(?!(?:modulo|if|else|for|in|not|and|or)\b)[A-Za-z_(]|(?<= )\d)"
)


@lru_cache(maxsize=1)
def stated_sequences() -> dict[int, Known]:
    """The sequences of sequences.txt by A-number.

    >>> stated_sequences()[45].terms[:8]
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    return {
        int(a): Known(int(a), name, partial(terms_of, meaning), meaning=meaning)
        for a, name, meaning in read_lines("known/sequences.txt", r"(\d+) (.*?) \| (.*)")
    }


def terms_of(
    meaning: str,
    given: Mapping[str, int] | None = None,
    functions: Mapping[str, Callable[[int], int]] | None = None,
) -> Iterator[int]:
    """The terms that a line states, with the values of its parameters and functions of its own.

    >>> list(islice(terms_of("a(n) = {k}a(n-1) + n from 1", {"k": 2}), 5))
    [1, 3, 8, 19, 42]
    """
    names = {**VOCABULARY, **(functions or {})}
    names |= {f"_{name}": value for name, value in (given or {}).items()}
    if match := re.fullmatch(r"a\(n\) = (.*) from (.*)", meaning):
        return _recurrent(function("", f"{match[2]},", names)(), match[1], names)
    if match := re.fullmatch(r"T\(n, k\) = (.*)", meaning):
        entry = function("n, k", match[1], names)
        places = ((n, k) for n in count() for k in range(n + 1))
        return _values(lambda place: entry(*place), places)
    if match := re.fullmatch(r"([np]) such that (.*)", meaning):
        return filter(function(match[1], match[2], names), _WITHIN[match[1]])
    if match := re.fullmatch(r"(.*) for the primes p", meaning):
        return _values(function("p", match[1], names), filter(primes.is_prime, count()))
    if match := re.fullmatch(r"the terms of (.*)", meaning):
        return iter(function("", match[1], names)())
    match = re.fullmatch(r"(?:([-\d, ]+), then )?(.*?)(?: for n >= (\d+))?", meaning)
    assert match is not None  # each part but the formula may be missing
    lead = map(int, match[1].split(",")) if match[1] else ()
    return chain(lead, _values(function("n", match[2], names), count(int(match[3] or 0))))


def _values(function: Callable[[Any], int], over: Iterable[Any]) -> Iterator[int]:
    """The values of a function as far as it reaches; one that gives up answers None."""
    for each in over:
        try:
            value = function(each)
        except (LookupError, TypeError, ValueError, ZeroDivisionError):
            return
        yield value


def _recurrent(start: Iterable[int], step: str, names: dict[str, Any]) -> Iterator[int]:
    """The terms of a recurrence, which ends where it looks beyond itself."""
    terms = list(start)
    yield from terms

    def earlier(i: int) -> int:
        return terms[i if i >= 0 else len(terms)]

    for term in _values(
        function("n", step, names | {"a": earlier, "terms": terms}), count(len(terms))
    ):
        terms.append(term)
        yield term


def function(variable: str, formula: str, names: dict[str, Any]) -> Callable[..., Any]:
    """A formula as a function of a variable, where other names mean what is given.

    >>> function("n", "2n^2 + size(n)", {"size": abs})(-3)
    21
    """
    made: Callable[..., Any] = eval(_code(variable, formula), {**names})
    return made


@lru_cache(maxsize=1024)
def _code(variable: str, formula: str) -> CodeType:
    """A formula as a Python function; it is one of ours, never what a user gave."""
    return compile(f"lambda {variable}: ({in_python(formula)})", formula, "eval")


def in_python(formula: str) -> str:
    """A formula as Python writes it.

    >>> in_python("n!/2 + 3n^2")
    'factorial(n)//2 + 3*n**2'
    """
    python = re.sub(r"\{(\w+)(=[^}]*)?\}", r"(_\1)", formula.replace("n!", "factorial(n)"))
    python = _PRODUCT.sub(r"\1*", python)
    for ours, theirs in (("^", "**"), ("/", "//"), (" = ", " == "), (" modulo ", " % ")):
        python = python.replace(ours, theirs)
    return python


for _name, _given, _formula in read_lines("functions.txt", r"(\w+)\((.*?)\) = (.*?) \|"):
    VOCABULARY[_name] = function(_given, _formula, VOCABULARY)
