"""Digits, continued fractions and their convergents, of real numbers that have a short formula."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from math import log10
from typing import NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.computed import unfolded
from int2vec.arithmetic.real_numbers import formula_of
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_DIGITS, MIN_QUOTIENTS, MIN_CONVERGENTS = 15, 12, 8
MAX_TERMS = 400
DISTINCT = 5  # digits of a number that is no fraction
MAX_WHOLE = 100  # of a root, which its denominators do not tell
PLACES, MOST_PLACES = 13, 2_500  # that a number must, and may, be known to
POINTS = (1, 0, 2, 3)  # digits before the point, the likely ones first
ONES = 5  # one quotient in so many is a 1, at least


class Reading(NamedTuple):
    """What the terms are of a number, the number to so many places, and how its terms go on."""

    words: str
    number: Fraction
    places: int
    following: Callable[[Fraction], int | None]


@rule(group="expansions", turn=30)
def expansions(terms: Terms, search: Search) -> Iterator[Fit]:
    """The plainest number whose digits, continued fraction or convergents these are."""
    if len(terms) <= MAX_TERMS:
        found = [fit for reading in _readings(list(terms)) for fit in _fits(reading, search)]
        yield from sorted(found, key=lambda fit: fit.bits)[:1]


def _fits(reading: Reading, search: Search) -> Iterator[Fit]:
    search.spend(6_000)
    if not PLACES <= reading.places <= MOST_PLACES:
        return
    if (formula := formula_of(reading.number, reading.places)) is None:
        return
    value = None
    with suppress(ArithmeticError, ValueError):  # a root that Newton's method runs away from
        value = reading.following(Fraction(formula.to(2 * reading.places)))
    if value is not None:
        bits, why = COST.expansion + formula.bits, f"{reading.words} {formula.words}"
        checked = reading.places - PLACES // 2
        yield Fit(kind="expansion", value=value, bits=bits, why=why, checked=checked)


def _readings(terms: list[int]) -> Iterator[Reading]:
    n = len(terms)
    if n >= MIN_DIGITS and 0 <= min(terms) <= max(terms) <= 9 and len(set(terms)) >= DISTINCT:
        for point in POINTS:
            number = Fraction(int("".join(map(str, terms))), 10 ** (n - point))
            yield Reading("the digits of", number, n - 2, partial(_digit, terms, point))
    if n >= MIN_QUOTIENTS and terms[0] >= 0 < min(terms[1:]) and ONES * terms.count(1) >= n:
        words = "the terms of the continued fraction of"
        yield Reading(words, *_folded(terms), partial(_quotient, terms))
    if n >= MIN_CONVERGENTS and 0 < terms[0] < terms[-1]:
        for words, before in (("numerators", 1), ("denominators", 0)):
            if quotients := _quotients(terms, before):
                words = f"the {words} of the convergents of"
                following = partial(_convergent, terms, quotients)
                yield Reading(words, *_folded(quotients), following)


def _digit(terms: list[int], point: int, x: Fraction) -> int | None:
    n = len(terms)
    found = str(x * 10 ** (n + 1 - point) // 1).rjust(n + 1, "0")
    return int(found[-1]) if list(map(int, found[:-1])) == terms else None


def _folded(quotients: list[int]) -> tuple[Fraction, int]:
    """The number with these first terms of its continued fraction, and the places known of it."""
    number = Fraction(quotients[-1])
    for quotient in reversed(quotients[:-1]):
        number = quotient + 1 / number
    return number, int(2 * log10(number.denominator)) - 1


def _quotient(terms: list[int], x: Fraction) -> int | None:
    *found, following = islice(unfolded(x), len(terms) + 1)
    return following if found == terms else None


def _quotients(terms: list[int], before: int) -> list[int] | None:
    """(a(n) − a(n−2))/a(n−1), where they are whole, of numerators (1) or denominators (0)."""
    found = []
    for older, old, new in zip([before, *terms], terms, terms[1:], strict=False):
        times, rest = divmod(new - older, old)
        if rest or times < 1:
            return None
        found.append(times)
    if before:
        return [terms[0], *found]
    return [_whole_part(found), *found] if terms[0] == 1 else None


def _whole_part(quotients: list[int]) -> int:
    """What makes a number of which the rest is known the root of an integer, if anything does."""
    rest, places = _folded([0, *quotients])
    for whole in range(1, MAX_WHOLE):
        square = (whole + rest) ** 2
        if abs(square - round(square)) < Fraction(whole**2, 10**places):
            return whole
    return 0


def _convergent(terms: list[int], quotients: list[int], x: Fraction) -> int | None:
    following = _quotient(quotients, x)
    return None if following is None else following * terms[-1] + terms[-2]
