"""What a set may be, by name: a property, a known sequence, or a stretch of the integers.

Every hypothesis that holds all members is weighed by the size principle (Tenenbaum's number game):
of two sets that hold them the smaller is the likelier, the more so the more members there are.
A candidate's probability is the weight of the hypotheses that hold it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from int2vec.arithmetic import PROPERTIES
from int2vec.arithmetic.known.register import rising_sequences
from int2vec.arithmetic.properties import property_table
from int2vec.predict.expand.properties import common_properties, density, integers_near, prior

MOST = 10**6  # integers that hypotheses are about
LEAST_MEMBERS = 3
PROPERTY, SEQUENCE, STRETCH, NOTHING = 0.5, 0.4, 0.002, 0.1  # prior weight of each kind
COUNTED = 4_000  # up to here the members of a property are counted, beyond estimated
NEAR = 2  # members within half of the largest are near one another
DULL = 200  # ranks of fame after which a sequence weighs half as much
REACH = 2  # times the largest member: how far a set is counted
LEAST_LISTED = 3  # members of a hypothesis, where it has fewer up to there


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A set in words, its weight, and which integers it holds."""

    words: str
    weight: float
    holds: Callable[[int], bool]
    members: frozenset[int] = frozenset()  # where they are listed


def hypotheses(seeds: Sequence[int]) -> list[Hypothesis]:
    """The sets that hold all the seeds, the likeliest first, with weights that add up to one.

    >>> hypotheses([8, 27, 125])[0].words
    'is the cube of a prime'
    >>> hypotheses([16, 23, 19, 20])[0].words
    'lies near 16 to 23'
    """
    if len(seeds) < LEAST_MEMBERS or min(seeds) < 0 or max(seeds) > MOST:
        return []
    reach = REACH * max(seeds) + 20
    nothing = log(NOTHING) - _power(seeds) * log(reach)
    found = [*_properties(seeds, reach), *_sequences(seeds, reach), *_stretches(seeds)]
    top = max([nothing, *(one.weight for one in found)])
    total = exp(nothing - top) + sum(exp(one.weight - top) for one in found)
    shares = [replace(one, weight=exp(one.weight - top) / total) for one in found]
    return sorted(shares, key=lambda one: -one.weight)


def _power(seeds: Sequence[int]) -> int:
    """How often the size counts: people do not pick the members blindly, so not for each."""
    return min(len(seeds), LEAST_MEMBERS)


def membership(found: Sequence[Hypothesis], value: int) -> float:
    """The probability that a value belongs to the set."""
    return sum(one.weight for one in found if one.holds(value))


def _properties(seeds: Sequence[int], reach: int) -> Iterator[Hypothesis]:
    names = common_properties(seeds)
    if not names:
        return
    if reach <= COUNTED:
        sizes = property_table(names, range(reach + 1)).sum(axis=1)
    else:
        sizes = reach * density(property_table(names, integers_near(max(seeds))))
    for name, count in zip(names, sizes.tolist(), strict=True):
        size = max(count, LEAST_LISTED)
        weight = log(PROPERTY * prior()[name]) - _power(seeds) * log(size)
        yield Hypothesis(PROPERTIES[name].words, weight, PROPERTIES[name].holds)


def _sequences(seeds: Sequence[int], reach: int) -> Iterator[Hypothesis]:
    known = rising_sequences()
    total = sum(1 / (1 + rank / DULL) for rank in range(len(known)))
    for rank, (sequence, members) in enumerate(known):
        if members.issuperset(seeds):
            size = max(sum(m <= reach for m in members), LEAST_LISTED)
            weight = log(SEQUENCE / (1 + rank / DULL) / total) - _power(seeds) * log(size)
            yield Hypothesis(f"in {sequence.label}", weight, members.__contains__, members)


def _stretches(seeds: Sequence[int]) -> Iterator[Hypothesis]:
    """The integers from a little below the smallest to a little above the largest."""
    low, high = min(seeds), max(seeds)
    span = high - low + 1
    if NEAR * span > high:
        return
    for wider in (0, max(span // 4, 1), max(span // 2, 2)):
        around = range(max(low - wider, 0), high + wider + 1)
        size = len(around)
        weight = log(STRETCH / 3) - _power(seeds) * log(max(size, LEAST_LISTED))
        yield Hypothesis(
            f"lies near {low} to {high}", weight, around.__contains__, frozenset(around)
        )
