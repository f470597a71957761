"""What the corpus makes of the last few terms: contexts of every length, mixed into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.index import Index
from int2vec.text import checked_terms

_SAMPLE = 20_000  # places of a common context that are looked at, evenly spread
_DEEPEST = 12
_KEPT = 40  # candidates carried from one length to the next
_READINGS = {"ngrams": "terms", "step-ngrams": "differences"}


class NgramCompleter:
    """The likeliest next term, or next difference, by contexts of 1, 2, … terms together.

    Where `search` trusts the longest match alone, this weighs it by how often it was seen
    (Witten–Bell), so that many short matches can outvote one long coincidence.
    """

    def __init__(self, index: Index, name: str = "ngrams") -> None:
        if name not in _READINGS:
            raise InputError(f"the name is '{name}'; give one of {', '.join(_READINGS)}")
        self.index = index
        self.name = name

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, the likeliest first."""
        prompt = checked_terms(terms, k)
        reading = _READINGS[self.name]
        past = self.index.past(reading)
        codes = self.index.codes(prompt[-_DEEPEST - 1 :], reading)
        probability: dict[int, float] = {}
        order: dict[int, int] = {}
        exemplar: dict[int, int] = {}
        for length, (low, high) in enumerate(past.stretches(codes, _DEEPEST), 1):
            stride = max((high - low) // _SAMPLE, 1)
            places, following = past.following((low, high), stride)
            if not len(following):
                continue
            distinct, first, counts = np.unique(following, return_index=True, return_counts=True)
            best = np.argsort(-counts, kind="stable")[:_KEPT]
            spread = len(distinct) / (len(following) + len(distinct))
            for code in probability:
                probability[code] *= spread
            for i in best.tolist():
                code = int(distinct[i])
                share = float(counts[i]) / (len(following) + len(distinct))
                probability[code] = probability.get(code, 0.0) + share
                order[code] = length
                exemplar.setdefault(code, int(places[first[i]]))
        best_codes = sorted(probability, key=lambda code: -probability[code])[:k]
        return [
            self._prediction(prompt, exemplar[code], probability[code], order[code])
            for code in best_codes
        ]

    def _prediction(self, prompt: list[int], place: int, share: float, order: int) -> Prediction:
        value, what = self.index.integer(place), "term"
        if self.name != "ngrams":
            step = value - self.index.integer(place - 1)
            value, what = prompt[-1] + step, f"step of {step:+}"
        return Prediction(
            value=value, score=share, by=self.name,
            why=f"after the last {f'{order} terms' if order > 1 else 'term'}, such a {what} comes "
                f"{share:.0%} of the time",
            evidence={"probability": share, "order": order},
        )  # fmt: skip
