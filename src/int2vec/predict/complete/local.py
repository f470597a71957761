"""What the prompt's own past suggests: its last terms, or steps, seen before in itself.

Prediction by partial matching with Witten–Bell smoothing: the distribution after a context of n
terms leans on the one after n - 1 terms as much as the longer context is unsure. It is at home
in sequences of few distinct values, such as digits of constants, and in slow ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from int2vec.predict.complete.base import Prediction
from int2vec.text import checked_terms

_DEEPEST = 12
_LEAST_TERMS = 3
_WINDOW = 300  # terms looked at

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
            self._prediction(value, prompt[-1], values.get(value), differences.get(value))
            for value in {**values, **differences}
        ]
        scored.sort(key=lambda p: -p.score)
        return scored[:k]

    def _prediction(
        self, value: int, last: int, as_value: Found | None, as_step: Found | None
    ) -> Prediction:
        by_value, order, count = as_value or (0.0, 0, 0)
        by_step, step_order, step_count = as_step or (0.0, 0, 0)
        evidence = {
            "value_probability": by_value, "value_order": order, "value_count": count,
            "step_probability": by_step, "step_order": step_order, "step_count": step_count,
        }  # fmt: skip
        why = _why("it", "term", order)
        if by_step > by_value:
            why = _why(f"a step of {value - last:+}", "step", step_order)
        return Prediction(
            value=value, score=max(by_value, by_step), by=self.name, why=why, evidence={**evidence}
        )


def _why(what: str, unit: str, order: int) -> str:
    if not order:
        return f"{what} is the commonest {unit} so far"
    if order == 1:
        return f"{what} followed the last {unit} before"
    return f"{what} followed the last {order} {unit}s before"


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
