"""The models: what is served, the map of the integers, what probes find."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from int2vec.arithmetic import PROPERTIES, QUANTITIES, find_property, property_table, quantity_table
from int2vec.errors import UnknownIntegerError
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES, published
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.result import PropertyResult, QuantityResult
from int2vec.report.projection import Region, map_of, regions
from int2vec.session import Session
from int2vec.web.questions import ModelName, endpoint

_TOPIC = "models"


@dataclass(frozen=True, kw_only=True)
class ModelOut:
    """A model, and whether it has a vector for any integer."""

    name: str
    integers: int
    dim: int
    method: str
    corpus: str
    any_integer: bool
    bundled: bool


@dataclass(frozen=True, kw_only=True)
class ModelsAnswer:
    """What is served."""

    models: list[ModelOut]
    default: str | None
    corpus: str
    sequences: int


@endpoint("/models", topic=_TOPIC, lane="light", sample="models")
def models(session: Session) -> ModelsAnswer:
    """The models and the corpus that are served."""
    return ModelsAnswer(
        models=[
            ModelOut(
                name=m.name,
                integers=int(m.manifest.get("n", 0)),
                dim=int(m.manifest.get("dim", 0)),
                method=str(m.manifest.get("method", "")),
                corpus=Path(str(m.manifest.get("corpus") or "")).name,
                any_integer=m.any_integer,
                bundled=m.bundled,
            )
            for m in session.models.values()
        ],
        default=session.default_model,
        corpus=session.corpus_label,
        sequences=session.corpus.n_sequences,
    )


@dataclass(frozen=True, kw_only=True)
class PropertyName:
    """A property or a quantity of integers."""

    name: str
    words: str
    family: str


@dataclass(frozen=True, kw_only=True)
class PropertiesAnswer:
    """What integers are described by."""

    properties: list[PropertyName]
    quantities: list[PropertyName]


@endpoint("/properties", topic=_TOPIC, lane="light", sample="properties")
def properties(session: Session) -> PropertiesAnswer:
    """The catalog of properties and quantities."""
    return PropertiesAnswer(
        properties=[
            PropertyName(name=p.name, words=p.words, family=p.family) for p in PROPERTIES.values()
        ],
        quantities=[
            PropertyName(name=q.name, words=q.words, family="quantity") for q in QUANTITIES.values()
        ],
    )


@dataclass(frozen=True, kw_only=True)
class MapAnswer:
    """Two coordinates for each integer, by t-SNE or PCA, and what is common in which part."""

    model: str
    method: str
    integers: list[int]
    x: list[float]
    y: list[float]
    regions: list[Region]


@endpoint("/map", topic=_TOPIC, lane="heavy", sample="map")
def integer_map(session: Session, model: ModelName | None = None) -> MapAnswer:
    """Two coordinates for each integer from 1 to 10,000."""
    vectors = session.vectors(model)
    drawn = map_of(vectors, session.models[vectors.name].folder)
    x, y = np.round(drawn.xy.T.astype(float), 2).tolist()
    return MapAnswer(
        model=vectors.name,
        method=drawn.method,
        integers=list(drawn.integers),
        x=x,
        y=y,
        regions=regions(drawn),
    )


PropertyWord = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="A name that /api/properties lists.",
        examples=["prime"],
    ),
]
Limit = Annotated[int, Field(ge=1, le=20_000)]


@dataclass(frozen=True, kw_only=True)
class ColorAnswer:
    """A value for each integer from 0 to the limit."""

    by: str
    words: str
    kind: Literal["yes-no", "number"]
    values: list[float | None]


@endpoint("/map/colors", topic=_TOPIC, lane="light", sample="map/colors?by=prime&limit=20")
def colors(session: Session, by: PropertyWord, limit: Limit = 10_000) -> ColorAnswer:
    """A property or quantity of every integer from 0 to the limit."""
    integers = range(limit + 1)
    if by in QUANTITIES:
        values = quantity_table([by], integers)[0]
        return ColorAnswer(
            by=by,
            words=QUANTITIES[by].words,
            kind="number",
            values=[float(v) if np.isfinite(v) else None for v in values],
        )
    found = find_property(by)
    table = property_table([found.name], integers)[0]
    return ColorAnswer(
        by=found.name, words=found.words, kind="yes-no", values=table.astype(int).tolist()
    )


@dataclass(frozen=True, kw_only=True)
class ProbeCell:
    """How well a property or quantity is read.

    score     accuracy, or R² on the same integers as in the paper
    single    the same for the best single dimension
    tuned     accuracy with a tuned penalty, or R² on integers left out
    baseline  the majority class; 0 for R²
    paper     the paper's figure for a model of this kind
    """

    name: str
    words: str
    kind: Literal["accuracy", "r2"]
    score: float
    interval: tuple[float, float] | None = None
    single: float
    dimension: int
    tuned: float | None
    baseline: float
    paper: float | None
    balanced: float | None = None
    auroc: float | None = None
    n_train: int
    n_test: int


@dataclass(frozen=True, kw_only=True)
class ProbeAnswer:
    """What probes find in a model, and the share of the integers that it covers."""

    model: str
    first: int
    last: int
    covered: float
    cells: list[ProbeCell]


@endpoint("/probe", topic=_TOPIC, lane="heavy", sample="probe")
def probe(session: Session, model: ModelName | None = None) -> ProbeAnswer:
    """What linear probes find in a model's vectors: the paper's columns."""
    vectors, config = session.vectors(model), ProbeConfig()
    known = [n for n in config.integers if n in vectors or vectors.has_subwords]
    if len(known) < len(config.integers) // 10:
        raise UnknownIntegerError(
            f"'{vectors.name}' has vectors for {len(known):,} of the integers "
            f"{config.first}–{config.last}; choose a model that covers more of them"
        )
    table = session.probe([vectors], config=config, baselines=False)
    return ProbeAnswer(
        model=vectors.name,
        first=config.first,
        last=config.last,
        covered=len(known) / len(config.integers),
        cells=[
            *(_accuracy(table.property_result(vectors.name, n)) for n in PROBE_PROPERTIES),
            *(_r2(table.quantity_result(vectors.name, n)) for n in PROBE_QUANTITIES),
        ],
    )


def _accuracy(result: PropertyResult) -> ProbeCell:
    run = result.runs[0]
    return ProbeCell(
        name=result.name,
        words=PROPERTIES[result.name].words,
        kind="accuracy",
        score=result.mean("all"),
        interval=result.accuracy_ci95("all"),
        single=result.mean("single"),
        dimension=run.dimension,
        tuned=result.mean("tuned") if run.tuned else None,
        baseline=result.mean("majority"),
        balanced=result.mean("all", "balanced_accuracy"),
        auroc=result.mean("all", "auroc"),
        paper=published(result.embedding, result.name),
        n_train=run.n_train,
        n_test=run.all.n,
    )


def _r2(result: QuantityResult) -> ProbeCell:
    return ProbeCell(
        name=result.name,
        words=QUANTITIES[result.name].words,
        kind="r2",
        score=result.r2_all,
        single=result.r2_single,
        dimension=result.dimension,
        tuned=result.r2_held_out,
        baseline=0.0,
        paper=published(result.embedding, result.name),
        n_train=result.n_covered,
        n_test=result.n_covered,
    )
