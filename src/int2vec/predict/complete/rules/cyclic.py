"""Taking turns: operations that come round (+7, ×2, +7, ×2 …), and sequences dealt out in turn."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from operator import add, mul, sub
from typing import NamedTuple

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing, written
from int2vec.arithmetic.operations import PAIRINGS
from int2vec.arithmetic.shapes import whole_root
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, rule

CYCLES = (2, 3, 4)
SHARED_CYCLES = (2, 3)
TRIED = 4  # ways for the place whose turn it is
MIN_MOVING = 3  # operands that may follow a rule of their own
MAX_DEPTH = 2
WORDS = {2: "two", 3: "three", 4: "four"}

Number = int | Fraction
# What an operation costs with a fixed and with a moving operand, the operand between two terms,
# and what it makes of one.
OPERATIONS: dict[
    str, tuple[float, float, Callable[[int, int], Number], Callable[[int, Number], Number]]
] = {
    "+": (COST.step_addition, COST.step_moving_addition, lambda a, b: b - a, add),
    "−": (COST.step_addition + 0.5, COST.step_moving_addition, sub, sub),
    "×": (COST.step_factor, COST.step_moving_factor, lambda a, b: Fraction(b, a), mul),
    "÷": (COST.step_factor, COST.step_moving_factor, Fraction, lambda a, x: Fraction(a) / x),
}
# Operations without an operand.
ALONE: tuple[tuple[str, float, Callable[[int], int | None]], ...] = (
    ("square", COST.step_square, lambda x: x * x),
    ("square root", COST.step_square, lambda x: whole_root(x, 2)),
    ("reverse the digits", COST.step_reverse, reverse_digits),
)


class Step(NamedTuple):
    """One operation of the cycle, and what it would make of the last term."""

    bits: float
    words: str
    value: int | None
    parameters: int


@rule(group="operations", turn=21)
def cyclic(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of two to four operations, each place of the cycle with operands of its own."""
    n = len(terms)
    pairs = [*pairwise(terms)]
    for cycle in CYCLES:
        if n - 1 <= cycle:
            return
        places: list[list[Step]] = []
        for place in range(cycle):
            steps = _steps(pairs[place::cycle], terms[-1], search)
            places.append(sorted(steps, key=lambda step: step.bits)[:TRIED])
            if not places[-1]:
                break
        else:
            turn = (n - 1) % cycle
            for own in places[turn]:
                chosen = [own if i == turn else steps[0] for i, steps in enumerate(places)]
                checked = n - 1 - sum(s.parameters for s in chosen)
                if own.value is not None and checked > 0 and len({s.words for s in chosen}) > 1:
                    bits = COST.cycle_of_steps + cycle + int_bits(terms[0])
                    bits += COST.periodic_missing * max(2 * cycle - n + 1, 0) / 2
                    bits += sum(s.bits for s in chosen)
                    why = f"the operations go round: {', '.join(s.words for s in chosen)}"
                    yield Fit(kind="cyclic", value=own.value, bits=bits, why=why, checked=checked)


def _steps(pairs: list[tuple[int, int]], last: int, search: Search) -> Iterator[Step]:
    """The operations that lead from a to b for all pairs (a, b)."""
    for symbol, (fixed, moving, *_) in OPERATIONS.items():
        operands = [x for a, b in pairs if (x := _operand(symbol, a, b)) is not None]
        if len(operands) < len(pairs):
            continue
        x = operands[0]
        if len(set(operands)) == 1:
            top, bottom = x.numerator, x.denominator
            idle = symbol == "−" and not x if symbol in "+−" else top == 1 or not x
            if not idle:
                bits = fixed + (ratio_bits(top, bottom) if symbol in "×÷" else int_bits(top))
                words = f"{symbol}{written(x)}" if x else "stay"
                yield Step(bits, words, _applied(symbol, x, last), 1)
        elif len(operands) >= MIN_MOVING and all(x.denominator == 1 for x in operands):
            inner = [int(x) for x in operands]
            for fit in search.solve(inner, 0)[:2]:
                words, value = f"{symbol} {listing(inner, 3)}", _applied(symbol, fit.value, last)
                yield Step(moving + fit.bits, words, value, len(inner) - fit.checked)
    # One digit reversed, or 1 squared, stays as it is: an operation must change something.
    changed = any(a != b and (len(pairs) > 1 or abs(a) > 2) for a, b in pairs)
    for words, bits, of in ALONE if changed else ():
        if all(of(a) == b for a, b in pairs):
            yield Step(bits, words, of(last), 0)


def _operand(symbol: str, a: int, b: int) -> Number | None:
    """x with a + x = b, a·x = b and so on, where there is one; only a factor may be a fraction."""
    if symbol in "×÷" and not (a if symbol == "×" else b):
        return None
    x = OPERATIONS[symbol][2](a, b)
    return None if (symbol != "×" and x.denominator > 1) or (symbol in "+−" and x < 0) else x


def _applied(symbol: str, x: Number, a: int) -> int | None:
    value = OPERATIONS[symbol][3](a, x) if x or symbol in "+−" else Fraction(1, 2)
    return int(value) if value.denominator == 1 else None


@rule(group="operations", turn=22)
def cyclic_with_one_operand(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of operations that share one moving operand: ×2, +4, ×6, +8, …"""
    n = len(terms)
    if n < 5:
        return
    operands = {
        s: [x if x and x > 0 and x.denominator == 1 else None for x in found]
        for s in OPERATIONS
        if (found := [_operand(s, a, b) for a, b in pairwise(terms)])
    }
    for cycle in SHARED_CYCLES:
        if n - 2 <= cycle:
            return
        for pattern in product(OPERATIONS, repeat=cycle):
            moving = [int(x) for i in range(n - 1) if (x := operands[pattern[i % cycle]][i])]
            if len(set(pattern)) == 1 or len(moving) < n - 1:
                continue
            for fit in search.solve(moving, 0)[:2]:
                value = _applied(pattern[(n - 1) % cycle], fit.value, terms[-1])
                if fit.kind != "constant" and value is not None and fit.checked:
                    shown = [f"{pattern[i % cycle]}{written(x)}" for i, x in enumerate(moving)]
                    bits = COST.cycle_shared + 2 * cycle + int_bits(terms[0])
                    why = f"the operations go round with a moving number: {listing(shown)}"
                    yield fit.within("cyclic", value=value, bits=bits, why=why, parts=1)


@rule(group="interleaved", turn=53, depth=1)
def interleaved(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every part solved on its own; the part whose turn it is gives the next term."""
    n, depth = len(terms), min(search.depth, MAX_DEPTH) - 1
    for ways in CYCLES:
        if n < 2 * ways:
            return
        parts = [terms[place::ways] for place in range(ways)]
        if all(len(set(part)) == 1 for part in parts):
            continue  # that is a period
        options: list[list[Fit]] = []
        for place, part in enumerate(parts):
            made = [*_made(terms, place, ways)] if search.depth == TOP else []
            options.append(made + search.solve(part, depth))
            if not options[-1]:
                break
        else:
            yield from _dealt(parts, options, n % ways)


def _dealt(parts: list[Terms], options: list[list[Fit]], turn: int) -> Iterator[Fit]:
    """For each fit of the part whose turn it is, with the others' that go best with it."""
    for own in options[turn][:TRIED]:

        def price(fit: Fit, kind: str = own.kind) -> float:
            return fit.bits - COST.interleaved_same_kind * (fit.kind == kind)

        others = [min(o, key=price) for i, o in enumerate(options) if i != turn]
        checked = own.checked + sum(f.checked for f in others)
        alike = own.kind == "made" and {f.why for f in others} == {own.why}  # no parts at all
        if checked and not alike:
            bits = COST.interleaved + len(parts) + sum(map(price, others))
            why = f"{WORDS[len(parts)]} interleaved sequences; the next term belongs to "
            why += f"{listing(parts[turn])}: {own.why}"
            fit = own.within("interleaved", value=own.value, bits=bits, why=why)
            yield replace(fit, checked=checked)


def _made(terms: Terms, place: int, ways: int) -> Iterator[Fit]:
    """A part whose every term comes from the two terms before it, of whatever part."""
    places = [i for i in range(place, len(terms), ways) if i >= 2]
    if len(places) < 2:
        return
    early = sum(int_bits(terms[i]) for i in range(place, 2, ways))
    names = {
        "both": "the two terms before it",
        "first": "the term before it",
        "second": "the one before that",
    }
    for pairing in PAIRINGS:
        value = pairing.of(terms[-1], terms[-2]) if "step" in pairing.bits else None
        if value is not None and all(
            pairing.of(terms[i - 1], terms[i - 2]) == terms[i] for i in places
        ):
            why = f"each of these is {pairing.words.format(**names)}"
            bits = COST.interleaved_made + early
            yield Fit(kind="made", value=value, bits=bits, why=why, checked=len(places))
