"""Sets and analogies: what members share, what else belongs, a : b :: c : ?."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from int2vec.errors import UnknownIntegerError
from int2vec.predict.expand.properties import SharedProperty
from int2vec.session import Session
from int2vec.web.questions import (
    MAX_MEMBERS,
    MAX_OPTIONS,
    Answer,
    Integer,
    K,
    Line,
    ModelName,
    Rounded,
    endpoint,
    rounded,
)

_TOPIC = "sets and analogies"


Members = Annotated[
    list[Integer],
    Field(min_length=1, max_length=MAX_MEMBERS),
    Line(example="73, 97, 83", most=MAX_MEMBERS),
]
Options = Annotated[
    Annotated[list[Integer], Field(max_length=MAX_OPTIONS)] | None,
    Line(example="48, 49, 50", most=MAX_OPTIONS),
]


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


@endpoint("/expand", topic=_TOPIC, lane="sets", posted=True, sample="expand?members=5,13,29")
def expand(
    session: Session, members: Members, k: K = 20, model: ModelName | None = None
) -> ExpandAnswer:
    """What the members share, with the surprise of each property, and what else may belong."""
    found = session.expand(members, k, model=model)
    return ExpandAnswer.of(
        members=found.seeds,
        model=_model_name(session, model),
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


@endpoint("/analogy", topic=_TOPIC, lane="heavy", posted=True, sample="analogy?a=5&b=36&c=6")
def analogy(
    session: Session,
    a: Annotated[Integer, Field(examples=[5])],
    b: Annotated[Integer, Field(examples=[36])],
    c: Annotated[Integer, Field(examples=[6])],
    options: Options = None,
    k: K = 5,
    model: ModelName | None = None,
) -> AnalogyAnswer:
    """Answers to a : b :: c : ?, by rules and by vectors side by side."""
    prompt = (a, b, c, options or None, k)
    spoken: list[VectorAnswer] = []
    note = None
    if _model_name(session, model) is None:
        note = "no model is installed; 'int2vec train fasttext' makes one"
    else:
        try:
            found = session.analogy(*prompt, using="vectors", model=model)
            spoken = [VectorAnswer(value=one.value, cosine=one.similarity or 0.0) for one in found]
        except UnknownIntegerError as error:
            note = str(error)
    return AnalogyAnswer(
        a=a,
        b=b,
        c=c,
        model=_model_name(session, model),
        rules=[
            RuleAnswer.of(
                value=one.value, why=one.why, share=one.share or 0.0, other_rules=one.other_rules
            )
            for one in session.analogy(*prompt, using="rules")
        ],
        vectors=spoken,
        note=note,
    )
