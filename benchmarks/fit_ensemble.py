"""Fits the ensemble's model on the dev split and on made-up puzzles.

    python -m benchmarks.fit_ensemble --out src/int2vec/models/ensemble.json

needs the OEIS in the data folder. Completers search the training part alone, as they do when the
test split is answered. The shipped model's `first_plain` was set by hand: people's dev questions
are as likely by it as by the line of this fit, and it is never quite sure.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.examples import (
    FitConfig,
    fitting_questions,
    further_questions,
    read_examples,
    write_examples,
)
from int2vec import __version__
from int2vec.corpus import open_corpus
from int2vec.files import write_text
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble.calibration import (
    FORMAT,
    BoostedTrees,
    Calibration,
    Floats,
    Line,
    Tree,
    is_plain,
    log_odds,
)
from int2vec.predict.complete.ensemble.features import (
    candidate_features,
    feature_matrix,
    feature_names,
)
from int2vec.predict.complete.evaluation import Example, collect
from int2vec.predict.complete.questions import read_table
from int2vec.predict.complete.registry import SOURCES, SourcesConfig
from int2vec.progress import followed_by

Gathered = dict[str, list[Prediction]]
WITHOUT_CORPUS = [s.name for s in SOURCES.values() if not s.readings and not s.of_a_model]


@dataclass(frozen=True, kw_only=True)
class BoostingConfig:
    """The size of the model and how fast it learns."""

    trees: int = 300
    depth: int = 5
    rate: float = 0.06
    bins: int = 64
    ridge: float = 10.0  # on leaf values
    least: int = 40  # rows in a leaf
    columns: float = 0.6  # share of features that a node may split on
    seed: int = 0


def fit(
    examples: Sequence[Example], config: FitConfig, boosting: BoostingConfig | None = None
) -> Calibration:
    """The model fitted to these examples, corrected by what it says of some it has not seen."""
    names = feature_names()
    rows = _rows(examples, config, names)
    whole = _fitted(rows, names, config, boosting)
    by_people = np.array([example.by_people for example in examples])
    held = np.arange(len(examples)) % np.where(by_people, 2, config.held_out) == 0
    unseen = _fitted(rows.limited_to(~held[rows.example]), names, config, boosting)
    made, asked = (
        [examples[i] for i in np.flatnonzero(held & kind).tolist()]
        for kind in (~by_people, by_people)
    )
    asked += [replace(e, gathered=_alone(e.gathered)) for e in asked]
    first = _first_line(unseen, made)
    plain = _first_line(unseen, asked, plain=True) if asked else first
    return replace(whole, first=first, first_plain=plain)


def fit_uncorrected(
    examples: Sequence[Example],
    config: FitConfig,
    boosting: BoostingConfig | None = None,
    without: Collection[str] = (),
) -> Calibration:
    """The model fitted to these examples without these features, as it is."""
    names = tuple(name for name in feature_names() if name not in without)
    return _fitted(_rows(examples, config, names), names, config, boosting)


@dataclass(frozen=True, kw_only=True)
class _Rows:
    """Candidates: their features, whether each is right, and which example it belongs to."""

    features: Floats  # (n, d)
    right: NDArray[np.bool_]  # (n,)
    example: NDArray[np.int64]  # (n,)

    def limited_to(self, kept: NDArray[np.bool_]) -> _Rows:
        return _Rows(
            features=self.features[kept], right=self.right[kept], example=self.example[kept]
        )


def _rows(examples: Sequence[Example], config: FitConfig, names: Sequence[str]) -> _Rows:
    rng = np.random.default_rng(config.seed)
    features, right, places = list[Floats](), list[bool](), list[int]()
    for place, example in enumerate(examples):
        seen = [*_seen(example.gathered, config, rng)]
        if example.by_people:
            seen = [example.gathered, _alone(example.gathered)] * config.people
        for gathered in seen:
            found = candidate_features(example.question.prompt, gathered)
            features.append(feature_matrix(list(found.values()), names))
            right += [value == example.question.answer for value in found]
            places += [place] * len(found)
    return _Rows(features=np.concatenate(features), right=np.array(right), example=np.array(places))


def _fitted(
    rows: _Rows, names: tuple[str, ...], config: FitConfig, boosting: BoostingConfig | None
) -> Calibration:
    about = {
        "version": __version__,
        "prompts": len(np.unique(rows.example)),
        "candidates": len(rows.right),
        "split": config.split,
        "seed": config.seed,
    }
    trees = fit_trees(rows.features, rows.right, boosting)
    return Calibration(features=names, trees=trees, about=about)


def _seen(gathered: Gathered, config: FitConfig, rng: np.random.Generator) -> Iterator[Gathered]:
    """The candidates as they are when there is no LSTM, or no corpus either."""
    if "lstm" in gathered and rng.random() < config.without_lstm:
        gathered = {name: found for name, found in gathered.items() if name != "lstm"}
    yield gathered
    if rng.random() < config.alone:
        yield _alone(gathered)


def _alone(gathered: Gathered) -> Gathered:
    """What is said where there is no corpus."""
    return {name: found for name, found in gathered.items() if name in WITHOUT_CORPUS}


def fit_trees(
    rows: Floats, right: NDArray[np.bool_], config: BoostingConfig | None = None
) -> BoostedTrees:
    """Trees fitted to rows (n, d) and whether each was right (n,), by scikit-learn."""
    config = config or BoostingConfig()
    model = HistGradientBoostingClassifier(
        max_iter=config.trees,
        max_depth=config.depth,
        max_leaf_nodes=None,
        learning_rate=config.rate,
        max_bins=config.bins,
        l2_regularization=config.ridge,
        min_samples_leaf=config.least,
        max_features=config.columns,
        early_stopping=False,
        random_state=config.seed,
    )
    return exported(model.fit(rows, right))


def exported(model: HistGradientBoostingClassifier) -> BoostedTrees:
    """The trees of a fitted classifier of two classes, as plain lists."""
    trees = [_tree(predictor.nodes, 0) for (predictor,) in model._predictors]
    return BoostedTrees(float(model._baseline_prediction[0, 0]), trees, model.n_features_in_)


def _tree(nodes: NDArray[Any], i: int) -> Tree:
    node = nodes[i]
    if node["is_leaf"]:
        return float(f"{node['value']:.12g}")
    below, above = (_tree(nodes, int(node[side])) for side in ("left", "right"))
    return [int(node["feature_idx"]), float(node["num_threshold"]), below, above]


def _first_line(model: Calibration, held: Sequence[Example], *, plain: bool = False) -> Line:
    """The line that takes the log-odds of first answers to how often they are right (Platt).

    Where it is the line of plain prompts, the others are left out.
    """
    said, right = list[float](), list[bool]()
    for example in held:
        gathered = {k: v for k, v in example.gathered.items() if k != "lstm"}
        values, shares = model.probabilities(example.question.prompt, gathered)
        if values:
            best = int(np.argmax(shares))
            found = candidate_features(example.question.prompt, gathered)
            if plain and not is_plain(example.question.prompt, found[values[best]]):
                continue
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


def as_json(model: Calibration) -> dict[str, Any]:
    """The layout of `models/ensemble.json`."""
    return {
        "format": FORMAT,
        "about": dict(model.about),
        "first": list(model.first),
        "first_plain": list(model.first_plain or model.first),
        "features": list(model.features),
        "base": model.trees.base,
        "trees": list(model.trees.trees),
    }


def main() -> None:
    """Fit and write the model that ships with the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("src/int2vec/models/ensemble.json"))
    parser.add_argument("--sequences", type=int, default=FitConfig.sequences)
    parser.add_argument("--people", type=Path, default=Path("benchmarks/questions/dev.tsv"))
    parser.add_argument("--model", help="the folder of a trained LSTM, to take part")
    parser.add_argument("--examples", type=Path, help="where to keep what the completers say")
    given = parser.parse_args()
    config = FitConfig(sequences=given.sequences)
    sources = SourcesConfig(corpus="oeis", split=config.split, seed=config.seed, model=given.model)

    if given.examples and given.examples.is_file():
        examples = read_examples(given.examples)
    else:
        corpus = open_corpus("oeis")
        questions, further = fitting_questions(corpus, config), further_questions(corpus, config)
        asked = read_table(given.people)
        with followed_by(
            lambda share, what: print(f"\r{share:6.1%} {what}", end="", file=sys.stderr)
        ):
            examples = list(collect(questions, sources))
            for effort in ("quick", "deep"):
                examples += collect(further, replace(sources, effort=effort))
            examples += [replace(one, by_people=True) for one in collect(asked, sources)]
        if given.examples:
            write_examples(given.examples, examples)
    text = json.dumps(as_json(fit(examples, config)), separators=(",", ":"))
    write_text(given.out, f"{text}\n")
    sys.stderr.write(f"\n{given.out} written\n")


if __name__ == "__main__":
    main()
