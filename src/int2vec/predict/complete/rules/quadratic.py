"""Rules that multiply earlier terms: a(n) = a(n−1)² + …, and Somos-like quotients."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, rule
from int2vec.predict.complete.rules.linear import mixture, relation

MAX_BITS = 6_000
MAX_TERMS = 60

# Each monomial lists how far back its factors lie; the empty one is the constant 1.
Monomial = tuple[int, ...]
EXPLICIT: tuple[tuple[Monomial, ...], ...] = (
    ((1, 1), (1,), ()),
    ((1, 1), (1, 2), (2,), ()),
    ((1, 2), (1,), (2,), ()),
    ((1, 1), (2, 2), (1,), (2,), ()),
    ((1, 1, 1), (1, 1), (1,), ()),
    ((1, 2), (2, 3), (1, 3), (3,), ()),
)


@rule(group="products", turn=28)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Mixes of products of earlier terms, and the same divided by a term some way back."""
    part = list(terms[-MAX_TERMS:])
    if len(part) < 5 or max(t.bit_length() for t in part) > MAX_BITS or len(set(part)) < 4:
        return
    for monomials in EXPLICIT:
        yield from _fit(part, monomials, 0, search)
    for back in range(2, 8):
        # a(n)·a(n−back) = Σ a(n−i)·a(n−back+i), after Somos
        pairs = tuple((i, back - i) for i in range(1, back // 2 + 1))
        yield from _fit(part, (*pairs, ()), back, search)


def _fit(
    part: list[int], monomials: tuple[Monomial, ...], back: int, search: Search
) -> Iterator[Fit]:
    n = len(part)
    lag = max([back, *(i for m in monomials for i in m)])
    if n - lag <= len(monomials):
        return
    search.spend(40 + n)

    def value(monomial: Monomial, at: int) -> int:
        return prod(part[at - i] for i in monomial)

    columns = [[value(m, at) for at in range(lag, n)] for m in monomials]
    target = [part[at] * (part[at - back] if back else 1) for at in range(lag, n)]
    found = relation(columns, target, [value(m, n) for m in monomials])
    if found is None or not any(
        w for w, m in zip(found.weights, monomials, strict=True) if len(m) > 1
    ):
        return
    result = found.value
    if back:
        divisor = part[n - back]
        if not divisor or result % divisor:
            return
        result //= divisor
    names = ["·".join(f"a(n−{i})" for i in m) for m in monomials]
    made = mixture(names, found.weights)
    yield Fit(
        kind="quadratic",
        value=result,
        bits=6 + found.bits + sum(map(int_bits, part[:lag])),
        why=f"a(n) = ({made}) / a(n−{back})" if back else f"a(n) = {made}",
        checked=found.checked,
    )
