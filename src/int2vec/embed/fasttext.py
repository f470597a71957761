"""FastText vectors of integers, with or without subword units; gensim does the training."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus, Progress
from int2vec.corpus.vocabulary import UNK, Vocabulary
from int2vec.embed.manifest import training_manifest
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError, MissingExtraError
from int2vec.subwords import Subwords

try:
    from gensim.models import FastText
    from gensim.models.callbacks import CallbackAny2Vec
except ImportError as error:
    raise MissingExtraError("FastText", "train") from error

_CHUNK = 20_000  # sequences written at a time


@dataclass(frozen=True, kw_only=True)
class FastTextConfig:
    """The paper's settings where it gives them, FastText's own defaults elsewhere."""

    dim: int = 100
    window: int = 5
    negative: int = 5
    min_count: int = 3
    epochs: int = 6
    min_n: int = 3
    max_n: int = 6  # 0 for whole integers only
    buckets: int = 500_000
    learning_rate: float = 0.05
    sample: float = 1e-4  # integers commoner than this are passed over now and then
    workers: int = 0  # 0: one a core; 1 gives the same vectors for the same seed
    seed: int = 0


SUBWORDS = FastTextConfig()
# Without n-grams to lean on, a rare integer must be met more often. These settings were chosen by
# probes of 2001 to 7000, which the published tables leave out.
WORDS = FastTextConfig(max_n=0, epochs=15, sample=1e-3)


def train_fasttext(
    corpus: Corpus, split: Split, config: FastTextConfig, progress: Progress | None = None
) -> Embeddings:
    """Skip-gram vectors of the training part's integers, with a subword table if max_n is set."""
    if config.dim < 1 or config.epochs < 1 or config.window < 1:
        raise InputError(f"dim {config.dim}, epochs {config.epochs}, window {config.window} "
                         "were given; each must be 1 or more")  # fmt: skip
    vocabulary = Vocabulary.build(corpus, split.train, config.min_count)
    with tempfile.TemporaryDirectory(prefix="int2vec-") as folder:
        path = Path(folder) / "sequences.txt"
        if progress:
            progress(0.0, "writing the training sequences")
        n_words = write_sequences(corpus, split.train, vocabulary, path)
        model = _fit(path, n_words, len(split.train), vocabulary, config, progress)
    vectors = model.wv
    if not len(vectors):
        raise CorpusError(f"'{corpus.name}' leaves no integer to train on; give a larger corpus")
    # gensim's border takes strings only: it reads an integer key as a row number.
    rows = [vectors.key_to_index[str(n)] for n in vocabulary.integers]
    matrix: NDArray[np.float32] = vectors.vectors[rows]
    manifest = training_manifest("fasttext", corpus, split, asdict(config), vocabulary)
    subwords = _subword_table(vectors, config) if config.max_n else None
    name = "fasttext" if config.max_n else "fasttext-words"
    return Embeddings(vocabulary.integers, matrix, name=name, subwords=subwords, manifest=manifest)


def write_sequences(
    corpus: Corpus, sequences: NDArray[np.int32], vocabulary: Vocabulary, path: Path
) -> int:
    """Write sequences as lines of integers parted by spaces; the number of terms written.

    Integers outside the vocabulary are left out here: gensim would pass over them anyway, after
    reading and counting every one of them.
    """
    words = np.array([str(n) for n in vocabulary.integers], dtype=object)
    rows, token_of_row = np.asarray(corpus.rows), vocabulary.token_of_row  # slicing a map is slow
    starts, ends = corpus.offsets[sequences].tolist(), corpus.offsets[sequences + 1].tolist()
    n_words = 0
    with path.open("w", encoding="ascii") as file:
        for first in range(0, len(sequences), _CHUNK):
            lines = []
            chunk = slice(first, first + _CHUNK)
            for start, end in zip(starts[chunk], ends[chunk], strict=True):
                tokens = token_of_row[rows[start:end]]
                known = words[tokens[tokens != UNK]].tolist()
                n_words += len(known)
                lines.append(" ".join(known))
            file.write("\n".join(lines) + "\n")
    return n_words


def _fit(
    path: Path, n_words: int, n_lines: int, vocabulary: Vocabulary, config: FastTextConfig,
    progress: Progress | None,
) -> Any:  # fmt: skip
    workers = config.workers or os.cpu_count() or 1
    model = FastText(
        vector_size=config.dim, window=config.window, min_count=config.min_count,
        negative=config.negative, sg=1, sample=config.sample, alpha=config.learning_rate,
        epochs=config.epochs, min_n=config.min_n if config.max_n else 1, max_n=config.max_n,
        bucket=config.buckets, workers=workers, seed=config.seed + 1,
    )  # fmt: skip
    # The counts are known: gensim need not read the file to count again.
    words = map(str, vocabulary.integers)
    counts = dict(zip(words, vocabulary.counts.tolist(), strict=True))
    model.build_vocab_from_freq(counts, corpus_count=n_lines)
    with _quiet_gensim():
        model.train(
            corpus_file=str(path), total_words=n_words, total_examples=n_lines,
            epochs=config.epochs, callbacks=[_EpochProgress(config.epochs, progress)],
        )  # fmt: skip
    return model


@contextmanager
def _quiet_gensim() -> Iterator[None]:
    """No warnings about short corpora: our own checks say what is wrong, in one sentence."""
    logger = logging.getLogger("gensim")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


class _EpochProgress(CallbackAny2Vec):  # type: ignore[misc]
    """Reports the share of epochs done."""

    def __init__(self, epochs: int, progress: Progress | None) -> None:
        self.epochs, self.progress, self.done = epochs, progress, 0

    def on_epoch_end(self, model: Any) -> None:
        self.done += 1
        if self.progress:
            self.progress(self.done / self.epochs, f"epoch {self.done} of {self.epochs}")


def _subword_table(vectors: Any, config: FastTextConfig) -> Subwords:
    """The vectors of the buckets that an n-gram of the vocabulary falls into."""
    used = np.unique(np.concatenate(vectors.buckets_word)).astype(np.uint32)
    return Subwords(
        min_n=config.min_n, max_n=config.max_n, n_buckets=config.buckets,
        buckets=used, matrix=vectors.vectors_ngrams[used],
    )  # fmt: skip
