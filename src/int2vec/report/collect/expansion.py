"""Seed sets: the paper's three, and hidden sets to measure on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.expand import Postings, expand, open_postings
from int2vec.predict.expand.evaluation import (
    Ranker,
    frequency_ranker,
    method_ranker,
    score_ranker,
)
from int2vec.predict.expand.hidden import property_sets, sequence_sets
from int2vec.predict.paper import SEED_SETS
from int2vec.report.materials import Materials, Row
from int2vec.report.stages import Progress, Result

# Shown after the paper's three: sets that a person would recognise.
MORE_SETS = ((6, 28, 496), (8, 27, 125), (25, 121, 289), (14, 42, 132), (210, 30, 2310))
_SHOWN = 8


def collect_expansion(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Expansions of the seed sets by vectors and by all fused, and the figures on hidden sets."""
    config = materials.config
    rows = [row for row in materials.everything() if row.group != "joined"]
    progress(0.02, "indexing which sequence holds which integer")
    postings = open_postings(materials.corpus)
    ours = next((row for row in rows if row.key.endswith("-fasttext")), None)
    vectors = ours.embeddings if ours else None
    training = postings.limited_to(materials.split.train)
    n = 40 if config.fast else 200
    kinds = {
        "properties": property_sets(n, config.seed),
        "sequences": sequence_sets(training, materials.split, n, config.seed),
    }
    rankers = _rankers(rows, ours, training)
    scores: dict[str, list[dict[str, object]]] = {}
    for i, (kind, sets) in enumerate(kinds.items()):
        scores[kind] = []
        for j, (name, ranker) in enumerate(rankers):
            report = _part(progress, 0.05 + 0.45 * (i + j / len(rankers)), 0.45 / len(rankers))
            scores[kind].append(score_ranker(name, ranker, sets, report).as_json())
    return {
        "rows": [{"key": r.key, "label": r.label, "group": r.group, "paper": r.paper}
                 for r in rows],
        "paper_sets": [
            {"seeds": seeds, "by": {r.label: _by_vector(r.embeddings, seeds) for r in rows}}
            for seeds in SEED_SETS
        ],
        "fused": [_fused(vectors, seeds, postings) for seeds in (*SEED_SETS, *MORE_SETS)],
        "n_sets": n, "scores": scores,
    }  # fmt: skip


def _rankers(rows: list[Row], ours: Row | None, training: Postings) -> list[tuple[str, Ranker]]:
    """The baseline, every row's vectors, our other ways, and all of them with our own vectors."""
    rankers = [("frequency", frequency_ranker(training))]
    rankers += [(f"vectors {r.key}", method_ranker("vector", r.embeddings, None)) for r in rows]
    rankers += [
        ("properties", method_ranker("property", None, None)),
        ("sequences", method_ranker("sequence", None, training)),
        ("fused, no vectors", method_ranker("fused", None, training)),
    ]
    if ours is not None:
        rankers.append((f"fused {ours.key}", method_ranker("fused", ours.embeddings, training)))
    return rankers


def _part(progress: Progress, start: float, length: float) -> Progress:
    return lambda share, what: progress(start + length * share, what)


def _by_vector(vectors: Embeddings, seeds: tuple[int, ...]) -> list[int] | None:
    try:
        return [c.value for c in expand(vectors, seeds, 6, method="vector").candidates]
    except UnknownIntegerError:
        return None


def _fused(
    vectors: Embeddings | None, seeds: tuple[int, ...], postings: Postings
) -> dict[str, Any]:
    found = expand(vectors, seeds, _SHOWN, method="fused", postings=postings)
    return {
        "seeds": seeds,
        "values": [candidate.value for candidate in found.candidates],
        "properties": [{"words": p.words, "bits": p.bits} for p in found.properties[:3]],
        "sequences": [s.label if s.a_number else s.name or s.label for s in found.sequences[:2]],
    }
