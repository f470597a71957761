"""Search after a transform: the prompt's differences, Euler transform, bisection… are looked up."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial

from int2vec.arithmetic import power_series, sums
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.text import checked_terms

Terms = list[int]
Transform = Callable[[Terms], Terms | None]

_LEAST = 4  # terms that must match
_LEAST_SCALED = 7  # and this many where they match up to a factor
_MOST_TERMS = 120  # transforms take quadratic time
_MOST_BITS = 1_500
_EACH = 2  # continuations taken from one transform


@dataclass(frozen=True)
class Route:
    """A transform, and how a next term of the result leads back to one of the prompt.

    Without `back`, the result's next term must depend on the prompt's next term in a straight
    line, which is then read off two trial values.
    """

    words: str
    there: Transform
    back: Callable[[Terms, Terms, int], int | None] | None = None


def _over(words: str, factor: Callable[[int], int], first: int) -> Route:
    """Division of the n-th term, n from `first`, by a factor of n; where it is 0, of the rest."""
    skipped = int(factor(first) == 0)

    def there(a: Terms) -> Terms | None:
        pairs = [(x, factor(n)) for n, x in enumerate(a, first)][skipped:]
        return None if any(x % f for x, f in pairs) else [x // f for x, f in pairs]

    return Route(words, there, lambda a, _, n: n * factor(first + len(a)))


def _every(step: int, words: str) -> Route:
    return Route(f"every {words} term stands", lambda a: a[-step::-step][::-1], lambda _a, _b, n: n)


def _invert(a: Terms) -> Terms | None:
    """What has a, from 0 and starting with 1, as its INVERT transform."""
    found = power_series.reciprocal(a) if a[:1] == [1] else None
    return None if found is None else [-x for x in found[1:]]


# Those that are quick enough to be tried one after another; what follows must then stand whole.
CHAINED = (
    Route("the differences stand", sums.differences),
    Route("the second differences stand", lambda a: sums.differences(sums.differences(a))),
    Route("the partial sums stand", sums.partial_sums),
    Route("the sums of neighbours stand", sums.neighbor_sums),
    Route("the quotients of neighbours stand", sums.quotients, lambda a, _, n: n * a[-1]),
    Route("the binomial transform stands", sums.binomial),
    Route("the inverse binomial transform stands", sums.inverse_binomial),
    Route(
        "the inverse Euler transform stands",
        power_series.inverse_euler,
        lambda _, b, n: power_series.euler([*b, n])[-1],
    ),
    Route("the Möbius transform stands", sums.mobius),
    Route("the Möbius transform stands", lambda a: sums.mobius(a[1:])),
    Route("the sums over divisors stand", sums.divisor_sums),
    _over("a(n) / n stands", lambda n: n, 1),
    _over("a(n) / n stands", lambda n: n, 0),
    Route("n a(n) stands", sums.times_n),
    Route("n a(n) stands", lambda a: [n * x for n, x in enumerate(a)]),
    _over("a(n) / n! stands", factorial, 0),
    _over("a(n) / n! stands", factorial, 1),
)
ROUTES = (
    _every(2, "second"),
    _every(3, "third"),
    _every(4, "fourth"),
    *CHAINED,
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
    Route("the exponential transform stands", lambda a: power_series.exponential(a)[1:]),
    Route("the reversion stands", power_series.reversion),
)
_LEAST_CHAINED = 7  # terms that must match
_LEAST_VARIED = 4  # different ones among them


class TransformCompleter:
    """What makes a transform of the prompt go on as it does in the corpus."""

    name = "transforms"

    def __init__(self, index: Index, *, effort: str = "normal") -> None:
        self._chained = {"quick": (), "deep": ROUTES}.get(effort, CHAINED)
        self._search = SearchCompleter(index)
        self._scaled_search = SearchCompleter(index, reading="ratios")

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, whole matches first, then the longest."""
        prompt = checked_terms(terms, k)
        if len(prompt) < _LEAST or len(prompt) > _MOST_TERMS:
            return []
        if max(abs(t) for t in prompt).bit_length() > _MOST_BITS:
            return []
        found: dict[int, Prediction] = {}
        for route in ROUTES:
            for p in self._along(route, prompt):
                if p.value not in found or p.score > found[p.value].score:
                    found[p.value] = p
        if not any(p.evidence["whole"] for p in found.values()):
            for p in self._along_two(prompt):
                found.setdefault(p.value, p)
        return sorted(found.values(), key=lambda p: -p.score)[:k]

    def _along(self, route: Route, prompt: Terms) -> Iterator[Prediction]:
        """What follows the transform in the corpus, as it is or up to a factor, led back."""
        transformed = route.there(prompt)
        if transformed is None or len(transformed) < _LEAST:
            return
        found = self._search.longest(transformed, _EACH, _LEAST)
        if not any(p.evidence["whole"] for p in found) and len(transformed) >= _LEAST_SCALED:
            found += self._scaled_search.longest(transformed, 1, len(transformed) - 1)
        for p in found:
            value = _back(route, prompt, transformed, p.value)
            if value is not None:
                rule = route.words if p.by == "search" else f"{route.words} up to a factor"
                yield self._prediction(value, rule, p, transformed)

    def _along_two(self, prompt: Terms) -> Iterator[Prediction]:
        """What follows a transform of a transform, where all of it stands in the corpus."""
        for first in self._chained:
            once = first.there(prompt)
            if once is None or not _varied(once):
                continue
            for second in self._chained:
                twice = second.there(once)
                if twice is None or not _varied(twice) or twice[-_LEAST:] == prompt[-_LEAST:]:
                    continue
                for p in self._search.longest(twice, 1, len(twice)):
                    following = _back(second, once, twice, p.value)
                    value = None if following is None else _back(first, prompt, once, following)
                    if value is not None:
                        inner, _, _ = first.words.rpartition(" stand")
                        yield self._prediction(value, f"of {inner}, {second.words}", p, twice, 2)

    def _prediction(
        self, value: int, rule: str, match: Prediction, transformed: Terms, depth: int = 1
    ) -> Prediction:
        length, whole = match.evidence["match_length"], match.evidence["whole"]
        matching = transformed[-length:] if match.by == "search" else transformed
        found = {"rule": rule, "distinct": len(set(matching)), "depth": depth}
        return Prediction(
            value=value,
            score=100 * (whole and depth == 1) + match.score,
            by=self.name,
            why=f"{rule} in {match.evidence['sequences'][0]}, {length} terms matching",
            evidence={**match.evidence, **found},
        )


def _varied(terms: Terms) -> bool:
    return len(terms) >= _LEAST_CHAINED and len(set(terms[-2 * _LEAST_VARIED :])) >= _LEAST_VARIED


def _back(route: Route, prompt: Terms, transformed: Terms, following: int) -> int | None:
    """The next term of the prompt whose transform goes on with `following`."""
    if route.back is not None:
        return route.back(prompt, transformed, following)
    zero, one = route.there([*prompt, 0]), route.there([*prompt, 1])
    if zero is None or one is None or len(zero) != len(transformed) + 1:
        return None
    slope = one[-1] - zero[-1]
    if slope == 0 or (following - zero[-1]) % slope:
        return None
    return (following - zero[-1]) // slope
