"""Questions about the models and the server, and their answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from int2vec.web.limits import ModelName
from int2vec.web.schemas.base import Answer, Question


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
