"""Taking turns: operations that come round (+7, ×2, +7, ×2 …), and sequences dealt out in turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing, written
from int2vec.arithmetic.operations import PAIRINGS
from int2vec.arithmetic.shapes import whole_root
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, rule

CYCLES = (2, 3, 4)
SHARED_CYCLES = (2, 3)
TRIED = 4  # operations at the place whose turn it is
MIN_MOVING = 3  # operands that may follow a rule of their own

# What an operation costs with a fixed and with a moving operand.
PRICES = {
    "+": (COST.step_addition, COST.step_moving_addition),
    "−": (COST.step_addition + 0.5, COST.step_moving_addition),
    "×": (COST.step_factor, COST.step_moving_factor),
    "÷": (COST.step_factor, COST.step_moving_factor),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One operation of the cycle, with its operand for the next time it is its turn."""

    words: str
    bits: float
    apply: Callable[[int], int | None]
    parameters: int = 0


ALONE = (
    Step(words="square", bits=COST.step_square, apply=lambda x: x * x),
    Step(words="square root", bits=COST.step_square, apply=lambda x: whole_root(x, 2)),
    Step(words="reverse the digits", bits=COST.step_reverse, apply=reverse_digits),
)


@rule(group="operations", turn=21)
def cyclic(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of two to four operations, each place of the cycle with operands of its own."""
    n = len(terms)
    for cycle in CYCLES:
        if n - 1 <= cycle:
            return
        places: list[list[Step]] = []
        for place in range(cycle):
            pairs = [(terms[i], terms[i + 1]) for i in range(place, n - 1, cycle)]
            places.append(sorted(_steps(pairs, search), key=lambda s: s.bits))
            if not places[-1]:
                break
        if not places[-1]:
            continue
        turn = (n - 1) % cycle
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


def _steps(pairs: list[tuple[int, int]], search: Search) -> Iterator[Step]:
    """The operations that lead from a to b for all pairs (a, b)."""
    for symbol, (fixed, moving) in PRICES.items():
        operands = [x for a, b in pairs if (x := _operand(symbol, a, b)) is not None]
        if len(operands) < len(pairs):
            continue
        x = operands[0]
        if len(set(operands)) == 1:
            top, bottom = x.numerator, x.denominator
            idle = symbol == "−" and not x if symbol in "+−" else top == 1 or not x
            if not idle:
                yield Step(
                    words=f"{symbol}{written(x)}" if x else "stay",
                    bits=fixed + (ratio_bits(top, bottom) if symbol in "×÷" else int_bits(top)),
                    parameters=1,
                    apply=partial(_applied, symbol, x),
                )
        elif len(operands) >= MIN_MOVING and all(x.denominator == 1 for x in operands):
            inner = [int(x) for x in operands]
            for fit in search.solve(inner, 0)[:2]:
                yield Step(
                    words=f"{symbol} {listing(inner, 3)}",
                    bits=moving + fit.bits,
                    parameters=len(inner) - fit.checked,
                    apply=partial(_applied, symbol, fit.value),
                )
    # One digit reversed, or 1 squared, stays as it is: an operation must change something.
    if any(a != b and (len(pairs) > 1 or abs(a) > 2) for a, b in pairs):
        yield from (step for step in ALONE if all(step.apply(a) == b for a, b in pairs))


def _operand(symbol: str, a: int, b: int) -> int | Fraction | None:
    """x with a + x = b, a·x = b and so on, where there is one; only a factor may be a fraction."""
    if symbol in "+−":
        x = b - a if symbol == "+" else a - b
        return x if x >= 0 else None
    if symbol == "×":
        return Fraction(b, a) if a else None
    return a // b if b and not a % b else None


def _applied(symbol: str, x: int | Fraction, a: int) -> int | None:
    if symbol in "+−":
        return int(a + x if symbol == "+" else a - x)
    if not x:
        return None
    value = Fraction(a) * x if symbol == "×" else Fraction(a) / x
    return int(value) if value.denominator == 1 else None


@rule(group="operations", turn=22)
def cyclic_with_one_operand(terms: Terms, search: Search) -> Iterator[Fit]:
    """Cycles of operations that share one moving operand: ×2, +4, ×6, +8, …"""
    n = len(terms)
    if n < 5:
        return
    operands = {
        s: [x if x and x > 0 and x.denominator == 1 else None for x in found]
        for s in PRICES
        if (found := [_operand(s, a, b) for a, b in pairwise(terms)])
    }
    for cycle in SHARED_CYCLES:
        if n - 2 <= cycle:
            return
        for pattern in product(PRICES, repeat=cycle):
            moving = [int(x) for i in range(n - 1) if (x := operands[pattern[i % cycle]][i])]
            if len(set(pattern)) == 1 or len(moving) < n - 1:
                continue
            for fit in search.solve(moving, 0)[:2]:
                value = _applied(pattern[(n - 1) % cycle], fit.value, terms[-1])
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


WORDS = {2: "two", 3: "three", 4: "four"}
MAX_DEPTH = 2


@rule(group="interleaved", turn=53, depth=1)
def interleaved(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every part solved on its own; the part whose turn it is gives the next term."""
    n = len(terms)
    for ways in (2, 3, 4):
        if n < 2 * ways or n <= ways + 1:
            return
        if all(len(set(terms[place::ways])) == 1 for place in range(ways)):
            continue  # that is a period
        turn = n % ways
        options: list[list[Fit]] = []
        for place in range(ways):
            made = [*_made(terms, place, ways)] if search.depth == TOP else []
            options.append(made + _solved(terms[place::ways], search))
            if not options[-1]:
                break
        if not options[-1]:
            continue
        for own in options[turn][:TRIED]:
            chosen = [own if i == turn else _closest(o, own) for i, o in enumerate(options)]
            checked = sum(f.checked for f in chosen)
            if checked < 1:
                continue
            alike = sum(f.kind == own.kind for f in chosen if f is not own)
            bits = COST.interleaved + ways + sum(f.bits for f in chosen)
            yield Fit(
                kind="interleaved/" + own.kind.split("/")[0],
                value=own.value,
                bits=bits - COST.interleaved_same_kind * alike,
                why=f"{WORDS[ways]} interleaved sequences; the next term belongs to "
                f"{listing(terms[turn::ways])}: {own.why}",
                checked=checked,
            )


def _made(terms: Terms, place: int, ways: int) -> Iterator[Fit]:
    """A part whose every term comes from the two terms before it, of whatever part."""
    places = [i for i in range(place, len(terms), ways) if i >= 2]
    if len(places) < 2:
        return
    early = sum(int_bits(terms[i]) for i in range(place, min(2, len(terms)), ways))
    for pairing in PAIRINGS:
        value = pairing.of(terms[-1], terms[-2]) if "step" in pairing.bits else None
        if value is not None and all(
            pairing.of(terms[i - 1], terms[i - 2]) == terms[i] for i in places
        ):
            words = pairing.words.format(
                both="the two terms before it",
                first="the term before it",
                second="the one before that",
            )
            yield Fit(
                kind="made",
                value=value,
                bits=COST.interleaved_made + early,
                why=f"each of these is {words}",
                checked=len(places),
            )


def _closest(options: list[Fit], own: Fit) -> Fit:
    """The cheapest fit, where one of the same kind as the next term's part counts as cheaper."""
    return min(options, key=lambda f: f.bits - COST.interleaved_same_kind * (f.kind == own.kind))


def _solved(part: Terms, search: Search) -> list[Fit]:
    if len(part) > 1:
        return search.solve(part, min(search.depth, MAX_DEPTH) - 1)
    # One term says nothing; it is written down as it is.
    bits = COST.constant + int_bits(part[0])
    return [Fit(kind="constant", value=part[0], bits=bits, why="", checked=0)]
