"""The candidates of all completers, with one calibrated probability each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from int2vec.predict.complete.base import Completer, Prediction
from int2vec.predict.complete.terms import MAX_DIGITS, checked_terms

CANDIDATES = 10  # taken from each completer
_MAX_BITS = int(3.32 * MAX_DIGITS)


class Ensemble:
    """One ranking of what all completers say."""

    name = "ensemble"

    def __init__(self, sources: Mapping[str, Completer]) -> None:
        self.sources = dict(sources)

    def gather(self, terms: Sequence[int]) -> dict[str, list[Prediction]]:
        """What each completer says on its own."""
        prompt = checked_terms(terms)
        return {
            name: [
                p for p in source.complete(prompt, CANDIDATES) if p.value.bit_length() < _MAX_BITS
            ]
            for name, source in self.sources.items()
        }

    def rank(
        self, terms: Sequence[int], gathered: Mapping[str, list[Prediction]]
    ) -> list[Prediction]:
        """All candidates, distinct, the most probable first."""
        found: dict[int, Prediction] = {}
        for predictions in gathered.values():
            for p in predictions:
                found.setdefault(p.value, replace(p, probability=0.0))
        return list(found.values())

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with calibrated probabilities, the most probable first."""
        prompt = checked_terms(terms, k)
        return self.rank(prompt, self.gather(prompt))[:k]
