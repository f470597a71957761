"""Arithmetic of generating functions on lists of coefficients, and the classical transforms.

Each map keeps to the terms it is given: term n of the result depends on terms up to n alone.
Where a result would not be whole the answer is None.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb

MAX_FACTOR_BITS = 600


def euler(inner: list[int]) -> list[int]:
    """Coefficients of Π (1 − x^k)^(−inner[k−1]), from x^0 on.

    >>> euler([1, 1, 1, 1, 1])
    [1, 1, 2, 3, 5, 7]
    """
    n = len(inner)
    weights = [0] * (n + 1)
    for d, b in enumerate(inner, 1):
        for multiple in range(d, n + 1, d):
            weights[multiple] += d * b
    out = [1]
    for i in range(1, n + 1):
        out.append(sum(weights[j] * out[i - j] for j in range(1, i + 1)) // i)
    return out


def log_derivative(terms: list[int]) -> list[int] | None:
    """n times the coefficients of log A(x), n from 1; None unless the first term is 1."""
    if terms[:1] != [1]:
        return None
    out: list[int] = []
    for n in range(1, len(terms)):
        out.append(n * terms[n] - sum(out[k - 1] * terms[n - k] for k in range(1, n)))
    return out


def inverse_euler(terms: list[int]) -> list[int] | None:
    """The exponents whose product has these coefficients; None unless the first term is 1.

    >>> inverse_euler([1, 1, 2, 3, 5, 7])
    [1, 1, 1, 1, 1]
    """
    weights = log_derivative(terms)
    return None if weights is None else over_n(mobius(weights))


def divisor_sums(inner: list[int]) -> list[int]:
    """Σ inner(d) over the divisors d of n, n from 1."""
    out = [0] * len(inner)
    for d, b in enumerate(inner, 1):
        for multiple in range(d, len(inner) + 1, d):
            out[multiple - 1] += b
    return out


def mobius(terms: list[int]) -> list[int]:
    """What has these divisor sums.

    >>> mobius([1, 2, 2, 3, 2, 4])
    [1, 1, 1, 1, 1, 1]
    """
    out = list(terms)
    for d in range(1, len(terms) + 1):
        for multiple in range(2 * d, len(terms) + 1, d):
            out[multiple - 1] -= out[d - 1]
    return out


def binomial(inner: list[int]) -> list[int]:
    """Σ C(n, k)·inner(k)."""
    return [sum(comb(n, k) * inner[k] for k in range(n + 1)) for n in range(len(inner))]


def inverse_binomial(terms: list[int]) -> list[int]:
    """What has this binomial transform: the first entries of the rows of differences."""
    out = []
    row = list(terms)
    while row:
        out.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    return out


def reciprocal(terms: list[int]) -> list[int] | None:
    """Coefficients of 1/A(x); None unless the first term is 1 or −1."""
    if terms[:1] not in ([1], [-1]):
        return None
    out = [terms[0]]
    for n in range(1, len(terms)):
        out.append(-terms[0] * sum(terms[k] * out[n - k] for k in range(1, n + 1)))
    return out


def with_factor(terms: list[int], sign: int) -> list[int] | None:
    """Coefficients of (1 ± x)/A(x)."""
    turned = reciprocal(terms)
    if turned is None:
        return None
    return [x + sign * y for x, y in zip(turned, [0, *turned], strict=False)]


def without_factor(inner: list[int], sign: int) -> list[int] | None:
    """Undoes `with_factor`."""
    out: list[int] = []
    for x in inner:
        out.append(x - sign * (out[-1] if out else 0))
    return reciprocal(out)


def exponential(inner: list[int]) -> list[int]:
    """Terms whose exponential generating function is exp of that of 0, inner…"""
    out = [1]
    for n in range(1, len(inner) + 1):
        out.append(sum(comb(n - 1, k - 1) * inner[k - 1] * out[n - k] for k in range(1, n + 1)))
    return out


def logarithm(terms: list[int]) -> list[int] | None:
    """Undoes `exponential`; None unless the first term is 1."""
    if terms[:1] != [1]:
        return None
    out: list[int] = []
    for n in range(1, len(terms)):
        mixed = sum(comb(n - 1, k - 1) * out[k - 1] * terms[n - k] for k in range(1, n))
        out.append(terms[n] - mixed)
    return out


def exponential_reciprocal(terms: list[int]) -> list[int] | None:
    """Terms whose exponential generating function is 1 over that of these."""
    if terms[:1] not in ([1], [-1]):
        return None
    out = [terms[0]]
    for n in range(1, len(terms)):
        out.append(-terms[0] * sum(comb(n, k) * terms[k] * out[n - k] for k in range(1, n + 1)))
    return out


def square_root(terms: list[int]) -> list[int] | None:
    """Coefficients of √A(x) where they are whole and the first is 1."""
    if terms[:1] != [1]:
        return None
    out = [1]
    for n in range(1, len(terms)):
        double, rest = divmod(terms[n] - sum(out[k] * out[n - k] for k in range(1, n)), 2)
        if rest:
            return None
        out.append(double)
    return out


def squared(inner: list[int]) -> list[int]:
    """Coefficients of B(x)²."""
    return [sum(inner[k] * inner[n - k] for k in range(n + 1)) for n in range(len(inner))]


def _times(series: list[int], k: int, c: int) -> list[int]:
    """The series times (1 + c·x^k)."""
    return [x + (c * series[i - k] if i >= k else 0) for i, x in enumerate(series)]


def _over(series: list[int], k: int, c: int) -> list[int]:
    """The series over (1 + c·x^k)."""
    out = list(series)
    for i in range(k, len(out)):
        out[i] -= c * out[i - k]
    return out


def factors(terms: list[int], sign: int) -> list[int] | None:
    """c with A(x) = Π (1 + c(k)·x^k), or Π 1/(1 − c(k)·x^k) for sign −1, where a(0) = 1."""
    if terms[:1] != [1]:
        return None
    rest, out = list(terms), []
    for k in range(1, len(terms)):
        c = rest[k]
        if c.bit_length() > MAX_FACTOR_BITS:
            return None
        out.append(c)
        if c:
            rest = _over(rest, k, c) if sign > 0 else _times(rest, k, -c)
    return out


def product(inner: list[int], sign: int) -> list[int]:
    """Undoes `factors`.

    >>> product([1, 1, 1, 1], 1), product([1, 1, 1, 1], -1)
    ([1, 1, 1, 2, 2], [1, 1, 2, 3, 5])
    """
    out = [1] + [0] * len(inner)
    for k, c in enumerate(inner, 1):
        out = _times(out, k, c) if sign > 0 else _over(out, k, -c)
    return out


def over_n(terms: list[int]) -> list[int] | None:
    """a(n)/n, n from 1, where whole."""
    if any(t % n for n, t in enumerate(terms, 1)):
        return None
    return [t // n for n, t in enumerate(terms, 1)]


def times_n(inner: list[int]) -> list[int]:
    """n·b(n), n from 1."""
    return [n * b for n, b in enumerate(inner, 1)]
