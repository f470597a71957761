"""Search up to a change of scale: sequences that agree after a shift, a factor, or both."""

from __future__ import annotations

from collections.abc import Sequence

from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.index import READINGS, Index
from int2vec.predict.complete.search import continuations, sequence_label
from int2vec.text import checked_terms

_LEAST = 2  # codes in a match; one alone says next to nothing
_WORDS = {
    "differences": "the differences between the last {n} terms stand in {label}",
    "ratios": "a multiple of the last {n} terms stands in {label}",
    "affine": "the last {n} terms stand in {label} up to a factor and a constant",
}


class InvariantCompleter:
    """What follows the longest end of the prompt that stands in the corpus up to a change.

    The readings are those of the index: `differences` (a constant added), `ratios` (a factor,
    the sign included), `affine` (both).
    """

    def __init__(self, index: Index, reading: str) -> None:
        if reading not in READINGS[1:]:
            raise InputError(f"the reading is '{reading}'; give one of {', '.join(READINGS[1:])}")
        self.index = index
        self.name = reading

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those of the longest match first, then by frequency."""
        prompt = checked_terms(terms, k)
        past = self.index.past(self.name)
        stretches = self.index.stretches(prompt, self.name)
        found: dict[int, Prediction] = {}
        for length in range(len(stretches), _LEAST - 1, -1):
            ranked, total = continuations(past, stretches[length - 1], k)
            for following in ranked:
                value = self._next(prompt, following.place)
                if value is None or value in found:
                    continue
                n = length + (2 if self.name == "affine" else 1)
                if not self.index.agrees(prompt[-n:], following.place - n, self.name):
                    continue
                label = sequence_label(self.index, self.index.locate(following.place)[0])
                share = following.count / total
                found[value] = Prediction(
                    value=value, score=length + share, by=self.name,
                    why=_WORDS[self.name].format(n=n, label=label)
                    + f"; {following.count:,} of {total:,} matches go on like this",
                    evidence={
                        "match_length": length, "support": following.count, "matches": total,
                        "share": round(share, 6), "whole": n >= len(prompt),
                        "sequences": [label],
                    },
                )  # fmt: skip
            if len(found) >= k:
                break
        return list(found.values())[:k]

    def _next(self, prompt: list[int], place: int) -> int | None:
        """The next term that makes the prompt go on as the corpus does at this place."""
        new, old = self.index.integer(place), self.index.integer(place - 1)
        if self.name == "differences":
            return prompt[-1] + new - old
        factor, over = new, old
        last = prompt[-1]
        base = 0
        if self.name == "affine":
            factor, over = new - old, old - self.index.integer(place - 2)
            base, last = prompt[-1], prompt[-1] - prompt[-2]
        if over == 0:
            return None
        value, rest = divmod(last * factor, over)
        return base + value if rest == 0 else None
