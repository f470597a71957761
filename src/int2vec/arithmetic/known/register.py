"""All known sequences, and the few that everybody knows."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice, pairwise

import numpy as np

from int2vec.arithmetic import read_lines
from int2vec.arithmetic.known.stated import Known, stated_sequences
from int2vec.arithmetic.properties import PROPERTIES

_FAMOUS = read_lines("known/famous.txt", r"(\d+) (\d+) (\d+) (\d+) (.*)")
_REACHES = (-1, 511, 4095)  # a property is looked up further where more members are wanted


@lru_cache(maxsize=1)
def well_known() -> tuple[Known, ...]:
    """The classical sequences by A-number, each starting as it does in the OEIS.

    >>> next(s for s in well_known() if s.a_number == 108).terms[:6]
    [1, 1, 2, 5, 14, 42]
    """
    lines = read_lines("known/sets.txt", r"(\d+) (unless |one if |)(\S+) >= (\d+): (.*)")
    sets = (
        Known(int(a_number), words, partial(_set_terms, how, name, int(first)))
        for a_number, how, name, first, words in lines
    )
    return tuple(sorted((*stated_sequences().values(), *sets), key=lambda known: known.a_number))


def _set_terms(how: str, name: str, first: int) -> Iterator[int]:
    """The terms of a set of sets.txt, out of the property catalog."""
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
    facts = [
        Known(int(a_number or 0), name, partial(iter, tuple(map(int, terms.split(",")))), True)
        for a_number, name, terms in read_lines("known/facts.tsv", r"(?:A(\d+)|-)\t(.*)\t(.*)")
    ]
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
    cited = " ".join(read_lines("known/fame.txt", r"\d.*")).split()
    ranked = dict.fromkeys([*(a_number for a_number, *_ in _FAMOUS), *cited])
    return {int(a_number): rank for rank, a_number in enumerate(ranked)}


def fame(a_number: int) -> int:
    """A rank among the sequences of the OEIS, the best known first.

    What everybody knows goes before what names of other sequences cite most often, and that
    before the rest, by A-number; what has none comes last.

    >>> fame(40) < fame(108) < fame(61909) < fame(300_000) < fame(0)
    True
    """
    return _by_fame().get(a_number, len(_by_fame()) + (a_number or 10**9))


@lru_cache(maxsize=1)
def famous() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Names in the plural and first terms of what everybody knows, the best known first.

    >>> [plural for plural, terms in famous() if terms[:4] == (2, 3, 5, 7)]
    ['primes']
    """
    numbered = {known.a_number: known for known in well_known()}
    return tuple(
        (plural, tuple(islice(numbered[int(a_number)].generate(), *map(int, which))))
        for a_number, *which, plural in _FAMOUS
    )
