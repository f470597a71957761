"""Differences, quotients, sums and products of neighbours, each solved as a sequence of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import gcd, lcm

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    int_bits,
    listing,
    nested,
    rule,
)

KEEP = 3  # fits of the inner sequence that are carried outwards
LONG = 12
MAX_DENOMINATOR = 12


@rule(group="neighbors", turn=50, depth=1)
def differences(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the differences, add the next one."""
    if len(terms) < 3:
        return
    inner = [b - a for a, b in pairwise(terms)]
    if len(inner) == 2:
        # Two differences prove nothing; that they go on evenly is still worth a guess.
        guess = 2 * inner[1] - inner[0]
        if inner[0] != inner[1] and guess:
            why = f"the differences {listing(inner)} may go on evenly; no term is left to check it"
            bits = 8 + sum(map(int_bits, [terms[0], inner[0], inner[1] - inner[0]]))
            yield Fit(kind="differences", value=terms[-1] + guess, bits=bits, why=why, checked=0)
        return
    for fit in search.solve(inner, search.depth - 1)[:KEEP]:
        yield nested(
            fit,
            kind=_chain("differences", fit),
            value=terms[-1] + fit.value,
            bits=2 + int_bits(terms[0]),
            why=f"the differences are {listing(inner)}: {fit.why}",
        )


@rule(group="neighbors", turn=55)
def sums(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the sums of neighbours, take the last term off the next one."""
    if len(terms) < 4:
        return
    inner = [a + b for a, b in pairwise(terms)]
    for fit in search.solve(inner, _depth(terms, search))[:KEEP]:
        yield nested(
            fit,
            kind=_chain("sums", fit),
            value=fit.value - terms[-1],
            bits=5 + int_bits(terms[0]),
            why=f"the sums of neighbours are {listing(inner)}: {fit.why}",
        )


@rule(group="neighbors", turn=56)
def products(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the products of neighbours, divide the next one by the last term."""
    if len(terms) < 5 or 0 in terms:
        return
    inner = [a * b for a, b in pairwise(terms)]
    for fit in search.solve(inner, _depth(terms, search))[:KEEP]:
        value, rest = divmod(fit.value, terms[-1])
        if not rest:
            yield nested(
                fit,
                kind=_chain("products", fit),
                value=value,
                bits=6 + int_bits(terms[0]),
                why=f"the products of neighbours are {listing(inner)}: {fit.why}",
            )


@rule(group="neighbors", turn=51, depth=1)
def quotients(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the quotients of neighbours, whole, the reciprocals of whole ones, or halves and such.

    >>> from int2vec.predict.complete.rules import RulesCompleter
    >>> RulesCompleter().complete([4, 2, 2, 3, 6])[0].value  # times 1/2, 1, 3/2, 2, 5/2
    15
    """
    if len(terms) < 4 or 0 in terms:
        return
    pairs = list(pairwise(terms))
    tops, bottoms = [], []
    for a, b in pairs:
        divisor = gcd(a, b) if a > 0 else -gcd(a, b)
        tops.append(b // divisor)
        bottoms.append(a // divisor)
    if all(t == 1 for t in tops):
        for fit in search.solve(bottoms, search.depth - 1)[:KEEP]:
            yield from _multiplied(
                terms, fit, 1, fit.value, "1/" + listing(bottoms).replace(", ", ", 1/")
            )
    common = lcm(*bottoms) if max(bottoms) <= MAX_DENOMINATOR else 0
    if 0 < common <= MAX_DENOMINATOR:
        inner = [t * (common // b) for t, b in zip(tops, bottoms, strict=True)]
        shown: list[int | str] = list(inner)
        if common > 1:
            shown = [f"{t}/{b}" if b > 1 else t for t, b in zip(tops, bottoms, strict=True)]
        for fit in search.solve(inner, search.depth - 1)[:KEEP]:
            yield from _multiplied(terms, fit, fit.value, common, listing(shown))
    elif len(terms) > 5:
        yield from _both(terms, tops, bottoms, search)


def _both(terms: Terms, tops: list[int], bottoms: list[int], search: Search) -> Iterator[Fit]:
    for bottom in search.solve(bottoms, 0)[:1]:
        for top in search.solve(tops, 0)[:1]:
            shown = listing([f"{t}/{b}" for t, b in zip(tops, bottoms, strict=True)])
            fit = nested(top, kind=top.kind, value=top.value, bits=bottom.bits, why=top.why)
            yield from _multiplied(terms, fit, top.value, bottom.value, shown)


def _multiplied(terms: Terms, fit: Fit, top: int, bottom: int, shown: str) -> Iterator[Fit]:
    if not bottom:
        return
    value, rest = divmod(terms[-1] * top, bottom)
    if not rest:
        yield nested(
            fit,
            kind=_chain("quotients", fit),
            value=value,
            bits=3 + int_bits(terms[0]) + (int_bits(bottom) if bottom > 1 else 0),
            why=f"each term is the previous times {shown}; these factors: {fit.why}",
        )


@rule(group="neighbors", turn=52, depth=1)
def signs(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the sizes and the signs apart, where the signs follow a short cycle."""
    negative = sum(t < 0 for t in terms)
    if len(terms) < 4 or not negative or negative == len(terms):
        return
    pattern = [(-1 if t < 0 else 1) if t else 0 for t in terms]
    if 0 in pattern:
        return
    cycle = next(
        (
            c
            for c in range(2, min(5, len(terms) // 2 + 1))
            if all(pattern[i] == pattern[i - c] for i in range(c, len(pattern)))
        ),
        0,
    )
    if not cycle:
        return
    sign = pattern[len(pattern) - cycle]
    shown = " ".join("+" if s > 0 else "−" for s in pattern[:cycle])
    for fit in search.solve([abs(t) for t in terms], search.depth - 1)[:KEEP]:
        yield nested(
            fit,
            kind=_chain("signs", fit),
            value=sign * fit.value,
            bits=2 + cycle,
            why=f"the signs go {shown}; without them {fit.why}",
        )


def _depth(terms: Terms, search: Search) -> int:
    """Long sequences are rarely sums or products of neighbours of anything deep."""
    return search.depth - 1 if len(terms) < LONG else 0


def _chain(name: str, fit: Fit) -> str:
    """'differences/quotients/arithmetic', at most three long."""
    return "/".join([name, *fit.kind.split("/")][:3])
