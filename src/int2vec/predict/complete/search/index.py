"""The index over a corpus, or over its training part: memory-mapped, built once, kept in the cache.

Besides the terms themselves it can hold three readings of them that do not change when a
sequence is shifted, scaled, or both: differences, ratios, and ratios of differences, each modulo a
prime; what a match predicts is always worked out from the integers themselves.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.linear_algebra import inverses
from int2vec.arithmetic.sums import differences
from int2vec.cache import cached
from int2vec.corpus.store import Corpus
from int2vec.errors import CorpusError
from int2vec.files import open_tensors, save_tensors
from int2vec.predict.complete.search.suffix_array import SEPARATOR, Past, order_by_past
from int2vec.predict.complete.search.two_sided import KINDS_HASH, PRIME, table_of
from int2vec.progress import one_part, progress

_TENSORS = "index.safetensors"
SHORTER = {"terms": 0, "differences": 1, "ratios": 1, "affine": 2}  # codes than terms
TRANSFORMED = "transformed"  # a table of the sequences' transforms instead of codes
READINGS = (*SHORTER, TRANSFORMED)


class Index:
    """Every place in the sequences of a corpus, sorted by the terms before it."""

    def __init__(
        self,
        corpus: Corpus,
        sequences: NDArray[np.int32],
        fingerprint: str,
        files: Mapping[str, Path],
    ) -> None:
        self.corpus = corpus
        self.fingerprint = fingerprint  # tells it from those of other files and other parts
        self.files = files  # one a reading
        self.n_sequences = len(sequences)
        self._sequences = sequences
        self._pasts: dict[str, Past] = {}

    def past(self, reading: str = "terms") -> Past:
        """The sorted places of one reading."""
        if reading not in self._pasts:
            tensors, _ = open_tensors(self.files[reading])
            self._pasts[reading] = Past(tensors["text"], tensors["order"])
        return self._pasts[reading]

    @cached_property
    def transformed(self) -> NDArray[np.uint64]:
        """The table of what the transforms of the sequences begin with."""
        tensors, _ = open_tensors(self.files[TRANSFORMED])
        return tensors["table"]

    def terms_of(self, position: int) -> tuple[str, list[int]]:
        """The name and the terms of a sequence by its position in the index."""
        sequence = int(self._sequences[position])
        return self.corpus.label(sequence), self.corpus.terms(sequence)

    def openings(
        self, places: int, shift: int, prime: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The sequences of more terms than that, and so many of each from a term on, modulo."""
        long = np.flatnonzero(np.diff(self.corpus.offsets)[self._sequences] > places + shift)
        starts = self.corpus.offsets[self._sequences[long]].astype(np.int64) + shift
        codes = self.corpus.residues(prime)
        return long, codes[self.corpus.rows[starts[:, None] + np.arange(places)]]

    def read_ahead(self, readings: Sequence[str]) -> None:
        """Read all of these readings once, so that no question waits for the disk."""
        for reading in readings:
            for tensor in open_tensors(self.files[reading])[0].values():
                np.add.reduce(tensor)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The place of the first term of each sequence."""
        return _starts(self.corpus, self._sequences)

    def locate(self, place: int) -> tuple[int, int]:
        """The sequence (its position in the corpus) that a place lies in, and the term there."""
        (i,) = self.sequences_at(np.array([place]))
        return int(self._sequences[i]), int(place - self.starts[i])

    def sequences_at(self, places: NDArray[np.integer]) -> NDArray[np.int64]:
        """The position in the index of the sequence that each place lies in."""
        return np.searchsorted(self.starts, places, side="right") - 1

    def integer(self, place: int) -> int:
        """The term at a place."""
        return self.corpus.integer(int(self.past().text[place]))

    def stretches(self, terms: Sequence[int], reading: str = "terms") -> list[tuple[int, int]]:
        """The stretch of places behind the last 1, 2, … codes of the terms, while there is one."""
        return self.past(reading).stretches(self.codes(terms, reading))

    def agrees(self, terms: Sequence[int], place: int, reading: str) -> bool:
        """Whether the integers from a place on are these terms up to what a reading leaves open.

        Readings are kept modulo a prime, where different integers can look alike.
        """
        if reading == "terms":  # which are no residues
            return True
        ours, theirs = list(terms), [self.integer(place + i) for i in range(len(terms))]
        if reading != "ratios":
            ours, theirs = differences(ours), differences(theirs)
        if reading == "differences":
            return ours == theirs
        both = zip(pairwise(ours), pairwise(theirs), strict=True)
        return all(b * c == a * d for (a, b), (c, d) in both)

    def codes(self, terms: Sequence[int], reading: str = "terms") -> list[int]:
        """The prompt in a reading of the index, -1 where it has no counterpart."""
        if reading == "terms":
            return [int(row) for row in self.corpus.rows_of(terms)]
        codes = [t % PRIME for t in terms]
        if reading != "ratios":
            codes = [step % PRIME for step in differences(codes)]
        if reading == "differences":
            return codes
        return [b * pow(a, -1, PRIME) % PRIME if a else SEPARATOR for a, b in pairwise(codes)]


def open_index(
    corpus: Corpus, sequences: NDArray[np.int32] | None = None, *,
    readings: Sequence[str] = ("terms",),
) -> Index:  # fmt: skip
    """The index over these sequences (all, where none are named), built if it is not yet."""
    part, of_a_part, what = "all", "", "holds"
    if sequences is None:
        sequences = np.arange(corpus.n_sequences, dtype=np.int32)
    else:
        sequences = np.ascontiguousarray(sequences, np.int32)
        part = hashlib.sha256(sequences.tobytes()).hexdigest()[:16]
        of_a_part, what = " of a part", "has a training part with"
    if not np.any(np.diff(corpus.offsets)[sequences]):
        raise CorpusError(
            f"'{corpus.name}' {what} no terms to search; give a file with sequences such as "
            "'1, 1, 2, 3, 5', one a line"
        )
    fingerprint = f"{_fingerprint(corpus)}-{part}"
    files = {}
    for i, reading in enumerate(readings):
        with one_part(i / len(readings), 1 / len(readings)):
            folder = cached(
                "index",
                f"{fingerprint}-{reading}{KINDS_HASH if reading == TRANSFORMED else ''}",
                partial(_build, corpus, sequences, reading),
                source=f"{corpus.name}: {reading}{of_a_part}",
                needs=[corpus.folder],
            )
        files[reading] = folder / _TENSORS
    return Index(corpus, sequences, fingerprint, files)


def _build(corpus: Corpus, sequences: NDArray[np.int32], reading: str, folder: Path) -> None:
    progress(0.0, "building the index")
    if reading == TRANSFORMED:
        lengths = np.diff(corpus.offsets)[sequences]
        codes, starts = corpus.residues(PRIME)[corpus.rows], corpus.offsets[sequences]
        save_tensors(folder / _TENSORS, {"table": table_of(codes, starts, lengths)})
        return
    text = text_of(corpus, sequences, reading)
    save_tensors(folder / _TENSORS, {"text": text, "order": order_by_past(text)})


def _fingerprint(corpus: Corpus) -> str:
    """What tells this compiled corpus from others: the file, and how its integers are numbered."""
    digest = hashlib.sha256(corpus.hash.encode())
    for array in (corpus.rows, corpus.values, corpus.offsets):
        digest.update(np.ascontiguousarray(array[:: max(len(array) // 4096, 1)]).tobytes())
    return digest.hexdigest()[:16]


def _starts(corpus: Corpus, sequences: NDArray[np.int32]) -> NDArray[np.int64]:
    """Sequences are laid end to end, each behind a separator; one more closes the text."""
    lengths = np.diff(corpus.offsets)[sequences]
    return np.concatenate(([0], np.cumsum(lengths[:-1]))) + np.arange(1, len(lengths) + 1)


def text_of(corpus: Corpus, sequences: NDArray[np.int32], reading: str) -> NDArray[np.int32]:
    """The text of a reading; a place means the same term in all of them."""
    rows = corpus.rows[corpus.mask_of(sequences)]
    size = len(rows) + len(sequences) + 1
    if size > 2**31 - 1:
        problem = f"{len(rows):,} terms are more than one index holds (2,147,483,646)"
        raise CorpusError(f"{problem}; split the file")
    inside = np.ones(size, bool)
    inside[_starts(corpus, sequences) - 1] = inside[-1] = False
    text = np.full(size, SEPARATOR, np.int32)
    text[inside] = rows
    if reading == "terms":
        return text
    coded = corpus.residues(PRIME)[text]  # separators are masked below
    if reading != "ratios":
        coded = np.diff(coded, prepend=0) % PRIME
    if reading != "differences":
        before = inverses(np.concatenate(([0], coded[:-1])), PRIME)  # 0 where there is none
        coded = np.where(before == 0, SEPARATOR, coded * before % PRIME)
    for back in range(SHORTER[reading] + 1):  # terms that a code reads, all in one sequence
        coded[back:][text[: size - back] == SEPARATOR] = SEPARATOR
    return coded.astype(np.int32)
