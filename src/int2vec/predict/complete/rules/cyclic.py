"""Operations that come round in turn: +7, ×2, +7, ×2 …, their operands fixed or moving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from operator import add

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing, written
from int2vec.arithmetic.operations import whole_root
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

CYCLES = (2, 3, 4)
SHARED_CYCLES = (2, 3)
TRIED = 4  # operations at the place whose turn it is
MIN_MOVING = 3  # operands that may follow a rule of their own

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One operation of the cycle, with its operand for the next time it is its turn."""

    words: str
    bits: float
    apply: Callable[[int], int | None]
    parameters: int = 0


@rule(group="operations", turn=21)
def cyclic(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of two to four operations, each place of the cycle with operands of its own."""
    n = len(terms)
    for cycle in CYCLES:
        if n - 1 <= cycle:
            return
        turn = (n - 1) % cycle
        places: list[list[Step]] = []
        for place in range(cycle):
            pairs = [(terms[i], terms[i + 1]) for i in range(place, n - 1, cycle)]
            places.append(sorted(_steps(pairs, search), key=lambda s: s.bits))
            if not places[-1]:
                break
        if not places[-1]:
            continue
        for own in places[turn][:TRIED]:
            chosen = [own if i == turn else steps[0] for i, steps in enumerate(places)]
            value = own.apply(terms[-1])
            checked = n - 1 - sum(s.parameters for s in chosen)
            if value is None or checked < 1 or len({s.words for s in chosen}) == 1:
                continue
            bits = COST.cycle_of_steps + cycle + int_bits(terms[0])
            yield Fit(
                kind="cyclic",
                value=value,
                bits=bits + sum(s.bits for s in chosen),
                why=f"the operations go round: {', '.join(s.words for s in chosen)}",
                checked=checked,
            )


def _steps(pairs: Pairs, search: Search) -> Iterator[Step]:
    """The operations that lead from a to b for all pairs (a, b)."""
    yield from _additions(pairs, search)
    yield from _multiplications(pairs, search)
    if len(pairs) > 1 or abs(pairs[0][0]) > 2:
        if all(a * a == b for a, b in pairs):
            yield Step(words="square", bits=COST.step_square, apply=lambda x: x * x)
        if all(b >= 0 and b * b == a for a, b in pairs):
            yield Step(words="square root", bits=COST.step_square, apply=lambda x: whole_root(x, 2))
        if all(reverse_digits(a) == b for a, b in pairs) and any(abs(a) > 9 for a, _ in pairs):
            yield Step(words="reverse the digits", bits=COST.step_reverse, apply=reverse_digits)


def _additions(pairs: Pairs, search: Search) -> Iterator[Step]:
    moves = [b - a for a, b in pairs]
    if len(set(moves)) == 1:
        d = moves[0]
        yield Step(
            words=("+" if d > 0 else "−") + written(abs(d)) if d else "stay",
            bits=COST.step_addition + int_bits(abs(d)) + (d < 0) / 2,
            parameters=1,
            apply=partial(add, d),
        )
    elif len(moves) >= MIN_MOVING:
        sign, shown = ("−", [-m for m in moves]) if max(moves) < 0 else ("+", moves)
        for fit in search.solve(moves, 0)[:2]:
            yield Step(
                words=f"{sign} {listing(shown, 3)}",
                bits=COST.step_moving_addition + fit.bits,
                parameters=len(moves) - fit.checked,
                apply=partial(add, fit.value),
            )


def _multiplications(pairs: Pairs, search: Search) -> Iterator[Step]:
    if any(a == 0 for a, _ in pairs):
        return
    factor = Fraction(pairs[0][1], pairs[0][0])
    p, q = factor.numerator, factor.denominator
    if all(x * p == y * q for x, y in pairs):
        if factor not in (0, 1):
            yield Step(
                words=f"÷{written(q)}" if p == 1 else f"×{written(factor)}",
                bits=COST.step_factor + (ratio_bits(p, q) if p != 1 else 1 + int_bits(q)),
                parameters=1,
                apply=partial(_scaled, p, q),
            )
        return
    if len(pairs) < MIN_MOVING:
        return
    for sign, ordered in (("×", pairs), ("÷", [(y, x) for x, y in pairs])):
        if any(not x or y % x for x, y in ordered):
            continue
        factors = [y // x for x, y in ordered]
        for fit in search.solve(factors, 0)[:2]:
            if fit.value:
                numbers = (fit.value, 1) if sign == "×" else (1, fit.value)
                yield Step(
                    words=sign + listing(factors, 3),
                    bits=COST.step_moving_factor + fit.bits,
                    parameters=len(factors) - fit.checked,
                    apply=partial(_scaled, *numbers),
                )


def _scaled(p: int, q: int, x: int) -> int | None:
    return None if x * p % q else x * p // q


@rule(group="operations", turn=22)
def cyclic_with_one_operand(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of operations that share one moving operand: ×2, +4, ×6, +8, …"""
    n = len(terms)
    if n < 5:
        return
    operands = {s: [_operand(s, a, b) for a, b in pairwise(terms)] for s in "+×−÷"}
    for cycle in SHARED_CYCLES:
        if n - 2 <= cycle:
            return
        for pattern in product("+×−÷", repeat=cycle):
            moving = [x for i in range(n - 1) if (x := operands[pattern[i % cycle]][i]) is not None]
            if len(set(pattern)) == 1 or len(moving) < n - 1:
                continue
            for fit in search.solve(moving, 0)[:2]:
                value = _apply(pattern[(n - 1) % cycle], terms[-1], fit.value)
                if fit.kind == "constant" or value is None or fit.checked < 1:
                    continue
                shown = [f"{pattern[i % cycle]}{written(x)}" for i, x in enumerate(moving)]
                yield replace(
                    fit,
                    kind="cyclic",
                    value=value,
                    bits=COST.cycle_shared + 2 * cycle + int_bits(terms[0]) + fit.bits,
                    why=f"the operations go round with a moving number: {listing(shown)}",
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
