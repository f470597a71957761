"""The compiled corpus: memory-mapped arrays of rows, offsets and distinct integers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.compiling import Progress, compile_corpus
from int2vec.corpus.oeis import BIG, SHORT_DIGITS, BadLine
from int2vec.files import open_tensors, read_json

__all__ = ["BIG", "Corpus", "Progress", "compile_corpus"]


class Corpus:
    """Sequences of integers, compiled.

    Sequence `i` is `rows[offsets[i]:offsets[i + 1]]`; rows number the distinct integers by
    falling frequency. All arrays are read-only.
    """

    def __init__(self, folder: Path, name: str) -> None:
        tensors, _ = open_tensors(folder / "corpus.safetensors")
        self.name = name
        self.folder = folder
        self.manifest: dict[str, Any] = read_json(folder / "manifest.json")
        self.rows: NDArray[np.int32] = tensors["rows"]  # (n_terms,)
        self.offsets: NDArray[np.int64] = tensors["offsets"]  # (n_sequences + 1,)
        self.a_numbers: NDArray[np.int32] = tensors["a_numbers"]  # (n_sequences,), 0 if none
        self.counts: NDArray[np.int64] = tensors["counts"]  # (n_types,)
        self.values: NDArray[np.int64] = tensors["values"]  # (n_types,), BIG for long ones
        self._by_value: NDArray[np.int32] = tensors["by_value"]  # short rows by rising value
        self._big_rows: NDArray[np.int32] = tensors["big_rows"]  # rising
        self._big_text: NDArray[np.uint8] = tensors["big_text"]
        self._big_offsets: NDArray[np.int64] = tensors["big_offsets"]

    @property
    def hash(self) -> str:
        """The hash of the file that this corpus was compiled from."""
        return str(self.manifest["input_hash"])

    @property
    def n_sequences(self) -> int:
        """The number of sequences."""
        return len(self.a_numbers)

    @property
    def n_terms(self) -> int:
        """The number of terms in all sequences together."""
        return len(self.rows)

    @property
    def n_types(self) -> int:
        """The number of distinct integers."""
        return len(self.counts)

    @property
    def bad_lines(self) -> list[BadLine]:
        """The first lines that were skipped, with their faults."""
        return [BadLine(**fault) for fault in self.manifest["bad_lines"]]

    @cached_property
    def _sorted_values(self) -> NDArray[np.int64]:
        return self.values[self._by_value]

    @cached_property
    def _big_row_of(self) -> dict[int, int]:
        # All at once: one by one out of the memory map takes fifty times as long.
        text, cuts = self._big_text.tobytes(), self._big_offsets.tolist()
        parts = zip(cuts, cuts[1:], self._big_rows.tolist(), strict=False)
        return {int(text[start:end]): row for start, end, row in parts}

    def integer(self, row: int) -> int:
        """The integer that has this row."""
        value = int(self.values[row])
        return value if value != BIG else self._big_integer(np.searchsorted(self._big_rows, row))

    def integers_of(self, rows: NDArray[np.integer[Any]]) -> list[int]:
        """The integers that have these rows."""
        values = self.values[rows]
        integers: list[int] = values.tolist()
        big = np.flatnonzero(values == BIG)
        for i, at in zip(big.tolist(), np.searchsorted(self._big_rows, rows[big]), strict=True):
            integers[i] = self._big_integer(at)
        return integers

    def _big_integer(self, at: np.intp) -> int:
        start, end = self._big_offsets[at : at + 2]
        return int(self._big_text[start:end].tobytes())

    def row(self, n: int) -> int | None:
        """The row of an integer, None where it never occurs."""
        if abs(n) >= 10**SHORT_DIGITS:
            return self._big_row_of.get(n)
        i = int(np.searchsorted(self._sorted_values, n))
        there = i < len(self._by_value) and int(self._sorted_values[i]) == n
        return int(self._by_value[i]) if there else None

    def rows_of(self, integers: Iterable[int]) -> NDArray[np.int32]:
        """The rows of these integers, -1 for those that never occur."""
        asked = list(integers)
        rows = np.full(len(asked), -1, np.int32)
        short = [i for i, n in enumerate(asked) if abs(n) < 10**SHORT_DIGITS]
        if short and len(self._by_value):
            values = np.array([asked[i] for i in short], np.int64)
            at = np.minimum(np.searchsorted(self._sorted_values, values), len(self._by_value) - 1)
            there = self._sorted_values[at] == values
            rows[short] = np.where(there, self._by_value[at], -1)
        for i in set(range(len(asked))).difference(short):
            rows[i] = self._big_row_of.get(asked[i], -1)
        return rows

    def mask_of(self, sequences: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which terms belong to these sequences: bool (n_terms,)."""
        chosen = np.zeros(self.n_sequences, bool)
        chosen[sequences] = True
        return np.repeat(chosen, np.diff(self.offsets))

    def counts_in(self, sequences: NDArray[np.int32]) -> NDArray[np.int64]:
        """How often each integer occurs in these sequences: int64 (n_types,)."""
        return np.bincount(self.rows[self.mask_of(sequences)], minlength=self.n_types)

    def terms(self, i: int) -> list[int]:
        """The terms of sequence `i`."""
        return self.integers_of(self.rows[self.offsets[i] : self.offsets[i + 1]])

    def label(self, i: int) -> str:
        """The A-number of sequence `i`, or its place in a file that gives none."""
        a_number = int(self.a_numbers[i])
        return f"A{a_number:06d}" if a_number else f"sequence {i + 1:,}"

    @cached_property
    def _by_a_number(self) -> NDArray[np.int64]:
        return np.argsort(self.a_numbers, kind="stable")

    def index_of(self, a_number: int) -> int | None:
        """The position of the sequence with this A-number, None where there is none."""
        i = int(np.searchsorted(self.a_numbers, a_number, sorter=self._by_a_number))
        if i < self.n_sequences and self.a_numbers[self._by_a_number[i]] == a_number:
            return int(self._by_a_number[i])
        return None

    @cached_property
    def names(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]] | None:
        """The names in UTF-8, one after the other, and where each begins; None without names."""
        path = self.folder / "names.safetensors"
        if not path.is_file():
            return None
        tensors, _ = open_tensors(path)
        return tensors["text"], tensors["offsets"]

    def sequence_name(self, i: int) -> str | None:
        """The name of sequence `i`, None where the corpus carries none."""
        if self.names is None:
            return None
        text, offsets = self.names
        return text[offsets[i] : offsets[i + 1]].tobytes().decode("utf-8", "replace") or None
