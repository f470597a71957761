"""Operations on the decimal digits of an integer, and functions of two integers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import prod

from int2vec.arithmetic.digits import (
    digit_product,
    digit_sum,
    digits,
    each_digit,
    halves,
    joined,
    look_and_say,
    reverse_digits,
)
from int2vec.arithmetic.operation import Function, Operation, Pairing, operation, pairing

# Of one digit these operations say nothing, and of more than twelve nobody asks.
SHORTEST, LONGEST = 10, 10**12
_digits = partial(operation, "digits", low=SHORTEST, high=LONGEST)


def _places(
    words: str,
    make: Callable[[list[int]], int | None],
    *,
    low: float = SHORTEST,
    high: float = LONGEST,
    **bits: float,
) -> Operation:
    """An operation given as a function of the list of digits."""
    return Operation("digits", words, lambda n: make(digits(n)), words, bits, low, high)


def _each(change: Callable[[int], int], *, one_digit: bool = False) -> Function:
    return lambda n: each_digit(n, change, one_digit=one_digit)


def _gap(places: list[int]) -> int:
    """The first digit less the others, without its sign."""
    return abs(places[0] - sum(places[1:]))


def _digital_root(n: int) -> int:
    return 1 + (n - 1) % 9 if n else 0


def _falling(places: list[int]) -> int:
    return joined(sorted(places, reverse=True))


def _pairs_swapped(places: list[int]) -> int | None:
    return None if len(places) % 2 else joined([places[i ^ 1] for i in range(len(places))])


def _quotient(x: int, y: int) -> int | None:
    return None if not y or x % y else x // y


def _raised(x: int, y: int) -> int | None:
    return x**y if (x or y) and 0 <= y < 13 and abs(x) < 100 else None


def _beside(x: int, y: int) -> int | None:
    return int(f"{x}{y}") if 0 <= x < 10**6 and 0 <= y < 10**6 else None


PAIRINGS = (
    pairing("the sum of {both}", "+", lambda x, y: x + y, step=2, halves=6.5, formula=2),
    pairing("{first} minus {second}", "−", lambda x, y: x - y, step=4, formula=2),
    pairing("the difference of {both}", "−", lambda x, y: abs(x - y), step=4, halves=7),
    pairing("the product of {both}", "·", lambda x, y: x * y, step=3, halves=7, formula=2),
    pairing("{first} divided by {second}", "/", _quotient, step=4, halves=6, formula=3),
    pairing("{first} to the power of {second}", "^", _raised, halves=6),
    pairing("the mean of {both}", "mean", lambda x, y: _quotient(x + y, 2), step=4),
    pairing("{first} beside {second}", "beside", _beside, formula=4),
)


WHOLE = (
    _digits(
        "the digit sum of {x}",
        digit_sum,
        function=7,
        step=4,
        plus=4,
        minus=4,
        times=5,
        fact=5,
        quantity=8,
        analogy=3,
        feature=3,
    ),
    _digits(
        "the product of the digits of {x}",
        digit_product,
        nonzero=True,
        step=4,
        plus=4,
        minus=5,
        quantity=8,
        analogy=3.5,
        feature=5,
    ),
    _digits(
        "{x} with its digits reversed", reverse_digits, function=7, step=4, plus=4, analogy=3.5
    ),
    _digits("{x} minus its digits reversed", lambda n: abs(n - reverse_digits(n)), step=5),
    _digits("the binary digits of {x} reversed", lambda n: reverse_digits(n, 2), plus=7),
    _places(
        "the sum of the squared digits of {x}",
        lambda d: sum(x * x for x in d),
        step=4,
        plus=5,
        minus=6,
        analogy=4.5,
        feature=7,
    ),
    _places(
        "the sum of the cubed digits of {x}", lambda d: sum(x**3 for x in d), step=5, analogy=5.5
    ),
    _places("the difference of the digits of {x}", _gap, high=100, analogy=4.5, feature=5),
    _places("the first digit less the rest in {x}", _gap, low=100, high=10**4, analogy=8),
    _places(
        "the difference of the squared digits of {x}",
        lambda d: abs(d[0] ** 2 - d[1] ** 2),
        high=100,
        analogy=7,
    ),
    _places("the first digit of {x}", lambda d: d[0], plus=4, minus=5, analogy=5.5, feature=6),
    _digits("the last digit of {x}", lambda n: n % 10, plus=4, minus=5, analogy=5.5, feature=6),
    _places("the middle digit of {x}", lambda d: d[1], low=100, high=1000, analogy=7),
    _places("the largest digit of {x}", max, plus=5, analogy=7),
    _places("the smallest digit of {x}", min, analogy=7.5),
    _places("the largest less the smallest digit of {x}", lambda d: max(d) - min(d), analogy=7),
    _places("the sum of the outer digits of {x}", lambda d: d[0] + d[-1], low=100, analogy=7),
    _places("the product of the outer digits of {x}", lambda d: d[0] * d[-1], low=100, analogy=7),
    _places(
        "the product of the nonzero digits of {x}",
        lambda d: prod(filter(None, d)) if 0 in d else None,
        analogy=8,
    ),
    _places("the number of digits of {x}", len, low=0, plus=5, analogy=9, feature=8),
    _digits("the digital root of {x}", _digital_root, high=10**40, analogy=6, feature=6),
)

WRITTEN = (
    _places("{x} without its first digit", lambda d: joined(d[1:]), step=4, analogy=6),
    _digits("{x} without its last digit", lambda n: n // 10, step=4, analogy=6),
    _places("{x} with its first digit moved to the end", lambda d: joined(d[1:] + d[:1]), step=4),
    _places(
        "{x} with its last digit moved to the front", lambda d: joined(d[-1:] + d[:-1]), step=4
    ),
    _places(
        "{x} with its first and last digit swapped",
        lambda d: joined(d[-1:] + d[1:-1] + d[:1]) if len(d) > 1 else d[0],
        low=100,
        step=5,
        analogy=6,
    ),
    _places("the digits of {x} in rising order", lambda d: joined(sorted(d)), analogy=6),
    _places("the digits of {x} in falling order", _falling, analogy=6),
    _places(
        "the digits of {x} falling minus those rising",
        lambda d: _falling(d) - joined(sorted(d)),
        step=5,
    ),
    _places("the digits of {x} swapped in pairs", _pairs_swapped, low=1000, analogy=6),
    _digits("{x} with its digit sum written after it", lambda n: joined([n, digit_sum(n)]), step=5),
    _places(
        "the sum of the digits of {x} beside their product",
        lambda d: joined([sum(d), prod(d)]),
        analogy=8,
    ),
    _digits("{x} written twice", lambda n: joined([n, n]), step=5),
    _digits("what one reads aloud looking at {x}", look_and_say, step=4),
    _digits("the squares of the digits of {x} side by side", _each(lambda d: d * d), analogy=4.5),
    _digits("the cubes of the digits of {x} side by side", _each(lambda d: d**3), analogy=6),
    _digits("the doubled digits of {x} side by side", _each(lambda d: 2 * d), analogy=5.5),
    _places(
        "the sums of neighboring digits of {x}",
        lambda d: joined([x + y for x, y in pairwise(d)]),
        low=100,
        analogy=7,
    ),
    _places(
        "the gaps between the digits of {x} side by side",
        lambda d: joined([abs(x - y) for x, y in pairwise(d)]),
        low=100,
        analogy=8,
    ),
    _digits("{x} with each digit taken from 9", _each(lambda d: 9 - d), analogy=7),
    _digits(
        "{x} with each digit taken from 10", _each(lambda d: 10 - d, one_digit=True), analogy=8
    ),
)


def _added(k: int) -> Operation:
    words = f"{{x}} with {abs(k)} {'added to' if k > 0 else 'taken from'} each digit"
    return _digits(words, _each(lambda d: d + k, one_digit=True), analogy=3.5 + abs(k))


def _of_halves(two: Pairing, first: str, second: str, *, turned: bool = False) -> Operation:
    def of(n: int) -> int | None:
        found = halves(n)
        return None if found is None else two.of(*(found[::-1] if turned else found))

    words = two.words.format(first=first, second=second, both="the halves of {x}")
    return _digits(words, of, low=1000 if two.symmetric else 10, analogy=two.bits["halves"])


def _halves() -> list[Operation]:
    """What becomes of the two halves of the digits; two digits are halves where order counts."""
    found = []
    for two in PAIRINGS:
        if "halves" in two.bits:
            found.append(_of_halves(two, "the first half of {x}", "the second"))
            if not two.symmetric:
                found.append(_of_halves(two, "the second half of {x}", "the first", turned=True))
    swapped = _digits(
        "{x} with its halves swapped",
        lambda n: (h := halves(n)) and joined(h[::-1]),
        low=1000,
        analogy=6,
    )
    return [swapped, *found]


DIGIT_OPERATIONS: tuple[Operation, ...] = (
    *WHOLE,
    *WRITTEN,
    *map(_added, (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)),
    *_halves(),
)
