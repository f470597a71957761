"""What the corpus holds: the paper's tables of it, leaks, and the frequency of its integers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from int2vec.corpus.split import KINDS, make_split
from int2vec.corpus.stats import PartStats, corpus_stats
from int2vec.errors import InputError
from int2vec.report.materials import Materials
from int2vec.report.stages import Progress, Result


def collect_corpus(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The size of each part, what training does not know of the others, leaks, frequencies."""
    corpus, config = materials.corpus, materials.config
    main = corpus_stats(corpus, materials.split)
    found = {config.split: main}
    others = [] if config.fast else [kind for kind in KINDS if kind != config.split]
    for i, kind in enumerate(others, 1):
        progress(i / (1 + len(others)), f"the {kind} split")
        try:
            found[kind] = corpus_stats(corpus, make_split(corpus, kind, config.seed))
        except InputError:
            continue  # without A-numbers there is no order in time
    return {
        "name": corpus.name, "hash": corpus.hash, "n_sequences": corpus.n_sequences,
        "n_terms": corpus.n_terms, "n_types": corpus.n_types, "split": main.split,
        "seed": main.seed, "n_vocabulary": main.n_vocabulary, "min_count": main.min_count,
        "parts": {part: _part(getattr(main, part)) for part in ("train", "dev", "test")},
        "splits": {
            kind: {
                "train": stats.train.n_sequences, "test": stats.test.n_sequences,
                "leak": stats.leak, "n_leaked": stats.n_leaked, "oov_rate": stats.test.oov_rate,
                "largest_family": stats.largest_family,
            }
            for kind, stats in found.items()
        },
        "curve": main.curve, "sizes": main.sizes,
    }  # fmt: skip


def _part(part: PartStats) -> dict[str, Any]:
    return {
        "sequences": part.n_sequences, "terms": part.n_tokens, "types": part.n_types,
        "mean_length": part.mean_length, "singletons": part.n_singletons,
        "oov_rate": part.oov_rate, "unk_rate": part.unk_rate,
    }  # fmt: skip
