"""All known sequences, and the few that everybody knows."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib.resources import files
from itertools import chain, islice, pairwise
from typing import NamedTuple

import numpy as np

from int2vec.arithmetic.known.stated import Known, stated_sequences
from int2vec.arithmetic.properties import PROPERTIES


@lru_cache(maxsize=1)
def well_known() -> tuple[Known, ...]:
    """The classical sequences by A-number, each starting as it does in the OEIS.

    >>> next(s for s in well_known() if s.a_number == 108).terms[:6]
    [1, 1, 2, 5, 14, 42]
    """
    found = (*stated_sequences().values(), *_sets())
    return tuple(sorted(found, key=lambda known: known.a_number))


_REACHES = (-1, 511, 4095)
"""A property is looked up this far at first, and then further where more members are wanted."""


def _sets() -> list[Known]:
    """The sets of sets.txt, each out of the property catalog."""
    lines = re.findall(r"^(\d+) (unless |one if |)(\S+) >= (\d+): (.*)", _data("sets.txt"), re.M)
    return [
        Known(int(a_number), words, partial(_set_terms, how, name, int(first)))
        for a_number, how, name, first, words in lines
    ]


def _set_terms(how: str, name: str, first: int) -> Iterator[int]:
    if how == "one if ":
        yield from PROPERTIES[name].mask(127)[first:].astype(int).tolist()
        return
    for done, reach in pairwise(_REACHES):
        mask = PROPERTIES[name].mask(reach)[done + 1 :]
        members = np.flatnonzero(mask != bool(how)) + done + 1
        yield from members[members >= first].tolist()


@lru_cache(maxsize=1)
def everything_known() -> tuple[Known, ...]:
    """Those of `well_known`, and short facts that no code computes, the most famous first.

    >>> next(s for s in everything_known() if s.name == "Perfect numbers").terms[:3]
    [6, 28, 496]
    """
    facts = []
    for line in _data("facts.tsv").splitlines():
        label, name, terms = line.split("\t")
        kept = tuple(map(int, terms.split(",")))
        facts.append(Known(int(label.lstrip("A-") or 0), name, partial(iter, kept), True))
    return tuple(sorted((*well_known(), *facts), key=lambda known: fame(known.a_number)))


@lru_cache(maxsize=1)
def rising_sequences() -> tuple[tuple[Known, frozenset[int]], ...]:
    """The known sequences that never fall, the most famous first, with their members as a set."""
    return tuple(
        (known, frozenset(known.terms))
        for known in everything_known()
        if len(known.terms) > 3 and all(a <= b for a, b in pairwise(known.terms))
    )


@lru_cache(maxsize=1)
def _by_fame() -> dict[int, int]:
    cited = map(int, _data("fame.txt").split())
    ranked = chain((a_number for a_number, *_ in _famous()), cited)
    return {a_number: rank for rank, a_number in enumerate(dict.fromkeys(ranked))}


def fame(a_number: int) -> int:
    """A rank among the sequences of the OEIS, the best known first.

    What everybody knows goes before what names of other sequences cite most often, and that
    before the rest, by A-number; what has none comes last.

    >>> fame(40) < fame(108) < fame(61909) < fame(300_000) < fame(0)
    True
    """
    return _by_fame().get(a_number, len(_by_fame()) + (a_number or 10**9))


def _data(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


class Famous(NamedTuple):
    """A sequence that everybody knows: its name in the plural, its first terms."""

    plural: str
    terms: tuple[int, ...]


@lru_cache(maxsize=1)
def _famous() -> list[tuple[int, slice, str]]:
    """The lines of famous.txt: A-number, which of its terms, name in the plural."""
    lines = re.findall(r"^(\d+) (\d+) (\d+) (\d+) (.*)", _data("famous.txt"), re.MULTILINE)
    return [(int(a), slice(int(i), int(j), int(k)), plural) for a, i, j, k, plural in lines]


@lru_cache(maxsize=1)
def famous() -> tuple[Famous, ...]:
    """The few sequences that everybody knows, the best known first.

    >>> famous()[0].plural, famous()[0].terms[:4]
    ('primes', (2, 3, 5, 7))
    """
    numbered = {known.a_number: known for known in well_known()}
    return tuple(
        Famous(plural, tuple(islice(numbered[a_number].generate(), which.stop))[which])
        for a_number, which, plural in _famous()
    )
