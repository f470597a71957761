"""Statements about real numbers, families and sets of numbers, worked out from the words alone.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby, islice, pairwise
from math import comb, factorial, isqrt, prod

from tests.predict.complete.reading import real_numbers
from tests.predict.complete.statements import says
from tests.predict.complete.statements_of_functions import statement_holds

from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]

DIGITS = 80  # beside those of the terms, to which real numbers are worked out
LAST = 20_000  # up to which all integers are asked
LAST_MEMBER = 60_000  # and those of sets with a quick test
LAST_SUM, MOST_SUMS = 2_000, 10_000_000  # and sums of powers, where they are many


def written(n: int, base: int) -> list[int]:
    """The digits of n, the strokes of base 1."""
    if base == 1:
        return [1] * n
    return [] if n == 0 else [*written(n // base, base), n % base]


def given(match: re.Match[str], *names: str) -> list[int]:
    return [int(match[name]) for name in names]


# Real numbers

Expansion = Callable[[Fraction, list[int], re.Match[str]], bool]


def of_numbers(head: str) -> Callable[[Expansion], Expansion]:
    """Registers what a number is said to have; it is true where it is of a number meant."""

    def keep(check: Expansion) -> Expansion:
        @says(rf"{head} (?P<x>.*)")
        def asked(match: re.Match[str], whole: list[int]) -> bool | None:
            digits = DIGITS + 2 * max(map(int.bit_length, whole)) + 2 * len(whole)
            meant = real_numbers(match["x"], digits)
            return any(x > 0 and check(x, whole, match) for x in meant) if meant else None

        return check

    return keep


@of_numbers(r"the digits(?: in base (?P<base>\d+))? of")
def digits_of(x: Fraction, whole: list[int], match: re.Match[str]) -> bool:
    n, base = len(whole), int(match["base"] or 10)
    shown = [written(x * base ** (n - point) // 1, base) for point in range(-40, 40)]
    return any([0] * (n - len(one)) + one == whole for one in shown)


@of_numbers(r"the (?P<of>terms of the continued fraction|(?:num|denom)\w+ of the convergents) of")
def fraction_of(x: Fraction, whole: list[int], match: re.Match[str]) -> bool:
    found: list[int] = []
    tops, bottoms, rest = [0, 1], [1, 0], x
    for _ in range(len(whole) + 3):
        found.append(rest // 1)
        tops.append(found[-1] * tops[-1] + tops[-2])
        bottoms.append(found[-1] * bottoms[-1] + bottoms[-2])
        rest = 1 / (rest - rest // 1)
    made = {"n": tops[2:], "d": bottoms[2:]}.get(match["of"][0], found)
    return any(made[i : i + len(whole)] == whole for i in range(3))


@of_numbers(r"the denominators(?P<after>, after its whole part,)? of unit fractions that add up to")
def unit_fractions(x: Fraction, whole: list[int], match: re.Match[str]) -> bool:
    """Each is the least that does not make the sum too large."""
    if match["after"]:
        return whole[0] == x // 1 and near(x - whole[0], whole[1:], 1, [1] * len(whole))
    return near(x, whole, 1, [1] * len(whole))


@of_numbers(r"the (?P<of>Engel|Pierce) expansion of")
def expansion_of(x: Fraction, whole: list[int], match: re.Match[str]) -> bool:
    """Sums of 1/(a(0)·…·a(n)): each factor is the next to one that passes the number by."""
    sign = 1 if match["of"] == "Engel" else -1
    return near(x, whole, sign, [prod(whole[:i]) for i in range(len(whole))])


def near(x: Fraction, whole: list[int], sign: int, under: list[int]) -> bool:
    """Whether a sum of fractions stays on its side of x, and would not if one were 1 nearer to it.

    With the sign −1 they are added and taken away by turns, and are first too large.
    """
    total = Fraction(0)
    for i, (term, scale) in enumerate(zip(whole, under, strict=False)):
        side, beside = sign**i, term - sign
        passing = beside == 0 or side * sign * (total + Fraction(side, scale * beside) - x) > 0
        total += Fraction(side, scale * term)
        if not passing or side * sign * (total - x) > 0:
            return False
    return True


@of_numbers(
    r"n!, n from (?P<first>[01]), rounded (?P<how>down|to the nearest|up) after it is multiplied by"
)
def factorials_of(x: Fraction, whole: list[int], match: re.Match[str]) -> bool:
    first = int(match["first"])
    products = [x * factorial(n) for n in range(first, first + len(whole))]
    # What differs from an integer by less than all digits that are known is that integer.
    exact = [Fraction(round(p)) if abs(p - round(p)) < Fraction(1, 10**30) else p for p in products]
    rounded: dict[str, Callable[[Fraction], int]] = {
        "down": lambda p: p // 1,
        "up": lambda p: -(-p // 1),
        "to the nearest": lambda p: (p + Fraction(1, 2)) // 1,
    }
    return list(map(rounded[match["how"]], exact)) == whole


# Families

Family = Callable[[re.Match[str]], Iterator[int]]


def family(pattern: str) -> Callable[[Family], Family]:
    """Registers a sentence whose terms a function yields, the first of which may be left out."""

    def keep(terms: Family) -> Family:
        @says(rf"{pattern}(?P<left>, the first left out)?")
        def asked(match: re.Match[str], whole: list[int]) -> bool:
            start = 1 if match["left"] else 0
            return list(islice(terms(match), start, start + len(whole))) == whole

        return terms

    return keep


@family(r"(?P<c>\d+) written in base (?:(?P<k>\d+) − n, n from 0|n, n from 1)")
def in_bases(match: re.Match[str]) -> Iterator[int]:
    bases = range(int(match["k"]), 0, -1) if match["k"] else range(1, 10**6)
    for base in bases:
        yield int("".join(map(str, written(int(match["c"]), base))))


@family(
    r"the product of n factors from (?P<p>\d+)/(?P<q>\d+) on, each 1 more, "
    r"rounded (?P<how>down|up|to the nearest), n from 0"
)
def products(match: re.Match[str]) -> Iterator[int]:
    value, factor = Fraction(1), Fraction(int(match["p"]), int(match["q"]))
    while True:
        yield {
            "down": value.__floor__(),
            "up": value.__ceil__(),
            "to the nearest": (value + Fraction(1, 2)).__floor__(),
        }[match["how"]]
        value, factor = value * factor, factor + 1


@family(
    r"the Gaussian binomial coefficients of n \+ (?P<k>\d+) and (?P=k) for q = (?P<q>-?\d+), "
    r"n from 0"
)
def gaussian(match: re.Match[str]) -> Iterator[int]:
    """A row of Pascal's triangle after the other, with powers of q as weights."""
    k, q = int(match["k"]), int(match["q"])
    row = [1] + [0] * k
    while True:
        row = [1, *(row[i - 1] + q**i * row[i] for i in range(1, k + 1))]
        if row[k]:
            yield row[k]


@family(r"C\((?P<a>\d+)(?:\(n(?: \+ (?P<j>\d+))?\)|n(?: \+ (?P<b>\d+))?), n\), n from 0")
def binomials(match: re.Match[str]) -> Iterator[int]:
    a, j, b = (int(match[name] or 0) for name in "ajb")
    for n in range(10**6):
        yield comb(a * (n + j) + b, n)


@family(
    r"the numbers of (?P<circular>circular )?words of n letters out of (?P<b>\d+) in a row "
    r"whose neighbors are at most (?P<k>\d+) apart, n from 1"
)
def words_in_a_row(match: re.Match[str]) -> Iterator[int]:
    """The ways to write them, by their first letter and their last."""
    b, k = int(match["b"]), int(match["k"])
    ways = {(first, first): 1 for first in range(b)}
    while True:
        ends = (ways[x, y] for x, y in ways if not match["circular"] or abs(x - y) <= k)
        yield sum(ends)
        longer: Counter[tuple[int, int]] = Counter()
        for (first, last), n in ways.items():
            for letter in range(max(0, last - k), min(b, last + k + 1)):
                longer[first, letter] += n
        ways = longer


@family(
    r"the numerators of (?P<who>Euler|Bernoulli)'s polynomials at (?P<p>\d+)/(?P<q>\d+), "
    r"of degree n from 0"
)
def numerators(match: re.Match[str]) -> Iterator[int]:
    """By their sums of differences of powers."""
    x, halves = Fraction(int(match["p"]), int(match["q"])), match["who"] == "Euler"
    for n in range(1000):
        rows = [
            sum((-1) ** j * comb(k, j) * (x + j) ** n for j in range(k + 1)) for k in range(n + 1)
        ]
        weights = (Fraction(1, 2**k if halves else k + 1) for k in range(n + 1))
        yield sum((w * row for w, row in zip(weights, rows, strict=True)), Fraction(0)).numerator


@family(r"(?P<k>\d+) divided by n, rounded down, n from 1")
def parts(match: re.Match[str]) -> Iterator[int]:
    for n in range(1, 10**6):
        yield sum(n * i <= int(match["k"]) for i in range(1, int(match["k"]) + 1))


@family(r"n\^(?P<k>\d+) modulo (?P<m>\d+), n from 0")
def powers_modulo(match: re.Match[str]) -> Iterator[int]:
    k, m = given(match, "k", "m")
    for n in range(10**6):
        yield n**k % m


@family(r"n/(?P<k>\d+) rounded down, times n/(?P=k) rounded up, n from 0")
def down_times_up(match: re.Match[str]) -> Iterator[int]:
    for n in range(10**6):
        share = Fraction(n, int(match["k"]))
        yield share.__floor__() * share.__ceil__()


# Sets of numbers

Test = Callable[[int], bool]


def numbers(pattern: str) -> Callable[[Callable[[re.Match[str]], Test]], object]:
    """Registers a set of positive integers, all of which are asked up to the last term."""

    def keep(test_of: Callable[[re.Match[str]], Test]) -> object:
        @says(rf"the numbers {pattern}(?P<left>, the first left out)?")
        def asked(match: re.Match[str], whole: list[int]) -> bool | None:
            if whole[-1] > LAST_MEMBER:
                return None
            test = test_of(match)
            found = [n for n in range(1, whole[-1] + 1) if test(n)]
            return found[bool(match["left"]) :] == whole

        return test_of

    return keep


@numbers(
    r"n with the digits (?P<x>\d+), (?P<y>\d+) side by side(?P<either> in either order)? "
    r"in base (?P<base>\d+)(?:, n (?P<sign>[−+]) 1 without)?"
)
def side_by_side(match: re.Match[str]) -> Test:
    x, y, base = given(match, "x", "y", "base")
    sought = [(x, y), (y, x)] if match["either"] else [(x, y)]
    by = {"−": -1, "+": 1, None: 0}[match["sign"]]

    def has(n: int) -> bool:
        return any(pair in sought for pair in pairwise(written(n, base)))

    return lambda n: has(n) and not (by and has(n + by))


@numbers(r"n with as many digits (?P<x>\d+) as (?P<y>\d+) in base (?P<base>\d+), and some")
def as_many(match: re.Match[str]) -> Test:
    x, y, base = given(match, "x", "y", "base")
    return lambda n: 0 < written(n, base).count(x) == written(n, base).count(y)


@numbers(r"n with (?P<c>\d+) runs? of equal digits in base (?P<base>\d+)")
def runs(match: re.Match[str]) -> Test:
    c, base = given(match, "c", "base")
    return lambda n: len([*groupby(written(n, base))]) == c


@numbers(r"n with (?P<b>\d+) digits? (?P<x>\d+) in base (?P<base>\d+)")
def so_many(match: re.Match[str]) -> Test:
    b, x, base = given(match, "b", "x", "base")
    return lambda n: written(n, base).count(x) == b


@cache
def period(n: int) -> list[int]:
    """The terms of the continued fraction of √n behind its whole part, up to where they repeat."""
    whole, found, seen = isqrt(n), [], set()
    above, under = whole, n - whole * whole  # (√n + above)/under
    while under and (above, under) not in seen:
        seen.add((above, under))
        found.append((whole + above) // under)
        above = found[-1] * under - above
        under = (n - above * above) // under
    return found


@numbers(r"n whose root has a continued fraction of period (?P<c>\d+)")
def of_period(match: re.Match[str]) -> Test:
    return lambda n: len(period(n)) == int(match["c"])


@numbers(r"n whose root has a continued fraction with (?P<c>\d+) ones? in its period")
def with_ones(match: re.Match[str]) -> Test:
    return lambda n: period(n).count(1) == int(match["c"])


@numbers(
    r"n whose root has a continued fraction of (?P<sort>even|odd) period "
    r"with the central terms? (?P<c>\d+)"
)
def with_center(match: re.Match[str]) -> Test:
    """The period without its last term is the same backwards, around one term or two."""
    odd = match["sort"] == "odd"

    def center(n: int) -> set[int]:
        terms = period(n)[:-1]
        return {*terms[(len(terms) - 1) // 2 : len(terms) // 2 + 1]}

    return lambda n: len(period(n)) % 2 == odd and center(n) == {int(match["c"])}


@says(
    r"the numbers that are the sum of (?P<k>\d+) (?P<different>different )?positive powers of "
    r"order (?P<order>\d+)(?: in (?P<exactly>exactly )?(?P<ways>\d+) ways?(?P<more> or more)?)?"
    r"(?P<left>, the first left out)?"
)
def sums_of_powers(match: re.Match[str], whole: list[int]) -> bool | None:
    k, order = given(match, "k", "order")
    powers = [m**order for m in range(1, whole[-1] + 1) if m**order <= whole[-1]]
    if whole[-1] > LAST_SUM and comb(len(powers) + k, k) > MOST_SUMS:
        return None
    ways = ways_to_add(powers, k, whole[-1], different=bool(match["different"]))
    wanted = int(match["ways"] or 1)
    exactly = match["exactly"] is not None
    found = [n for n in sorted(ways) if ways[n] == wanted or (ways[n] > wanted and not exactly)]
    return found[bool(match["left"]) :] == whole


def ways_to_add(powers: list[int], k: int, most: int, *, different: bool) -> Counter[int]:
    """How often k of these, none before the one it follows, make each sum."""
    sums = Counter({(0, 0): 1})  # by the place of the next one at least, and what is summed
    for _ in range(k):
        longer: Counter[tuple[int, int]] = Counter()
        for (least, total), n in sums.items():
            for place in range(least, len(powers)):
                if total + powers[place] > most:
                    break
                longer[place + different, total + powers[place]] += n
        sums = longer
    found: Counter[int] = Counter()
    for (_, total), n in sums.items():
        found[total] += n
    return found


@numbers(r"n that divide (?P<a>\d+)\^n(?: (?P<sign>[+-]) (?P<b>-?\d+))?")
def that_divide(match: re.Match[str]) -> Test:
    a, b = int(match["a"]), int(match["b"] or 0) * (-1 if match["sign"] == "-" else 1)
    return lambda n: (pow(a, n, n) + b) % n == 0


@numbers(r"n that divide (?P<a>\d+)\^n \+ (?P<c>\d+)\^n")
def that_divide_two(match: re.Match[str]) -> Test:
    a, c = given(match, "a", "c")
    return lambda n: (pow(a, n, n) + pow(c, n, n)) % n == 0


@numbers(r"n that divide the sum of k\^n for k = (?P<c>\d+) to (?P<a>\d+)")
def that_divide_many(match: re.Match[str]) -> Test:
    a, c = given(match, "a", "c")
    return lambda n: sum(pow(k, n, n) for k in range(c, a + 1)) % n == 0


@cache
def divisors(n: int) -> list[int]:
    small = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return sorted({*small, *(n // d for d in small)})


@cache
def totient(n: int) -> int:
    """As the totients of all divisors add up to n."""
    return n - sum(totient(d) for d in divisors(n)[:-1])


@numbers(r"n with (?P<c>\d+) odd divisors?")
def odd_divisors(match: re.Match[str]) -> Test:
    return lambda n: sum(d % 2 for d in divisors(n)) == int(match["c"])


@numbers(r"n with as many divisors as n \+ (?P<c>\d+)")
def divisors_alike(match: re.Match[str]) -> Test:
    return lambda n: len(divisors(n)) == len(divisors(n + int(match["c"])))


@numbers(r"n with the totient of n \+ (?P<c>\d+)")
def totients_alike(match: re.Match[str]) -> Test:
    return lambda n: totient(n) == totient(n + int(match["c"]))


@numbers(r"n such that (?P<a>\d*)n(?:\^(?P<k>\d+))?(?: (?P<sign>[+-]) (?P<b>-?\d+))? is prime")
def made_prime(match: re.Match[str]) -> Test:
    a, k = int(match["a"] or 1), int(match["k"] or 1)
    b = int(match["b"] or 0) * (-1 if match["sign"] == "-" else 1)
    return lambda n: is_prime(a * n**k + b)
