"""Integer roots, exact at any size, the tests by them, and values of quadratic forms."""

from math import isqrt

import numpy as np


def iroot(n: int, k: int) -> int:
    """The integer part of the k-th root of n >= 0.

    >>> iroot(26, 3), iroot(27, 3), iroot(10**30, 10)
    (2, 3, 1000)
    """
    if k == 2:
        return isqrt(n)
    if n < 2 or k == 1:
        return n
    # Newton from above: the first guess must not be below the root.
    x = 1 << -(-n.bit_length() // k)
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y


def whole_root(n: int, k: int) -> int | None:
    """The k-th root of a perfect power, None for the rest; of negative n only for odd k.

    >>> whole_root(49, 2), whole_root(50, 2), whole_root(-27, 3)
    (7, None, -3)
    """
    if n < 0 and k % 2 == 0:
        return None
    root = iroot(abs(n), k)
    return None if root**k != abs(n) else -root if n < 0 else root


def is_square(n: int) -> bool:
    """Whether n is the square of an integer.

    >>> [n for n in range(-4, 30) if is_square(n)]
    [0, 1, 4, 9, 16, 25]
    """
    # Squares end in one of 12 ways modulo 64, which settles most questions at once.
    return n >= 0 and bool((0x202021202030213 >> (n & 63)) & 1) and isqrt(n) ** 2 == n


def form_values(a: int, b: int, c: int, last: int = 20_000) -> list[int]:
    """The values up to the last of ax² + bxy + cy², none unless it is never negative.

    >>> form_values(1, 1, 1, 13)
    [0, 1, 3, 4, 7, 9, 12, 13]
    """
    room = 4 * a * c - b * b
    if room <= 0:
        return []
    far = isqrt(4 * c * last // room)
    x, y = np.arange(-far, far + 1)[:, None], np.arange(isqrt(4 * a * last // room) + 1)
    values = np.unique(a * x * x + b * x * y + c * y * y)
    return [int(value) for value in values[values <= last]]
