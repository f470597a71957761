"""What a set may be, by name: a property or two, a known sequence, or a stretch of the integers.

Every hypothesis holds all members and is weighed by the size principle (Tenenbaum's number game):
of two sets that hold them the smaller is the likelier, the more so the more members there are.
A candidate's probability is the weight of the hypotheses that hold it. Well-known properties are
likelier before any member is seen than remainders by 11.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, inf, log, log2
from random import Random
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.about import not_implied
from int2vec.arithmetic.divisors import divisors
from int2vec.arithmetic.known.register import rising_sequences
from int2vec.arithmetic.properties import LONG, PROPERTIES, is_late, property_table
from int2vec.files import toml_beside

TUNED = SimpleNamespace(**toml_beside(__file__, "tuned.toml"))
_PRIORS = toml_beside(__file__, "priors.toml")
_LEAST_SHARE = 1e-3  # less likely hypotheses are left out
_WIDEST = 10**300  # past the largest float all sizes are as good as one another
_SAMPLES = {1 << 15: 4000, 10**100: 150, inf: 40}  # tested up to there, the larger the slower
_TRIED = range(1, 4096)  # where one property is found to imply another
_FACTORED = 10**12
_BY_FACTORS = {name for name, p in PROPERTIES.items() if p.family in ("factorisation", "divisors")}
_BY_FACTORS |= {"smith", "two-squares", "loeschian"}
_WEIGHTS = {
    name: _PRIORS["well-known"].get(name, _PRIORS["families"].get(found.family, 1.0))
    for name, found in PROPERTIES.items()
}
_PRIOR = {name: weight / sum(_WEIGHTS.values()) for name, weight in _WEIGHTS.items()}


@dataclass(frozen=True, eq=False, kw_only=True)
class Hypothesis:
    """A set in words that holds all seeds, with its probability before they were seen."""

    words: str
    prior: float
    size: float  # members up to twice the largest seed
    names: tuple[str, ...] = ()  # of its properties: one, or two that must both hold
    members: frozenset[int] = frozenset()  # where it has none: they are listed


@dataclass(frozen=True, kw_only=True)
class SharedProperty:
    """A property that all the members have.

    `bits` is its surprise: how unlikely it is that integers of these sizes have it by chance,
    less what trying every property of the catalog costs (the bits of its prior probability);
    `density` is the share of integers that have it.
    """

    name: str
    words: str
    bits: float
    density: float


def reach(seeds: Sequence[int]) -> float:
    """How far a set is counted: up to about twice the largest seed."""
    return float(min(2 * max(map(abs, seeds)) + 20, _WIDEST))


def hypotheses(seeds: Sequence[int]) -> list[Hypothesis]:
    """The sets with a name that hold all the seeds."""
    return [*_properties(seeds), *_sequences(seeds), *_listed(seeds)]


def posterior(found: Sequence[Hypothesis], seeds: Sequence[int]) -> list[tuple[float, Hypothesis]]:
    """Each hypothesis with its probability given the seeds, the likeliest first.

    >>> posterior(hypotheses([8, 27, 125]), [8, 27, 125])[0][1].words
    'is the cube of a prime'
    """
    pairs = zip(found, in_a_row(found, seeds), strict=True)
    logs = [_log_weight(one.prior, one.size, seeds, row) for one, row in pairs]
    nothing = _log_weight(TUNED.nothing, reach(seeds), seeds)
    top = max([nothing, *logs])
    total = sum(exp(each - top) for each in (nothing, *logs))
    shares = [(exp(each - top) / total, one) for each, one in zip(logs, found, strict=True)]
    return sorted((pair for pair in shares if pair[0] >= _LEAST_SHARE), key=lambda pair: -pair[0])


def in_a_row(found: Sequence[Hypothesis], seeds: Sequence[int]) -> list[bool]:
    """Of which hypotheses the seeds, given as they rise, are all from the first to the last."""
    low, high = min(seeds), max(seeds)
    if high - low > TUNED.counted or list(seeds) != sorted(seeds):
        return [False] * len(found)
    held = holding(found, range(low, high + 1)).sum(axis=1)
    return [each == len(seeds) <= high - low for each in held]


def holding(found: Sequence[Hypothesis], integers: Sequence[int]) -> NDArray[np.bool_]:
    """Which hypotheses hold which integers: (hypotheses, integers)."""
    names = list(dict.fromkeys(name for one in found for name in one.names))
    table = dict(zip(names, property_table(names, integers), strict=True))
    held = np.zeros((len(found), len(integers)), bool)
    for row, one in zip(held, found, strict=True):
        by_name = [table[name] for name in one.names] or [[n in one.members for n in integers]]
        row[:] = np.logical_and.reduce(by_name)
    return held


def _log_weight(chance: float, size: float, seeds: Sequence[int], row: bool = False) -> float:
    """Members taken blindly are one choice in size to the power of their number, or in a row."""
    picked = min(len(seeds), TUNED.most_counted) * log(max(size, TUNED.least_listed))
    together = log(max(size, TUNED.least_listed) / TUNED.in_a_row) if row else picked
    return log(chance) - float(min(picked, together))


def shared_properties(found: Sequence[Hypothesis], seeds: Sequence[int]) -> list[SharedProperty]:
    """The properties among the hypotheses, most surprising first; what follows is left out.

    >>> shared_properties(hypotheses([73, 97, 83]), [73, 97, 83])[0].words
    'is prime'
    """
    shared = []
    for one in found:
        density = one.size / reach(seeds)
        bits = log2(one.prior / TUNED.property) - len(seeds) * log2(density)
        if len(one.names) == 1 and bits > 0:
            name, words = one.names[0], one.words
            shared.append(SharedProperty(name=name, words=words, bits=bits, density=density))
    shared.sort(key=lambda one: (-one.bits, one.name))
    held = property_table([one.name for one in shared], _TRIED)
    return [shared[i] for i in not_implied(held)[: TUNED.most_shared]]


def _properties(seeds: Sequence[int]) -> Iterator[Hypothesis]:
    """Properties that all seeds have, alone and in pairs that say more than either."""
    names, far = common_properties(seeds), reach(seeds)
    counted = min(seeds) >= 0 and far <= TUNED.counted
    window = range(int(far)) if counted else _sample_near(max(seeds, key=abs))
    table = property_table(names, window)  # (properties, window)
    if not names or is_late():
        return

    def made(rows: list[int]) -> Hypothesis:
        held, chosen = table[rows].all(axis=0), tuple(names[i] for i in rows)
        return Hypothesis(
            words=" and ".join(PROPERTIES[name].words for name in chosen),
            prior=TUNED.property * float(np.prod([_PRIOR[name] for name in chosen])),
            size=float(held.sum() if counted else far * (held.sum() + 0.5) / (len(window) + 1)),
            names=chosen,
        )

    singles = [made([i]) for i in range(len(names))]
    yield from singles
    weights = [_log_weight(one.prior, one.size, seeds) for one in singles]
    best = np.argsort(weights)[::-1][: TUNED.paired].tolist()
    for i, j in combinations(best, 2):
        both, least = (table[i] & table[j]).sum(), table[[i, j]].sum(axis=1).min()
        if both < 0.8 * least:
            yield made([i, j])


def common_properties(seeds: Sequence[int]) -> list[str]:
    """The names of the properties that all seeds have, in the order of the catalog."""
    names = list(PROPERTIES)
    if max(abs(n) for n in seeds) > _FACTORED:  # the many neighbors of each would take minutes
        names = [name for name in names if name not in _BY_FACTORS]
    # A few seeds at a time, short ones first: little is left to be tested on long and many ones.
    ordered = sorted(seeds, key=abs)
    while ordered and names:
        some = ordered[: 8 if abs(ordered[0]) < LONG else 1]
        held = property_table(names, some).all(axis=1)  # (properties,)
        names, ordered = [names[i] for i in np.flatnonzero(held)], ordered[len(some) :]
    return [] if is_late() else names


def _sample_near(n: int) -> list[int]:
    """Integers between half of n and twice n, the same ones each time."""
    low, high = abs(n) // 2, 2 * abs(n) + 20
    draw = Random(abs(n))
    room = next(room for top, room in _SAMPLES.items() if high < top)
    return [draw.randrange(low, high) * (1 if n >= 0 else -1) for _ in range(room)]


def _sequences(seeds: Sequence[int]) -> Iterator[Hypothesis]:
    known, far = rising_sequences(), reach(seeds)
    total = sum(1 / (1 + rank / TUNED.dull) for rank in range(len(known)))
    for rank, (sequence, members) in enumerate(known):
        # One that repeats all integers in turn is a stretch of them.
        if members.issuperset(seeds) and len(members) <= max(members) - min(members):
            chance = TUNED.sequence / (1 + rank / TUNED.dull) / total
            words, size = f"in {sequence.label}", sum(m <= far for m in members)
            yield Hypothesis(words=words, prior=chance, size=size, members=members)


def _listed(seeds: Sequence[int]) -> Iterator[Hypothesis]:
    """What goes on in the seeds' equal steps, what lies around them, what divides the largest."""
    low, high, n = min(seeds), max(seeds), len(seeds)
    step, span = (high - low) // max(n - 1, 1), high - low + 1
    if n >= TUNED.most_counted and sorted(seeds) == list(range(low, high + 1, step)):
        first = max(low - 3 * step, low % step) if low >= 0 else low - 3 * step
        going = frozenset(range(first, high + TUNED.going_on * step + 1, step))
        multiples = step > 1 and low % step == 0
        words = f"is divisible by {step}" if multiples else f"goes on in steps of {step}"
        size = n + 3 + (low - first) // step
        yield Hypothesis(words=words, prior=TUNED.progression, size=size, members=going)
    if TUNED.near * span <= high <= TUNED.largest_near and n >= TUNED.most_counted:
        for wider in (0, max(span // 4, 1), max(span // 2, 2)):
            around = frozenset(range(max(low - wider, 0), high + wider + 1))
            words, size = f"lies near {low} to {high}", len(around)
            yield Hypothesis(words=words, prior=TUNED.stretch / 3, size=size, members=around)
    if low > 0 and high < _FACTORED and not any(high % seed for seed in seeds):
        members, words = frozenset(divisors(high) or ()), f"divides {high}"
        yield Hypothesis(words=words, prior=TUNED.divisors, size=len(members), members=members)
