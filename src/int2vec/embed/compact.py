"""Small copies of trained vectors, fit to ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.subwords import Subwords, ngram_hash, ngrams


def compact(
    embeddings: Embeddings, *, n_integers: int, n_buckets: int = 0, always: Iterable[int] = ()
) -> Embeddings:
    """The same vectors for fewer integers, and the commonest n-grams' buckets.

    Kept are those of `always` that have a vector, then the commonest integers up to
    `n_integers`; among buckets, those that most integers of the full model draw on. Integers
    keep the order of the full model, which is by falling frequency.
    """
    if n_integers < 1:
        raise InputError(f"n_integers is {n_integers}; give 1 or more")
    kept = {n for n in always if n in embeddings}
    for n in embeddings.integers:
        if len(kept) >= n_integers:
            break
        kept.add(n)
    integers = [n for n in embeddings.integers if n in kept]
    rows = [embeddings.row(n) for n in integers]
    subwords = embeddings.subwords
    if subwords is not None:
        subwords = _fewer_buckets(subwords, embeddings.integers, n_buckets)
    manifest = embeddings.manifest | {"compact_of": len(embeddings)}
    return Embeddings(
        integers, embeddings.matrix[rows], name=embeddings.name,
        subwords=subwords, manifest=manifest,
    )  # fmt: skip


def _fewer_buckets(table: Subwords, integers: Iterable[int], n_buckets: int) -> Subwords:
    use: Counter[int] = Counter()
    for n in integers:
        use.update({ngram_hash(g) % table.n_buckets for g in ngrams(n, table.min_n, table.max_n)})
    # Only buckets of the table have a vector: of a model that is compact already, not every one.
    order = sorted(table.buckets.tolist(), key=lambda bucket: (-use[bucket], bucket))[:n_buckets]
    buckets = np.array(sorted(order), np.uint32)
    places = np.searchsorted(table.buckets, buckets)
    return Subwords(
        min_n=table.min_n, max_n=table.max_n, n_buckets=table.n_buckets,
        buckets=buckets, matrix=table.matrix[places],
    )  # fmt: skip
