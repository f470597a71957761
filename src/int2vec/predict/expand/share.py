"""What integers share: properties with their surprise, and the sequences that hold them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.predict.expand.postings import Postings
from int2vec.predict.expand.prior import prior

_FAST = 1 << 15
"""Below this a table of properties is quick; above it every integer is tested on its own."""
_SAMPLE_FAST, _SAMPLE_SLOW, _SAMPLE_HUGE = 4000, 150, 40
_HUGE = 10**100
_FACTORED = 10**12
_BY_FACTORS = ("factorisation", "divisors")
_ALSO_BY_FACTORS = ("smith", "two-squares", "loeschian")


@dataclass(frozen=True, kw_only=True)
class SharedProperty:
    """A property that all the members have.

    `bits` is its surprise: how unlikely it is that integers of these sizes have it by chance,
    less what trying every property of the catalogue costs (the bits of its prior probability).
    """

    name: str
    words: str
    bits: float
    density: float


@dataclass(frozen=True, kw_only=True)
class SharedSequence:
    """A sequence that holds all the members; the fewer integers it holds, the more it says."""

    a_number: int
    name: str | None
    size: int

    @property
    def label(self) -> str:
        """The A-number as it is cited, with the name where there is one."""
        number = f"A{self.a_number:06d}" if self.a_number else "a sequence without an A-number"
        return f"{number}: {self.name}" if self.name else number


def shared_properties(seeds: Sequence[int], limit: int = 10) -> list[SharedProperty]:
    """The properties that all seeds have, most surprising first.

    >>> shared_properties([73, 97, 83])[0].words
    'is prime'
    """
    common = common_properties(seeds)
    if not common:
        return []
    densities = np.stack([density_near(common, n) for n in seeds])  # (m, properties)
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
    return sorted(found, key=lambda shared: (-shared.bits, shared.name))[:limit]


def common_properties(seeds: Sequence[int]) -> list[str]:
    """The names of the properties that all seeds have, in the order of the catalogue.

    Past 10¹² only those are tried that need no factorisation: the many neighbours that each
    is compared with would take minutes.
    """
    large = max(abs(n) for n in seeds) > _FACTORED
    names = [
        name
        for name, found in PROPERTIES.items()
        if not (large and (found.family in _BY_FACTORS or name in _ALSO_BY_FACTORS))
    ]
    held = property_table(names, seeds).all(axis=1)  # (properties,)
    return [names[i] for i in np.flatnonzero(held)]


def density_near(names: Sequence[str], n: int) -> NDArray[np.float64]:
    """The share of the integers of about the size of n that have each property: (names,)."""
    window = integers_near(n)
    table = property_table(names, window)
    return np.asarray((table.sum(axis=1) + 0.5) / (len(window) + 1.0))


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


def shared_sequences(
    postings: Postings, seeds: Sequence[int], limit: int = 10
) -> list[SharedSequence]:
    """The sequences that hold all seeds, the rarest (those with fewest integers) first."""
    found = postings.holding_all(list(seeds))
    corpus, sizes = postings.corpus, postings.sizes
    order = found[np.lexsort((corpus.a_numbers[found], sizes[found]))][:limit]
    return [
        SharedSequence(
            a_number=int(corpus.a_numbers[i]),
            name=corpus.sequence_name(int(i)),
            size=int(sizes[i]),
        )
        for i in order
    ]
