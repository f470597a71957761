"""Statements about formulas with parameters: rounded real numbers, digits that are changed, primes
of polynomials, recurrences by functions, and ways to add members of a set.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice
from math import comb, gcd, prod

from tests.predict.complete.reading import real_numbers
from tests.predict.complete.statements import says
from tests.predict.complete.statements_of_families import LAST, family, given
from tests.predict.complete.statements_of_functions import (
    at_all,
    meaning,
    often,
    passing,
    property_of,
    read,
    terms_of,
    written,
)
from tests.predict.complete.statements_of_members import (
    KNOWN,
    least,
    polynomial,
    sequence,
    with_n,
)
from tests.predict.complete.statements_of_sets import primes
from tests.predict.complete.statements_of_words import statement_holds

from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]

DIGITS, EXACT = 300, Fraction(1, 10**40)  # what differs from an integer by less is that integer
ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "down": lambda x: x // 1,
    "up": lambda x: -(-x // 1),
    "to the nearest": lambda x: (x + Fraction(1, 2)) // 1,
}


def rounded(words: str, how: str, n: int) -> int | None:
    """What some words say of n, rounded."""
    found = real_numbers(words, DIGITS, n)
    if not found:
        return None
    exact = round(found[0])
    return exact if abs(found[0] - exact) < EXACT else ROUNDED[how](found[0])


@says(r"(?P<of>.+) rounded (?P<how>down|up|to the nearest), n from (?P<s>[0-3])")
def rounded_formula(match: re.Match[str], whole: list[int]) -> bool | None:
    s = int(match["s"])
    if not real_numbers(match["of"], DIGITS, s + 1):
        return None
    return at_all(lambda n: rounded(match["of"], match["how"], n), s, whole)


@family(r"n \+ ⌊(?P<x>.+)·n⌋ \+ ⌊(?P<y>.+)·n⌋, n from 1")
def beside_multiples(match: re.Match[str]) -> Iterator[int]:
    x, y = (real_numbers(match[name], DIGITS)[0] for name in "xy")
    for n in range(1, 200):
        yield n + ROUNDED["down"](x * n + EXACT) + ROUNDED["down"](y * n + EXACT)


# Digits


@family(r"n without the digits (?P<d>\d+) that it has in base (?P<b>\d+), n from (?P<s>[01])")
def without_digits(match: re.Match[str]) -> Iterator[int]:
    d, b, s = given(match, "d", "b", "s")
    return (read([x for x in written(n, b) if x != d], b) for n in range(s, 300))


@family(
    r"n with (?P<x>\d+) and (?P<y>\d+) exchanged among its digits in base (?P<b>\d+), "
    r"n from (?P<s>[01])"
)
def exchanged(match: re.Match[str]) -> Iterator[int]:
    x, y, b, s = given(match, "x", "y", "b", "s")
    return (read([{x: y, y: x}.get(d, d) for d in written(n, b)], b) for n in range(s, 300))


@family(
    r"n with every digit x that it has in base (?P<b>\d+) replaced by the remainder of "
    r"(?P<a>\d*)x(?: \+ (?P<c>\d+))? divided by (?P=b), n from (?P<s>[01])"
)
def replaced(match: re.Match[str]) -> Iterator[int]:
    a, b, c, s = int(match["a"] or 1), int(match["b"]), int(match["c"] or 0), int(match["s"])
    return (read([(a * d + c) % b for d in written(n, b)], b) for n in range(s, 300))


@family(r"(?P<of>.+), written in base (?P<b>\d), n from (?P<s>[01])")
def in_base(match: re.Match[str]) -> Iterator[int]:
    of = meaning(match["of"])
    return (read(written(abs(of(n)), int(match["b"]))) for n in range(int(match["s"]), 60))


@family(r"the last digit of (?P<of>.+) in base (?P<b>\d+) that is not 0, n from (?P<s>[01])")
def last_digit(match: re.Match[str]) -> Iterator[int]:
    of = meaning(match["of"])
    for n in range(int(match["s"]), 60):
        yield [d for d in written(abs(of(n)), int(match["b"])) if d][-1]


@family(
    r"the remainder of the digit sum of n in base (?P<b>\d+) divided by (?P<m>\d+), "
    r"n from (?P<s>[01])"
)
def digit_sums_modulo(match: re.Match[str]) -> Iterator[int]:
    b, m, s = given(match, "b", "m", "s")
    return (sum(written(n, b)) % m for n in range(s, 300))


@family(r"the numbers n whose digits in base (?P<b>\d+) are all the same")
def repdigits(match: re.Match[str]) -> Iterator[int]:
    return (n for n in range(LAST) if len({*written(n, int(match["b"]))}) == 1)


@family(
    r"the least k from (?P<c>[01]) on such that (?P<b>\d+)\^k begins with the digits of n, n from 1"
)
def powers_that_begin(match: re.Match[str]) -> Iterator[int]:
    b, c = given(match, "b", "c")
    for n in range(1, 99):
        yield next(k for k in count(c) if str(b**k).startswith(str(n)))


@family(
    r"the (?P<kind>numbers n|primes p) such that (?P<k>\d+) written (?P<where>before|behind) [np] "
    r"makes a prime"
)
def written_beside(match: re.Match[str]) -> Iterator[int]:
    for n in range(1, LAST):
        made = match["k"] + str(n) if match["where"] == "before" else str(n) + match["k"]
        if is_prime(int(made)) and (match["kind"] == "numbers n" or is_prime(n)):
            yield n


# Remainders and fractions


@family(
    r"how often (?P<b>\d+) divides the product of C\(n, 0\), C\(n, 1\), …, C\(n, n\), "
    r"n from (?P<s>[01])"
)
def in_rows_of_pascal(match: re.Match[str]) -> Iterator[int]:
    for n in range(int(match["s"]), 60):
        yield often(prod(comb(n, k) for k in range(n + 1)), int(match["b"]))


@family(
    r"the order of (?P<b>\d+) modulo the n-th number from (?P<c>[12]) on that shares no factor "
    r"with it, n from 1"
)
def orders(match: re.Match[str]) -> Iterator[int]:
    b, c = given(match, "b", "c")
    return (least(lambda k, m=m: b**k % m == 1 % m) for m in count(c) if gcd(b, m) == 1)


@family(
    r"how many remainders the powers of (?P<b>\d+), 1 among them, leave when divided by n, "
    r"n from 1"
)
def remainders_of_powers(match: re.Match[str]) -> Iterator[int]:
    return (len({int(match["b"]) ** k % n for k in range(2 * n)}) for n in range(1, 99))


@family(
    r"the (?P<part>numerators|denominators) of \((?P<over>[\dn +-]+)\)/\((?P<under>[\dn +-]+)\), "
    r"(?:without the sign, )?n from (?P<s>[01])"
)
def parts_of_fractions(match: re.Match[str]) -> Iterator[int]:
    over, under = polynomial(match["over"]), polynomial(match["under"])
    for n in range(int(match["s"]), 200):
        common = gcd(over(n), under(n))
        yield abs(over(n) if match["part"] == "numerators" else under(n)) // common


@family(
    r"the numbers n such that n\^(?P<k>\d) divides (?P<a>\d+)\^(?:n|\(n\^(?P<j>\d)\)) "
    r"(?P<sign>[+-]) 1"
)
def powers_that_divide(match: re.Match[str]) -> Iterator[int]:
    k, a, j, sign = int(match["k"]), int(match["a"]), int(match["j"] or 1), int(match["sign"] + "1")
    return (n for n in range(1, 10 * LAST) if (pow(a, n**j, n**k) + sign) % n**k == 0)


@family(r"the positive numbers of the form x\^(?P<k>\d+) − y\^(?P=k), y from 1")
def differences_of_powers(match: re.Match[str]) -> Iterator[int]:
    k = int(match["k"])
    return iter(sorted(x**k - y**k for x in range(1, 90) for y in range(1, x))[:200])


# Primes


def with_power(words: str, n: int) -> int:
    """What words such as n^5 − n^4 − … − n − 1 stand for."""
    if folded := re.fullmatch(r"1 (?P<sign>[+−]) n \+ n\^2 (?P=sign) … [+±] n\^(?P<k>\d+)", words):
        sign = 1 if folded["sign"] == "+" else -1
        return sum((sign * n) ** i for i in range(int(folded["k"]) + 1)) * sign ** int(folded["k"])
    if falling := re.fullmatch(r"n\^(?P<k>\d+) − n\^\(\d+ − 1\) − … − n − 1", words):
        k = int(falling["k"])
        return n**k - sum(n**i for i in range(k))
    if over := re.fullmatch(r"\((?P<form>.+)\)/(?P<k>\d+)", words):
        value, rest = divmod(polynomial(over["form"])(n), int(over["k"]))
        return 0 if rest else value
    if times := re.fullmatch(r"n·(?P<b>\d+)\^(?P<k>\d+) (?P<sign>[+-]) (?P<c>\d)", words):
        return n * int(times["b"]) ** int(times["k"]) + int(times["sign"] + times["c"])
    if power := re.fullmatch(r"(?P<k>\d+)·2\^n (?P<sign>[+−]) 1", words):
        return int(power["k"]) * 2**n + (1 if power["sign"] == "+" else -1)
    return polynomial(words)(n)


@family(
    r"the numbers n (?P<on>from 0 on )?such that (?P<form>[\dn^+·/() …±−-]+?)"
    r"(?:, the last added,)? is (?:a )?prime(?P<zero>, n from 0)?"
)
def made_prime(match: re.Match[str]) -> Iterator[int]:
    first = 0 if match["on"] or match["zero"] else 1
    last = 500 if "2^n" in match["form"] else LAST
    return (n for n in range(first, last) if is_prime(with_power(match["form"], n)))


@family(r"the primes p such that (?P<form>[\dp^+ …-]+) is prime")
def prime_for_primes(match: re.Match[str]) -> Iterator[int]:
    form = match["form"].replace("p", "n")
    return (p for p in primes() if is_prime(with_power(form, p)))


@family(r"the primes of the form (?P<form>[\dpn^+/() …-]+), (?:n from 0|p prime)")
def primes_made(match: re.Match[str]) -> Iterator[int]:
    form = match["form"].replace("p", "n")
    tried = primes() if "p" in match["form"] else count()
    return filter(is_prime, (with_power(form, n) for n in tried))


# Functions of functions


@says(r"(?P<outer>.+), m being (?P<inner>.+), n from (?P<s>[12])")
def nested(match: re.Match[str], whole: list[int]) -> bool | None:
    outer, inner = meaning(with_n("m", match["outer"])), meaning(match["inner"])
    if outer is None or inner is None:
        return None
    return at_all(lambda n: outer(inner(n)), int(match["s"]), whole)


@says(r"(?P<a>.+) times (?P<b>.+) (?P<sign>minus|plus) (?P<c>.+), n from (?P<s>[12])")
def product_and_more(match: re.Match[str], whole: list[int]) -> bool | None:
    a, b, c = (meaning(match[name]) for name in "abc")
    if not (a and b and c):
        return None
    sign = 1 if match["sign"] == "plus" else -1
    return at_all(lambda n: a(n) * b(n) + sign * c(n), int(match["s"]), whole)


@family(r"the numbers n such that (?P<a>.+?), (?P<b>.+) and (?P<c>.+) are the same")
def three_alike(match: re.Match[str]) -> Iterator[int]:
    a, b, c = (meaning(match[name]) for name in "abc")
    return passing(lambda n: a(n) == b(n) == c(n), 1)


@family(r"the numbers n such that (?P<a>.+) is less than (?P<b>.+), and that less than (?P<c>.+?)")
def three_rising(match: re.Match[str]) -> Iterator[int]:
    a, b, c = (meaning(match[name]) for name in "abc")
    return passing(lambda n: a(n) < b(n) < c(n), 1)


@family(
    r"from (?P<x>\d) (?:and (?P<y>\d) )?on, the next after a (?:and b )?being (?P<step>.+?)"
    r"(?:, n from (?P<c>[12]))?"
)
def stepped(match: re.Match[str]) -> Iterator[int]:
    """The numbers stand in the place of the letters, and what is said of them is worked out."""
    found = [int(match[name]) for name in "xy" if match[name]]
    two = len(found) > 1
    yield from found
    for n in count(int(match["c"] or 1)):
        said = match["step"]
        for letter, number in (("a", found[-1 - two]), ("b", found[-1]), ("n", n)):
            said = re.sub(rf"(?<![a-z]){letter}(?![a-z]| number)", str(number), said)
        of = terms_of(said)
        try:
            found.append(of(1))
        except (ArithmeticError, LookupError, ValueError, StopIteration):
            return
        yield found[-1]


# Sums of members


def ways_to_add(parts: list[int], *, different: bool, most: int = 109) -> list[int]:
    ways = [1] + [0] * most
    for part in parts:
        order = range(most, part - 1, -1) if different else range(part, most + 1)
        for n in order:
            ways[n] += ways[n - part]
    return ways


SUM = r"the numbers of ways to write n as a sum of (?P<different>different )?"


@family(rf"{SUM}members of (?P<known>{KNOWN}), n from (?P<s>[01])")
def by_members(match: re.Match[str]) -> Iterator[int]:
    parts = sorted({t for t in sequence(match["known"]) if 0 < t < 110})
    return iter(ways_to_add(parts, different=bool(match["different"]))[int(match["s"]) :])


@family(rf"{SUM}parts k such that k (?P<told>[a-z].+), n from (?P<s>[01])")
def by_property(match: re.Match[str]) -> Iterator[int]:
    parts = [*filter(property_of(match["told"]), range(1, 110))]
    return iter(ways_to_add(parts, different=bool(match["different"]))[int(match["s"]) :])


@family(
    r"the numbers that come from (?P<x>\d) if yz(?: (?P<sign>[+-]) (?P<c>\d))? comes from any two, "
    r"y and z, that may be the same"
)
def closed(match: re.Match[str]) -> Iterator[int]:
    c, found = int(f"{match['sign'] or ''}{match['c'] or 0}"), {int(match["x"])}
    while more := {y * z + c for y in found for z in found if 0 < y * z + c < 3000} - found:
        found |= more
    return islice(sorted(found), 40)
