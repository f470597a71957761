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
from functools import cache, partial
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
from int2vec.tables import Line, Table, table_of

PROMPTS = {"random": 3_000, "family": 1_500}
SPLITS = tuple(PROMPTS)
BOOSTING = BoostingConfig(trees=120, rate=0.1, columns=1.0)  # quick, and nothing left to chance
Hits = NDArray[np.bool_]  # (n_prompts, 2): whether the answer is the first, and among five
Lost = dict[str, NDArray[np.int64]]  # by split: (n_prompts, 2), each -1, 0 or 1
COMPLETERS, RULES, FEATURES = "completers", "groups of rules", "groups of features"


@dataclass(frozen=True, kw_only=True)
class Ablation:
    """What is left out, and whether the answers are found without it."""

    kind: str
    name: str
    found: dict[str, Hits]  # by split


def report() -> Iterator[str]:
    """The tables of all ablations, in Markdown."""
    for split in SPLITS:  # asked here, on all cores, before each ablation is worked out on one
        for group in rule_groups():
            _without_rules(group, split, _gathered(split))
    whole, *ablations = spread(_ablated, [("", ""), *_parts()])
    for split, found in whole.found.items():
        first, five = found.mean(axis=0)
        yield f"With everything, {split} split: P@1 {first:.4f}, P@5 {five:.4f}."
    for kind, of_kind in groupby(ablations, lambda ablation: ablation.kind):
        lost = {a.name: _lost(whole, a) for a in of_kind}
        ranked = sorted(lost, key=lambda name: -lost[name][SPLITS[0]][:, 0].mean())
        yield f"\n## {kind.capitalize()}\n"
        yield _table({name: lost[name] for name in ranked}).to_markdown()


def _parts() -> Iterator[tuple[str, str]]:
    """Everything that can be left out: what kind of part it is, and its name."""
    yield from ((COMPLETERS, name) for name in _gathered(SPLITS[0])[0].gathered)
    yield from ((RULES, group) for group in rule_groups())
    yield from ((FEATURES, about) for about in feature_groups())


def _ablated(part: tuple[str, str]) -> Ablation:
    kind, name = part
    found = {}
    for split in SPLITS:
        examples = _gathered(split)
        if kind == COMPLETERS:
            examples = _without(name, examples)
        elif kind == RULES:
            examples = _without_rules(name, split, examples)
        found[split] = hits(examples, feature_groups()[name] if kind == FEATURES else ())
    return Ablation(kind=kind, name=name, found=found)


def _lost(whole: Ablation, ablation: Ablation) -> Lost:
    return {
        split: np.subtract(found, ablation.found[split], dtype=np.int64)
        for split, found in whole.found.items()
    }


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


@cache
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


def _table(losses: Mapping[str, Lost]) -> Table:
    figures = ("P@1 lost", "95 %", "P@5 lost", "95 %")
    columns = ["left out", *(f">{split} split: {one}" for split in SPLITS for one in figures)]
    lines = [Line([name, *_cells(lost)]) for name, lost in losses.items()]
    return table_of(lines, columns)


def _cells(losses: Lost) -> Iterator[str]:
    for split in SPLITS:
        for lost in losses[split].T:
            low, high = mean_interval(lost.tolist())
            yield f"{lost.mean():+.4f}"
            yield f"{low:+.4f} to {high:+.4f}"
