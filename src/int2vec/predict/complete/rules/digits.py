"""Rules about decimal digits: each term is made of the digits of the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import plus_in_words
from int2vec.arithmetic.operations import OPERATIONS
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.previous import Maker

MAX_DIGITS = 400


@cache
def digit_rules() -> tuple[Maker, ...]:
    """Each operation on digits by itself, and the previous term plus, minus or times its value.

    >>> digit_rules()[1].words
    'the previous plus its digit sum'
    """
    return tuple(
        Maker(words, operation.bits[use], _make(use, operation.of))
        for operation in OPERATIONS
        if operation.family == "digits"
        for use, words in (
            ("step", operation.sentence.format(x="the previous")),
            ("plus", f"the previous plus {operation.possessive}"),
            ("minus", f"the previous minus {operation.possessive}"),
            ("times", f"the previous times {operation.possessive}"),
        )
        if use in operation.bits
    )


def _make(use: str, of: Callable[[int], int | None]) -> Callable[[int], int | None]:
    if use == "step":
        return of

    def make(n: int) -> int | None:
        value = of(n)
        if value is None:
            return None
        return n * value if use == "times" else n + value if use == "plus" else n - value

    return make


@rule(group="digits", turn=25)
def made_of_digits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every digit rule that leads from each term to the next, alone or with a constant added."""
    n = len(terms)
    if n < 3 or min(terms) < 0 or max(t.bit_length() for t in terms) > 3 * MAX_DIGITS:
        return
    for maker in digit_rules():
        search.spend(3 + n // 4)
        shift: int | None = None
        for a, b in pairwise(terms):
            made = maker.make(a)
            if made is None or (shift is not None and b - made != shift):
                break
            shift = b - made
        else:
            value = maker.make(terms[-1])
            if value is None or shift is None or len(set(terms)) < 3:
                continue
            checked = n - 1 - (shift != 0)
            # One step proves nothing about digits: ask for two, or three with a constant.
            if checked < 2:
                continue
            addend = COST.digits_addend + int_bits(shift) if shift else 0
            yield Fit(
                kind="digits",
                value=value + shift,
                bits=COST.digits_of_previous + maker.bits + int_bits(terms[0]) + addend,
                why=f"each term is {maker.words}{plus_in_words(shift)}",
                checked=checked,
            )
    yield from _grown(terms)


@rule(group="digits", turn=54)
def backwards(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that follow a rule once their digits are read backwards: 61, 52, 63 for 16, 25, 36."""
    if len(terms) < 4 or min(terms) < 0 or max(terms) < 10 or max(terms) > 10**18:
        return
    turned = [reverse_digits(t) for t in terms]
    if turned == list(terms):
        return
    for fit in search.solve(turned, 0)[:1]:
        if fit.checked >= 2 and fit.value >= 0:
            yield fit.within(
                "digits",
                value=reverse_digits(fit.value),
                bits=COST.digits_backwards,
                why=f"with their digits read backwards, {fit.why}",
            )


def _grown(terms: Terms) -> Iterator[Fit]:
    """Terms that grow at one end by pieces that count on: 1, 12, 123; 4, 44, 444; 1, 21, 321."""
    texts = [str(t) for t in terms]
    if len(texts) < 3 or any(len(b) <= len(a) for a, b in pairwise(texts)):
        return
    for words, pieces in (
        ("end", [b[len(a) :] if b.startswith(a) else "" for a, b in pairwise(texts)]),
        ("front", [b[: len(b) - len(a)] if b.endswith(a) else "" for a, b in pairwise(texts)]),
    ):
        if not all(p and (p == "0" or p[0] != "0") for p in pieces):
            continue
        numbers = [int(p) for p in pieces]
        step = numbers[1] - numbers[0]
        if any(b - a != step for a, b in pairwise(numbers)):
            continue
        following = numbers[-1] + step
        if following < 0:
            continue
        joined = f"{texts[-1]}{following}" if words == "end" else f"{following}{texts[-1]}"
        yield Fit(
            kind="digits",
            value=int(joined),
            bits=COST.digits_written_on + sum(map(int_bits, (terms[0], numbers[0], step))),
            why=f"each term is the previous with {', '.join(pieces[:4])}, … written at its {words}",
            checked=len(terms) - 2,
        )
