"""Which units are worth their place: words, n-grams, residues, all of them, in three sizes.

Each is trained by the CPU's kernel on a part of the corpus, a few epochs: the figures compare the
kinds with each other, and are not those of the models that ship. Residues are given, not learned:
beside them stand probes of bare residues and of digits. The last table shows what is learned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from int2vec.corpus.split import make_split
from int2vec.embed.units import UnitsConfig, train_units
from int2vec.embeddings import Embeddings
from int2vec.models import load
from int2vec.predict.analogy.questions import published_questions
from int2vec.predict.probe.ranges import DIGITS, RESIDUES
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.units import Units

SEQUENCES, EPOCHS, DIMS = 20_000, 3, (50, 100, 200)
RANGED = ("div3", "div7", "prime")
_NONE = {"moduli": "", "largest_divisor": 0, "size_steps": 0, "leading": False}
KINDS = {
    "words": UnitsConfig(**_NONE),
    "words, n-grams": UnitsConfig(**_NONE, max_n=6),
    "words, residues, size": UnitsConfig(),
    "all": UnitsConfig(max_n=6),
}
_NEAR, _ASKED, _SMALL = 10, 200, 40


def report() -> Iterator[str]:
    """The tables, in Markdown."""
    session = Session("oeis")
    split = make_split(session.corpus)
    part = replace(split, train=split.train[:: max(1, len(split.train) // SEQUENCES)])
    models = [
        train_units(
            session.corpus, part, replace(config, dim=dim, epochs=EPOCHS), device="cpu"
        ).renamed(f"{kind}, {dim}-d")
        for kind, config in KINDS.items()
        for dim in DIMS
    ]
    yield f"{len(part.train):,} sequences, {EPOCHS} epochs.\n"
    yield _kinds(session, models).to_markdown()
    yield "\nHow far the vectors of residues lie from their mean, in the model that ships.\n"
    yield _norms(load()).to_markdown()


def _kinds(session: Session, models: list[Embeddings]) -> Table:
    found = session.probe(models, baselines=False)
    ranges = session.probe_ranges(models, RANGED)
    last = max(r.last for r in ranges)
    ranged = {(r.embedding, r.property): r.accuracy for r in ranges if r.last == last}
    questions, _ = published_questions()
    analogies = session.evaluate_analogies(questions, models, methods=("vectors",))
    lines = []
    for model, scores in zip(models, analogies, strict=True):
        cells = [r.mean("all") for r in found.properties if r.embedding == model.name]
        cells += [r.r2_held_out for r in found.quantities if r.embedding == model.name]
        cells += [ranged.get((model.name, name), np.nan) for name in RANGED]
        cells += [scores.accuracy("vectors"), company(session, model)]
        lines.append(Line([model.name, *("" if np.isnan(x) else f"{x:.2f}" for x in cells)]))
    for bare in (RESIDUES, DIGITS):
        shown = [f"{ranged[bare, name]:.2f}" for name in RANGED]
        lines.append(Line([bare, *[""] * 6, *shown, "", ""], kind="baseline"))
    headings = [r.name for r in found.properties if r.embedding == models[0].name]
    headings += [f"{r.name} R²" for r in found.quantities if r.embedding == models[0].name]
    headings += [f"{name} to 10⁹" for name in RANGED]
    return Table(columns=[*left("units"), *right(*headings, "analogies", "company")], lines=lines)


def company(session: Session, model: Embeddings) -> float:
    """The share of an integer's ten nearest that stand with it in a short sequence."""
    postings, shares = session.postings, []
    for n in np.random.default_rng(0).integers(2, 2_000, _ASKED).tolist():
        if n not in model:
            continue
        held = postings.of(n)
        short = held[postings.sizes[held] <= _SMALL]
        near = [m for m, _ in model.neighbors(n, _NEAR)]
        shares.append(np.mean([bool(len(np.intersect1d(short, postings.of(m)))) for m in near]))
    return float(np.mean(shares))


def _norms(model: Embeddings) -> Table:
    """How far apart the vectors of a kind's units lie: what the sequences care about."""
    assert isinstance(model.subwords, Units)
    units, lines = model.subwords, []
    for kind, (first, n) in units.kinds.layout.items():
        rows = units.matrix[first : first + n]
        used = rows[np.abs(rows).max(axis=1, initial=0) > 0]
        if kind.startswith("mod") and len(used):
            spread = np.linalg.norm(used - used.mean(axis=0), axis=1).mean()
            lines.append((float(spread), kind))
    top = sorted(lines, reverse=True)
    shown = [Line([kind, f"{spread:.2f}"]) for spread, kind in top]
    return Table(columns=[*left("residues"), *right("mean distance from their mean")], lines=shown)
