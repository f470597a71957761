"""Sequence files: the OEIS `stripped` layout and bare lines of integers.

Lines that are not in the strict layout, `A000045 ,0,1,1,2,`, go through `parse_line`, which is
lenient about white space and says what is wrong, and are written anew in that layout.
"""

import errno
import gzip
import re
import warnings
import zlib
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import CorpusError
from int2vec.files import open_plain
from int2vec.text import MAX_DIGITS

BLOCK_BYTES = 1 << 20  # what is made of a block stays in the processor's cache
MAX_LINE_BYTES = 64 << 20
SHORT_DIGITS = 18  # integers of up to as many digits are int64 values
BIG = -(2**63)  # stands for a longer one
SMALL = 1 << 17  # most terms are below it, and are counted without sorting

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ID_PATTERN = re.compile(rb"A(\d{1,9})(?=[\s,]|$)")
_TERM_PATTERN = re.compile(rb"[+-]?[0-9]+")
_LONGEST_HEAD = len("A123456789 ")

Numbers = NDArray[np.int64]
BadLine = tuple[int, str]  # the number of a line that could not be read, and why


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
    pieces = [piece.strip() for piece in line.split(b"," if b"," in line else None)]
    # The stripped layout opens and closes with a comma.
    pieces = pieces[1:] if pieces[:1] == [b""] else pieces
    pieces = pieces[:-1] if pieces[-1:] == [b""] else pieces
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


class Terms(NamedTuple):
    """Terms of consecutive sequences."""

    places: NDArray[np.int32]  # (n_terms,), n + SMALL for n from -SMALL, 2 * SMALL for others
    others: NDArray[np.int64]  # these in order, BIG for those of 19 digits or more
    big: NDArray[np.object_]  # the decimal digits of those
    lengths: NDArray[np.int64]  # (n_sequences,)
    a_numbers: NDArray[np.int64]  # (n_sequences,)


def parse_block(block: bytes) -> tuple[Terms, list[BadLine], int]:
    """The terms in a block of whole lines, its faults, and its number of lines.

    >>> terms, _, _ = parse_block(b"A000045 ,0,1,1,2,\\n# a comment\\n-3 5\\n")
    >>> (terms.places - SMALL).tolist(), terms.lengths.tolist(), terms.a_numbers.tolist()
    ([0, 1, 1, 2, -3, 5], [4, 2], [45, 0])
    """
    bad, strict = list[BadLine](), list[str]()
    if (terms := _strict(re.sub(rb"\A(?:#.*\n)+", b"", block))) is None:
        for i, line in enumerate(block.replace(b"\r\n", b"\n").split(b"\n")):
            parsed = parse_line(line)
            if isinstance(parsed, str):
                bad.append((i, parsed))
            elif parsed is not None:
                strict.append(f"A{parsed[0]} ,{''.join(f'{term},' for term in parsed[1])}\n")
        terms = _strict("".join(strict).encode())
    assert terms is not None  # as each line is written anew
    return terms, bad, int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))


def _strict(block: bytes) -> Terms | None:
    """The terms of a block in the strict layout; None where it is not in it."""
    text = np.frombuffer(block, np.uint8)
    commas, ends = (np.flatnonzero(text == ord(mark)) for mark in ",\n")
    starts, stops = np.concatenate(([0], ends + 1))[:-1], np.searchsorted(commas, ends)
    heads = np.concatenate(([0], stops))[:-1]
    # Without letters, blanks and ends of lines: A-numbers and terms, a comma behind each.
    bare = block.translate(None, b"A \n")
    if not (
        (heads < stops).all()
        and (text[starts] == ord("A")).all()
        and (text[commas[heads] - 1] == ord(" ")).all()
        and len(block) - len(bare) == 3 * len(starts)  # no other letters and blanks
        and (text[ends - 1] == ord(",")).all()
        and (commas[heads] - starts <= _LONGEST_HEAD).all()
        and not (text[starts + 1] == ord("-")).any()
        and not ((text[:-1] == ord("-")) & (text[1:] == ord(","))).any()
        and np.frombuffer(bare, np.uint8).min(initial=ord(",")) == ord(",")  # no tabs, no "+"
    ):
        return None
    try:  # with a zero behind them, as what follows the last number that is asked for is not read
        with warnings.catch_warnings(action="error"):  # what older NumPy does
            numbers = np.fromstring(bare + b"0", np.int64, len(commas) + 1, sep=",")[:-1]
    except (ValueError, DeprecationWarning):
        return None
    return _terms(block, numbers, commas, heads)


def _terms(block: bytes, numbers: Numbers, commas: Numbers, heads: Numbers) -> Terms | None:
    """The terms among the numbers of a block, each before its comma; A-numbers stand at `heads`."""
    a_numbers, lengths = numbers[heads], np.diff(heads, append=len(numbers)) - 1
    numbers[heads] = 0
    numbers += SMALL
    # Read as unsigned, all but small integers are larger than these.
    at = np.flatnonzero(numbers.view(np.uint64) >= 2 * SMALL)
    others = numbers[at] - SMALL
    numbers[at] = 2 * SMALL
    # Where an integer is too long, the largest int64 stands.
    is_big = (others >= 10**SHORT_DIGITS) | (others <= -(10**SHORT_DIGITS))
    others[is_big], big = BIG, at[is_big]
    spans = zip((commas[big - 1] + 1).tolist(), commas[big].tolist(), strict=True)
    texts = [block[start:end] for start, end in spans]
    if max(map(len, texts), default=0) > MAX_DIGITS:
        return None
    texts = [text if text >= b"1" else b"%d" % int(text) for text in texts]  # no -0, no 01
    places = np.delete(numbers.astype(np.int32), heads)
    return Terms(places, others, np.array(texts, object), lengths, a_numbers)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """What goes wrong with a file while it is read, said in a CorpusError."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CorpusError(f"{path} is a broken gzip file ({error}); fetch it again") from error
    except OSError as error:
        why = f"cannot be read ({error.strerror or error})"
        why = {errno.EISDIR: "is a folder", errno.ENOENT: "is not there"}.get(error.errno or 0, why)
        raise CorpusError(f"{path} {why}; give 'catalog', 'oeis' or a sequence file") from error


def read_blocks(path: Path) -> Generator[tuple[bytes, float], None, None]:
    """Whole lines of a plain or gzip file, some megabytes at a time, and the share read so far."""
    with reading(path), open_plain(path) as raw, ThreadPoolExecutor(1) as ahead:
        is_packed = raw.read(len(_GZIP)) == _GZIP
        raw.seek(0)
        file = gzip.GzipFile(fileobj=raw) if is_packed else raw
        size, mark, rest = max(path.stat().st_size, 1), _BYTE_ORDER_MARK, b""
        pending = ahead.submit(file.read, BLOCK_BYTES)  # in a thread, one ahead of whoever parses
        while piece := pending.result():
            pending = ahead.submit(file.read, BLOCK_BYTES)
            if cut := piece.rfind(b"\n") + 1:
                yield (rest + piece[:cut]).removeprefix(mark), raw.tell() / size
                rest, mark = b"", b""
            rest += piece[cut:]
            if len(rest) > MAX_LINE_BYTES:
                problem = f"{path} has a line of over {MAX_LINE_BYTES >> 20} MiB"
                raise CorpusError(f"{problem}; give a text file with one sequence a line")
        if rest := rest.removeprefix(mark):
            yield rest + b"\n", 1.0
