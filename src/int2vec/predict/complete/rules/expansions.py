"""Real numbers that have a short formula: their digits, their continued fractions and convergents,
the unit fractions that they are the sum of, and their multiples and powers, rounded.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import accumulate, islice, pairwise, product
from math import ceil, factorial, floor, log10
from operator import mul
from typing import NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.digits import digits, from_digits
from int2vec.arithmetic.known.computed import unfolded
from int2vec.arithmetic.real_numbers import Formula, formulas, roots_of_integers
from int2vec.predict.complete.rules.constants import named
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_DIGITS, MIN_QUOTIENTS, MIN_CONVERGENTS, MIN_FRACTIONS = 15, 12, 8, 5
MAX_TERMS = 400
DISTINCT = 5  # digits of a number that is no fraction
MAX_WHOLE = 100  # of a root, which its denominators do not tell
PLACES, MOST_PLACES = 13, 2_500  # that a number must, and may, be known to
FEW_PLACES = 8  # that suffice for the root of an integer
SOLVED_PLACES, MOST_NAMED = 110, 300  # for an equation, and to which functions are worked out
DIGITS = "the digits of"
POINTS = (1, 0, 2, 3)  # digits before the point, the likely ones first
# How a number is rounded, and how far above the rounded one the middle of what gives it lies.
ROUNDED: dict[str, tuple[Callable[[Fraction], int], Fraction]] = {
    "down": (floor, Fraction(1, 2)),
    "to the nearest": (lambda x: floor(x + Fraction(1, 2)), Fraction(0)),
    "up": (ceil, Fraction(-1, 2)),
}
MOST_BITS = 8_000  # of the terms that unit fractions are made of
ONES = 5  # one quotient in so many is a 1, at least


class Reading(NamedTuple):
    """What the terms are of a number, the number to so many places, and how its terms go on."""

    words: str
    number: Fraction
    places: int
    following: Callable[[Fraction], int | None]
    ahead: int = 2  # times as many places are needed to go on
    quick: bool = False  # whether formulas are looked up alone


@rule(group="expansions", turn=30)
def expansions(terms: Terms, search: Search) -> Iterator[Fit]:
    """The plainest number whose digits, continued fraction or convergents these are."""
    if len(terms) <= MAX_TERMS:
        readings = _readings(list(terms), search.deep)
        found = [fit for reading in readings for fit in _fits(reading, search)]
        yield from sorted(found, key=lambda fit: fit.bits)[:1]


def _fits(reading: Reading, search: Search) -> Iterator[Fit]:
    search.spend(500 if reading.quick else 6_000)
    if not FEW_PLACES <= reading.places <= MOST_PLACES:
        return
    for formula in _formulas(reading, search):
        value = None
        with suppress(ArithmeticError, ValueError):  # a root that Newton's method runs away from
            value = reading.following(Fraction(formula.to(reading.ahead * reading.places)))
        if value is not None:
            bits, why = COST.expansion + formula.bits, f"{reading.words} {formula.words}"
            checked = reading.places - PLACES // 2
            yield Fit(kind="expansion", value=value, bits=bits, why=why, checked=checked)
            return


def _formulas(reading: Reading, search: Search) -> Iterator[Formula]:
    """What the number may be, the plainest first."""
    number, places = reading.number, reading.places
    few = reading.quick or places < PLACES
    yield from roots_of_integers(number, places) if few else formulas(number, places, plain=True)
    if places >= PLACES and reading.ahead * places <= MOST_NAMED:
        yield from named(number, scaled=reading.words == DIGITS)
    if not few:
        yield from formulas(number, places, plain=False)
        if search.deep and number:
            from int2vec.arithmetic.equations import solved_by  # few questions are worth mpmath

            search.spend(300_000)
            yield from solved_by(number, min(places, SOLVED_PLACES))


def _readings(terms: list[int], deep: bool) -> Iterator[Reading]:
    n, high = len(terms), max(terms)
    distinct = len(set(terms))
    bases = [10] * (distinct >= DISTINCT) + [high + 1] * (distinct == high + 1 < 10)
    if n >= MIN_DIGITS and 0 <= min(terms) <= high <= 9:
        for base, point in product(bases, POINTS):
            words = DIGITS if base == 10 else f"the digits in base {base} of"
            number = Fraction(from_digits(terms, base), base ** (n - point))
            places = int(n * log10(base)) - 2
            following = partial(_digit, terms, base, point)
            yield Reading(words, number, places, following, quick=base < 10 and not deep)
    if n >= MIN_QUOTIENTS and terms[0] >= 0 < min(terms[1:]) and ONES * terms.count(1) >= n:
        words = "the terms of the continued fraction of"
        yield Reading(words, *_folded(terms), partial(_quotient, terms))
    if n >= MIN_CONVERGENTS and 0 < terms[0] < terms[-1]:
        for words, before in (("numerators", 1), ("denominators", 0)):
            if quotients := _quotients(terms, before):
                words = f"the {words} of the convergents of"
                following = partial(_convergent, terms, quotients)
                yield Reading(words, *_folded(quotients), following)
    yield from _unit_fractions(terms, deep)
    yield from _multiples(terms)


def _digit(terms: list[int], base: int, point: int, x: Fraction) -> int | None:
    n = len(terms)
    *found, following = digits(x * base ** (n + 1 - point) // 1, base)
    return following if [0] * (n - len(found)) + found == terms else None


def _unit_fractions(terms: list[int], deep: bool) -> Iterator[Reading]:
    """Sums of 1/a(n), or of 1/(a(0)·…·a(n)), all added or by turns added and taken away."""
    if len(terms) < MIN_FRACTIONS or terms[0] < 1 or any(b < a for a, b in pairwise(terms)):
        return
    if sum(map(int.bit_length, terms)) > MOST_BITS:
        return
    products = [*accumulate(terms, mul)]
    greedy = all(b > a * (a - 1) for a, b in pairwise(terms[1:]))
    for words, whole, unders, sign in (
        ("the denominators, after its whole part, of unit fractions that add up to", 1, terms, 1),
        ("the denominators of unit fractions that add up to", 0, terms, 1),
        ("the Engel expansion of", 0, products, 1),
        ("the Pierce expansion of", 0, products, -1),
    ):
        if greedy if unders is terms else deep:
            parts = (Fraction(sign**i, under) for i, under in enumerate(unders[whole:]))
            number, places = sum(parts, Fraction(terms[0] * whole)), int(log10(unders[-1]))
            following = partial(_unit_fraction, terms, whole, words)
            yield Reading(words, number, places, following, ahead=5)


def _unit_fraction(terms: list[int], whole: int, words: str, x: Fraction) -> int | None:
    rest, found = x - x // 1 * whole, [x // 1] * whole
    while len(found) <= len(terms) and rest > 0:
        under = 1 // rest if "Pierce" in words else -(-1 // rest)
        found.append(under)
        if "expansion" in words:
            rest = 1 - rest * under if "Pierce" in words else rest * under - 1
        else:
            rest -= Fraction(1, under)
    return found[-1] if found[:-1] == terms else None


def _multiples(terms: list[int]) -> Iterator[Reading]:
    """Multiples of n!, n from 0 or from 1, rounded down, to the nearest or up."""
    n = len(terms)
    for first, (how, (rounded, above)) in product((0, 1), ROUNDED.items()):
        factorials = [factorial(i) for i in range(first, first + n + 1)]
        number = (terms[-1] + above) / factorials[n - 1]
        if n >= MIN_FRACTIONS and terms[0] <= number + 1 and number > 0:
            following = partial(_multiple, terms, factorials, rounded)
            words = f"n!, n from {first}, rounded {how} after it is multiplied by"
            if following(number) is not None:
                yield Reading(words, number, int(log10(factorials[n - 1])), following)


def _multiple(
    terms: list[int], of: list[int], rounded: Callable[[Fraction], int], x: Fraction
) -> int | None:
    *found, following = (rounded(x * each) for each in of)
    return following if found == terms else None


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
