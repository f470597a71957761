"""The index over a corpus, or over its training part: memory-mapped, built once, kept in the cache.

Besides the terms themselves it can hold three readings of them that do not change when a
sequence is shifted, scaled, or both: differences, ratios, and ratios of differences. Each is
kept modulo a prime, so that integers of any length take four bytes; what a match predicts is
always worked out from the integers themselves.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.cache import cached
from int2vec.corpus.store import BIG, Corpus, Progress
from int2vec.errors import CorpusError
from int2vec.files import open_tensors, save_tensors
from int2vec.predict.complete.search.suffix_array import SEPARATOR, Past, order_by_past

_TENSORS = "index.safetensors"
PRIME = 2**31 - 1
_TRIED = 9  # terms of a prompt that are looked up before the rest
Report = Callable[..., None]
READINGS = ("terms", "differences", "ratios", "affine")


class Index:
    """Every place in the sequences of a corpus, sorted by the terms before it."""

    def __init__(
        self,
        corpus: Corpus,
        sequences: NDArray[np.int32] | None,
        fingerprint: str,
        files: Mapping[str, Path],
    ) -> None:
        self.corpus = corpus
        self.fingerprint = fingerprint  # tells it from those of other files and other parts
        self.files = files  # one a reading
        self._sequences = sequences
        self._pasts: dict[str, Past] = {}

    def past(self, reading: str = "terms") -> Past:
        """The sorted places of one reading."""
        if reading not in self._pasts:
            tensors, _ = open_tensors(self.files[reading])
            self._pasts[reading] = Past(tensors["text"], tensors["order"])
        return self._pasts[reading]

    def read_ahead(self, readings: Sequence[str]) -> None:
        """Read all of these readings once, so that no question waits for the disk."""
        for reading in readings:
            past = self.past(reading)
            np.add.reduce(past.text), np.add.reduce(past.order)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The place of the first term of each sequence."""
        return _starts(self.corpus, self._sequences)

    @property
    def n_sequences(self) -> int:
        """How many sequences are indexed."""
        return self.corpus.n_sequences if self._sequences is None else len(self._sequences)

    def locate(self, place: int) -> tuple[int, int]:
        """The sequence (its position in the corpus) that a place lies in, and the term there."""
        i = int(np.searchsorted(self.starts, place, side="right")) - 1
        sequence = i if self._sequences is None else int(self._sequences[i])
        return sequence, int(place - self.starts[i])

    def label(self, sequence: int) -> str:
        """The A-number of a sequence, or its place in a file that gives none."""
        a_number = int(self.corpus.a_numbers[sequence])
        return f"A{a_number:06d}" if a_number else f"sequence {sequence + 1:,}"

    def label_at(self, place: int) -> str:
        """The label of the sequence that a place lies in."""
        return self.label(self.locate(place)[0])

    def sequences_at(self, places: NDArray[np.integer]) -> NDArray[np.int64]:
        """The position in the index of the sequence that each place lies in."""
        return np.searchsorted(self.starts, places, side="right") - 1

    def integer(self, place: int) -> int:
        """The term at a place."""
        return self.corpus.integer(int(self.past().text[place]))

    def stretches(self, terms: Sequence[int], reading: str = "terms") -> list[tuple[int, int]]:
        """The stretch of places behind the last 1, 2, … codes of the terms, while there is one.

        Most prompts match a few codes at most, so the last terms alone are looked at first.
        """
        past = self.past(reading)
        if len(terms) > _TRIED:
            codes = self.codes(terms[-_TRIED:], reading)
            found = past.stretches(codes)
            if len(found) < len(codes):
                return found
        return past.stretches(self.codes(terms, reading))

    def agrees(self, terms: Sequence[int], place: int, reading: str) -> bool:
        """Whether the integers from a place on are these terms up to what a reading leaves open.

        Readings are kept modulo a prime, where different integers can look alike.
        """
        there = map(self.integer, range(place, place + len(terms)))
        ours, theirs = pairwise(terms), pairwise(there)
        if reading == "ratios":
            return all(b * c == a * d for (a, b), (c, d) in zip(ours, theirs, strict=True))
        steps, others = (b - a for a, b in ours), (d - c for c, d in theirs)
        if reading == "differences":
            return all(a == c for a, c in zip(steps, others, strict=True))
        both = zip(pairwise(steps), pairwise(others), strict=True)
        return all(b * c == a * d for (a, b), (c, d) in both)

    def codes(self, terms: Sequence[int], reading: str = "terms") -> list[int]:
        """The prompt in a reading of the index, -1 where it has no counterpart."""
        if reading == "terms":
            return [int(row) for row in self.corpus.rows_of(terms)]
        residues = [t % PRIME for t in terms]
        first = [(b - a) % PRIME for a, b in pairwise(residues)]
        if reading == "differences":
            return first
        pairs = pairwise(residues)
        if reading == "affine":
            pairs = pairwise(first)
        return [b * pow(a, -1, PRIME) % PRIME if a else SEPARATOR for a, b in pairs]


def open_index(
    corpus: Corpus, sequences: NDArray[np.int32] | None = None, *,
    readings: Sequence[str] = ("terms",), progress: Progress | None = None,
) -> Index:  # fmt: skip
    """The index over these sequences (all, where none are named), built if it is not yet."""
    part = "all"
    if sequences is not None:
        sequences = np.ascontiguousarray(sequences, np.int32)
        part = hashlib.sha256(sequences.tobytes()).hexdigest()[:16]
    lengths = np.diff(corpus.offsets)
    if not np.any(lengths if sequences is None else lengths[sequences]):
        what = "holds" if sequences is None else "has a training part with"
        raise CorpusError(
            f"'{corpus.name}' {what} no terms to search; give a file with sequences such as "
            "'1, 1, 2, 3, 5', one a line"
        )
    fingerprint = f"{_fingerprint(corpus)}-{part}"
    files = {}
    for i, reading in enumerate(readings):

        def report(share: float, what: str = "building the index", i: int = i) -> None:
            if progress:
                progress((i + share) / len(readings), what)

        def build_into(folder: Path, reading: str = reading, report: Report = report) -> None:
            report(0.0)
            text = text_of(corpus, sequences, reading)
            order = order_by_past(text, report)
            save_tensors(folder / _TENSORS, {"text": text, "order": order})

        source = f"{corpus.name}: {reading}" + ("" if sequences is None else " of a part")
        key, needs = f"{fingerprint}-{reading}", [corpus.folder]
        folder = cached("index", key, build_into, source=source, needs=needs, progress=report)
        files[reading] = folder / _TENSORS
    return Index(corpus, sequences, fingerprint, files)


def _fingerprint(corpus: Corpus) -> str:
    """What tells this compiled corpus from others: the file, and how its integers are numbered."""
    digest = hashlib.sha256(corpus.hash.encode())
    for array in (corpus.rows, corpus.values, corpus.offsets):
        digest.update(np.ascontiguousarray(array[:: max(len(array) // 4096, 1)]).tobytes())
    return digest.hexdigest()[:16]


def _starts(corpus: Corpus, sequences: NDArray[np.int32] | None) -> NDArray[np.int64]:
    """Sequences are laid end to end, each behind a separator; one more closes the text."""
    lengths = np.diff(corpus.offsets)
    if sequences is not None:
        lengths = lengths[sequences]
    return np.concatenate(([0], np.cumsum(lengths[:-1]))) + np.arange(1, len(lengths) + 1)


def text_of(corpus: Corpus, sequences: NDArray[np.int32] | None, reading: str) -> NDArray[np.int32]:
    """The text of a reading; a place means the same term in all of them."""
    starts = _starts(corpus, sequences)
    lengths = np.diff(corpus.offsets)
    rows = np.asarray(corpus.rows)
    if sequences is not None:
        chosen = np.zeros(corpus.n_sequences, bool)
        chosen[sequences] = True
        rows = rows[np.repeat(chosen, lengths)]
        lengths = lengths[sequences]
    if len(rows) + len(lengths) >= 2**31 - 1:
        raise CorpusError(
            f"{len(rows):,} terms are more than one index holds (2,147,483,646); split the file"
        )
    text = np.full(len(rows) + len(lengths) + 1, SEPARATOR, np.int32)
    inside = np.ones(len(text), bool)
    inside[starts - 1] = False
    inside[-1] = False
    text[inside] = rows
    if reading == "terms":
        return text
    residues = _residues(corpus)[text].astype(np.int64)  # separators are masked below
    if reading == "ratios":
        coded, since = _quotients(residues), 1
    else:
        coded = np.diff(residues, prepend=0) % PRIME
        coded, since = (coded, 1) if reading == "differences" else (_quotients(coded), 2)
    for back in range(since + 1):  # a code reads `since` terms back, all in one sequence
        coded[back:][text[: len(text) - back] == SEPARATOR] = SEPARATOR
    return coded.astype(np.int32)


def _residues(corpus: Corpus) -> NDArray[np.int64]:
    values = np.asarray(corpus.values)
    residues = values % PRIME
    for row in np.flatnonzero(values == BIG).tolist():
        residues[row] = corpus.integer(row) % PRIME
    return residues


def _quotients(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each code over the one before it, modulo the prime; SEPARATOR where that one is 0."""
    before = np.concatenate(([0], codes[:-1]))
    inverse = _inverses(np.where(before == 0, 1, before))
    return np.where(before == 0, SEPARATOR, codes * inverse % PRIME)


def _inverses(codes: NDArray[np.int64], width: int = 1 << 13) -> NDArray[np.int64]:
    """1 over each code, modulo the prime.

    Montgomery's trick, on many columns at once: one power a column, and three products a code.
    """
    n = len(codes)
    grid = np.ones((-(-n // width), width), np.int64)
    grid.ravel()[:n] = codes
    running = np.empty_like(grid)
    product = np.ones(width, np.int64)
    for i, line in enumerate(grid):
        running[i] = product  # of all lines before this one
        product = product * line % PRIME
    inverse, exponent = np.ones(width, np.int64), PRIME - 2  # Fermat: b^(p-2) is 1/b
    while exponent:
        if exponent & 1:
            inverse = inverse * product % PRIME
        product = product * product % PRIME
        exponent >>= 1
    for i in range(len(grid) - 1, -1, -1):
        running[i] = running[i] * inverse % PRIME
        inverse = inverse * grid[i] % PRIME
    return running.ravel()[:n]
