"""Every question and every answer of the API, typed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from int2vec.web.limits import (
    MAX_MEMBERS,
    MAX_OPTIONS,
    MAX_TERMS,
    MAX_TEXT,
    Integer,
    K,
    ModelName,
)


class Question(BaseModel):
    """A question; an unknown field is an error, not a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(BaseModel):
    """An answer."""

    model_config = ConfigDict(frozen=True)


class Error(Answer):
    """What went wrong: what was given, what is allowed, what to do, in one sentence."""

    error: str


# --- integers -------------------------------------------------------------------------------


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


# --- sequences ------------------------------------------------------------------------------

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


# --- sets and analogies ---------------------------------------------------------------------


class ExpandQuestion(Question):
    members: Annotated[list[Integer], Field(min_length=1, max_length=MAX_MEMBERS)]
    k: K = 20
    model: ModelName | None = None


class SharedProperty(Answer):
    name: str
    words: str
    bits: float = Field(description="The surprise: how unlikely it is that all have it by chance.")
    density: float = Field(description="The share of integers of this size that have it.")


class SharedSequence(Answer):
    label: str
    name: str | None
    size: int


class Candidate(Answer):
    value: Integer
    score: float
    why: str


class ExpandAnswer(Answer):
    members: list[Integer]
    model: str | None
    corpus: str | None
    properties: list[SharedProperty]
    sequences: list[SharedSequence]
    candidates: list[Candidate]
    notes: list[str]


class AnalogyQuestion(Question):
    a: Integer
    b: Integer
    c: Integer
    options: Annotated[list[Integer], Field(max_length=MAX_OPTIONS)] | None = None
    k: K = 5
    model: ModelName | None = None


class RuleAnswer(Answer):
    value: Integer
    why: str
    share: float = Field(description="Its part of the rules' weight.")
    other_rules: list[str]


class VectorAnswer(Answer):
    value: Integer
    cosine: float


class AnalogyAnswer(Answer):
    a: Integer
    b: Integer
    c: Integer
    model: str | None
    rules: list[RuleAnswer]
    vectors: list[VectorAnswer]
    note: str | None = Field(description="Why the vectors are silent, where they are.")


# --- models, map, probes --------------------------------------------------------------------


class ModelOut(Answer):
    name: str
    integers: int
    dim: int
    method: str
    corpus: str
    any_integer: bool = Field(description="Whether it has a vector for every integer.")
    bundled: bool


class ModelsAnswer(Answer):
    models: list[ModelOut]
    default: str | None
    corpus: str
    sequences: int


class ModelQuestion(Question):
    model: ModelName | None = None


class MapAnswer(Answer):
    model: str
    method: str = Field(description="tsne, or pca where no better map has been drawn.")
    integers: list[int]
    x: list[float]
    y: list[float]


class ColorQuestion(Question):
    by: str = Field(min_length=1, max_length=40, description="A name that /api/properties lists.")
    limit: int = Field(10_000, ge=1, le=20_000)


class ColorAnswer(Answer):
    by: str
    words: str
    kind: Literal["yes-no", "number"]
    values: list[float | None] = Field(description="One for each integer from 0 to the limit.")


class PropertyName(Answer):
    name: str
    words: str
    family: str


class PropertiesAnswer(Answer):
    properties: list[PropertyName]
    quantities: list[PropertyName]


class ProbeCell(Answer):
    name: str
    words: str
    kind: Literal["accuracy", "r2"]
    score: float = Field(description="Accuracy, or R² on the same integers as in the paper.")
    interval: tuple[float, float] | None
    single: float = Field(description="The same for the best single dimension.")
    dimension: int
    tuned: float | None = Field(description="Tuned accuracy, or R² on integers left out.")
    baseline: float = Field(description="The majority class; 0 for R².")
    paper: float | None = Field(description="The paper's figure for a model of this kind.")
    balanced: float | None
    auroc: float | None
    n_train: int
    n_test: int


class ProbeAnswer(Answer):
    model: str
    first: int
    last: int
    covered: float = Field(description="The share of these integers that have a vector.")
    cells: list[ProbeCell]


class LaneHealth(Answer):
    processes: int
    idle: int
    waiting: int
    answered: int
    restarts: int


class Health(Answer):
    status: Literal["ok", "starting"]
    version: str
    uptime: float
    lanes: dict[str, LaneHealth]
