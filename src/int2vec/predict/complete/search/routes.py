"""Transforms of a sequence, and how the next term of the result leads back to its own next one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import factorial, isqrt

from int2vec.arithmetic import power_series, sums

Terms = list[int]


@dataclass(frozen=True)
class Route:
    """A transform; `words` says that it stands somewhere.

    Without `way_back`, the result's next term must depend on the given ones' next in a straight
    line, which is then read off two trial values. `step` is 2 where every second term is kept.
    """

    words: str
    there: Callable[[Terms], Terms | None]
    way_back: Callable[[Terms, Terms, int], int | None] | None = None
    step: int = 1

    @property
    def noun(self) -> str:
        """What stands there: "the differences"."""
        return self.words.rpartition(" stand")[0]

    def back(self, terms: Terms, transformed: Terms, following: int) -> int | None:
        """The next of these terms, where `following` is the next of what they are made into."""
        if self.way_back is not None:
            return self.way_back(terms, transformed, following)
        zero, one = self.there([*terms, 0]), self.there([*terms, 1])
        if zero is None or one is None or len(zero) != len(transformed) + 1:
            return None
        slope = one[-1] - zero[-1]
        if slope == 0 or (following - zero[-1]) % slope:
            return None
        return (following - zero[-1]) // slope


def _over(words: str, factor: Callable[[int], int], first: int) -> Route:
    """Division of the n-th term, n from `first`, by a factor of n; where it is 0, of the rest."""
    skipped = int(factor(first) == 0)

    def there(a: Terms) -> Terms | None:
        pairs = [(x, factor(n)) for n, x in enumerate(a, first)][skipped:]
        return None if any(x % f for x, f in pairs) else [x // f for x, f in pairs]

    return Route(words, there, lambda a, _, n: n * factor(first + len(a)))


def _times(words: str, factor: Callable[[int], int]) -> Route:
    return Route(words, lambda a: [factor(n) * x for n, x in enumerate(a)])


def _plus(words: str, added: Callable[[int], int]) -> Route:
    return Route(words, lambda a: [x + added(n) for n, x in enumerate(a)])


def _every(step: int, words: str) -> Route:
    return Route(
        f"every {words} term stands",
        lambda a: a[-step::-step][::-1],
        lambda _a, _b, n: n,
        step,
    )


def _invert(a: Terms) -> Terms | None:
    """What has a, from 0 and starting with 1, as its INVERT transform."""
    found = power_series.reciprocal(a) if a[:1] == [1] else None
    return None if found is None else [-x for x in found[1:]]


def _inverse_euler(before: Terms) -> Route:
    return Route(
        "the inverse Euler transform stands",
        lambda a: power_series.inverse_euler([*before, *a]),
        lambda _, b, n: power_series.euler([*b, n])[-1],
    )


def _threes(a: Terms) -> Iterable[tuple[int, int, int]]:
    return zip(a, a[1:], a[2:], strict=False)


def _root(square: int) -> int | None:
    root = isqrt(max(square, 0))
    return root if root * root == square else None


def _quotient(product: int, factor: int) -> int | None:
    return product // factor if factor and product % factor == 0 else None


ITSELF = Route("the terms stand", lambda a: a, lambda _a, _b, n: n)
ROUTES = (
    _every(2, "second"),
    _every(3, "third"),
    _every(4, "fourth"),
    Route("the differences stand", sums.differences),
    Route("the second differences stand", lambda a: sums.differences(sums.differences(a))),
    Route("the partial sums stand", sums.partial_sums),
    Route("the sums of neighbours stand", sums.neighbor_sums),
    Route("the quotients of neighbours stand", sums.quotients, lambda a, _, n: n * a[-1]),
    Route("the binomial transform stands", sums.binomial),
    Route("the inverse binomial transform stands", sums.inverse_binomial),
    _inverse_euler([]),
    _inverse_euler([1]),
    Route("the Möbius transform stands", sums.mobius),
    Route("the Möbius transform stands", lambda a: sums.mobius(a[1:])),
    Route("the sums over divisors stand", sums.divisor_sums),
    _over("a(n) / n stands", lambda n: n, 1),
    _over("a(n) / n stands", lambda n: n, 0),
    Route("n a(n) stands", sums.times_n),
    Route("n a(n) stands", lambda a: [n * x for n, x in enumerate(a)]),
    _over("a(n) / n! stands", factorial, 0),
    _over("a(n) / n! stands", factorial, 1),
    Route("the squares stand", lambda a: [x * x for x in a], lambda _a, _b, n: _root(n)),
    Route(
        "the products of neighbours stand",
        lambda a: [x * y for x, y in pairwise(a)],
        lambda a, _, n: _quotient(n, a[-1]),
    ),
    _times("the terms with alternating signs stand", lambda n: (-1) ** n),
    _times("2^n a(n) stands", lambda n: 2**n),
    _times("n! a(n) stands", factorial),
    _plus("a(n) + 1 stands", lambda n: 1),
    _plus("a(n) − 1 stands", lambda n: -1),
    _plus("a(n) + n stands", lambda n: n),
    _plus("a(n) − n stands", lambda n: -n),
    _plus("a(n) + n! stands", factorial),
    _plus("a(n) − n! stands", lambda n: -factorial(n)),
    Route("the Euler transform stands", lambda a: power_series.euler(a)[1:]),
    Route("the inverse INVERT transform stands", _invert),
    Route("the reciprocal series stands", power_series.reciprocal),
    Route(
        "the convolution square root stands",
        power_series.square_root,
        lambda a, b, n: 2 * n + sum(b[k] * b[len(b) - k] for k in range(1, len(b))),
    ),
    Route("the convolution square stands", power_series.squared),
    Route("the logarithmic derivative stands", power_series.log_derivative),
    Route("the logarithmic transform stands", power_series.logarithm),
    Route("the logarithmic transform stands", lambda a: power_series.logarithm([1, *a])),
    Route("the exponential transform stands", lambda a: power_series.exponential(a)[1:]),
    Route("the reversion stands", power_series.reversion),
    Route("the boustrophedon transform stands", sums.boustrophedon),
    Route("the Stirling transform stands", sums.stirling),
    Route("a(n) − a(n−1) − a(n−2) stands", lambda a: [z - y - x for x, y, z in _threes(a)]),
    Route("the sums of three neighbours stand", lambda a: [x + y + z for x, y, z in _threes(a)]),
)
