"""Sequences hidden in the terms: differences, quotients, sums, products, runs, digits backwards.

Each is solved as a sequence of its own, and its next term brought back to the terms.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise, product
from math import gcd, lcm

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing, polynomial, written
from int2vec.arithmetic.sums import differences as differences_of
from int2vec.arithmetic.sums import neighbor_sums
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

KEEP = 3  # fits of the inner sequence that are carried outwards
KIND_PARTS = 3  # of a kind such as 'differences/quotients/arithmetic'
LONG = 12  # terms from which on sums and products of neighbors are not looked into deeply
MAX_DENOMINATOR = 12
MAX_SIGN_CYCLE = 4
MAX_POWER_BITS = 4_000
BASES = tuple((a, b) for b in range(1, 6) for a in range(-3, 8) if a or b > 1)
MIN_RUNS = 4
MOST_RUNS = 0.8  # of the number of terms


@rule(group="neighbors", turn=50, depth=1)
def differences(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the differences, add the next one."""
    inner = differences_of(terms)
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
def sums_and_products(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve the sums or products of neighbors, take the last term off the next one."""
    if len(terms) < 4:
        return
    depth = search.depth - 1 if len(terms) < LONG else 0
    inner = neighbor_sums(terms)
    for fit in search.solve(inner, depth)[:KEEP]:
        value = fit.value - terms[-1]
        yield _carried(terms, inner, fit, "sums of neighbors", value, COST.neighbor_sums)
    if len(terms) < 5 or 0 in terms:
        return
    inner = [a * b for a, b in pairwise(terms)]
    for fit in search.solve(inner, depth)[:KEEP]:
        value, rest = divmod(fit.value, terms[-1])
        if not rest:
            yield _carried(
                terms, inner, fit, "products of neighbors", value, COST.neighbor_products
            )


def _carried(terms: Terms, inner: list[int], fit: Fit, words: str, value: int, bits: float) -> Fit:
    return fit.within(
        words.split()[0],
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
    common = [gcd(a, b) if a > 0 else -gcd(a, b) for a, b in pairwise(terms)]
    tops = [b // c for b, c in zip(terms[1:], common, strict=True)]
    bottoms = [a // c for a, c in zip(terms, common, strict=False)]
    ratios = [
        f"{written(t)}/{written(b)}" if b > 1 else written(t)
        for t, b in zip(tops[:6], bottoms, strict=False)
    ]
    depth, shown = search.depth - 1, listing(ratios)
    if all(t == 1 for t in tops):
        for fit in search.solve(bottoms, depth)[:KEEP]:
            yield from _multiplied(terms, fit, 1, fit.value, shown)
    scale = lcm(*bottoms) if max(bottoms) <= MAX_DENOMINATOR else 0
    if 0 < scale <= MAX_DENOMINATOR:
        inner = [t * (scale // b) for t, b in zip(tops, bottoms, strict=True)]
        for fit in search.solve(inner, depth)[:KEEP]:
            yield from _multiplied(terms, fit, fit.value, scale, shown)
    elif len(terms) > 5:
        for bottom in search.solve(bottoms, 0)[:1]:
            for top in search.solve(tops, 0)[:1]:
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
    """Solve the sizes apart, where the signs follow a short cycle."""
    negative = [t < 0 for t in terms]
    if len(terms) < 4 or 0 in terms or len(set(negative)) == 1:
        return
    for cycle in range(2, min(MAX_SIGN_CYCLE, len(terms) // 2) + 1):
        if negative[cycle:] != negative[:-cycle]:
            continue
        shown = " ".join("−" if minus else "+" for minus in negative[:cycle])
        for fit in search.solve([abs(t) for t in terms], search.depth - 1)[:KEEP]:
            yield fit.within(
                "signs",
                value=-fit.value if negative[-cycle] else fit.value,
                bits=COST.signs + cycle,
                why=f"the signs go {shown}; without them {fit.why}",
                parts=KIND_PARTS,
            )
        return


@rule(group="digits", turn=54)
def backwards(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that follow a rule once their digits are read backwards: 61, 52, 63 for 16, 25, 36."""
    if len(terms) < 4 or min(terms) < 0 or max(terms) < 10 or max(terms) > 10**18:
        return
    turned = [reverse_digits(t) for t in terms]
    if turned == list(terms) or any(t > 9 and t % 10 == 0 for t in terms):  # 10 is no 1 backwards
        return
    for fit in search.solve(turned, 0)[:1]:
        if fit.checked >= 2 and fit.value >= 0:
            value, why = reverse_digits(fit.value), f"with their digits read backwards, {fit.why}"
            yield fit.within("digits", value=value, bits=COST.digits_backwards, why=why)


@rule(group="digits", turn=25)
def grown(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that grow at one end by pieces that count on: 1, 12, 123; 4, 44, 444; 1, 21, 321."""
    texts = [str(t) for t in terms] if max(map(abs, terms)) < 10**400 else []
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
        following = numbers[-1] + step
        if following < 0 or set(differences_of(numbers)) != {step}:
            continue
        joined = f"{texts[-1]}{following}" if words == "end" else f"{following}{texts[-1]}"
        yield Fit(
            kind="digits",
            value=int(joined),
            bits=COST.digits_written_on + sum(map(int_bits, (terms[0], numbers[0], step))),
            why=f"each term is the previous with {', '.join(pieces[:4])}, … written at its {words}",
            checked=len(terms) - 2,
        )


@rule(group="runs", turn=38)
def runs(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that stay the same for a while: the values and the lengths of the runs, each solved."""
    groups = [(value, len(list(run))) for value, run in groupby(terms)]
    if not MIN_RUNS < len(groups) <= MOST_RUNS * len(terms):
        return
    values, lengths = ([*part] for part in zip(*groups, strict=True))
    # The first run may have been cut off by where the list starts, the last by where it ends.
    for first in (0, 1):
        for length in search.solve(lengths[first:-1], 1)[:2]:
            if length.checked < 2 or lengths[-1] > length.value:
                continue
            for value in search.solve(values, 1)[:2]:
                if value.checked < 1:
                    continue
                cut = int_bits(lengths[0]) if first else 0
                yield Fit(
                    kind="runs",
                    value=values[-1] if lengths[-1] < length.value else value.value,
                    bits=COST.runs + length.bits + value.bits + cut,
                    why=f"runs of {listing(values)}, of lengths {listing(lengths)}; "
                    f"of the lengths: {length.why}; of the values: {value.why}",
                    checked=length.checked + value.checked,
                )


@rule(group="expressions", turn=31)
def powers_of_n(terms: Terms, search: Search) -> Iterator[Fit]:
    """(a + b·n)ⁿ times a sequence that a simple rule explains."""
    n = len(terms)
    if n < 5 or len(set(terms)) < 4 or abs(terms[-1]) < 1 << n or abs(terms[-1]) >> MAX_POWER_BITS:
        return
    for start, (a, b) in product((0, 1), BASES):
        search.spend(5)
        powers = [(a + b * i) ** i for i in range(start, start + n + 1)]
        if 0 in powers or any(t % p for t, p in zip(reversed(terms), powers[-2::-1], strict=True)):
            continue
        for fit in search.solve([t // p for t, p in zip(terms, powers, strict=False)], 0)[:1]:
            if fit.checked > 1:
                yield fit.within(
                    "formula",
                    value=fit.value * powers[-1],
                    bits=COST.formula + int_bits(start) + int_bits(a) + int_bits(b),
                    why=f"a(n) = ({polynomial([a, b])})^n·s(n), n from {start}; of s: {fit.why}",
                )
