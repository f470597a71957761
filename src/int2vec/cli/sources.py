"""Models and corpora that a command uses where they are there, and does without otherwise."""

from __future__ import annotations

from pathlib import Path

from int2vec.corpus import open_corpus
from int2vec.corpus.store import Corpus, Progress
from int2vec.data import data_folder
from int2vec.embed.text import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.models import installed, load

TEXT_ENDINGS = (".gz", ".vec", ".txt", ".bin", ".zip", ".bz2")


def open_vectors(model: str) -> Embeddings:
    """The vectors of an installed model, in a folder, or in a published file of text vectors."""
    if Path(model).is_file():
        return read_text_vectors(model)
    vectors = load(model)
    vectors.name = Path(model).name  # what a person calls it, whatever it was trained as
    return vectors


def every_vectors() -> list[Embeddings]:
    """Every installed model and every file of text vectors in the data folder."""
    folder = data_folder() / "vectors"
    texts = [str(file) for file in sorted(folder.glob("*")) if file.suffix in TEXT_ENDINGS]
    return [open_vectors(name) for name in (*(known.name for known in installed()), *texts)]


def optional_model(name: str | None) -> Embeddings | None:
    """The model of that name; without a name the default one, or None where none is installed."""
    if name is not None:
        return open_vectors(name)
    known = installed()
    return open_vectors(known[0].name) if known else None


def corpus_or_default(
    name: str | None, progress: Progress | None = None, *, otherwise: str = "catalog"
) -> Corpus:
    """The corpus of that name; without one the OEIS where its dump is there, else `otherwise`."""
    there = (data_folder() / "oeis" / "stripped.gz").is_file()
    return open_corpus(name or ("oeis" if there else otherwise), progress=progress)
