"""What a rule is, and the search for a formula f with f(source) = target.

A rule explains a : b and says something about c : ?. Rules compete by description length (see
`arithmetic.costs`): the bits of the operations in it and of its free numbers.

Every operation φ of the list is tried alone; with one free number (φ ± k, k·φ, φ/k); with two
(k·φ ± m, φ/k ± m); two by two (φ + ψ, φ − ψ, φ·ψ, φ/ψ, ψ beside φ), if need be ± m; and one
after the other (ψ(φ(n)), ψ(φ(n)) ± m). Free numbers are solved for, never enumerated blindly.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from types import SimpleNamespace

from int2vec.arithmetic.costs import COST, number_bits
from int2vec.arithmetic.formulas import plus
from int2vec.arithmetic.operations import PAIRINGS, Function, Pairing, operations
from int2vec.files import toml_beside

LIMIT = 10**40  # values past this are never the answer to a question of this kind
MAX_SMALL = 12  # the largest free number where a formula has two of them
MOST_PAIRED = 6.5  # operations of more bits are not tried two by two
TUNED = SimpleNamespace(**toml_beside(__file__, "tuned.toml"))


@dataclass(frozen=True, slots=True)
class Rule:
    """One explanation of a : b, in words, with the one value that it gives for the missing d."""

    words: str
    bits: float
    answer: int


def say(words: str, argument: str) -> str:
    """The words of an operation applied to an argument, in brackets where they are needed.

    >>> say("{x}²", "n + 1"), say("the digit sum of {x}", "n²"), say("prime({x})", "2x")
    ('(n + 1)²', 'the digit sum of n²', 'prime(2x)')
    """
    simple = argument.isalnum() and not argument[0].isdigit()
    if not simple and words != "{x}" and not words.endswith(" of {x}"):
        words = words.replace("({x})", "{x}").replace("{x}", "({x})")
    return words.format(x=argument)


def bounded(value: int | None) -> int | None:
    """`value`, or None where it is past what an answer can be."""
    return value if value is not None and -LIMIT < value < LIMIT else None


@dataclass(frozen=True, slots=True)
class Formula:
    """A function of n in words (with `{x}` for n in a part), its bits, how to work it out."""

    words: str
    bits: float
    of: Function
    line: bool = False  # whether it is k·n + m, so that a sum of two says nothing new


IDENTITY = Formula("{x}", 0.0, lambda n: n, line=True)


@cache
def parts(use: str = "analogy") -> tuple[Formula, ...]:
    """Every operation without a free number that has a price for this use, cheapest first."""
    return tuple(
        Formula(each.words, each.bits[use], each.at, each.family == "linear")
        for each in operations(use)
    )


def find_formulas(source: int, target: int) -> list[Formula]:
    """Every formula of at most 30 bits that leads from `source` to `target`, cheapest first.

    >>> [formula.words for formula in find_formulas(7, 56)[:2]]
    ['n² + n', 'n · (n + 1)']
    """
    found: list[Formula] = []
    for part in (IDENTITY, *parts()):
        if (value := part.of(source)) is not None:
            found += _closings(replace(part, words=say(part.words, "n")), value, target)
    found += _of_two(source, target)
    return sorted((one for one in found if one.bits <= TUNED.budget), key=lambda one: one.bits)


def _closings(formula: Formula, value: int, target: int) -> Iterator[Formula]:
    """Ways from an intermediate `value` to `target`, with no, one or two free numbers."""
    if value == target:
        yield Formula("n itself", COST.itself, formula.of) if formula.words == "n" else formula
        return
    yield _closed(formula, COST.one_number, rest=target - value)
    if value == 0:
        return
    times, over = Fraction(target, value).as_integer_ratio()
    if target and over <= 100 and abs(times) <= 1000:
        yield _closed(formula, COST.one_number + (over > 1 and times > 1), times=times, over=over)
    for k in range(-1, MAX_SMALL + 1):
        rest = target - k * value
        if k not in (0, 1) and rest and abs(rest) <= max(MAX_SMALL, 25 - 2 * k):
            yield _closed(formula, COST.two_numbers, times=k, rest=rest)
        if k > 1 and value % k == 0:
            rest = target - value // k
            if rest and abs(rest) <= MAX_SMALL:
                yield _closed(formula, COST.two_numbers, over=k, rest=rest)
        elif k > 1 and abs(before := target * k - value) < MAX_SMALL:
            yield _closed(formula, COST.two_numbers, before=before, over=k)


def _closed(
    formula: Formula, bits: float, times: int = 1, before: int = 0, over: int = 1, rest: int = 0
) -> Formula:
    """(times·φ(n) + before)/over + rest, its numbers paid for."""
    numbers = ((times, 1), (before, 0), (over, 1), (rest, 0))
    bits += formula.bits + sum(number_bits(k) for k, idle in numbers if k != idle)
    front = {1: "", -1: "−"}.get(times, f"{times}·".replace("-", "−"))
    said = formula.words + plus(before)
    plain = said.isalnum() or said[-1] in "²³⁴⁵⁶!"
    inner = said if plain or (times == 1 and over == 1) else f"({said})"
    words = f"{front}{inner}{f'/{over}' if over > 1 else ''}{plus(rest)}"

    def apply(n: int) -> int | None:
        value = formula.of(n)
        if value is None or (times * value + before) % over:
            return None
        return (times * value + before) // over + rest

    return Formula(words, bits, apply)


def _of_two(source: int, target: int) -> Iterator[Formula]:
    """φ ∘ ψ or ψ(φ(n)), if need be with a last small ± m or, of the latter, a factor."""
    for value, first, second, two in _values_of_two(source):
        rest = target - value
        times = target // value if value and target % value == 0 and not two else 0
        if abs(rest) > MAX_SMALL and not 0 < times <= MAX_SMALL:
            continue
        formula = _joined(first, second, two) if two else _composed(first, second)
        if rest == 0:
            yield formula
        elif abs(rest) <= MAX_SMALL:
            yield _closed(formula, COST.pair_rest if two else COST.one_number, rest=rest)
        else:
            yield _closed(formula, COST.one_number, times=times)


@lru_cache(maxsize=16)
def _values_of_two(source: int) -> tuple[tuple[int, Formula, Formula, Pairing | None], ...]:
    """Every value of two parts joined, and of two operations one after the other."""
    found: list[tuple[int, Formula, Formula, Pairing | None]] = []
    pairings = [two for two in PAIRINGS if "formula" in two.bits]
    usable = [part for part in (IDENTITY, *parts(), *parts("part")) if part.bits <= MOST_PAIRED]
    known = [(part, value) for part in usable if (value := part.of(source)) is not None]
    for (first, x), (second, y) in combinations(known, 2):
        for two in pairings:
            if first.line and second.line and two.sign not in ("·", "beside"):
                continue  # a constant or a line, which have shorter names
            if (value := two.of(x, y)) is not None:
                found.append((value, first, second, two))
            if not two.symmetric and (value := two.of(y, x)) is not None:
                found.append((value, second, first, two))
    for inner in (*parts(), *parts("inner")):
        middle = inner.of(source)
        if middle is None or middle == source:
            continue
        for outer in parts():
            if inner.bits + outer.bits > TUNED.most_composed:
                break  # the parts are sorted by price
            value = outer.of(middle)
            if value is not None and value != middle:
                found.append((value, inner, outer, None))
    return tuple(found)


def _joined(first: Formula, second: Formula, two: Pairing) -> Formula:
    left, right = say(first.words, "n"), say(second.words, "n")
    if two.sign == "+" and first is IDENTITY:
        left, right = right, left

    def apply(n: int) -> int | None:
        x, y = first.of(n), second.of(n)
        return None if x is None or y is None else two.of(x, y)

    bits = first.bits + second.bits + two.bits["formula"]
    return Formula(f"{left} {two.sign} {right}", bits, apply)


def _composed(inner: Formula, outer: Formula) -> Formula:
    words, bits = say(outer.words, say(inner.words, "n")), inner.bits + outer.bits + COST.composed
    return Formula(words, bits, lambda n: None if (x := inner.of(n)) is None else outer.of(x))
