"""Search after a transform: the prompt's differences, Euler transform, bisection… are looked up."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from int2vec.arithmetic.routes import ROUTES, Route, Terms
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.combined import combinations
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.two_sided import (
    BOTH_SIDES,
    MOST_TERMS,
    WIDTH,
    Agreement,
    Sides,
    agreements,
    sides,
)
from int2vec.text import checked_terms

_LEAST = 4  # terms that must match
_LEAST_SCALED = 7  # and this many where they match up to a factor
_MOST_BITS = 1_500
_EACH = 2  # continuations taken from one transform


class TransformCompleter:
    """What makes a transform of the prompt go on as a sequence, or a transform of one, does."""

    name = "transforms"

    def __init__(self, index: Index, *, effort: str = "normal") -> None:
        self._index = index
        self._looks = {"quick": 0, "deep": 3}.get(effort, 1)  # beyond one transform of the prompt
        self._search = SearchCompleter(index)
        self._scaled_search = SearchCompleter(index, reading="ratios")

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, whole matches first, then the longest."""
        prompt = checked_terms(terms, k)
        if len(prompt) < _LEAST or len(prompt) > MOST_TERMS:
            return []
        if max(abs(t) for t in prompt).bit_length() > _MOST_BITS:
            return []
        ours = sides(tuple(prompt))
        every = [
            p
            for route, transformed in zip(ROUTES, ours[1:], strict=True)
            for p in self._along(route, prompt, transformed or [])
        ]
        found: dict[int, Prediction] = {}
        for p in sorted(every, key=lambda p: -p.score):
            found.setdefault(p.value, p)
        for look in (self._on_both_sides, self._after_two, self._of_two)[: self._looks]:
            if not any(p.evidence["whole"] for p in found.values()):
                for p in look(prompt, ours):
                    found.setdefault(p.value, p)
        return sorted(found.values(), key=lambda p: -p.score)[:k]

    def _along(self, route: Route, prompt: Terms, transformed: Terms) -> Iterator[Prediction]:
        """What follows the transform in the corpus, as it is or up to a factor, led back."""
        if len(transformed) < _LEAST:
            return
        found = self._search.longest(transformed, _EACH, _LEAST)
        if not any(p.evidence["whole"] for p in found) and len(transformed) >= _LEAST_SCALED:
            found += self._scaled_search.longest(transformed, 1, len(transformed) - 1)
        for p in found:
            value = route.back(prompt, transformed, p.value)
            if value is not None:
                rule = route.words if p.by == "search" else f"{route.words} up to a factor"
                length, whole = p.evidence["match_length"], p.evidence["whole"]
                matching = transformed[-length:] if p.by == "search" else transformed
                yield Prediction(
                    value=value,
                    score=100 * whole + p.score,
                    by=self.name,
                    why=f"{rule} in {p.evidence['sequences'][0]}, {length} terms matching",
                    evidence={
                        **p.evidence, "rule": rule, "distinct": len(set(matching)), "depth": 1,
                    },
                )  # fmt: skip

    def _on_both_sides(self, prompt: Terms, ours: Sides) -> Iterator[Prediction]:
        """What follows where a transform of the prompt is one of a sequence, up to a factor."""
        named = self._index.terms_of
        found: dict[int, list[tuple[Agreement, str]]] = {}
        for agreed in agreements(self._index.transformed, prompt, ours, lambda i: named(i)[1]):
            label, _ = named(agreed.sequence)
            found.setdefault(agreed.value, []).append((agreed, label))
        total = sum(map(len, found.values()))
        for value, agreeing in found.items():
            best, label = agreeing[0]
            labels, share = [label for _, label in agreeing], len(agreeing) / total
            there = {"matches": len(agreeing), "sequences": labels, "share": share, "depth": 2}
            score = best.length + share
            yield _told(prompt, value, best.words(label), best.length, score, there)

    def _after_two(self, prompt: Terms, ours: Sides) -> Iterator[Prediction]:
        """The same of a transform of a transform of the prompt."""
        for route, once in zip(ROUTES, ours[1:], strict=True):
            if once is None or len(once) <= WIDTH or route.step > 1:
                continue
            twice = [following.there(once) for following in BOTH_SIDES]
            for p in self._on_both_sides(once, twice):
                value = route.back(prompt, once, p.value)
                if value is not None:
                    why, evidence = f"of {route.noun}: {p.why}", {**p.evidence, "depth": 3}
                    yield replace(p, value=value, why=why, evidence=evidence)

    def _of_two(self, prompt: Terms, ours: Sides) -> Iterator[Prediction]:
        """What follows where the prompt, or a transform of it, is made of two sequences."""
        found = sorted(combinations(self._index, prompt), key=lambda made: made.size)
        for made in found:
            rule = f"{made.route.noun} are {made.words}"
            share, score = 1 / len(found), len(prompt) - made.size / 100
            there = {"matches": 1, "sequences": made.labels, "share": share, "depth": 4}
            yield _told(prompt, made.value, rule, len(prompt), score, there)


def _told(
    prompt: Terms, value: int, rule: str, length: int, score: float, found: dict[str, Any]
) -> Prediction:
    """What a rule says that holds of the whole prompt."""
    why, distinct = f"{rule}, {length} terms matching", len(set(prompt))
    evidence = {"match_length": length, "whole": True, "rule": rule, "distinct": distinct, **found}
    return Prediction(value=value, score=score, by="transforms", why=why, evidence=evidence)
