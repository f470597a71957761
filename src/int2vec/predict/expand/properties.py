"""Properties that integers share, with how surprising that is.

Two hundred properties are tried on every set, so one of them often fits by chance. A flat
correction would hide the primes behind that number; here the well-known properties pay few
bits and the remainders by 11 many, and all the probabilities add up to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log2
from random import Random

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.arithmetic.about import not_implied
from int2vec.arithmetic.property import LONG, is_late

_FAMILIES = {
    "remainders": 0.3, "primes": 1.0, "factorisation": 1.0, "divisors": 1.0, "powers": 1.5,
    "figurate": 1.5, "recurrences": 1.5, "counting": 1.5, "digits": 0.5, "binary": 0.7,
}  # fmt: skip
_WELL_KNOWN = {
    "prime": 25.0, "square": 15.0, "even": 10.0, "odd": 10.0, "cube": 8.0, "power-of-2": 8.0,
    "triangular": 6.0, "fibonacci": 6.0, "power-of-3": 5.0, "factorial": 4.0, "semiprime": 4.0,
    "squarefree": 4.0, "perfect-power": 3.0, "prime-power": 3.0, "palindrome": 3.0,
    "composite": 3.0, "div3": 4.0, "div4": 3.0, "div5": 3.0, "div6": 2.5, "div7": 2.0,
    "div8": 1.5, "div9": 1.5, "div10": 3.0, "div11": 1.5, "div12": 1.5, "3-smooth": 2.0,
}  # fmt: skip
_FAST = 1 << 15
"""Below this a table of properties is quick; above it every integer is tested on its own."""
_SAMPLE_FAST, _SAMPLE_SLOW, _SAMPLE_HUGE = 4000, 150, 40
_HUGE = 10**100
_TRIED = range(1, 4096)  # where one property is found to imply another
_FACTORED = 10**12
_BY_FACTORS = ("factorisation", "divisors")
_ALSO_BY_FACTORS = ("smith", "two-squares", "loeschian")


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


@cache
def prior() -> dict[str, float]:
    """How likely a set is to be about each property, before any member is seen.

    >>> prior()["prime"] > prior()["mod11=6"]
    True
    """
    weights = {
        name: _WELL_KNOWN.get(name, _FAMILIES.get(found.family, 1.0))
        for name, found in PROPERTIES.items()
    }
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def shared_properties(seeds: Sequence[int], limit: int = 10) -> list[SharedProperty]:
    """The properties that all seeds have, most surprising first.

    >>> shared_properties([73, 97, 83])[0].words
    'is prime'
    """
    common = common_properties(seeds)
    if not common:
        return []
    # Seeds of about one length have about the same company.
    near = {_company(n): n for n in seeds}
    shares = {key: density(property_table(common, integers_near(n))) for key, n in near.items()}
    if is_late():  # what was not tested any more would look rare
        return []
    densities = np.stack([shares[_company(n)] for n in seeds])  # (seeds, properties)
    bits = -np.log2(densities).sum(axis=0) + np.log2([prior()[name] for name in common])
    found = [
        SharedProperty(
            name=name,
            words=PROPERTIES[name].words,
            bits=float(bits[i]),
            density=float(np.exp(np.log(densities[:, i]).mean())),
        )
        for i, name in enumerate(common)
        if bits[i] > 0
    ]
    found.sort(key=lambda shared: (-shared.bits, shared.name))
    held = property_table([shared.name for shared in found], _TRIED)
    return [found[i] for i in not_implied(held)[:limit]]


def common_properties(seeds: Sequence[int]) -> list[str]:
    """The names of the properties that all seeds have, in the order of the catalog.

    Past 10¹² only those are tried that need no factorisation: the many neighbors that each
    is compared with would take minutes.
    """
    large = max(abs(n) for n in seeds) > _FACTORED
    names = [
        name
        for name, found in PROPERTIES.items()
        if not (large and (found.family in _BY_FACTORS or name in _ALSO_BY_FACTORS))
    ]
    # A few seeds at a time, short ones first: little is left to be tested on long and many ones.
    ordered = sorted(seeds, key=abs)
    while ordered and names:
        some = ordered[: 8 if abs(ordered[0]) < LONG else 1]
        held = property_table(names, some).all(axis=1)  # (properties,)
        names, ordered = [names[i] for i in np.flatnonzero(held)], ordered[len(some) :]
    return [] if is_late() else names


def _company(n: int) -> tuple[bool, int]:
    """What is equal for integers that are compared with the same others: n, or its length."""
    return (False, n) if abs(n) < LONG else (n > 0, round(16 * log2(n.bit_length())))


def integers_near(n: int) -> list[int]:
    """Integers between half of n and twice n: all of them, or a fixed sample."""
    size = abs(n)
    low, high = size // 2, 2 * size + 20
    room = _SAMPLE_FAST if high < _FAST else _SAMPLE_SLOW if high < _HUGE else _SAMPLE_HUGE
    if high - low <= room:
        found = list(range(low, high))
    else:
        draw = Random(size)  # the same sample for the same integer
        found = [draw.randrange(low, high) for _ in range(room)]
    return found if n >= 0 else [-value for value in found]


def density(table: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The share of the integers of a table (properties, integers) that have each property."""
    return np.asarray((table.sum(axis=1) + 0.5) / (table.shape[1] + 1.0))
