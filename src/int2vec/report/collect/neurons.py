"""Single dimensions: those that carry a property, and whose company an integer keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from int2vec.errors import InputError
from int2vec.predict.probe import find_neuron
from int2vec.report.materials import Materials
from int2vec.report.stages import Progress, Result

NEIGHBORS_OF = (12, 97, 128, 144, 1001, 1729, 2310, 5040)
_K = 8


def collect_neuron(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The dimension of each LSTM, and of our other vectors, that best tells even from odd."""
    found: dict[str, Any] = {}
    for row in materials.trained() + materials.shipped:
        if row.group == "shipped" and row.paper != "OEIS–LSTM":
            continue
        try:
            neuron = find_neuron(row.embeddings, "even")
        except InputError:
            continue  # too few integers have a vector
        found[row.key] = {"label": row.label, "paper": row.paper, **neuron.to_json()}
    return {"neurons": found}


def collect_neighbors(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The nearest integers to some well-known ones, in every set of vectors."""
    rows = [row for row in materials.everything() if row.group != "joined"]
    return {
        "of": NEIGHBORS_OF,
        "rows": [
            {
                "label": row.label,
                "neighbors": {
                    n: [m for m, _ in row.embeddings.neighbors(n, _K)]
                    for n in NEIGHBORS_OF
                    if n in row.embeddings
                },
            }
            for row in rows
        ],
    }
