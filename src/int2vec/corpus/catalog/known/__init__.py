"""The well-known sequences: those that carry an A-number."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from int2vec.corpus.catalog.base import CatalogSequence, clip
from int2vec.corpus.catalog.known import (
    combinatorial,
    curious,
    digital,
    elementary,
    multiplicative,
    partitions,
    recurring,
    sets,
)


@lru_cache(maxsize=1)
def well_known() -> tuple[CatalogSequence, ...]:
    """The classical sequences with their A-numbers, each starting as it does in the OEIS.

    >>> next(s for s in well_known() if s.a_number == 108).terms[:6]
    [1, 1, 2, 5, 14, 42]
    """
    sources = (
        elementary, recurring, combinatorial, partitions, sets, multiplicative, digital, curious
    )  # fmt: skip
    found = (
        CatalogSequence(a_number=a_number, family=family, name=name, terms=clip(terms()))
        for a_number, family, name, terms in chain.from_iterable(s.entries() for s in sources)
    )
    return tuple(sorted(found, key=lambda s: s.a_number))
