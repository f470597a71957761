"""What the ensemble is fitted on: questions, and what every completer says to them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.puzzles import make_puzzles
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus
from int2vec.files import atomic_write
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.evaluation import Example
from int2vec.predict.complete.questions import Question


@dataclass(frozen=True, kw_only=True)
class FitConfig:
    """What the model is fitted on."""

    sequences: int = 9_000  # of the dev split, each asked for its last term
    short: float = 0.5  # share of them also asked for an early term
    puzzles: int = 1_500
    further: int = 1_500  # sequences of the dev split, asked with little and with much effort
    people: int = 3  # times that each question of people counts
    alone: float = 0.3  # share of prompts also seen without a corpus
    without_lstm: float = 0.6  # share of prompts seen without one, where there is one
    held_out: int = 4  # one prompt in so many corrects the first answers' probabilities
    split: str = "random"
    seed: int = 0


def fitting_questions(corpus: Corpus, config: FitConfig) -> list[Question]:
    """Last terms of dev sequences, early terms of some of them, and puzzles."""
    rng = np.random.default_rng(config.seed)
    questions = []
    for i in _shuffled_dev(corpus, config, rng)[: config.sequences]:
        terms = corpus.terms(i)
        if len(terms) >= 2:
            questions.append(Question(prompt=tuple(terms[:-1]), answer=terms[-1]))
        if len(terms) > 5 and rng.random() < config.short:
            cut = int(rng.integers(3, min(12, len(terms))))
            questions.append(Question(prompt=tuple(terms[:cut]), answer=terms[cut]))
    return questions + make_puzzles(config.puzzles, config.seed)


def further_questions(corpus: Corpus, config: FitConfig) -> list[Question]:
    """Last terms of the dev sequences that come next."""
    shuffled = _shuffled_dev(corpus, config, np.random.default_rng(config.seed))
    chosen = shuffled[config.sequences : config.sequences + config.further]
    terms = [tuple(corpus.terms(i)) for i in chosen]
    return [Question(prompt=t[:-1], answer=t[-1]) for t in terms if len(t) >= 2]


def _shuffled_dev(corpus: Corpus, config: FitConfig, rng: np.random.Generator) -> list[int]:
    shuffled: list[int] = rng.permutation(
        make_split(corpus, config.split, config.seed).dev
    ).tolist()
    return shuffled


def write_examples(path: Path, examples: Sequence[Example]) -> None:
    """Keep what the ensemble reads of the examples, one a line, as packed JSON."""
    with atomic_write(path) as file, gzip.open(file, "wt", encoding="utf-8") as lines:
        for example in examples:
            lines.write(f"{json.dumps(_to_json(example))}\n")


def read_examples(path: Path) -> list[Example]:
    """The examples that were kept; their reasons, in words, were not."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [_from_json(json.loads(line)) for line in lines]


def _to_json(example: Example) -> dict[str, Any]:
    said = {
        name: [[str(p.value), p.evidence] for p in predictions]
        for name, predictions in example.gathered.items()
    }
    terms = [str(term) for term in (*example.question.prompt, example.question.answer)]
    return {"terms": terms, "said": said, "by_people": example.by_people}


def _from_json(value: dict[str, Any]) -> Example:
    *prompt, answer = map(int, value["terms"])
    gathered = {
        name: [
            Prediction(value=int(candidate), score=-rank, by=name, why="", evidence=evidence)
            for rank, (candidate, evidence) in enumerate(predictions)
        ]
        for name, predictions in value["said"].items()
    }
    question = Question(prompt=tuple(prompt), answer=answer)
    return Example(question=question, gathered=gathered, by_people=value.get("by_people", False))
