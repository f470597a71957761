"""What usually follows the last few terms: contexts of every length, mixed into one.

Prediction by partial matching with Witten–Bell smoothing: the distribution after a context of n
terms leans on the one after n - 1 terms as much as the longer context is unsure. `local` counts
in the prompt itself: it is at home in sequences of few distinct values, such as digits of
constants, and in slow ones. `step-ngrams` counts differences in the corpus.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from int2vec.predict.complete.base import Prediction, Source
from int2vec.predict.complete.search.index import Index
from int2vec.text import checked_terms

_DEEPEST = 12  # terms of a context
_LEAST_TERMS = 3  # of a prompt that is counted in
_WINDOW = 300  # terms of a prompt that are looked at
_SAMPLE = 20_000  # places of a common context that are looked at, evenly spread
_KEPT = 40  # candidates carried from one length to the next

_EVIDENCE = tuple(
    f"{of}_{what}" for of in ("value", "step") for what in ("probability", "order", "count")
)
Found = tuple[float, int, int]  # probability, length of the longest context, times seen


class LocalCompleter:
    """Next values, and next differences, by what followed the same context in the prompt."""

    name = "local"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, the likeliest first."""
        prompt = checked_terms(terms, k)[-_WINDOW:]
        if len(prompt) < _LEAST_TERMS:
            return []
        steps = [b - a for a, b in pairwise(prompt)]
        values = context_mixture(prompt)
        differences = {prompt[-1] + d: found for d, found in context_mixture(steps).items()}
        scored = [
            self._prediction(value, prompt, steps, values.get(value), differences.get(value))
            for value in {**values, **differences}
        ]
        scored.sort(key=lambda p: -p.score)
        return scored[:k]

    def _prediction(
        self,
        value: int,
        prompt: list[int],
        steps: list[int],
        as_value: Found | None,
        as_step: Found | None,
    ) -> Prediction:
        by_value, order, _ = said = as_value or (0.0, 0, 0)
        by_step, step_order, _ = of_steps = as_step or (0.0, 0, 0)
        evidence = dict(zip(_EVIDENCE, (*said, *of_steps), strict=True))
        why = _why("it", "term", order, value, prompt)
        if by_step > by_value:
            step = value - prompt[-1]
            why = _why(f"a step of {step:+}", "step", step_order, step, steps)
        return Prediction(
            value=value, score=max(by_value, by_step), by=self.name, why=why, evidence=evidence
        )


def _why(what: str, unit: str, order: int, symbol: int, stream: list[int]) -> str:
    if order:
        last = f"last {unit}" if order == 1 else f"last {order} {unit}s"
        return f"{what} followed the {last} before"
    times = stream.count(symbol)
    if times == 1:
        return f"{what} came once before"
    most = (
        max(stream.count(other) for other in set(stream) - {symbol}) if times < len(stream) else 0
    )
    return f"{what} {'is the commonest ' + unit if times > most else f'came {times} times'} so far"


def context_mixture(stream: Sequence[int]) -> dict[int, Found]:
    """For each symbol seen: its probability next, the longest context it followed, how often.

    >>> found = context_mixture([0, 1, 0, 1, 0])
    >>> max(found, key=lambda symbol: found[symbol][0])
    1
    """
    counts = Counter(stream)
    spread = len(counts) + 1  # one place for what was never seen
    probability = {s: c / (len(stream) + spread) for s, c in counts.items()}
    order = dict.fromkeys(counts, 0)
    seen = dict(counts)
    n = len(stream)
    ends = list(range(n - 1, 0, -1))  # places that the context may stand before
    for length in range(1, min(_DEEPEST, n - 1) + 1):
        ends = [e for e in ends if e >= length and stream[e - length] == stream[n - length]]
        if not ends:
            break
        after = Counter(stream[e] for e in ends)
        total, distinct = len(ends), len(after)
        for symbol in probability:
            count = after.get(symbol, 0)
            probability[symbol] = (count + distinct * probability[symbol]) / (total + distinct)
            if count:
                order[symbol], seen[symbol] = length, count
    return {s: (probability[s], order[s], seen[s]) for s in probability}


class StepCompleter:
    """The likeliest next difference by contexts of 1, 2, … differences in the corpus together.

    Where `differences` trusts the longest match alone, this weighs it by how often it was seen,
    so that many short matches can outvote one long coincidence.
    """

    name = "step-ngrams"

    def __init__(self, index: Index) -> None:
        self.index = index

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, the likeliest first."""
        prompt = checked_terms(terms, k)
        past = self.index.past("differences")
        codes = self.index.codes(prompt[-_DEEPEST - 1 :], "differences")
        probability: dict[int, float] = {}
        order: dict[int, int] = {}
        exemplar: dict[int, int] = {}
        for length, (low, high) in enumerate(past.stretches(codes, _DEEPEST), 1):
            places, following = past.following((low, high), max((high - low) // _SAMPLE, 1))
            if not len(following):
                continue
            distinct, first, counts = np.unique(following, return_index=True, return_counts=True)
            seen = len(following) + len(distinct)
            for code in probability:
                probability[code] *= len(distinct) / seen
            for i in np.argsort(-counts, kind="stable")[:_KEPT].tolist():
                code = int(distinct[i])
                probability[code] = probability.get(code, 0.0) + float(counts[i]) / seen
                order[code] = length
                exemplar.setdefault(code, int(places[first[i]]))
        best = sorted(probability, key=lambda code: -probability[code])[:k]
        return [
            self._prediction(prompt[-1], exemplar[code], probability[code], order[code])
            for code in best
        ]

    def _prediction(self, last: int, place: int, share: float, order: int) -> Prediction:
        step = self.index.integer(place) - self.index.integer(place - 1)
        return Prediction(
            value=last + step,
            score=share,
            by=self.name,
            why=f"in other sequences a step of {step:+} follows the last "
            f"{f'{order} steps' if order > 1 else 'step'}",
            evidence={"probability": share, "order": order},
        )


SOURCES = (
    Source(
        name="local",
        make=LocalCompleter,
        evidence=_EVIDENCE,
        explains=2.1,
    ),
    Source(
        name="step-ngrams",
        make=StepCompleter,
        readings=("terms", "differences"),
        evidence=("probability", "order"),
        explains=2.2,
    ),
)
