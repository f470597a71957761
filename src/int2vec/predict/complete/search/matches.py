"""Which sequences hold the searched terms: as they are, or after a simple change."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError
from int2vec.predict.complete.search.index import Index
from int2vec.text import checked_terms

Holds = Callable[[int], bool]
_CHANGES = {
    "plus a constant": "differences",
    "times a constant": "ratios",
    "times a constant, plus another": "affine",
}
EVERY = (2, 3, 4, 5)  # steps tried for "every k-th term"
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


def find_matches(index: Index, pattern: Sequence[int | None], k: int = 10) -> list[Match]:
    """At most `k` sequences that hold the pattern, those that start with it first.

    None stands for any term.
    """
    checked_terms([0 if t is None else t for t in pattern], k)
    places = find_places(index, pattern)
    return matches_at(index, places, k)


def find_places(index: Index, pattern: Sequence[int | None]) -> NDArray[np.int64]:
    """The places in the index where the pattern starts, rising."""
    start, end = _longest_known_run(pattern)
    run = [t for t in pattern[start:end] if t is not None]
    past = index.past()
    if not run:
        raise InputError("every term is '?'; give at least one integer")
    stretches = past.stretches(index.codes(run))
    if len(stretches) < len(run):
        return np.empty(0, np.int64)
    low, high = stretches[-1]
    places = np.sort(past.order[low:high].astype(np.int64)) - end  # where the pattern starts
    places = places[(places >= 0) & (places + len(pattern) <= len(past.text))]
    wanted = index.corpus.rows_of([0 if t is None else t for t in pattern])
    for offset, term in enumerate(pattern):
        at = past.text[places + offset]
        there = at >= 0  # an integer never seen has the code of a separator
        places = places[there & (at == wanted[offset]) if term is not None else there]
    return places


def _longest_known_run(pattern: Sequence[int | None]) -> tuple[int, int]:
    best = (0, 0)
    start = 0
    for i, term in enumerate([*pattern, None]):
        if term is None:
            best = max(best, (start, i), key=lambda run: run[1] - run[0])
            start = i + 1
    return best


def matches_at(
    index: Index, places: NDArray[np.int64], k: int, transform: str = "as given",
    holds: Holds | None = None,
) -> list[Match]:  # fmt: skip
    """One match a sequence, at its first place; those near their start come first.

    Low A-numbers go before high ones: the sequences people mean most often came first. Where
    `holds` is given, only places that it confirms are taken.
    """
    owner = index.sequences_at(places.astype(np.int32))
    _, first = np.unique(owner, return_index=True)
    where = places[first] - index.starts[owner[first]]
    chosen = first[np.argsort(where > 2, kind="stable")[: k if holds is None else _CONFIRMED]]
    matches: list[Match] = []
    for place in places[chosen].tolist():
        if len(matches) == k:
            break
        if holds is not None and not holds(place):
            continue
        sequence, position = index.locate(place)
        matches.append(
            Match(
                a_number=index.label(sequence), position=position,
                name=index.corpus.sequence_name(sequence),
                terms=index.corpus.terms(sequence), transform=transform,
            )
        )  # fmt: skip
    return matches


def find_transformed(index: Index, pattern: Sequence[int | None], k: int = 10) -> list[Match]:
    """At most `k` sequences that hold the pattern after a sign, constant, factor, difference,
    partial sum or thinning; patterns with unknown terms are matched up to sign and thinning.
    """
    checked_terms([0 if t is None else t for t in pattern], k)
    found: dict[tuple[str, int], Match] = {}
    for words, places, holds in _candidates(index, pattern):
        for match in matches_at(index, places, k, words, holds):
            found.setdefault((match.a_number, match.position), match)
        if len(found) >= k:
            break
    return list(found.values())[:k]


def _candidates(
    index: Index, pattern: Sequence[int | None]
) -> Iterator[tuple[str, NDArray[np.int64], Holds | None]]:
    """What was changed, where the terms then start, and a check where that is not yet sure."""
    if any(pattern):
        yield "with the opposite sign", find_places(index, [t and -t for t in pattern]), None
    known = [t for t in pattern if t is not None]
    if len(known) == len(pattern) and len(known) >= 3:
        for words, reading in _CHANGES.items():
            if reading != "affine" or len(known) >= 4:
                places, holds = _coded(index, known, reading)
                yield words, _changed(index, known, places), holds
        steps = np.diff(np.array(known, object)).tolist()
        yield "these are its partial sums", find_places(index, steps), None
        sums = [0, *np.cumsum(np.array(known, object)).tolist()]  # one more term than is given
        yield "these are its differences", *_coded(index, sums, "differences")
    for step in EVERY:
        words = f"these are every {step}{'nd' if step == 2 else 'rd' if step == 3 else 'th'} term"
        yield words, _thinned(index, pattern, step), None


def _coded(index: Index, terms: list[int], reading: str) -> tuple[NDArray[np.int64], Holds]:
    """Where the terms start in a reading, and whether they do so on the integers themselves."""

    def holds(place: int) -> bool:
        return index.agrees(terms, place, reading)

    codes = index.codes(terms, reading)
    past = index.past(reading)
    stretches = past.stretches(codes)
    if len(stretches) < len(codes):
        return np.empty(0, np.int64), holds
    low, high = stretches[-1]
    return np.sort(past.order[low:high].astype(np.int64)) - len(terms), holds


def _changed(index: Index, terms: list[int], places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places without those where the terms stand as they are."""
    first, second = index.codes(terms[:2])
    text = index.past().text
    return np.asarray(places[(text[places] != first) | (text[places + 1] != second)])


def _thinned(index: Index, pattern: Sequence[int | None], step: int) -> NDArray[np.int64]:
    """Where the terms stand `step` apart, found from the one that is rarest."""
    rows = index.corpus.rows_of([0 if t is None else t for t in pattern])
    known = [i for i, t in enumerate(pattern) if t is not None]
    none = np.empty(0, np.int64)
    if len(known) < 3 or any(rows[i] < 0 for i in known):
        return none
    rarest = max(known, key=lambda i: int(rows[i]))  # rows number integers by falling frequency
    past = index.past()
    stretches = past.stretches([int(rows[rarest])])
    if not stretches or stretches[0][1] - stretches[0][0] > _COMMON:
        return none
    low, high = stretches[0]
    at = np.sort(past.order[low:high].astype(np.int64)) - 1
    places = at - rarest * step
    span = (len(pattern) - 1) * step
    places = places[(places >= 0) & (places + span < len(past.text))]
    for i in known:
        places = places[past.text[places + i * step] == rows[i]]
    same = index.sequences_at(places.astype(np.int32))
    inside = same == index.sequences_at((places + span).astype(np.int32))
    return np.asarray(places[inside])
