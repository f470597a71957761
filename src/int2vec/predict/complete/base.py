"""The contract that every completer keeps."""

from collections.abc import Sequence
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
    score: float = field(repr=False)
    by: str
    why: str
    probability: float | None = None
    evidence: dict[str, Any] = field(default_factory=dict, repr=False)


def something_else(found: Sequence[Prediction]) -> float:
    """The probability that none of these is right."""
    return max(1.0 - sum(p.probability or 0.0 for p in found), 0.0)


class Completer(Protocol):
    """Says what comes after the given terms."""

    name: str

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with distinct values, best first; none when there is no idea."""
        ...
