"""Search: what follows the prompt, or its last terms, elsewhere in the corpus."""

from collections.abc import Container, Iterator, Sequence
from math import log2

from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.index import SHORTER, Index
from int2vec.text import checked_terms

_WORDS = {
    "differences": "the differences between the last {n} terms stand in {label}",
    "ratios": "a multiple of the last {n} terms stands in {label}",
}
_LEAST_CODES = 2  # of a change of scale in a match; one alone says next to nothing


class SearchCompleter:
    """What most often follows the whole prompt, its last five terms, or its longest known end.

    `longest` backs off: the longest end of the prompt that stands in the corpus speaks first,
    shorter ones fill the remaining places. The readings are those of the index: `terms` as they
    are, `differences` (a constant added), `ratios` (a factor, the sign included).
    """

    def __init__(self, index: Index, mode: str = "longest", reading: str = "terms") -> None:
        self.index = index
        self.mode = mode
        self.reading = reading
        self.name = "search" if reading == "terms" else reading
        if mode != "longest":
            self.name += f"-{mode}"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those of the longest match first, then by frequency."""
        prompt = checked_terms(terms, k)
        wanted = prompt[-5:] if self.mode == "last-5" else prompt
        stretches = self.index.stretches(wanted, self.reading)
        least = 1 if self.reading == "terms" else _LEAST_CODES
        if self.mode != "longest":
            least = len(wanted) - SHORTER[self.reading]
        found: dict[int, Prediction] = {}
        for length in range(len(stretches), least - 1, -1):
            stretch = stretches[length - 1]
            if stretches[length : length + 1] == [stretch]:  # the longer match spoke of them
                continue
            for p in self._following(prompt, stretch, length, k, found):
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
        _, counts, places = self.index.past(self.reading).following(stretch)
        total, n = sum(counts), length + SHORTER[self.reading]
        for count, place in zip(counts[:k], places, strict=False):
            value = self._next(prompt, place)
            if value is None or value in said:
                continue
            if self.index.agrees(prompt[-n:], place - n, self.reading):
                yield self._prediction(value, prompt, place, length, (count, total))

    def _next(self, prompt: list[int], place: int) -> int | None:
        """The next term that makes the prompt go on as the corpus does at this place."""
        new = self.index.integer(place)
        if self.reading == "terms":
            return new
        old = self.index.integer(place - 1)
        if self.reading == "differences":
            return prompt[-1] + new - old
        return None if old == 0 or prompt[-1] * new % old else prompt[-1] * new // old

    def _prediction(
        self, value: int, prompt: list[int], place: int, length: int, counted: tuple[int, int]
    ) -> Prediction:
        n, (count, total) = length + SHORTER[self.reading], counted
        sequence, position = self.index.locate(place)
        label = self.index.corpus.label(sequence)
        why = f"these terms stand in {label}"
        if self.reading != "terms":
            why = _WORDS[self.reading].format(n=n, label=label)
        elif n < len(prompt):
            why = f"the last {f'{n} terms stand' if n > 1 else 'term stands'} in {label}"
        coded = differences(prompt) if self.reading == "differences" else prompt
        return Prediction(
            value=value,
            score=length + count / total,
            by=self.name,
            why=f"{why}; {count:,} of {total:,} matches go on like this",
            evidence={
                "match_length": length,
                "match_bits": sum(log2(1 + abs(t)) for t in coded[-length:]),
                "support": count,
                "matches": total,
                "share": round(count / total, 6),
                "whole": n >= len(prompt),
                "from_start": position == n,
                "sequences": [label],
            },
        )
