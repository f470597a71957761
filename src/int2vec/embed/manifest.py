"""What a trained model remembers about its training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus
from int2vec.corpus.vocabulary import Vocabulary


def training_manifest(
    method: str, corpus: Corpus, split: Split, config: Mapping[str, Any], vocabulary: Vocabulary
) -> dict[str, Any]:
    """The method, settings, corpus and split that make a model reproducible."""
    return {
        "method": method,
        "config": dict(config),
        "corpus": corpus.name,
        "corpus_hash": corpus.hash,
        "split": split.kind,
        "split_seed": split.seed,
        "min_count": vocabulary.min_count,
        "n_training_sequences": len(split.train),
        "n_training_terms": int(
            (corpus.offsets[split.train + 1] - corpus.offsets[split.train]).sum()
        ),
    }
