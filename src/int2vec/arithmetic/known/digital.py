"""Known functions of digits and bits."""

from __future__ import annotations

from functools import partial
from math import prod

from int2vec.arithmetic.digits import digit_product, digit_sum, digits, from_digits, reverse_digits
from int2vec.arithmetic.divisors import valuation
from int2vec.arithmetic.known.base import formula


def in_base(base: int, n: int) -> int:
    """The digits of n in a base, read as if they were decimal.

    >>> in_base(2, 6)
    110
    """
    return from_digits(digits(n, base))


def _stern(n: int) -> int:
    """Stern's diatomic function."""
    a, b = 1, 0
    while n:
        a, b = (a, a + b) if n % 2 else (a + b, b)
        n //= 2
    return b


def _spread(n: int, base: int) -> int:
    """The binary digits of n read in another base."""
    return from_digits(digits(n, 2), base)


def _gray(n: int) -> int:
    """The n-th binary Gray code, as a number."""
    return n ^ (n >> 1)


def _ungray(n: int) -> int:
    value = 0
    while n:
        value ^= n
        n >>= 1
    return value


def _top(n: int) -> int:
    """The largest power of 2 up to n >= 1, and 0 for 0."""
    return 1 << n.bit_length() >> 1


SEQUENCES = (
    formula(7953, "Digit sums", digit_sum),
    formula(7954, "Products of digits", digit_product),
    formula(4086, "Integers read backwards", reverse_digits),
    formula(55642, "How many decimal digits n has", lambda n: len(str(n))),
    formula(3132, "Sums of the squares of the digits", lambda n: sum(d * d for d in digits(n))),
    formula(10888, "Digit sums taken until one digit is left", lambda n: n and (n - 1) % 9 + 1),
    formula(54055, "The largest digit of n", lambda n: max(digits(n))),
    formula(54054, "The smallest digit of n", lambda n: min(digits(n))),
    formula(30, "The first digit of n", lambda n: digits(n)[0]),
    formula(10879, "The last digit of n", lambda n: n % 10),
    formula(
        51801, "Products of the digits that are not 0", lambda n: prod(d or 1 for d in digits(n))
    ),
    *(
        formula(a_number, f"The integers in base {base}", partial(in_base, base))
        for base, a_number in enumerate(range(7088, 7095), start=2)
    ),
    formula(5836, "Integers without a 2 in base 3", lambda n: _spread(n, 3)),
    formula(695, "Sums of different powers of 4", lambda n: _spread(n, 4)),
    formula(120, "Ones in the binary digits of n", int.bit_count),
    formula(10060, "Thue and Morse: the parity of the ones in n", lambda n: n.bit_count() % 2),
    formula(23416, "Zeros in the binary digits of n", lambda n: digits(n, 2).count(0)),
    formula(70939, "How many binary digits n has", lambda n: len(digits(n, 2))),
    formula(523, "The exponent of the largest power of 2 up to n", lambda n: n.bit_length() - 1, 1),
    formula(3188, "Gray code", _gray),
    formula(6068, "The place of n in the Gray code", _ungray),
    formula(30101, "Binary digits read backwards", lambda n: reverse_digits(n, 2)),
    formula(2487, "Stern's diatomic sequence", _stern),
    formula(5811, "Runs of equal binary digits in n", lambda n: _gray(n).bit_count()),
    formula(1511, "The ruler: how often 2 divides 2n", lambda n: valuation(2 * n, 2), 1),
    formula(7814, "How often 2 divides n", lambda n: valuation(n, 2), 1),
    formula(7949, "How often 3 divides n", lambda n: valuation(n, 3), 1),
    formula(112765, "How often 5 divides n", lambda n: valuation(n, 5), 1),
    formula(11371, "How often 2 divides n factorial", lambda n: n - n.bit_count()),
    formula(6257, "Where Josephus stands last", lambda n: 2 * (n - _top(n)) + 1 if n else 0),
    formula(53644, "The largest power of 2 up to n", _top),
    formula(53645, "n with its largest power of 2 taken off", lambda n: n - _top(n), 1),
    formula(1316, "Odd entries in the rows of Pascal's triangle", lambda n: 2 ** n.bit_count()),
)
