"""Sets and analogies: what members share, what else belongs, a : b :: c : ?."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from int2vec.errors import UnknownIntegerError
from int2vec.session import Session
from int2vec.web.questions import (
    MAX_MEMBERS,
    MAX_OPTIONS,
    Answer,
    Integer,
    K,
    Line,
    ModelName,
    Question,
    Rounded,
    Topic,
    rounded,
)

topic = Topic("sets and analogies")


class ExpandQuestion(Question):
    members: Annotated[
        list[Integer],
        Field(min_length=1, max_length=MAX_MEMBERS),
        Line(example="73, 97, 83", most=MAX_MEMBERS),
    ]
    k: K = 20
    model: ModelName | None = None


class SharedProperty(Answer):
    name: str
    words: str
    bits: Annotated[float, rounded(2)] = Field(description="How unlikely it is that all have it.")
    density: Annotated[float, rounded(5)] = Field(description="The share of integers that do.")


class SharedSequence(Answer):
    label: str
    name: str | None
    size: int


class Candidate(Answer):
    value: Integer
    score: Annotated[float, rounded(3)]
    why: str


class ExpandAnswer(Answer):
    members: list[Integer]
    model: str | None
    corpus: str | None
    properties: list[SharedProperty]
    sequences: list[SharedSequence]
    candidates: list[Candidate]
    notes: list[str]


@topic.endpoint("/expand", lane="sets", posted=True, sample="expand?members=5,13,29")
def expand(session: Session, question: ExpandQuestion) -> ExpandAnswer:
    """What the members share, with the surprise of each property, and what else may belong."""
    found = session.expand(question.members, question.k, model=question.model)
    return ExpandAnswer.of(
        members=found.seeds,
        model=_model_name(session, question.model),
        corpus=session.corpus_label,
        properties=found.properties,
        sequences=[
            SharedSequence(
                label=one.a_number or "a sequence without an A-number",
                name=one.name,
                size=one.size,
            )
            for one in found.sequences
        ],
        candidates=found.candidates,
        notes=found.notes,
    )


def _model_name(session: Session, asked: str | None) -> str | None:
    return session.default_model if asked is None else asked


class AnalogyQuestion(Question):
    a: Annotated[Integer, Field(examples=[5])]
    b: Annotated[Integer, Field(examples=[36])]
    c: Annotated[Integer, Field(examples=[6])]
    options: Annotated[
        Annotated[list[Integer], Field(max_length=MAX_OPTIONS)] | None,
        Line(example="48, 49, 50", most=MAX_OPTIONS),
    ] = None
    k: K = 5
    model: ModelName | None = None


class RuleAnswer(Answer):
    value: Integer
    why: str
    share: Rounded = Field(description="Its part of the rules' weight.")
    other_rules: list[str]


class VectorAnswer(Answer):
    value: Integer
    cosine: Rounded


class AnalogyAnswer(Answer):
    a: Integer
    b: Integer
    c: Integer
    model: str | None
    rules: list[RuleAnswer]
    vectors: list[VectorAnswer]
    note: str | None = Field(description="Why the vectors are silent, where they are.")


@topic.endpoint("/analogy", lane="heavy", posted=True, sample="analogy?a=5&b=36&c=6")
def analogy(session: Session, question: AnalogyQuestion) -> AnalogyAnswer:
    """Answers to a : b :: c : ?, by rules and by vectors side by side."""
    ruled = session.analogy(*_prompt(question), using="rules")
    spoken, note = _by_vectors(session, question)
    return AnalogyAnswer.of(
        a=question.a,
        b=question.b,
        c=question.c,
        model=_model_name(session, question.model),
        rules=[
            RuleAnswer.of(value=a.value, why=a.why, share=a.share or 0.0, other_rules=a.other_rules)
            for a in ruled
        ],
        vectors=spoken,
        note=note,
    )


def _prompt(question: AnalogyQuestion) -> tuple[int, int, int, list[int] | None, int]:
    return question.a, question.b, question.c, question.options or None, question.k


def _by_vectors(
    session: Session, question: AnalogyQuestion
) -> tuple[list[VectorAnswer], str | None]:
    """What the vectors say, or why they say nothing."""
    if _model_name(session, question.model) is None:
        return [], "no model is installed; 'int2vec train fasttext' makes one"
    try:
        found = session.analogy(*_prompt(question), using="vectors", model=question.model)
    except UnknownIntegerError as error:
        return [], str(error)
    return [VectorAnswer(value=a.value, cosine=a.similarity or 0.0) for a in found], None
