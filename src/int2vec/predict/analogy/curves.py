"""Pairs g(x) : h(x + k) where g and h are common functions of a hidden x.

48 : 122 :: 168 : 290 is x² − 1 : (x + 4)² + 1 with x = 7, then x = 13. Both sides are inverted,
and the step between the two hidden numbers is what must repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import factorial, log2

from int2vec.arithmetic.costs import number_bits
from int2vec.arithmetic.primes import nth_prime
from int2vec.predict.analogy.operations import fibonacci, self_power
from int2vec.predict.analogy.rule import LIMIT, RARITY, Rule, plus


@dataclass(frozen=True, slots=True)
class Curve:
    """A function that rises from x = `start` on; `words` holds `{x}`."""

    words: str
    bits: float
    of: Callable[[int], int | None]
    start: int = 1
    kind: str = "power"

    def inverse(self, value: int) -> int | None:
        """The x with of(x) = value, or None; found by bisection."""
        low, high = self.start, self.start + 1
        while (at := self.of(high)) is not None and at < value:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            at = self.of(middle)
            if at is None or at >= value:
                high = middle
            else:
                low = middle + 1
        return low if self.of(low) == value else None


def _polynomial(words: str, bits: float, *coefficients: int, start: int = 1) -> Curve:
    """A curve from its coefficients, highest power first."""

    def of(x: int) -> int | None:
        value = 0
        for coefficient in coefficients:
            value = value * x + coefficient
        return value if value < LIMIT else None

    return Curve(words, bits, of, start)


def _triangle(x: int) -> int | None:
    value = x * (x + 1) // 2
    return value if value < LIMIT else None


def _prime(x: int) -> int | None:
    return nth_prime(x) if 1 <= x < 9000 else None


def _of_primes(make: Callable[[int, int], int]) -> Callable[[int], int | None]:
    def of(x: int) -> int | None:
        p, q = _prime(x), _prime(x + 1)
        return None if p is None or q is None else make(p, q)

    return of


def _exponential(base: int, rest: int = 0) -> Callable[[int], int | None]:
    return lambda x: base**x + rest if 0 <= x < 50 else None


def _factorial(x: int) -> int | None:
    return factorial(x) if 0 <= x < 18 else None


@cache
def curves() -> tuple[Curve, ...]:
    """Every curve, among them the line x itself, commonest cheapest."""
    found = [
        _polynomial("{x}", 0.0, 1, 0, start=0),
        _polynomial("{x}²", 1.5, 1, 0, 0, start=0),
        _polynomial("{x}³", 2.0, 1, 0, 0, 0, start=0),
        _polynomial("{x}⁴", 4.5, 1, 0, 0, 0, 0, start=0),
        _polynomial("{x}⁵", 6.0, 1, 0, 0, 0, 0, 0, start=0),
        _polynomial("{x}({x} + 1)", 2.5, 1, 1, 0, start=0),
        _polynomial("{x}({x} + 3)", 5.5, 1, 3, 0),
        _polynomial("{x}({x} + 4)", 6.5, 1, 4, 0),
        _polynomial("{x}({x} + 5)", 7.0, 1, 5, 0),
        _polynomial("{x}² + {x} + 1", 5.5, 1, 1, 1),
        _polynomial("{x}² + {x} − 1", 6.5, 1, 1, -1),
        _polynomial("{x}³ + {x}", 4.0, 1, 0, 1, 0),
        _polynomial("{x}³ − {x}", 4.0, 1, 0, -1, 0),
        _polynomial("{x}³ + {x}²", 5.0, 1, 1, 0, 0),
        _polynomial("{x}³ − {x}²", 5.0, 1, -1, 0, 0),
        _polynomial("{x}({x} + 1)({x} + 2)({x} + 3)", 8.0, 1, 6, 11, 6, 0),
        _polynomial("2·{x}²", 5.0, 2, 0, 0),
        _polynomial("3·{x}²", 6.0, 3, 0, 0),
        _polynomial("2·{x}³", 6.0, 2, 0, 0, 0),
        _polynomial("{x}⁴ + 1", 7.0, 1, 0, 0, 0, 1),
        _polynomial("{x}⁴ − 1", 7.0, 1, 0, 0, 0, -1),
        _polynomial("{x}² + ({x} + 1)²", 6.0, 2, 2, 1),
        _polynomial("{x}³ + ({x} + 1)³", 8.0, 2, 3, 3, 1),
        _polynomial("({x} + 1)³ − {x}³", 8.0, 3, 3, 1),
        Curve("the triangular number of {x}", 5.0, _triangle),
        Curve("prime({x})", 4.0, _prime, 1, "prime"),
        Curve("prime({x})²", 4.5, _of_primes(lambda p, q: p * p), 1, "prime"),
        Curve("prime({x})³", 6.0, _of_primes(lambda p, q: p**3), 1, "prime"),
        Curve("prime({x})² + 1", 7.0, _of_primes(lambda p, q: p * p + 1), 1, "prime"),
        Curve("prime({x})² − 1", 7.0, _of_primes(lambda p, q: p * p - 1), 1, "prime"),
        Curve("prime({x})·prime({x} + 1)", 5.0, _of_primes(lambda p, q: p * q), 1, "prime"),
        Curve("prime({x}) + prime({x} + 1)", 6.5, _of_primes(lambda p, q: p + q), 1, "prime"),
        Curve("2^{x}", 4.0, _exponential(2), 0),
        Curve("3^{x}", 5.5, _exponential(3), 0),
        Curve("2^{x} − 1", 6.0, _exponential(2, -1), 0),
        Curve("2^{x} + 1", 6.0, _exponential(2, 1), 0),
        Curve("{x}!", 5.0, _factorial, 1),
        Curve("{x}^{x}", 6.0, self_power, 1),
        Curve("the Fibonacci number of {x}", 6.5, fibonacci, 2),
    ]
    for rest in (1, -1, 2, -2, 3, -3, 4, -4, 5, -5):
        price = 0.5 + 1.8 * abs(rest)
        found.append(_polynomial(f"{{x}}²{plus(rest)}", 1.5 + price, 1, 0, rest))
        found.append(_polynomial(f"{{x}}³{plus(rest)}", 2.0 + price, 1, 0, 0, rest))
    return tuple(found)


def find_pairs(a: int, b: int, c: int) -> Iterator[Rule]:
    """Rules g(x) : h(step(x)) that explain a : b, each with its answer for c.

    >>> best = min(find_pairs(48, 122, 168), key=lambda rule: rule.bits)
    >>> best.words, best.answers
    ('x² − 1 : (x + 4)² + 1', (290,))
    """
    line = curves()[0]
    ends = [(h, z) for h in curves() if (z := h.inverse(b)) is not None]
    for g in curves():
        x, y = g.inverse(a), g.inverse(c)
        if x is None or y is None:
            continue
        for h, z in ends:
            if g is line and h is line:
                continue
            for step, bits, moved in _steps(x, y, z):
                answer = h.of(moved) if moved >= h.start else None
                if answer is not None:
                    rare = _rarity(a, x) + _rarity(c, y)
                    yield _rule(g, h, step, bits - RARITY * max(rare, 0.0), answer)


def _rarity(value: int, x: int) -> float:
    """The bits of surprise that `value` lies on a curve, at x: one integer in value/x does."""
    return log2(max(value, 1)) - log2(max(x, 1))  # their quotient may be too large for a float


def _rule(g: Curve, h: Curve, step: str, step_bits: float, answer: int) -> Rule:
    shown = "x" if step == "x" else f"({step})"
    plain = "{x}" if h.words == "{x}" else "({x})"
    right = h.words.replace(plain, plain.format(x=step)).format(x=shown)
    # naming the same function twice is cheaper than naming two
    bits = g.bits + step_bits + (1.0 if h is g else h.bits + 1.5)
    return Rule(f"{g.words.format(x='x')} : {right}", bits, g.kind, (answer,))


def _steps(x: int, y: int, z: int) -> Iterator[tuple[str, float, int]]:
    """Ways from x to z, with what each makes of y."""
    k = z - x
    yield f"x{plus(k)}", 0.0 if k == 0 else 0.5 + number_bits(k), y + k
    if x > 0 and z % x == 0 and 1 < z // x <= 12:
        yield f"{z // x}x", 1.5 + number_bits(z // x), y * (z // x)
    if z > 0 and x % z == 0 and 1 < x // z <= 12 and y % (x // z) == 0:
        yield f"x/{x // z}", 2.0 + number_bits(x // z), y // (x // z)
    for m in (2, 3):
        rest = z - m * x
        if x > 1 and rest and abs(rest) <= 6:
            yield f"{m}x{plus(rest)}", 2.0 + number_bits(m) + number_bits(rest), m * y + rest
