"""Statements about digits in a base, and about the letters of words and their places.

They stand beside those of statements.py, and are known to `statement_holds` once this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, groupby, product

from tests.predict.complete.statements_of_families import LAST, family, given
from tests.predict.complete.statements_of_functions import read, written
from tests.predict.complete.statements_of_members import KNOWN, sequence, statement_holds
from tests.predict.complete.statements_of_sets import primes

from int2vec.arithmetic.primes import is_prime

__all__ = ["statement_holds"]


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
