"""LSA: a truncated SVD of the sequence × integer count matrix."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.split import UNK, Split, Vocabulary
from int2vec.corpus.store import Corpus
from int2vec.embed.config import LARGEST_SEED, Config, setting, training_manifest
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, needing
from int2vec.progress import progress

with needing("LSA", "train"):
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import svds

Counts = Any  # a float32 csr_array of (n_sequences, n_integers); SciPy carries no types


@dataclass(frozen=True, kw_only=True)
class LsaConfig(Config):
    """`weighting` raw is the paper's; 65 dimensions too."""

    dim: int = setting(65, least=1, most=10_000)
    weighting: str = setting("raw", choices=("raw", "log-entropy", "ppmi"))
    min_count: int = setting(3, least=1, most=10**9)
    seed: int = setting(0, least=0, most=LARGEST_SEED)


def train_lsa(corpus: Corpus, split: Split, config: LsaConfig) -> Embeddings:
    """Vectors U·S of the integers, from the training part of the corpus."""
    vocabulary = Vocabulary.build(corpus, split.train, config.min_count)
    counts = count_matrix(corpus, split.train, vocabulary)  # (n_sequences, n_integers)
    if config.dim >= min(counts.shape):
        n, m = counts.shape
        problem = f"{config.dim} dimensions were asked of a {n:,} × {m:,} matrix"
        raise CorpusError(f"{problem}; give fewer dimensions or a larger corpus")
    progress(0.1, "decomposing the count matrix")
    start = np.random.default_rng(config.seed).standard_normal(min(counts.shape))
    _, values, vectors = svds(weigh(counts, config.weighting), k=config.dim, v0=start)
    order = np.argsort(-values)  # the solver gives the smallest first
    matrix = vectors[order].T * values[order]  # (n_integers, dim)
    # The sign of a singular vector is free: the entry of largest size is made positive.
    largest = matrix[np.abs(matrix).argmax(axis=0), np.arange(config.dim)]
    matrix *= np.where(largest < 0, -1, 1)
    progress(1.0, "done")
    manifest = training_manifest("lsa", corpus, split, config, vocabulary)
    return Embeddings(vocabulary.integers, matrix, name="lsa", manifest=manifest)


def count_matrix(corpus: Corpus, sequences: NDArray[np.int32], vocabulary: Vocabulary) -> Counts:
    """How often each integer (column) occurs in each sequence (row), as float32."""
    chosen = np.sort(sequences)
    tokens = vocabulary.token_of_row[corpus.rows[corpus.mask_of(chosen)]]
    owners = np.repeat(np.arange(len(chosen)), np.diff(corpus.offsets)[chosen])
    known = tokens != UNK
    ones = np.ones(int(known.sum()), np.float32)
    shape = (len(chosen), len(vocabulary))
    return csr_array((ones, (owners[known], tokens[known])), shape=shape)  # which sums duplicates


def weigh(counts: Counts, weighting: str) -> Counts:
    """The count matrix with its cells weighted."""
    if weighting == "raw":
        return counts
    cells, totals = counts.tocoo(), counts.sum(axis=0)  # (n_integers,)
    if weighting == "ppmi":
        expected = counts.sum(axis=1)[cells.row] * totals[cells.col] / counts.sum()
        weighted = np.maximum(np.log(cells.data / expected), 0)
    else:
        # Log-entropy (Dumais 1991): log(1 + count), times one minus the normalised entropy of
        # the integer over the sequences, so that integers found everywhere count little.
        share = cells.data / totals[cells.col]
        entropy = np.bincount(cells.col, -share * np.log(share), counts.shape[1])
        weight = 1 - entropy / np.log(max(counts.shape[0], 2))
        weighted = np.log1p(cells.data) * weight[cells.col]
    return csr_array((weighted.astype(np.float32), (cells.row, cells.col)), shape=counts.shape)
