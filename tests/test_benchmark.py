"""The public benchmark: what is exported holds no answers, and anybody's are scored alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from int2vec import benchmark
from int2vec.cli.app import app, load_commands
from int2vec.errors import DataError
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.session import Session


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two hundred cubics, no two of them kin."""
    path = tmp_path_factory.mktemp("benchmark") / "terms.txt"
    lines = [
        f"A{i:06} ,{','.join(str(i * n**3 + (i * i + 1) * n * n + 7 * n + i) for n in range(12))},"
        for i in range(1, 201)
    ]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def exported(tmp_path: Path, corpus: str) -> Path:
    benchmark.export(Session(corpus), tmp_path / "questions", limit=8)
    return tmp_path / "questions"


def _questions(folder: Path, task: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{task}.jsonl").read_text().splitlines()]


def _write(path: Path, predictions: dict[str, list[Any]]) -> Path:
    lines = [json.dumps({"id": name, "predictions": p}) for name, p in predictions.items()]
    path.write_text("\n".join(lines))
    return path


def _next_of_cubic(terms: list[int]) -> int:
    """The next value of a cubic, whose fourth differences are zero."""
    a, b, c, d = terms[-4:]
    return 4 * d - 6 * c + 4 * b - a


def test_prompts_lack_the_last_term_and_say_nothing_else(exported: Path) -> None:
    manifest = json.loads((exported / "manifest.json").read_text())
    assert set(manifest["tasks"]) == {"random", "family", "temporal"}
    for task in manifest["tasks"]:
        questions = _questions(exported, task)
        assert len(questions) == manifest["tasks"][task]["questions"] > 0
        assert all(set(q) == {"id", "terms", "kin"} and len(q["terms"]) == 11 for q in questions)
    assert not any(q["kin"] for q in _questions(exported, "family"))


def test_exports_are_the_same_every_time(exported: Path, corpus: str, tmp_path: Path) -> None:
    benchmark.export(Session(corpus), tmp_path / "again", limit=8)
    for file in exported.iterdir():
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


def test_scores_are_those_counted_by_hand(exported: Path, corpus: str, tmp_path: Path) -> None:
    questions = _questions(exported, "random")
    right = {q["id"]: _next_of_cubic(q["terms"]) for q in questions}
    first, second, third, *others = right
    said: dict[str, list[Any]] = {name: [0] for name in others}
    said[first] = [{"value": str(right[first]), "probability": 0.9}]
    said[second] = [1, {"value": right[second]}]
    (figures,) = benchmark.score(
        Session(corpus), exported, _write(tmp_path / "p.jsonl", said)
    ).values()
    assert (figures["n"], figures["missing"]) == (8, 1)
    assert (figures["p_at_1"], figures["p_at_5"]) == (1 / 8, 2 / 8)
    assert figures["calibration"] == pytest.approx(0.1)
    assert sum(group["n"] for group in figures["by_size"].values()) == 8
    assert third not in said


def test_our_own_answers_are_scored(exported: Path, corpus: str, tmp_path: Path) -> None:
    said = tmp_path / "ours.jsonl"
    benchmark.answer(Session(corpus), exported, said, SourcesConfig(using=("rules",)))
    scores = benchmark.score(Session(corpus), exported, said)
    found = {task: figures["p_at_1"] for task, figures in scores.items()}
    assert found == {"random": 1.0, "family": 1.0, "temporal": 1.0}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 1"),
        ('{"id": "random-00000", "predictions": [1.5]}', "give an integer"),
        ('{"id": "random-00000", "predictions": [{"value": 1, "probability": 2}]}', "from 0 to 1"),
        ('{"id": "random-00000", "predictions": [{"value": 1, "probability": NaN}]}', "0 to 1"),
        ('{"id": "nothing", "predictions": [1]}', "no task asks"),
        ('{"id": "random-00000"}', "predictions"),
    ],
)
def test_bad_predictions_get_one_sentence(
    exported: Path, corpus: str, tmp_path: Path, line: str, words: str
) -> None:
    (tmp_path / "bad.jsonl").write_text(line)
    with pytest.raises(DataError, match=words):
        benchmark.score(Session(corpus), exported, tmp_path / "bad.jsonl")


def test_changed_questions_and_other_corpora_are_refused(
    exported: Path, corpus: str, tmp_path: Path
) -> None:
    said = _write(tmp_path / "p.jsonl", {"random-00000": [1]})
    with pytest.raises(DataError, match="another version of the corpus"):
        benchmark.score(Session("well-known"), exported, said)
    questions = exported / "random.jsonl"
    questions.write_text(questions.read_text().replace('"kin": false', '"kin": true '))
    with pytest.raises(DataError, match="was changed"):
        benchmark.score(Session(corpus), exported, said)


def test_commands(exported: Path, corpus: str, tmp_path: Path) -> None:
    load_commands()
    question = _questions(exported, "random")[0]
    said = _write(tmp_path / "mine.jsonl", {question["id"]: [_next_of_cubic(question["terms"])]})
    row = tmp_path / "row.json"
    words = ["benchmark", "score", str(exported), str(said), "--corpus", corpus, "--out", str(row)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "0.125" in done.output
    board = CliRunner().invoke(app, ["benchmark", "leaderboard", str(row)])
    assert "| mine | 0.125 (0.022–0.471)" in board.output
