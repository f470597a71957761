"""Token streams out of a compiled corpus and its split."""

from __future__ import annotations

import numpy as np

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus
from int2vec.corpus.vocabulary import Vocabulary
from int2vec.embed.lstm.streams import FIRST, UNKNOWN, TokenStreams, make_stream


def prepare_streams(corpus: Corpus, split: Split, min_count: int = 3) -> TokenStreams:
    """The streams of a corpus, over the integers that its training part holds `min_count` times."""
    vocabulary = Vocabulary.build(corpus, split.train, min_count=min_count)
    token_of_row = np.where(vocabulary.token_of_row < 0, UNKNOWN, vocabulary.token_of_row + FIRST)
    tokens = token_of_row.astype(np.int32)[corpus.rows]
    train, dev, test = (
        make_stream(tokens, corpus.offsets, part) for part in (split.train, split.dev, split.test)
    )
    source = {
        "corpus": corpus.name, "corpus_hash": corpus.hash, "split": split.kind,
        "split_seed": split.seed,
        "min_count": min_count, "n_integers": len(vocabulary),
        "train_tokens": len(train) - 1, "dev_tokens": len(dev) - 1, "test_tokens": len(test) - 1,
        "train_unknown": float((train == UNKNOWN).mean()),
    }  # fmt: skip
    return TokenStreams(
        train=train, dev=dev, test=test, integers=list(vocabulary.integers), source=source
    )
