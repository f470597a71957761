"""Statements about functions that are put together, worked out from the words alone.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, count, groupby, islice, pairwise, product
from math import comb, factorial, gcd, isqrt, lcm, prod

from tests.predict.complete.statements import says, statement_holds

from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.properties import PROPERTIES

__all__ = ["statement_holds"]

Function = Callable[[int], "int | None"]
LAST = 20_000  # up to which members of sets are looked for


def written(n: int, base: int = 10) -> list[int]:
    return [*(written(n // base, base) if n >= base else []), n % base]


def read(digits: list[int], base: int = 10) -> int:
    return sum(d * base**i for i, d in enumerate(reversed(digits)))


@cache
def primes_in(n: int) -> tuple[int, ...]:
    """The prime factors of n, as often as they divide it."""
    for p in range(2, isqrt(n) + 1):
        if n % p == 0:
            return (p, *primes_in(n // p))
    return (n,) if n > 1 else ()


@cache
def divisors(n: int) -> tuple[int, ...]:
    low = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return tuple(sorted({*low, *(n // d for d in low)}))


@cache
def first_primes() -> list[int]:
    return list(islice(filter(is_prime, count(2)), 3_000))


def often(n: int, p: int) -> int:
    return next(k for k in count() if n % p ** (k + 1))


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


# Each function in words, with ~ for what it is taken of.
FUNCTIONS: dict[str, Callable[[int], int]] = {
    "prime(~)": lambda n: first_primes()[n - 1] if n > 0 else 1 // 0,
    "Fibonacci(~)": fibonacci,
    "the number of divisors of ~": lambda n: len(divisors(n)) or 1 // 0,
    "the sum of the divisors of ~": lambda n: sum(divisors(n)) or 1 // 0,
    "the sum of the squared divisors of ~": lambda n: sum(d * d for d in divisors(n)) or 1 // 0,
    "the totient of ~": lambda n: n * prod(p - 1 for p in {*primes_in(n)}) // prod({*primes_in(n)}),
    "the triangular number of ~": lambda n: n * (n + 1) // 2,
    "the digit sum of ~ in base 3": lambda n: sum(written(n, 3)),
    "the digit sum of ~": lambda n: sum(written(n)),
    "~ with its digits reversed": lambda n: read(written(n)[::-1]),
    "the number of 1s of ~ in base 2": lambda n: written(n, 2).count(1),
    "the number of 0s of ~ in base 2": lambda n: written(n, 2).count(0) if n else 0,
    "the number of primes up to ~": lambda n: sum(p <= n for p in first_primes()),
    "the next prime after ~": lambda n: next(p for p in count(n + 1) if is_prime(p)),
    "the prime before ~": lambda n: next(p for p in range(n - 1, 0, -1) if is_prime(p)),
    "the number of prime factors of ~": lambda n: len(primes_in(n)) if n > 0 else 1 // 0,
    "the number of different primes in ~": lambda n: len({*primes_in(n)}) if n > 0 else 1 // 0,
    "the largest prime factor of ~": lambda n: max(primes_in(n)),
    "the smallest prime factor of ~": lambda n: min(primes_in(n)),
    "the sum of the prime factors of ~": lambda n: sum(primes_in(n)) if n > 0 else 1 // 0,
    "the sum of the distinct prime factors of ~": lambda n: (
        sum({*primes_in(n)}) if n > 0 else 1 // 0
    ),
    "the product of the distinct prime factors of ~": lambda n: (
        prod({*primes_in(n)}) if n > 0 else 1 // 0
    ),
    "how often 2 divides ~": lambda n: often(n, 2),
    "how often 3 divides ~": lambda n: often(n, 3),
    "the number of binary digits of ~": lambda n: len(written(n, 2)) if n else 0,
    "~ written in base 2": lambda n: read(written(n, 2)),
    "the binary digits of ~ reversed": lambda n: read(written(n, 2)[::-1], 2),
    "the Gray code of ~": lambda n: n ^ n >> 1,
    "the product of the digits of ~": lambda n: prod(written(n)),
    "the sum of the squared digits of ~": lambda n: sum(d * d for d in written(n)),
    "the first digit of ~": lambda n: written(n)[0],
    "the last digit of ~": lambda n: n % 10,
    "the largest digit of ~": lambda n: max(written(n)),
    "the smallest digit of ~": lambda n: min(written(n)),
    "the number of digits of ~": lambda n: len(written(n)),
    "the number of different digits of ~": lambda n: len({*written(n)}),
    "the digital root of ~": lambda n: n and 1 + (n - 1) % 9,
    "the digits of ~ in rising order": lambda n: read(sorted(written(n))),
    "⌊√~⌋": isqrt,
    "⌊~/2⌋": lambda n: n // 2,
    "⌊~/3⌋": lambda n: n // 3,
    "~²": lambda n: n**2,
    "~³": lambda n: n**3,
    "~⁴": lambda n: n**4,
    "~!": factorial,
    "2^~": lambda n: 2**n,
    "3^~": lambda n: 3**n,
    "10^~": lambda n: 10**n,
}
TEMPLATES = [
    (re.compile(re.escape(words).replace("\\~", "~").replace("~", "(.+)")), of)
    for words, of in FUNCTIONS.items()
]


def balanced(text: str) -> bool:
    depths = [*accumulate((c == "(") - (c == ")") for c in text)]
    return min(depths) >= 0 and depths[-1] == 0


@cache
def meaning(text: str, first: int = 0) -> Function | None:
    """The function of one number that some words stand for, None where they are not read.

    The terms of a known sequence are counted from `first` on.
    """
    if text in ("n", "d", "p"):
        return lambda n: n
    if text.isdigit():
        return lambda n: int(text)
    if text[0] == "(" and text[-1] == ")" and balanced(text[1:-1]):
        return meaning(text[1:-1], first)
    if known := re.fullmatch(r"A(\d+) \(.*\)", text):
        terms = next((k.terms for k in well_known() if k.a_number == int(known[1])), None)
        return terms and (lambda n: terms[n - first])
    for sign in (" + ", " − ", " - "):
        for at in [match.start() for match in re.finditer(re.escape(sign), text)][::-1]:
            left, right = text[:at], text[at + 3 :]
            if balanced(left) and (a := meaning(left)) and (b := meaning(right)):
                return lambda n, a=a, b=b, s=sign: a(n) + b(n) * (1 if s == " + " else -1)
    if times := re.fullmatch(r"(\d+)(?:·(.+)|n|p)", text):
        inner = meaning(times[2] or "n", first)
        return inner and (lambda n: int(times[1]) * inner(n))
    if twice := re.fullmatch(r"(.+)\^\1", text):
        inner = meaning(twice[1], first)
        return inner and (lambda n: inner(n) ** inner(n))
    for pattern, of in TEMPLATES:
        match = pattern.fullmatch(text)
        inner = meaning(match[1], first) if match and balanced(match[1]) else None
        if inner:
            return lambda n, of=of, inner=inner: of(inner(n))
    return None


def both(text: str, between: str, first: int = 0) -> tuple[Function, Function] | None:
    """The two functions on either side of some words."""
    for match in re.finditer(re.escape(between), text):
        left, right = meaning(text[: match.start()], first), meaning(text[match.end() :], first)
        if left and right:
            return left, right
    return None


def at_all(values: Callable[[int], int | None], first: int, whole: list[int]) -> bool:
    return [values(n) for n in range(first, first + len(whole))] == whole


PAIRS: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
    (r"the greatest common divisor of (.+)", " and ", gcd),
    (r"the least common multiple of (.+)", " and ", lcm),
    (r"the remainder of (.+)", " divided by ", lambda a, b: a % b),
    (r"(.+), rounded down", " divided by ", lambda a, b: a // b),
    (r"(A\d+ .+) and rounded down", ", divided by ", lambda a, b: a // b),
    (r"(.+) written side by side", " and ", lambda a, b: int(f"{a}{b}")),
    (r"the binary digits in which (.+) differ, as a number", " and ", lambda a, b: a ^ b),
    (r"the binary digits that (.+) share, as a number", " and ", lambda a, b: a & b),
    (r"C\((.+)\)", ", ", comb),
    (r"\((.+)\)", ")^(", lambda a, b: a**b),
    (r"(.+)", " times ", lambda a, b: a * b),
    (r"(.+)", " minus ", lambda a, b: a - b),
    (r"(.+)", " plus ", lambda a, b: a + b),
)
OVER: dict[str, Callable[[int], tuple[int, ...]]] = {
    "divisors d of n": divisors,
    "prime factors p of n": primes_in,
    "different primes p in n": lambda n: tuple({*primes_in(n)}),
}
DIGITS: dict[str, Callable[[int, int, str], int]] = {
    "number of {d}s in": lambda n, base, d: written(n, base).count(int(d)),
    "first digit of": lambda n, base, d: written(n, base)[0],
    "digit sum of": lambda n, base, d: sum(written(n, base)),
}


def terms_of(text: str, first: int = 0) -> Function | None:
    """What some words say of every n."""
    for pattern, between, of in PAIRS:
        match = re.fullmatch(pattern, text)
        if match and (two := both(match[1], between, first)):
            return lambda n, two=two, of=of: of(two[0](n), two[1](n))
    if match := re.fullmatch(r"the sum of (.+) over the (.+)", text):
        each, parts = meaning(match[1]), OVER[match[2]]
        return each and (lambda n: sum(each(part) for part in parts(n)))
    for words, of in DIGITS.items():
        pattern = rf"the {words.format(d='(?P<d>[0-9])')} (?P<x>.+) in base (?P<b>\d+)"
        if (match := re.fullmatch(pattern, text)) and (inner := meaning(match["x"])):
            d = match["d"] if "{d}" in words else ""
            return lambda n, of=of, inner=inner, b=int(match["b"]), d=d: of(abs(inner(n)), b, d)
    return meaning(text, first)


@says(r"(?P<what>.+), n from (?P<first>[0-3])")
def functions(match: re.Match[str], whole: list[int]) -> bool | None:
    first = int(match["first"])
    values = terms_of(match["what"], first)
    return at_all(values, first, whole) if values else None


@says(r"(?P<what>(?!these are|the numbers n).*A\d{6} \(.+?)(?P<later>, the first left out)?")
def of_known(match: re.Match[str], whole: list[int]) -> bool | None:
    first, what = int(bool(match["later"])), match["what"]
    if part := re.fullmatch(r"the first terms of (A.+) written one after the other", what):
        one = meaning(part[1])
        values = lambda n: int("".join(str(one(i)) for i in range(n + 1)))  # noqa: E731
    elif part := re.fullmatch(r"the least common multiple of the first terms of (A.+)", what):
        one = meaning(part[1])
        values = lambda n: lcm(*(one(i) for i in range(n + 1)))  # noqa: E731
    else:
        values = terms_of(what)
    return at_all(values, first, whole) if values else None


RELATIONS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    (" divides ", lambda a, b: b % a == 0),
    (" has no common factor with ", lambda a, b: gcd(a, b) == 1),
    (" is less than ", lambda a, b: a < b),
    (" is more than ", lambda a, b: a > b),
    (" is ", lambda a, b: a == b),
)


@cache
def property_of(words: str) -> Callable[[int], bool] | None:
    """The test that a clause such as "is prime" stands for."""
    return next((one.holds for one in PROPERTIES.values() if one.words == words), None)


def test_of(what: str) -> Callable[[int], bool] | None:
    """The question that some words ask of a number, or two such questions."""
    for match in re.finditer(" and ", what):
        left, right = test_of(what[: match.start()]), test_of(what[match.end() :])
        if left and right:
            return lambda n, left=left, right=right: left(n) and right(n)
    for match in re.finditer(" ", what):
        holds = property_of(what[match.end() :])
        if holds and (one := terms_of(what[: match.start()])):
            return lambda n, one=one, holds=holds: holds(one(n))
    for words, relation in RELATIONS:
        if two := both(what, words):
            return lambda n, two=two, relation=relation: relation(two[0](n), two[1](n))
    return None


def passing(test: Callable[[int], bool], first: int) -> Iterator[int]:
    for n in range(first, LAST):
        try:
            if test(n):
                yield n
        except (ArithmeticError, LookupError, ValueError, StopIteration):
            continue


@says(r"the (?P<kind>numbers n|primes p) such that (?P<what>.+?)(?P<later>, the first left out)?")
def such_that(match: re.Match[str], whole: list[int]) -> bool | None:
    test = test_of(match["what"])
    if test is None:
        return None
    asked = test if match["kind"] == "numbers n" else lambda n: is_prime(n) and test(n)
    found = islice(passing(asked, 1), bool(match["later"]), None)
    return list(islice(found, len(whole))) == whole


@says(r"the numbers n that divide the n-th of (?P<known>A.+?)(?P<later>, the first left out)?")
def dividing(match: re.Match[str], whole: list[int]) -> bool:
    one = meaning(match["known"])
    found = islice(passing(lambda n: one(n - 1) % n == 0, 1), bool(match["later"]), None)
    return list(islice(found, len(whole))) == whole


# Families that numbers tell apart


@says(r"the powers of the root of (?P<k>\d+) of order (?P<m>\d+), rounded (?P<way>.+?)")
def powers_of_roots(match: re.Match[str], whole: list[int]) -> bool:
    k, m = int(match["k"]), int(match["m"])
    way, _, later = match["way"].partition(", ")

    def root(n: int) -> int:
        """The whole part of twice the root."""
        low, high = 0, 2 * k**n
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**m <= 2**m * k**n else (low, middle - 1)
        return low

    def value(n: int) -> int:
        twice = root(n)
        exact = twice**m == 2**m * k**n and twice % 2 == 0
        return {
            "down": twice // 2,
            "up": twice // 2 + (not exact),
            "to the nearest": (twice + 1) // 2,
        }[way]

    return at_all(value, int(bool(later)), whole)


@says(r"the sum of the (?P<k>\d+)-th powers of the divisors of n, n from 1(?P<later>, .*)?")
def divisor_powers(match: re.Match[str], whole: list[int]) -> bool:
    return at_all(
        lambda n: sum(d ** int(match["k"]) for d in divisors(n)), 1 + bool(match["later"]), whole
    )


@says(r"(?P<a>\d+)\^n (?P<sign>[+−]) (?P<b>\d*)n\^(?P<k>\d+), n from 0(?P<later>, .*)?")
def two_powers(match: re.Match[str], whole: list[int]) -> bool:
    a, b, k = int(match["a"]), int(match["b"] or 1), int(match["k"])
    sign = 1 if match["sign"] == "+" else -1
    return at_all(lambda n: a**n + sign * b * n**k, int(bool(match["later"])), whole)


@says(r"\((?P<inner>[\dn +-]+)\)\^(?P<k>\d+), n from 0(?P<later>, .*)?")
def powers_of_linear(match: re.Match[str], whole: list[int]) -> bool | None:
    one = meaning(match["inner"])
    if one is None:
        return None
    return at_all(lambda n: one(n) ** int(match["k"]), int(bool(match["later"])), whole)


@says(r"the exponent of (?P<a>\d+) in the n-th number of the form \d+\^i·(?P<b>\d+)\^j(?P<l>, .*)?")
def exponents(match: re.Match[str], whole: list[int]) -> bool:
    a, b = int(match["a"]), int(match["b"])
    every = sorted((a**i * b**j, i) for i, j in product(range(30), repeat=2))
    start = bool(match["l"])
    return [i for _, i in every][start : start + len(whole)] == whole


@says(
    r"the sum of the (?P<what>rises|falls|steps) between neighboring digits of n "
    r"in base (?P<b>\d+)(?P<later>, .*)?"
)
def between_digits(match: re.Match[str], whole: list[int]) -> bool:
    taken = {"rises": (1, 0), "falls": (0, 1), "steps": (1, 1)}[match["what"]]

    def value(n: int) -> int:
        steps = [y - x for x, y in pairwise(written(n, int(match["b"])))]
        return sum(s * taken[0] if s > 0 else -s * taken[1] for s in steps)

    return at_all(value, int(bool(match["later"])), whole)


@says(
    r"the numbers n whose digits in base (?P<b>\d+) are (?P<what>0|even|odd) at every "
    r"(?P<place>odd|even) place, the last being at place 0(?P<later>, .*)?"
)
def digits_at_places(match: re.Match[str], whole: list[int]) -> bool:
    meant = {"0": lambda d: d == 0, "even": lambda d: d % 2 == 0, "odd": lambda d: d % 2 == 1}

    def test(n: int) -> bool:
        digits = written(n, int(match["b"]))[::-1][match["place"] == "odd" :: 2]
        return all(map(meant[match["what"]], digits))

    found = islice(passing(test, 0), bool(match["later"]), None)
    return list(islice(found, len(whole))) == whole


@says(r"the palindromes in base (?P<b>\d+) that begin with (?P<d>\d+)(?P<later>, .*)?")
def palindromes(match: re.Match[str], whole: list[int]) -> bool:
    def test(n: int) -> bool:
        digits = written(n, int(match["b"]))
        return digits == digits[::-1] and digits[0] == int(match["d"])

    found = islice(passing(test, 1), bool(match["later"]), None)
    return list(islice(found, len(whole))) == whole


@says(
    r"the numbers n whose digits in base (?P<b>\d+) make a number of runs that leaves (?P<c>\d+) "
    r"when divided by (?P<m>\d+)(?P<later>, .*)?"
)
def runs_of_digits(match: re.Match[str], whole: list[int]) -> bool:
    b, c, m = (int(match[name]) for name in "bcm")
    found = passing(lambda n: len([*groupby(written(n, b))]) % m == c, 1)
    return list(islice(found, bool(match["later"]), bool(match["later"]) + len(whole))) == whole


@says(
    r"the primes that stay prime through (?P<k>\d) steps from x to (?P<f>[\dx +-]+)(?P<later>, .*)?"
)
def staying_prime(match: re.Match[str], whole: list[int]) -> bool:
    step = meaning(match["f"].replace("x", "n"))

    def test(n: int) -> bool:
        found = [n]
        for _ in range(int(match["k"])):
            found.append(step(found[-1]))
        return all(map(is_prime, found))

    found = islice(passing(test, 1), bool(match["later"]), None)
    return list(islice(found, len(whole))) == whole


@says(r"the squares modulo (?P<m>\d+)(?P<later>, .*)?")
def squares(match: re.Match[str], whole: list[int]) -> bool:
    found = sorted({x * x % int(match["m"]) for x in range(int(match["m"]))})
    return found[bool(match["later"]) :][: len(whole)] == whole


@says(r"the numbers from 1 on that are no square modulo (?P<m>\d+)(?P<later>, .*)?")
def no_squares(match: re.Match[str], whole: list[int]) -> bool:
    m = int(match["m"])
    found = [n for n in range(1, m) if all(x * x % m != n for x in range(m))]
    return found[bool(match["later"]) :][: len(whole)] == whole
