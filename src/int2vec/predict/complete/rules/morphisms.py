"""Words that a morphism leaves as they are, or makes of a known word; places of letters in one.

A morphism puts a word in the place of every letter. Once the lengths of these are chosen, the first
terms tell what they are and all others check it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import log2
from typing import NamedTuple

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.words import WORDS, fixed_point, image
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_LETTERS, MAX_LETTERS = 16, 400
LONGEST = {2: 14, 3: 5}  # images, by how many letters there are
LONGEST_OF_KNOWN = {2: 8, 3: 4}
PRICE = 3  # steps of the search, for each choice of lengths


class Made(NamedTuple):
    """How a word is made, what that costs, how many letters it takes, and how the word goes on."""

    why: str
    bits: float
    told: int
    longer: str


@rule(group="morphisms", turn=30)
def morphisms(terms: Terms, search: Search) -> Iterator[Fit]:
    """The next letter of such a word, or the next place of a letter in one."""
    n, last = len(terms), terms[-1]
    if min(terms) < 0 or n < MIN_LETTERS:
        return
    if len({*terms}) in LONGEST and max(terms) <= 9 and n <= MAX_LETTERS:
        for made in _made("".join(map(str, terms)), search):
            value, checked = int(made.longer[n]), n - made.told
            yield Fit(kind="morphism", value=value, bits=made.bits, why=made.why, checked=checked)
    elif last <= MAX_LETTERS and list(terms) == sorted({*terms}):
        members = {*terms}
        for first in range(min(terms[0], 1) + 1):
            word = "".join("01"[place in members] for place in range(first, last + 1))
            for made in _made(word, search) if "0" in word else ():
                place = made.longer.find("1", len(word))
                why = f"the places of 1 in {made.why}, counted from {first}"
                checked = sum(t >= made.told + first for t in terms)
                bits = made.bits + COST.places
                if place >= 0:
                    value = place + first
                    yield Fit(kind="morphism", value=value, bits=bits, why=why, checked=checked)


def _made(word: str, search: Search) -> Iterator[Made]:
    """The ways to make a word."""
    for images in _choices(word, word, LONGEST, search):
        if len(images[word[0]]) > 1:
            longer = fixed_point(images, word[0], 2 * MAX_LETTERS)
            yield from _told("the word that {} leave as it is", word, images, longer)
    for name, known in WORDS.items():
        for images in _choices(word, known, LONGEST_OF_KNOWN, search):
            yield from _told(f"the image of {name} by {{}}", word, images, image(known, images))


def _told(why: str, word: str, images: Mapping[str, str], longer: str) -> Iterator[Made]:
    """A way to make a word, if that goes on as the word does and further."""
    if longer.startswith(word) and len(longer) > len(word):
        told = sum(map(len, images.values()))
        bits = told * log2(len({*word})) + sum(2 * log2(len(part) + 1) for part in images.values())
        shown = ", ".join(f"{letter} → {images[letter]}" for letter in sorted(images))
        yield Made(why.format(shown), COST.morphism + bits, told, longer)


def _choices(
    word: str, base: str, longest: Mapping[int, int], search: Search
) -> Iterator[dict[str, str]]:
    """The images of the letters of a base that make this word, for all choices of their lengths."""
    letters = sorted({*base})
    for lengths in product(range(1, longest.get(len(letters), 0) + 1), repeat=len(letters)):
        search.spend(PRICE)
        if 2 * sum(lengths) <= len(word):
            images = _images(word, base, dict(zip(letters, lengths, strict=True)))
            if images and len(images) == len(letters):
                yield images


def _images(word: str, base: str, lengths: Mapping[str, int]) -> dict[str, str] | None:
    """The images of such lengths that the word is made of; none if they would have to differ.

    >>> _images("0100101001001", "0100101001001", {"0": 2, "1": 1})
    {'0': '01', '1': '0'}
    """
    images: dict[str, str] = {}
    done = 0
    for letter in base:
        if done >= len(word):
            return images
        length = lengths[letter]
        part = word[done : done + length]
        known = images.setdefault(letter, part)
        if len(known) < length or not known.startswith(part):
            return None
        done += length
    return images if done >= len(word) else None
