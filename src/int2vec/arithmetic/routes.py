"""Transforms of a sequence, and how the next term of the result leads back to its own next one.

Each is a line of routes.txt.
"""

from collections.abc import Callable
from dataclasses import dataclass

from int2vec.arithmetic import power_series, read_lines, sums
from int2vec.arithmetic.known.stated import VOCABULARY, function

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
    near: int = 0  # its turn where sequences near in meaning are looked for

    @property
    def noun(self) -> str:
        """What stands there: "the differences"."""
        return self.words.partition(" stand")[0]

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


_NAMES = {**VOCABULARY, **vars(sums), **vars(power_series)}


def _route(words: str, there: str, back: str = "", made: str = "", options: str = "") -> Route:
    return Route(
        words=words,
        there=function("a", there, _NAMES),
        way_back=function("a, b, x", back, _NAMES) if back else None,
        made=made,
        **{key: int(value) for key, value in (option.split("=") for option in options.split())},
    )


ITSELF = Route(words="the terms stand", there=lambda a: a, way_back=lambda a, b, x: x)
_LINES = read_lines("routes.txt", r"[^#\n].*")
ALL_ROUTES = tuple(_route(*map(str.strip, line.split("|"))) for line in _LINES)
ROUTES = tuple(route for route in ALL_ROUTES if " stand" in route.words)
