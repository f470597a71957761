"""Statements about sets that two sequences tell, about places in words, and about least numbers.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, groupby, islice, product, takewhile
from math import gcd, isqrt

from tests.predict.complete.statements_of_families import LAST, family, given
from tests.predict.complete.statements_of_functions import (
    meaning,
    property_of,
    read,
    written,
)
from tests.predict.complete.statements_of_sets import primes, statement_holds

from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]

KNOWN = r"A\d{6} \(.+?\)"
POLYNOMIAL = r"(?P<form>[\dn^ +-]+)"


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
    of = meaning(re.sub(r"\bk\b", "n", match["of"]))
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


# Digits


@family(r"the numbers n that have (?P<some>no|a) digit in common with (?P<a>\d+)n")
def in_common(match: re.Match[str]) -> Iterator[int]:
    for n in range(1, LAST):
        if bool({*str(n)} & {*str(int(match["a"]) * n)}) == (match["some"] == "a"):
            yield n


@family(r"the numbers n such that the digit sum of n in base (?P<a>\d+) is that in base (?P<b>\d+)")
def same_sums(match: re.Match[str]) -> Iterator[int]:
    a, b = given(match, "a", "b")
    return (n for n in range(LAST) if sum(written(n, a)) == sum(written(n, b)))


@family(r"the numbers n whose digits in base (?P<b>\d+) come in runs of (?P<k>\d) or more")
def in_runs(match: re.Match[str]) -> Iterator[int]:
    b, k = given(match, "b", "k")
    for n in range(1, LAST):
        if all(len([*run]) >= k for _, run in groupby(written(n, b))):
            yield n


@family(r"the primes whose digits in base (?P<b>\d+) are those of a prime in base (?P<c>\d+)")
def prime_in_two(match: re.Match[str]) -> Iterator[int]:
    b, c = given(match, "b", "c")
    return (p for p in primes() if is_prime(read(written(p, b), c)))


@family(
    r"the numbers that have, as their powers of order (?P<k>\d) have, no digits but those of "
    r"(?P<digits>\d+)"
)
def powers_within(match: re.Match[str]) -> Iterator[int]:
    """The ends of numbers are made longer as long as the ends of their powers do."""
    allowed, k, ends = {*match["digits"]}, int(match["k"]), [""]
    for length in range(1, 12):
        ends = [d + end for d in match["digits"] for end in ends]
        ends = [end for end in ends if {*str(int(end) ** k).zfill(length)[-length:]} <= allowed]
        whole = (end for end in sorted(ends) if end[0] != "0" or length == 1)
        yield from (int(end) for end in whole if {*str(int(end) ** k)} <= allowed)


IN_BASE = r"the numbers from (?P<c>[01]) on in base (?P<b>\d+)(?P<back>, each backwards)?"


def all_digits(match: re.Match[str]) -> Iterator[int]:
    for n in count(int(match["c"])):
        yield from written(n, int(match["b"]))[:: -1 if match["back"] else 1]


@family(rf"the digits of {IN_BASE}")
def digits_in_turn(match: re.Match[str]) -> Iterator[int]:
    return all_digits(match)


@family(rf"the places of (?P<x>\d+) among the digits of {IN_BASE}, counted from (?P<s>[01])")
def places_of_digits(match: re.Match[str]) -> Iterator[int]:
    return (i for i, d in enumerate(all_digits(match), int(match["s"])) if d == int(match["x"]))


# Words


@family(
    r"the numbers of words of n letters 0 and 1 in which (?P<u>[01]+) stands as often as "
    r"(?P<v>[01]+), n from 0"
)
def as_often(match: re.Match[str]) -> Iterator[int]:
    """By the last five letters, and how often each stands there."""
    states = {("", 0): 1}
    while True:
        yield sum(ways for (_, more), ways in states.items() if more == 0)
        after: dict[tuple[str, int], int] = {}
        for ((end, more), ways), letter in product(states.items(), "01"):
            word = f"{end}{letter}"
            state = word[-5:], more + word.endswith(match["u"]) - word.endswith(match["v"])
            after[state] = after.get(state, 0) + ways
        states = after


def left_as_it_is(images: dict[str, str], first: str) -> str:
    word = first
    for _ in range(40):
        word = "".join(images[letter] for letter in word[:900])
    return word[:900]


KNOWN_WORDS = {
    "the Thue–Morse word": left_as_it_is({"0": "01", "1": "10"}, "0"),
    "the Fibonacci word": left_as_it_is({"0": "01", "1": "0"}, "0"),
    "the complement of the Fibonacci word": left_as_it_is({"1": "10", "0": "1"}, "1"),
    "the period-doubling word": left_as_it_is({"0": "01", "1": "00"}, "0"),
    "the Pell word": left_as_it_is({"0": "001", "1": "0"}, "0"),
    "the tribonacci word": left_as_it_is({"0": "01", "1": "02", "2": "0"}, "0"),
    "the ternary Thue–Morse word": left_as_it_is({"0": "012", "1": "02", "2": "1"}, "0"),
}


def word_of(text: str, wanted: str) -> str | None:
    """The word that some words stand for; one that is left as it is begins as is wanted."""
    images = dict(re.findall(r"(\d) → (\d+)", text))
    if made := re.fullmatch(r"the image of (.+) by [\d →,]+", text):
        return "".join(images[letter] for letter in KNOWN_WORDS[made[1]])
    if re.fullmatch(r"the word that [\d →,]+ leave as it is", text):
        growing = [a for a, image in images.items() if image[0] == a and len(image) > 1]
        words = (left_as_it_is(images, first) for first in growing)
        return next((word for word in words if word.startswith(wanted)), None)
    if made := re.fullmatch(r"(.+) with (\w+) in place of every (\d+)", text):
        there = "" if made[2] == "nothing" else made[2]
        return KNOWN_WORDS[made[1]].replace(made[3], there)
    if made := re.fullmatch(
        r"the word of 0 and 1, the first letter ([01]), whose n-th letter is that at the n-th of "
        rf"({KNOWN}), and not that at the n-th number besides",
        text,
    ):
        return two_ways(made[1], sequence(made[2]))
    return None


def two_ways(first: str, chosen: list[int]) -> str:
    letters = {1: int(first)}
    others = [n for n in range(1, 500) if n not in chosen]
    for n in range(2, min(500, chosen[-1])):
        place = chosen.index(n) + 1 if n in chosen else others.index(n) + 1
        letters[n] = letters[place] if n in chosen else 1 - letters[place]
    return "".join(map(str, letters.values()))


@family(
    r"(?P<word>the word that .+ leave as it is|the image of .+ by .+|.+ in place of every \d+?)"
)
def letters(match: re.Match[str]) -> Iterator[int]:
    first = re.search(r"(\d) → \1\d", match["word"])
    return map(int, word_of(match["word"], first[1] if first else "") or "")


@family(r"the places of (?P<x>\d) in (?P<word>the .+), counted from (?P<s>[01])")
def places_in_known(match: re.Match[str]) -> Iterator[int]:
    word = word_of(match["word"], "0" if " → 0" in match["word"] else "")
    return (i for i, c in enumerate(word or "", int(match["s"])) if c == match["x"])


@family(r"the places of (?P<x>\d) in (?P<word>the word of .+ besides)")
def places_in_word(match: re.Match[str]) -> Iterator[int]:
    word = word_of(match["word"], "")
    return (i for i, c in enumerate(word or "", 1) if c == match["x"])
