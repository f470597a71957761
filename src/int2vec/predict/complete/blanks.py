"""Terms that are missing anywhere: 1, 4, ?, 16 and ?, 5, 8, 13.

What can stand in the blanks is taken from sequences that hold the other terms, from what rules
say forwards and backwards, from curves through the others, and from trying; the filled terms are
then weighed by how short a rule explains them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise, takewhile
from math import log2, prod

from int2vec.arithmetic.costs import COST, fame_bits
from int2vec.arithmetic.properties import is_late, within
from int2vec.errors import InputError
from int2vec.predict.complete.citations import citation_of, known_with
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.rules.fit import terms_bits
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.matches import find_places

Pattern = Sequence[int | None]
Told = tuple[tuple[int, ...], float, str]  # what stands in the blanks, the bits it saves, why

MOST_BLANKS = 5
MOST_TERMS = 60
MOST_DEGREE = 3
TRIED = 60  # values between the neighbors of a single blank
GUESSES = 4  # of rules on either side of the blanks
SECONDS = 0.5  # of work on what may stand in the blanks, the likeliest first
MOST_PLACES = 2_000
PARTS = 4  # more terms than this may be two sequences dealt out in turn
KNOWN_STARTS = 40
SPEAKS, OF_SEVERAL = 0.6, 0.3  # how much a bit that is saved speaks for one blank, for several
SURE = 0.98  # of a blank, at the most: some sequences do not keep to the rule they start with
NOTHING = 3.0  # bits: what "something else" is worth
IN_A_SEQUENCE = 4.0  # bits that a sequence of the corpus costs more than one known by name


@dataclass(frozen=True, kw_only=True)
class Filling:
    """What stands in the blanks, in their order, and why."""

    values: tuple[int, ...]
    probability: float
    why: str


def fill(pattern: Pattern, k: int = 5, index: Index | None = None) -> list[Filling]:
    """The likeliest ways to fill the blanks, which are None, best first.

    >>> fill([1, 4, None, 16, 25])[0].values
    (9,)
    """
    blanks = [i for i, term in enumerate(pattern) if term is None]
    given = [term for term in pattern if term is not None]
    if not blanks or len(blanks) > MOST_BLANKS or len(given) < 2 or len(pattern) > MOST_TERMS:
        raise InputError(
            f"{len(blanks)} of {len(pattern)} terms are '?'; give 1 to {MOST_BLANKS} of them, "
            f"two integers or more and at most {MOST_TERMS} terms"
        )
    rules = RulesCompleter()
    told = [*_known(pattern), *(_in_corpus(pattern, index) if index else ())]
    with within(SECONDS):
        told += [
            (values, best.evidence["saved"] - terms_bits(values), best.why)
            for values in _in_time(chain((values for values, *_ in told), _guesses(pattern, rules)))
            for best in rules.complete(_filled(pattern, values), 1)
        ]
    told.sort(key=lambda one: -one[1])
    found = {values: (saved, why) for values, saved, why in reversed(told)}  # the best is kept
    most = max(NOTHING, told[0][1] if told else NOTHING)
    speaks = SPEAKS if len(blanks) == 1 else OF_SEVERAL
    weights = {values: 2 ** (speaks * (saved - most)) for values, (saved, _) in found.items()}
    total = (2 ** (speaks * (NOTHING - most)) + sum(weights.values())) / SURE ** len(blanks)
    return [
        Filling(values=values, probability=weights[values] / total, why=found[values][1])
        for values in sorted(found, key=lambda values: -weights[values])[:k]
    ]


def _in_time(guesses: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Each guess once, while there is time to try it."""
    tried = set[tuple[int, ...]]()
    for values in takewhile(lambda _: not is_late(), guesses):
        if values not in tried:
            tried.add(values)
            yield values


def _filled(pattern: Pattern, values: tuple[int, ...]) -> list[int]:
    left = iter(values)
    return [next(left) if term is None else term for term in pattern]


def _bits(pattern: Pattern, rank: int) -> float:
    """What a sequence saves that holds all the terms that are given, by its rank of fame."""
    given = [term for term in pattern if term is not None]
    return terms_bits(given) - COST.catalog_fame - fame_bits(rank)


def _known(pattern: Pattern) -> Iterator[Told]:
    """Known sequences that agree with all the terms that are given."""
    for rank, known, start in known_with(pattern, KNOWN_STARTS):
        values = tuple(known.terms[start + i] for i, t in enumerate(pattern) if t is None)
        words = known.label + (f", from term {start + 1} on" if start else "")
        yield values, _bits(pattern, rank) - COST.catalog_start * log2(1 + start), words


def _in_corpus(pattern: Pattern, index: Index) -> Iterator[Told]:
    """What stands in the blanks in sequences of the corpus."""
    places = find_places(index, pattern)
    if not 0 < len(places) <= MOST_PLACES:
        return
    blanks = [i for i, term in enumerate(pattern) if term is None]
    counted = Counter(tuple(index.integer(place + i) for i in blanks) for place in places.tolist())
    for values, count in counted.most_common(GUESSES):
        *before, last = _filled(pattern, values)
        citation = citation_of(index, before, last)
        if citation is not None:
            bits = _bits(pattern, min(citation.rank, 10**6)) - IN_A_SEQUENCE
            named = f"{citation.label} ({citation.name})" if citation.name else citation.label
            why = f"the terms stand in {named} from its term {citation.position + 1} on"
            yield values, bits + log2(count / len(places)), why


def _guesses(pattern: Pattern, rules: RulesCompleter) -> Iterator[tuple[int, ...]]:
    """What may stand in the blanks: rules from either side, curves, and values in between."""
    yield from _from_one_side(pattern, rules)
    for values in _from_one_side(pattern[::-1], rules):
        yield values[::-1]
    blanks = [i for i, term in enumerate(pattern) if term is None]
    given = [(i, term) for i, term in enumerate(pattern) if term is not None]
    degrees = range(1, min(MOST_DEGREE + 1, len(given)))
    curves = [[_on_curve(given[: degree + 1], i) for i in blanks] for degree in degrees]
    for (i, a), (j, b) in pairwise(given):
        if j == i + 1 and a and b and b % a == 0:
            curves.append([a * Fraction(b, a) ** (blank - i) for blank in blanks])
            break
    for curve in curves:
        if all(value.denominator == 1 for value in curve):
            yield tuple(map(int, curve))
    if len(blanks) == 1:
        (blank,) = blanks
        beside = [term for term in pattern[max(blank - 1, 0) : blank + 2] if term is not None]
        if max(beside) - min(beside) <= TRIED:
            yield from ((value,) for value in range(min(beside), max(beside) + 1))
        half = pattern[blank % 2 :: 2]  # the terms may be two sequences dealt out in turn
        if len(pattern) > PARTS and len(half) > 2:
            yield from _guesses(half, rules)


def _from_one_side(pattern: Pattern, rules: RulesCompleter) -> Iterator[tuple[int, ...]]:
    """What rules of the terms before the first blank say, blank by blank."""
    before = [term for term in takewhile(lambda t: t is not None, pattern) if term is not None]
    for guess in rules.complete(before, GUESSES) if len(before) >= 2 else ():
        terms = [*before, guess.value]
        for term in pattern[len(terms) :]:
            terms += [p.value for p in rules.complete(terms, 1)] if term is None else [term]
        if len(terms) == len(pattern):
            yield tuple(t for t, given in zip(terms, pattern, strict=True) if given is None)


def _on_curve(points: Sequence[tuple[int, int]], x: int) -> Fraction:
    """The value at x of the polynomial through some points, after Lagrange."""
    value = Fraction(0)
    for i, y in points:
        value += prod((Fraction(x - j, i - j) for j, _ in points if j != i), start=Fraction(y))
    return value
