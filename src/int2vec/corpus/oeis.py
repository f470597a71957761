"""Sequence files: the OEIS `stripped` layout and bare lines of integers.

A file is read block by block. Lines in the strict layout (`A000045 ,0,1,1,2,`) are parsed as
arrays, eight digits at a time; every other line goes through `parse_line`, which is slow,
lenient about white space, and says what is wrong. Tests hold the two against each other.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import CorpusError

MAX_DIGITS = 4_000  # Python itself refuses to read an int of more than 4,300 digits
BIG_CODE = 2 * 10**18  # codes from here on stand for integers of 19 digits or more
BLOCK_BYTES = 8 << 20
MAX_LINE_BYTES = 64 << 20

_FAST_DIGITS = 18
_OTHER, _DIGIT, _MINUS, _COMMA, _SPACE, _NEWLINE, _ID = range(7)
_CLASS = np.full(256, _OTHER, np.uint8)
_CLASS[ord("0") : ord("9") + 1] = _DIGIT
for _char, _kind in (("-", _MINUS), (",", _COMMA), (" ", _SPACE), ("\n", _NEWLINE), ("A", _ID)):
    _CLASS[ord(_char)] = _kind
_IS_TOKEN = (_CLASS == _DIGIT) | (_CLASS == _MINUS) | (_CLASS == _ID) | (_CLASS == _OTHER)

_ID_PATTERN = re.compile(rb"A(\d{1,9})(?=[\s,]|$)")
_TERM_PATTERN = re.compile(rb"[+-]?[0-9]+")


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read, and why."""

    number: int
    reason: str


@dataclass
class Block:
    """The sequences of one block of a file; a term is its value, or the code of a big integer."""

    terms: NDArray[np.int64]
    lengths: NDArray[np.int64]
    a_numbers: NDArray[np.int32]
    bad: list[BadLine] = field(default_factory=list)


class BigIntegers:
    """Codes for the integers that do not fit the fast path, in order of appearance."""

    def __init__(self) -> None:
        self.codes: dict[int, int] = {}

    def code(self, n: int) -> int:
        """The value itself where it is short, else this integer's code."""
        if abs(n) < 10**_FAST_DIGITS:
            return n
        return self.codes.setdefault(n, BIG_CODE + len(self.codes))


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
        if len(piece) > MAX_DIGITS:
            return f"a term of {len(piece):,} characters; at most {MAX_DIGITS:,} digits are allowed"
        if not _TERM_PATTERN.fullmatch(piece):
            shown = piece[:40].decode("utf-8", "backslashreplace")
            return f"{shown!r} is not an integer"
        terms.append(int(piece))
    return a_number, terms


def read_blocks(path: Path) -> Iterator[tuple[bytes, float]]:
    """Whole lines of a plain or gzip file, some megabytes at a time, and the share read so far.

    Decompression runs in a thread of its own, one block ahead of whoever parses.
    """
    try:
        if path.is_dir():
            raise CorpusError(f"{path} is a folder; give a file of sequences")
        size = path.stat().st_size
        with path.open("rb") as raw, ThreadPoolExecutor(1) as ahead:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if packed else raw
            pending, rest = ahead.submit(stream.read, BLOCK_BYTES), b""
            while block := pending.result():
                pending = ahead.submit(stream.read, BLOCK_BYTES)
                cut = block.rfind(b"\n") + 1
                if cut:
                    yield rest + block[:cut], raw.tell() / max(size, 1)
                    rest = block[cut:]
                else:
                    rest += block
                if len(rest) > MAX_LINE_BYTES:
                    raise CorpusError(f"{path} has a line of over {MAX_LINE_BYTES >> 20} MiB; "
                                      "give a text file with one sequence a line")  # fmt: skip
            if rest:
                yield rest + b"\n", 1.0
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CorpusError(f"{path} is a broken gzip file ({error}); fetch it again") from error
    except FileNotFoundError as error:
        raise CorpusError(f"{path} is not there; give the path of a sequence file") from error
    except OSError as error:
        raise CorpusError(f"{path} cannot be read ({error.strerror or error})") from error


def parse_block(block: bytes, first_line: int, bigs: BigIntegers) -> Block:
    """The sequences in `block` (whole lines); faults carry line numbers from `first_line`."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    text = np.frombuffer(block, np.uint8)
    kinds = _CLASS[text]
    token = _IS_TOKEN[text]
    edges = np.flatnonzero(token[1:] != token[:-1]) + 1
    if token[0]:
        edges = np.concatenate(([0], edges))
    starts, ends = edges[0::2], edges[1::2]  # a block ends in a newline, so edges come in pairs
    newlines = np.flatnonzero(kinds == _NEWLINE)
    line_starts = np.concatenate(([0], newlines[:-1] + 1))
    last_token = np.searchsorted(starts, newlines)
    first_token = np.concatenate(([0], last_token[:-1]))
    fast = _well_formed(text, kinds, starts, ends, first_token, last_token, line_starts, newlines)

    n_terms = np.where(fast, last_token - first_token - 1, 0)
    is_term = np.ones(len(starts), bool)
    is_term[first_token[first_token < len(starts)]] = False
    for line in np.flatnonzero(~fast):
        is_term[first_token[line] : last_token[line]] = False
    terms = _values(block, text, starts[is_term], ends[is_term], bigs)
    a_numbers = np.zeros(len(newlines), np.int64)
    a_numbers[fast] = _swar(block, starts[first_token[fast]] + 1, ends[first_token[fast]])

    bad: list[BadLine] = []
    keep = fast.copy()
    slow_terms: list[tuple[int, list[int]]] = []
    for line in np.flatnonzero(~fast):
        parsed = parse_line(block[line_starts[line] : newlines[line]])
        if isinstance(parsed, str):
            bad.append(BadLine(first_line + int(line), parsed))
        elif parsed is not None:
            keep[line] = True
            a_numbers[line], n_terms[line] = parsed[0], len(parsed[1])
            slow_terms.append((int(line), [bigs.code(n) for n in parsed[1]]))
    if slow_terms:
        ends_at = np.cumsum(np.where(fast, n_terms, 0))
        pieces, done = [], 0
        for line, values in slow_terms:
            pieces += [terms[done : ends_at[line]], np.array(values, np.int64)]
            done = int(ends_at[line])
        terms = np.concatenate([*pieces, terms[done:]])
    return Block(terms, n_terms[keep], a_numbers[keep].astype(np.int32), bad)


def _well_formed(
    text: NDArray[np.uint8], kinds: NDArray[np.uint8],
    starts: NDArray[np.int64], ends: NDArray[np.int64],
    first_token: NDArray[np.int64], last_token: NDArray[np.int64],
    line_starts: NDArray[np.int64], newlines: NDArray[np.int64],
) -> NDArray[np.bool_]:  # fmt: skip
    """Which lines are exactly `A123456 ,1,-2,3,`: one space, single commas, no other character."""
    n_tokens = last_token - first_token
    fast = n_tokens >= 1
    head = np.minimum(first_token, max(len(starts) - 1, 0))
    if len(starts):
        id_length = ends[head] - starts[head]
        fast &= (kinds[starts[head]] == _ID) & (starts[head] == line_starts)
        fast &= (id_length >= 2) & (id_length <= 9)
        after = np.minimum(ends[head] + 1, len(text) - 1)
        fast &= (kinds[ends[head]] == _SPACE) & (kinds[after] == _COMMA)
    # n terms between n + 1 commas and one space leave room for nothing else.
    token_bytes = np.concatenate(([0], np.cumsum(ends - starts)))
    separators = (newlines - line_starts) - (token_bytes[last_token] - token_bytes[first_token])
    fast &= separators == n_tokens + 1
    minus = np.flatnonzero(kinds == _MINUS)
    lone = np.flatnonzero(kinds == _ID)
    faults = [
        np.flatnonzero(kinds == _OTHER),
        # A space or a comma doubled leaves a gap of two where one stands in the strict layout.
        np.flatnonzero((kinds[1:] == _COMMA) & (kinds[:-1] == _COMMA)) + 1,
        minus[(kinds[minus + 1] != _DIGIT) | (kinds[minus - 1] != _COMMA)],
        lone[(lone > 0) & (kinds[lone - 1] != _NEWLINE)],
        np.flatnonzero((kinds[1:] == _SPACE) & ((kinds[:-1] == _COMMA) | (kinds[:-1] == _SPACE))),
    ]
    for places in faults:
        fast[np.searchsorted(newlines, places)] = False
    return fast


def _values(
    block: bytes, text: NDArray[np.uint8],
    starts: NDArray[np.int64], ends: NDArray[np.int64], bigs: BigIntegers,
) -> NDArray[np.int64]:  # fmt: skip
    if not len(starts):
        return np.empty(0, np.int64)
    negative = text[starts] == ord("-")
    values = _swar(block, starts + negative, ends)
    np.negative(values, out=values, where=negative)
    for i in np.flatnonzero(ends - starts - negative > _FAST_DIGITS):
        values[i] = bigs.code(int(block[starts[i] : ends[i]]))
    return values


def _swar(block: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """The values of runs of up to 18 digits, read eight at a time out of 64-bit words."""
    padded = b"0" * 24 + block
    words = np.ndarray((len(padded) - 7,), "<u8", buffer=padded, strides=(1,))
    lengths = ends - starts
    values = _eight(words[ends + 16], lengths)
    for done, scale in ((8, 10**8), (16, 10**16)):
        longer = np.flatnonzero((lengths > done) & (lengths <= _FAST_DIGITS))
        if len(longer):
            more = _eight(words[ends[longer] + 16 - done], lengths[longer] - done)
            values[longer] += more * np.int64(scale)
    return values


def _eight(words: NDArray[np.uint64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The decimal value of the last `lengths` characters (at most 8) of each 8-byte word.

    Digits are paired up by multiply and shift: 1 to 2, 2 to 4, 4 to 8 digits a lane.
    """
    shift = ((8 - np.minimum(lengths, 8)) * 8).astype(np.uint64)
    words = (words >> shift) << shift  # the characters before the number
    words &= np.uint64(0x0F0F0F0F0F0F0F0F)
    words = (words * np.uint64(10 * 256 + 1)) >> np.uint64(8)
    words &= np.uint64(0x00FF00FF00FF00FF)
    words = (words * np.uint64(100 * 65536 + 1)) >> np.uint64(16)
    words &= np.uint64(0x0000FFFF0000FFFF)
    words = (words * np.uint64(10000 * 2**32 + 1)) >> np.uint64(32)
    return words.astype(np.int64)
