"""The contract that every completer keeps, and what it declares of itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """One conjectured next term.

    `score` orders the predictions of one completer and means nothing across completers;
    `probability` is set by the ensemble alone, and is calibrated.
    `evidence` holds what the ensemble learns from (match length, support, description length…)
    and what a person may want to see (A-numbers, the rule), as plain JSON values.
    """

    value: int
    score: float
    by: str
    why: str
    probability: float | None = None
    evidence: dict[str, Any] = field(default_factory=dict)


def something_else(found: Sequence[Prediction]) -> float:
    """The probability that none of these is right."""
    return max(1.0 - sum(p.probability or 0.0 for p in found), 0.0)


class Completer(Protocol):
    """Says what comes after the given terms."""

    name: str

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with distinct values, best first; none when there is no idea."""
        ...


@dataclass(frozen=True, kw_only=True)
class Source:
    """A completer by its name: what it is made from, and what the ensemble reads of it.

    Each completer's file holds those of its own in a tuple `SOURCES`, which the registry collects.
    """

    name: str
    make: Callable[..., Completer]  # of nothing, of an index, or of a model
    readings: tuple[str, ...] = ()  # of the index that it searches; with none it needs no corpus
    by_effort: bool = False  # made with the effort that a question is worth
    of_a_model: bool = False  # trained, in a folder or known by name
    of_a_vocabulary: bool = False  # it can answer with the integers that it holds, and no other
    asked_by_name_alone: bool = False  # no part of the ensemble unless it is named
    evidence: tuple[str, ...] = ()  # the numbers of its evidence that the ensemble reads
    rival: tuple[str, ...] = ()  # of its first answer, which weigh against every other candidate
    tells_when_asked: bool = False  # the ensemble tells silence from not having been asked
    weighs_itself: bool = False  # its answer has a probability beside those of the ensemble
    explains: float = 2.0  # how many ranks its reason is worth less than that of a rule
