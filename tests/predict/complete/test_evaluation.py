"""Questions from files, and the figures over what completers say to them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.errors import CorpusError, DataError, InputError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.evaluation import Answered, Evaluation, evaluate
from int2vec.predict.complete.questions import (
    Question,
    count_in_index,
    held_out,
    read_sequences,
    read_table,
)
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.complete.search.index import Index


def test_a_table_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text("Prompt\tAnswer\tSource\n1, 2, 4,\t8\tx\n\n−3, −5,\t-7\n", encoding="utf-8")
    assert read_table(path) == [
        Question(prompt=(1, 2, 4), answer=8),
        Question(prompt=(-3, -5), answer=-7),
    ]


def test_quotes_end_with_their_cell(tmp_path: Path) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text('Prompt\tAnswer\tSource\n"1, 2, 4"\t8\t"so it\n1, 3\t5\t"goes\n')
    assert [q.prompt for q in read_table(path)] == [(1, 2, 4), (1, 3)]


def test_a_cell_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text("Prompt\tAnswer\n" + "1, " * 70_000 + "\t1\n")  # 210,000 characters
    assert len(read_table(path)[0].prompt) == 70_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Prompt\tAnswer\n", "no questions"),
        ('Prompt\tAnswer\n"1, 2\t3\n', "line 2: '\"1'"),
        ("Prompt\tAnswer\n1, 2\n", "line 2: a column is missing"),
        ("Prompt\tAnswer\n1, x\t3\n", "line 2: 'x'"),
        ("Prompt\tAnswer\n1, 2\t3, 4\n", "line 2: 2 integers"),
    ],
)
def test_a_broken_table_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "t.tsv").write_text(text)
    with pytest.raises(DataError, match=said):
        read_table(tmp_path / "t.tsv")
    with pytest.raises(DataError, match="cannot be read"):
        read_table(tmp_path / "missing.tsv")


def test_sequences_are_asked_for_their_last_term(tmp_path: Path) -> None:
    path = tmp_path / "stripped"
    path.write_text(f"# comment\nA000001 ,1,2,3,\n5, 7, {10**40}\n9\n")
    assert read_sequences(path) == [
        Question(prompt=(1, 2), answer=3),
        Question(prompt=(5, 7), answer=10**40),
    ]
    assert len(read_sequences(path, limit=1)) == 1
    (tmp_path / "bad").write_text("1, two, 3\n")
    with pytest.raises(CorpusError, match="line 1"):
        read_sequences(tmp_path / "bad")
    with pytest.raises(CorpusError, match="not there"):
        read_sequences(tmp_path / "missing")


def test_questions_that_stand_whole_in_the_index_are_counted(index: Index) -> None:
    looked_up = Question(prompt=(3, 5, 8), answer=13)
    predicted = Question(prompt=(3, 5, 8), answer=14)
    assert count_in_index(index, [looked_up, predicted, looked_up]) == 2


def _answered(answer: int, said: list[int], other: list[int], probability: float) -> Answered:
    predictions = [
        Prediction(value=v, score=0.0, by="x", why="y", probability=probability) for v in said
    ]
    question = Question(prompt=(1, 2), answer=answer)
    return Answered(
        question=question, predictions=predictions, values={"ensemble": said, "rules": other}
    )


@pytest.fixture
def evaluation() -> Evaluation:
    items = [
        _answered(3, [3, 4], [4], 0.95),
        _answered(40, [4, 40], [], 0.55),
        _answered(500, [500], [500], 0.95),
        _answered(10**9, [], [7], 0.0),
    ]
    return Evaluation(answered=items, methods=("ensemble", "rules"), seconds=2.0)


def test_figures(evaluation: Evaluation) -> None:
    row = evaluation.row("ensemble")
    assert (row["answered"], row["p_at_1"], row["p_at_5"]) == (3, 0.5, 0.75)
    low, high = row["p_at_1_ci95"]
    assert 0.1 < low < 0.5 < high < 0.9
    assert evaluation.row("rules")["p_at_1"] == 0.25
    assert evaluation.row("rules")["p_value_at_5"] == 0.5  # two items to none, exact test
    assert [size["n"] for size in evaluation.by_size().values()] == [1, 1, 1, 1]


def test_calibration(evaluation: Evaluation) -> None:
    calibration = evaluation.calibration()
    assert calibration is not None
    assert calibration["sure"]["n"] == 2
    assert calibration["sure"]["precision"] == 1.0
    assert calibration["expected_calibration_error"] == pytest.approx((2 * 0.05 + 0.55) / 3)


def test_json_has_the_published_layout(evaluation: Evaluation) -> None:
    found = evaluation.to_json()
    keys = ["n", "answered", "p_at_1", "p_at_5", "p_at_1_ci95", "p_at_5_ci95", "seconds", "items"]
    assert set(keys) <= set(found)
    assert found["items"][0]["predictions"][0] == {
        "value": 3, "probability": 0.95, "by": "x", "why": "y",
    }  # fmt: skip


@pytest.mark.parametrize("processes", [1, 2])
def test_completers_are_evaluated_on_all_cores(processes: int) -> None:
    questions = [Question(prompt=(n, 2 * n, 3 * n, 4 * n), answer=5 * n) for n in range(1, 41)]
    config = SourcesConfig(using=("rules", "local"))
    result = evaluate(questions, config, processes=processes)
    assert result.methods == ("ensemble", "rules", "local")
    assert result.row("ensemble")["p_at_1"] == 1.0
    assert [item.question for item in result.answered] == questions


def test_one_completer_alone_keeps_its_own_order() -> None:
    result = evaluate([Question(prompt=(1, 2, 4), answer=8)], SourcesConfig(using=("rules",)))
    assert result.methods == ("rules",)
    assert result.answered[0].predictions[0].by == "rules"


def test_one_completer_alone_is_held_to_integers_that_can_be_printed() -> None:
    prompt = tuple(2 ** (3**i) for i in range(9))  # next has 5,926 digits
    questions = [Question(prompt=prompt, answer=0)]
    result = evaluate(questions, SourcesConfig(using=("rules",)))
    assert json.dumps(result.to_json())


def test_no_questions_are_refused() -> None:
    with pytest.raises(InputError, match="no questions"):
        evaluate([], SourcesConfig(using=("rules",)))


def test_a_vocabulary_sets_a_ceiling(evaluation: Evaluation) -> None:
    limited = replace(evaluation, ceilings={"rules": 0.5})
    assert limited.row("rules")["ceiling"] == 0.5
    assert "ceiling" not in limited.row("ensemble")


def test_a_sample_is_drawn_from_all_over_the_part(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("".join(f"{n},{n}\n" for n in range(1000)))
    compile_corpus(tmp_path / "s", tmp_path / "c", input_hash="sample")
    corpus, every = Corpus(tmp_path / "c", "pairs"), np.arange(1000, dtype=np.int32)
    asked = [q.answer for q in held_out(corpus, every, 100)]
    assert len(set(asked)) == 100
    assert 400 < sum(asked) / 100 < 600
    assert asked != [q.answer for q in held_out(corpus, every, 100, seed=1)]
    assert [q.answer for q in held_out(corpus, every)] == list(range(1000))
