"""Fit the weights of `int2vec similar` anew: `python -m benchmarks.fit_similar`.

They are learned from pairs that `int2vec evaluate similar` does not report.
"""

from __future__ import annotations

from pathlib import Path

from int2vec import models
from int2vec.files import write_json
from int2vec.predict.similar.evaluation import cited_pairs, fit_weights
from int2vec.predict.similar.ranking import FEATURES, HIT_FEATURES
from int2vec.session import Session

PAIRS = 2_500


def main() -> None:
    """Write the weights to where the package reads them."""
    space = Session("oeis").space
    choosing, _ = cited_pairs(space.corpus)
    weights = fit_weights(space, choosing[:PAIRS])
    fitted = {
        "hits": zip((*HIT_FEATURES, "constant"), weights.hits.tolist(), strict=True),
        "candidates": zip((*FEATURES, "constant"), weights.candidates.tolist(), strict=True),
    }
    stored = {part: {name: round(x, 4) for name, x in pairs} for part, pairs in fitted.items()}
    write_json(Path(models.__file__).parent / "similar.json", stored)


if __name__ == "__main__":
    main()
