"""Hidden sets for measuring expansion: a few members are shown, the rest must be found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.corpus.split import Split
from int2vec.errors import InputError
from int2vec.predict.expand.postings import Postings

RANGE = 1000
"""Sets of properties are those of the integers from 1 to this."""
FEWEST, MOST = 15, 500
SHOWN = (3, 5)


@dataclass(frozen=True, kw_only=True)
class HiddenSet:
    """Members that are shown, members to find, and the range to look in where there is one."""

    source: str
    shown: tuple[int, ...]
    hidden: frozenset[int]
    universe: tuple[int, ...] | None = None


def property_sets(n: int, seed: int = 0) -> list[HiddenSet]:
    """n sets of the integers up to 1000 that share a property of the catalog.

    Every property with 15 to 500 members there takes its turn before one comes again.

    >>> one = property_sets(1)[0]
    >>> 3 <= len(one.shown) <= 5 and not one.hidden & set(one.shown)
    True
    """
    _check_count(n)
    universe = tuple(range(1, RANGE + 1))
    names = list(PROPERTIES)
    table = property_table(names, universe)
    fitting = [i for i in range(len(names)) if FEWEST <= table[i].sum() <= MOST]
    rng = np.random.default_rng(seed)
    order = [i for _ in range(n // len(fitting) + 1) for i in rng.permutation(fitting)][:n]
    return [
        _hide(names[i], [int(m) + 1 for m in np.flatnonzero(table[i])], rng, universe)
        for i in order
    ]


def sequence_sets(postings: Postings, split: Split, n: int, seed: int = 0) -> list[HiddenSet]:
    """n sets that are the distinct terms of sequences in the test part.

    Only terms that the training part shows in three sequences or more are used, so that every
    method could know them; `postings` must be limited to the training part.
    """
    _check_count(n)
    corpus, frequencies = postings.corpus, postings.frequencies
    rng = np.random.default_rng(seed)
    found: list[HiddenSet] = []
    for index in rng.permutation(split.test):
        rows = np.unique(corpus.rows[corpus.offsets[index] : corpus.offsets[index + 1]])
        rows = rows[frequencies[rows] >= 3]
        if len(rows) >= FEWEST:
            members = corpus.integers_of(rows)
            found.append(_hide(f"A{int(corpus.a_numbers[index]):06d}", members, rng, None))
        if len(found) == n:
            break
    return found


def _hide(
    source: str, members: list[int], rng: np.random.Generator, universe: tuple[int, ...] | None
) -> HiddenSet:
    n_shown = int(rng.integers(SHOWN[0], SHOWN[1] + 1))
    shown = [members[i] for i in rng.choice(len(members), n_shown, replace=False)]
    return HiddenSet(
        source=source,
        shown=tuple(shown),
        hidden=frozenset(members) - set(shown),
        universe=universe,
    )


def _check_count(n: int) -> None:
    if not 1 <= n <= 100_000:
        raise InputError(f"{n} hidden sets were asked for; give a number from 1 to 100,000")
