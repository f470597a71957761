"""Questions about a sequence, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from int2vec.web.limits import MAX_TERMS, MAX_TEXT, Integer, K
from int2vec.web.schemas.base import Answer, Question

Terms = Annotated[list[Integer], Field(min_length=1, max_length=MAX_TERMS)]


class CompleteQuestion(Question):
    terms: Terms
    k: K = 5
    using: Literal["all", "rules"] = Field(
        "all", description="All completers, or the exact rules alone, which answer faster."
    )


class PredictionOut(Answer):
    value: Integer
    probability: float | None = Field(description="Calibrated; none for the rules alone.")
    by: str
    why: str
    sequences: list[str] = Field(description="The A-numbers that the evidence names.")


class CompleteAnswer(Answer):
    terms: list[Integer]
    corpus: str | None
    predictions: list[PredictionOut] = Field(description="Conjectures, the likeliest first.")


class SearchQuestion(Question):
    pattern: str = Field(
        min_length=1, max_length=MAX_TEXT, description="Terms; ? stands for any one."
    )
    transforms: bool = False
    k: K = 10


class MatchOut(Answer):
    label: str
    name: str | None
    position: int
    transform: str
    terms: list[Integer]


class SearchAnswer(Answer):
    pattern: str
    corpus: str
    matches: list[MatchOut]
