"""Operations on integers, each once, with its words, function, domain and costs.

Rules that complete sequences and rules that solve analogies are put together from the list in
operations.txt, which says what each use is.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, cast

from int2vec.arithmetic import read_lines
from int2vec.arithmetic.digits import digits, halves
from int2vec.arithmetic.known.stated import VOCABULARY, function

Function = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Operation:
    """A function from integers to integers; `words` and `sentence` hold `{x}` for its argument.

    `of` gives None where there is no value; `low` ≤ n < `high` is where it is worth a try in a
    short question about n, and `nonzero` leaves out values of 0 there.
    """

    family: str
    words: str
    of: Function
    bits: Mapping[str, float]
    sentence: str = ""
    low: float = 0
    high: float = inf
    start: int = 1
    nonzero: bool = False

    def at(self, n: int) -> int | None:
        """The value at n, None outside the domain."""
        value = self.of(n) if self.low <= n < self.high else None
        return None if self.nonzero and value == 0 else value

    def inverse(self, value: int) -> int | None:
        """The x from `start` on with this value, or None; for rising operations, by bisection."""
        low, high = self.start, self.start + 1
        while (reached := self.at(high)) is not None and reached < value:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            reached = self.at(middle)
            if reached is None or reached >= value:
                high = middle
            else:
                low = middle + 1
        return low if self.at(low) == value else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A function of two integers; `words` hold `{first}` and `{second}`, or `{both}`."""

    words: str
    sign: str
    of: Callable[[int, int], int | None]
    bits: Mapping[str, float]

    @property
    def symmetric(self) -> bool:
        """Whether the order of the two makes no difference."""
        return "{both}" in self.words


_DOMAINS: dict[str, dict[str, Any]] = {
    "factor": {"low": 1, "high": 10**12},  # larger integers are not factorised for a question
    "digits": {"low": 10, "high": 10**12},  # of one digit they say nothing; nobody asks of more
}
_DOMAIN = ("low", "high", "start", "nonzero")
_LINES = [line.split(" | ") for line in read_lines("operations.txt", r"\w.*")]


def _settings(text: str) -> dict[str, float]:
    pairs = (setting.split("=") for setting in text.split())
    return {name: function("", value, {})() for name, value in pairs}


def _operation(head: str, of: str, settings: str, sentence: str = "") -> Operation:
    family, _, words = head.partition(" ")
    bits: dict[str, Any] = _DOMAINS.get(family, {}) | _settings(settings)
    domain = {name: bits.pop(name) for name in _DOMAIN if name in bits}
    return Operation(family, words, _of(of), bits, sentence or words, **domain)


def _of(formula: str) -> Function:
    """A formula of n, of d, the list of its digits, or of x and y, the two halves of them."""
    if formula in VOCABULARY:
        return cast(Function, VOCABULARY[formula])
    named = set(re.findall(r"\b[dny]\b", formula))
    variable = "x, y" if named == {"y"} else "d" if "d" in named and "n" not in named else "n"
    of = function(variable, formula, VOCABULARY)
    if variable == "d":
        return lambda n: cast("int | None", of(digits(n)))
    if variable == "x, y":
        return lambda n: cast("int | None", (both := halves(n)) and of(*both))
    return of


OPERATIONS = tuple(_operation(*line) for line in _LINES if not line[0].startswith("pair "))
PAIRINGS = tuple(
    Pairing(head.removeprefix("pair "), sign, function("x, y", of, VOCABULARY), _settings(settings))
    for head, sign, of, settings in (line for line in _LINES if line[0].startswith("pair "))
)


@cache
def operations(use: str) -> tuple[Operation, ...]:
    """The operations that have a cost for this use, cheapest first.

    >>> [operation.words for operation in operations("analogy")[:2]]
    ['{x}²', '{x}³']
    """
    found = [operation for operation in OPERATIONS if use in operation.bits]
    return tuple(sorted(found, key=lambda operation: operation.bits[use]))
