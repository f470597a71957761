"""Constant, arithmetic, geometric and periodic sequences: what every other rule is built on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import gcd

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    listing,
    null_bits,
    ratio_bits,
    rule,
)

MIN_ZEROS = 2  # after the last term that is not zero


@rule(group="simple", turn=0, depth=0)
def constant(terms: Terms, search: Search) -> Iterator[Fit]:
    """The same term over and over."""
    first = terms[0]
    if len(terms) >= 2 and all(t == first for t in terms):
        why = f"every term is {digits_of(first)}"
        bits = 1 + int_bits(first)
        yield Fit(kind="constant", value=first, bits=bits, why=why, checked=len(terms) - 1)


@rule(group="simple", turn=1, depth=0)
def arithmetic(terms: Terms, search: Search) -> Iterator[Fit]:
    """A constant step."""
    if len(terms) < 2:
        return
    step = terms[1] - terms[0]
    if step and all(b - a == step for a, b in pairwise(terms)):
        word = "plus" if step > 0 else "minus"
        why = f"each term is the previous {word} {digits_of(abs(step))}"
        yield Fit(
            kind="arithmetic",
            value=terms[-1] + step,
            bits=2 + int_bits(terms[0]) + int_bits(step),
            why=why,
            checked=len(terms) - 2,
        )


@rule(group="simple", turn=2, depth=0)
def geometric(terms: Terms, search: Search) -> Iterator[Fit]:
    """A constant factor, whole or not."""
    if len(terms) < 2 or 0 in terms or abs(terms[0]) == abs(terms[1]) == abs(terms[-1]):
        return
    divisor = gcd(terms[0], terms[1])
    p, q = terms[1] // divisor, terms[0] // divisor
    if q < 0:
        p, q = -p, -q
    if any(a * p != b * q for a, b in pairwise(terms)):
        return
    value, rest = divmod(terms[-1] * p, q)
    if rest or p == q:
        return
    yield Fit(
        kind="geometric",
        value=value,
        bits=2.5 + int_bits(terms[0]) + ratio_bits(p, q),
        why=f"each term is the previous {times(p, q)}",
        checked=len(terms) - 2,
    )


def times(p: int, q: int) -> str:
    """Words for a factor p/q: 'times 3', 'divided by 2', 'times 3/2'."""
    if q == 1:
        return f"times {digits_of(p)}"
    if p == 1:
        return f"divided by {digits_of(q)}"
    return f"times {digits_of(p)}/{digits_of(q)}"


@rule(group="simple", turn=3, depth=0)
def periodic(terms: Terms, search: Search) -> Iterator[Fit]:
    """A block that comes again and again; the shortest one."""
    n = len(terms)
    last = terms[-1]
    for period in range(2, n):
        if terms[-1 - period] != last or terms[period] != terms[0]:
            continue
        if any(terms[i] != terms[i - period] for i in range(period, n)):
            continue
        block = terms[:period]
        yield Fit(
            kind="periodic",
            value=terms[n - period],
            bits=2 + int_bits(period) + null_bits(block),
            why=f"the terms repeat with period {period}: {listing(block, 8)}",
            checked=n - period,
        )
        return


def sparse(terms: Terms, search: Search) -> Iterator[Fit]:
    """Zeros, but for a few terms further back."""
    n = len(terms)
    places = [i for i, t in enumerate(terms) if t]
    if not places or n - 1 - places[-1] < MIN_ZEROS or 2 * len(places) > n:
        return
    gaps = [b - a for a, b in pairwise([-1, *places])]
    yield Fit(
        kind="sparse",
        value=0,
        bits=3 + sum(map(int_bits, gaps)) + sum(int_bits(terms[i]) for i in places),
        why=f"zeros, but for {listing([terms[i] for i in places])} at places {listing(places)}",
        checked=n - 2 * len(places),
    )
