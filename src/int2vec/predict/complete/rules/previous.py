"""Rules that make a term out of one or two before it: sums, products, powers and roots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digit_operations import PAIRINGS
from int2vec.arithmetic.formulas import listing, plus_in_words
from int2vec.arithmetic.operations import operations
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MAX_BITS = 20_000  # a term of more is not squared
Make = Callable[..., int | None]


@dataclass(frozen=True, slots=True)
class Maker:
    """How a term is made of the `lag` terms before it (oldest first)."""

    words: str
    bits: float
    make: Make
    lag: int = 1


MIXTURES = (
    Maker("twice the previous plus the one before", 4, lambda a, b: 2 * b + a, 2),
    Maker("the previous plus twice the one before", 4, lambda a, b: b + 2 * a, 2),
    Maker("twice the sum of the previous two", 4, lambda a, b: 2 * (a + b), 2),
    Maker("twice the previous minus the one before", 4, lambda a, b: 2 * b - a, 2),
    Maker("three times the previous minus the one before", 5, lambda a, b: 3 * b - a, 2),
    Maker("three times the previous minus twice the one before", 5, lambda a, b: 3 * b - 2 * a, 2),
    Maker("three times the previous plus the one before", 5, lambda a, b: 3 * b + a, 2),
    Maker("the previous squared plus the one before", 5, lambda a, b: b * b + a, 2),
    Maker("the previous plus the square of the one before", 5, lambda a, b: b + a * a, 2),
    Maker("the previous squared minus the one before", 5, lambda a, b: b * b - a, 2),
    Maker("the square of the one before minus the previous", 5, lambda a, b: a * a - b, 2),
    Maker("the sum of the squares of the previous two", 5, lambda a, b: a * a + b * b, 2),
    Maker("the square of the difference of the previous two", 5, lambda a, b: (b - a) ** 2, 2),
    Maker("the square of the sum of the previous two", 5, lambda a, b: (b + a) ** 2, 2),
    Maker("the sum of the previous three", 3, lambda a, b, c: a + b + c, 3),
    Maker("the sum of the second and third before it", 5, lambda a, b, c: a + b, 3),
    Maker("the sum of the previous and the third before it", 5, lambda a, b, c: a + c, 3),
    Maker("the product of the previous three", 5, lambda a, b, c: a * b * c, 3),
    Maker(
        "the product of the previous two plus the third before it", 6, lambda a, b, c: b * c + a, 3
    ),
    Maker("the sum of the previous four", 4, lambda a, b, c, d: a + b + c + d, 4),
)
"""What is made of two to four terms by more than one operation."""


@cache
def makers() -> tuple[Maker, ...]:
    """Every operation on the previous term, on the previous two, and the mixtures.

    >>> [maker.words for maker in makers()][:2]
    ['the square of the previous', 'the square root of the previous']
    """
    found = [
        Maker(operation.sentence.format(x="the previous"), operation.bits["step"], operation.of)
        for operation in operations("step")
        if operation.family != "digits"
    ]
    for two in PAIRINGS:
        if "step" in two.bits:
            names = {"first": "the previous", "second": "the one before"}
            words = two.words.format(**names, both="the previous two")
            found.append(Maker(words, two.bits["step"], _turned(two.of), 2))
            if not two.symmetric:
                words = two.words.format(first=names["second"], second=names["first"])
                found.append(Maker(words, two.bits["step"], two.of, 2))
    return (*found, *MIXTURES)


def _turned(of: Callable[[int, int], int | None]) -> Callable[[int, int], int | None]:
    return lambda a, b: of(b, a)


@rule(group="operations", turn=20)
def made_of_previous(terms: Terms, search: Search) -> Iterator[Fit]:
    """Each maker, exactly or with an addend that is constant or moves by a simple rule."""
    n = len(terms)
    if n < 3 or max(t.bit_length() for t in terms) > MAX_BITS:
        return
    for maker in makers():
        lag = maker.lag
        if n <= lag + (lag > 1):
            continue
        search.spend(4 + n // 8)
        made = _made(maker, terms)
        if made is None:
            continue
        value = maker.make(*terms[-lag:])
        if value is None:
            continue
        yield from _with_addend(
            maker, terms, [t - m for t, m in zip(terms[lag:], made, strict=True)], value, search
        )
    yield from all_before(terms, search)


def _made(maker: Maker, terms: Terms) -> list[int] | None:
    out = []
    for i in range(maker.lag, len(terms)):
        made = maker.make(*terms[i - maker.lag : i])
        if made is None:
            return None
        out.append(made)
    return out


def _with_addend(
    maker: Maker, terms: Terms, addends: list[int], value: int, search: Search
) -> Iterator[Fit]:
    initial = sum(map(int_bits, terms[: maker.lag]))
    checked = len(addends)
    first = addends[0]
    if all(x == first for x in addends):
        if first:
            checked -= 1
        if checked < 1 or len(terms) < 3 or terms[0] == terms[-1] == terms[1]:
            return
        yield Fit(
            kind="previous",
            value=value + first,
            bits=COST.previous + maker.bits + initial + (int_bits(first) if first else 0),
            why=f"each term is {maker.words}{plus_in_words(first)}",
            checked=checked,
        )
        return
    if checked < 3:
        return
    for fit in search.solve(addends, 0)[:1]:
        if fit.checked >= 1:
            yield fit.within(
                "previous",
                value=value + fit.value,
                bits=COST.previous_with_addends + maker.bits + initial,
                why=f"each term is {maker.words} plus {listing(addends)}; of these: {fit.why}",
            )


def all_before(terms: Terms, search: Search) -> Iterator[Fit]:
    """The sum, or the product, of all the terms before, plus something simple."""
    if len(terms) < 4:
        return
    totals, products = [], []
    total, product = 0, 1
    for t in terms:
        total += t
        product = product * t if product.bit_length() < MAX_BITS else 0
        totals.append(total)
        products.append(product)
    for words, before in (("sum", totals), ("product", products)):
        addends = [t - b for t, b in zip(terms[1:], before, strict=False)]
        maker = Maker(f"the {words} of all before it", COST.all_before, lambda a: a)
        yield from _with_addend(maker, terms, addends, before[-1], search)
