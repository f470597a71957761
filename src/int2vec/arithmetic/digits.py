"""The digits of an integer, in any base, and tests by them; signs are left aside."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache, reduce


def decimal(n: int) -> str:
    """The decimal digits of |n| as text, however long.

    >>> decimal(-1729), len(decimal(10**9999))
    ('1729', 10000)
    """
    # Python refuses str() of integers past 4,300 digits; a Decimal is written all the same.
    return str(abs(n) if n.bit_length() <= 13_000 else Decimal(abs(n)))


def digits(n: int, base: int = 10) -> list[int]:
    """The digits of |n|, most significant first; 0 has the one digit 0.

    >>> digits(1729), digits(10, base=2), digits(0)
    ([1, 7, 2, 9], [1, 0, 1, 0], [0])
    """
    if base in (2, 10):
        return [ord(c) - 48 for c in (decimal(n) if base == 10 else f"{abs(n):b}")]
    n, found = abs(n), []
    while n:
        n, digit = divmod(n, base)
        found.append(digit)
    return found[::-1] or [0]


def from_digits(places: list[int], base: int = 10) -> int:
    """The integer with these digits.

    >>> from_digits([1, 0, 1], base=2)
    5
    """
    return reduce(lambda value, digit: value * base + digit, places, 0)


def reverse_digits(n: int, base: int = 10) -> int:
    """The integer written backwards, with its sign.

    >>> reverse_digits(1729), reverse_digits(-120)
    (9271, -21)
    """
    value = from_digits(digits(n, base)[::-1], base)
    return -value if n < 0 else value


def joined(numbers: Sequence[int]) -> int:
    """The integer that the numbers spell when written one after the other; 0 for none.

    >>> joined([4, 9, 16]), joined([])
    (4916, 0)
    """
    return int("".join(map(str, numbers)) or "0")


def halves(n: int) -> tuple[int, int] | None:
    """The two integers that the digits of n make when cut in the middle, None for an odd number.

    >>> halves(1729), halves(172)
    ((17, 29), None)
    """
    places = digits(n)
    middle, odd = divmod(len(places), 2)
    return None if odd else (joined(places[:middle]), joined(places[middle:]))


@lru_cache(maxsize=4096)
def is_happy(n: int) -> bool:
    """Whether the sum of the squared digits, taken again and again, ends at 1.

    >>> [n for n in range(1, 32) if is_happy(n)]
    [1, 7, 10, 13, 19, 23, 28, 31]
    """
    # Every loop but those of 0 and 1 passes through 4.
    return n == 1 if n in (0, 1, 4) else is_happy(sum(d * d for d in digits(n)))
