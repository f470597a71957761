"""Operations that come round in turn: +7, ×2, +7, ×2 …, their operands fixed or moving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import gcd, isqrt

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    listing,
    ratio_bits,
    rule,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One operation of the cycle, with its operand for the next time it is its turn."""

    words: str
    bits: float
    parameters: int
    apply: Callable[[int], int | None]


@rule(group="operations", turn=21)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of two to four operations, each place of the cycle with operands of its own."""
    n = len(terms)
    for cycle in (2, 3, 4):
        if n - 1 <= cycle:
            return
        turn = (n - 1) % cycle
        places = []
        for place in range(cycle):
            pairs = [(terms[i], terms[i + 1]) for i in range(place, n - 1, cycle)]
            steps = sorted(_steps(pairs, search), key=lambda s: s.bits)
            if not steps:
                break
            places.append(steps)
        if len(places) < cycle:
            continue
        rest = [min(steps, key=lambda s: s.bits) for steps in places]
        for own in places[turn][:4]:
            chosen = [*rest[:turn], own, *rest[turn + 1 :]]
            value = own.apply(terms[-1])
            checked = n - 1 - sum(s.parameters for s in chosen)
            if value is None or checked < 1:
                continue
            if all(s.words == chosen[0].words for s in chosen):
                continue
            yield Fit(
                kind="cyclic",
                value=value,
                bits=1 + cycle + int_bits(terms[0]) + sum(s.bits for s in chosen),
                why=f"the operations go round: {', '.join(s.words for s in chosen)}",
                checked=checked,
            )


def _steps(pairs: list[tuple[int, int]], search: Search) -> Iterator[Step]:
    """The operations that lead from a to b for all pairs (a, b)."""
    yield from _additions(pairs, search)
    yield from _multiplications(pairs, search)
    if len(pairs) > 1 or abs(pairs[0][0]) > 2:
        if all(a * a == b for a, b in pairs):
            yield Step(words="square", bits=4, parameters=0, apply=lambda x: x * x)
        if all(b >= 0 and b * b == a for a, b in pairs):
            yield Step(words="square root", bits=4, parameters=0, apply=exact_root)
        if all(reverse(a) == b for a, b in pairs) and any(abs(a) > 9 for a, _ in pairs):
            yield Step(words="reverse the digits", bits=5, parameters=0, apply=reverse)


def _additions(pairs: list[tuple[int, int]], search: Search) -> Iterator[Step]:
    moves = [b - a for a, b in pairs]
    if len(set(moves)) == 1:
        d = moves[0]
        yield Step(
            words=("+" if d > 0 else "−") + digits_of(abs(d)) if d else "stay",
            bits=1 + int_bits(abs(d)) + (d < 0) / 2,
            parameters=1,
            apply=lambda x: x + d,
        )
        return
    if len(moves) < 3:
        return
    for fit in search.solve(moves, 0)[:2]:
        sign = "−" if all(m < 0 for m in moves) else "+"
        yield Step(
            words=f"{sign} {listing([abs(m) if sign == '−' else m for m in moves], 3)}",
            bits=2.5 + fit.bits,
            parameters=len(moves) - fit.checked,
            apply=_adder(fit.value),
        )


def _adder(d: int) -> Callable[[int], int]:
    return lambda x: x + d


def _multiplications(pairs: list[tuple[int, int]], search: Search) -> Iterator[Step]:
    if any(a == 0 for a, _ in pairs):
        return
    a, b = pairs[0]
    divisor = gcd(a, b) if a > 0 else -gcd(a, b)
    p, q = b // divisor, a // divisor
    if all(x * p == y * q for x, y in pairs):
        if (p, q) != (1, 1) and p:
            words = f"÷{digits_of(q)}" if p == 1 else f"×{digits_of(Fraction(p, q))}"
            yield Step(
                words=words,
                bits=1.5 + (ratio_bits(p, q) if p != 1 else 1 + int_bits(q)),
                parameters=1,
                apply=_scaler(p, q),
            )
        return
    if len(pairs) < 3:
        return
    for up in (True, False):
        ordered = pairs if up else [(y, x) for x, y in pairs]
        if any(not x or y % x for x, y in ordered):
            continue
        factors = [y // x for x, y in ordered]
        for fit in search.solve(factors, 0)[:2]:
            if fit.value:
                yield Step(
                    words=("×" if up else "÷") + listing(factors, 3),
                    bits=3 + fit.bits,
                    parameters=len(factors) - fit.checked,
                    apply=_scaler(fit.value, 1) if up else _scaler(1, fit.value),
                )


def _scaler(p: int, q: int) -> Callable[[int], int | None]:
    return lambda x: None if x * p % q else x * p // q


def exact_root(n: int) -> int | None:
    """The whole square root of n, None where there is none.

    >>> exact_root(49), exact_root(50)
    (7, None)
    """
    if n < 0:
        return None
    root = isqrt(n)
    return root if root * root == n else None


def reverse(n: int) -> int:
    """The digits backwards, the sign kept.

    >>> reverse(-120)
    -21
    """
    return int(str(abs(n))[::-1]) * (-1 if n < 0 else 1)


@rule(group="operations", turn=22)
def shared(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of operations that share one moving operand: ×2, +4, ×6, +8, …"""
    n = len(terms)
    if n < 5:
        return
    operands = {s: [_operand(s, a, b) for a, b in pairwise(terms)] for s in "+×−÷"}
    for cycle in (2, 3):
        if n - 2 <= cycle:
            return
        for pattern in product("+×−÷", repeat=cycle):
            if len(set(pattern)) == 1:
                continue
            chosen = [operands[pattern[i % cycle]][i] for i in range(n - 1)]
            if None in chosen:
                continue
            moving = [c for c in chosen if c is not None]
            symbol = pattern[(n - 1) % cycle]
            for fit in search.solve(moving, 0)[:2]:
                value = _apply(symbol, terms[-1], fit.value)
                if fit.kind == "constant" or value is None or fit.checked < 1:
                    continue
                shown = [f"{pattern[i % cycle]}{digits_of(moving[i])}" for i in range(n - 1)]
                yield Fit(
                    kind="cyclic",
                    value=value,
                    bits=3 + 2 * cycle + int_bits(terms[0]) + fit.bits,
                    why=f"the operations go round with a moving number: {listing(shown)}",
                    checked=fit.checked,
                )


def _operand(symbol: str, a: int, b: int) -> int | None:
    """x with a·x = b, a + x = b and so on; None where no positive whole x does it."""
    if symbol == "+":
        return b - a if b >= a else None
    if symbol == "−":
        return a - b if a >= b else None
    if symbol == "×":
        return b // a if a and not b % a and b // a > 0 else None
    return a // b if b and not a % b and a // b > 0 else None


def _apply(symbol: str, a: int, x: int) -> int | None:
    if symbol in "+−":
        return a + x if symbol == "+" else a - x
    if symbol == "×":
        return a * x
    return a // x if x and not a % x else None
