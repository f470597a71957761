"""Rules that make a term out of one or two before it: sums, products, powers and roots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from int2vec.predict.complete.rules.cyclic import exact_root
from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    listing,
    nested,
    rule,
)

MAX_BITS = 20_000  # a term of more is not squared


@dataclass(frozen=True, kw_only=True, slots=True)
class Maker:
    """How a term is made of the `lag` terms before it (oldest first)."""

    words: str
    lag: int
    bits: float
    make: Callable[..., int | None]


def _cube_root(n: int) -> int | None:
    root = round(abs(n) ** (1 / 3)) if abs(n) < 1 << 150 else 0
    found = next((r for r in (root - 1, root, root + 1) if r >= 0 and r**3 == abs(n)), None)
    return found if found is None or n >= 0 else -found


MAKERS = (
    Maker(words="the square of the previous", lag=1, bits=3, make=lambda a: a * a),
    Maker(words="the square root of the previous", lag=1, bits=3, make=exact_root),
    Maker(words="the cube of the previous", lag=1, bits=4, make=lambda a: a**3),
    Maker(words="the cube root of the previous", lag=1, bits=4, make=_cube_root),
    Maker(
        words="half the square of the previous",
        lag=1,
        bits=6,
        make=lambda a: None if a & 1 else a * a // 2,
    ),
    Maker(words="the previous times one more than it", lag=1, bits=5, make=lambda a: a * (a + 1)),
    Maker(words="the previous times one less than it", lag=1, bits=5, make=lambda a: a * (a - 1)),
    Maker(words="the sum of the previous two", lag=2, bits=2, make=lambda a, b: a + b),
    Maker(words="the product of the previous two", lag=2, bits=3, make=lambda a, b: a * b),
    Maker(words="the previous minus the one before", lag=2, bits=4, make=lambda a, b: b - a),
    Maker(words="the one before minus the previous", lag=2, bits=4, make=lambda a, b: a - b),
    Maker(words="the difference of the previous two", lag=2, bits=4, make=lambda a, b: abs(a - b)),
    Maker(
        words="twice the previous plus the one before", lag=2, bits=4, make=lambda a, b: 2 * b + a
    ),
    Maker(
        words="the previous plus twice the one before", lag=2, bits=4, make=lambda a, b: b + 2 * a
    ),
    Maker(words="twice the sum of the previous two", lag=2, bits=4, make=lambda a, b: 2 * (a + b)),
    Maker(
        words="twice the previous minus the one before", lag=2, bits=4, make=lambda a, b: 2 * b - a
    ),
    Maker(
        words="three times the previous minus the one before",
        lag=2,
        bits=5,
        make=lambda a, b: 3 * b - a,
    ),
    Maker(
        words="three times the previous minus twice the one before",
        lag=2,
        bits=5,
        make=lambda a, b: 3 * b - 2 * a,
    ),
    Maker(
        words="three times the previous plus the one before",
        lag=2,
        bits=5,
        make=lambda a, b: 3 * b + a,
    ),
    Maker(
        words="the previous squared plus the one before", lag=2, bits=5, make=lambda a, b: b * b + a
    ),
    Maker(
        words="the previous plus the square of the one before",
        lag=2,
        bits=5,
        make=lambda a, b: b + a * a,
    ),
    Maker(
        words="the previous squared minus the one before",
        lag=2,
        bits=5,
        make=lambda a, b: b * b - a,
    ),
    Maker(
        words="the square of the one before minus the previous",
        lag=2,
        bits=5,
        make=lambda a, b: a * a - b,
    ),
    Maker(
        words="the sum of the squares of the previous two",
        lag=2,
        bits=5,
        make=lambda a, b: a * a + b * b,
    ),
    Maker(
        words="the square of the difference of the previous two",
        lag=2,
        bits=5,
        make=lambda a, b: (b - a) ** 2,
    ),
    Maker(
        words="the square of the sum of the previous two",
        lag=2,
        bits=5,
        make=lambda a, b: (b + a) ** 2,
    ),
    Maker(
        words="the previous divided by the one before",
        lag=2,
        bits=4,
        make=lambda a, b: None if not a or b % a else b // a,
    ),
    Maker(
        words="the one before divided by the previous",
        lag=2,
        bits=4,
        make=lambda a, b: None if not b or a % b else a // b,
    ),
    Maker(
        words="the mean of the previous two",
        lag=2,
        bits=4,
        make=lambda a, b: None if (a + b) & 1 else (a + b) // 2,
    ),
    Maker(words="the sum of the previous three", lag=3, bits=3, make=lambda a, b, c: a + b + c),
    Maker(
        words="the sum of the second and third before it", lag=3, bits=5, make=lambda a, b, c: a + b
    ),
    Maker(
        words="the sum of the previous and the third before it",
        lag=3,
        bits=5,
        make=lambda a, b, c: a + c,
    ),
    Maker(words="the product of the previous three", lag=3, bits=5, make=lambda a, b, c: a * b * c),
    Maker(
        words="the product of the previous two plus the third before it",
        lag=3,
        bits=6,
        make=lambda a, b, c: b * c + a,
    ),
    Maker(
        words="the sum of the previous four", lag=4, bits=4, make=lambda a, b, c, d: a + b + c + d
    ),
)


@rule(group="operations", turn=20)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Each maker, exactly or with an addend that is constant or moves by a simple rule."""
    n = len(terms)
    if n < 3 or max(t.bit_length() for t in terms) > MAX_BITS:
        return
    for maker in MAKERS:
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
        extra = "" if not first else f" {'plus' if first > 0 else 'minus'} {digits_of(abs(first))}"
        yield Fit(
            kind="previous",
            value=value + first,
            bits=2 + maker.bits + initial + (int_bits(first) if first else 0),
            why=f"each term is {maker.words}{extra}",
            checked=checked,
        )
        return
    if checked < 3:
        return
    for fit in search.solve(addends, 0)[:1]:
        if fit.checked >= 1:
            yield nested(
                fit,
                kind="previous/" + fit.kind.split("/")[0],
                value=value + fit.value,
                bits=3 + maker.bits + initial,
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
        maker = Maker(words=f"the {words} of all before it", lag=1, bits=4, make=lambda a: a)
        yield from _with_addend(maker, terms, addends, before[-1], search)
