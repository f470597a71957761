"""Families: the sequences that no split may part.

Two sequences are kin where, up to sign,

- both hold the same six terms in a row, one of which is 10 or more in absolute value; or
- a run of one, or of its first differences, equals a run of the other, or of its first
  differences, up to a constant factor, and has at least 6 terms which, divided by their greatest
  common divisor, have at least 24 binary digits together. So 1, 2, 3, 4, 5, 6 is trivial and ten
  decimal digits in a row are not.

Families are the connected components of kinship. Hence sequences that share a run that is not
trivial, or are equal on one up to shift, sign, a constant factor, an added constant, differences
or partial sums, are of one family.

One pass hashes the runs from each place on (see `runs`) into buckets on disk, a second
sorts each bucket and joins the owners of equal hashes. A collision can only join more. For n
terms this takes O(n log n) time, some 40 bytes of disk a term, and memory for one bucket of
some 8 million runs: 30 s and 0.5 GB for the 12 million terms of the OEIS.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.runs import Runs, Stream, informative_runs, plain_runs
from int2vec.corpus.store import Corpus, Progress

_CHUNK_TERMS = 1 << 20
_BUCKET_TERMS = 4 << 20
_RECORD = np.dtype([("hash", "<u8"), ("sequence", "<i4")])


def find_families(corpus: Corpus, progress: Progress | None = None) -> dict[str, NDArray[Any]]:
    """The `family` of each sequence, by the first member's index, and which are `testable`.

    Those are where all terms but the last hold a run that is not trivial: a sequence without one
    may occur anywhere by chance.
    """
    testable = np.zeros(corpus.n_sequences, bool)
    parent = np.arange(corpus.n_sequences, dtype=np.int32)
    n_buckets = 1 + corpus.n_terms // _BUCKET_TERMS
    with ExitStack() as stack:
        files = [
            stack.enter_context(tempfile.TemporaryFile(dir=corpus.folder)) for _ in range(n_buckets)
        ]
        for first, last in _chunks(corpus):
            _hash_chunk(corpus, first, last, files, testable)
            if progress:
                share = corpus.offsets[last] / max(corpus.n_terms, 1)
                progress(0.8 * float(share), "looking for shared runs")
        for i, file in enumerate(files):
            file.seek(0)
            _join(parent, *_neighbours(np.frombuffer(file.read(), _RECORD)))
            if progress:
                progress(0.8 + 0.2 * (i + 1) / n_buckets, "joining families")
    return {"family": parent, "testable": testable}


def _chunks(corpus: Corpus) -> Iterator[tuple[int, int]]:
    """Ranges of sequences of some million terms each."""
    first = 0
    while first < corpus.n_sequences:
        limit = corpus.offsets[first] + _CHUNK_TERMS
        last = max(first + 1, int(np.searchsorted(corpus.offsets, limit, "right")) - 1)
        yield first, last
        first = last


def _hash_chunk(
    corpus: Corpus, first: int, last: int, files: Sequence[IO[bytes]], testable: NDArray[np.bool_]
) -> None:
    lengths = np.diff(corpus.offsets[first : last + 1])
    owner = np.repeat(np.arange(first, last, dtype=np.int32), lengths)
    terms = Stream.of_terms(corpus, first, last)
    informative = informative_runs(terms)
    for runs in (informative, plain_runs(terms, informative)):
        testable[owner[runs.starts[runs.ends < terms.ends[runs.starts]]]] = True
        _spill(runs, owner, files)
    if len(terms.values) > 1:
        _spill(informative_runs(terms.differences()), owner, files)


def _spill(runs: Runs, owner: NDArray[np.int32], files: Sequence[IO[bytes]]) -> None:
    records = np.empty(len(runs.hashes), _RECORD)
    records["hash"], records["sequence"] = runs.hashes, owner[runs.starts]
    if len(files) == 1:
        files[0].write(records.tobytes())
        return
    bucket = (runs.hashes >> np.uint64(8)) % np.uint64(len(files))
    for i, file in enumerate(files):
        file.write(records[bucket == i].tobytes())


def _neighbours(records: NDArray[np.void]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Pairs of sequences that hold equal hashes, enough to connect all that do."""
    order = np.argsort(records["hash"])
    hashes, owners = records["hash"][order], records["sequence"][order]
    equal = (hashes[1:] == hashes[:-1]) & (owners[1:] != owners[:-1])
    return owners[1:][equal], owners[:-1][equal]


def _join(parent: NDArray[np.int32], a: NDArray[np.int32], b: NDArray[np.int32]) -> None:
    """Merge the trees of each pair; every tree ends flat, with its least member as the root.

    All pairs are hooked at once, larger root under smaller, then the trees are flattened, until
    no pair is apart: some ten rounds.
    """
    while True:
        a, b = parent[a], parent[b]
        apart = a != b
        if not apart.any():
            return
        a, b = a[apart], b[apart]
        np.minimum.at(parent, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(up := parent[parent], parent):
            parent[:] = up
