"""The part of the property catalog that rests on how an integer is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.digits import digits, is_palindrome
from int2vec.arithmetic.property import Mask, Property, Statement, examined, stated


def _only(allowed: str) -> Statement:
    others = sum(1 << d for d in range(10) if str(d) not in allowed)
    return lambda f: f.digit_set & others == 0


def _length(count: int) -> Statement:
    return lambda f: f.digits == count


def decimal_digits() -> Iterator[Property]:
    """What the decimal digits of an integer show."""
    make = partial(stated, "digits")
    yield make("palindrome", "reads the same backwards", lambda f: f.reversal == f.n, zero=True)
    yield make(
        "harshad", "is divisible by its digit sum", lambda f: f.n % (f.digit_sum + (f.n == 0)) == 0
    )
    yield make("odd-digit-sum", "has an odd digit sum", lambda f: f.digit_sum % 2 == 1)
    yield make("prime-digit-sum", "has a prime digit sum", lambda f: f.prime(f.digit_sum))
    yield make(
        "zuckerman",
        "is divisible by the product of its digits",
        lambda f: (f.digit_product > 0) & (f.n % (f.digit_product + (f.digit_product == 0)) == 0),
    )
    yield make(
        "smith",
        "is composite with the digit sum of its prime factors",
        lambda f: (f.is_prime == 0) & (f.n > 1) & (f.digit_sum == f.prime_digit_sum),
    )
    clauses = {"odd": ("13579", "only odd digits"), "even": ("02468", "only even digits")}
    clauses |= {"prime": ("2357", "only the digits 2, 3, 5, 7"), "01": ("01", "only 0s and 1s")}
    for name, (allowed, clause) in clauses.items():
        yield make(f"{name}-digits", f"has {clause}", _only(allowed), zero="0" in allowed)
    yield make("has-0", "has a digit 0", lambda f: f.digit_set & 1 != 0, zero=True)
    yield make("has-1", "has a digit 1", lambda f: f.digit_set & 2 != 0)
    yield make("has-9", "has a digit 9", lambda f: f.digit_set & (1 << 9) != 0)
    yield make(
        "repdigit",
        "repeats a single digit",
        lambda f: f.digit_set & (f.digit_set - 1) == 0,
        zero=True,
    )
    for count in range(1, 7):
        some = f"{count} digits" if count > 1 else "1 digit"
        yield make(f"{count}-digit", f"has {some}", _length(count), zero=count == 1)
    look = partial(examined, "digits")
    rising, falling = (partial(_all_ordered, order) for order in (np.less_equal, np.greater_equal))
    yield look("distinct-digits", "has no digit twice", _distinct, _all_distinct)
    yield look("rising-digits", "has digits that never fall", _rising, rising)
    yield look("falling-digits", "has digits that never rise", _falling, falling)
    yield look("happy", "ends at 1 when its digits are squared and summed over and over", is_happy)
    yield look("automorphic", "ends its own square", _automorphic)
    yield look("narcissistic", "is the sum of its digits, each to their number", _narcissistic)
    yield look("kaprekar", "has a square that splits into parts that add up to it", _kaprekar)


def binary_digits() -> Iterator[Property]:
    """What the binary digits of an integer show."""
    make = partial(stated, "binary")
    yield make("evil", "has an even number of ones in binary", lambda f: f.ones % 2 == 0, zero=True)
    yield make("odious", "has an odd number of ones in binary", lambda f: f.ones % 2 == 1)
    yield make("two-ones", "has exactly two ones in binary", lambda f: f.ones == 2)
    yield make("three-ones", "has exactly three ones in binary", lambda f: f.ones == 3)
    yield make("pernicious", "has a prime number of ones in binary", lambda f: f.prime(f.ones))
    yield make(
        "fibbinary",
        "has no two ones side by side in binary",
        lambda f: f.n & (f.n >> 1) == 0,
        zero=True,
    )
    yield make(
        "balanced-bits", "has as many ones as zeros in binary", lambda f: 2 * f.ones == f.bits
    )
    yield examined(
        "binary",
        "binary-palindrome",
        "reads the same backwards in binary",
        lambda n: is_palindrome(n, 2),
    )


def is_happy(n: int) -> bool:
    """Whether the sum of the squared digits, taken again and again, ends at 1.

    >>> [n for n in range(1, 32) if is_happy(n)]
    [1, 7, 10, 13, 19, 23, 28, 31]
    """
    if n < 1:
        return False
    return _happy_small(sum(d * d for d in digits(n)))


@lru_cache(maxsize=4096)
def _happy_small(n: int) -> bool:
    while n not in (1, 4):  # every other loop passes through 4
        n = sum(d * d for d in digits(n))
    return n == 1


def _distinct(n: int) -> bool:
    text = str(n)
    return len(set(text)) == len(text)


def _rising(n: int) -> bool:
    return all(a <= b for a, b in pairwise(digits(n)))


def _falling(n: int) -> bool:
    return all(a >= b for a, b in pairwise(digits(n)))


def _all_distinct(n: NDArray[np.int64]) -> Mask:
    fine, seen = np.ones(len(n), bool), 1 << n % 10
    for here, digit in _digits_from_the_right(n):
        fine &= ~here | (seen >> digit & 1 == 0)
        seen |= 1 << digit
    return fine


def _all_ordered(compare: np.ufunc, n: NDArray[np.int64]) -> Mask:
    fine, right = np.ones(len(n), bool), n % 10
    for here, digit in _digits_from_the_right(n):
        fine &= ~here | compare(digit, right)
        right = digit
    return fine


def _digits_from_the_right(n: NDArray[np.int64]) -> Iterator[tuple[Mask, NDArray[np.int64]]]:
    """From the second digit on: which integers have one, and what it is."""
    n = n // 10
    while n.any():
        yield n > 0, n % 10
        n = n // 10


def _automorphic(n: int) -> bool:
    # n^2 - n is divisible by 4 and by 5 only for these last digits.
    return n % 10 in (0, 1, 5, 6) and (n * n - n) % 10 ** len(str(n)) == 0


def _narcissistic(n: int) -> bool:
    places = digits(n)
    # Past 60 digits d * 9**d stays below 10**(d - 1), so there are no more.
    return len(places) <= 60 and sum(d ** len(places) for d in places) == n


def _kaprekar(n: int) -> bool:
    # Splitting n^2 = a * 10^k + b with a + b = n asks that n(n - 1) = a(10^k - 1), so 9 divides it.
    if n % 9 > 1 or n < 1:
        return False
    square, power = n * n, 10
    while power <= square:
        left, right = divmod(square, power)
        if right and left + right == n:
            return True
        power *= 10
    return n == 1
