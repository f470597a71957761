"""The search for a formula f with f(source) = target.

Every operation φ of the catalogue is tried alone; with one free number (φ ± k, k·φ, φ/k); with
two (k·φ ± m, φ/k ± m); two by two (φ + ψ, φ − ψ, φ·ψ, φ/ψ, ψ beside φ), if need be ± m; and one
after the other (ψ(φ(n)), ψ(φ(n)) ± m). Free numbers are solved for, never enumerated blindly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import gcd

from int2vec.arithmetic.costs import number_bits
from int2vec.predict.analogy.digits import digit_operations
from int2vec.predict.analogy.operations import inner_operations, value_operations
from int2vec.predict.analogy.rule import Function, Operation, bounded, plus

MAX_SMALL = 12
"""The largest free number where a formula has two of them."""
IDENTITY = Operation("{x}", 0.0, lambda n: n, "linear")
_PAIRABLE = 6.5
_COMPOSED = 12.0


@dataclass(frozen=True, slots=True)
class Formula:
    """A function of n in words, with its price and the way to work it out."""

    words: str
    bits: float
    family: str
    of: Function


@cache
def catalogue() -> tuple[Operation, ...]:
    """n itself and every operation without a free number, cheapest first."""
    found = [IDENTITY, *value_operations(), *digit_operations()]
    return tuple(sorted(found, key=lambda operation: operation.bits))


@cache
def first_steps() -> tuple[Operation, ...]:
    """What may be done to n before another operation: the catalogue and n + k, k·n, n/k."""
    return tuple(sorted([*catalogue(), *inner_operations()], key=lambda operation: operation.bits))


def find_formulas(source: int, target: int, *, budget: float = 30.0) -> list[Formula]:
    """Every formula of at most `budget` bits that leads from `source` to `target`, cheapest first.

    >>> [formula.words for formula in find_formulas(7, 56)[:2]]
    ['n² + n', 'n · (n + 1)']
    """
    found = [
        formula
        for search in (_alone, _two_by_two, _one_after_the_other)
        for formula in search(source, target)
        if formula.bits <= budget
    ]
    return sorted(found, key=lambda formula: formula.bits)


def _alone(source: int, target: int) -> Iterator[Formula]:
    for operation in catalogue():
        value = operation.of(source)
        if value is not None:
            said = operation.say("n")
            yield from _closings(
                operation.of, said, operation.bits, operation.family, value, target
            )


def _closings(
    of: Function, said: str, bits: float, family: str, value: int, target: int
) -> Iterator[Formula]:
    """Ways from an intermediate `value` to `target`, with no, one or two free numbers."""
    if value == target:
        if said != "n":
            yield Formula(said, bits, family, of)
        else:
            yield Formula("n itself", 4.0, family, of)
        return
    yield _affine(of, said, bits + 1.5, family, (1, 1, target - value))
    if value == 0:
        return
    common = gcd(value, target) if target else abs(value)
    times, over = target // common, abs(value) // common
    if value < 0:
        times = -times
    if target and over <= 100 and abs(times) <= 1000:
        price = 1.5 + (over > 1 and times > 1)
        yield _affine(of, said, bits + price, family, (times, over, 0))
    for k in range(-1, MAX_SMALL + 1):
        rest = target - k * value
        if k not in (0, 1) and rest and abs(rest) <= max(MAX_SMALL, 25 - 2 * k):
            yield _affine(of, said, bits + 2.0, family, (k, 1, rest))
        if k > 1 and value % k == 0:
            rest = target - value // k
            if rest and abs(rest) <= MAX_SMALL:
                yield _affine(of, said, bits + 2.0, family, (1, k, rest))
        elif k > 1 and abs(rest := target * k - value) < MAX_SMALL:
            yield _quotient(of, said, bits + 2.0, family, (rest, k))


def _affine(
    of: Function, said: str, bits: float, family: str, numbers: tuple[int, int, int]
) -> Formula:
    """times·φ(n)/over + rest, its numbers paid for."""
    times, over, rest = numbers
    bits += sum(number_bits(k) for k, idle in ((times, 1), (over, 1), (rest, 0)) if k != idle)
    front = {1: "", -1: "−"}.get(times, f"{times}·".replace("-", "−"))
    plain = said.isalnum() or said[-1] in "²³⁴⁵⁶!"
    inner = said if plain or (times == 1 and over == 1) else f"({said})"
    words = f"{front}{inner}{f'/{over}' if over > 1 else ''}{plus(rest)}"

    def apply(n: int) -> int | None:
        value = of(n)
        if value is None or times * value % over:
            return None
        return times * value // over + rest

    return Formula(words, bits, family, apply)


def _quotient(
    of: Function, said: str, bits: float, family: str, numbers: tuple[int, int]
) -> Formula:
    """(φ(n) + rest)/over, its numbers paid for."""
    rest, over = numbers
    bits += number_bits(rest) + number_bits(over)

    def apply(n: int) -> int | None:
        value = of(n)
        return None if value is None or (value + rest) % over else (value + rest) // over

    return Formula(f"({said}{plus(rest)})/{over}", bits, family, apply)


def _two_by_two(source: int, target: int) -> Iterator[Formula]:
    """φ ∘ ψ (± m) for two different operations and a sign between them."""
    values = [
        (operation, value)
        for operation in (*catalogue(), *_NEIGHBOURS)
        if operation.bits <= _PAIRABLE and (value := operation.of(source)) is not None
    ]
    for i, (first, x) in enumerate(values):
        for second, y in values[i + 1 :]:
            both_lines = first.family == second.family == "linear"
            for sign, price, value in _signs(x, y):
                rest = target - value
                if both_lines and sign not in ("·", "beside", "behind"):
                    continue  # a constant or a line, which have shorter names
                if abs(rest) <= MAX_SMALL:
                    yield _pair(first, second, sign, price, rest)


_NEIGHBOURS = tuple(
    Operation(words, bits, of, "power" if "²" in words or "³" in words else "linear")
    for words, bits, of in (
        ("({x} + 1)", 2.0, lambda n: n + 1),
        ("({x} − 1)", 2.0, lambda n: n - 1),
        ("({x} + 2)", 3.5, lambda n: n + 2),
        ("({x} − 2)", 3.5, lambda n: n - 2),
        ("({x} + 1)²", 3.0, lambda n: bounded((n + 1) ** 2)),
        ("({x} − 1)²", 3.0, lambda n: bounded((n - 1) ** 2)),
        ("({x} + 1)³", 4.0, lambda n: bounded((n + 1) ** 3)),
        ("({x} − 1)³", 4.0, lambda n: bounded((n - 1) ** 3)),
        ("2·{x}", 3.0, lambda n: 2 * n),
        ("3·{x}", 4.0, lambda n: 3 * n),
        ("2·{x}²", 4.0, lambda n: bounded(2 * n * n)),
        ("3·{x}²", 5.0, lambda n: bounded(3 * n * n)),
        ("({x}² + {x})", 4.0, lambda n: bounded(n * n + n)),
        ("({x}² − {x})", 4.5, lambda n: bounded(n * n - n)),
    )
)


def _signs(x: int, y: int) -> Iterator[tuple[str, float, int]]:
    yield "+", 2.0, x + y
    yield "−", 2.0, y - x
    yield "− from", 2.0, x - y
    yield "·", 2.0, x * y
    if x and y % x == 0:
        yield "into", 3.0, y // x
    if y and x % y == 0:
        yield "/", 3.0, x // y
    if x >= 0 and 0 <= y < 10**6 and x < 10**6:
        yield "beside", 4.0, int(f"{x}{y}")
        yield "behind", 4.0, int(f"{y}{x}")


def _pair(first: Operation, second: Operation, sign: str, price: float, rest: int) -> Formula:
    left, right = first.say("n"), second.say("n")
    if sign in ("−", "into", "behind") or (sign == "+" and first is IDENTITY):
        left, right = right, left
    shown = {"− from": "−", "into": "/", "behind": "beside"}.get(sign, sign)
    bits = first.bits + second.bits + price + (1.0 + number_bits(rest) if rest else 0.0)

    def apply(n: int) -> int | None:
        x, y = first.of(n), second.of(n)
        if x is None or y is None:
            return None
        for other, _, value in _signs(x, y):
            if other == sign:
                return bounded(value + rest)
        return None

    family = "digits" if "digits" in (first.family, second.family) else second.family
    return Formula(f"{left} {shown} {right}{plus(rest)}", bits, family, apply)


def _one_after_the_other(source: int, target: int) -> Iterator[Formula]:
    """ψ(φ(n)), if need be with a last small ± m or a factor."""
    for value, inner, outer in _composites(source):
        over = target // value if value and target % value == 0 else 0
        if abs(target - value) > MAX_SMALL and not 0 < over <= MAX_SMALL:
            continue
        bits = inner.bits + outer.bits + 1.0
        of = _composed(outer.of, inner.of)
        said = outer.say(inner.say("n"))
        if value == target:
            yield Formula(said, bits, outer.family, of)
        elif abs(target - value) <= MAX_SMALL:
            yield _affine(of, said, bits + 1.5, outer.family, (1, 1, target - value))
        else:
            yield _affine(of, said, bits + 1.5, outer.family, (over, 1, 0))


@lru_cache(maxsize=16)
def _composites(source: int) -> tuple[tuple[int, Operation, Operation], ...]:
    """Every value of two operations one after the other, neither of them idle."""
    found = []
    outers = [operation for operation in catalogue() if operation is not IDENTITY]
    for inner in first_steps():
        middle = inner.of(source)
        if inner is IDENTITY or middle is None or middle == source:
            continue
        for outer in outers:
            if inner.bits + outer.bits > _COMPOSED:
                break  # the catalogue is sorted by price
            value = outer.of(middle)
            if value is not None and value != middle:
                found.append((value, inner, outer))
    return tuple(found)


def _composed(outer: Function, inner: Function) -> Function:
    def apply(n: int) -> int | None:
        middle = inner(n)
        return None if middle is None else outer(middle)

    return apply
