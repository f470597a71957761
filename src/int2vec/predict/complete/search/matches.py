"""Which sequences hold the searched terms: as they are, or after a simple change."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.sums import differences, partial_sums
from int2vec.errors import InputError
from int2vec.predict.complete.search.index import SHORTER, Index

Places = NDArray[np.int64]
Pattern = Sequence[int | None]  # None stands for any term
Holds = Callable[[int], bool]
# What was changed, where the terms then start, and a check where that is not yet sure.
Candidate = tuple[str, Places, Holds | None]
_CHANGES = {
    "plus a constant": "differences",
    "times a constant": "ratios",
    "times a constant, plus another": "affine",
}
_EVERY = {2: "2nd", 3: "3rd", 4: "4th", 5: "5th"}  # steps tried for "every k-th term"
_COMMON = 200_000  # where the rarest term stands more often, "every k-th" is not looked for
_CONFIRMED = 10_000  # sequences that are tried where a match must be confirmed


@dataclass(frozen=True, kw_only=True)
class Match:
    """A sequence in which the searched terms stand."""

    a_number: str
    name: str | None
    position: int  # of the first matching term, from 0
    terms: list[int]
    transform: str = "as given"


def find_matches(index: Index, pattern: Pattern, k: int = 10) -> list[Match]:
    """At most `k` sequences that hold the pattern, those that start with it first."""
    return _matches(index, [("as given", find_places(index, pattern), None)], k)


def find_transformed(index: Index, pattern: Pattern, k: int = 10) -> list[Match]:
    """At most `k` sequences that hold the pattern after a sign, constant, factor, difference,
    partial sum or thinning; patterns with unknown terms are matched up to sign and thinning.
    """
    return _matches(index, _changed(index, pattern), k)


def _matches(index: Index, candidates: Iterable[Candidate], k: int) -> list[Match]:
    """One match a sequence and change, at its first place; those near their start come first.

    Low A-numbers go before high ones: the sequences people mean most often came first.
    """
    found: dict[tuple[int, int], Match] = {}
    for words, places, holds in candidates:
        owner, first = np.unique(index.sequences_at(places), return_index=True)
        late = places[first] - index.starts[owner] > 2
        for place in places[first[np.argsort(late, kind="stable")[:_CONFIRMED]]].tolist():
            if len(found) == k:
                return list(found.values())
            at = sequence, position = index.locate(place)
            if at not in found and (holds is None or holds(place)):
                found[at] = Match(
                    a_number=index.corpus.label(sequence),
                    name=index.corpus.sequence_name(sequence),
                    position=position,
                    terms=index.corpus.terms(sequence),
                    transform=words,
                )
    return list(found.values())


def find_places(index: Index, pattern: Pattern, step: int = 1, most: int | None = None) -> Places:
    """The places in the index where the pattern starts, rising, its terms `step` apart.

    None where what it is found by, its longest run without blanks, stands at more than `most`.
    """
    rows = index.corpus.rows_of([0 if t is None else t for t in pattern])
    known = [i for i, t in enumerate(pattern) if t is not None]
    if not known:
        raise InputError("every term is '?'; give at least one integer")
    past = index.past()
    if step == 1:
        runs = groupby(enumerate(known), lambda pair: pair[1] - pair[0])
        sought = max(([i for _, i in run] for _, run in runs), key=len)
    else:
        sought = [max(known, key=lambda i: rows[i])]  # the rarest: rows go by falling frequency
    places = past.places(rows[sought].tolist(), most) - 1 - sought[-1] * step
    span = (len(pattern) - 1) * step
    places = places[(places >= 0) & (places + span < len(past.text))]
    for i in known:
        places = places[(past.text[places + i * step] == rows[i]) & (rows[i] >= 0)]
    places = places[past.text[places + span] >= 0]
    inside = index.sequences_at(places) == index.sequences_at(places + span)
    return np.asarray(places[inside])


def _changed(index: Index, pattern: Pattern) -> Iterator[Candidate]:
    if any(pattern):
        yield "with the opposite sign", find_places(index, [t and -t for t in pattern]), None
    known = [t for t in pattern if t is not None]
    if len(known) == len(pattern) and len(known) >= 3:
        first, second = index.codes(known[:2])
        text = index.past().text
        for words, reading in _CHANGES.items():
            if len(known) >= SHORTER[reading] + 2:
                places, holds = _coded(index, known, reading)
                as_given = (text[places] == first) & (text[places + 1] == second)
                yield words, places[~as_given], holds
        yield "these are its partial sums", find_places(index, differences(known)), None
        sums = [0, *partial_sums(known)]  # one more term than is given
        yield "these are its differences", *_coded(index, sums, "differences")
    for step, nth in _EVERY.items() if len(known) >= 3 else ():
        yield f"these are every {nth} term", find_places(index, pattern, step, _COMMON), None


def _coded(index: Index, terms: list[int], reading: str) -> tuple[Places, Holds]:
    """Where the terms start in a reading, and whether they do so on the integers themselves."""
    places = index.past(reading).places(index.codes(terms, reading)) - len(terms)
    return places, lambda place: index.agrees(terms, place, reading)
