"""Power series as lists of coefficients: products, roots, logarithms, Euler transforms.

Each map keeps to the terms it is given: term n of the result depends on terms up to n alone.
Where a result would not be whole, or a series has no inverse, the answer is None.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from math import comb
from operator import mul

MAX_FACTOR_BITS = 600
MAX_REVERSION = 30  # terms; it takes cubic time


def _dot(a: Iterable[int], b: Iterable[int]) -> int:
    """The sum of products, as long as the shorter."""
    return sum(map(mul, a, b))


def multiply(a: Sequence[int], b: Sequence[int], *, exponential: bool = False) -> list[int]:
    """The product of two power series, ordinary or exponential ones, as long as the shorter.

    >>> multiply([1, 1, 1], [1, 2, 3]), multiply([1, 1, 1], [1, 1, 1], exponential=True)
    ([1, 3, 6], [1, 2, 4])
    """
    places = range(min(len(a), len(b)))
    return [_dot(_weighted(n, a, exponential), b[n::-1]) for n in places]


@lru_cache(maxsize=256)
def _pascal(n: int) -> tuple[int, ...]:
    return tuple(comb(n, k) for k in range(n + 1))


def _weighted(n: int, a: Sequence[int], exponential: bool) -> Iterable[int]:
    """The terms times C(n, k), where the series is exponential."""
    return map(mul, _pascal(n), a) if exponential else a


def reciprocal(a: Sequence[int], *, exponential: bool = False) -> list[int] | None:
    """Coefficients of 1/A(x); None unless the first term is 1 or −1.

    >>> reciprocal([1, -1, -1, 0, 0])
    [1, 1, 2, 3, 5]
    """
    if not a or a[0] not in (1, -1):
        return None
    first, without = a[0], [0, *a[1:]]
    out = [first]
    for n in range(1, len(a)):
        out.append(-first * _dot(_weighted(n, without, exponential), [0, *reversed(out)]))
    return out


def log_derivative(a: Sequence[int], *, exponential: bool = False) -> list[int] | None:
    """n times the coefficients of log A(x), n from 1, or, of exponential series, n! times.

    None unless the first term is 1.

    >>> log_derivative([1, 1, 2, 3, 5]), log_derivative([1, 1, 2, 5, 15], exponential=True)
    ([1, 3, 4, 7], [1, 1, 1, 1])
    """
    if not a or a[0] != 1:
        return None
    out: list[int] = []
    for n, term in enumerate(a[1:]):
        whole = term if exponential else (n + 1) * term
        out.append(whole - _dot(_weighted(n, out, exponential), a[n:0:-1]))
    return out


def with_log_derivative(a: Sequence[int], *, exponential: bool = False) -> list[int] | None:
    """What has this `log_derivative`, where it is whole: of exponential series it always is.

    These count the ways to split n labelled things into blocks, a[k − 1] kinds of size k.

    >>> with_log_derivative([1, 3, 4, 7]), with_log_derivative([1, 1, 1, 1], exponential=True)
    ([1, 1, 2, 3, 5], [1, 1, 2, 5, 15])
    """
    out = [1]
    for n in range(len(a)):
        total = _dot(_weighted(n, a, exponential), reversed(out))
        term, rest = divmod(total, 1 if exponential else n + 1)
        if rest:
            return None
        out.append(term)
    return out


exponential = partial(with_log_derivative, exponential=True)
logarithm = partial(log_derivative, exponential=True)


def reversion(a: Sequence[int]) -> list[int] | None:
    """Coefficients, from 1, of the series whose composition with a, from 1, is x (Lagrange).

    >>> reversion([1, -1, 0, 0, 0])
    [1, 1, 2, 5, 14]
    """
    inverse = reciprocal(a)
    if inverse is None or len(a) > MAX_REVERSION:
        return None
    out, power = [], [1] + [0] * (len(a) - 1)
    for n in range(1, len(a) + 1):
        power = multiply(power, inverse)
        if power[n - 1] % n:
            return None
        out.append(power[n - 1] // n)
    return out


def product(a: Sequence[int], sign: int) -> list[int]:
    """Coefficients of Π (1 + a(k)·x^k), or of Π 1/(1 − a(k)·x^k) for sign −1, k from 1.

    >>> product([1, 1, 1, 1], 1), product([1, 1, 1, 1], -1)
    ([1, 1, 1, 2, 2], [1, 1, 2, 3, 5])
    """
    out = [1] + [0] * len(a)
    for k, c in enumerate(a, 1):
        out = _times(out, k, sign * c, sign)
    return out


def factors(a: Sequence[int], sign: int) -> list[int] | None:
    """What has this `product`; None unless the first term is 1 and all factors are small."""
    if not a or a[0] != 1:
        return None
    rest, out = list(a), []
    for k in range(1, len(a)):
        c = rest[k]
        if c.bit_length() > MAX_FACTOR_BITS:
            return None
        out.append(c)
        if c:
            rest = _times(rest, k, sign * c, -sign)
    return out


def _times(series: list[int], k: int, c: int, sign: int) -> list[int]:
    """The series times (1 + c·x^k), or over it for sign −1."""
    out = list(series)
    source = series if sign > 0 else out
    for i in range(k, len(out)):
        out[i] += sign * c * source[i - k]
    return out
