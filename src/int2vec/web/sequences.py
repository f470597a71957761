"""Sequences: what comes next, and where terms stand."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from int2vec.predict.complete.base import Prediction
from int2vec.session import Session
from int2vec.text import parse_pattern
from int2vec.web.questions import (
    MAX_TERMS,
    MAX_TEXT,
    Answer,
    Integer,
    K,
    Line,
    Question,
    Topic,
)

topic = Topic("sequences")

_EXAMPLE = "1, 1, 2, 3, 5, 8"
_A_NUMBER = re.compile(r"\bA\d{6,7}\b")
_SHOWN_TERMS = 40
_CITED = 5


class CompleteQuestion(Question):
    terms: Annotated[
        list[Integer],
        Field(min_length=1, max_length=MAX_TERMS),
        Line(example=_EXAMPLE, most=MAX_TERMS),
    ]
    k: K = 5
    using: Annotated[
        Literal["all", "rules"],
        Field(description="All completers, or the exact rules alone, which answer faster."),
    ] = "all"


class PredictionOut(Answer):
    value: Integer
    probability: float | None = Field(description="Calibrated.")
    by: str
    why: str
    sequences: list[str] = Field(description="The A-numbers that the evidence names.")


class CompleteAnswer(Answer):
    terms: list[Integer]
    corpus: str | None = Field(description="What was searched; none where rules alone speak.")
    predictions: list[PredictionOut] = Field(description="Conjectures, the likeliest first.")


def _lane(question: CompleteQuestion) -> str:
    return "rules" if question.using == "rules" else "heavy"


@topic.endpoint("/complete", lane=_lane, posted=True, sample="complete?terms=1,4,10,20,35")
def complete(session: Session, question: CompleteQuestion) -> CompleteAnswer:
    """Conjectures about the next term, each with its evidence."""
    rules_alone = question.using == "rules"
    found = session.complete(question.terms, question.k, using=["rules"] if rules_alone else ())
    searched = session.searched_corpus is not None and not rules_alone
    return CompleteAnswer(
        terms=question.terms,
        corpus=session.corpus_label if searched else None,
        predictions=[_prediction(one) for one in found],
    )


def _prediction(found: Prediction) -> PredictionOut:
    cited = dict.fromkeys(_A_NUMBER.findall(f"{found.why} {found.evidence}"))
    return PredictionOut(
        value=found.value,
        probability=found.probability,
        by=found.by,
        why=found.why,
        sequences=list(cited)[:_CITED],
    )


class SearchQuestion(Question):
    pattern: Annotated[
        str,
        Field(min_length=1, max_length=MAX_TEXT, description="Terms; ? stands for any one."),
        Line(example=_EXAMPLE, name="terms"),
    ]
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


@topic.endpoint(
    "/search", lane="heavy", posted=True, sample="search?terms=1,4,10,20&transforms=true"
)
def search(session: Session, question: SearchQuestion) -> SearchAnswer:
    """The sequences in which the terms stand; ? stands for any term."""
    pattern = parse_pattern(question.pattern)
    found = session.search(pattern, question.k, transforms=question.transforms)
    matches = []
    for match in found.matches:
        start = max(match.position - 2, 0)
        matches.append(
            MatchOut(
                label=match.a_number,
                name=match.name,
                position=match.position,
                transform=match.transform,
                terms=match.terms[start : start + _SHOWN_TERMS],
            )
        )
    return SearchAnswer(pattern=question.pattern, corpus=found.corpus, matches=matches)
