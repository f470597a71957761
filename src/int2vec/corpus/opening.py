"""Corpora by name: the built-in one, the OEIS, or a file of one's own."""

from __future__ import annotations

import os
from pathlib import Path

from int2vec.corpus import catalog
from int2vec.corpus.store import FORMAT, Corpus, Progress, compile_corpus, file_hash
from int2vec.data import cache_folder, data_folder, find
from int2vec.errors import CorpusError, ModelError
from int2vec.tensors import read_json, write_json


def open_corpus(
    name: str | Path, *, skip_bad: bool = False, progress: Progress | None = None
) -> Corpus:
    """The corpus of that name ("catalog", "oeis") or in that file, compiled if it is not yet."""
    if name == "catalog":
        path = cache_folder() / "catalog" / f"v{catalog.VERSION}" / "stripped"
        names: Path | None = path.with_name("names")
        if not (path.is_file() and names and names.is_file()):
            catalog.write(path, path.with_name("names"), progress)
    elif name == "oeis":
        path, names = find("oeis/stripped.gz"), data_folder() / "oeis" / "names.gz"
        names = names if names.is_file() else None
    else:
        path, names = Path(name).expanduser(), None
        if not path.exists():
            raise CorpusError(f"{name} is not there; give 'catalog', 'oeis' or a sequence file")
    folder = _compiled_folder(path, names, skip_bad)
    if not _is_current(folder):
        compile_corpus(
            path, folder, names=names, skip_bad=skip_bad,
            input_hash=file_hash(path), progress=progress,
        )  # fmt: skip
    return Corpus(folder, str(name))


def _is_current(folder: Path) -> bool:
    try:
        return bool(read_json(folder / "manifest.json").get("format") == FORMAT)
    except ModelError:
        return False


def _compiled_folder(path: Path, names: Path | None, skip_bad: bool) -> Path:
    """Where the compiled form of these very bytes lives.

    Hashing the file takes far longer than opening the result, so hashes are remembered by
    path, size and time of change.
    """
    hashes = cache_folder() / "corpus" / "hashes.json"
    try:
        known = read_json(hashes)
    except ModelError:
        known = {}
    keys = []
    for part in (path, names):
        if part is None:
            continue
        stat = part.stat()
        place = f"{os.path.abspath(part)}:{stat.st_size}:{stat.st_mtime_ns}"
        if place not in known:
            known[place] = file_hash(part)
            write_json(hashes, known)
        keys.append(str(known[place])[:16])
    return cache_folder() / "corpus" / ("-".join(keys) + ("-skip" if skip_bad else ""))
