"""The map of the integers: where each one lies in the plane."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from int2vec.errors import MissingExtraError
from int2vec.files import save_tensors
from int2vec.report.materials import Materials
from int2vec.report.projection import LAST, project
from int2vec.report.stages import Progress, Result

FILE = "map.safetensors"
_FAST_LAST = 2500


def collect_map(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Writes two coordinates for each integer to `folder`, and says whose vectors they are of."""
    row = materials.row("fasttext")
    if row is None:  # its trainer could not run, which the report says
        raise MissingExtraError("the map of the integers", "train")
    vectors = row.embeddings
    last = _FAST_LAST if materials.config.fast else LAST
    integers = [n for n in range(1, last + 1) if n in vectors or vectors.has_subwords]
    progress(0.1, f"laying out {len(integers):,} integers")
    xy = project(vectors, integers, materials.config.seed)
    save_tensors(folder / FILE, {"integers": np.array(integers, np.int64), "xy": xy})
    return {"label": row.label, "n": len(integers), "last": last, "dim": vectors.dim}
