"""Words, letter by letter: what a morphism leaves as it is, its images, places of letters.

A word is a text of digits. A morphism puts a word in the place of every letter.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

LENGTH = 600
DENSEST = 20_000  # ends of numbers that are written on
MAX_DIGITS = 11


def image(word: Iterable[str], images: Mapping[str, str]) -> str:
    """The word with every letter replaced by its image."""
    return "".join(images[letter] for letter in word)


def fixed_point(images: Mapping[str, str], first: str = "0", length: int = LENGTH) -> str:
    """The start of the word that the images of its letters leave as it is; it may end early.

    >>> fixed_point({"0": "01", "1": "10"}, length=16)
    '0110100110010110'
    """
    word, longer = "", first
    while len(word) < len(longer) <= length:
        word, longer = longer, image(longer, images)
    return longer[:length]


WORDS = {
    "the Thue–Morse word": fixed_point({"0": "01", "1": "10"}),
    "the Fibonacci word": fixed_point({"0": "01", "1": "0"}),
    "the complement of the Fibonacci word": fixed_point({"1": "10", "0": "1"}, "1"),
    "the period-doubling word": fixed_point({"0": "01", "1": "00"}),
    "the Pell word": fixed_point({"0": "001", "1": "0"}),
    "the tribonacci word": fixed_point({"0": "01", "1": "02", "2": "0"}),
    "the ternary Thue–Morse word": fixed_point({"0": "012", "1": "02", "2": "1"}),
}
"""Words that others are made of."""


def places(letter: object, word: Iterable[str], first: int = 1) -> Iterator[int]:
    """Where a letter stands in a word.

    >>> list(places(1, "0110100"))
    [2, 3, 5]
    """
    return (place for place, each in enumerate(word, first) if each == str(letter))


def zero_one(chosen: Sequence[int], first: int) -> str:
    """The word of 0s and 1s whose n-th letter is that at the n-th of the chosen places.

    It is not that at the n-th of the other places.

    >>> zero_one([1, 3, 6, 10, 15], 0)
    '01100111000011'
    """
    word, known = str(first), {*chosen}
    ranks = [0, 1]  # of the last of the other places, and of the chosen ones
    for place in range(2, min(chosen[-1], LENGTH)) if chosen[0] == 1 and chosen[1] > 2 else ():
        ranks[place in known] += 1
        letter = word[ranks[place in known] - 1]
        word += letter if place in known else "10"[int(letter)]
    return word


@cache
def as_many(u: str, v: str, most: int = 40) -> list[int]:
    """How many words of 0, 1, 2, … letters 0 and 1 have the word u in them as often as v.

    >>> as_many("0", "1", 6)
    [1, 0, 2, 0, 6, 0]
    """
    found = []
    ways = Counter({("", 0): 1})  # by the last letters, and how much oftener u stands there
    for _ in range(most):
        found.append(sum(n for (_, more), n in ways.items() if more == 0))
        longer: Counter[tuple[str, int]] = Counter()
        for (end, more), n in ways.items():
            for word in (end + "0", end + "1"):
                kept = word[-max(len(u), len(v)) + 1 :] if len(u + v) > 2 else ""
                longer[kept, more + word.endswith(u) - word.endswith(v)] += n
        ways = longer
    return found


def powers_within(digits: str, k: int) -> list[int]:
    """The numbers that have, as their k-th powers have, no digits but these.

    >>> powers_within("012", 2)[:8]
    [0, 1, 10, 11, 100, 101, 110, 1000]
    """
    found, ends, place = {0} if "0" in digits else set(), [0], 1
    while len(ends) <= DENSEST and place < 10**MAX_DIGITS:
        longer = [int(digit) * place + end for digit in digits for end in ends]
        found |= {n for n in longer if n >= place and not {*f"{n}{n**k}"}.difference(digits)}
        ends = [n for n in longer if str(n**k // place % 10) in digits]
        place *= 10
    return sorted(found)
