"""Search after a transform: the prompt's differences, Euler transform, bisection… are looked up."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.routes import ITSELF, ROUTES, Route, Terms
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.two_sided import BOTH_SIDES, STARTS, WIDTH, look_up
from int2vec.text import checked_terms

_LEAST = 4  # terms that must match
_LEAST_SCALED = 7  # and this many where they match up to a factor
_MOST_TERMS = 120  # transforms take quadratic time
_MOST_BITS = 1_500
_EACH = 2  # continuations taken from one transform
_CHECKED = 40  # sequences whose transforms are compared term by term


class TransformCompleter:
    """What makes a transform of the prompt go on as a sequence, or a transform of one, does."""

    name = "transforms"

    def __init__(self, index: Index, *, effort: str = "normal") -> None:
        self._index = index
        self._depth = {"quick": 1, "deep": 3}.get(effort, 2)
        self._search = SearchCompleter(index)
        self._scaled_search = SearchCompleter(index, reading="ratios")

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, whole matches first, then the longest."""
        prompt = checked_terms(terms, k)
        if len(prompt) < _LEAST or len(prompt) > _MOST_TERMS:
            return []
        if max(abs(t) for t in prompt).bit_length() > _MOST_BITS:
            return []
        ours = [route.there(prompt) for route in BOTH_SIDES]
        every = [
            p
            for route, transformed in zip(ROUTES, ours[1:], strict=True)
            for p in self._along(route, prompt, transformed or [])
        ]
        found: dict[int, Prediction] = {}
        for p in sorted(every, key=lambda p: -p.score):
            found.setdefault(p.value, p)
        for look in (self._on_both_sides, self._after_two)[: self._depth - 1]:
            if not any(p.evidence["whole"] for p in found.values()):
                found |= {p.value: p for p in look(prompt, ours) if p.value not in found}
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

    def _on_both_sides(self, prompt: Terms, ours: Sequence[Terms | None]) -> Iterator[Prediction]:
        """What follows where a transform of the prompt is one of a sequence, up to a factor."""
        hits: dict[int, tuple[int, int]] = {}
        for i, j, sequence in sorted(look_up(self._index.transformed, ours), key=sum):
            hits.setdefault(sequence, (i, j))
        found: dict[int, list[tuple[str, str, int]]] = {}
        for sequence, (i, j) in list(hits.items())[:_CHECKED]:
            label, terms = self._index.terms_of(sequence)
            here, there, transformed = BOTH_SIDES[i], BOTH_SIDES[j], ours[i] or []
            for theirs in _shifted(there, terms[: there.step * (_MOST_TERMS + 4)]):
                agreed = _agreement(transformed, theirs)
                if agreed is None:
                    continue
                length, factor, following = agreed
                value = here.back(prompt, transformed, following)
                if value is not None:
                    rule = _words(here, there, factor, label)
                    found.setdefault(value, []).append((rule, label, length))
                    break
        total = sum(map(len, found.values()))
        for value, agreeing in found.items():
            rule, _, length = agreeing[0]
            labels = [label for _, label, _ in agreeing]
            yield Prediction(
                value=value,
                score=length + len(agreeing) / total,
                by=self.name,
                why=f"{rule}, {length} terms matching",
                evidence={
                    "match_length": length, "matches": len(agreeing), "sequences": labels,
                    "share": len(agreeing) / total, "whole": True, "rule": rule,
                    "distinct": len(set(prompt)), "depth": 2,
                },
            )  # fmt: skip

    def _after_two(self, prompt: Terms, ours: Sequence[Terms | None]) -> Iterator[Prediction]:
        """The same of a transform of a transform of the prompt."""
        for route, once in zip(ROUTES, ours[1:], strict=True):
            if once is None or len(once) <= WIDTH:
                continue
            twice = [following.there(once) for following in BOTH_SIDES]
            for p in self._on_both_sides(once, twice):
                value = route.back(prompt, once, p.value)
                if value is not None:
                    why, evidence = f"of {route.noun}: {p.why}", {**p.evidence, "depth": 3}
                    yield replace(p, value=value, why=why, evidence=evidence)


def _shifted(route: Route, terms: Terms) -> Iterator[Terms]:
    """A transform of the terms, from any of the first few on; of every second one, both halves."""
    padded = [*terms, 0] if route.step > 1 else terms  # the last of them is left out
    for left_out in range(route.step):
        made = route.there(padded[: len(padded) - left_out]) or []
        for start in range(STARTS):
            yield made[start:]


def _agreement(ours: Terms, theirs: Terms) -> tuple[int, Fraction, int] | None:
    """How many terms agree, the factor, and what follows, where theirs go on behind ours."""
    for start in range(STARTS):
        rest = ours[start:]
        if len(theirs) <= len(rest) or len(rest) < WIDTH:
            continue
        place = next((i for i, term in enumerate(theirs) if term), 0)
        if place >= len(rest) or not theirs[place]:
            continue
        factor = Fraction(rest[place], theirs[place])
        following = factor * theirs[len(rest)]
        if (
            following.denominator == 1
            and factor
            and all(
                x * factor.denominator == y * factor.numerator
                for x, y in zip(rest, theirs, strict=False)
            )
        ):
            return len(rest), factor, int(following)
    return None


def _words(here: Route, there: Route, factor: Fraction, label: str) -> str:
    """How the sides agree, as in: the differences are 3 times the squares of A000040."""
    times = {"1": "", "-1": "minus "}.get(str(factor), f"{factor} times ")
    theirs = f"{times}{there.noun} of {label}"
    if here is ITSELF:
        return f"the terms are {theirs}"
    verb = "is" if here.words.endswith("s") else "are"
    return f"{here.noun} {verb} {theirs}"
