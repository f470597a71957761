"""Statements about sets by primes and digits, and about terms that come one from another.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

from tests.predict.complete.statements_of_families import LAST, family, given, statement_holds
from tests.predict.complete.statements_of_functions import meaning, written

from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]

FORM = r"\d*[np](?:\^\d+)?(?: [+-] \d+)?"


def primes() -> Iterator[int]:
    return filter(is_prime, range(2, LAST))


def form(words: str) -> Callable[[int], int]:
    a, k, sign, b = re.fullmatch(r"(\d*)[np](?:\^(\d+))?(?: ([+-]) (\d+))?", words).groups()
    return lambda n: int(a or 1) * n ** int(k or 1) + int(f"{sign or ''}{b or 0}")


@family(
    rf"the (?P<kind>numbers n|primes p) such that (?P<met>{FORM} is prime(?: and {FORM} is prime)*)"
)
def forms_prime(match: re.Match[str]) -> Iterator[int]:
    forms = [form(words) for words in re.findall(rf"({FORM}) is prime", match["met"])]
    asked = primes() if match["kind"] == "primes p" else range(1, LAST)
    return (n for n in asked if all(is_prime(of(n)) for of in forms))


@family(r"the primes p such that x\^2 = (?P<b>-?\d+) has (?P<no>a|no) solution modulo p")
def squares_modulo(match: re.Match[str]) -> Iterator[int]:
    for p in primes():
        found = any((x * x - int(match["b"])) % p == 0 for x in range(p))
        if found == (match["no"] == "a"):
            yield p


@family(r"the (?P<primes>primes that are )?palindromes in base (?P<b>\d+)")
def palindromes(match: re.Match[str]) -> Iterator[int]:
    for n in primes() if match["primes"] else range(LAST):
        digits = written(n, int(match["b"]))
        if digits == digits[::-1]:
            yield n


OF_DIGITS: dict[str, Callable[[list[int]], int]] = {
    "number of different digits": lambda digits: len({*digits}),
    "digit sum": sum,
    "largest digit": max,
    "smallest digit": min,
}


@family(
    rf"the numbers n such that (?P<left_by>the remainder of )?the (?P<what>{'|'.join(OF_DIGITS)}) "
    r"of n in base (?P<b>\d+)(?: divided by (?P<m>\d+))? is (?P<c>\d+)"
)
def told_by_digits(match: re.Match[str]) -> Iterator[int]:
    b, c = given(match, "b", "c")
    assert (match["left_by"] is None) == (match["m"] is None)
    for n in range(0 if match["m"] else 1, LAST):
        value = OF_DIGITS[match["what"]](written(n, b))
        if (value % int(match["m"]) if match["m"] else value) == c:
            yield n


@family(r"the (?P<kind>numbers n|primes) with no digits but (?P<digits>[\d, and]+)")
def with_no_other_digits(match: re.Match[str]) -> Iterator[int]:
    allowed = set(re.findall(r"\d", match["digits"]))
    asked = primes() if match["kind"] == "primes" else range(LAST)
    return (n for n in asked if set(str(n)) <= allowed)


@family(r"the numerators of (?P<top>n|\(.+\))/(?P<under>\(.+\)), n from (?P<first>\d)")
def numerators(match: re.Match[str]) -> Iterator[int]:
    top, bottom = meaning(match["top"]), meaning(match["under"])
    for n in count(int(match["first"])):
        yield Fraction(top(n), bottom(n)).numerator


@family(r"the product of n, n − (?P<k>\d+), n − 2·(?P=k) and so on, the last above 0, n from 0")
def every_so_many(match: re.Match[str]) -> Iterator[int]:
    found: list[int] = []
    for n in count():
        found.append(n * found[n - int(match["k"])] if n > int(match["k"]) else max(n, 1))
        yield found[n]


@family(r"the remainder of prime\(n\) divided by (?P<m>\d+), n from 1")
def primes_modulo(match: re.Match[str]) -> Iterator[int]:
    return (p % int(match["m"]) for p in primes())


@family(
    r"n(?P<k>[²³])(?: (?P<sign>[+−]) (?:(?P<c>\d+)·)?n)? divided by (?P<m>\d+), rounded down, "
    r"n from 0"
)
def rounded_down(match: re.Match[str]) -> Iterator[int]:
    c = int(match["c"] or 1) * {"−": -1, "+": 1, None: 0}[match["sign"]]
    for n in count():
        yield Fraction(n ** (2 if match["k"] == "²" else 3) + c * n, int(match["m"])).__floor__()


# Each term from those before

Step = Callable[[list[int], list[int]], int]  # of the numbers in the words and the terms so far
STEPS: dict[str, Step] = {
    "each half of the one before where that is even, else # times it plus #": (
        lambda given, terms: given[0] * terms[-1] + given[1] if terms[-1] % 2 else terms[-1] // 2
    ),
    "each the sum of the squared digits of the one before": (
        lambda given, terms: sum(int(d) ** 2 for d in str(terms[-1]))
    ),
    "each the one before plus # with its digits reversed": (
        lambda given, terms: int(str(terms[-1] + given[0])[::-1])
    ),
    "each # plus the sum of all before, divided by # and rounded down": (
        lambda given, terms: (given[0] + sum(terms)) // given[1]
    ),
    "each the largest prime up to the sum of the two before": (
        lambda given, terms: next(p for p in count(sum(terms[-2:]), -1) if is_prime(p))
    ),
    "each the least prime from the sum of the two before on": (
        lambda given, terms: next(p for p in count(sum(terms[-2:])) if is_prime(p))
    ),
}


@family(rf"from (?P<first>\d+(?: and \d+)?) on, (?P<how>{'|'.join(STEPS).replace('#', r'[0-9]+')})")
def one_from_another(match: re.Match[str]) -> Iterator[int]:
    terms = [int(x) for x in match["first"].split(" and ")]
    yield from terms
    step = STEPS[re.sub(r"\d+", "#", match["how"])]
    while True:
        terms.append(step([int(x) for x in re.findall(r"\d+", match["how"])], terms))
        yield terms[-1]
