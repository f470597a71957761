"""Operations on the decimal digits of an integer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import prod

from int2vec.predict.analogy.rule import LIMIT, Function, Operation

Digits = list[int]


def _on_digits(make: Callable[[Digits], int | None], least: int = 2, most: int = 12) -> Function:
    """A function of n from a function of its digits, for integers of a fitting length."""

    def of(n: int) -> int | None:
        if n < 0 or n >= LIMIT:
            return None
        text = str(n)
        if not least <= len(text) <= most:
            return None
        return make([int(digit) for digit in text])

    return of


def joined(places: Digits) -> int:
    """The integer that the numbers spell when written one after the other.

    >>> joined([4, 9, 16])
    4916
    """
    return int("".join(map(str, places)))


def each_digit(change: Callable[[int], int], *, one_digit: bool = True) -> Function:
    """The function that changes every digit on its own and writes the results side by side.

    With `one_digit` there is no result where a digit would leave 0–9.
    """

    def make(places: Digits) -> int | None:
        changed = [change(digit) for digit in places]
        if min(changed) < 0 or (one_digit and max(changed) > 9):
            return None
        return joined(changed)

    return _on_digits(make)


def _halves(make: Callable[[int, int], int | None], least: int = 4) -> Function:
    """A function of n from a function of its two halves (even numbers of digits only).

    `least` is 2 where the digits of a two-digit number count as its halves.
    """

    def split(places: Digits) -> int | None:
        if len(places) % 2:
            return None
        middle = len(places) // 2
        return make(joined(places[:middle]), joined(places[middle:]))

    return _on_digits(split, least)


def _gap(places: Digits) -> int:
    """The first digit less the others, without its sign."""
    return abs(places[0] - sum(places[1:]))


def _square_gap(places: Digits) -> int:
    return abs(places[0] ** 2 - places[1] ** 2)


def _raised(x: int, y: int) -> int | None:
    return x**y if (x or y) and y < 13 and x < 100 else None


def _quotient(x: int, y: int) -> int | None:
    return x // y if y and x % y == 0 else None


def _quotient_of(x: int, y: int) -> int | None:
    return _quotient(y, x)


def _raised_to(x: int, y: int) -> int | None:
    return _raised(y, x)


def _sum_beside_product(places: Digits) -> int:
    return joined([sum(places), prod(places)])


def _swapped(x: int, y: int) -> int | None:
    return int(f"{y}{x}")


def _root_of_digits(n: int) -> int:
    return 1 + (n - 1) % 9 if n else 0


def digit_operations() -> list[Operation]:
    """Every operation on the digits of n that needs no free number, commonest cheapest."""
    on, halves = _on_digits, _halves
    beside = partial(each_digit, one_digit=False)
    table: list[tuple[str, float, Function]] = [
        ("the sum of the digits of {x}", 3.0, on(sum)),
        ("the product of the digits of {x}", 3.5, on(lambda d: prod(d) or None)),
        ("the digits of {x} reversed", 3.5, on(lambda d: joined(d[::-1]))),
        ("the sum of the squared digits of {x}", 4.5, on(lambda d: sum(x * x for x in d))),
        ("the sum of the cubed digits of {x}", 5.5, on(lambda d: sum(x**3 for x in d))),
        ("the difference of the digits of {x}", 4.5, on(_gap, most=2)),
        ("the first digit less the rest in {x}", 8.0, on(_gap, least=3, most=4)),
        ("the first digit of {x}", 5.5, on(lambda d: d[0])),
        ("the last digit of {x}", 5.5, on(lambda d: d[-1])),
        ("the middle digit of {x}", 7.0, on(lambda d: d[1], least=3, most=3)),
        ("{x} without its first digit", 6.0, on(lambda d: joined(d[1:]))),
        ("{x} without its last digit", 6.0, on(lambda d: joined(d[:-1]))),
        ("the first and last digits of {x} swapped", 6.0, on(_ends_swapped, least=3)),
        ("the digits of {x} in rising order", 6.0, on(lambda d: joined(sorted(d)))),
        ("the digits of {x} in falling order", 6.0, on(lambda d: joined(sorted(d)[::-1]))),
        ("the digits of {x} swapped in pairs", 6.0, on(_pairs_swapped, least=4)),
        ("the largest digit of {x}", 7.0, on(max)),
        ("the smallest digit of {x}", 7.5, on(min)),
        ("the largest less the smallest digit of {x}", 7.0, on(lambda d: max(d) - min(d))),
        ("the sum of the outer digits of {x}", 7.0, on(lambda d: d[0] + d[-1], least=3)),
        ("the product of the outer digits of {x}", 7.0, on(lambda d: d[0] * d[-1], least=3)),
        ("the difference of the squared digits of {x}", 7.0, on(_square_gap, most=2)),
        ("the number of digits of {x}", 9.0, on(len, least=1)),
        ("the digital root of {x}", 6.0, lambda n: _root_of_digits(n) if n >= 10 else None),
        ("the squares of the digits of {x} side by side", 4.5, beside(_square)),
        ("the cubes of the digits of {x} side by side", 6.0, beside(_cube)),
        ("the doubled digits of {x} side by side", 5.5, beside(_double)),
        ("{x} with each digit taken from 9", 7.0, each_digit(lambda x: 9 - x)),
        ("{x} with each digit taken from 10", 8.0, each_digit(lambda x: 10 - x)),
        ("{x} with its halves swapped", 6.0, halves(_swapped)),
        ("the sum of the halves of {x}", 6.5, halves(lambda x, y: x + y)),
        ("the difference of the halves of {x}", 7.0, halves(lambda x, y: abs(x - y))),
        ("the product of the halves of {x}", 7.0, halves(lambda x, y: x * y)),
        ("the first half of {x} divided by the second", 6.0, halves(_quotient, 2)),
        ("the second half of {x} divided by the first", 6.0, halves(_quotient_of, 2)),
        ("the first half of {x} to the power of the second", 6.0, halves(_raised, 2)),
        ("the second half of {x} to the power of the first", 6.0, halves(_raised_to, 2)),
        ("the sum of the digits of {x} beside their product", 8.0, on(_sum_beside_product)),
        ("the sums of neighbouring digits of {x}", 7.0, on(_neighbour_sums, least=3)),
        ("the gaps between the digits of {x} side by side", 8.0, on(_neighbour_gaps, least=3)),
        ("the product of the nonzero digits of {x}", 8.0, on(_nonzero_product)),
    ]  # fmt: skip
    table += [
        (f"{{x}} with {abs(k)} {'added to' if k > 0 else 'taken from'} each digit",
         3.5 + abs(k), each_digit(_adder(k)))
        for k in (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)
    ]  # fmt: skip
    return [Operation(words, bits, of, "digits") for words, bits, of in table]


def _square(x: int) -> int:
    return x * x


def _cube(x: int) -> int:
    return x**3


def _double(x: int) -> int:
    return 2 * x


def _adder(k: int) -> Callable[[int], int]:
    return lambda digit: digit + k


def _ends_swapped(places: Digits) -> int:
    return joined([places[-1], *places[1:-1], places[0]])


def _pairs_swapped(places: Digits) -> int | None:
    if len(places) % 2:
        return None
    return joined([places[i ^ 1] for i in range(len(places))])


def _neighbour_sums(places: Digits) -> int:
    return joined([x + y for x, y in pairwise(places)])


def _neighbour_gaps(places: Digits) -> int:
    return joined([abs(x - y) for x, y in pairwise(places)])


def _nonzero_product(places: Digits) -> int | None:
    return prod(x for x in places if x) if 0 in places else None
