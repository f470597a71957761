"""Families of recurrences, and of sequences that look back upon themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

from int2vec.arithmetic import digit_sum, digits, reverse_digits, sigma, tau
from int2vec.arithmetic.known import self_describing
from int2vec.arithmetic.known.recurrences import linear
from int2vec.arithmetic.known.self_describing import collatz, orbit, way_to_one
from int2vec.corpus.catalog.base import Families, each, formula

_STARTS = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (1, 3))


def _aliquot(start: int) -> Iterator[int]:
    chain = orbit(start, lambda n: (sigma(n) or 0) - n)
    return takewhile(lambda n: 0 < n < 10**6, islice(chain, 50))


FAMILIES: Families = {
    "first-order recurrences": (
        each(
            "a(n) = {f=-4..-2,2..10}a(n-1) + {c=-5..7} from {a=0..4}",
            lambda f, c, a: linear([a], [f], c),
        ),
    ),
    "second-order recurrences": (
        each(
            "a(n) = {p=-3..10}a(n-1) + {q=-6..7}a(n-2) from {a[0]}, {a[1]}",
            lambda p, q, a: linear(a, (p, q)),
            a=_STARTS,
        ),
    ),
    "Lucas sequences": (
        each(
            "Companion Lucas sequence V({p=1..15}, {q=-5..5})", lambda p, q: linear((2, p), (p, -q))
        ),
        each(
            "a(n) = {p=11..39}a(n-1) + {q=-1,1}a(n-2) from {a=0,1}, 1",
            lambda p, q, a: linear((a, 1), (p, q)),
        ),
    ),
    "Fibonacci-like sequences": (
        each(
            "a(n) = a(n-1) + a(n-2) from {a=-3..10}, {b=0..20}", lambda a, b: linear((a, b), (1, 1))
        ),
        each(
            "a(n) = a(n-1) + a(n-2) + {c=-3..6} from {a=0..2}, {b=0..3}",
            lambda a, b, c: linear((a, b), (1, 1), c),
        ),
    ),
    "third-order recurrences": (
        each(
            "a(n) = {p=-1..3}a(n-1) + {q=-2..2}a(n-2) + {r=-2,-1,1,2}a(n-3) from {a}",
            lambda p, q, r, a: linear(a, (p, q, r)),
            a=((0, 0, 1), (1, 1, 1), (0, 1, 2), (1, 1, 2)),
        ),
    ),
    "higher recurrences": (
        each("Sums of the last {k=3..9} terms from ones", lambda k: linear((1,) * k, (1,) * k)),
        each(
            "a(n) = {p=0..2}a(n-1) + {q=-1..1}a(n-2) + {r=0,1}a(n-3) + {s=-1,1}a(n-4) from {a}",
            lambda p, q, r, s, a: linear(a, (p, q, r, s)),
            a=((0, 0, 0, 1), (1, 1, 1, 1), (1, 2, 3, 4)),
        ),
    ),
    "Collatz": (
        each("The way of {start=3..400} under 3n + 1", lambda start: orbit(start, collatz)),
        formula(
            "Numbers on the Collatz way from {k=1..11}n",
            lambda n, k: len(way_to_one(k * n)),
            first=1,
        ),
        formula(
            "Numbers on the Collatz way from n + {k=1..11}", lambda n, k: len(way_to_one(n + k))
        ),
        formula(
            "Highest points of the ways from {k=1..11}n",
            lambda n, k: max(way_to_one(k * n)),
            first=1,
        ),
    ),
    "other maps by parity": (
        each(
            "The way of {start=3..59} when odd n go to {a=1,3}n + {b=3,5,7,11} and even n to n/2",
            lambda start, a, b: orbit(start, lambda n: a * n + b if n % 2 else n // 2),
        ),
    ),
    "digit maps": (
        each(
            "Digit sums added over and over from {start=1..129}",
            lambda start: orbit(start, lambda n: n + digit_sum(n)),
        ),
        each(
            "Digits to the power {k=2,3} summed over and over from {start=2..89}",
            lambda start, k: orbit(start, lambda n: sum(d**k for d in digits(n))),
        ),
        each(
            "Reverse and add from {start=2..89} in base {base=2,10}",
            lambda start, base: orbit(start, lambda n: n + reverse_digits(n, base)),
        ),
    ),
    "aliquot and divisor chains": (
        each(
            "The number of divisors added over and over from {start=1..159}",
            lambda start: orbit(start, lambda n: n + (tau(n) or 0)),
        ),
        each("Sums of proper divisors over and over from {start=12..600}", _aliquot),
    ),
    "Kolakoski sequences": (
        each(
            "The sequence of {a=1..7}s and {b=1..7}s that describes its own runs",
            lambda a, b: self_describing.kolakoski(a, b) if a != b else (),
        ),
    ),
    "Hofstadter sequences": (
        each("a(n) = n less a applied {depth=1..8} times to n - 1", self_describing.hofstadter),
        each("Hofstadter's Q from {first=1..4} and {second=1..4}", self_describing.hofstadter_q),
    ),
    "Recaman sequences": (each("Recaman's walk from {start=0..79}", self_describing.recaman),),
    "Van Eck sequences": (
        each("How long ago the last term was seen, from {start=0..79}", self_describing.van_eck),
    ),
}
