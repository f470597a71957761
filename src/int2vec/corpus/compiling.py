"""Compiling a sequence file into arrays.

One pass over the file encodes its blocks in threads (`integers`) and spills the codes to disk, a
second one turns codes into rows. What stays in memory is the table of distinct integers and a
few blocks.
"""

from __future__ import annotations

import itertools
import tempfile
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.integers import Block, IntegerGatherer, IntegerTable, encode_block
from int2vec.corpus.oeis import BadLine, read_blocks
from int2vec.errors import CorpusError
from int2vec.files import open_tensors, save_tensors, write_json

Progress = Callable[[float, str], None]

_TENSORS = "corpus.safetensors"
_THREADS = 2
_SHOWN_FAULTS = 20


def compile_corpus(
    path: Path,
    folder: Path,
    *,
    names: Path | None = None,
    skip_bad: bool = False,
    input_hash: str = "",
    progress: Progress | None = None,
) -> None:
    """Compile the sequence file `path` into the arrays of `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = _compile_terms(path, folder, skip_bad, progress)
    if progress:
        progress(0.95, "reading names")
    if names is not None:
        _compile_names(names, folder)
    about = {"input": path.name, "input_hash": input_hash, "skip_bad": skip_bad}
    write_json(folder / "manifest.json", about | figures)


def _compile_terms(
    path: Path, folder: Path, skip_bad: bool, progress: Progress | None
) -> dict[str, Any]:
    """Write the arrays of a corpus; what its manifest says of them."""
    with (
        tempfile.TemporaryFile(dir=folder) as codes_file,
        tempfile.TemporaryFile(dir=folder) as rows_file,
    ):
        read = _read(path, codes_file, skip_bad, progress)
        kept = _without_repeats(read, codes_file)
        row_of_type = _write_rows(read, kept, codes_file, rows_file)
        lengths = np.diff(read.offsets)[kept]
        tensors = {
            "rows": _mapped(rows_file, int(lengths.sum())),
            "offsets": np.concatenate(([0], np.cumsum(lengths))),
            "a_numbers": read.a_numbers[kept],
            **read.table.tensors(row_of_type),
        }
        save_tensors(folder / _TENSORS, tensors)
    return {
        "n_sequences": len(tensors["a_numbers"]),
        "n_terms": len(tensors["rows"]),
        "n_types": len(tensors["counts"]),
        "n_repeats": int(np.count_nonzero(~kept)),
        "n_bad_lines": len(read.bad),
        "bad_lines": [asdict(fault) for fault in read.bad[:_SHOWN_FAULTS]],
    }


@dataclass(frozen=True, eq=False, kw_only=True)
class _Read:
    """What the first pass over a file found."""

    table: IntegerTable
    a_numbers: NDArray[np.int32]
    offsets: NDArray[np.int64]
    blocks: list[int]  # the sequence that each block starts with, and the number of sequences
    bad: list[BadLine]


def _read(path: Path, codes_file: IO[bytes], skip_bad: bool, progress: Progress | None) -> _Read:
    """Read a file, spilling codes to `codes_file`."""
    integers, line, bad = IntegerGatherer(), 1, list[BadLine]()
    lengths, a_numbers, blocks = [], [], [0]
    for block, share in _encoded(path):
        bad += [BadLine(line + fault.number, fault.reason) for fault in block.bad]
        if bad and not skip_bad:
            raise CorpusError(
                f"{path}, line {bad[0].number}: {bad[0].reason}; mend the line "
                "('int2vec corpus stats --skip-bad' lists all such lines)"
            )
        line += block.n_lines
        codes_file.write(block.codes.data)
        integers.add(block)
        lengths.append(block.lengths)
        a_numbers.append(block.a_numbers)
        blocks.append(blocks[-1] + len(block.a_numbers))
        if progress:
            progress(0.8 * share, "reading sequences")
    if not blocks[-1]:
        raise CorpusError(f"{path} holds no sequences; give lines such as 'A000045 ,0,1,1,2,3,5,'")
    return _Read(
        table=integers.table(),
        a_numbers=np.concatenate(a_numbers),
        offsets=np.concatenate(([0], np.cumsum(np.concatenate(lengths)))),
        blocks=blocks,
        bad=bad,
    )


def _encoded(path: Path) -> Iterator[tuple[Block, float]]:
    """The encoded blocks of a file, in order, and the share read so far."""
    waiting: deque[tuple[Future[Block], float]] = deque()
    with ThreadPoolExecutor(_THREADS) as pool:
        for text, share in read_blocks(path):
            waiting.append((pool.submit(encode_block, text), share))
            while len(waiting) > _THREADS:
                done, at = waiting.popleft()
                yield done.result(), at
        for done, at in waiting:
            yield done.result(), at


def _mapped(file: IO[bytes], n: int) -> NDArray[np.int32]:
    """The int32 numbers in a file, memory-mapped (which an empty file cannot be)."""
    file.flush()
    return np.memmap(file, np.int32, "r", shape=(n,)) if n else np.empty(0, np.int32)


def _without_repeats(read: _Read, codes_file: IO[bytes]) -> NDArray[np.bool_]:
    """Which sequences are no repeats of an earlier one with the same A-number and terms.

    The terms of the repeats are taken off the counts.
    """
    ids, offsets = read.a_numbers, read.offsets
    kept = np.ones(len(ids), bool)
    order = np.argsort(ids, kind="stable")
    again = np.flatnonzero((ids[order][1:] == ids[order][:-1]) & (ids[order][1:] > 0)) + 1
    if not len(again):
        return kept
    codes = _mapped(codes_file, int(offsets[-1]))
    seen = set()
    for i in np.unique(order[np.concatenate((again - 1, again))]).tolist():
        block = bisect_right(read.blocks, i) - 1
        types = read.table.types(codes[offsets[i] : offsets[i + 1]], block)
        key = int(ids[i]), types.tobytes()
        if key in seen:
            kept[i] = False
            np.subtract.at(read.table.counts, types, 1)
        seen.add(key)
    return kept


def _write_rows(
    read: _Read, kept: NDArray[np.bool_], codes_file: IO[bytes], rows_file: IO[bytes]
) -> NDArray[np.int32]:
    """Turn codes into rows, block by block, those of the kept sequences; the row of each type."""
    row_of_type = read.table.ranked()
    lengths = np.diff(read.offsets)
    codes_file.seek(0)
    for block, (first, last) in enumerate(itertools.pairwise(read.blocks)):
        n_codes = int(read.offsets[last] - read.offsets[first])
        codes = np.frombuffer(codes_file.read(4 * n_codes), np.int32)
        rows = row_of_type[read.table.types(codes, block)]
        stay = kept[first:last]
        if not stay.all():
            rows = rows[np.repeat(stay, lengths[first:last])]
        rows_file.write(rows.data)
    return row_of_type


def _compile_names(path: Path, folder: Path) -> None:
    """Write the names of a compiled corpus's sequences, in their order."""
    a_numbers: list[int] = open_tensors(folder / _TENSORS)[0]["a_numbers"].tolist()
    names: dict[int, bytes] = {}
    for block, _ in read_blocks(path):
        for line in block.splitlines():
            head, _, name = line.partition(b" ")
            if head[:1] == b"A" and head[1:].isdigit() and len(head) < 12:
                names.setdefault(int(head[1:]), name.strip())
            elif head.isdigit() and len(head) < 12:  # the place of a sequence without an A-number
                names.setdefault(-1 - int(head), name.strip())
    texts = [names.get(a or -1 - i, b"") for i, a in enumerate(a_numbers)]
    offsets = np.concatenate(([0], np.cumsum([len(t) for t in texts], dtype=np.int64)))
    text = np.frombuffer(b"".join(texts), np.uint8)
    save_tensors(folder / "names.safetensors", {"text": text, "offsets": offsets})
