"""`int2vec probe` as a person runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from int2vec.cli import main
from int2vec.embeddings import Embeddings


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder of vectors in which dimension 1 knows parity."""
    folder = tmp_path_factory.mktemp("models") / "oeis-lsa"
    n = np.arange(1, 2001)
    matrix = np.random.default_rng(0).standard_normal((2000, 4)) * 0.2
    matrix[:, 1] += np.where(n % 2 == 0, 1.0, -1.0)
    Embeddings(n.tolist(), matrix, name="lsa").save(folder)
    return str(folder)


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["int2vec", "probe", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


def test_both_tables_with_the_papers_figures(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, model) == 0
    out = " ".join(capsys.readouterr().out.split())
    for words in ("trained on 1–1000", "majority class", "random, 4-d", "the paper's", "R²"):
        assert words in out


def test_json_alone_on_stdout(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, model, "--property", "even", "--property", "log", "--plain",
                "--split", "random", "--seeds", "2", "--details", "--json") == 0  # fmt: skip
    found = json.loads(capsys.readouterr().out)
    even = found["properties"][0]
    assert even["all"]["accuracy"] == 1.0
    assert even["all"]["accuracy_ci95"][0] > 0.99
    assert even["compression"] > 5
    assert even["draws"] == 2
    assert found["quantities"][0]["quantity"] == "log"


def test_details_print(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, model, "--property", "even", "--details", "--last", "200") == 0
    assert "selectivity" in capsys.readouterr().out.replace("\n", "")


def test_a_neuron_and_its_picture(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "even.png"
    assert _run(monkeypatch, model, "--neuron", "even", "--figure", str(picture)) == 0
    out = capsys.readouterr().out
    assert "dimension 1 " in out
    assert "zeroed" in out
    assert picture.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-model"], "'no-such-model' is neither a model"),
        ([], "no model is installed"),
        (["MODEL", "--property", "evn"], "did you mean even"),
        (["MODEL", "--split", "family"], "paper, random, frequency"),
        (["MODEL", "--first", "9000", "--last", "9999"], "none of the integers 9000–9999"),
        (["MODEL", "--neuron", "value"], "is a quantity"),
        (["MODEL", "--property", "even", "--figure", "x.doc"], "end it in"),
    ],
)
def test_errors_are_one_line(
    model: str,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not arguments:
        monkeypatch.setattr("int2vec.library.installed", list)
    assert _run(monkeypatch, *[model if word == "MODEL" else word for word in arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
