"""Runs of the few sequences that everybody knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from int2vec.arithmetic.known.register import famous
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, digits_of, int_bits, rule

FEW_TERMS_BITS = 3.0  # three terms are soon found in some sequence or other
FAMOUS = 8  # the first few are known by three terms, the others by four


@cache
def _starts() -> dict[tuple[int, int], list[tuple[int, int]]]:
    starts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for rank, (_, terms) in enumerate(famous()):
        for at in range(len(terms) - 1):
            starts[terms[at], terms[at + 1]].append((rank, at))
    return dict(starts)


@rule(group="known", turn=4, depth=0, prepare=_starts)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Runs of a well-known sequence, upwards or downwards."""
    n = len(terms)
    if n < 3:
        return
    for rank, at in _starts().get((terms[0], terms[1]), ()):
        name, members = famous()[rank]
        if n < 4 and rank >= FAMOUS:
            continue
        if at + n < len(members) and tuple(terms) == members[at : at + n]:
            why = f"these are the {name} in order"
            if at:
                why += f", from {digits_of(terms[0])} on"
            bits = 4 + rank / 4 + int_bits(at) + FEW_TERMS_BITS * (n < 4)
            yield Fit(kind="known", value=members[at + n], bits=bits, why=why, checked=n - 1)
    for rank, at in _starts().get((terms[-1], terms[-2]), ()):
        name, members = famous()[rank]
        if n < 4 and rank >= FAMOUS:
            continue
        if at >= 1 and tuple(reversed(terms)) == members[at : at + n]:
            why = f"these are the {name} downwards, from {digits_of(terms[0])}"
            bits = 5 + rank / 4 + int_bits(at + n - 1) + FEW_TERMS_BITS * (n < 4)
            yield Fit(kind="known", value=members[at - 1], bits=bits, why=why, checked=n - 1)
