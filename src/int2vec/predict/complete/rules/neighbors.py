"""Sequences hidden in the terms: differences, quotients, sums, products, runs, digits backwards.

Each is solved as a sequence of its own, and its next term brought back to the terms.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from math import gcd, lcm

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.sums import differences, neighbor_sums
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, rule

KEEP = 3  # fits of the inner sequence that are carried outwards
KIND_PARTS = 3  # of a kind such as 'differences/quotients/arithmetic'
MIN_TERMS, MIN_PARTS = 4, 3
MOST_OVER_LARGEST = 12  # times the largest term that is divided by 1, 2, 3
LONG = 12  # terms from which on sums and products of neighbors are not looked into deeply
MAX_DENOMINATOR = 12
MAX_SIGN_CYCLE = 4
MIN_RUNS = 4
MOST_RUNS = 0.8  # of the number of terms

# Kind, words, price, the terms that are solved, and the way back from the next of them.
View = tuple[str, str, float, list[int], Callable[[int], int | Fraction | None]]


@rule(group="neighbors", turn=50, depth=1)
def inside(terms: Terms, search: Search) -> Iterator[Fit]:
    """Solve what hides in the terms, and bring its next term back."""
    views = [*_views(terms)] if len(terms) >= MIN_TERMS else []
    if search.depth == TOP:
        views += [*_parts(terms), *(_far_views(terms) if views else ())]
    for kind, words, bits, inner, back in views:
        shallow = kind == "digits" or (kind in ("sums", "products") and len(terms) >= LONG)
        for fit in search.solve(inner, 0 if shallow else search.depth - 1)[:KEEP]:
            value = back(fit.value)
            if value is not None and value.denominator == 1:
                why = words.format(listing(inner), fit.why)
                yield fit.within(kind, value=int(value), bits=bits, why=why, parts=KIND_PARTS)


def _views(terms: Terms) -> Iterator[View]:
    last, first = terms[-1], int_bits(terms[0])
    words, price = "the differences are {}: {}", COST.differences + first
    yield "differences", words, price, differences(terms), last.__add__
    if 0 in terms:
        return
    parts = [a // b for a, b in pairwise(terms)]
    if set(parts) - {1, -1} and len(set(parts)) > 1 and all(a % b == 0 for a, b in pairwise(terms)):
        words = "each term is the previous divided by {}; of these: {}"
        price = COST.quotients + first
        yield "quotients", words, price, parts, lambda x: Fraction(last, x) if x else None
    scale = 1
    for a, b in pairwise(terms):
        scale = lcm(scale, a // gcd(a, b)) if scale <= MAX_DENOMINATOR else scale
    if scale <= MAX_DENOMINATOR:
        over = f", all over {scale}" if scale > 1 else ""
        words = f"each term is the previous times {{}}{over}; of these: {{}}"
        price = COST.quotients + first + (int_bits(scale) if scale > 1 else 0)
        factors = [b * scale // a for a, b in pairwise(terms)]
        yield "quotients", words, price, factors, lambda x: Fraction(last * x, scale)
    negative = [t < 0 for t in terms]
    cycles = range(2, min(MAX_SIGN_CYCLE, len(terms) // 2) + 1)
    cycle = next((c for c in cycles if negative[c:] == negative[:-c]), 0)
    if cycle and len(set(negative)) > 1:
        words = f"the signs go {' '.join('−' if minus else '+' for minus in negative[:cycle])}; "
        sign = -1 if negative[-cycle] else 1
        words, sizes = words + "without them {1}", [abs(t) for t in terms]
        yield "signs", words, COST.signs + cycle, sizes, lambda x: sign * x if x >= 0 else None


def _parts(terms: Terms) -> Iterator[View]:
    """What a whole is divided by: 36, 18, 12, 9 are 36 over 1, 2, 3, 4."""
    whole = lcm(*terms) if len(terms) >= MIN_PARTS and min(terms) > 0 else 0
    if 0 < max(terms) <= whole <= MOST_OVER_LARGEST * max(terms) and terms[0] > terms[-1]:
        divisors = [whole // t for t in terms]
        words, price = f"{whole} divided by {{}}; of these: {{}}", COST.parts + int_bits(whole)
        yield "parts", words, price, divisors, lambda x: Fraction(whole, x) if x else None


def _far_views(terms: Terms) -> Iterator[View]:
    """What is only looked for in the given terms themselves."""
    last, first = terms[-1], int_bits(terms[0])
    words, price = "the sums of neighbors are {}: {}", COST.neighbor_sums + first
    yield "sums", words, price, neighbor_sums(terms), lambda x: x - last
    if len(terms) > MIN_TERMS and 0 not in terms:
        products = [a * b for a, b in pairwise(terms)]
        words, price = "the products of neighbors are {}: {}", COST.neighbor_products + first
        yield "products", words, price, products, lambda x: Fraction(x, last)
    if min(terms) >= 0 and 10 <= max(terms) <= 10**18:
        turned = [reverse_digits(t) for t in terms]
        # 10 is no 1 backwards.
        if turned != list(terms) and not any(t > 9 and t % 10 == 0 for t in terms):
            words, price = "with their digits read backwards, {1}", COST.digits_backwards
            yield "digits", words, price, turned, _read_backwards


def _read_backwards(n: int) -> int | None:
    return reverse_digits(n) if n > 0 and n % 10 else None


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
        for fit in search.solve(numbers, 0)[:KEEP]:
            if fit.value >= 0:
                both = (texts[-1], str(fit.value))
                value = int("".join(both if words == "end" else reversed(both)))
                bits = COST.digits_written_on + int_bits(terms[0])
                each = numbers[:1] if fit.kind == "constant" else numbers
                why = f"each term is the previous with {listing(each)} written at its {words}"
                why += f"; of these: {fit.why}" * (each is numbers)
                grown_on = fit.within("digits", value=value, bits=bits, why=why)
                yield replace(grown_on, checked=fit.checked + 1)


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
            goes_on = lengths[-1] < length.value
            for value in search.solve(values, 1)[:2]:
                if value.checked < 1 or (value.value == values[-1] and not goes_on):
                    continue  # what follows a run is something else
                bits = COST.runs + length.bits + value.bits
                bits += int_bits(lengths[0]) if first else 0
                following = values[-1] if goes_on else value.value
                why = f"runs of {listing(values)}, of lengths {listing(lengths)}; "
                why += f"of the lengths: {length.why}; of the values: {value.why}"
                checked = length.checked + value.checked
                yield Fit(kind="runs", value=following, bits=bits, why=why, checked=checked)
