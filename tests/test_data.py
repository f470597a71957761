"""Where files are looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.data import SOURCES, cache_folder, data_folder, find
from int2vec.errors import DataError


def test_folders_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INT2VEC_DATA", "~/numbers")
    monkeypatch.setenv("INT2VEC_CACHE", "/somewhere")
    assert data_folder() == Path.home() / "numbers"
    assert cache_folder() == Path("/somewhere")
    monkeypatch.delenv("INT2VEC_DATA")
    monkeypatch.setenv("INT2VEC_CACHE", "")
    assert "int2vec" in str(data_folder())
    assert "int2vec" in str(cache_folder())
    assert data_folder() != cache_folder()


def test_a_file_is_found_or_the_way_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    with pytest.raises(DataError, match="run 'int2vec fetch oeis', or set INT2VEC_DATA"):
        find("oeis/stripped.gz")
    with pytest.raises(DataError, match="put it there"):
        find("vectors/mine.txt")
    (tmp_path / "oeis").mkdir()
    (tmp_path / "oeis/stripped.gz").write_bytes(b"")
    assert find("oeis/stripped.gz") == tmp_path / "oeis/stripped.gz"


def test_every_word_of_fetch_brings_files_to_places_of_their_own() -> None:
    assert list(SOURCES) == ["oeis", "benchmarks", "glove", "skipgram", "fasttext-wiki", "gpt2"]
    paths = [file.path for files in SOURCES.values() for file in files]
    assert len(set(paths)) == len(paths)
