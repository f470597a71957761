"""Search: what follows the prompt, or its last terms, elsewhere in the corpus.

The terms are looked up as they are, or up to a change of scale: sequences that agree after a
shift, a factor, or both.
"""

from collections.abc import Container, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import log2

from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction, Source
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.suffix_array import Continuation
from int2vec.text import checked_terms

MODES = ("full", "last-5", "longest")
_WORDS = {
    "differences": "the differences between the last {n} terms stand in {label}",
    "ratios": "a multiple of the last {n} terms stands in {label}",
    "affine": "the last {n} terms stand in {label} up to a factor and a constant",
}
_SHORTER = {"terms": 0, "differences": 1, "ratios": 1, "affine": 2}  # codes than terms
_LEAST_CODES = 2  # of a change of scale in a match; one alone says next to nothing


class SearchCompleter:
    """What most often follows the whole prompt, its last five terms, or its longest known end.

    `longest` backs off: the longest end of the prompt that stands in the corpus speaks first,
    shorter ones fill the remaining places. The readings are those of the index: `terms` as they
    are, `differences` (a constant added), `ratios` (a factor, the sign included), `affine` (both).
    """

    def __init__(self, index: Index, mode: str = "longest", reading: str = "terms") -> None:
        if mode not in MODES:
            raise InputError(f"the search mode is '{mode}'; give one of {', '.join(MODES)}")
        self.index = index
        self.mode = mode
        self.reading = reading
        self.name = "search" if reading == "terms" else reading
        if mode != "longest":
            self.name += f"-{mode}"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those of the longest match first, then by frequency."""
        prompt = checked_terms(terms, k)
        looked_up = prompt[-5:] if self.mode == "last-5" else prompt
        stretches = self.index.stretches(looked_up, self.reading)
        found: dict[int, Prediction] = {}
        seen: tuple[int, int] | None = None
        for length in self._lengths(len(looked_up), len(stretches)):
            if stretches[length - 1] == seen:  # the same places, of which a longer match spoke
                continue
            seen = stretches[length - 1]
            for p in self._following(prompt, seen, length, k, found):
                found[p.value] = p
            if len(found) >= k:
                break
        return list(found.values())[:k]

    def longest(self, prompt: list[int], k: int, least: int) -> list[Prediction]:
        """What follows the longest known end alone, where it has at least so many codes."""
        stretches = self.index.stretches(prompt, self.reading)
        if len(stretches) < least:
            return []
        return list(self._following(prompt, stretches[-1], len(stretches), k))

    def _following(
        self,
        prompt: list[int],
        stretch: tuple[int, int],
        length: int,
        k: int,
        said: Container[int] = (),
    ) -> Iterator[Prediction]:
        """What follows a match of some codes, the commonest first, without what is said."""
        ranked, total = self.index.past(self.reading).continuations(stretch, k)
        for following in ranked:
            value = self._next(prompt, following.place)
            if value is None or value in said:
                continue
            if self._agrees(prompt, following.place, length):
                yield self._prediction(value, following, length, total, prompt)

    def _lengths(self, looked_up: int, longest: int) -> range:
        """The lengths of a match, in codes, that are asked for, longest first."""
        if self.mode == "longest":
            least = 1 if self.reading == "terms" else _LEAST_CODES
            return range(longest, least - 1, -1)
        wanted = looked_up - _SHORTER[self.reading]
        return range(wanted, wanted - (longest >= wanted), -1)

    def _next(self, prompt: list[int], place: int) -> int | None:
        """The next term that makes the prompt go on as the corpus does at this place."""
        new = self.index.integer(place)
        if self.reading == "terms":
            return new
        old = self.index.integer(place - 1)
        factor, over, last, base = new, old, prompt[-1], 0
        if self.reading == "differences":
            factor, over, last, base = new - old, 1, 1, prompt[-1]
        elif self.reading == "affine":
            factor, over = new - old, old - self.index.integer(place - 2)
            last, base = prompt[-1] - prompt[-2], prompt[-1]
        if over == 0 or last * factor % over:
            return None
        return base + last * factor // over

    def _agrees(self, prompt: list[int], place: int, length: int) -> bool:
        """Whether the match holds of the integers themselves; of terms it always does."""
        n = length + _SHORTER[self.reading]
        as_given = self.reading == "terms"
        return as_given or self.index.agrees(prompt[-n:], place - n, self.reading)

    def _prediction(
        self, value: int, following: Continuation, length: int, total: int, prompt: list[int]
    ) -> Prediction:
        n = length + _SHORTER[self.reading]
        sequence, position = self.index.locate(following.place)
        label = self.index.label(sequence)
        share = following.count / total
        why = self._why(n, len(prompt), label)
        return Prediction(
            value=value,
            score=length + share,
            by=self.name,
            why=f"{why}; {following.count:,} of {total:,} matches go on like this",
            evidence={
                "match_length": length,
                "match_bits": self._bits(prompt, length),
                "support": following.count,
                "matches": total,
                "share": round(share, 6),
                "whole": n >= len(prompt),
                "from_start": position == n,
                "sequences": [label],
            },
        )

    def _bits(self, prompt: list[int], length: int) -> float:
        """How many bits the matching codes take: what a match of that length is worth."""
        coded = prompt[-length - 1 :]
        if self.reading in ("differences", "affine"):
            coded = [b - a for a, b in pairwise(coded)]
        return sum(log2(1 + abs(t)) for t in coded[-length:])

    def _why(self, n: int, n_terms: int, label: str) -> str:
        if self.reading != "terms":
            return _WORDS[self.reading].format(n=n, label=label)
        if n == n_terms:
            return f"these terms stand in {label}"
        return f"the last {f'{n} terms stand' if n > 1 else 'term stands'} in {label}"


_MATCH = ("match_length", "match_bits", "support", "matches", "share", "whole")


def _source(reading: str, explains: float, *more: str, **told: bool) -> Source:
    """The search in a reading; it weighs against other candidates unless that is left out."""
    rival = ("match_length", "share") if told.pop("rival", True) else ()
    name = "search" if reading == "terms" else reading
    return Source(
        name=name,
        make=partial(SearchCompleter, reading=reading),
        readings=tuple(dict.fromkeys(("terms", reading))),
        evidence=(*_MATCH, *more),
        rival=rival,
        explains=explains,
        **told,
    )


SOURCES = (
    _source("terms", 1.5, "from_start", tells_when_asked=True),
    _source("differences", 1.8),
    _source("ratios", 1.8, rival=False),
    _source("affine", 1.9, tells_when_asked=True),
    *(  # the paper's two baselines
        Source(
            name=f"search-{mode}",
            make=partial(SearchCompleter, mode=mode),
            readings=("terms",),
            asked_by_name_alone=True,
        )
        for mode in ("full", "last-5")
    ),
)
