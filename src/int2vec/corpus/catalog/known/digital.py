"""Well-known functions of digits and bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count
from math import prod

from int2vec.arithmetic import digit_product, digit_sum, digits, reverse_digits
from int2vec.corpus.catalog.known.elementary import Known


def _from(first: int, function: Callable[[int], int]) -> Callable[[], Iterable[int]]:
    return lambda: map(function, count(first))


def in_base(n: int, base: int) -> int:
    """The digits of n in a base, read as if they were decimal.

    >>> in_base(6, 2)
    110
    """
    return int("".join(map(str, digits(n, base))))


def stern(n: int) -> int:
    """Stern's diatomic function: 0, 1, 1, 2, 1, 3, 2, 3, ...

    >>> [stern(n) for n in range(8)]
    [0, 1, 1, 2, 1, 3, 2, 3]
    """
    a, b = 1, 0
    while n:
        if n % 2:
            b += a
        else:
            a += b
        n //= 2
    return b


def valuation(n: int, p: int) -> int:
    """How often p divides n >= 1.

    >>> valuation(24, 2)
    3
    """
    times = 0
    while n % p == 0:
        n, times = n // p, times + 1
    return times


def spread(n: int, base: int) -> int:
    """The binary digits of n read in another base.

    >>> [spread(n, 3) for n in range(5)]
    [0, 1, 3, 4, 9]
    """
    value = 0
    for bit in digits(n, 2):
        value = value * base + bit
    return value


def gray(n: int) -> int:
    """The n-th binary Gray code, as a number.

    >>> [gray(n) for n in range(6)]
    [0, 1, 3, 2, 6, 7]
    """
    return n ^ (n >> 1)


def _ungray(n: int) -> int:
    value = 0
    while n:
        value ^= n
        n >>= 1
    return value


def _in_base(base: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: in_base(n, base))


def _digits() -> Iterator[Known]:
    of = "digit functions"
    yield 7953, of, "Digit sums", _from(0, digit_sum)
    yield 7954, of, "Products of digits", _from(0, digit_product)
    yield 4086, of, "Integers read backwards", _from(0, reverse_digits)
    yield 55642, of, "How many decimal digits n has", _from(0, lambda n: len(str(n)))
    yield (
        3132,
        of,
        "Sums of the squares of the digits",
        _from(0, lambda n: sum(d * d for d in digits(n))),
    )
    yield (
        10888,
        of,
        "Digit sums taken until one digit is left",
        _from(0, lambda n: (n - 1) % 9 + 1 if n else 0),
    )
    yield 54055, of, "The largest digit of n", _from(0, lambda n: max(digits(n)))
    yield 54054, of, "The smallest digit of n", _from(0, lambda n: min(digits(n)))
    yield 30, of, "The first digit of n", _from(0, lambda n: digits(n)[0])
    yield 10879, of, "The last digit of n", _from(0, lambda n: n % 10)
    yield (
        51801,
        of,
        "Products of the digits that are not 0",
        _from(0, lambda n: prod(d for d in digits(n) if d)),
    )
    of = "integers in other bases"
    for a_number, base in (
        (7088, 2),
        (7089, 3),
        (7090, 4),
        (7091, 5),
        (7092, 6),
        (7093, 7),
        (7094, 8),
    ):
        yield (
            a_number,
            of,
            f"The integers in base {base}",
            _in_base(base),
        )
    yield 5836, of, "Integers without a 2 in base 3", _from(0, lambda n: spread(n, 3))
    yield 695, of, "Sums of different powers of 4", _from(0, lambda n: spread(n, 4))


def _bits() -> Iterator[Known]:
    of = "binary functions"
    yield 120, of, "Ones in the binary digits of n", _from(0, int.bit_count)
    yield (
        10060,
        of,
        "Thue and Morse: the parity of the ones in n",
        _from(0, lambda n: n.bit_count() % 2),
    )
    yield (
        23416,
        of,
        "Zeros in the binary digits of n",
        _from(0, lambda n: max(n.bit_length(), 1) - n.bit_count()),
    )
    yield 70939, of, "How many binary digits n has", _from(0, lambda n: max(n.bit_length(), 1))
    yield (
        523,
        of,
        "The exponent of the largest power of 2 up to n",
        _from(1, lambda n: n.bit_length() - 1),
    )
    yield 3188, of, "Gray code", _from(0, gray)
    yield 6068, of, "The place of n in the Gray code", _from(0, _ungray)
    yield 30101, of, "Binary digits read backwards", _from(0, lambda n: reverse_digits(n, 2))
    yield 2487, of, "Stern's diatomic sequence", _from(0, stern)
    yield 5811, of, "Runs of equal binary digits in n", _from(0, lambda n: gray(n).bit_count())
    yield 1511, of, "The ruler: how often 2 divides 2n", _from(1, lambda n: valuation(2 * n, 2))
    yield 7814, of, "How often 2 divides n", _from(1, lambda n: valuation(n, 2))
    yield 7949, of, "How often 3 divides n", _from(1, lambda n: valuation(n, 3))
    yield 112765, of, "How often 5 divides n", _from(1, lambda n: valuation(n, 5))
    yield 11371, of, "How often 2 divides n factorial", _from(0, lambda n: n - n.bit_count())
    yield 6257, of, "Where Josephus stands last", _from(0, _josephus)
    yield 53644, of, "The largest power of 2 up to n", _from(0, lambda n: _top(n) if n else 0)
    yield 53645, of, "n with its largest power of 2 taken off", _from(1, lambda n: n - _top(n))
    yield (
        1316,
        of,
        "Odd entries in the rows of Pascal's triangle",
        _from(0, lambda n: 2 ** n.bit_count()),
    )


def _top(n: int) -> int:
    return 1 << (n.bit_length() - 1)


def _josephus(n: int) -> int:
    return 2 * (n - _top(n)) + 1 if n else 0


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    return chain(_digits(), _bits())
