"""How formulas are written: numbers, lists, sums with weights, polynomials and recurrences.

A formula is a `Mix`, Σ weight·name, until it is printed: whoever wants it in another notation
reads the weights and the names, not the words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

MAX_WRITTEN = 24  # digits; longer numbers are shown by their ends
MAX_COUNTED_BITS = 2000  # numbers of more bits are not written at all


def written(number: int | Fraction) -> str:
    """The number as people write it, its middle left out where it is too long to read.

    >>> written(Fraction(3, 2)), written(10**30)
    ('3/2', '1000000000…000000')
    """
    if not isinstance(number, int):  # quicker to ask than whether it is a fraction
        top, bottom = number.numerator, number.denominator
        return written(top) if bottom == 1 else f"{written(top)}/{written(bottom)}"
    # Python refuses to write integers past 4,300 digits, and is slow long before.
    if number.bit_length() > MAX_COUNTED_BITS:
        return f"(a number of {int(number.bit_length() * 0.30103) + 1} digits)"
    text = str(number)
    return text if len(text) <= MAX_WRITTEN else f"{text[:10]}…{text[-6:]}"


def listing(values: Sequence[int | str], limit: int = 5) -> str:
    """The first values as people write them.

    >>> listing([2, 4, 6], 2)
    '2, 4, …'
    """
    shown = ", ".join(v if isinstance(v, str) else written(v) for v in values[:limit])
    return shown + (", …" if len(values) > limit else "")


def shortened(text: str, limit: int, kept: int) -> str:
    """The text, or its beginning where it is as long as the limit."""
    return text if len(text) < limit else text[:kept] + "…"


def plus(number: int | Fraction, signs: tuple[str, str] = ("+", "−")) -> str:
    """What is added, as a sign and a number behind an expression; nothing for 0.

    >>> plus(-3), plus_in_words(Fraction(1, 2))
    (' − 3', ' plus 1/2')
    """
    return f" {signs[number < 0]} {written(-number if number < 0 else number)}" if number else ""


plus_in_words = partial(plus, signs=("plus", "minus"))


def times_in_words(factor: Fraction) -> str:
    """What it is multiplied or divided by, in words.

    >>> times_in_words(Fraction(3)), times_in_words(Fraction(1, 2)), times_in_words(Fraction(3, 2))
    ('times 3', 'divided by 2', 'times 3/2')
    """
    if factor.numerator == 1 and factor.denominator > 1:
        return f"divided by {written(factor.denominator)}"
    return f"times {written(factor)}"


def index(variable: str, back: int) -> str:
    """The variable, or so many before it.

    >>> index("n", 2), index("n", -1), index("k", 0)
    ('n−2', 'n+1', 'k')
    """
    return variable if not back else f"{variable}−{back}" if back > 0 else f"{variable}+{-back}"


def monomial(powers: Mapping[str, int]) -> str:
    """A product of powers of variables; the empty text for 1.

    >>> monomial({"n": 2, "k": 1})
    'n^2·k'
    """
    return "·".join(v if e == 1 else f"{v}^{e}" for v, e in powers.items() if e)


@dataclass(frozen=True, slots=True)
class Mix:
    """A sum of named things, each with a weight; the name of 1 is the empty text.

    With the minus sign of code, "-", numbers are written whole, however long.

    >>> str(Mix(["a(n)", "n", ""], [2, -1, Fraction(1, 2)]))
    '2·a(n) − n + 1/2'
    """

    names: Sequence[str]
    weights: Sequence[int | Fraction]
    times: str = "·"
    minus: str = "−"

    def __str__(self) -> str:
        return "".join(self.parts()) or "0"

    def parts(self) -> Iterator[str]:
        """The summands that are not 0, each with its sign before it."""
        first = True
        for name, weight in zip(self.names, self.weights, strict=True):
            if weight:
                sign = self.minus if weight < 0 else "" if first else "+"
                yield (sign if first else f" {sign} ") + self._sized(name, weight)
                first = False

    def _sized(self, name: str, weight: int | Fraction) -> str:
        number = (
            str(abs(weight)) if self.minus == "-" else written(-weight if weight < 0 else weight)
        )
        if number == "1" and name:
            return name
        if not self.times and "/" in number:
            number = f"({number})"
        return f"{number}{self.times}{name}" if name else number


def polynomial(
    coefficients: Sequence[int | Fraction], variable: str = "n", minus: str = "−"
) -> Mix:
    """The polynomial with these coefficients, lowest first, as a mix of powers, highest first.

    >>> str(polynomial([1, -3, Fraction(1, 2)]))
    '(1/2)n^2 − 3n + 1'
    """
    names = [monomial({variable: power}) for power in range(len(coefficients))]
    return Mix(names[::-1], coefficients[::-1], times="", minus=minus)


def recurrence(weights: Sequence[int | Fraction], limit: int = 160) -> str:
    """The recurrence as people write it; one that is longer than the limit is broken off.

    >>> recurrence([3, Fraction(-1, 2)])
    'a(n) = 3·a(n−1) − 1/2·a(n−2)'
    """
    text = ""
    mix = Mix([f"a({index('n', lag)})" for lag in range(1, len(weights) + 1)], weights)
    for part in mix.parts():
        text += part
        if len(text) > limit:
            return f"a(n) = {text} + … ({len(weights)} terms back)"
    return f"a(n) = {text or '0'}"
