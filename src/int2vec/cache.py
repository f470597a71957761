"""The cache: folders that can be made again, each under a seal that tells a whole one from others.

A seal names the files of its folder with size and hashes. Sizes and a sample of each file (its
header and end among it; a small file whole) are checked whenever a folder is opened, whole
contents by `verify` and in the first run after one that was killed. What is damaged is made again,
and a line in the log says so. One process makes a folder, the others wait for it.
"""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from int2vec import __version__
from int2vec.data import cache_folder
from int2vec.errors import DataError, ModelError
from int2vec.files import OTHER_CACHE, file_hash, read_json, sample_hash, write_json, writing
from int2vec.locks import PART, locked, owned, remove, sweep
from int2vec.progress import progress
from int2vec.text import digest

# The layout of each kind of folder; a change to what is written makes a new number.
FORMATS = {"catalog": 2, "corpus": 3, "families": 2, "index": 2, "postings": 2, "similar": 1}
FORMATS |= {"map": 1, "probe": 1, "programs": 1, "reproduce": 1}
KEPT_RUNS = 4  # results of a stage that are kept, the last used ones
_SEAL = "seal.json"
_HASHES = "hashes.json"
_LEFTOVERS = (f".*{PART}", f"*/.*{PART}", f"*/*/.*{PART}", ".*.lock", "*/.*.lock")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A folder of the cache: what it holds, from where, and what is wrong with it, if anything."""

    kind: str
    name: str
    folder: Path
    size: int
    source: str
    version: str  # of int2vec, when it was made
    used: float  # seconds since 1970
    fault: str | None
    useless: str | None  # why nothing will ever open it again


def cached(
    kind: str, key: str, make: Callable[[Path], object], *, source: str, needs: Sequence[Path] = ()
) -> Path:
    """The folder of that kind and key, which `make` fills where it is not there and whole.

    `source` says what it is made from, and `needs` names the files without which it is useless.
    """
    folder = cache_folder() / kind / f"{key}.v{FORMATS[kind]}"
    if is_whole(folder):
        return folder
    waiting = partial(progress, 0.0, "waiting for another process that makes it")
    with writing(f"to {folder.parent}", OTHER_CACHE), locked(folder, waiting):
        if is_whole(folder):
            return folder
        report_damage(folder)
        with owned(folder.parent, f".{folder.name}.", Path.mkdir) as part:
            make(part)
            seal(part, source=source, needs=needs)
            if not is_whole(folder):  # as it may be by now, where nothing can be locked
                remove(folder)
                part.rename(folder)
    return folder


def seal(folder: Path, *, source: str, needs: Sequence[Path] = ()) -> None:
    """Write down what a folder that is complete holds."""
    held = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != _SEAL:
            hashes = {"sample": sample_hash(file), "sha256": file_hash(file)}
            held[file.relative_to(folder).as_posix()] = {"size": file.stat().st_size, **hashes}
    sealed = {"source": source, "needs": [*map(str, needs)], "version": __version__, "files": held}
    write_json(folder / _SEAL, {**sealed, "digest": digest(sealed)})


def is_sealed(folder: Path) -> bool:
    """Whether a folder was complete once."""
    return (folder / _SEAL).exists()


def is_whole(folder: Path) -> bool:
    """Whether a folder is there and whole, as far as can be told at once; it counts as used."""
    if find_fault(folder, thorough=_after_a_crash(cache_folder())) is not None:
        return False
    with suppress(OSError):  # a cache that is only read
        os.utime(folder / _SEAL)
    return True


def report_damage(folder: Path) -> None:
    """Say that a folder is damaged, where it is there."""
    if folder.exists():
        fault = find_fault(folder, thorough=True)
        _log.warning("%s is damaged (%s) and is made again", folder, fault)


def find_fault(folder: Path, *, thorough: bool = False) -> str | None:
    """What is wrong with a folder of the cache, None where nothing is; `thorough` reads it all."""
    try:
        for name, known in _read_seal(folder)["files"].items():
            file = folder / name
            if (size := file.stat().st_size) != known["size"]:
                return f"{name} has {size:,} bytes, not {known['size']:,}"
            same = sample_hash(file) == known["sample"]
            if not same or (thorough and file_hash(file) != known["sha256"]):
                return f"{name} has changed"
    except FileNotFoundError as error:
        return f"{Path(error.filename).name} is missing"
    except (OSError, ModelError, KeyError, TypeError, AttributeError):
        return f"{_SEAL} cannot be read"
    return None


def _read_seal(folder: Path) -> dict[str, Any]:
    sealed = read_json(folder / _SEAL)
    if sealed.pop("digest") != digest(sealed):
        raise ModelError(f"{folder / _SEAL} has changed")
    return sealed


@cache
def _after_a_crash(folder: Path) -> bool:
    """Clear what killed runs have left in the cache; whether there was anything."""
    return sweep(folder, *_LEFTOVERS) > 0


def hash_of(path: Path) -> str:
    """The hash of a file outside the cache.

    Hashing takes far longer than opening what was made, so hashes are remembered by all that
    changes with a file: size, times, inode, and what stands in a sample of places.
    """
    memory = cache_folder() / _HASHES
    known, place = dict[str, Any](), os.path.abspath(path)
    with suppress(ModelError):
        known = read_json(memory)
    state = [*file_state(path), sample_hash(path)]
    if not isinstance(found := known.get(place), dict) or found.get("state") != state:
        found = known[place] = {"state": state, "sha256": file_hash(path)}
        with suppress(DataError):  # a cache that cannot be written may hold what is asked for
            write_json(memory, known)
    return str(found["sha256"])


def file_state(path: Path) -> tuple[int, ...]:
    """What changes when a file is written to, as far as the file system says."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def entries(*, thorough: bool = False) -> Iterator[Entry]:
    """Every folder of the cache, and other things that lie there, but what killed runs left."""
    top = cache_folder()
    _after_a_crash(top)
    for folder in sorted(top.glob("*/*")):
        stats = [file.stat() for file in (folder, *folder.rglob("*")) if file.exists()]
        fault = find_fault(folder, thorough=thorough)
        sealed = {} if fault else _read_seal(folder)
        yield Entry(
            kind=folder.parent.name,
            name=folder.name,
            folder=folder,
            size=sum(stat.st_size for stat in stats),
            source=sealed.get("source", ""),
            version=sealed.get("version", ""),
            used=max((stat.st_mtime for stat in stats), default=0.0),
            fault=fault,
            useless=_useless(folder.parent.name, folder.name, sealed),
        )


def _useless(kind: str, name: str, sealed: dict[str, Any]) -> str | None:
    if kind not in FORMATS or (kind != "reproduce" and not name.endswith(f".v{FORMATS[kind]}")):
        return "another version of int2vec made it"
    for path in map(Path, sealed.get("needs", ())):
        if not path.exists():
            return f"{path} is gone"
        if path.is_file() and hash_of(path)[:16] not in name:
            return f"{path} has changed"
    return None


def prune() -> list[Entry]:
    """Remove what is damaged or useless, and what killed runs left; what was removed."""
    sweep(cache_folder(), *_LEFTOVERS)
    removed: list[Entry] = []
    # A stage that is not sealed may only have been interrupted.
    while found := [
        entry
        for entry in entries()
        if entry.useless or (entry.fault and (entry.kind != "reproduce" or is_sealed(entry.folder)))
    ]:
        for entry in found:  # and those that need them, on the next round
            remove(entry.folder)
        removed += found
    return removed


def prune_runs(folder: Path, name: str) -> None:
    """Remove all but the last used results of the stage `name`."""

    def last_used(run: Path) -> float:  # or last written to, where it has not ended
        there = [run / _SEAL] if is_sealed(run) else [run, *run.rglob("*")]
        return max(path.stat().st_mtime for path in there)

    runs = sorted(folder.glob(f"{name}-{'[0-9a-f]' * 16}"), key=last_used)
    for run in runs[:-KEPT_RUNS]:
        remove(run)
