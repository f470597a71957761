"""Operations on sequences as power series and lists: the workshop of the families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, count, islice, pairwise
from math import comb


def take(n: int, terms: Iterable[int]) -> list[int]:
    """The first n terms."""
    return list(islice(terms, n))


def linear(start: Sequence[int], weights: Sequence[int], plus: int = 0) -> Iterator[int]:
    """A linear recurrence; weights[0] multiplies the latest term, `plus` is added each time.

    >>> take(8, linear([0, 1], [1, 1]))
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    window = list(start)
    while True:
        yield window[0]
        window.append(plus + sum(w * t for w, t in zip(weights, reversed(window), strict=False)))
        window.pop(0)


def ratio(
    first: int, up: Callable[[int], int], down: Callable[[int], int] = lambda _: 1
) -> Iterator[int]:
    """First, then each term times up(k) over down(k) for k = 1, 2, ...

    >>> take(6, ratio(1, lambda k: 4 * k - 2, lambda k: k + 1))
    [1, 1, 2, 5, 14, 42]
    """
    term = first
    for k in count(1):
        yield term
        term = term * up(k) // down(k)


def multiply(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The product of two power series, as long as the shorter.

    >>> multiply([1, 1, 1], [1, 2, 3])
    [1, 3, 6]
    """
    n = min(len(a), len(b))
    return [sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(n)]


def reciprocal(a: Sequence[int]) -> list[int]:
    """The power series 1/a, for a[0] = 1.

    >>> reciprocal([1, -1, -1, 0, 0])
    [1, 1, 2, 3, 5]
    """
    found = [1]
    for n in range(1, len(a)):
        found.append(-sum(a[k] * found[n - k] for k in range(1, n + 1)))
    return found


def euler_product(exponents: Sequence[int]) -> list[int]:
    """The coefficients of the product of (1 - x^k)^(-e) over the exponents e of k = 1, 2, ...

    >>> euler_product([1] * 7)
    [1, 1, 2, 3, 5, 7, 11, 15]
    """
    n = len(exponents) + 1
    # n * a(n) is the sum over k of c(k) * a(n - k), where c(k) sums d * e(d) for d | k.
    sums = [0] * n
    for d in range(1, n):
        if e := exponents[d - 1]:
            for multiple in range(d, n, d):
                sums[multiple] += d * e
    found = [1]
    for m in range(1, n):
        found.append(sum(sums[k] * found[m - k] for k in range(1, m + 1)) // m)
    return found


def binomial_transform(a: Sequence[int]) -> list[int]:
    """Sums of C(n, k) a(k).

    >>> binomial_transform([1, 1, 1, 1])
    [1, 2, 4, 8]
    """
    found, row = [], list(a)
    while row:
        found.append(row[0])
        row = [x + y for x, y in pairwise(row)]
    return found


def inverse_binomial_transform(a: Sequence[int]) -> list[int]:
    """The leading entries of the successive differences.

    >>> inverse_binomial_transform([1, 2, 4, 8])
    [1, 1, 1, 1]
    """
    found, row = [], list(a)
    while row:
        found.append(row[0])
        row = [y - x for x, y in pairwise(row)]
    return found


def differences(a: Sequence[int]) -> list[int]:
    """The steps from each term to the next.

    >>> differences([1, 4, 9])
    [3, 5]
    """
    return [y - x for x, y in pairwise(a)]


def partial_sums(a: Iterable[int]) -> Iterator[int]:
    """The sums of the first 1, 2, 3, ... terms.

    >>> list(partial_sums([1, 2, 3]))
    [1, 3, 6]
    """
    return accumulate(a)


def boustrophedon(a: Sequence[int]) -> list[int]:
    """The ends of a triangle filled to and fro: each row starts with a(n) and adds up the last.

    >>> boustrophedon([1, 0, 0, 0, 0, 0])
    [1, 1, 1, 2, 5, 16]
    """
    found: list[int] = []
    row: list[int] = []
    for term in a:
        row = list(accumulate([term, *reversed(row)]))
        found.append(row[-1])
    return found


def exponential(a: Sequence[int]) -> list[int]:
    """Ways to split n labelled things into blocks, where a[k - 1] kinds of block have size k.

    >>> exponential([1, 1, 1, 1])
    [1, 1, 2, 5, 15]
    """
    found = [1]
    for n in range(1, len(a) + 1):
        found.append(sum(comb(n - 1, k - 1) * a[k - 1] * found[n - k] for k in range(1, n + 1)))
    return found


def dirichlet(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The sums of a(d) b(n/d) over the divisors d of n; a and b count from 1.

    >>> dirichlet([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1])
    [1, 2, 2, 3, 2, 4]
    """
    n = min(len(a), len(b))
    found = [0] * n
    for d in range(1, n + 1):
        if a[d - 1]:
            for e in range(1, n // d + 1):
                found[d * e - 1] += a[d - 1] * b[e - 1]
    return found


def flatten(row: Callable[[int], Iterable[int]], first: int = 0) -> Iterator[int]:
    """A triangle read by rows.

    >>> take(6, flatten(lambda n: [comb(n, k) for k in range(n + 1)]))
    [1, 1, 1, 1, 2, 1]
    """
    for n in count(first):
        yield from row(n)
