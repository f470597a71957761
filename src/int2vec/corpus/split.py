"""Train, dev and test parts of a corpus."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Corpus
from int2vec.errors import InputError

KINDS = ("random", "family", "temporal")


@dataclass(frozen=True, eq=False, kw_only=True)
class Split:
    """Sequence indexes of the three parts, rising."""

    kind: str
    seed: int
    train: NDArray[np.int32]
    dev: NDArray[np.int32]
    test: NDArray[np.int32]


def make_split(corpus: Corpus, kind: str = "random", seed: int = 0) -> Split:
    """The 90/5/5 split of that kind and seed."""
    if kind not in KINDS:
        raise InputError(f"the split is '{kind}'; give one of {', '.join(KINDS)}")
    n = corpus.n_sequences
    n_held = round(0.05 * n)
    order = np.random.default_rng(seed).permutation(n).astype(np.int32)
    return Split(
        kind=kind,
        seed=seed,
        train=np.sort(order[2 * n_held :]),
        dev=np.sort(order[:n_held]),
        test=np.sort(order[n_held : 2 * n_held]),
    )
