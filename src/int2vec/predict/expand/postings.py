"""The inverted index: for every integer, the sequences that it stands in, and what these say.

Built once a corpus, kept in the cache folder and memory-mapped from there. Postings are
sorted, so that the sequences which hold several integers are an intersection of sorted arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Corpus
from int2vec.progress import progress

_AROUND = 3  # terms shown before the integer; as many and one more after it


@dataclass(frozen=True, eq=False)
class Postings:
    """Sequences by integer."""

    corpus: Corpus
    n_sequences: int
    starts: NDArray[np.int64]  # (n_types + 1,)
    sequences: NDArray[np.int32]  # (n_postings,) rising within an integer

    def limited_to(self, sequences: NDArray[np.int32]) -> "Postings":
        """The same index over these sequences alone, those of a training part, say."""
        kept = np.isin(np.arange(self.corpus.n_sequences), sequences)[self.sequences]
        starts = np.concatenate(([0], np.cumsum(kept)))[self.starts]
        return Postings(self.corpus, len(sequences), starts, self.sequences[kept])

    def of(self, n: int) -> NDArray[np.int32]:
        """The sequences in which n stands, rising; empty for an unknown integer."""
        row = self.corpus.row(n)
        return np.empty(0, np.int32) if row is None else self.of_row(row)

    def of_row(self, row: int) -> NDArray[np.int32]:
        """The sequences in which the integer of that row stands, rising."""
        return self.sequences[self.starts[row] : self.starts[row + 1]]

    def counts(self, integers: Sequence[int]) -> NDArray[np.int64]:
        """In how many sequences each of these integers stands: (len(integers),)."""
        rows = self.corpus.rows_of(integers)
        if not len(self.frequencies):  # a corpus of empty sequences
            return np.zeros(len(rows), np.int64)
        return np.asarray(self.frequencies[rows] * (rows >= 0))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of distinct integers in each sequence: (n_sequences,)."""
        return np.bincount(self.sequences, minlength=self.corpus.n_sequences)

    @cached_property
    def commonness(self) -> NDArray[np.float64]:
        """How common the terms of each sequence are: the mean log count, (n_sequences,)."""
        corpus = self.corpus
        logs = np.log(corpus.counts.astype(np.float32))[corpus.rows]
        total = np.concatenate(([0.0], np.cumsum(logs, dtype=np.float64)))
        sums = total[corpus.offsets[1:]] - total[corpus.offsets[:-1]]
        return np.asarray(sums / np.maximum(np.diff(corpus.offsets), 1))

    @cached_property
    def frequencies(self) -> NDArray[np.int64]:
        """In how many sequences each integer stands, by row: (n_types,)."""
        return np.diff(self.starts)


def open_postings(corpus: Corpus) -> Postings:
    """The index of a corpus, from the cache where it is there."""
    key, build = corpus.folder.name, partial(_build, corpus)
    tensors = corpus.cached_tensors("postings", key, "postings.safetensors", build)
    return Postings(corpus, corpus.n_sequences, **tensors)


def _build(corpus: Corpus) -> dict[str, NDArray[np.int64] | NDArray[np.int32]]:
    progress(0.1, "indexing the sequences by integer")
    owner = np.repeat(np.arange(corpus.n_sequences), np.diff(corpus.offsets))  # (n_terms,)
    pairs = np.sort(corpus.rows * np.int64(corpus.n_sequences) + owner)  # by integer
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    rows, sequences = np.divmod(pairs, corpus.n_sequences)
    starts = np.searchsorted(rows, np.arange(corpus.n_types + 1))
    return {"starts": starts, "sequences": sequences.astype(np.int32)}


@dataclass(frozen=True, kw_only=True)
class SharedSequence:
    """A sequence that holds all the members; the fewer integers it holds, the more it says.

    Sequences of a file may have no A-number.
    """

    a_number: str | None
    name: str | None
    size: int

    @property
    def label(self) -> str:
        """The A-number as it is cited, with the name where there is one."""
        number = self.a_number or "a sequence without an A-number"
        return f"{number}: {self.name}" if self.name else number


def shared_sequences(
    postings: Postings, seeds: Sequence[int], limit: int = 10
) -> list[SharedSequence]:
    """The sequences that hold all seeds, the rarest (those with fewest integers) first."""
    rarest_first = sorted(map(postings.of, seeds), key=len)
    found = reduce(partial(np.intersect1d, assume_unique=True), rarest_first)
    corpus, sizes = postings.corpus, postings.sizes
    order = found[np.lexsort((corpus.a_numbers[found], sizes[found]))][:limit]
    return [
        SharedSequence(
            a_number=corpus.label(int(i)) if corpus.a_numbers[i] else None,
            name=corpus.sequence_name(int(i)),
            size=int(sizes[i]),
        )
        for i in order
    ]


@dataclass(frozen=True, kw_only=True)
class Holding:
    """A sequence that holds an integer, with the terms around its first occurrence."""

    label: str
    name: str | None
    size: int  # distinct integers
    terms: list[int]
    position: int  # of the first of these terms, from 0


def sequences_holding(postings: Postings, n: int, k: int = 10) -> tuple[int, list[Holding]]:
    """How many sequences hold n, and the `k` whose other terms are the rarest."""
    corpus, everywhere, found = postings.corpus, postings.of(n), []
    order = np.argsort(postings.commonness[everywhere], kind="stable")[:k]
    for i in everywhere[order].tolist():
        terms = corpus.terms(i)
        start = max(terms.index(n) - _AROUND, 0)
        found.append(
            Holding(
                label=corpus.label(i),
                name=corpus.sequence_name(i),
                size=int(postings.sizes[i]),
                terms=terms[start : start + 2 * _AROUND + 2],
                position=start,
            )
        )
    return len(everywhere), found
