"""Text vectors in their published formats: GloVe, word2vec text, fastText `.vec`.

A file is streamed and only the tokens that are canonical integers are kept: "1,000", "007",
"1.0", "+3" and "²" are words, not integers. The binary formats live in `text_binary`.
"""

from __future__ import annotations

import bz2
import gzip
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Progress
from int2vec.embed.text_binary import FASTTEXT_MAGIC, read_fasttext_bin, read_word2vec_bin
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError

_CANONICAL = re.compile(rb"(?:0|-?[1-9][0-9]*)")
_HEADER = re.compile(rb"\d+ \d+\s*")
_PROBED = range(1, 2001)  # the paper's probes use these
_REPORT_EVERY = 20_000
_MAX_LINE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How much of a file was kept."""

    n_tokens: int
    n_integers: int
    n_probed: int  # integers of 1–2000
    n_repeated: int  # repeats of an integer, of which the first counts


def is_canonical(token: bytes) -> bool:
    """Whether a token is an integer as Python would write it.

    >>> [is_canonical(t) for t in (b"42", b"-7", b"0", b"007", b"1,000", b"1.0", b"-0")]
    [True, True, True, False, False, False, False]
    """
    return len(token) <= 40 and _CANONICAL.fullmatch(token) is not None


def read_text_vectors(
    path: Path | str, *, name: str | None = None, progress: Progress | None = None
) -> Embeddings:
    """The vectors of the integers in a file of word vectors; `manifest["coverage"]` counts them."""
    path = Path(path)
    if path.is_dir() or not path.exists():
        raise InputError(f"{path} is not a file; give a GloVe, word2vec or fastText file")
    try:
        with open_unpacked(path) as stream:
            head = stream.read(4)
        kind = _kind(path, head)
        with open_unpacked(path) as stream:
            if kind == "fasttext-bin":
                found = read_fasttext_bin(stream, path, is_canonical)
            elif kind == "word2vec-bin":
                found = read_word2vec_bin(stream, path, is_canonical, progress)
            else:
                found = _read_lines(stream, path, progress)
    except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, OSError) as error:
        raise ModelError(f"{path} cannot be unpacked ({error}); fetch it again") from error
    vectors, n_tokens, n_repeated = found
    if not vectors:
        raise ModelError(f"{path} holds no integer among {n_tokens:,} tokens; give another file")
    coverage = Coverage(
        n_tokens=n_tokens, n_integers=len(vectors), n_repeated=n_repeated,
        n_probed=sum(n in vectors for n in _PROBED),
    )  # fmt: skip
    manifest = {"method": "text", "file": path.name, "kind": kind, "coverage": vars(coverage)}
    matrix = np.stack(list(vectors.values()))
    return Embeddings(list(vectors), matrix, name=name or _stem(path), manifest=manifest)


@contextmanager
def open_unpacked(path: Path) -> Iterator[IO[bytes]]:
    """A plain, .gz, .bz2 or .zip file as a stream of its bytes (a zip's first member)."""
    with path.open("rb") as raw:
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


def _kind(path: Path, head: bytes) -> str:
    if int.from_bytes(head, "little") == FASTTEXT_MAGIC:
        return "fasttext-bin"
    return "word2vec-bin" if ".bin" in path.suffixes else "text"


def _stem(path: Path) -> str:
    name = path.name
    for ending in (".gz", ".bz2", ".zip", ".txt", ".vec", ".bin", ".words"):
        name = name.removesuffix(ending)
    return name


def _read_lines(
    stream: IO[bytes], path: Path, progress: Progress | None
) -> tuple[dict[int, NDArray[np.float32]], int, int]:
    vectors: dict[int, NDArray[np.float32]] = {}
    n_tokens = n_repeated = 0
    promised, dim = None, 0
    number = 0
    while line := stream.readline(_MAX_LINE):
        number += 1
        if number == 1 and _HEADER.fullmatch(line):
            promised, dim = (int(field) for field in line.split())
            continue
        if not dim:
            dim = len(line.split()) - 1
        if not line.strip():
            continue
        n_tokens += 1
        if progress and n_tokens % _REPORT_EVERY == 0:
            progress(n_tokens / promised if promised else 0.0, f"{n_tokens:,} tokens read")
        token, _, rest = line.partition(b" ")
        if not is_canonical(token):
            continue
        vector = _numbers(rest, dim, promised is None, path, number)
        if vector is None:
            continue  # GloVe has tokens with spaces in them, such as "1 000"
        if int(token) in vectors:
            n_repeated += 1
        else:
            vectors[int(token)] = vector
    if promised is not None and promised != n_tokens:
        raise ModelError(
            f"{path} promises {promised:,} tokens in its first line and holds {n_tokens:,}; "
            "fetch it again"
        )
    return vectors, n_tokens, n_repeated


def _numbers(
    rest: bytes, dim: int, spaces_allowed: bool, path: Path, number: int
) -> NDArray[np.float32] | None:
    fields = rest.split()
    if spaces_allowed and len(fields) > dim:
        return None
    try:
        vector = np.array([float(field) for field in fields], np.float32)
    except ValueError as error:
        raise ModelError(f"{path}, line {number}: {error}; fetch the file again") from error
    if len(vector) != dim:
        raise ModelError(
            f"{path}, line {number}: {len(vector)} values where {dim} are due; fetch it again"
        )
    if not np.isfinite(vector).all():
        raise ModelError(f"{path}, line {number}: NaN or infinity among the values; fetch it again")
    return vector
