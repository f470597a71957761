"""Statements about sets that two sequences tell, least numbers, parts, powers, orders and roots.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice, pairwise, product, takewhile
from math import gcd, isqrt

from tests.predict.complete.statements_of_families import LAST, family, given
from tests.predict.complete.statements_of_functions import (
    meaning,
    property_of,
)
from tests.predict.complete.statements_of_sets import primes, statement_holds

from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]

KNOWN = r"A\d{6} \(.+?\)"
POLYNOMIAL = r"(?P<form>[\dn^ +-]+)"


def with_n(letter: str, words: str) -> str:
    """Words with n in the place of another letter."""
    return re.sub(rf"(?<![a-z]){letter}(?![a-z])", "n", words)


def polynomial(words: str) -> Callable[[int], int]:
    """What is said of n, in sums of parts such as 3n^2, n and 41."""
    parts = re.findall(r"([+-]?) ?(\d*)(n?)(?:\^(\d+))?(?: |$)", words)

    def value(n: int) -> int:
        return sum(
            int(f"{sign}{number or 1}") * (n ** int(power or 1) if letter else 1)
            for sign, number, letter, power in parts
            if number or letter
        )

    return value


@family(rf"the primes of the form {POLYNOMIAL}, n from 0")
def primes_of_form(match: re.Match[str]) -> Iterator[int]:
    return filter(is_prime, map(polynomial(match["form"]), range(LAST)))


@family(rf"the numbers n from 0 on such that {POLYNOMIAL} is prime")
def made_prime(match: re.Match[str]) -> Iterator[int]:
    of = polynomial(match["form"])
    return (n for n in range(LAST) if is_prime(of(n)))


# Known sequences


@cache
def sequence(words: str) -> list[int]:
    """The first terms of a known sequence."""
    number = int(re.match(r"A(\d+)", words)[1])
    known = next(one for one in well_known() if one.a_number == number)
    short = takewhile(lambda t: t is not None and t.bit_length() < 900, known.generate())
    return list(islice(short, 1_000))


@family(rf"the n, counted from (?P<s>[01]) on, at which (?P<known>{KNOWN}) (?P<told>[a-z].+?)")
def places_with(match: re.Match[str]) -> Iterator[int]:
    holds = property_of(match["told"])
    return (n for n, t in enumerate(sequence(match["known"]), int(match["s"])) if holds(t))


@family(rf"the numerators of (?P<known>{KNOWN}) over n, n from (?P<s>\d)")
def numerators(match: re.Match[str]) -> Iterator[int]:
    return (t // gcd(t, n) for n, t in enumerate(sequence(match["known"]), int(match["s"])))


@family(rf"the denominators of (?P<known>{KNOWN}) over n, n from (?P<s>\d)")
def denominators(match: re.Match[str]) -> Iterator[int]:
    return (n // gcd(t, n) for n, t in enumerate(sequence(match["known"]), int(match["s"])))


@family(rf"one in (?P<a>\d) of (?P<known>{KNOWN}), from place (?P<b>\d) on")
def one_in(match: re.Match[str]) -> Iterator[int]:
    a, b = given(match, "a", "b")
    return iter(sequence(match["known"])[b - 1 :: a])


XY = rf"x of (?P<x>{KNOWN}) and y of (?P<y>{KNOWN})"


def pairs(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    return product(*({t for t in sequence(match[name]) if t <= LAST} for name in "xy"))


@family(rf"the (?P<kind>numbers|primes) x \+ y, {XY}")
def sums(match: re.Match[str]) -> Iterator[int]:
    found = sorted({x + y for x, y in pairs(match)})
    return filter(is_prime, found) if match["kind"] == "primes" else iter(found)


@family(rf"the numbers that are not x \+ y, {XY}")
def no_sums(match: re.Match[str]) -> Iterator[int]:
    found = {x + y for x, y in pairs(match)}
    return (n for n in range(1, LAST) if n not in found)


@family(rf"the numbers xy, {XY}")
def products(match: re.Match[str]) -> Iterator[int]:
    return iter(sorted({x * y for x, y in pairs(match) if x > 0 and y > 0}))


@family(rf"how often n is x \+ y, {XY}, n from (?P<s>\d)")
def how_often(match: re.Match[str]) -> Iterator[int]:
    one, other = sequence(match["x"]), sequence(match["y"])
    for n in range(int(match["s"]), 99):
        yield sum(n - t in other for t in one if t <= n)


@family(rf"how many of (?P<known>{KNOWN}) are not above (?P<of>.+), n from (?P<s>\d)")
def how_many(match: re.Match[str]) -> Iterator[int]:
    of = meaning(match["of"])
    for n in range(int(match["s"]), 99):
        yield sum(t <= of(n) for t in sequence(match["known"]))


@family(r"the numbers of the form (?P<a>\d*)x\^2(?: \+ (?P<b>\d*)xy)? \+ (?P<c>\d*)y\^2")
def of_form(match: re.Match[str]) -> Iterator[int]:
    a, b, c = (0 if match[name] is None else int(match[name] or 1) for name in "abc")
    around = range(-90, 91)
    return iter(sorted({a * x * x + b * x * y + c * y * y for x in around for y in around}))


# Least numbers and distances


def least(test: Callable[[int], object]) -> int:
    return next(k for k in count(1) if test(k))


@family(r"the least k from 1 on such that n divides (?P<of>.+), n from 1")
def least_multiple(match: re.Match[str]) -> Iterator[int]:
    of = meaning(with_n("k", match["of"]))
    return (least(lambda k, n=n: of(k) % n == 0) for n in range(1, 99))


@family(r"the least k from 1 on such that (?P<of>.+) \+ k (?P<told>[a-z].+), n from (?P<s>\d)")
def least_added(match: re.Match[str]) -> Iterator[int]:
    of, holds = meaning(match["of"]), property_of(match["told"])
    for n in range(int(match["s"]), 99):
        yield least(lambda k, n=n: holds(of(n) + k))


@family(
    r"the least k from 1 on such that k\((?P<of>.+)\)(?: (?P<sign>[+-]) (?P<b>\d))? "
    r"(?P<told>[a-z].+), n from (?P<s>\d)"
)
def least_factor(match: re.Match[str]) -> Iterator[int]:
    of, holds = meaning(match["of"]), property_of(match["told"])
    b = int(f"{match['sign'] or ''}{match['b'] or 0}")
    for n in range(int(match["s"]), 99):
        yield least(lambda k, n=n: holds(k * of(n) + b))


@family(r"the next prime after (?P<of>.+), less that, n from (?P<s>\d)")
def to_next_prime(match: re.Match[str]) -> Iterator[int]:
    of = meaning(match["of"])
    for n in range(int(match["s"]), 99):
        yield least(lambda k, n=n: is_prime(of(n) + k))


@family(r"(?P<of>.+), less the prime before it, n from (?P<s>\d)")
def from_last_prime(match: re.Match[str]) -> Iterator[int]:
    of = meaning(match["of"])
    for n in range(int(match["s"]), 99):
        yield least(lambda k, n=n: is_prime(of(n) - k))


@family(r"where one of n in a circle stands last if every (?P<k>\d+)-th goes, n from 1")
def last_in_circle(match: re.Match[str]) -> Iterator[int]:
    """By taking them out of the circle one by one."""
    for n in range(1, 99):
        circle, at = list(range(1, n + 1)), 0
        while len(circle) > 1:
            at = (at + int(match["k"]) - 1) % len(circle)
            circle.pop(at)
        yield circle[0]


@family(r"the primes that are the sum of (?P<k>\d+) primes in a row")
def sums_in_a_row(match: re.Match[str]) -> Iterator[int]:
    every = list(primes())
    return filter(is_prime, (sum(every[i : i + int(match["k"])]) for i in range(500)))


# Parts, powers, orders


def ways_by_parts(allowed: Callable[[int], bool], most: int = 60) -> list[int]:
    """In how many ways 0, 1, 2, … are sums of parts that are allowed, whatever their order."""
    ways = [1] + [0] * most
    for part in filter(allowed, range(1, most + 1)):
        for n in range(part, most + 1):
            ways[n] += ways[n - part]
    return ways


SUM = "to write n as a sum of parts"


@family(
    rf"the numbers of ways {SUM} that are not of the form (?P<m>\d+)k or (?P=m)k ± (?P<i>\d+), "
    r"n from (?P<s>[01])"
)
def without_forms(match: re.Match[str]) -> Iterator[int]:
    m, i, s = given(match, "m", "i", "s")
    return iter(ways_by_parts(lambda k: k % m and (k - i) % m and (k + i) % m)[s:])


@family(
    rf"the numbers of ways {SUM} of the form (?P<m>\d+)k(?: \+ (?P<i>\d+))? and (?P=m)k \+ "
    r"(?P<j>\d+), both among them, n from (?P<s>[01])"
)
def of_both_forms(match: re.Match[str]) -> Iterator[int]:
    """Some of the first form make a part of n, some of the other the rest."""
    m, j, s = given(match, "m", "j", "s")
    one = ways_by_parts(lambda k: k % m == int(match["i"] or 0))
    other = ways_by_parts(lambda k: k % m == j)
    for n in range(s, 60):
        yield sum(one[k] * other[n - k] for k in range(1, n))


@family(rf"the numbers of ways {SUM} other than (?P<k>\d+), n from (?P<s>[01])")
def without_part(match: re.Match[str]) -> Iterator[int]:
    k, s = given(match, "k", "s")
    return iter(ways_by_parts(lambda part: part != k)[s:])


@family(rf"the numbers of (?P<k>\d+)s in all the ways {SUM}, n from (?P<s>[01])")
def how_many_parts(match: re.Match[str]) -> Iterator[int]:
    k, s = given(match, "k", "s")
    others = ways_by_parts(lambda part: part != k)
    for n in range(s, 60):
        yield sum(times * others[n - times * k] for times in range(1, n // k + 1))


@family(r"the numbers of the form (?P<a>\d+)\^i \+ (?P<b>\d+)\^j")
def sums_of_powers(match: re.Match[str]) -> Iterator[int]:
    a, b = given(match, "a", "b")
    return iter(sorted({a**i + b**j for i in range(70) for j in range(70)}))


@family(r"the numbers of the form (?P<a>\d+)\^i − (?P<b>\d+)\^j that are not negative")
def differences_of_powers(match: re.Match[str]) -> Iterator[int]:
    a, b = given(match, "a", "b")
    found = {a**i - b**j for i in range(40) for j in range(140)}
    return iter(sorted(n for n in found if n >= 0))


@family(r"the numbers of the form (?P<a>\d+)i \+ (?P<b>\d+)j")
def sums_of_multiples(match: re.Match[str]) -> Iterator[int]:
    a, b = given(match, "a", "b")
    return (n for n in range(200) if any((n - a * i) % b == 0 for i in range(n // a + 1)))


def order(a: int, p: int) -> int:
    return least(lambda k: a**k % p == 1) if a % p else 0


@family(r"the order of (?P<a>\d+) modulo prime\(n\), 0 where there is none, n from (?P<s>[12])")
def orders(match: re.Match[str]) -> Iterator[int]:
    a, s = given(match, "a", "s")
    return (order(a, p) for p in islice(primes(), s - 1, None))


@family(r"the primes p such that the next prime is p \+ (?P<g>\d+)")
def before_gaps(match: re.Match[str]) -> Iterator[int]:
    every = [n for n in range(2, 2_000_000) if is_prime(n)]
    return (p for p, q in pairwise(every) if q - p == int(match["g"]))


@family(r"the primes p such that the order of (?P<a>\d+) modulo p is \(p − 1\)/(?P<k>\d+)")
def primes_by_order(match: re.Match[str]) -> Iterator[int]:
    a, k = given(match, "a", "k")
    for p in primes():
        if a % p and (p - 1) % k == 0 and order_is(a, p, (p - 1) // k):
            yield p


def order_is(a: int, p: int, k: int) -> bool:
    return pow(a, k, p) == 1 and all(pow(a, d, p) != 1 for d in range(1, k) if k % d == 0)


@family(r"the primes p whose least primitive root is (?P<a>\d+)")
def least_roots(match: re.Match[str]) -> Iterator[int]:
    for p in primes():
        if p > 2 and least(lambda g, p=p: order_is(g, p, p - 1)) == int(match["a"]):
            yield p


@family(r"the primes of the form p\^(?P<k>\d)(?: (?P<sign>[+-]) (?P<c>\d+))?, p prime")
def of_prime_powers(match: re.Match[str]) -> Iterator[int]:
    c = int(f"{match['sign'] or ''}{match['c'] or 0}")
    return filter(is_prime, (p ** int(match["k"]) + c for p in primes()))


@family(
    rf"the least k such that n divides the difference of the k-th of (?P<known>{KNOWN}) "
    r"and an earlier one, n from 1"
)
def first_multiples(match: re.Match[str]) -> Iterator[int]:
    every = sequence(match["known"])
    for n in range(1, 60):
        rests = [t % n for t in every]
        yield least(lambda k, rests=rests: rests[k - 1] in rests[: k - 1])


@family(rf"the first of (?P<known>{KNOWN}) whose difference to an earlier one n divides, n from 1")
def terms_of_multiples(match: re.Match[str]) -> Iterator[int]:
    every = sequence(match["known"])
    for n in range(1, 60):
        yield next(t for k, t in enumerate(every) if any((t - u) % n == 0 for u in every[:k]))


# Roots


@family(r"n \+ ⌊√\((?P<a>\d*)n(?: \+ (?P<b>\d+))?\)⌋, n from (?P<s>\d)")
def beside_roots(match: re.Match[str]) -> Iterator[int]:
    a, b = int(match["a"] or 1), int(match["b"] or 0)
    return (n + isqrt(a * n + b) for n in range(int(match["s"]), 200))


GAP = r"⌊\((?P<b>\d)n(?: \+ (?P<c>\d))?\)(?P<r>√\d+|φ)⌋ − (?P=b)⌊n(?P=r)⌋ − ⌊(?P<d>\d)(?P=r)⌋"


def gap(match: re.Match[str]) -> Callable[[int], int]:
    b, c = int(match["b"]), int(match["c"] or 0)

    def times(n: int) -> int:
        if match["r"] == "φ":
            return (n + isqrt(5 * n * n)) // 2
        return isqrt(n * n * int(match["r"][1:]))

    return lambda n: times(b * n + c) - b * times(n) - times(c)


@family(rf"{GAP}, n from (?P<s>\d)")
def gaps(match: re.Match[str]) -> Iterator[int]:
    return map(gap(match), range(int(match["s"]), 200))


@family(rf"the n from 1 on for which {GAP} is (?P<x>\d)")
def places_of_gaps(match: re.Match[str]) -> Iterator[int]:
    of = gap(match)
    return (n for n in range(1, LAST) if of(n) == int(match["x"]))
