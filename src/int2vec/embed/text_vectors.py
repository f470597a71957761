"""Text vectors as published: GloVe, word2vec in text and binary, fastText `.vec` and `.bin`.

A file is streamed and only the tokens that are canonical integers are kept: "1,000", "007",
"1.0", "+3" and "²" are words, not integers. gensim reads the binary formats too, but whole: a
file of two million tokens would fill the memory for the few thousand integers that we keep.
"""

import bz2
import gzip
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Progress
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.files import fault_of, open_plain
from int2vec.subwords import MAX_DIGITS, ngram_hash, ngrams

Vector = NDArray[np.float32]

_CANONICAL = re.compile(rb"(?:0|-?[1-9][0-9]*)")
_ENDINGS = re.compile(r"(\.(gz|bz2|zip|txt|vec|bin|words))+$")
_HEADER = re.compile(rb"\d+ \d+\s*")
_FASTTEXT_MAGIC = 793712314
_PROBED = range(1, 2001)  # the paper's probes use these
_REPORT_EVERY = 20_000
_MAX_LINE, _MAX_TOKEN = 1 << 20, 10_000
_BLOCK_BYTES = 8 << 20
_MOST_BYTES = 64 << 30


def read_text_vectors(
    path: Path | str, *, name: str | None = None, progress: Progress | None = None
) -> Embeddings:
    """The vectors of the integers in a file of word vectors; `manifest["coverage"]` counts them."""
    path = Path(path)
    if path.is_dir() or not path.exists():
        raise InputError(f"{path} is not a file; give a GloVe, word2vec or fastText file")
    found = _Found(path=path, progress=progress)
    try:
        with _unpacked(path) as stream:
            is_fasttext = int.from_bytes(stream.read(4), "little") == _FASTTEXT_MAGIC
        binary = "word2vec-bin" if ".bin" in path.suffixes else "text"
        kind = "fasttext-bin" if is_fasttext else binary
        with _unpacked(path) as stream:
            _READERS[kind](stream, found)
    except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, OSError) as error:
        why = fault_of(error)
        raise ModelError(f"{path} cannot be unpacked ({why}); fetch it again") from error
    vectors, n = found.vectors, found.n_tokens
    if not vectors:
        raise ModelError(f"{path} holds no integer among {n:,} tokens; give another file")
    coverage = {
        "n_tokens": n,
        "n_integers": len(vectors),
        "n_probed": sum(n in vectors for n in _PROBED),  # integers of 1–2000
        "n_repeated": found.n_repeated,
    }
    manifest = {"method": "text", "file": path.name, "kind": kind, "coverage": coverage}
    matrix = np.stack(list(vectors.values()))
    stem = _ENDINGS.sub("", path.name)
    return Embeddings(list(vectors), matrix, name=name or stem, manifest=manifest)


def is_canonical(token: bytes) -> bool:
    """Whether a token is an integer as Python would write it.

    >>> [is_canonical(t) for t in (b"42", b"-7", b"0", b"007", b"1,000", b"1.0", b"-0")]
    [True, True, True, False, False, False, False]
    """
    return len(token) <= MAX_DIGITS and _CANONICAL.fullmatch(token) is not None


@dataclass(kw_only=True)
class _Found:
    """What was kept of a file so far; of an integer that comes again the first vector counts."""

    path: Path
    progress: Progress | None
    vectors: dict[int, Vector] = field(default_factory=dict)
    n_tokens: int = 0
    n_repeated: int = 0

    def count(self, n_promised: int | None) -> None:
        """Count a token, and report it now and then."""
        self.n_tokens += 1
        if self.progress and self.n_tokens % _REPORT_EVERY == 0:
            share = self.n_tokens / n_promised if n_promised else 0.0
            self.progress(share, f"{self.n_tokens:,} tokens read")

    def keep(self, integer: int, vector: NDArray[Any], where: str = "") -> None:
        """Keep a vector; `where` says in which line it stands."""
        if not np.isfinite(vector).all():
            raise ModelError(f"{self.path}{where}: NaN or infinity for {integer}; fetch it again")
        self.n_repeated += integer in self.vectors
        self.vectors.setdefault(integer, vector.astype(np.float32))


@contextmanager
def _unpacked(path: Path) -> Iterator[IO[bytes]]:
    """A plain, .gz, .bz2 or .zip file as a stream of its bytes (a zip's first member)."""
    with open_plain(path, _MOST_BYTES) as raw:
        magic = raw.read(4)
        raw.seek(0)
        if magic[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=raw) as stream:
                yield stream  # type: ignore[misc]
        elif magic[:3] == b"BZh":
            with bz2.BZ2File(raw) as stream:
                yield stream
        elif magic == b"PK\x03\x04":
            with zipfile.ZipFile(raw) as archive:
                first = archive.infolist()[0]
                if first.flag_bits & 1:  # the format's mark of encryption
                    raise ModelError(f"{path} is encrypted; unpack it and give the file inside")
                with archive.open(first) as member:
                    yield member
        else:
            yield raw


def _read_lines(stream: IO[bytes], found: _Found) -> None:
    """A token and its values a line; a first line may promise how many there are of either."""
    promised, dim, number = None, 0, 0
    while line := stream.readline(_MAX_LINE):
        number += 1
        if number == 1 and _HEADER.fullmatch(line):
            promised, dim = (int(text) for text in line.split())
            continue
        if not dim:
            dim = len(line.split()) - 1
        if not line.strip():
            continue
        found.count(promised)
        token, _, rest = line.partition(b" ")
        if not is_canonical(token):
            continue
        values = rest.split()
        if promised is None and len(values) > dim:
            continue  # GloVe has tokens with spaces in them, such as "1 000"
        where = f", line {number}"
        if len(values) != dim:
            raise ModelError(
                f"{found.path}{where}: {len(values)} values where {dim} are due; fetch it again"
            )
        try:
            found.keep(int(token), np.array([float(value) for value in values]), where)
        except ValueError as error:
            raise ModelError(f"{found.path}{where}: {error}; fetch the file again") from error
    if promised is not None and promised != found.n_tokens:
        raise ModelError(
            f"{found.path} promises {promised:,} tokens in its first line and holds "
            f"{found.n_tokens:,}; fetch it again"
        )


def _read_word2vec(stream: IO[bytes], found: _Found) -> None:
    """word2vec's binary layout: a token, a space, its values in four bytes each."""
    path = found.path
    header = stream.readline(100).split()
    if len(header) != 2 or not all(text.isdigit() for text in header):
        raise ModelError(f"{path} does not open with a word2vec header; give a word2vec .bin file")
    n_tokens, dim = (int(text) for text in header)
    for i in range(n_tokens):
        token = _until(stream, b" ", path).lstrip(b"\n")
        data = stream.read(4 * dim)
        if len(data) != 4 * dim:
            raise ModelError(f"{path} ends after {i:,} of {n_tokens:,} tokens; fetch it again")
        found.count(n_tokens)
        if is_canonical(token):
            found.keep(int(token), np.frombuffer(data, "<f4"))


def _read_fasttext(stream: IO[bytes], found: _Found) -> None:
    """A fastText model: a word's vector is the mean of its own row and those of its n-grams."""
    path = found.path
    try:
        _, version = struct.unpack("<ii", stream.read(8))
        dim, *_rest, buckets, min_n, max_n, _rate = struct.unpack("<12i", stream.read(48))
        stream.read(8)  # the sampling threshold
        _, n_words, n_labels, _, n_pruned = struct.unpack("<iiiqq", stream.read(28))
        rows_of: dict[int, list[int]] = {}
        for i in range(n_words + n_labels):
            word = _until(stream, b"\x00", path)
            stream.read(9)  # count and kind
            if is_canonical(word):
                rows_of[int(word)] = [i]
        stream.read(8 * max(n_pruned, 0))
        (quantised,) = struct.unpack("<?", stream.read(1))
        n_rows, width = struct.unpack("<qq", stream.read(16))
    except struct.error as error:
        raise ModelError(f"{path} is cut short ({error}); fetch it again") from error
    if version != 12 or quantised or n_pruned > 0 or width != dim:
        raise ModelError(f"{path} is a quantised or old fastText model; give a plain .bin or .vec")
    for n, rows in rows_of.items():  # fastText leaves the bare brackets out
        grams = [g for g in ngrams(n, max(min_n, 1), max_n) if g not in (b"<", b">")]
        rows += [n_words + ngram_hash(g) % buckets for g in grams]
    wanted = sorted({row for rows in rows_of.values() for row in rows})
    matrix = _rows(stream, wanted, n_rows, dim, path)
    for n, rows in rows_of.items():
        found.keep(n, np.mean([matrix[row] for row in rows], axis=0))
    found.n_tokens = n_words


def _rows(
    stream: IO[bytes], wanted: list[int], n_rows: int, dim: int, path: Path
) -> dict[int, Vector]:
    """The wanted rows of the matrix that follows, read in one pass, a block at a time."""
    if wanted and wanted[-1] >= n_rows:
        raise ModelError(f"{path} has {n_rows:,} rows where row {wanted[-1]:,} is due")
    rows: dict[int, Vector] = {}
    block_rows, place = max(1, _BLOCK_BYTES // (4 * dim)), 0
    for start in range(0, wanted[-1] + 1 if wanted else 0, block_rows):
        count = min(block_rows, n_rows - start)
        data = stream.read(4 * dim * count)
        if len(data) != 4 * dim * count:
            raise ModelError(f"{path} is cut short in its matrix; fetch it again")
        block = np.frombuffer(data, "<f4").reshape(count, dim)
        while place < len(wanted) and wanted[place] < start + count:
            rows[wanted[place]] = block[wanted[place] - start].copy()
            place += 1
    return rows


def _until(stream: IO[bytes], end: bytes, path: Path) -> bytes:
    token = b""
    while (byte := stream.read(1)) != end:
        token += byte
        if not byte or len(token) > _MAX_TOKEN:
            raise ModelError(f"{path} is cut short or no binary vectors file; fetch it again")
    return token


_READERS = {"text": _read_lines, "word2vec-bin": _read_word2vec, "fasttext-bin": _read_fasttext}
