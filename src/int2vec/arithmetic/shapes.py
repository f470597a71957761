"""Tests of shape by integer roots, exact at any size: squares, powers, polygonal numbers."""

from collections.abc import Callable
from math import isqrt

from int2vec.arithmetic.primes import primes_up_to


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


def is_square(n: int) -> bool:
    """Whether n is the square of an integer.

    >>> [n for n in range(-4, 30) if is_square(n)]
    [0, 1, 4, 9, 16, 25]
    """
    # Squares end in one of 12 ways modulo 64, which settles most questions at once.
    return n >= 0 and bool((0x202021202030213 >> (n & 63)) & 1) and isqrt(n) ** 2 == n


def is_power(n: int, k: int) -> bool:
    """Whether n is the k-th power of an integer; negative n only for odd k.

    >>> is_power(-27, 3), is_power(16, 4), is_power(16, 3)
    (True, True, False)
    """
    if n < 0:
        return k % 2 == 1 and is_power(-n, k)
    return bool(iroot(n, k) ** k == n)


def is_perfect_power(n: int) -> bool:
    """Whether n >= 1 is m**k for some k >= 2.

    >>> [n for n in range(50) if is_perfect_power(n)]
    [1, 4, 8, 9, 16, 25, 27, 32, 36, 49]
    """
    if n < 4:
        return n == 1
    return any(is_power(n, k) for k in primes_up_to(n.bit_length()))


def is_polygonal(n: int, sides: int) -> bool:
    """Whether n >= 0 is a polygonal number of that many sides.

    >>> [n for n in range(40) if is_polygonal(n, 5)]
    [0, 1, 5, 12, 22, 35]
    """
    # P(k) = ((s-2)k^2 - (s-4)k) / 2, solved for k.
    if n <= 0:
        return n == 0
    square = 8 * (sides - 2) * n + (sides - 4) ** 2
    root = isqrt(square)
    return root * root == square and (root + sides - 4) % (2 * (sides - 2)) == 0


def is_triangular(n: int) -> bool:
    """Whether n is 1 + 2 + ... + k for some k >= 0.

    >>> [n for n in range(30) if is_triangular(n)]
    [0, 1, 3, 6, 10, 15, 21, 28]
    """
    return n >= 0 and is_square(8 * n + 1)


def is_power_of(n: int, base: int) -> bool:
    """Whether n is base**k for some k >= 0.

    >>> [n for n in range(30) if is_power_of(n, 3)]
    [1, 3, 9, 27]
    """
    if n < 1:
        return False
    if base == 2:
        return n & (n - 1) == 0
    while n % base == 0:
        n //= base
    return n == 1


def is_near_root(n: int, factor: int, value: Callable[[int], int]) -> bool:
    """Whether n is value(k) for some k >= 0, where value(k) is close to k**3 / factor.

    >>> [n for n in range(40) if is_near_root(n, 6, lambda k: k * (k + 1) * (k + 2) // 6)]
    [0, 1, 4, 10, 20, 35]
    """
    if n < 0:
        return False
    k = iroot(factor * n, 3)
    return any(value(j) == n for j in range(max(0, k - 2), k + 2))
