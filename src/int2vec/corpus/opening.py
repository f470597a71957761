"""Corpora by name: the built-in one, the OEIS, or a file of one's own."""

from __future__ import annotations

from pathlib import Path

from int2vec.cache import cached, file_state, hash_of
from int2vec.corpus.compiling import Progress, compile_corpus
from int2vec.corpus.oeis import reading
from int2vec.corpus.store import Corpus
from int2vec.data import data_folder, find
from int2vec.errors import CorpusError
from int2vec.files import open_plain, user_path

MOST_BYTES = 64 << 30


def open_corpus(
    name: str | Path, *, skip_bad: bool = False, progress: Progress | None = None
) -> Corpus:
    """The corpus of that name or in that file, compiled if it is not yet.

    "catalog" is the built-in corpus, "well-known" the few hundred classical sequences in it that
    have an A-number, "oeis" the OEIS dump in the data folder.
    """
    path, names = _files(name, progress)
    files = [part for part in (path, names) if part is not None]
    with reading(path):
        hashes = [hash_of(file) for file in files]

    def compile_into(folder: Path) -> None:
        compile_corpus(
            path, folder, names=names, skip_bad=skip_bad, input_hash=hashes[0], progress=progress
        )

    key = "-".join(digest[:16] for digest in hashes) + ("-skip" if skip_bad else "")
    needs = [file.absolute() for file in files]
    folder = cached("corpus", key, compile_into, source=str(name), needs=needs, progress=progress)
    return Corpus(folder, str(name))


def corpus_state(name: str) -> tuple[Path, tuple[int, ...]] | None:
    """Where a corpus's file lies and what tells that it changed; None where it has none."""
    path = data_folder() / "oeis" / "stripped.gz" if name == "oeis" else user_path(name)
    try:
        return path.absolute(), file_state(path)
    except OSError:  # a built-in corpus, or one that opening it says more of
        return None


def _files(name: str | Path, progress: Progress | None) -> tuple[Path, Path | None]:
    """The sequence file of a corpus, and its file of names if it has one."""
    if name in ("catalog", "well-known"):
        from int2vec.corpus import catalog  # a hundred families, slow to import for the others

        def write_into(folder: Path) -> None:
            chosen = catalog.well_known() if name == "well-known" else None
            catalog.write(folder / "stripped", folder / "names", progress, chosen)

        key = f"{name}-{catalog.VERSION}"
        made = cached("catalog", key, write_into, source="the package", progress=progress)
        return made / "stripped", made / "names"
    if name == "oeis":
        names = data_folder() / "oeis" / "names.gz"
        return find("oeis/stripped.gz"), names if names.is_file() else None
    path = user_path(name)
    if path.is_dir():
        raise CorpusError(f"{name} is a folder; give 'catalog', 'oeis' or a sequence file")
    if not path.exists():
        raise CorpusError(f"{name} is not there; give 'catalog', 'oeis' or a sequence file")
    if not path.is_file():
        raise CorpusError(f"{name} is no regular file, and is read twice; save it to a file first")
    with reading(path):
        open_plain(path, MOST_BYTES).close()
    return path, None
