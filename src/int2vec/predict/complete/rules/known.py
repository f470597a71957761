"""Sequences with a name: runs of the famous ones, any up to factor and shift."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd, log2

from int2vec.arithmetic.costs import COST, fame_bits, int_bits, lowest, ratio_bits
from int2vec.arithmetic.formulas import plus_in_words, written
from int2vec.arithmetic.known.register import everything_known, famous
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, rule

MIN_FAMOUS_TERMS = 3
BY_FEW_TERMS = 8  # the first few are known by three terms, the others by four
MIN_TERMS = 4
KEY = 3  # differences that a sequence is looked up by
MAX_START = 48
MAX_EARLY_START = 3  # of three terms, which are soon found further on
MAX_CANDIDATES = 40

Key = tuple[int, ...]
Places = tuple[tuple[int, int], ...]  # (which sequence, which of its terms)


def _settled(places: dict[Key, list[tuple[int, int]]]) -> dict[Key, Places]:
    """The same in tuples, which are left alone when Python looks for garbage: there are many."""
    return {key: tuple(found) for key, found in places.items()}


@cache
def _famous_places() -> dict[Key, Places]:
    places: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    for rank, (_, terms) in enumerate(famous()):
        for at, pair in enumerate(pairwise(terms)):
            places[pair].append((rank, at))
    return _settled(places)


@rule(group="known", turn=4, depth=0, prepare=_famous_places)
def famous_sequence(terms: Terms, search: Search) -> Iterator[Fit]:
    """Runs of a famous sequence, upwards or downwards."""
    n = len(terms)
    if n < MIN_FAMOUS_TERMS:
        return
    few = COST.known_by_few_terms if n == MIN_FAMOUS_TERMS else 0.0
    few += COST.known_few_inside if few and search.depth < TOP else 0.0
    for step, run in ((1, tuple(terms)), (-1, tuple(reversed(terms)))):
        for rank, at in _famous_places().get((run[0], run[1]), ()):
            name, members = famous()[rank]
            place = at + n if step > 0 else at - 1
            if (few and rank >= BY_FEW_TERMS) or members[at : at + n] != run:
                continue
            if not 0 <= place < len(members) or (step < 0 and [*run] != sorted(run)):
                continue
            if step > 0:
                start = f", from {written(terms[0])} on" if at else ""
                why = f"these are the {name} in order{start}"
                bits = COST.known + (COST.known_start * log2(2 + at) if at else 0.0)
                # What goes up and down holds whatever few terms somewhere.
                bits += COST.known_by_few_terms * (at > 0 and [*members] != sorted(members))
            else:
                why = f"these are the {name} downwards, from {written(terms[0])}"
                bits = COST.known_backwards + int_bits(at + n - 1)
            bits += COST.known_rank * rank + few
            yield Fit(kind="known", value=members[place], bits=bits, why=why, checked=n - 1)


def _key(steps: list[int]) -> Key | None:
    """Differences up to a common factor and sign; None where they are all 0."""
    common = gcd(*steps)
    if not common:
        return None
    if (steps[0] or next(filter(None, steps))) < 0:
        common = -common
    return tuple(steps) if common == 1 else tuple([step // common for step in steps])


@cache
def _catalog_places() -> dict[Key, Places]:
    """Where in which sequence each run of differences begins, earliest places first."""
    found: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    every = [differences(sequence.terms[: MAX_START + KEY]) for sequence in everything_known()]
    for start in range(MAX_START):
        for rank, steps in enumerate(every):
            part = steps[start : start + KEY]
            key = _key(part) if len(part) == KEY else None
            if key is not None and len(places := found[key]) < MAX_CANDIDATES:
                places.append((rank, start))
    return _settled(found)


@cache
def _early_places() -> dict[Key, Places]:
    """Where three terms stand as they are near the beginning of a sequence."""
    found: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    for start in range(MAX_EARLY_START):
        for rank, sequence in enumerate(everything_known()):
            found[tuple(sequence.terms[start : start + KEY])].append((rank, start))
    return _settled(found)


def begins_known(terms: Terms) -> bool:
    """Whether a known sequence begins with the terms, three or more.

    >>> begins_known([0, 1, 1, 2, 3, 5]), begins_known([3, 5, 80])
    (True, False)
    """
    places = _early_places().get(tuple(terms[:KEY]), ())
    every, given = everything_known(), list(terms)
    return any(not start and every[i].terms[: len(given)] == given for i, start in places)


def _places(terms: Terms) -> Places:
    key = _key(differences(terms[: KEY + 1])) if len(terms) >= MIN_TERMS else None
    if key is not None:
        return _catalog_places().get(key, ())
    return _early_places().get(tuple(terms[:KEY]), ())


@rule(group="known", turn=10, depth=1, prepare=_catalog_places)
def catalog_sequence(terms: Terms, search: Search) -> Iterator[Fit]:
    """Known sequences s with a·s(n + k) + b equal to all the terms."""
    n = len(terms)
    inside = search.depth < TOP
    if n < (MIN_TERMS if inside else MIN_FAMOUS_TERMS):
        return
    search.spend(4)
    # The first step that is not 0 is theirs too: they are looked up by their steps.
    at, ours = next(((i, b - a) for i, (a, b) in enumerate(pairwise(terms)) if a != b), (0, 0))
    whole, every = terms[-1] - terms[0], everything_known()
    for rank, start in _places(terms) if ours else ():
        sequence = every[rank]
        known = sequence.terms
        if start + n >= len(known):
            continue
        search.spend(1 + n // 16)
        theirs = known[start + at + 1] - known[start + at]
        if not theirs or whole * theirs != (known[start + n - 1] - known[start]) * ours:
            continue
        part = known[start : start + n + 1]
        top, bottom = lowest(ours, theirs)
        shift = bottom * terms[0] - top * part[0]
        if any(bottom * t - top * s != shift for t, s in zip(terms, part, strict=False)):
            continue
        value, rest = divmod(top * part[n] + shift, bottom)
        if rest or (inside and sequence.remembered):
            continue
        skipped = len({*known[:start]} - {0, 1})  # leading zeros and ones go unsaid
        bits = COST.catalog_start * int_bits(skipped) + COST.catalog_skipped * (start > 0)
        scaled = top != bottom
        bits += COST.catalog_name if inside or scaled or shift else COST.catalog_fame
        bits += COST.catalog_obscure * fame_bits(rank)
        words = sequence.label + (f", from term {start + 1} on" if start else "")
        if scaled or shift:
            bits += COST.catalog_affine + ratio_bits(top, bottom) + ratio_bits(shift, bottom)
            times = f"{written(Fraction(top, bottom))} times " if scaled else ""
            words = f"{times}s(n){plus_in_words(Fraction(shift, bottom))}, where s is {words}"
        checked = n - (3 if shift else 2)
        yield Fit(kind="catalog", value=value, bits=bits, why=words, checked=checked)
