"""One integer: its facts, its neighbors, what probes read off its vector, its sequences."""

from __future__ import annotations

from pydantic import Field

from int2vec.arithmetic.about import HeldProperty, NamedValue
from int2vec.predict.probe.readings import Reading
from int2vec.session import Session
from int2vec.web.questions import Answer, Integer, K, ModelName, Rounded, endpoint

_TOPIC = "integers"


class Factor(Answer):
    prime: Integer
    exponent: int


class IntegerAnswer(Answer):
    integer: Integer
    digits: int
    factors: list[Factor] = Field(description="The prime factors found, in rising order.")
    unfactored: Integer | None = Field(description="A part too long to factorise in time.")
    properties: list[HeldProperty] = Field(description="Those that hold, the rarest first.")
    quantities: list[NamedValue]
    known: list[str] = Field(description="Sequences with a name that hold it, the rarest first.")


@endpoint("/integer/{integer}", topic=_TOPIC, lane="light", sample="integer/1729")
def integer(session: Session, integer: Integer) -> IntegerAnswer:
    """The factorisation, the properties that hold (rarest first) and some quantities."""
    facts = session.facts(integer)
    return IntegerAnswer.of(
        integer=facts.integer,
        digits=len(str(abs(facts.integer))),
        factors=[Factor(prime=p, exponent=e) for p, e in facts.factors.items()],
        unfactored=facts.unfactored,
        properties=facts.properties,
        quantities=facts.quantities,
        known=facts.known,
    )


class NeighborOut(Answer):
    integer: Integer
    cosine: Rounded
    shares: list[str] = Field(description="The rarest properties that both have, in words.")


class NeighborsAnswer(Answer):
    integer: Integer
    model: str
    inferred: bool = Field(
        description="Whether training did not show it: its vector is put together."
    )
    neighbors: list[NeighborOut]


@endpoint("/neighbors/{integer}", topic=_TOPIC, lane="light", sample="neighbors/1729?k=5")
def neighbors(
    session: Session, integer: Integer, k: K = 12, model: ModelName | None = None
) -> NeighborsAnswer:
    """The integers whose vectors are nearest, with what each shares with the one asked about."""
    return NeighborsAnswer.model_validate(session.neighbors(integer, k, model=model))


class ReadingsAnswer(Answer):
    integer: Integer
    model: str
    inferred: bool
    readings: list[Reading]


@endpoint("/readings/{integer}", topic=_TOPIC, lane="heavy", sample="readings/1729")
def readings(session: Session, integer: Integer, model: ModelName | None = None) -> ReadingsAnswer:
    """What probes read off the integer's vector, beside the truth."""
    vectors = session.vectors(model)
    found, inferred = session.readings(integer, model=model), integer not in vectors
    return ReadingsAnswer.of(integer=integer, model=vectors.name, inferred=inferred, readings=found)


class SequenceOut(Answer):
    label: str = Field(description="The A-number, or the place in a file that gives none.")
    name: str | None
    size: int = Field(description="How many distinct integers it holds.")
    terms: list[Integer] = Field(description="Terms around the integer asked about.")
    position: int = Field(description="Where the first of these terms stands, from 0.")


class SequencesAnswer(Answer):
    integer: Integer
    corpus: str
    total: int = Field(description="How many sequences hold the integer.")
    sequences: list[SequenceOut]


@endpoint("/sequences/{integer}", topic=_TOPIC, lane="heavy", sample="sequences/1729?k=3")
def sequences(session: Session, integer: Integer, k: K = 10) -> SequencesAnswer:
    """The sequences that hold the integer, those of the rarest company first."""
    total, found = session.sequences_holding(integer, k)
    return SequencesAnswer.of(
        integer=integer, corpus=session.corpus_label, total=total, sequences=found
    )
