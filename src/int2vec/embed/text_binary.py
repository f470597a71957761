"""Text vectors in binary formats: word2vec's and fastText's `.bin`.

gensim reads both, but whole: a file of two million tokens would fill the memory for the few
thousand integers that we keep.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Progress
from int2vec.errors import ModelError
from int2vec.subwords import ngram_hash

FASTTEXT_MAGIC = 793712314
_REPORT_EVERY = 20_000
_MAX_TOKEN = 10_000

Found = tuple[dict[int, NDArray[np.float32]], int, int]


def read_word2vec_bin(
    stream: IO[bytes], path: Path, keep: Callable[[bytes], bool], progress: Progress | None
) -> Found:
    """The vectors of the kept tokens, the number of tokens, and of repeats among the kept."""
    header = stream.readline(100).split()
    if len(header) != 2 or not all(field.isdigit() for field in header):
        raise ModelError(f"{path} does not open with a word2vec header; give a word2vec .bin file")
    n_tokens, dim = (int(field) for field in header)
    vectors: dict[int, NDArray[np.float32]] = {}
    n_repeated = 0
    for i in range(n_tokens):
        token = _until(stream, b" ", path)
        data = stream.read(4 * dim)
        if len(data) != 4 * dim:
            raise ModelError(f"{path} ends after {i:,} of {n_tokens:,} tokens; fetch it again")
        token = token.lstrip(b"\n")
        if keep(token):
            n_repeated += int(token) in vectors
            vectors.setdefault(int(token), _checked(np.frombuffer(data, "<f4"), path, token))
        if progress and i % _REPORT_EVERY == 0:
            progress(i / n_tokens, f"{i:,} tokens read")
    return vectors, n_tokens, n_repeated


def read_fasttext_bin(stream: IO[bytes], path: Path, keep: Callable[[bytes], bool]) -> Found:
    """The vectors of the kept words of a fastText model: the mean of word and n-gram rows."""
    try:
        _, version = struct.unpack("<ii", stream.read(8))
        dim, *_rest, buckets, min_n, max_n, _rate = struct.unpack("<12i", stream.read(48))
        stream.read(8)  # the sampling threshold
        _, n_words, n_labels, _, n_pruned = struct.unpack("<iiiqq", stream.read(28))
        kept: dict[int, list[int]] = {}
        for i in range(n_words + n_labels):
            word = _until(stream, b"\x00", path)
            stream.read(9)  # count and kind
            if keep(word):
                kept[int(word)] = [i]
        stream.read(8 * max(n_pruned, 0))
        (quantised,) = struct.unpack("<?", stream.read(1))
        n_rows, width = struct.unpack("<qq", stream.read(16))
    except struct.error as error:
        raise ModelError(f"{path} is cut short ({error}); fetch it again") from error
    if version != 12 or quantised or n_pruned > 0 or width != dim:
        raise ModelError(f"{path} is a quantised or old fastText model; give a plain .bin or .vec")
    for n, rows in kept.items():
        rows += [n_words + ngram_hash(g) % buckets for g in _ngrams(n, min_n, max_n)]
    wanted = sorted({row for rows in kept.values() for row in rows})
    matrix = _rows(stream, wanted, n_rows, dim, path)
    vectors = {
        n: _checked(np.mean([matrix[row] for row in rows], axis=0), path, str(n).encode())
        for n, rows in kept.items()
    }
    return vectors, n_words, 0


def _ngrams(n: int, min_n: int, max_n: int) -> list[bytes]:
    """fastText's n-grams: single characters at the edges are left out, unlike the brackets' own."""
    text = f"<{n}>".encode()
    grams = []
    for start in range(len(text)):
        for size in range(1, max_n + 1):
            end = start + size
            if end > len(text):
                break
            if size >= min_n and not (size == 1 and (start == 0 or end == len(text))):
                grams.append(text[start:end])
    return grams


def _rows(
    stream: IO[bytes], wanted: list[int], n_rows: int, dim: int, path: Path
) -> dict[int, NDArray[np.float32]]:
    """The wanted rows of the matrix that follows, read in one pass, a block at a time."""
    rows: dict[int, NDArray[np.float32]] = {}
    block_rows, place = max(1, (8 << 20) // (4 * dim)), 0
    for start in range(0, n_rows, block_rows):
        if place == len(wanted):
            break
        count = min(block_rows, n_rows - start)
        data = stream.read(4 * dim * count)
        if len(data) != 4 * dim * count:
            raise ModelError(f"{path} is cut short in its matrix; fetch it again")
        block = np.frombuffer(data, "<f4").reshape(count, dim)
        while place < len(wanted) and wanted[place] < start + count:
            rows[wanted[place]] = block[wanted[place] - start].copy()
            place += 1
    if place < len(wanted):
        raise ModelError(f"{path} has {n_rows:,} rows where row {wanted[-1]:,} is due")
    return rows


def _until(stream: IO[bytes], end: bytes, path: Path) -> bytes:
    token = b""
    while (byte := stream.read(1)) != end:
        token += byte
        if not byte or len(token) > _MAX_TOKEN:
            raise ModelError(f"{path} is cut short or no binary vectors file; fetch it again")
    return token


def _checked(vector: NDArray[np.float32], path: Path, token: bytes) -> NDArray[np.float32]:
    if not np.isfinite(vector).all():
        raise ModelError(f"{path} has NaN or infinity for {token.decode()}; fetch it again")
    return vector.astype(np.float32)
