"""Integer roots, exact at any size, the tests by them, quadratic forms and sums of powers."""

from functools import lru_cache
from itertools import count, takewhile
from math import isqrt

import numpy as np
from numpy.typing import NDArray

_LEAST_REACH = 16  # bits up to which sums of powers are counted at once


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


def has_form(n: int, form: tuple[int, int, int], least: int | None = None) -> bool:
    """Whether n = ax² + bxy + cy², never negative, for some y from 0 and x from `least` on.

    >>> [n for n in range(1, 30) if has_form(n, (1, 1, 5))]
    [1, 4, 5, 7, 9, 11, 16, 17, 19, 20, 23, 25, 28]
    """
    a, b, c = form
    for y in range(isqrt(4 * a * n // (4 * a * c - b * b)) + 1):
        square = b * b * y * y - 4 * a * (c * y * y - n)
        root = isqrt(square)
        ends = [top // (2 * a) for top in (root - b * y, -root - b * y) if top % (2 * a) == 0]
        if root * root == square and ends and (least is None or max(ends) >= least):
            return True
    return False


def sums_of_powers(k: int, order: int, different: bool, n: int) -> int:
    """In how many ways n is the sum of k positive powers.

    >>> sums_of_powers(2, 2, False, 50), sums_of_powers(2, 2, True, 50)
    (2, 1)
    """
    return int(_all_sums(k, order, different, 1 << max(n.bit_length(), _LEAST_REACH))[n])


@lru_cache(maxsize=8)
def _all_sums(k: int, order: int, different: bool, reach: int) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.zeros((k + 1, reach), np.int64)
    found[0, 0] = 1
    for power in takewhile(reach.__gt__, (i**order for i in count(1))):
        # A power may come again where what was added for one part serves the next.
        for parts in range(k, 0, -1) if different else range(1, k + 1):
            found[parts, power:] += found[parts - 1, :-power]
    return np.asarray(found[k])
