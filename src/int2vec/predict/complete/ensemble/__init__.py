"""The candidates of all completers, with one calibrated probability each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from int2vec.predict.complete.base import Completer, Prediction
from int2vec.predict.complete.ensemble.calibration import Calibration, shipped_calibration
from int2vec.predict.complete.registry import SOURCES
from int2vec.text import MAX_DIGITS, checked_terms

CANDIDATES = 10  # taken from each completer
_BESIDE = tuple(source.name for source in SOURCES.values() if source.weighs_itself)
_SLIP, _SLIP_IN_CORPUS = 0.9, 0.6
_MAX_BITS = int(3.32 * MAX_DIGITS)


class Ensemble:
    """One ranking of what all completers say, each candidate with its best reason."""

    name = "ensemble"

    def __init__(
        self, sources: Mapping[str, Completer], calibration: Calibration | None = None
    ) -> None:
        self.sources = dict(sources)
        self.calibration = calibration  # None: the shipped one, read when it is needed

    def gather(self, terms: Sequence[int], k: int = CANDIDATES) -> dict[str, list[Prediction]]:
        """What each completer says on its own, less what is too long to print."""
        prompt = checked_terms(terms)
        return {
            name: [p for p in source.complete(prompt, k) if p.value.bit_length() < _MAX_BITS]
            for name, source in self.sources.items()
        }

    def rank(
        self, terms: Sequence[int], gathered: Mapping[str, list[Prediction]]
    ) -> list[Prediction]:
        """All candidates, distinct, the most probable first."""
        weighed = {name: found for name, found in gathered.items() if name not in _BESIDE}
        calibration = self.calibration or shipped_calibration()
        values, probabilities = calibration.probabilities(terms, weighed)
        order = np.argsort(-probabilities, kind="stable")
        ranked = [_explained(values[i], float(probabilities[i]), weighed) for i in order.tolist()]
        for name in _BESIDE:
            for p in gathered.get(name, ()):
                ranked = _with_slip(p, gathered, ranked)
        return ranked

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with calibrated probabilities, the most probable first."""
        prompt = checked_terms(terms, k)
        return self.rank(prompt, self.gather(prompt))[:k]


def among(ranked: list[Prediction], options: Sequence[int]) -> list[Prediction]:
    """The options, best first, where one of them must be right; what was not found is last."""
    found = [p for p in ranked if p.value in options]
    known = {p.value for p in found}
    left = [value for value in dict.fromkeys(options) if value not in known]
    rest = max(1.0 - sum(p.probability or 0.0 for p in ranked), 1e-3) / (1 + len(left))
    why = "nothing speaks for it but that it is an option"
    found += [
        Prediction(value=value, score=rest, by="options", why=why, probability=rest)
        for value in left
    ]
    total = sum(p.probability or 0.0 for p in found)
    return [replace(p, probability=(p.probability or 0.0) / total) for p in found]


def _with_slip(
    slip: Prediction, gathered: Mapping[str, list[Prediction]], ranked: list[Prediction]
) -> list[Prediction]:
    """The ranking with the answer to mended terms; the others have what it leaves.

    A slip that was found is one, unless the corpus holds the terms as they are given.
    """
    matched = any(p.evidence.get("whole") for p in gathered.get("search", ()))
    share = _SLIP_IN_CORPUS if matched else _SLIP
    shares = {p.value: (1 - share) * (p.probability or 0.0) for p in ranked}
    shares[slip.value] = share + shares.get(slip.value, 0.0)
    all_of = (slip, *(p for p in ranked if p.value != slip.value))
    found = [replace(p, probability=shares[p.value], score=shares[p.value]) for p in all_of]
    return sorted(found, key=lambda p: -p.score)


def _explained(
    value: int, probability: float, gathered: Mapping[str, list[Prediction]]
) -> Prediction:
    """The prediction of the completer that explains this value best, with its probability.

    The higher a completer ranks the value the better; among equals, rules say most and counts of
    what usually follows say least.
    """
    said = {
        name: (rank, p)
        for name, predictions in gathered.items()
        for rank, p in enumerate(predictions)
        if p.value == value
    }
    best, *agreeing = sorted(said, key=lambda name: said[name][0] + SOURCES[name].explains)
    prediction = said[best][1]
    evidence = {**prediction.evidence, "agreeing_sources": sorted(agreeing)}
    return replace(prediction, probability=probability, score=probability, evidence=evidence)
