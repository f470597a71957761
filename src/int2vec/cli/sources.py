"""Models and corpora that a command uses where they are there, and does without otherwise."""

from __future__ import annotations

from int2vec.corpus import open_corpus
from int2vec.corpus.store import Corpus, Progress
from int2vec.data import data_folder
from int2vec.embeddings import Embeddings
from int2vec.models import installed, load


def optional_model(name: str | None) -> Embeddings | None:
    """The model of that name; without a name the default one, or None where none is installed."""
    if name is not None:
        return load(name)
    known = installed()
    return load(known[0].name) if known else None


def default_corpus() -> str:
    """The OEIS where its dump is there, else the built-in catalogue."""
    return "oeis" if (data_folder() / "oeis" / "stripped.gz").is_file() else "catalog"


def corpus_or_default(name: str | None, progress: Progress | None = None) -> Corpus:
    """The corpus of that name, or the default one."""
    return open_corpus(name or default_corpus(), progress=progress)
