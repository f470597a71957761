"""Fits the ensemble's model on the dev split and on made-up puzzles.

    python -m int2vec.predict.complete.ensemble.fitting --out src/int2vec/models/ensemble.json

needs the OEIS in the data folder. Completers search the training part alone, as they do when the
test split is answered.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec import __version__
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus, Progress
from int2vec.files import write_text
from int2vec.predict.complete.base import Completer, Prediction
from int2vec.predict.complete.ensemble import gather
from int2vec.predict.complete.ensemble.calibration import Calibration, log_odds, rates_by_kind
from int2vec.predict.complete.ensemble.features import feature_rows
from int2vec.predict.complete.ensemble.puzzles import make_puzzles
from int2vec.predict.complete.ensemble.trees import BoostingConfig, fit_trees
from int2vec.predict.complete.processes import pool_context
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import WITHOUT_CORPUS, SourcesConfig, make_sources

Gathered = dict[str, list[Prediction]]


@dataclass(frozen=True, kw_only=True)
class FitConfig:
    """What the model is fitted on."""

    sequences: int = 9_000  # of the dev split, each asked for its last term
    short: float = 0.5  # share of them also asked for an early term
    puzzles: int = 1_500
    alone: float = 0.3  # share of prompts also seen without a corpus
    without_lstm: float = 0.6  # share of prompts seen without one, where there is one
    held_out: int = 4  # one prompt in so many corrects the first answers' probabilities
    split: str = "random"
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Example:
    """A question and what every completer says to it."""

    question: Question
    gathered: Gathered


def fitting_questions(corpus: Corpus, config: FitConfig) -> list[Question]:
    """Last terms of dev sequences, early terms of some of them, and puzzles."""
    rng = np.random.default_rng(config.seed)
    dev = make_split(corpus, config.split, config.seed).dev
    questions = []
    for i in rng.permutation(dev)[: config.sequences].tolist():
        terms = corpus.terms(i)
        if len(terms) >= 2:
            questions.append(Question(prompt=tuple(terms[:-1]), answer=terms[-1]))
        if len(terms) > 5 and rng.random() < config.short:
            cut = int(rng.integers(3, min(12, len(terms))))
            questions.append(Question(prompt=tuple(terms[:cut]), answer=terms[cut]))
    return questions + make_puzzles(config.puzzles, config.seed)


def collect(
    questions: Sequence[Question], sources: SourcesConfig, progress: Progress | None = None
) -> Iterator[Example]:
    """Every question with what the completers say, worked out on all cores."""
    make_sources(sources, progress)  # builds what is missing before processes start
    with pool_context().Pool(os.cpu_count() or 1, _start, (sources,)) as pool:
        for n, example in enumerate(pool.imap(_example, questions, chunksize=8), 1):
            if progress:
                progress(n / len(questions), f"{n:,} of {len(questions):,} prompts")
            yield example


_sources: Mapping[str, Completer] = {}


def _start(config: SourcesConfig) -> None:
    global _sources
    _sources = make_sources(config)


def _example(question: Question) -> Example:
    return Example(question=question, gathered=gather(_sources, question.prompt))


def fit(
    examples: Sequence[Example], config: FitConfig, boosting: BoostingConfig | None = None
) -> Calibration:
    """The model fitted to these examples, corrected by what it says of some it has not seen."""
    held = examples[:: config.held_out]
    rest = [e for i, e in enumerate(examples) if i % config.held_out]
    whole = _fit_trees(examples, config, boosting)
    return replace(whole, first=_first_line(_fit_trees(rest, config, boosting), held))


def _fit_trees(
    examples: Sequence[Example], config: FitConfig, boosting: BoostingConfig | None
) -> Calibration:
    rates = rates_by_kind([(e.gathered, e.question.answer) for e in examples])
    rng = np.random.default_rng(config.seed)
    rows, right = list[NDArray[np.float64]](), list[NDArray[np.bool_]]()
    for example in examples:
        seen = [example.gathered]
        if "lstm" in example.gathered and rng.random() < config.without_lstm:
            seen = [{k: v for k, v in example.gathered.items() if k != "lstm"}]
        if rng.random() < config.alone:
            seen.append({k: v for k, v in example.gathered.items() if k in WITHOUT_CORPUS})
        for gathered in seen:
            values, features = feature_rows(example.question.prompt, gathered, rates)
            rows.append(features)
            right.append(np.array([v == example.question.answer for v in values], bool))
    trees = fit_trees(np.concatenate(rows), np.concatenate(right), boosting)
    about = {
        "version": __version__, "prompts": len(examples), "candidates": sum(map(len, right)),
        "split": config.split, "seed": config.seed,
    }  # fmt: skip
    return Calibration(trees=trees, kind_rates=rates, about=about)


def _first_line(model: Calibration, held: Sequence[Example]) -> tuple[float, float]:
    """The line that takes the log-odds of first answers to how often they are right (Platt)."""
    said, right = list[float](), list[bool]()
    for example in held:
        gathered = {k: v for k, v in example.gathered.items() if k != "lstm"}
        values, shares = model.probabilities(example.question.prompt, gathered)
        if values:
            best = int(np.argmax(shares))
            said.append(float(shares[best]))
            right.append(values[best] == example.question.answer)
    odds, truth = log_odds(np.array(said)), np.array(right, float)
    rows = np.column_stack([odds, np.ones_like(odds)])
    straight = line = np.array([1.0, 0.0])  # held to as if one more prompt spoke for it
    for _ in range(25):  # Newton's method on the two numbers
        shares = 1 / (1 + np.exp(-rows @ line))
        curvature = rows.T @ (rows * (shares * (1 - shares))[:, None]) + np.eye(2)
        line = line + np.linalg.solve(curvature, rows.T @ (truth - shares) + straight - line)
    return float(line[0]), float(line[1])


def main() -> None:
    """Fit and write the model that ships with the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("src/int2vec/models/ensemble.json"))
    parser.add_argument("--sequences", type=int, default=FitConfig.sequences)
    parser.add_argument("--model", help="the folder of a trained LSTM, to take part")
    given = parser.parse_args()
    config = FitConfig(sequences=given.sequences)
    questions = fitting_questions(open_corpus("oeis"), config)
    sources = SourcesConfig(corpus="oeis", split=config.split, seed=config.seed, model=given.model)

    def progress(share: float, what: str) -> None:
        sys.stderr.write(f"\r{share:6.1%} {what}")

    examples = list(collect(questions, sources, progress))
    text = json.dumps(fit(examples, config).to_json(), separators=(",", ":"))
    write_text(given.out, f"{text}\n")
    sys.stderr.write(f"\n{given.out} written\n")


if __name__ == "__main__":
    main()
