"""Corpora by name, compiled once."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from int2vec import cache, open_corpus
from int2vec.corpus import store
from int2vec.data import cache_folder
from int2vec.errors import CorpusError, DataError


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text("A000027 ,1,2,3,\n4 5 6\n")
    return file


def test_a_file_is_compiled_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = open_corpus(path)
    assert corpus.name == str(path)
    assert corpus.terms(1) == [4, 5, 6]

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(store, "compile_corpus", never)
    monkeypatch.setattr(cache, "file_hash", never)
    assert open_corpus(str(path)).terms(1) == [4, 5, 6]


def test_a_changed_file_is_compiled_again(path: Path) -> None:
    open_corpus(path)
    path.write_text("7,8\n")
    assert open_corpus(path).terms(0) == [7, 8]


def test_packed_or_not_makes_no_difference(path: Path, tmp_path: Path) -> None:
    packed = tmp_path / "mine.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert open_corpus(packed).terms(0) == open_corpus(path).terms(0)


def test_nothing_but_the_result_stays_in_the_cache(path: Path) -> None:
    folder = open_corpus(path).folder
    assert [p.name for p in (cache_folder() / "corpus").iterdir()] == [folder.name]
    assert sorted(p.name for p in folder.iterdir()) == [
        "corpus.safetensors", "manifest.json", "seal.json",
    ]  # fmt: skip
    assert os.stat(folder).st_mode & 0o755 == 0o755


def test_a_change_that_keeps_size_and_time_is_noticed(path: Path) -> None:
    before = path.stat()
    open_corpus(path)
    path.write_text("A000027 ,1,2,3,\n4 5 7\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert open_corpus(path).terms(1) == [4, 5, 7]


def test_skipping_bad_lines_is_a_corpus_of_its_own(path: Path) -> None:
    path.write_text("1,2\nx\n")
    with pytest.raises(CorpusError, match="line 2"):
        open_corpus(path)
    assert open_corpus(path, skip_bad=True).n_sequences == 1
    with pytest.raises(CorpusError, match="line 2"):
        open_corpus(path)


def test_the_oeis_is_read_out_of_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    with pytest.raises(DataError, match="int2vec fetch oeis"):
        open_corpus("oeis")
    (tmp_path / "oeis").mkdir()
    (tmp_path / "oeis/stripped.gz").write_bytes(gzip.compress(b"A000045 ,0,1,1,2,3,5,8,\n"))
    assert open_corpus("oeis").sequence_name(0) is None
    (tmp_path / "oeis/names.gz").write_bytes(gzip.compress(b"A000045 Fibonacci numbers\n"))
    assert open_corpus("oeis").sequence_name(0) == "Fibonacci numbers"


def test_the_well_known_sequences_are_a_corpus_of_their_own() -> None:
    corpus = open_corpus("well-known")
    fibonacci = corpus.index_of(45)
    assert fibonacci is not None
    assert corpus.terms(fibonacci)[:8] == [0, 1, 1, 2, 3, 5, 8, 13]
    assert 150 <= corpus.n_sequences < 2_000
    assert corpus.sequence_name(fibonacci)
