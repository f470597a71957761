"""What the families of `families.txt` are put together with.

Functions are the lines of `composed.txt`; known sequences, properties and words stand beside them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import combinations, islice, product, takewhile
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from int2vec.arithmetic import words
from int2vec.arithmetic.known.register import fame, well_known
from int2vec.arithmetic.known.stated import VOCABULARY, Known, function
from int2vec.arithmetic.properties import PROPERTIES, Property

TEXT = Path(__file__).with_name("composed.txt").read_text(encoding="utf-8")
OFTEN, MOST_OFTEN = 20, 7  # of the functions: those that I and H stand for
MOST_RISING = 70  # of the known sequences: those that L and M stand for
PLAIN = re.compile(r"(the|how) [\w ]+ [a-z]|A\d+ .*")  # words that need no brackets after others
KEPT = 1 << 12  # values of each function
LONGEST = 700  # bits of what a function is taken of
FAR = 20_000  # where members of sets are looked for
TABLED = 1 << 15  # up to here properties are looked up
LISTED, LISTED_BITS = 1_000, 40  # of a known sequence
SLOW = (14085, 14197, 64413, 98550)  # known sequences of which that takes seconds
MANY_SUMS = 1 << 22
TELLING = (  # properties: those that P stands for, and Q for the first of them
    *("prime", "square", "palindrome", "triangular", "cube", "power-of-2", "fibonacci", "even"),
    *("odd", "semiprime", "squarefree", "composite", "squarefree-semiprime", "three-primes"),
    *("sphenic", "prime-power", "nonsquarefree", "perfect-power", "oblong", "abundant"),
    *("deficient", "twin-prime", "repdigit", "two-squares", "powerful", "7-smooth", "lucas"),
    *("binary-palindrome", "distinct-digits", "two-distinct-primes", "four-primes", "pentagonal"),
    *("tetrahedral", "between-twins", "prime-digits", "odd-digits", "emirp", "refactorable"),
    *("sophie-germain", "safe-prime"),
)
OFTEN_TOLD = 12
AT_ONCE = TELLING[:9]  # that long integers need not be taken apart for
WORD_NAMES = ("WORDS", "as_many", "fixed_point", "places", "powers_within", "zero_one")


@dataclass(frozen=True)
class Composed:
    """A function that others are put together with, or a known sequence, by its place.

    >>> format(FUNCTIONS[4], format(FUNCTIONS[8])), format(FUNCTIONS[10], format(FUNCTIONS[4]))
    ('the number of divisors of (2·n + 1)', '(the number of divisors of n)²')
    """

    words: str
    of: Callable[[int], int | None] = field(repr=False)

    def __format__(self, inner: str) -> str:
        joint = " " in inner and len(self.words) > len("{x}")
        apart = joint and not (self.words[0].isalpha() and PLAIN.fullmatch(inner))
        return self.words.format(x=f"({inner})" if apart else inner or "n")


def _at(one: Composed, n: int) -> int:
    """The value of a function; a sequence ends where there is none."""
    value = one.of(n) if abs(n).bit_length() <= LONGEST else None
    if value is None:
        raise LookupError
    return value


def _those(test: Callable[[int], bool], first: int = 1) -> Iterator[int]:
    """The numbers that pass a test, as far as one looks."""
    for n in range(first, FAR):
        with suppress(LookupError, ZeroDivisionError):
            if test(n):
                yield n


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent * base.bit_length() <= 9 * LONGEST:
        raise LookupError
    return int(base**exponent)


def _choose(n: int, k: int) -> int:
    if not 0 <= min(k, n - k) * n.bit_length() <= 9 * LONGEST:
        raise LookupError
    return comb(n, k)


def _least(test: Callable[[int], bool]) -> int | None:
    """The least number that passes a test."""
    return next(_those(test), None)


@lru_cache(maxsize=KEPT)
def _listed(one: Composed) -> list[int]:
    """More terms of a known sequence than a line of the OEIS holds."""
    known = _KNOWN[one]
    terms = known.terms if known.a_number in SLOW else islice(known.generate(), LISTED)
    return list(takewhile(lambda t: t is not None and t.bit_length() <= LISTED_BITS, terms))


def _made_of(one: Composed, other: Composed, put: np.ufunc) -> list[int]:
    """What members of two rising sequences, above 0 where they are multiplied, make, in order.

    As far as both are listed: a longer one could bring no more.
    """
    x, y = (
        np.array([t for t in _listed(each) if t >= (put is np.multiply)]) for each in (one, other)
    )
    if not x.size * y.size:
        return []
    last = min(FAR, int(put(x[-1], y[0])), int(put(x[0], y[-1])))
    x, y = x[x <= last], y[y <= last]
    made = np.unique(put.outer(x, y)) if x.size * y.size <= MANY_SUMS else np.arange(0)
    return [int(v) for v in made if v <= last]


def _left_out(members: Sequence[int]) -> list[int]:
    return sorted({*range(1, max(members, default=0))}.difference(members))


def _ways(one: Composed, other: Composed, n: int) -> int:
    """How often n is the sum of members of two rising sequences."""
    x, y = _listed(one), _members_of(other)
    if n > min(x[-1], max(y)):
        raise LookupError
    return sum(n - t in y for t in takewhile(n.__ge__, x))


@lru_cache(maxsize=256)
def _members_of(one: Composed) -> frozenset[int]:
    return frozenset(_listed(one))


def _up_to(one: Composed, n: int) -> int:
    """How many members of a rising sequence are not above n."""
    if n >= _listed(one)[-1]:
        raise LookupError
    return sum(1 for _ in takewhile(n.__ge__, _listed(one)))


OWN: dict[str, Any] = {
    "at": _at,
    "those": _those,
    "least": _least,
    "power": _power,
    "choose": _choose,
    "listed": _listed,
    "sums_of": partial(_made_of, put=np.add),
    "products_of": partial(_made_of, put=np.multiply),
    "left_out": _left_out,
    "ways": _ways,
    "up_to": _up_to,
    **{name: getattr(words, name) for name in WORD_NAMES},
}


def _term(known: Known, n: int) -> int:
    return known.terms[n]


def _has(prop: Property, n: int) -> bool | None:
    """Whether n has a property; not told where it would take long to take n apart."""
    if 0 <= n < TABLED:
        return bool(_tabled(prop.name)[n])
    return prop.holds(n) if n.bit_length() <= LISTED_BITS or prop.name in AT_ONCE else None


@cache
def _tabled(name: str) -> bytes:
    return PROPERTIES[name].mask(TABLED - 1).tobytes()


def _functions() -> list[Composed]:
    lines = re.findall(r"^([^#\n].*?) \| (.*)", TEXT, re.MULTILINE)
    kept = lru_cache(maxsize=KEPT)
    return [Composed(words, kept(function("n", formula, VOCABULARY))) for words, formula in lines]


def _written(letters: str, *lengths: int) -> list[str]:
    return ["".join(word) for n in lengths for word in product(letters, repeat=n)]


FUNCTIONS = _functions()
WORDED = [one for one in FUNCTIONS if one.words[0].isalpha()]
TOLD = [Composed(PROPERTIES[name].words, partial(_has, PROPERTIES[name])) for name in TELLING]
_KNOWN = {
    Composed(known.label.replace(", ", " (", 1) + ")", partial(_term, known)): known
    for known in well_known()
}
RISING = sorted(
    (one for one, known in _KNOWN.items() if known.terms == sorted({*known.terms})),
    key=lambda one: fame(_KNOWN[one].a_number),
)[:MOST_RISING]
AXES: dict[str, Sequence[Any]] = {
    "A": WORDED,
    "B": WORDED,
    "F": FUNCTIONS,
    "G": FUNCTIONS,
    "H": FUNCTIONS[:MOST_OFTEN],
    "I": FUNCTIONS[:OFTEN],
    "K": list(_KNOWN),
    "L": RISING,
    "M": RISING,
    "P": TOLD,
    "Q": TOLD[:OFTEN_TOLD],
    "D": ["".join(some) for n in (2, 3, 4, 5) for some in combinations("0123456789", n)],
    "T": _written("01", 1, 2, 3, 4, 5),
    "U": _written("01", 1, 2, 3, 4, 5),
    "V": [word for word in _written("012", 2, 3) if word[0] == "0"],
    "W": _written("012", 1, 2, 3),
    "X": _written("012", 1, 2, 3),
    "Y": ["nothing", *_written("012", 1), *_written("01", 2)],
    "Z": list(words.WORDS),
}
