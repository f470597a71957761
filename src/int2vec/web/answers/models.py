"""The models: what is served, their maps, what probes find in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from int2vec.arithmetic import PROPERTIES, QUANTITIES, find_property, property_table, quantity_table
from int2vec.errors import UnknownIntegerError
from int2vec.predict.paper import (
    PROBE_ACCURACY,
    PROBE_PROPERTIES,
    PROBE_QUANTITIES,
    PROBE_R2,
    ROW_OF_MODEL,
)
from int2vec.predict.probe import ProbeConfig, PropertyResult, QuantityResult, probe
from int2vec.report.projection import map_of
from int2vec.web import schemas as s
from int2vec.web.library import Library


def models(library: Library, question: s.Question) -> s.ModelsAnswer:
    """The served models and the corpus."""
    return s.ModelsAnswer(
        models=[
            s.ModelOut(
                name=m.name,
                integers=int(m.manifest.get("n", 0)),
                dim=int(m.manifest.get("dim", 0)),
                method=str(m.manifest.get("method", "")),
                corpus=_corpus_of(m.manifest.get("corpus")),
                any_integer=bool(m.manifest.get("subwords")),
                bundled=m.bundled,
            )
            for m in library.models.values()
        ],
        default=library.default_model,
        corpus=library.config.corpus_label,
        sequences=library.corpus.n_sequences,
    )


def _corpus_of(value: object) -> str:
    return Path(str(value)).name if value else ""


def integer_map(library: Library, question: s.ModelQuestion) -> s.MapAnswer:
    """Two coordinates for each integer from 1 to 10,000 that has a vector."""
    vectors = library.vectors(question.model)
    drawn = map_of(vectors, library.models[vectors.name].folder)
    return s.MapAnswer(
        model=vectors.name,
        method=drawn.method,
        integers=list(drawn.integers),
        x=np.round(drawn.xy[:, 0].astype(float), 2).tolist(),
        y=np.round(drawn.xy[:, 1].astype(float), 2).tolist(),
    )


def colors(library: Library, question: s.ColorQuestion) -> s.ColorAnswer:
    """A property or quantity of every integer from 0 to the limit, to colour the map by."""
    integers = range(question.limit + 1)
    if question.by in QUANTITIES:
        values = quantity_table([question.by], integers)[0]
        return s.ColorAnswer(
            by=question.by,
            words=QUANTITIES[question.by].words,
            kind="number",
            values=[float(v) if np.isfinite(v) else None for v in values],
        )
    found = find_property(question.by)
    table = property_table([found.name], integers)[0]
    return s.ColorAnswer(
        by=found.name, words=found.words, kind="yes-no", values=table.astype(int).tolist()
    )


def properties(library: Library, question: s.Question) -> s.PropertiesAnswer:
    """The catalogue, for choosing from."""
    return s.PropertiesAnswer(
        properties=[
            s.PropertyName(name=p.name, words=p.words, family=p.family) for p in PROPERTIES.values()
        ],
        quantities=[
            s.PropertyName(name=q.name, words=q.words, family="quantity")
            for q in QUANTITIES.values()
        ],
    )


def probes(library: Library, question: s.ModelQuestion) -> s.ProbeAnswer:
    """The paper's columns for one model."""
    vectors, config = library.vectors(question.model), ProbeConfig()
    known = [n for n in config.integers if n in vectors or vectors.has_subwords]
    if len(known) < len(config.integers) // 10:
        raise UnknownIntegerError(
            f"'{vectors.name}' has vectors for {len(known):,} of the integers "
            f"{config.first}–{config.last}; choose a model that covers more of them"
        )
    table = probe(vectors, config=config)
    return s.ProbeAnswer(
        model=vectors.name,
        first=config.first,
        last=config.last,
        covered=len(known) / len(config.integers),
        cells=[
            *(_accuracy(table.property_result(vectors.name, n)) for n in PROBE_PROPERTIES),
            *(_r2(table.quantity_result(vectors.name, n)) for n in PROBE_QUANTITIES),
        ],
    )


def _accuracy(result: PropertyResult) -> s.ProbeCell:
    run = result.runs[0]
    low, high = result.accuracy_ci95("all")
    return s.ProbeCell(
        name=result.name,
        words=PROPERTIES[result.name].words,
        kind="accuracy",
        score=result.mean("all"),
        interval=(low, high),
        single=result.mean("single"),
        dimension=run.dimension,
        tuned=result.mean("tuned") if run.tuned else None,
        baseline=result.mean("majority"),
        balanced=result.mean("all", "balanced_accuracy"),
        auroc=result.mean("all", "auroc"),
        paper=_published(result.embedding, result.name),
        n_train=run.n_train,
        n_test=run.all.n,
    )


def _r2(result: QuantityResult) -> s.ProbeCell:
    return s.ProbeCell(
        name=result.name,
        words=QUANTITIES[result.name].words,
        kind="r2",
        score=result.r2_all,
        interval=None,
        single=result.r2_single,
        dimension=result.dimension,
        tuned=result.r2_held_out,
        baseline=0.0,
        balanced=None,
        auroc=None,
        paper=_published(result.embedding, result.name),
        n_train=result.n_covered,
        n_test=result.n_covered,
    )


def _published(model: str, column: str) -> float | None:
    """The paper's figure for all dimensions of the model of the same kind."""
    row = ROW_OF_MODEL.get(model)
    if row is None:
        return None
    figures, columns = (
        (PROBE_ACCURACY, PROBE_PROPERTIES)
        if column in PROBE_PROPERTIES
        else (PROBE_R2, PROBE_QUANTITIES)
    )
    return figures[row][columns.index(column)][1] if row in figures else None
