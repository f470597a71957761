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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.files import fault_of, open_plain
from int2vec.text import MAX_DIGITS
from int2vec.units import hashed_ngrams

# What stands for a token: an integer, its vector and the line that it stands in, or nothing.
Token = tuple[int, NDArray[Any], str] | None

_CANONICAL = re.compile(rb"0|-?[1-9][0-9]{0,%d}" % (MAX_DIGITS - 1))
_ENDINGS = re.compile(r"(\.(gz|bz2|zip|txt|vec|bin|words))+$")
_HEADER = re.compile(rb"\d+ \d+\s*")
_FASTTEXT_MAGIC = struct.pack("<i", 793712314)
_MAX_LINE, _MAX_TOKEN = 1 << 20, 10_000
_BRACKETS = hashed_ngrams([0], 1, 1)[1][[0, 2]]  # the hashes of < and >
_MOST_BYTES = 64 << 30


def read_text_vectors(path: Path | str) -> Embeddings:
    """The vectors of the integers in a file of word vectors; `manifest["coverage"]` counts them."""
    path = Path(path)
    if path.is_dir() or not path.exists():
        raise InputError(f"{path} is not a file; give a GloVe, word2vec or fastText file")
    vectors: dict[int, NDArray[np.float32]] = {}
    n_tokens = n_repeated = 0
    try:
        with _unpacked(path) as stream:
            kind, read = "text", _read_lines
            if stream.read(4) == _FASTTEXT_MAGIC:
                kind, read = "fasttext-bin", _read_fasttext
            elif ".bin" in path.suffixes:
                kind, read = "word2vec-bin", _read_word2vec
            stream.seek(0)
            for token in read(stream):
                n_tokens += 1
                if token is None:
                    continue
                integer, vector, where = token
                if not np.isfinite(vector).all():
                    raise ModelError(f"{where}: NaN or infinity for {integer}; fetch it again")
                n_repeated += integer in vectors  # and the first vector counts
                vectors.setdefault(integer, vector.astype(np.float32))
    except ModelError as error:  # its words say what is wrong with the file
        raise ModelError(f"{path}{error}") from error
    except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, OSError) as error:
        why = fault_of(error)
        raise ModelError(f"{path} cannot be unpacked ({why}); fetch it again") from error
    if not vectors:
        raise ModelError(f"{path} holds no integer among {n_tokens:,} tokens; give another file")
    n_probed = sum(n in vectors for n in range(1, 2001))  # of those that the paper's probes use
    coverage = {"n_tokens": n_tokens, "n_integers": len(vectors), "n_probed": n_probed}
    coverage["n_repeated"] = n_repeated
    manifest = {"method": "text", "file": path.name, "kind": kind, "coverage": coverage}
    name = _ENDINGS.sub("", path.name)
    return Embeddings(list(vectors), np.stack([*vectors.values()]), name=name, manifest=manifest)


@contextmanager
def _unpacked(path: Path) -> Iterator[IO[bytes]]:
    """The bytes in a plain, .gz, .bz2 or .zip file (a zip's first member)."""
    with ExitStack() as opened:
        raw: Any = opened.enter_context(open_plain(path, _MOST_BYTES))
        magic, stream = raw.read(4), raw
        raw.seek(0)
        if magic.startswith(b"\x1f\x8b"):
            stream = opened.enter_context(gzip.GzipFile(fileobj=raw))
        elif magic.startswith(b"BZh"):
            stream = opened.enter_context(bz2.BZ2File(raw))
        elif magic == b"PK\x03\x04":
            archive = opened.enter_context(zipfile.ZipFile(raw))
            first = archive.infolist()[0]
            if first.flag_bits & 1:  # the format's mark of encryption
                raise ModelError(" is encrypted; unpack it and give the file inside")
            stream = opened.enter_context(archive.open(first))
        yield stream


def _read_lines(stream: IO[bytes]) -> Iterator[Token]:
    """A token and its values a line; a first line may promise how many there are of either."""
    promised, dim, n_tokens = None, 0, 0
    for number, line in enumerate(iter(lambda: stream.readline(_MAX_LINE), b""), 1):
        if number == 1 and _HEADER.fullmatch(line):
            promised, dim = (int(text) for text in line.split())
            continue
        if not line.strip():
            continue
        n_tokens += 1
        dim = dim or len(line.split()) - 1
        token, _, rest = line.partition(b" ")
        values = rest.split() if _CANONICAL.fullmatch(token) else []
        if not values or (promised is None and len(values) > dim):
            yield None  # a word; GloVe has some with spaces in them, such as "1 000"
            continue
        where = f", line {number}"
        if len(values) != dim:
            raise ModelError(f"{where}: {len(values)} values where {dim} are due; fetch it again")
        try:
            yield int(token), np.array([float(value) for value in values]), where
        except ValueError as error:
            raise ModelError(f"{where}: {error}; fetch the file again") from error
    if promised is not None and promised != n_tokens:
        problem = f" promises {promised:,} tokens in its first line and holds {n_tokens:,}"
        raise ModelError(f"{problem}; fetch it again")


def _read_word2vec(stream: IO[bytes]) -> Iterator[Token]:
    """word2vec's binary layout: a token, a space, its values in four bytes each."""
    if not _HEADER.fullmatch(header := stream.readline(100)):
        raise ModelError(" does not open with a word2vec header; give a word2vec .bin file")
    n_tokens, dim = (int(text) for text in header.split())
    for _ in range(n_tokens):
        token, data = _until(stream, b" ").lstrip(b"\n"), _exactly(stream, 4 * dim)
        yield (int(token), np.frombuffer(data, "<f4"), "") if _CANONICAL.fullmatch(token) else None


def _read_fasttext(stream: IO[bytes]) -> Iterator[Token]:
    """A fastText model: a word's vector is the mean of its own row and those of its n-grams."""
    _, version, dim, *_rest = struct.unpack("<14i", _exactly(stream, 56))
    buckets, min_n, max_n = _rest[-4:-1]
    _exactly(stream, 8)  # the sampling threshold
    _, n_words, n_labels, _, n_pruned = struct.unpack("<iiiqq", _exactly(stream, 28))
    rows_of: dict[int, list[int]] = {}
    for i in range(n_words + n_labels):
        word = _until(stream, b"\x00")
        _exactly(stream, 9)  # count and kind
        if _CANONICAL.fullmatch(word):
            rows_of[int(word)] = [i]
        else:
            yield None
    _exactly(stream, 8 * max(n_pruned, 0))
    quantised, _, width = struct.unpack("<?qq", _exactly(stream, 17))
    if version != 12 or quantised or n_pruned > 0 or width != dim:
        raise ModelError(" is a quantised or old fastText model; give a plain .bin or .vec")
    integers = list(rows_of)
    owner, hashes = hashed_ngrams(integers, max(min_n, 1), max_n)
    grams = ~np.isin(hashes, _BRACKETS)  # fastText leaves the bare brackets out
    places = n_words + (hashes % np.uint32(buckets or 1)).astype(np.int64)
    for i, row in zip(owner[grams].tolist(), places[grams].tolist(), strict=True):
        rows_of[integers[i]].append(row)
    wanted, matrix = {row for rows in rows_of.values() for row in rows}, {}
    for row in range(max(wanted, default=-1) + 1):
        data = _exactly(stream, 4 * dim)
        if row in wanted:
            matrix[row] = np.frombuffer(data, "<f4")
    for n, rows in rows_of.items():
        yield n, np.mean([matrix[row] for row in rows], axis=0), ""


def _exactly(stream: IO[bytes], n: int) -> bytes:
    if len(data := stream.read(n)) != n:
        raise ModelError(" is cut short; fetch it again")
    return data


def _until(stream: IO[bytes], end: bytes) -> bytes:
    token = b""
    while (byte := stream.read(1)) != end:
        token += byte
        if not byte or len(token) > _MAX_TOKEN:
            raise ModelError(" is cut short or no binary vectors file; fetch it again")
    return token
