"""What there is to say about one integer, and about two: the rarest of their properties first."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import float_info

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.known.register import rising_sequences
from int2vec.arithmetic.primes import partial_factors
from int2vec.arithmetic.properties import PROPERTIES, QUANTITIES, is_late, property_table, within
from int2vec.tables import Shown

REACH = 10_000  # properties are called rare or common among the integers from 1 to this
_SECONDS = 0.25  # of work on the properties of one integer
_LARGE = 20  # smaller integers stand in every second sequence
_UNCOMMON, _RARE = 0.1, 0.02  # shares of the integers up to which a sequence says something
_TELLING = 0.3  # of a property that is named after the first: every third integer has a digit 9
_DULL = 100  # ranks of fame after which a sequence counts as twice as common
_NAMED = 8
_REMAINDER_SAYS_LESS = 4.0  # than another property that is as rare: every integer has some


@dataclass(frozen=True, kw_only=True)
class HeldProperty:
    """A property that an integer has; `rarity` is the share of 1 to 10,000 that have it too."""

    name: str
    words: str
    family: str
    rarity: float


@dataclass(frozen=True, kw_only=True)
class NamedValue:
    """A number that belongs to an integer."""

    name: str
    words: str
    value: float


@dataclass(frozen=True, kw_only=True)
class IntegerFacts(Shown):
    """What is known of an integer; `unfactored` is a part that is too long to factorise.

    Where `cut_short`, the time for its properties was spent before the last was tested.
    """

    integer: int
    factors: dict[int, int]
    unfactored: int | None
    properties: list[HeldProperty]
    cut_short: bool
    quantities: list[NamedValue]
    known: list[str]  # sequences with a name that hold it, where few integers stand in them


def about(n: int) -> IntegerFacts:
    """The factorisation, the properties that hold, the rarest first, and some quantities.

    >>> about(1729).factors, about(1729).properties[0].words
    ({7: 1, 13: 1, 19: 1}, 'is one more than a cube')
    """
    found, rest = partial_factors(n) if n else ({}, 1)
    with within(_SECONDS):
        held, cut_short = _rarest_first(_column(n)), is_late()
    quantities = [(q, q.of(n)) for q in QUANTITIES.values() if q.name != "value"]
    return IntegerFacts(
        integer=n,
        factors=dict(found),
        unfactored=rest if rest > 1 else None,
        properties=[prepare_rarities()[i] for i in held],
        cut_short=cut_short,
        quantities=[
            NamedValue(name=q.name, words=q.words, value=float(value))
            for q, value in quantities
            if value is not None and abs(value) <= float_info.max
        ],
        known=[words for _, words in _known_sets(n)[:_NAMED]],
    )


def shared_words(n: int, others: Sequence[int], most: int = 3) -> list[list[str]]:
    """The rarest properties that n has in common with each of the others, in words.

    >>> shared_words(1729, [126, 97], most=1)
    [['is one more than a cube'], ['is of the form x^2 + xy + y^2']]
    """
    own, known = _column(n), {words for share, words in _known_sets(n) if share <= _RARE}
    shared = []
    for m in others:
        both = [f"stands in {words}" for _, words in _known_sets(m) if words in known]
        rarest = _rarest_first(own & _column(m))
        said = [prepare_rarities()[rarest[i]] for i in not_implied(_table()[rarest, 1:])]
        both += [one.words for one in said[:most] if one.rarity <= _TELLING or one is said[0]]
        shared.append(both[:most])
    return shared


def not_implied(held: NDArray[np.bool_]) -> list[int]:
    """The rows of (properties, integers) that say more than one before them.

    Who shares no factor with 30 shares none with 6.

    >>> not_implied(np.array([[0, 0, 1], [0, 1, 1], [1, 1, 0]], dtype=bool))
    [0, 2]
    """
    kept: list[int] = []
    for i, row in enumerate(held):
        if not any((held[earlier] <= row).all() for earlier in kept):
            kept.append(i)
    return kept


def _known_sets(n: int) -> list[tuple[float, str]]:
    """Sequences with a name that hold n, with the share of the integers up to n in each.

    The rarest come first, and famous ones before others that are as rare.
    """
    found = []
    for rank, (known, members) in enumerate(rising_sequences()):
        if n >= _LARGE and n in members:
            share = sum(member <= n for member in members) / n
            if share <= _UNCOMMON:
                found.append((share * (1 + rank / _DULL), share, known.label))
    return [(share, label) for _, share, label in sorted(found)]


@lru_cache(maxsize=1)
def _table() -> NDArray[np.bool_]:
    """Which property each integer from 0 to REACH has: (properties, REACH + 1)."""
    return property_table(list(PROPERTIES), range(REACH + 1))


@lru_cache(maxsize=1)
def prepare_rarities() -> list[HeldProperty]:
    """Every property with its rarity, in the order of the catalog; worked out once."""
    shares = _table()[:, 1:].mean(axis=1).tolist()
    return [
        HeldProperty(name=p.name, words=p.words, family=p.family, rarity=share)
        for p, share in zip(PROPERTIES.values(), shares, strict=True)
    ]


def _column(n: int) -> NDArray[np.bool_]:
    """Which properties n has: (properties,)."""
    if 0 <= n <= REACH:
        return _table()[:, n]
    with within(_SECONDS):
        return np.array([not is_late() and p.holds(n) for p in PROPERTIES.values()])


def _rarest_first(held: NDArray[np.bool_]) -> list[int]:
    """The places in the catalog of the properties that hold."""

    def common(i: int) -> float:
        said = prepare_rarities()[i]
        return said.rarity * (_REMAINDER_SAYS_LESS if said.family == "remainders" else 1.0)

    return sorted(np.flatnonzero(held).tolist(), key=common)
