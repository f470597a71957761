"""Well-known sequences, from any of their terms on, times a number and plus another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import gcd

from int2vec.arithmetic.known.register import well_known
from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    ratio_bits,
    rule,
)

MIN_TERMS = 4
KEY = 3  # differences that a sequence is looked up by
MAX_START = 48
MAX_CANDIDATES = 40
NAME_BITS = 9.0

Key = tuple[int, ...]


def _key(differences: list[int]) -> Key | None:
    """The differences up to a common factor and sign; None where they are all 0."""
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
            if len(part) == KEY + 1:
                key = _key([b - a for a, b in pairwise(part)])
                if key is not None and len(found[key]) < MAX_CANDIDATES:
                    found[key].append((rank, start))
    return dict(found)


@rule(group="known", turn=10, depth=1, prepare=_index)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Sequences s of the catalogue with a·s(n + k) + b equal to all the terms."""
    n = len(terms)
    if n < MIN_TERMS:
        return
    key = _key([b - a for a, b in pairwise(terms[: KEY + 1])])
    if key is None:
        return
    search.spend(4)
    for rank, start in _index().get(key, ()):
        sequence = well_known()[rank]
        part = sequence.terms[start : start + n + 1]
        if len(part) <= n:
            continue
        at = next(i for i in range(KEY) if part[i + 1] != part[i])
        top, bottom = terms[at + 1] - terms[at], part[at + 1] - part[at]
        common = gcd(top, bottom) if bottom > 0 else -gcd(top, bottom)
        top, bottom = top // common, bottom // common
        shift = bottom * terms[0] - top * part[0]
        search.spend(1 + n // 16)
        if any(bottom * t - top * s != shift for t, s in zip(terms, part, strict=False)):
            continue
        value, rest = divmod(top * part[n] + shift, bottom)
        if not rest:
            yield _fit(sequence.a_number, sequence.name, (top, bottom, shift), start, n, value)


def _fit(
    a_number: int, name: str, change: tuple[int, int, int], start: int, n: int, value: int
) -> Fit:
    top, bottom, shift = change
    plain = (top, bottom, shift) == (1, 1, 0)
    bits = NAME_BITS + 1.5 * int_bits(start)
    words = f"A{a_number:06d}, {name}" + (f", from term {start + 1} on" if start else "")
    if not plain:
        bits += 5 + ratio_bits(top, bottom) + ratio_bits(shift, bottom)
        factor = digits_of(top) + (f"/{digits_of(bottom)}" if bottom > 1 else "")
        times = "" if (top, bottom) == (1, 1) else f"{factor} times "
        amount = digits_of(abs(shift)) + (f"/{digits_of(bottom)}" if bottom > 1 else "")
        plus = "" if not shift else f" {'plus' if shift > 0 else 'minus'} {amount}"
        words = f"{times}s(n){plus}, where s is {words}"
    checked = n - (2 if plain else 3 if shift else 2)
    return Fit(kind="catalogue", value=value, bits=bits, why=words, checked=checked)
