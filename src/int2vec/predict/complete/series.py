"""Transforms of whole sequences, as the OEIS names them, in exact integers.

Each takes the terms and gives the transformed ones, or None where they are not integers. Each
term of a result depends on the given terms up to its own place alone, so that a known next term
of the result gives the next term of the prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from math import comb

Terms = list[int]
Transform = Callable[[Terms], Terms | None]


def differences(a: Terms) -> Terms:
    """a(n+1) - a(n)."""
    return [y - x for x, y in pairwise(a)]


def partial_sums(a: Terms) -> Terms:
    """a(0) + … + a(n)."""
    return list(accumulate(a))


def neighbour_sums(a: Terms) -> Terms:
    """a(n) + a(n+1)."""
    return [x + y for x, y in pairwise(a)]


def quotients(a: Terms) -> Terms | None:
    """a(n+1) / a(n)."""
    if any(x == 0 or y % x for x, y in pairwise(a)):
        return None
    return [y // x for x, y in pairwise(a)]


def binomial(a: Terms) -> Terms:
    """Sum of binomial(n, k) a(k).

    >>> binomial([1, 1, 1, 1])
    [1, 2, 4, 8]
    """
    out = []
    while a:
        out.append(a[0])
        a = neighbour_sums(a)
    return out


def inverse_binomial(a: Terms) -> Terms:
    """The leading differences of all orders."""
    out = []
    while a:
        out.append(a[0])
        a = differences(a)
    return out


def euler(a: Terms) -> Terms:
    """Coefficients of the product of (1 - x^n)^-a(n), n from 1.

    >>> euler([1, 1, 1, 1, 1])
    [1, 2, 3, 5, 7]
    """
    n = len(a)
    c = [0] * (n + 1)
    for k in range(1, n + 1):
        for m in range(k, n + 1, k):
            c[m] += k * a[k - 1]
    b = [1]
    for m in range(1, n + 1):
        b.append(sum(c[k] * b[m - k] for k in range(1, m + 1)) // m)
    return b[1:]


def inverse_euler(b: Terms) -> Terms | None:
    """The sequence, from 1, that has this Euler transform, from 0."""
    if not b or b[0] != 1:
        return None
    c = log_derivative(b)
    summed = moebius(c or [])
    if any(value % m for m, value in enumerate(summed, 1)):
        return None
    return [value // m for m, value in enumerate(summed, 1)]


def moebius(a: Terms) -> Terms:
    """The sequence, from 1, whose sums over divisors are a.

    >>> moebius([1, 2, 2, 3])
    [1, 1, 1, 1]
    """
    out = [0, *a]
    for m in range(1, len(out)):
        for multiple in range(2 * m, len(out), m):
            out[multiple] -= out[m]
    return out[1:]


def divisor_sums(a: Terms) -> Terms:
    """Sums of a over the divisors of n, from 1."""
    out = [0] * (len(a) + 1)
    for m in range(1, len(a) + 1):
        for multiple in range(m, len(a) + 1, m):
            out[multiple] += a[m - 1]
    return out[1:]


def reciprocal(a: Terms) -> Terms | None:
    """Coefficients of 1 / A(x)."""
    if not a or abs(a[0]) != 1:
        return None
    b = [a[0]]
    for n in range(1, len(a)):
        b.append(-a[0] * sum(a[k] * b[n - k] for k in range(1, n + 1)))
    return b


def convolution_root(a: Terms) -> Terms | None:
    """Coefficients of the square root of A(x)."""
    if not a or a[0] != 1:
        return None
    b = [1]
    for n in range(1, len(a)):
        twice = a[n] - sum(b[k] * b[n - k] for k in range(1, n))
        if twice % 2:
            return None
        b.append(twice // 2)
    return b


def convolution_square(a: Terms) -> Terms:
    """Coefficients of A(x)²."""
    return [sum(a[k] * a[n - k] for k in range(n + 1)) for n in range(len(a))]


def log_derivative(a: Terms) -> Terms | None:
    """n times the coefficients of log A(x), from 1."""
    if not a or a[0] != 1:
        return None
    c: Terms = []
    for n in range(1, len(a)):
        c.append(n * a[n] - sum(c[k - 1] * a[n - k] for k in range(1, n)))
    return c


def exponential(b: Terms) -> Terms:
    """exp of the exponential generating function of b, from 1.

    >>> exponential([1, 1, 1, 1])
    [1, 2, 5, 15]
    """
    a = [1]
    for n in range(1, len(b) + 1):
        a.append(sum(comb(n - 1, k - 1) * b[k - 1] * a[n - k] for k in range(1, n + 1)))
    return a[1:]


def logarithm(a: Terms) -> Terms | None:
    """log of the exponential generating function of a, from 1."""
    if not a or a[0] != 1:
        return None
    b = [0]
    for n in range(1, len(a)):
        b.append(a[n] - sum(comb(n - 1, k - 1) * b[k] * a[n - k] for k in range(1, n)))
    return b[1:]


def reversion(a: Terms) -> Terms | None:
    """Coefficients, from 1, of the series whose composition with a, from 1, is x (Lagrange).

    >>> reversion([1, -1, 0, 0, 0])
    [1, 1, 2, 5, 14]
    """
    inverse = reciprocal(a)
    if inverse is None or len(a) > 30:  # cubic time
        return None
    n, out = len(a), []
    power = [1] + [0] * (n - 1)
    for m in range(1, n + 1):
        power = [sum(power[j] * inverse[i - j] for j in range(i + 1)) for i in range(n)]
        if power[m - 1] % m:
            return None
        out.append(power[m - 1] // m)
    return out
