"""gensim's FastText, with or without subword units: the peer of our trainer."""

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.split import UNK, Split, Vocabulary
from int2vec.corpus.store import Corpus
from int2vec.embed.config import LARGEST_SEED, Config, setting, training_manifest
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError, MissingExtraError
from int2vec.files import temporary_folder
from int2vec.progress import progress
from int2vec.units import UnitKinds, Units

try:
    from gensim.models import FastText
    from gensim.models.callbacks import CallbackAny2Vec
except ImportError as error:
    raise MissingExtraError("FastText", "train") from error

_LARGEST_TABLE = 10**9  # numbers of four bytes


@dataclass(frozen=True, kw_only=True)
class FastTextConfig(Config):
    """The paper's settings where it gives them, FastText's own defaults elsewhere.

    max_n    0 for whole integers only
    sample   integers commoner than this are passed over now and then
    workers  0 for one a core; 1 gives the same vectors for the same seed
    """

    dim: int = setting(100, least=1, most=10_000)
    window: int = setting(5, least=1, most=1_000)
    negative: int = setting(5, least=1, most=1_000)
    min_count: int = setting(3, least=1, most=10**9)
    epochs: int = setting(6, least=1, most=100_000)
    min_n: int = setting(3, least=1, most=100)
    max_n: int = setting(6, least=0, most=100)
    buckets: int = setting(500_000, least=1, most=10**8)
    learning_rate: float = setting(0.05, least=1e-9, most=10)
    sample: float = setting(1e-4, least=0, most=1)
    workers: int = setting(0, least=0, most=1_000)
    seed: int = setting(0, least=0, most=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.max_n < self.min_n:
            raise InputError(f"min_n is {self.min_n} and max_n {self.max_n}; give a larger max_n")
        if self.dim * self.buckets > _LARGEST_TABLE:
            raise InputError(
                f"{self.buckets:,} buckets of {self.dim:,} dimensions were asked for; "
                f"give fewer, so that their product is at most {_LARGEST_TABLE:,}"
            )


def train_fasttext(corpus: Corpus, split: Split, config: FastTextConfig) -> Embeddings:
    """Skip-gram vectors of the training part's integers, with a subword table if max_n is set."""
    vocabulary = Vocabulary.build(corpus, split.train, config.min_count)
    with temporary_folder() as folder:
        path = folder / "sequences.txt"
        progress(0.0, "writing the training sequences")
        n_words = write_sequences(corpus, split.train, vocabulary, path)
        vectors = _fit(path, n_words, len(split.train), vocabulary, config)
    # gensim's border takes strings only: it reads an integer key as a row number.
    rows = [vectors.key_to_index[str(n)] for n in vocabulary.integers]
    manifest = training_manifest("fasttext", corpus, split, config, vocabulary)
    subwords = None
    if config.max_n:  # only buckets that an n-gram of the vocabulary falls into
        used = np.unique(np.concatenate(vectors.buckets_word)).astype(np.uint32)
        kinds = UnitKinds(min_n=config.min_n, max_n=config.max_n, n_buckets=config.buckets)
        subwords = Units(kinds=kinds, matrix=vectors.vectors_ngrams[used], buckets=used)
    name, found = "fasttext" if config.max_n else "fasttext-words", vectors.vectors[rows]
    return Embeddings(vocabulary.integers, found, name=name, subwords=subwords, manifest=manifest)


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
        for start, end in zip(starts, ends, strict=True):
            tokens = token_of_row[rows[start:end]]
            known = words[tokens[tokens != UNK]].tolist()
            n_words += len(known)
            file.write(" ".join(known) + "\n")
    return n_words


def _fit(
    path: Path,
    n_words: int,
    n_lines: int,
    vocabulary: Vocabulary,
    config: FastTextConfig,
) -> Any:
    """gensim's vectors, trained on a file of sequences."""
    logger = logging.getLogger("gensim")
    level, epochs = logger.level, config.epochs
    logger.setLevel(logging.ERROR)  # our own checks say what is wrong, in one sentence
    model = FastText(
        vector_size=config.dim,
        window=config.window,
        min_count=config.min_count,
        negative=config.negative,
        sg=1,
        sample=config.sample,
        alpha=config.learning_rate,
        min_n=config.min_n if config.max_n else 1,
        max_n=config.max_n,
        bucket=config.buckets,
        workers=config.workers or os.cpu_count() or 1,
        seed=config.seed + 1,
    )
    try:
        # The counts are known: gensim need not read the file to count again.
        counts = zip(map(str, vocabulary.integers), vocabulary.counts.tolist(), strict=True)
        model.build_vocab_from_freq(dict(counts), corpus_count=n_lines)
        before, told = model.wv.vectors.copy(), [_EpochProgress(epochs)]
        sizes = {"total_words": n_words, "total_examples": n_lines, "epochs": epochs}
        model.train(corpus_file=str(path), callbacks=told, **sizes)
    finally:
        logger.setLevel(level)
    if np.array_equal(before, model.wv.vectors):
        raise CorpusError(
            f"nothing was learned from {n_words:,} terms; give a larger corpus or other settings"
        )
    return model.wv


class _EpochProgress(CallbackAny2Vec):  # type: ignore[misc]
    """Reports the share of epochs done."""

    def __init__(self, epochs: int) -> None:
        self.epochs, self.done = epochs, 0

    def on_epoch_end(self, model: Any) -> None:
        self.done += 1
        progress(self.done / self.epochs, f"epoch {self.done} of {self.epochs}")
