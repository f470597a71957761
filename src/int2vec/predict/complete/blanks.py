"""Terms that are missing anywhere: 1, 4, ?, 16 and ?, 5, 8, 13.

What can stand in the blanks is taken from sequences that hold the other terms, from what rules
say forwards and backwards, from curves through the others, and from trying; the filled terms are
then weighed by how short a rule explains them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log2

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.known.register import everything_known, fame
from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.citations import citation_of
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.rules.fit import terms_bits
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.matches import find_places

Pattern = Sequence[int | None]

MOST_BLANKS = 5
MOST_TERMS = 60
MOST_DEGREE = 3
TRIED = 60  # values between the neighbours of a single blank
GUESSES = 4  # of rules on either side of the blanks
MOST_PLACES = 2_000
PARTS = 4  # more terms than this may be two sequences dealt out in turn
KNOWN_STARTS = 40
SPEAKS = 0.6  # how much a bit that is saved speaks for a filling: rules overlap
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
    found: dict[tuple[int, ...], tuple[float, str]] = {}
    sequences = [*_known(pattern), *(_in_corpus(pattern, index) if index else ())]
    for values, saved, why in sequences:
        if values not in found or saved > found[values][0]:
            found[values] = (saved, why)
    rules = RulesCompleter()
    for values in dict.fromkeys([*found, *_guesses(pattern, blanks, rules)]):
        explained = _explained(_filled(pattern, values), rules)
        if explained is not None:
            saved, why = explained[0] - terms_bits(values), explained[1]
            if values not in found or saved > found[values][0]:
                found[values] = (saved, why)
    return _ranked(found)[:k]


def _ranked(found: dict[tuple[int, ...], tuple[float, str]]) -> list[Filling]:
    """Every filling with its share of what all of them, and something else, are worth."""
    most = max([NOTHING, *(saved for saved, _ in found.values())])
    weights = {values: 2 ** (SPEAKS * (saved - most)) for values, (saved, _) in found.items()}
    total = 2 ** (SPEAKS * (NOTHING - most)) + sum(weights.values())
    ranked = sorted(found.items(), key=lambda item: -item[1][0])
    return [
        Filling(values=values, probability=weights[values] / total, why=why)
        for values, (_, why) in ranked
    ]


def _filled(pattern: Pattern, values: tuple[int, ...]) -> list[int]:
    left = iter(values)
    return [next(left) if term is None else term for term in pattern]


def _explained(terms: list[int], rules: RulesCompleter) -> tuple[float, str] | None:
    """What the shortest rule of all the terms saves, and its words."""
    best = next(iter(rules.complete(terms, 1)), None)
    return (best.evidence["saved"], best.why) if best is not None else None


def _known(pattern: Pattern) -> Iterator[tuple[tuple[int, ...], float, str]]:
    """Known sequences that agree with all the terms that are given."""
    at = [i for i, term in enumerate(pattern) if term is not None]
    bits = terms_bits([term for term in pattern if term is not None])
    for rank, sequence in enumerate(everything_known()):
        members = sequence.terms
        for start in range(min(KNOWN_STARTS, len(members) - len(pattern) + 1)):
            if all(members[start + i] == pattern[i] for i in at):
                values = tuple(members[start + i] for i, t in enumerate(pattern) if t is None)
                cost = COST.catalog_fame + log2(1 + rank / COST.catalog_famous)
                cost += COST.catalog_start * log2(1 + start)
                words = sequence.label + (f", from term {start + 1} on" if start else "")
                yield values, bits - cost, words


def _in_corpus(pattern: Pattern, index: Index) -> Iterator[tuple[tuple[int, ...], float, str]]:
    """What stands in the blanks in sequences of the corpus."""
    places = find_places(index, pattern)
    if not 0 < len(places) <= MOST_PLACES:
        return
    blanks = [i for i, term in enumerate(pattern) if term is None]
    counted = Counter(tuple(index.integer(place + i) for i in blanks) for place in places.tolist())
    bits = terms_bits([term for term in pattern if term is not None])
    for values, count in counted.most_common(GUESSES):
        *before, last = _filled(pattern, values)
        citation = citation_of(index, before, last)
        if citation is not None:
            rank = min(fame(int(citation.label.lstrip("A") or 0)), 10**6)
            cost = COST.catalog_fame + log2(1 + rank / COST.catalog_famous) + IN_A_SEQUENCE
            named = f"{citation.label} ({citation.name})" if citation.name else citation.label
            why = f"the terms stand in {named} from its term {citation.position + 1} on"
            yield values, bits - cost + log2(count / len(places)), why


def _guesses(
    pattern: Pattern, blanks: list[int], rules: RulesCompleter
) -> Iterator[tuple[int, ...]]:
    """What may stand in the blanks: rules from either side, curves, and values in between."""
    yield from _from_one_side(pattern, rules)
    for values in _from_one_side(pattern[::-1], rules):
        yield values[::-1]
    at = [i for i, term in enumerate(pattern) if term is not None]
    terms = [0 if term is None else term for term in pattern]
    for degree in range(1, MOST_DEGREE + 1):
        if len(at) > degree:
            curve = [_on_curve(at[: degree + 1], terms, i) for i in blanks]
            if all(value.denominator == 1 for value in curve):
                yield tuple(map(int, curve))
    for i, j in pairwise(at):
        if j == i + 1 and terms[i] and not terms[j] % terms[i]:
            ratio = Fraction(terms[j], terms[i])
            powers = [terms[i] * ratio ** (b - i) for b in blanks] if ratio else []
            if all(value.denominator == 1 for value in powers) and powers:
                yield tuple(map(int, powers))
            break
    if len(blanks) == 1:
        yield from ((value,) for value in _between(pattern, blanks[0]))
        if len(pattern) > PARTS and sum(t is not None for t in pattern[blanks[0] % 2 :: 2]) > 1:
            yield from _guesses(pattern[blanks[0] % 2 :: 2], [blanks[0] // 2], rules)


def _from_one_side(pattern: Pattern, rules: RulesCompleter) -> Iterator[tuple[int, ...]]:
    """What rules of the terms before the first blank say, blank by blank."""
    first = next(i for i, term in enumerate(pattern) if term is None)
    before = [term for term in pattern[:first] if term is not None]
    for guess in rules.complete(before, GUESSES) if len(before) >= 2 else ():
        terms, values = [*before, guess.value], [guess.value]
        for term in pattern[first + 1 :]:
            following: list[Prediction] = [] if term is not None else rules.complete(terms, 1)
            if term is None and not following:
                break
            value = following[0].value if following else term
            assert value is not None
            terms.append(value)
            if term is None:
                values.append(value)
        else:
            yield tuple(values)


def _between(pattern: Pattern, blank: int) -> range:
    """Whole numbers between the neighbours of a blank, where they are not too many."""
    beside = (*pattern[max(blank - 1, 0) : blank], *pattern[blank + 1 : blank + 2])
    near = [term for term in beside if term is not None]
    steps = [abs(b - a) for a, b in pairwise([t for t in pattern if t is not None])]
    room = max(steps, default=1)
    low, high = (min(near), max(near)) if len(near) == 2 else (near[0] - room, near[0] + room)
    return range(low, high + 1) if high - low <= TRIED else range(0)


def _on_curve(through: Sequence[int], terms: list[int], x: int) -> Fraction:
    """The value at x of the polynomial through some terms, after Lagrange."""
    total = Fraction(0)
    for i in through:
        part = Fraction(terms[i])
        for j in through:
            if j != i:
                part *= Fraction(x - j, i - j)
        total += part
    return total
