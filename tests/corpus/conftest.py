"""Small corpora, compiled out of text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.files import file_hash

settings.register_profile("patient", deadline=None)  # a busy machine is no fault
settings.load_profile("patient")


@pytest.fixture
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Corpus]:
    """A function from the contents of a sequence file to its corpus."""

    def build(text: str | bytes, *, skip_bad: bool = False, names: str | None = None) -> Corpus:
        folder = tmp_path_factory.mktemp("corpus")
        path = folder / "sequences.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        names_path: Path | None = None
        if names is not None:
            names_path = folder / "names.txt"
            names_path.write_text(names)
        compile_corpus(
            path, folder / "compiled", names=names_path, skip_bad=skip_bad,
            input_hash=file_hash(path),
        )  # fmt: skip
        return Corpus(folder / "compiled", "small")

    return build
