"""Well-known sequences, from any of their terms on, times a number and plus another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import plus_in_words, written
from int2vec.arithmetic.known.register import well_known
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 4
KEY = 3  # differences that a sequence is looked up by
MAX_START = 48
MAX_CANDIDATES = 40

Key = tuple[int, ...]


def _key(terms: Terms) -> Key | None:
    """The first differences up to a common factor and sign; None where they are all 0."""
    differences = [b - a for a, b in pairwise(terms[: KEY + 1])]
    common = gcd(*differences)
    if not common:
        return None
    if next(d for d in differences if d) < 0:
        common = -common
    return tuple(d // common for d in differences)


@cache
def _index() -> dict[Key, list[tuple[int, int]]]:
    """Where in which sequence each run of differences begins, earliest places first."""
    found: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    for start in range(MAX_START):
        for rank, sequence in enumerate(well_known()):
            part = sequence.terms[start : start + KEY + 1]
            key = _key(part) if len(part) == KEY + 1 else None
            if key is not None and len(found[key]) < MAX_CANDIDATES:
                found[key].append((rank, start))
    return dict(found)


@rule(group="known", turn=10, depth=1, prepare=_index)
def catalog(terms: Terms, search: Search) -> Iterator[Fit]:
    """Sequences s of the catalog with a·s(n + k) + b equal to all the terms."""
    n = len(terms)
    key = _key(terms) if n >= MIN_TERMS else None
    if key is None:
        return
    search.spend(4)
    for rank, start in _index().get(key, ()):
        sequence = well_known()[rank]
        part = sequence.terms[start : start + n + 1]
        if len(part) <= n:
            continue
        at = next(i for i in range(KEY) if part[i + 1] != part[i])
        factor = Fraction(terms[at + 1] - terms[at], part[at + 1] - part[at])
        top, bottom = factor.numerator, factor.denominator
        shift = bottom * terms[0] - top * part[0]
        search.spend(1 + n // 16)
        if any(bottom * t - top * s != shift for t, s in zip(terms, part, strict=False)):
            continue
        value, rest = divmod(top * part[n] + shift, bottom)
        if rest:
            continue
        bits = COST.catalog_name + COST.catalog_start * int_bits(start)
        words = f"A{sequence.a_number:06d}, {sequence.name}"
        words += f", from term {start + 1} on" if start else ""
        if factor != 1 or shift:
            bits += COST.catalog_affine + ratio_bits(top, bottom) + ratio_bits(shift, bottom)
            times = "" if factor == 1 else f"{written(factor)} times "
            words = f"{times}s(n){plus_in_words(Fraction(shift, bottom))}, where s is {words}"
        checked = n - (3 if shift else 2)
        yield Fit(kind="catalog", value=value, bits=bits, why=words, checked=checked)
