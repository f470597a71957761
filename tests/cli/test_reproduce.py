"""`int2vec reproduce` as a person runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from int2vec.cli import main
from int2vec.embeddings import Embeddings
from int2vec.errors import MissingExtraError

_METHODS = ("lsa", "fasttext", "fasttext-words", "lstm")


@pytest.fixture(scope="module")
def sequences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small file of progressions and squares, in which 1–2000 all occur three times."""
    lines = [", ".join(str(a + i) for i in range(25)) for a in range(1, 2000, 8)]
    lines += [", ".join(str(a + b * i) for i in range(20)) for a in range(9) for b in range(2, 9)]
    lines += [", ".join(str(a * i * i + b) for i in range(20)) for a in range(1, 8) for b in (0, 1)]
    path = tmp_path_factory.mktemp("corpus") / "mine.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Vectors of every method, in which dimension 1 knows parity."""
    folder = tmp_path_factory.mktemp("models")
    n = np.arange(1, 2001)
    for i, method in enumerate(_METHODS):
        matrix = np.random.default_rng(i).standard_normal((2000, 5)) * 0.2
        matrix[:, 1] += np.where(n % 2 == 0, 1.0, -1.0)
        Embeddings(n.tolist(), matrix, name=method).save(folder / f"mine-{method}")
    return folder


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["int2vec", "reproduce", *map(str, arguments)])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


def _only(names: tuple[str, ...]) -> list[str]:
    return [word for name in names for word in ("--only", name)]


def test_some_stages_with_given_models(
    sequences: Path, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("int2vec.library.installed", list)  # without shipped models
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    asked = ("--corpus", sequences, "--models", models, "--fast", "--only", "probe",
             "--only", "corpus", "--only", "neuron", "--only", "analogies",
             "--only", "neighbors", "--only", "extended")  # fmt: skip
    assert _run(monkeypatch, *asked, "--out", tmp_path / "one") == 0
    out = capsys.readouterr().out
    assert "Stages run: corpus, lsa, fasttext, fasttext-words, lstm, probe" in out
    assert out.strip().endswith("report.html")
    page = (tmp_path / "one" / "report.html").read_text()
    text = (tmp_path / "one" / "report.md").read_text()
    for words in ("mine–LSTM", "majority class", "paper, OEIS: 0.93", "the five that it prints",
                  "int2vec fetch benchmarks", "int2vec fetch glove"):  # fmt: skip
        assert words in page, words
        assert words in text, words
    results = json.loads((tmp_path / "one" / "results.json").read_text())
    even = next(r for r in results["probe"]["properties"]
                if (r["embedding"], r["property"]) == ("mine-lstm", "even"))  # fmt: skip
    assert even["all"]["accuracy"] == 1.0
    assert results["analogies"]["n"] == 5
    assert results["neuron"]["neurons"]["mine-lstm"]["dimension"] == 1
    assert "held against controls" in page
    for name in ("frequency-rank", "neuron", "heat-map"):
        assert (tmp_path / "one" / "figures" / f"{name}.svg").is_file()
        assert (tmp_path / "one" / "figures" / f"{name}.png").is_file()
        assert f'<figure id="{name}"' in page
    # Again, elsewhere: everything is in the cache, and the results are the same.
    assert _run(monkeypatch, *asked, "--out", tmp_path / "two", "--json") == 0
    assert json.loads(capsys.readouterr().out)["ran"] == []
    again = (tmp_path / "two" / "results.json").read_bytes()
    assert again == (tmp_path / "one" / "results.json").read_bytes()


def test_what_an_extra_is_missing_for_is_left_out_and_named(
    sequences: Path, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(*_: object, **__: object) -> None:
        raise MissingExtraError("a text language model", "text-lm")

    monkeypatch.setattr("int2vec.library.installed", list)  # without shipped models
    monkeypatch.setattr("int2vec.evaluations.evaluate", without)
    monkeypatch.setattr("int2vec.report.maps.draw_map", without)
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    asked = ("--corpus", sequences, "--models", models, "--fast", *_only(("aptitude", "map")))
    assert _run(monkeypatch, *asked, "--out", tmp_path / "one") == 0
    page = (tmp_path / "one" / "report.md").read_text()
    assert page.count("needs the 'text-lm' extra") == 2
    assert "The map" not in page


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_of_it(
    sequences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    pytest.importorskip("torch")  # an LSTM is trained, and its neuron drawn
    monkeypatch.setattr("int2vec.library.installed", list)  # without shipped models
    asked = ("--corpus", sequences, "--fast", "--workers", "1")
    again = ("fasttext", "lstm", "completion", "completion-lstm", "expansion")
    first = (*again, "corpus", "probe", "neuron", "aptitude", "examples", "analogies", "map")
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache-one"))
    assert _run(monkeypatch, *asked, *_only(first), "--out", tmp_path / "one") == 0
    page = (tmp_path / "one" / "report.html").read_text()
    for key in ("map", "map-properties", "frequency-rank", "neuron", "by-size", "reliability"):
        assert f'<figure id="{key}"' in page
    for title in ("What comes next", "Analogies", "Seed sets, expanded", "What they share, named",
                  "A dozen completions"):  # fmt: skip
        assert title in page
    # With another cache and one worker, what draws on chance comes out the same.
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache-two"))
    assert _run(monkeypatch, *asked, *_only(again), "--out", tmp_path / "two") == 0
    one, two = (json.loads((tmp_path / n / "results.json").read_text()) for n in ("one", "two"))
    assert set(again) <= set(two)
    assert {name: one[name] for name in two} == two


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "bread"], "'bread' is no stage; give some of corpus, lsa"),
        (["--corpus", "no-such-file"], "no-such-file is not there"),
        (["--workers", "-1"], "-1 workers were asked for"),
        (["--models", "no-such-folder"], "no-such-folder is not a folder"),
        (["--corpus", "oeis"], "int2vec fetch oeis"),
        (["--split", "sideways"], "the split is 'sideways'"),
    ],
)
def test_errors_are_one_line(
    arguments: list[str], message: str, tmp_path: Path, sequences: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    corpus = [] if "--corpus" in arguments else ["--corpus", str(sequences)]
    assert _run(monkeypatch, *corpus, *arguments, "--out", tmp_path / "out") == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_out_that_is_a_file(
    tmp_path: Path, sequences: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "out").write_text("")
    assert _run(monkeypatch, "--corpus", sequences, "--out", tmp_path / "out") == 1
    assert "is a file; give a folder" in capsys.readouterr().err
