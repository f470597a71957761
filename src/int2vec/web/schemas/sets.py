"""Questions about sets and analogies, and their answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from int2vec.web.limits import MAX_MEMBERS, MAX_OPTIONS, Integer, K, ModelName
from int2vec.web.schemas.base import Answer, Question


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
