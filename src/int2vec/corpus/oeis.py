"""Sequence files: the OEIS `stripped` layout and bare lines of integers.

`read_blocks` hands out whole lines some megabytes at a time, `parse_line` reads one line: it is
lenient about white space, and says what is wrong. Lines in the strict layout never come here:
`strict` reads them as arrays.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from int2vec.errors import CorpusError
from int2vec.files import open_plain

MAX_DIGITS = 4_000  # Python itself refuses to read an int of more than 4,300 digits
BLOCK_BYTES = 4 << 20
MAX_LINE_BYTES = 64 << 20

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ID_PATTERN = re.compile(rb"A(\d{1,9})(?=[\s,]|$)")
_TERM_PATTERN = re.compile(rb"[+-]?[0-9]+")


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read, and why."""

    number: int
    reason: str


def parse_line(line: bytes) -> tuple[int, list[int]] | str | None:
    """The A-number (0 if none) and terms of a line, None for a blank or comment, else the fault.

    >>> parse_line(b"A000045 ,0,1,1,2,3,")
    (45, [0, 1, 1, 2, 3])
    >>> parse_line(b"2 3 5 7")
    (0, [2, 3, 5, 7])
    >>> parse_line(b"1, 2, x")
    "'x' is not an integer"
    """
    line = line.strip()
    if not line or line.startswith(b"#"):
        return None
    a_number, match = 0, _ID_PATTERN.match(line)
    if match:
        a_number, line = int(match.group(1)), line[match.end() :].strip()
    if b"," in line:
        pieces = [piece.strip() for piece in line.split(b",")]
        # The stripped layout opens and closes with a comma.
        pieces = pieces[1:] if not pieces[0] else pieces
        pieces = pieces[:-1] if pieces and not pieces[-1] else pieces
    else:
        pieces = line.split()
    terms = []
    for piece in pieces:
        if not piece:
            return "two commas with no integer between them"
        if not _TERM_PATTERN.fullmatch(piece):
            shown = piece[:40].decode("utf-8", "backslashreplace")
            return f"{shown!r} is not an integer"
        if len(piece.lstrip(b"+-")) > MAX_DIGITS:
            return f"a term of {len(piece):,} characters; at most {MAX_DIGITS:,} digits are allowed"
        terms.append(int(piece))
    return a_number, terms


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """What goes wrong with a file while it is read, said in a CorpusError."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CorpusError(f"{path} is a broken gzip file ({error}); fetch it again") from error
    except IsADirectoryError as error:
        raise CorpusError(f"{path} is a folder; give a file of sequences") from error
    except FileNotFoundError as error:
        raise CorpusError(f"{path} is not there; give the path of a sequence file") from error
    except OSError as error:
        raise CorpusError(f"{path} cannot be read ({error.strerror or error})") from error


def read_blocks(path: Path) -> Iterator[tuple[bytes, float]]:
    """Whole lines of a plain or gzip file, some megabytes at a time, and the share read so far.

    Reading and decompressing run in a thread of their own, one block ahead of whoever parses.
    """
    with reading(path), open_plain(path) as raw, ThreadPoolExecutor(1) as ahead:
        size, pieces = path.stat().st_size, _pieces(raw)
        pending, rest = ahead.submit(next, pieces, b""), b""
        while piece := pending.result():
            pending = ahead.submit(next, pieces, b"")
            cut = piece.rfind(b"\n") + 1
            if cut:
                yield rest + piece[:cut], raw.tell() / max(size, 1)
                rest = piece[cut:]
            else:
                rest += piece
            if len(rest) > MAX_LINE_BYTES:
                raise CorpusError(
                    f"{path} has a line of over {MAX_LINE_BYTES >> 20} MiB; "
                    "give a text file with one sequence a line"
                )
        if rest:
            yield rest + b"\n", 1.0


def _pieces(raw: IO[bytes]) -> Iterator[bytes]:
    """The contents of a plain or gzip file in pieces of at most BLOCK_BYTES."""
    packed = raw.read(len(_GZIP)) == _GZIP
    raw.seek(0)
    file = gzip.GzipFile(fileobj=raw) if packed else raw
    first = b""
    while len(first) < len(_BYTE_ORDER_MARK) and (piece := file.read(BLOCK_BYTES)):
        first += piece
    if first := first.removeprefix(_BYTE_ORDER_MARK):
        yield first
    while piece := file.read(BLOCK_BYTES):
        yield piece
