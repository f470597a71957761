"""Sequences hidden in neighboring terms: differences, quotients, sums, products, signs, runs.

Each is solved as a sequence of its own, and its next term brought back to the terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from math import gcd, lcm

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import listing, written
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

KEEP = 3  # fits of the inner sequence that are carried outwards
KIND_PARTS = 3  # of a kind such as 'differences/quotients/arithmetic'
LONG = 12  # terms from which on sums and products of neighbors are not looked into deeply
MAX_DENOMINATOR = 12
MAX_SIGN_CYCLE = 4
MIN_RUNS = 4
MOST_RUNS = 0.8  # of the number of terms


@rule(group="neighbors", turn=50, depth=1)
def differences(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the differences, add the next one."""
    inner = [b - a for a, b in pairwise(terms)]
    if len(inner) == 2:
        # Two differences prove nothing; that they go on evenly is still worth a guess.
        guess = 2 * inner[1] - inner[0]
        if inner[0] != inner[1] and guess:
            why = f"the differences {listing(inner)} may go on evenly; no term is left to check it"
            numbers = [terms[0], inner[0], inner[1] - inner[0]]
            bits = COST.differences_guessed + sum(map(int_bits, numbers))
            yield Fit(kind="differences", value=terms[-1] + guess, bits=bits, why=why, checked=0)
    elif len(inner) > 2:
        for fit in search.solve(inner, search.depth - 1)[:KEEP]:
            value = terms[-1] + fit.value
            yield _carried(terms, inner, fit, "differences", value, COST.differences)


@rule(group="neighbors", turn=55)
def sums(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the sums of neighbors, take the last term off the next one."""
    if len(terms) < 4:
        return
    inner = [a + b for a, b in pairwise(terms)]
    for fit in search.solve(inner, search.depth - 1 if len(terms) < LONG else 0)[:KEEP]:
        value = fit.value - terms[-1]
        yield _carried(terms, inner, fit, "sums", value, COST.neighbor_sums)


@rule(group="neighbors", turn=56)
def products(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the products of neighbors, divide the next one by the last term."""
    if len(terms) < 5 or 0 in terms:
        return
    inner = [a * b for a, b in pairwise(terms)]
    for fit in search.solve(inner, search.depth - 1 if len(terms) < LONG else 0)[:KEEP]:
        value, rest = divmod(fit.value, terms[-1])
        if not rest:
            yield _carried(terms, inner, fit, "products", value, COST.neighbor_products)


def _carried(terms: Terms, inner: list[int], fit: Fit, kind: str, value: int, bits: float) -> Fit:
    words = kind if kind == "differences" else f"{kind} of neighbors"
    return fit.within(
        kind,
        value=value,
        bits=bits + int_bits(terms[0]),
        why=f"the {words} are {listing(inner)}: {fit.why}",
        parts=KIND_PARTS,
    )


@rule(group="neighbors", turn=51, depth=1)
def quotients(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the quotients of neighbors, whole, the reciprocals of whole ones, or halves and such.

    >>> from int2vec.predict.complete.rules import RulesCompleter
    >>> RulesCompleter().complete([8, 4, 4, 6, 12])[0].value  # times 1/2, 1, 3/2, 2, 5/2
    30
    """
    if len(terms) < 4 or 0 in terms:
        return
    tops, bottoms = [], []
    for a, b in pairwise(terms):
        divisor = gcd(a, b) if a > 0 else -gcd(a, b)
        tops.append(b // divisor)
        bottoms.append(a // divisor)
    if all(t == 1 for t in tops):
        shown = "1/" + listing(bottoms).replace(", ", ", 1/")
        for fit in search.solve(bottoms, search.depth - 1)[:KEEP]:
            yield from _multiplied(terms, fit, 1, fit.value, shown)
    ratios = [
        f"{written(t)}/{written(b)}" if b > 1 else written(t)
        for t, b in zip(tops, bottoms, strict=True)
    ]
    common = lcm(*bottoms) if max(bottoms) <= MAX_DENOMINATOR else 0
    if 0 < common <= MAX_DENOMINATOR:
        inner = [t * (common // b) for t, b in zip(tops, bottoms, strict=True)]
        shown = listing(ratios) if common > 1 else listing(inner)
        for fit in search.solve(inner, search.depth - 1)[:KEEP]:
            yield from _multiplied(terms, fit, fit.value, common, shown)
    elif len(terms) > 5:
        for bottom in search.solve(bottoms, 0)[:1]:
            for top in search.solve(tops, 0)[:1]:
                shown = listing(
                    [f"{written(t)}/{written(b)}" for t, b in zip(tops, bottoms, strict=True)]
                )
                both = replace(top, bits=top.bits + bottom.bits)
                yield from _multiplied(terms, both, top.value, bottom.value, shown)


def _multiplied(terms: Terms, fit: Fit, top: int, bottom: int, shown: str) -> Iterator[Fit]:
    value, rest = divmod(terms[-1] * top, bottom) if bottom else (0, 1)
    if not rest:
        yield fit.within(
            "quotients",
            value=value,
            bits=COST.quotients + int_bits(terms[0]) + (int_bits(bottom) if bottom > 1 else 0),
            why=f"each term is the previous times {shown}; these factors: {fit.why}",
            parts=KIND_PARTS,
        )


@rule(group="neighbors", turn=52, depth=1)
def signs(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the sizes and the signs apart, where the signs follow a short cycle."""
    n = len(terms)
    negative = [t < 0 for t in terms]
    if n < 4 or 0 in terms or len(set(negative)) == 1:
        return
    for cycle in range(2, min(MAX_SIGN_CYCLE, n // 2) + 1):
        if negative[cycle:] == negative[:-cycle]:
            break
    else:
        return
    shown = " ".join("−" if minus else "+" for minus in negative[:cycle])
    for fit in search.solve([abs(t) for t in terms], search.depth - 1)[:KEEP]:
        yield fit.within(
            "signs",
            value=-fit.value if negative[-cycle] else fit.value,
            bits=COST.signs + cycle,
            why=f"the signs go {shown}; without them {fit.why}",
            parts=KIND_PARTS,
        )


@rule(group="runs", turn=38)
def runs(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that stay the same for a while: the values and the lengths of the runs, each solved."""
    groups = [(value, len(list(run))) for value, run in groupby(terms)]
    if not MIN_RUNS < len(groups) <= MOST_RUNS * len(terms):
        return
    values = [v for v, _ in groups]
    lengths = [n for _, n in groups]
    last = lengths[-1]
    # The first run may have been cut off by where the list starts, the last by where it ends.
    for first in (0, 1):
        for length in search.solve(lengths[first:-1], 1)[:2]:
            if length.checked < 2 or last > length.value:
                continue
            for value in search.solve(values, 1)[:2]:
                if value.checked < 1:
                    continue
                cut = int_bits(lengths[0]) if first else 0
                yield Fit(
                    kind="runs",
                    value=values[-1] if last < length.value else value.value,
                    bits=COST.runs + length.bits + value.bits + cut,
                    why=f"runs of {listing(values)}, of lengths {listing(lengths)}; "
                    f"of the lengths: {length.why}; of the values: {value.why}",
                    checked=length.checked + value.checked,
                )
