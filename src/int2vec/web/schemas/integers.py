"""Questions about one integer, and their answers."""

from __future__ import annotations

from pydantic import Field

from int2vec.web.limits import Integer, K, ModelName
from int2vec.web.schemas.base import Answer, Question


class IntegerQuestion(Question):
    integer: Integer


class VectorQuestion(Question):
    integer: Integer
    model: ModelName | None = None
    k: K = 12


class PropertyOut(Answer):
    name: str
    words: str
    family: str
    rarity: float = Field(description="The share of the integers 1 to 10,000 that have it.")


class Factor(Answer):
    prime: Integer
    exponent: int


class QuantityOut(Answer):
    name: str
    words: str
    value: float


class IntegerAnswer(Answer):
    integer: Integer
    digits: int
    factors: list[Factor] = Field(description="The prime factors found, in rising order.")
    unfactored: Integer | None = Field(description="A part too long to factorise in time.")
    properties: list[PropertyOut] = Field(description="Those that hold, the rarest first.")
    quantities: list[QuantityOut]


class Neighbor(Answer):
    integer: Integer
    cosine: float
    shares: list[str] = Field(description="The rarest properties that both have, in words.")


class NeighborsAnswer(Answer):
    integer: Integer
    model: str
    inferred: bool = Field(description="Whether the vector was put together from the digits.")
    neighbors: list[Neighbor]


class Reading(Answer):
    property: str
    words: str
    read: float = Field(description="The probability that a probe reads off the vector.")
    truth: bool
    accuracy: float = Field(description="How often this probe is right on integers left out.")


class ReadingsAnswer(Answer):
    integer: Integer
    model: str
    inferred: bool
    readings: list[Reading]


class SequencesQuestion(Question):
    integer: Integer
    k: K = 10


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
