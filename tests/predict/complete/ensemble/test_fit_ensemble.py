"""Fitting the ensemble: puzzles, questions, and a model that ranks the right source first."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import fit_ensemble
from benchmarks.examples import FitConfig, fitting_questions, read_examples, write_examples
from benchmarks.fit_ensemble import BoostingConfig, as_json, fit
from benchmarks.puzzles import KINDS, make_puzzles, series
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.errors import ModelError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble.calibration import (
    Calibration,
    shipped_calibration,
)
from int2vec.predict.complete.evaluation import Example
from int2vec.predict.complete.questions import Question


def test_puzzles_are_short_and_varied() -> None:
    puzzles = make_puzzles(200, seed=1)
    assert len(set(puzzles)) > 190
    assert all(4 <= len(p.prompt) <= 10 for p in puzzles)
    assert puzzles != make_puzzles(200, seed=2)


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_every_kind_gives_enough_terms(kind: str) -> None:
    for seed in range(30):
        terms = series(kind, 9, random.Random(seed))
        assert len(terms) == 9
        assert all(type(term) is int for term in terms)


def test_questions_come_from_the_dev_part_alone(corpus: Corpus) -> None:
    questions = fitting_questions(corpus, FitConfig(sequences=50, puzzles=3))
    assert len(questions) >= 3
    assert all(q.prompt for q in questions)


def test_the_dev_part_is_sampled_at_random(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("".join(f"{n},{n},{n}\n" for n in range(1000)))
    compile_corpus(tmp_path / "s", tmp_path / "c", input_hash="asked")
    corpus = Corpus(tmp_path / "c", "repeats")
    settings = FitConfig(sequences=25, puzzles=0, short=0)
    asked = [question.answer for question in fitting_questions(corpus, settings)]
    assert len(asked) == 25
    assert set(asked) <= set(make_split(corpus).dev.tolist())
    assert 350 < sum(asked) / 25 < 650, "from all over the part, not its start"


def _example(seed: int) -> Example:
    """Rules are right nine times in ten here, search one time in ten."""
    rng = random.Random(seed)
    answer = 20 if rng.random() < 0.9 else 30
    by_rules = Prediction(
        value=20, score=1.0, by="rules", why="r", evidence={"saved": 9.0, "rule": "arithmetic"}
    )
    by_search = Prediction(value=30, score=1.0, by="search", why="s", evidence={"match_length": 2})
    return Example(
        question=Question(prompt=(5, 10, 15), answer=answer),
        gathered={"rules": [by_rules], "search": [by_search]},
    )


def test_the_fitted_model_is_calibrated_and_survives_json() -> None:
    examples = [_example(seed) for seed in range(1600)]
    model = fit(examples, FitConfig(), BoostingConfig(trees=150))
    again = Calibration.from_json(json.loads(json.dumps(as_json(model))))
    values, probabilities = again.probabilities((5, 10, 15), examples[0].gathered)
    found = dict(zip(values, probabilities.tolist(), strict=True))
    assert found[20] == pytest.approx(0.9, abs=0.05)
    assert found[30] == pytest.approx(0.1, abs=0.05)


def test_first_answers_that_were_too_modest_are_put_right() -> None:
    """Trees that say 0.6 of an answer that is right nine times in ten."""
    examples = [_example(seed) for seed in range(1600)]
    model = fit(examples, FitConfig(), BoostingConfig(trees=1, rate=0.3))
    values, probabilities = model.probabilities((5, 10, 15), examples[0].gathered)
    found = dict(zip(values, probabilities.tolist(), strict=True))
    assert found[20] == pytest.approx(0.9, abs=0.05)
    assert found[30] <= 1 - found[20] + 1e-9


def test_the_model_is_written_whole_or_not_at_all(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, held = tmp_path / "ensemble.json", tmp_path / "held.json"
    out.write_text("old")
    held.hardlink_to(out)  # as a reader that has the old file open
    monkeypatch.setattr("sys.argv", ["fit_ensemble", "--out", str(out)])
    monkeypatch.setattr(fit_ensemble, "open_corpus", lambda name: corpus)
    monkeypatch.setattr(fit_ensemble, "collect", lambda *_, **__: map(_example, range(40)))
    fit_ensemble.main()
    assert held.read_text() == "old"
    assert json.loads(out.read_text())["features"]


def test_just_one_candidate_can_be_right() -> None:
    """Probabilities that add up to more than one are scaled down, all by the same factor."""

    class Sure:
        def probabilities(self, rows: np.ndarray) -> np.ndarray:
            return np.array([0.9, 0.6, 0.3])[: len(rows)]

    said = [Prediction(value=n, score=1.0, by="local", why="", evidence={}) for n in (7, 8, 9)]
    model = replace(shipped_calibration(), trees=Sure(), first=(1.0, 0.0))
    values, found = model.probabilities((4, 5, 6), {"local": said})
    assert values == [7, 8, 9]
    assert found == pytest.approx([0.5, 1 / 3, 1 / 6])
    values, found = model.probabilities((4, 5, 6), {"local": said[:1]})
    assert found == pytest.approx([0.9])


def test_the_shipped_model_fits_this_version() -> None:
    model = shipped_calibration()
    assert model.about["prompts"] > 1000


def test_a_model_for_other_features_is_refused() -> None:
    with pytest.raises(ModelError, match="other features"):
        Calibration.from_json({**as_json(shipped_calibration()), "features": ["weight"]})


def test_examples_are_kept_with_all_that_the_ensemble_reads(tmp_path: Path) -> None:
    question = Question(prompt=(-3, 10**40), answer=7)
    said = Prediction(
        value=10**50, score=2.0, by="search", why="it stands there",
        evidence={"match_length": 2, "share": 0.5, "whole": True, "sequences": ["A000045"]},
    )  # fmt: skip
    examples = [Example(question=question, gathered={"search": [said], "rules": []})]
    write_examples(tmp_path / "kept.jsonl.gz", examples)
    (again,) = read_examples(tmp_path / "kept.jsonl.gz")
    assert again.question == question
    assert list(again.gathered) == ["search", "rules"]
    (kept,) = again.gathered["search"]
    assert (kept.value, kept.by, kept.evidence) == (said.value, said.by, said.evidence)
