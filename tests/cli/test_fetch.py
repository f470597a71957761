"""`int2vec fetch` as a person runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from int2vec.cli import main
from int2vec.data import SOURCES


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["int2vec", "fetch", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that has the benchmarks."""
    for file in SOURCES["benchmarks"]:
        path = tmp_path / file.path
        path.parent.mkdir(exist_ok=True)
        path.write_text("prompt\tanswer\n")
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    return tmp_path


def test_files_that_are_there_are_not_fetched(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, "benchmarks") == 0
    assert capsys.readouterr().out.count("already there; --force fetches it again") == 2
    assert _run(monkeypatch, "benchmarks", "--json") == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [file["new"] for file in files] == [False, False]
    assert files[0]["path"] == str(filled / "benchmarks/sequence_completion_tests.tsv")


def test_offline_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    for variable in ("https_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")  # nothing listens there
    for variable in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    assert _run(monkeypatch, "oeis") == 1
    err = capsys.readouterr().err
    assert err.startswith("error: https://oeis.org/stripped.gz cannot be reached")
    assert f"put the file at {tmp_path / 'oeis/stripped.gz'}" in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_unknown_words_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, "moon") == 1
    assert "give one of oeis, benchmarks, glove, skipgram" in capsys.readouterr().err
