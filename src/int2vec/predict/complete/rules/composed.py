"""What the families of `families.txt` are put together with.

Functions are the lines of `composed.txt`; known sequences, properties and words stand beside them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, islice, product, takewhile
from math import comb, gcd, isqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from int2vec.arithmetic import power_series, words
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.known.register import fame, well_known
from int2vec.arithmetic.known.stated import VOCABULARY, function
from int2vec.arithmetic.properties import PROPERTIES, Property
from int2vec.predict.complete.rules import those
from int2vec.predict.complete.rules.those import Those

TEXT = Path(__file__).with_name("composed.txt").read_text(encoding="utf-8")
OFTEN, MOST_OFTEN = 20, 7  # of the functions: those that I and H stand for
MOST_RISING = 70  # of the known sequences: those that L and M stand for
PLAIN = re.compile(r"(the|how) [\w ]+ [a-z]|A\d+ .*")  # words that need no brackets after others
KEPT = 1 << 12  # values of each function
LONGEST = 700  # bits of what a function is taken of
TABLED = 1 << 15  # up to here properties are looked up
LISTED, LISTED_BITS = 1_000, 40  # of a known sequence
SLOW = (14085, 14197, 64413, 98550)  # known sequences of which that takes seconds
MANY_SUMS = 1 << 22
OFTEN_TOLD = 12  # of the properties: those that Q stands for
ASKED_AT_ONCE = 9  # of them: those that long integers need not be taken apart for
# Beside these signs numbers need no brackets.
BARE = {"/": r"√?\w+(\^\w+)?|\w+\([^()]*\)", "^": r"\w+|\w+\([^()]*\)", "√": r"\w+"}
WORKED, EXACT = 300, 60  # digits by which numbers are rounded, and near which they are whole
LEAST_DISCRIMINANT = -400  # of quadratic forms
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
        worded = self.words[0].isalpha()
        joint = " " in inner or (not worded and re.search("[!^²³⁴]", inner))
        apart = joint and len(self.words) > len("{x}") and not (worded and PLAIN.fullmatch(inner))
        return self.words.format(x=f"({inner})" if apart else inner or "n")


class Number(str):
    """A real number as it is written, in brackets where another sign stands beside it.

    >>> f"{Number('e^2'):/}", f"{Number('e^2'):^}", f"√{Number('log(2)'):√}"
    ('e^2', '(e^2)', '√(log(2))')
    """

    def __format__(self, sign: str) -> str:
        return str(self) if re.fullmatch(BARE.get(sign, ".*"), self) else f"({self})"


class Form(NamedTuple):
    """A quadratic form ax² + bxy + cy²."""

    a: int
    b: int
    c: int

    def __format__(self, spec: str) -> str:
        return f"{Mix(['x²', 'xy', 'y²'], self)}"


def _at(one: Composed, n: int) -> int:
    """The value of a function; a sequence ends where there is none."""
    if abs(n).bit_length() > LONGEST:
        raise OverflowError
    if (value := one.of(n)) is None:
        raise LookupError
    return value


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent * base.bit_length() <= 9 * LONGEST:
        raise LookupError
    return int(base**exponent)


def _choose(n: int, k: int) -> int:
    if not 0 <= min(k, n - k) * n.bit_length() <= 9 * LONGEST:
        raise LookupError
    return comb(n, k)


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
    last = min(those.FAR, int(put(x[-1], y[0])), int(put(x[0], y[-1])))
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


def _rounded(said: str, n: int, halves: int) -> int | None:
    """What "… rounded down" (0), to the nearest (1) or up (2) says of n; none if not real."""
    from int2vec.arithmetic.equations import real  # few questions are worth mpmath

    x = real(re.split(" rounded|, n from", said)[0], WORKED, n)
    if x is not None and abs(x - round(x)) * 10**EXACT > 1:
        return int((x + Fraction(halves, 2)) // 1)
    return None if x is None else round(x)


def forms(discriminant: int) -> Iterator[Form]:
    """The reduced quadratic forms of a discriminant below 0, without a common factor."""
    for a in range(1, isqrt(discriminant // -3) + 1):
        for b in range(-a, a + 1):
            c, rest = divmod(b * b - discriminant, 4 * a)
            if not rest and c >= a and gcd(a, b, c) == 1:
                yield Form(a, b, c)


OWN: dict[str, Any] = {
    "at": _at,
    "those": Those,
    "least": lambda test: next(Those(test), None),
    "power": _power,
    "choose": _choose,
    "different_parts": power_series.product,
    "listed": _listed,
    "sums_of": partial(_made_of, put=np.add),
    "products_of": partial(_made_of, put=np.multiply),
    "left_out": _left_out,
    "ways": _ways,
    "up_to": _up_to,
    **{name: getattr(words, name) for name in WORD_NAMES},
    "root_period": lru_cache(maxsize=1 << 16)(VOCABULARY["root_period"]),
    "rounded": _rounded,
}


def _has(prop: Property, n: int) -> bool:
    """Whether n has a property; not told where it would take long to take n apart."""
    if 0 <= n < TABLED:
        return bool(_tabled(prop.name)[n])
    if n.bit_length() > LISTED_BITS and prop.name not in TELLING[:ASKED_AT_ONCE]:
        raise OverflowError
    return prop.holds(n)


@cache
def _tabled(name: str) -> bytes:
    return PROPERTIES[name].mask(TABLED - 1).tobytes()


def _functions() -> list[Composed]:
    lines = re.findall(r"^([^#\n].*?) \| (.*)", TEXT, re.MULTILINE)
    kept = lru_cache(maxsize=KEPT)
    return [Composed(words, kept(function("n", formula, VOCABULARY))) for words, formula in lines]


def listing(name: str) -> list[Number]:
    """The names of a list that composed.txt ends with."""
    [names] = re.findall(rf"^# {name}: (.*)", TEXT, re.MULTILINE)
    return [*map(Number, names.split("; "))]


def _written(letters: str, *lengths: int) -> list[str]:
    return ["".join(word) for n in lengths for word in product(letters, repeat=n)]


FUNCTIONS = _functions()
FORMS = [form for d in range(-3, LEAST_DISCRIMINANT - 1, -1) for form in forms(d)]
CONVENIENT = [form for n in listing("convenient") for form in forms(-4 * int(n))]
WORDED = [one for one in FUNCTIONS if one.words[0].isalpha()]
TELLING = listing("properties")
TOLD = [Composed(PROPERTIES[name].words, partial(_has, PROPERTIES[name])) for name in TELLING]
_KNOWN = {
    Composed(
        known.label.replace(", ", " (", 1) + ")", partial(lambda known, n: known.terms[n], known)
    ): known
    for known in well_known()
}
RISING = sorted(
    (one for one, known in _KNOWN.items() if known.terms == sorted({*known.terms})),
    key=lambda one: fame(_KNOWN[one].a_number),
)
AXES: dict[str, Sequence[Any]] = {
    "A": WORDED,
    "B": WORDED,
    "F": FUNCTIONS,
    "G": FUNCTIONS,
    "H": FUNCTIONS[:MOST_OFTEN],
    "I": FUNCTIONS[:OFTEN],
    "K": list(_KNOWN),
    "L": RISING[:MOST_RISING],
    "L1": RISING,
    "M": RISING[:MOST_RISING],
    "P": TOLD,
    "Q": TOLD[:OFTEN_TOLD],
    "C": listing("constants"),
    "E": listing("constants"),
    "J": ["".join(both) for both in product(listing("powers"), listing("factors"))],
    "R": listing("elementary functions"),
    "S": listing("special functions"),
    "N": [
        *(form for form in dict.fromkeys([*FORMS, *CONVENIENT]) if form.b >= 0),
        *(Form(1, 0, n) for n in range(101, 1001)),
    ],
    "O": [form for form in FORMS if form.b],
    "D": ["".join(some) for n in (2, 3, 4, 5) for some in combinations("0123456789", n)],
    "T": _written("01", 1, 2, 3, 4, 5),
    "U": _written("01", 1, 2, 3, 4, 5),
    "V": [word for word in _written("012", 2, 3) if word[0] == "0"],
    "W": _written("012", 1, 2, 3),
    "X": _written("012", 1, 2, 3),
    "Y": ["nothing", *_written("012", 1), *_written("01", 2)],
    "Z": list(words.WORDS),
}
