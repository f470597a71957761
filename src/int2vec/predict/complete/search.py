"""Search: what follows the prompt, or its last terms, elsewhere in the corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.index import Index
from int2vec.predict.complete.suffixes import Past
from int2vec.text import checked_terms

MODES = ("full", "last-5", "longest")
_COUNTED = 10_000  # places of a stretch that are looked at
_CONFIRMED = 10_000  # sequences that are tried where a match must be confirmed


@dataclass(frozen=True, kw_only=True)
class Continuation:
    """One code that follows a run of terms: how often, and the first place where it does."""

    code: int
    count: int
    place: int


def continuations(past: Past, stretch: tuple[int, int], k: int) -> tuple[list[Continuation], int]:
    """The `k` commonest continuations in a stretch, and how many places there are in all.

    Of a stretch of many thousand places an even sample is counted, and scaled up.
    """
    stride = max((stretch[1] - stretch[0]) // _COUNTED, 1)
    places, codes = past.following(stretch, stride)
    if not len(codes):
        return [], 0
    distinct, first, counts = np.unique(codes, return_index=True, return_counts=True)
    best = np.argsort(-counts, kind="stable")[:k]  # ties: the commonest integer, which has row 0
    return [
        Continuation(
            code=int(distinct[i]), count=int(counts[i]) * stride, place=int(places[first[i]])
        )
        for i in best
    ], len(codes) * stride


class SearchCompleter:
    """What most often follows the whole prompt, its last five terms, or its longest known end.

    `longest` backs off: the longest end of the prompt that stands in the corpus speaks first,
    shorter ones fill the remaining places.
    """

    def __init__(self, index: Index, mode: str = "longest") -> None:
        if mode not in MODES:
            raise InputError(f"the search mode is '{mode}'; give one of {', '.join(MODES)}")
        self.index = index
        self.mode = mode
        self.name = "search" if mode == "longest" else f"search-{mode}"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those of the longest match first, then by frequency."""
        prompt = checked_terms(terms, k)
        past = self.index.past()
        stretches = self.index.stretches(prompt[-5:] if self.mode == "last-5" else prompt)
        lengths = range(len(stretches), 0, -1)
        if self.mode != "longest":
            wanted = len(prompt) if self.mode == "full" else min(5, len(prompt))
            lengths = range(wanted, wanted - 1, -1) if wanted in lengths else range(0)
        found: dict[int, Prediction] = {}
        seen: tuple[int, int] | None = None
        for length in lengths:
            if stretches[length - 1] == seen:  # the same places, of which a longer match spoke
                continue
            seen = stretches[length - 1]
            ranked, total = continuations(past, seen, k)
            for following in ranked:
                value = self.index.corpus.integer(following.code)
                if value not in found:
                    found[value] = self._prediction(value, following, length, total, len(prompt))
            if len(found) >= k:
                break
        return list(found.values())[:k]

    def _prediction(
        self, value: int, following: Continuation, length: int, total: int, n_terms: int
    ) -> Prediction:
        sequence, position = self.index.locate(following.place)
        label = sequence_label(self.index, sequence)
        what = "these terms stand" if length == n_terms else f"the last {length} terms stand"
        if length == 1 < n_terms:
            what = "the last term stands"
        share = following.count / total
        why = f"{what} in {label}; {following.count:,} of {total:,} matches go on like this"
        return Prediction(
            value=value, score=length + share, by=self.name, why=why,
            evidence={
                "match_length": length, "support": following.count, "matches": total,
                "share": round(share, 6), "whole": length == n_terms,
                "from_start": position == length, "sequences": [label],
            },
        )  # fmt: skip


def sequence_label(index: Index, sequence: int) -> str:
    """The A-number of a sequence, or its place in a file that gives none."""
    a_number = int(index.corpus.a_numbers[sequence])
    return f"A{a_number:06d}" if a_number else f"sequence {sequence + 1:,}"


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
    holds: Callable[[int], bool] | None = None,
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
                a_number=sequence_label(index, sequence), position=position,
                name=index.corpus.sequence_name(sequence),
                terms=index.corpus.terms(sequence), transform=transform,
            )
        )  # fmt: skip
    return matches
