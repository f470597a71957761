"""Whether a file arrived whole, as far as its own format can tell."""

import bz2
import gzip
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from int2vec.data import PublishedFile
from int2vec.errors import ModelError
from int2vec.files import file_hash, open_tensors


def fault(path: Path, name: str, known: PublishedFile | None = None) -> str | None:
    """What is wrong with the file at `path`, None where nothing is.

    The ending of `name` tells its format, and `known` what is published of it.
    """
    size, check = path.stat().st_size, _CHECKS.get(Path(name).suffix.lower())
    if not size:
        return "it is empty"
    try:
        if check and (found := check(path)):
            return str(found)
    except EOFError:
        return "it is cut short"
    except (OSError, ValueError, zlib.error, zipfile.BadZipFile, ModelError) as error:
        return str(error) or type(error).__name__
    if known and known.size not in (None, size):
        return f"it has {size:,} bytes where {known.size:,} are published"
    if known and known.sha256 and file_hash(path) != known.sha256:
        return "its SHA-256 is not the published one"
    return None


def _unpacks(module: Any) -> Callable[[Path], None]:
    def read_to_the_end(path: Path) -> None:
        with module.open(path) as file:
            while file.read(1 << 20):
                pass

    return read_to_the_end


def _zip(path: Path) -> str | None:
    with zipfile.ZipFile(path) as archive:
        broken = archive.testzip()
    return f"its member {broken} is broken" if broken else None


def _json(path: Path) -> None:
    json.loads(path.read_text(encoding="utf-8"))


def _table(path: Path) -> str | None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return None if "\t" in first else "its first line has no tabs"


_CHECKS: dict[str, Callable[[Path], Any]] = {
    ".gz": _unpacks(gzip),
    ".bz2": _unpacks(bz2),
    ".zip": _zip,
    ".json": _json,
    ".safetensors": lambda path: open_tensors(path) and None,
    ".tsv": _table,
}
