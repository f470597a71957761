"""A corpus of well-known sequences, small enough to index in a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.predict.complete.search.index import READINGS, Index, open_index

LINES = """\
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,233,
A000040 ,2,3,5,7,11,13,17,19,23,29,31,37,41,43,
A000290 ,0,1,4,9,16,25,36,49,64,81,100,121,144,
A000079 ,1,2,4,8,16,32,64,128,256,512,1024,
A000108 ,1,1,2,5,14,42,132,429,1430,4862,16796,
A001477 ,0,1,2,3,4,5,6,7,8,9,10,11,12,13,
A000142 ,1,1,2,6,24,120,720,5040,40320,362880,3628800,
A000032 ,2,1,3,4,7,11,18,29,47,76,123,199,
A101010 ,5,100000000000000000000000000000,6,200000000000000000000000000000,7,
"""


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Nine sequences."""
    folder: Path = tmp_path_factory.mktemp("corpus")
    (folder / "stripped").write_text(LINES)
    compile_corpus(folder / "stripped", folder / "compiled", input_hash=folder.name * 4)
    return Corpus(folder / "compiled", "small")


@pytest.fixture
def index(corpus: Corpus) -> Index:
    """All readings of all nine."""
    return open_index(corpus, readings=READINGS)


@pytest.fixture
def index_over(tmp_path: Path) -> Callable[[str], Index]:
    """Makes an index, all readings, over the lines of a sequence file."""

    def make(lines: str) -> Index:
        (tmp_path / "stripped").write_text(lines)
        compile_corpus(tmp_path / "stripped", tmp_path / "compiled", input_hash=str(tmp_path))
        return open_index(Corpus(tmp_path / "compiled", "given"), readings=READINGS)

    return make
