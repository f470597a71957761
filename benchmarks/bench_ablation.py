"""What each completer, each group of rules and each group of features adds to completion.

On dev prompts of the random and of the family split of the OEIS, every completer is asked once;
then one thing at a time is left out, the ensemble is fitted anew, and the P@1 and P@5 that this
loses are printed with 95 % intervals (paired bootstrap). Each half of the prompts is ranked by an
ensemble that was fitted on the other half. What the completers said is kept in the cache folder:
remove its `ablation` to ask them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.examples import FitConfig, fitting_questions, read_examples, write_examples
from benchmarks.fit_ensemble import BoostingConfig, fit_uncorrected
from int2vec.corpus import open_corpus
from int2vec.data import cache_folder
from int2vec.parallel import spread
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.ensemble.features import feature_groups
from int2vec.predict.complete.evaluation import Example, collect
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.complete.rules import RulesCompleter, RulesConfig, rule_groups
from int2vec.predict.intervals import mean_interval
from int2vec.tables import Line, Table, left, right

PROMPTS = {"random": 3_000, "family": 1_500}
SPLITS = tuple(PROMPTS)
BOOSTING = BoostingConfig(trees=120, rate=0.1, columns=1.0)  # quick, and nothing left to chance
Hits = NDArray[np.bool_]  # (n_prompts, 2): whether the answer is the first, and among five
Losses = NDArray[np.int64]  # (n_prompts, 2), each -1, 0 or 1


@dataclass(frozen=True, kw_only=True)
class Ablation:
    """What is left out, and the hits that this costs on each split."""

    kind: str
    name: str
    lost: dict[str, Losses]  # by split


def report() -> Iterator[str]:
    """The tables of all ablations, in Markdown."""
    gathered = {split: _gathered(split) for split in SPLITS}
    whole = {split: hits(examples) for split, examples in gathered.items()}
    for split, found in whole.items():
        first, five = found.mean(axis=0)
        yield f"With everything, {split} split: P@1 {first:.4f}, P@5 {five:.4f}."
    for kind, of_kind in groupby(ablations(gathered, whole), lambda ablation: ablation.kind):
        ranked = sorted(of_kind, key=lambda ablation: -ablation.lost[SPLITS[0]][:, 0].mean())
        yield f"\n## {kind.capitalize()}\n"
        yield _table(ranked).to_markdown()


def ablations(
    gathered: Mapping[str, list[Example]], whole: Mapping[str, Hits]
) -> Iterator[Ablation]:
    """Everything that can be left out, with what that loses."""

    def lost(split: str, examples: Sequence[Example], without: tuple[str, ...] = ()) -> Losses:
        return np.subtract(whole[split], hits(examples, without), dtype=np.int64)

    for name in gathered[SPLITS[0]][0].gathered:
        left = {split: _without(name, examples) for split, examples in gathered.items()}
        losses = {split: lost(split, examples) for split, examples in left.items()}
        yield Ablation(kind="completers", name=name, lost=losses)
    for group in rule_groups():
        left = {split: _without_rules(group, split, gathered[split]) for split in SPLITS}
        losses = {split: lost(split, examples) for split, examples in left.items()}
        yield Ablation(kind="groups of rules", name=group, lost=losses)
    for about, names in feature_groups().items():
        losses = {split: lost(split, examples, names) for split, examples in gathered.items()}
        yield Ablation(kind="groups of features", name=about, lost=losses)


def hits(examples: Sequence[Example], without: tuple[str, ...] = ()) -> Hits:
    """Where the answer is found by an ensemble that was fitted on the other half."""
    found = np.zeros((len(examples), 2), bool)
    config = FitConfig(alone=0.0)
    for half in (0, 1):
        model = fit_uncorrected(examples[1 - half :: 2], config, BOOSTING, without)
        for i in range(half, len(examples), 2):
            question = examples[i].question
            values, shares = model.probabilities(question.prompt, examples[i].gathered)
            best = [values[j] for j in np.argsort(-shares, kind="stable")[:5].tolist()]
            found[i] = best[:1] == [question.answer], question.answer in best
    return found


def _gathered(split: str) -> list[Example]:
    """What every completer says to the dev prompts of a split."""
    path = _folder() / f"{split}.jsonl.gz"
    if not path.is_file():
        config = FitConfig(sequences=PROMPTS[split], short=0.0, puzzles=0, split=split)
        questions = fitting_questions(open_corpus("oeis"), config)
        write_examples(path, list(collect(questions, SourcesConfig(corpus="oeis", split=split))))
    return read_examples(path)


def _without(name: str, examples: Sequence[Example]) -> list[Example]:
    return [
        replace(e, gathered={by: said for by, said in e.gathered.items() if by != name})
        for e in examples
    ]


def _without_rules(group: str, split: str, examples: Sequence[Example]) -> list[Example]:
    """The examples as they are when the rules of a group are not tried."""
    path = _folder() / f"{split}-without-{group.replace(' ', '-')}.jsonl.gz"
    if not path.is_file():
        # Where all rules together are silent, fewer have nothing to say either.
        asked = [example for example in examples if example.gathered["rules"]]
        write_examples(path, list(spread(partial(_by_other_rules, group), asked)))
    by_rules = {example.question: example.gathered["rules"] for example in read_examples(path)}
    return [
        replace(e, gathered={**e.gathered, "rules": by_rules.get(e.question, [])}) for e in examples
    ]


def _by_other_rules(group: str, example: Example) -> Example:
    rules = RulesCompleter(RulesConfig(without=frozenset([group])))
    return replace(example, gathered=Ensemble({"rules": rules}).gather(example.question.prompt))


def _folder() -> Path:
    return cache_folder() / "ablation"


def _table(ablations: Sequence[Ablation]) -> Table:
    columns = [*left("left out")]
    for split in SPLITS:
        columns += right("P@1 lost", "95 %", "P@5 lost", "95 %", group=f"{split} split")
    return Table(columns=columns, lines=[Line([*_cells(ablation)]) for ablation in ablations])


def _cells(ablation: Ablation) -> Iterator[str]:
    yield ablation.name
    for split in SPLITS:
        for lost in ablation.lost[split].T:
            low, high = mean_interval(lost.tolist())
            yield f"{lost.mean():+.4f}"
            yield f"{low:+.4f} to {high:+.4f}"
