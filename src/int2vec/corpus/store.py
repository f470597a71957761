"""The compiled corpus: every term as the row of its integer, memory-mapped from the cache.

Compiling streams: one pass parses the file into 64-bit codes on disk and counts them block by
block, a second one turns codes into rows. What stays in memory is the table of distinct
integers and one block.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BIG_CODE, BadLine, BigIntegers, parse_block, read_blocks
from int2vec.errors import CorpusError, DataError
from int2vec.tensors import open_tensors, read_json, save_tensors, write_json

Progress = Callable[[float, str], None]

BIG = -(2**63)  # stands in `Corpus.values` for an integer of 19 digits or more
FORMAT = 1
_TABLE = 1 << 20  # integers smaller than this are looked up in a table, the rest by bisection
_CHUNK = 1 << 20
_SHOWN_FAULTS = 20


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
        if value != BIG:
            return value
        i = int(np.searchsorted(self._big_rows, row))
        return int(self._big_text[self._big_offsets[i] : self._big_offsets[i + 1]].tobytes())

    def integers_of(self, rows: NDArray[np.integer[Any]]) -> list[int]:
        """The integers that have these rows."""
        values: list[int] = self.values[rows].tolist()
        return [v if v != BIG else self.integer(int(rows[i])) for i, v in enumerate(values)]

    def row(self, n: int) -> int | None:
        """The row of an integer, None where it never occurs."""
        if abs(n) >= 10**18:
            return self._big_row_of.get(n)
        i = int(np.searchsorted(self._sorted_values, n))
        if i < len(self._by_value) and int(self._sorted_values[i]) == n:
            return int(self._by_value[i])
        return None

    def rows_of(self, integers: Iterable[int]) -> NDArray[np.int32]:
        """The rows of these integers, -1 for those that never occur."""
        found = (self.row(n) for n in integers)
        return np.array([-1 if row is None else row for row in found], np.int32)

    def terms(self, i: int) -> list[int]:
        """The terms of sequence `i`."""
        return self.integers_of(self.rows[self.offsets[i] : self.offsets[i + 1]])

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
    def _names(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]] | None:
        path = self.folder / "names.safetensors"
        if not path.is_file():
            return None
        tensors, _ = open_tensors(path)
        return tensors["text"], tensors["offsets"]

    def sequence_name(self, i: int) -> str | None:
        """The name of sequence `i`, None where the corpus carries none."""
        if self._names is None:
            return None
        text, offsets = self._names
        return text[offsets[i] : offsets[i + 1]].tobytes().decode("utf-8", "replace") or None


def file_hash(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except IsADirectoryError as error:
        raise CorpusError(f"{path} is a folder; give a file of sequences") from error
    except FileNotFoundError as error:
        raise CorpusError(f"{path} is not there; give the path of a sequence file") from error
    except OSError as error:
        raise CorpusError(f"{path} cannot be read ({error.strerror or error})") from error


def compile_corpus(
    path: Path, folder: Path, *, names: Path | None = None, skip_bad: bool = False,
    input_hash: str = "", progress: Progress | None = None,
) -> None:  # fmt: skip
    """Compile the sequence file `path` into `folder`; the manifest is written last."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as codes_file:
            _compile(path, folder, codes_file, names, skip_bad, input_hash, progress)
    except OSError as error:
        raise DataError(
            f"cannot write to {folder} ({error.strerror}); "
            "free some space or set INT2VEC_CACHE to another folder"
        ) from error


def _compile(
    path: Path, folder: Path, codes_file: Any, names: Path | None, skip_bad: bool,
    input_hash: str, progress: Progress | None,
) -> None:  # fmt: skip
    bigs, line, bad = BigIntegers(), 1, list[BadLine]()
    lengths, a_numbers, seen = [], [], list[tuple[NDArray[np.int64], NDArray[np.int64]]]()
    for text, share in read_blocks(path):
        block = parse_block(text, line, bigs)
        bad += block.bad
        if block.bad and not skip_bad:
            fault = block.bad[0]
            raise CorpusError(
                f"{path}, line {fault.number}: {fault.reason}; mend the line or pass --skip-bad"
            )
        line += text.count(b"\n")
        codes_file.write(block.terms)
        seen.append(_count(block.terms))
        lengths.append(block.lengths)
        a_numbers.append(block.a_numbers)
        if progress:
            progress(0.8 * share, "reading sequences")
    if not sum(len(block) for block in lengths):
        raise CorpusError(f"{path} holds no sequences; give lines such as 'A000045 ,0,1,1,2,3,5,'")
    table = _integer_table(seen, bigs)
    n_terms = int(sum(int(block.sum()) for block in lengths))
    with tempfile.TemporaryFile(dir=folder) as rows_file:
        codes_file.seek(0)
        while chunk := codes_file.read(8 * _CHUNK):
            rows_file.write(table.rows_of(np.frombuffer(chunk, np.int64)))
        rows_file.flush()
        empty = np.empty(0, np.int32)
        rows = np.memmap(rows_file, np.int32, "r", shape=(n_terms,)) if n_terms else empty
        offsets = np.concatenate(([0], np.cumsum(np.concatenate(lengths))))
        ids = np.concatenate(a_numbers)
        tensors = {"rows": rows, "offsets": offsets, "a_numbers": ids, **table.tensors}
        save_tensors(folder / "corpus.safetensors", tensors)
    if progress:
        progress(0.95, "reading names")
    if names is not None:
        _compile_names(names, ids, folder)
    manifest = {
        "format": FORMAT, "input": path.name, "input_hash": input_hash, "skip_bad": skip_bad,
        "n_sequences": len(ids), "n_terms": n_terms, "n_types": len(table.codes),
        "n_bad_lines": len(bad),
        "bad_lines": [{"number": f.number, "reason": f.reason} for f in bad[:_SHOWN_FAULTS]],
    }  # fmt: skip
    write_json(folder / "manifest.json", manifest)


def _count(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    values, counts = np.unique(codes, return_counts=True)
    return values, counts


class _IntegerTable:
    """The distinct codes in rising order, and the row of each."""

    def __init__(
        self, codes: NDArray[np.int64], rows: NDArray[np.int32], tensors: dict[str, NDArray[Any]]
    ) -> None:
        self.codes = codes
        self.tensors = tensors
        self._rows = rows
        low, high = np.searchsorted(codes, [-_TABLE, _TABLE])
        self._table = np.full(2 * _TABLE, -1, np.int32)
        self._table[codes[low:high] + _TABLE] = rows[low:high]

    def rows_of(self, codes: NDArray[np.int64]) -> NDArray[np.int32]:
        small = (codes >= -_TABLE) & (codes < _TABLE)
        rows = self._table[np.where(small, codes + _TABLE, 0)]
        large = np.flatnonzero(~small)
        rows[large] = self._rows[np.searchsorted(self.codes, codes[large])]
        return rows


def _integer_table(
    seen: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]], bigs: BigIntegers
) -> _IntegerTable:
    every = np.concatenate([values for values, _ in seen])
    order = np.argsort(every, kind="stable")
    every = every[order]
    first = np.flatnonzero(np.concatenate(([True], every[1:] != every[:-1]))) if len(every) else []
    codes = every[first]
    counts = np.concatenate([counts for _, counts in seen])[order]
    totals = np.add.reduceat(counts, first) if len(codes) else np.empty(0, np.int64)
    by_count = np.argsort(-totals, kind="stable")  # ties keep rising order
    rows = np.empty(len(codes), np.int32)
    rows[by_count] = np.arange(len(codes), dtype=np.int32)
    n_short = int(np.searchsorted(codes, BIG_CODE))
    values = np.full(len(codes), BIG, np.int64)
    values[rows[:n_short]] = codes[:n_short]
    big_order = np.argsort(rows[n_short:])
    integers = list(bigs.codes)
    texts = [str(integers[int(codes[n_short + i]) - BIG_CODE]).encode() for i in big_order]
    tensors: dict[str, NDArray[Any]] = {
        "counts": totals[by_count],
        "values": values,
        "by_value": rows[:n_short],
        "big_rows": rows[n_short:][big_order],
        "big_text": np.frombuffer(b"".join(texts), np.uint8),
        "big_offsets": np.concatenate(([0], np.cumsum([len(t) for t in texts], dtype=np.int64))),
    }
    return _IntegerTable(codes, rows, tensors)


def _compile_names(path: Path, a_numbers: NDArray[np.int32], folder: Path) -> None:
    """Write the names of the sequences, in the order of the sequences."""
    names: dict[int, bytes] = {}
    for block, _ in read_blocks(path):
        for line in block.splitlines():
            head, _, name = line.partition(b" ")
            if head[:1] == b"A" and head[1:].isdigit() and len(head) < 12:
                names.setdefault(int(head[1:]), name.strip())
    texts = [names.get(a, b"") if a else b"" for a in a_numbers.tolist()]
    offsets = np.concatenate(([0], np.cumsum([len(t) for t in texts], dtype=np.int64)))
    text = np.frombuffer(b"".join(texts), np.uint8)
    save_tensors(folder / "names.safetensors", {"text": text, "offsets": offsets})
