"""Transforms of a sequence, and how the next term of the result leads back to its own next one.

Each is a line of routes.txt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import factorial
from pathlib import Path

from int2vec.arithmetic import power_series, sums
from int2vec.arithmetic.known.stated import function
from int2vec.arithmetic.shapes import whole_root

Terms = list[int]


@dataclass(frozen=True, kw_only=True)
class Route:
    """A transform; `words` says that it stands somewhere.

    Without `way_back`, the result's next term must depend on the given ones' next in a straight
    line, which is then read off two trial values. `step` is 2 where every second term is kept.
    What rules say of the terms where the result is simple is `made`, at a price in bits.
    """

    words: str = ""
    there: Callable[[Terms], Terms | None]
    way_back: Callable[[Terms, Terms, int], int | None] | None = None
    made: str = ""
    step: int = 1
    bits: float = 0
    keeps: int = 0  # whether a recurrence of the result shows in the terms themselves

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


def divided(a: Terms, factor: Callable[[int], int], first: int) -> Terms | None:
    """The n-th term, n from `first`, over a factor of n; where that is 0, the others."""
    pairs = [(x, factor(n)) for n, x in enumerate(a, first)][factor(first) == 0 :]
    return None if any(x % f for x, f in pairs) else [x // f for x, f in pairs]


def over_series(numerator: Terms, a: Terms) -> Terms | None:
    """Coefficients of a polynomial over A(x)."""
    found = power_series.reciprocal(a)
    return found and power_series.multiply(found, numerator + [0] * len(a))


def _quotient(product: int, factor: int) -> int | None:
    return product // factor if factor and product % factor == 0 else None


_NAMES = {**vars(sums), **vars(power_series), "divided": divided, "over_series": over_series}
_NAMES |= {"factorial": factorial, "pairwise": pairwise, "quotient": _quotient}
_NAMES |= {"root": lambda square: whole_root(square, 2)}


def _read() -> list[Route]:
    found = []
    text = Path(__file__).with_name("routes.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            parts = [part.strip() for part in line.split("|")]
            words, there, back, made, options = (*parts, "", "", "")[:5]
            numbers = {key: int(value) for key, value in (o.split("=") for o in options.split())}
            found.append(
                Route(
                    words=words,
                    there=function("a", there, _NAMES),
                    way_back=function("a, b, x", back, _NAMES) if back else None,
                    made=made,
                    **numbers,
                )
            )
    return found


ITSELF = Route(words="the terms stand", there=lambda a: a, way_back=lambda a, b, x: x)
ALL_ROUTES = tuple(_read())
ROUTES = tuple(route for route in ALL_ROUTES if route.words)
