"""Corpora by name: the built-in one, the OEIS, or a file of one's own."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from int2vec.corpus.compiling import Progress, compile_corpus, is_compiled
from int2vec.corpus.oeis import reading
from int2vec.corpus.store import Corpus
from int2vec.data import cache_folder, data_folder, find
from int2vec.errors import CorpusError, DataError, ModelError
from int2vec.files import file_hash, read_json, write_json


def open_corpus(
    name: str | Path, *, skip_bad: bool = False, progress: Progress | None = None
) -> Corpus:
    """The corpus of that name or in that file, compiled if it is not yet.

    "catalog" is the built-in corpus, "well-known" the few hundred classical sequences in it that
    have an A-number, "oeis" the OEIS dump in the data folder.
    """
    path, names = _files(name, progress)
    hashes = [_known_hash(part) for part in (path, names) if part is not None]
    key = "-".join(digest[:16] for digest in hashes) + ("-skip" if skip_bad else "")
    folder = cache_folder() / "corpus" / key
    if not is_compiled(folder):
        compile_corpus(
            path, folder, names=names, skip_bad=skip_bad, input_hash=hashes[0], progress=progress
        )
    return Corpus(folder, str(name))


def file_state(name: str) -> tuple[Path, int, int] | None:
    """Where a corpus's file lies, its size and when it was changed; None where it has none."""
    path = data_folder() / "oeis" / "stripped.gz" if name == "oeis" else Path(name).expanduser()
    try:
        found = path.stat()
    except OSError:  # a built-in corpus, or one that opening it says more of
        return None
    return path.absolute(), found.st_size, found.st_mtime_ns


def _files(name: str | Path, progress: Progress | None) -> tuple[Path, Path | None]:
    """The sequence file of a corpus, and its file of names if it has one."""
    if name in ("catalog", "well-known"):
        from int2vec.corpus import catalog  # a hundred families, slow to import for the others

        path = cache_folder() / str(name) / f"v{catalog.VERSION}" / "stripped"
        names = path.with_name("names")
        if not (path.is_file() and names.is_file()):
            chosen = catalog.well_known() if name == "well-known" else None
            catalog.write(path, names, progress, chosen)
        return path, names
    if name == "oeis":
        names = data_folder() / "oeis" / "names.gz"
        return find("oeis/stripped.gz"), names if names.is_file() else None
    path = Path(name).expanduser()
    if path.is_dir():
        raise CorpusError(f"{name} is a folder; give 'catalog', 'oeis' or a sequence file")
    if not path.exists():
        raise CorpusError(f"{name} is not there; give 'catalog', 'oeis' or a sequence file")
    if not path.is_file():
        raise CorpusError(f"{name} is no regular file, and is read twice; save it to a file first")
    return path, None


def _known_hash(path: Path) -> str:
    """The hash of a file.

    Hashing takes far longer than opening what was compiled, so hashes are remembered by path,
    size and time of change.
    """
    memory = cache_folder() / "corpus" / "hashes.json"
    try:
        known = read_json(memory)
    except ModelError:
        known = {}
    stat = path.stat()
    place = f"{os.path.abspath(path)}:{stat.st_size}:{stat.st_mtime_ns}"
    if place not in known:
        with reading(path):
            known[place] = file_hash(path)
        with suppress(DataError):  # a cache that cannot be written may still hold the corpus
            write_json(memory, known)
    return str(known[place])
