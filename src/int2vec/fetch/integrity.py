"""Whether a file arrived whole, as far as its own format can tell."""

from __future__ import annotations

import bz2
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from int2vec.data import PublishedFile
from int2vec.errors import ModelError
from int2vec.files import file_hash, open_tensors

_PIECE = 1 << 20


def fault(path: Path, name: str) -> str | None:
    """What is wrong with the file at `path`, going by the ending of `name`; None if nothing is."""
    check = _CHECKS.get(Path(name).suffix.lower())
    if path.stat().st_size == 0:
        return "it is empty"
    try:
        return check(path) if check else None
    except (EOFError, OSError, ValueError, zlib.error, zipfile.BadZipFile, ModelError) as error:
        return str(error) or type(error).__name__


def difference(path: Path, known: PublishedFile) -> str | None:
    """What tells the file at `path` from the published one, None where nothing does."""
    size = path.stat().st_size
    if known.size not in (None, size):
        return f"it has {size:,} bytes where {known.size:,} are published"
    if known.sha256 and file_hash(path) != known.sha256:
        return "its SHA-256 is not the published one"
    return None


def _gzip(path: Path) -> str | None:
    with path.open("rb") as file:
        if file.read(2) != b"\x1f\x8b":
            return "it is no gzip file"
        file.seek(0)
        member = zlib.decompressobj(31)
        while piece := file.read(_PIECE):
            while piece:
                if member.eof:
                    member = zlib.decompressobj(31)
                member.decompress(piece, _PIECE)
                piece = member.unused_data if member.eof else member.unconsumed_tail
        member.flush()
        return None if member.eof else "the gzip stream is cut short"


def _bzip2(path: Path) -> str | None:
    with bz2.open(path) as file:
        while file.read(_PIECE):
            pass
    return None


def _zip(path: Path) -> str | None:
    with zipfile.ZipFile(path) as archive:
        broken = archive.testzip()
    return f"its member {broken} is broken" if broken else None


def _json(path: Path) -> str | None:
    json.loads(path.read_text(encoding="utf-8"))
    return None


def _safetensors(path: Path) -> str | None:
    open_tensors(path)
    return None


def _table(path: Path) -> str | None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return None if "\t" in first else "its first line has no tabs"


_CHECKS: dict[str, Callable[[Path], str | None]] = {
    ".gz": _gzip,
    ".bz2": _bzip2,
    ".zip": _zip,
    ".json": _json,
    ".safetensors": _safetensors,
    ".tsv": _table,
}
