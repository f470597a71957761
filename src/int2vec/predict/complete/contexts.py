"""What usually follows the last few terms of the prompt: contexts of every length, mixed into one.

Prediction by partial matching with Witten–Bell smoothing: the distribution after a context of n
terms leans on the one after n - 1 terms as much as the longer context is unsure. It is at home in
sequences of few distinct values, and in slow ones.
"""

from collections import Counter
from collections.abc import Sequence

from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.base import Prediction
from int2vec.text import checked_terms

_DEEPEST = 12  # terms of a context
_LEAST_TERMS = 3  # of a prompt that is counted in
_WINDOW = 300  # terms of a prompt that are looked at

_FOUND = ("probability", "order", "count")  # order: the length of the longest context
_UNITS = {"value": "term", "step": "step"}


class LocalCompleter:
    """Next values, and next differences, by what followed the same context in the prompt."""

    name = "local"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, the likeliest first."""
        prompt = checked_terms(terms, k)[-_WINDOW:]
        if len(prompt) < _LEAST_TERMS:
            return []
        streams = {"value": prompt, "step": differences(prompt)}
        base = {"value": 0, "step": prompt[-1]}
        mixed = {of: context_mixture(stream) for of, stream in streams.items()}
        scored = []
        for value in dict.fromkeys(base[of] + symbol for of in mixed for symbol in mixed[of]):
            said = {of: mixed[of].get(value - base[of], (0.0, 0, 0)) for of in mixed}
            best = max(said, key=lambda of: said[of][0])
            what = "it" if best == "value" else f"a step of {value - prompt[-1]:+}"
            why = _why(_UNITS[best], said[best][1], value - base[best], streams[best])
            evidence = {
                f"{of}_{name}": number
                for of, found in said.items()
                for name, number in zip(_FOUND, found, strict=True)
            }
            scored.append(
                Prediction(
                    value=value, score=said[best][0], by=self.name, why=f"{what} {why}",
                    evidence=evidence,
                )
            )  # fmt: skip
        return sorted(scored, key=lambda p: -p.score)[:k]


def _why(unit: str, order: int, symbol: int, stream: list[int]) -> str:
    if order:
        return f"followed the {f'last {unit}' if order == 1 else f'last {order} {unit}s'} before"
    (first, times), *others = Counter(stream).most_common(2)
    if first == symbol and times > 1 and not (others and others[0][1] == times):
        return f"is the commonest {unit} so far"
    times = stream.count(symbol)
    return f"came {times} times so far" if times > 1 else "came once before"


def context_mixture(stream: Sequence[int]) -> dict[int, tuple[float, int, int]]:
    """For each symbol seen: its probability next, the longest context it followed, how often.

    >>> found = context_mixture([0, 1, 0, 1, 0])
    >>> max(found, key=lambda symbol: found[symbol][0])
    1
    """
    counts = Counter(stream)
    n, spread = len(stream), len(counts) + 1  # one place for what was never seen
    shares = {s: c / (n + spread) for s, c in counts.items()}
    order = dict.fromkeys(counts, 0)
    seen = dict(counts)
    ends = list(range(n - 1, 0, -1))  # places that the context may stand before
    for length in range(1, min(_DEEPEST, n - 1) + 1):
        ends = [e for e in ends if e >= length and stream[e - length] == stream[n - length]]
        if not ends:
            break
        after = Counter(stream[e] for e in ends)
        for symbol in shares:
            shorter = len(after) * shares[symbol]
            shares[symbol] = (after[symbol] + shorter) / (len(ends) + len(after))
        order.update(dict.fromkeys(after, length))
        seen.update(after)
    return {s: (shares[s], order[s], seen[s]) for s in shares}
