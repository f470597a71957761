"""How often the next term is found: shares, intervals, paired tests, calibration."""

import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from int2vec.errors import InputError
from int2vec.parallel import spread
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import CANDIDATES, Ensemble
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import (
    BASELINES,
    SourcesConfig,
    kept_sources,
    make_index,
    make_sources,
)
from int2vec.predict.intervals import paired_p, wilson
from int2vec.progress import progress

SIZES = ((10, "below 10"), (100, "10 to 99"), (1_000, "100 to 999"), (10**6, "to 999,999"))
LARGEST = "1,000,000 and up"
_BINS = 10
SHOWN = 5  # predictions of each method


@dataclass(frozen=True, kw_only=True)
class Example:
    """A question and what every completer says to it."""

    question: Question
    gathered: dict[str, list[Prediction]]
    by_people: bool = False  # asked by people, not made from sequences


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A question with the best predictions of every method, the main one's in full."""

    question: Question
    predictions: list[Prediction]
    values: dict[str, list[int]]  # by method, best first

    def right(self, method: str, k: int) -> bool:
        """Whether the answer is among the first `k` of a method."""
        return self.question.answer in self.values[method][:k]

    def to_json(self) -> dict[str, Any]:
        """The question and what the main method says."""
        names = ("value", "probability", "by", "why")
        said = [{name: getattr(p, name) for name in names} for p in self.predictions]
        return {**asdict(self.question), "predictions": said}


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What every method said to every question; the first method is the main one."""

    answered: list[Answered]
    methods: tuple[str, ...]
    seconds: float
    ceilings: dict[str, float] = field(default_factory=dict)  # of methods with a vocabulary
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The number of questions."""
        return len(self.answered)

    def hits(self, method: str, k: int) -> list[bool]:
        """For each question, whether the answer is among the first `k`."""
        return [item.right(method, k) for item in self.answered]

    def row(self, method: str) -> dict[str, Any]:
        """A method's figures, with the p-value of the paired test against the main one."""
        row: dict[str, Any] = {"answered": sum(bool(item.values[method]) for item in self.answered)}
        for k in (1, 5):
            hits = self.hits(method, k)
            row[f"p_at_{k}"] = sum(hits) / max(self.n, 1)
            row[f"p_at_{k}_ci95"] = list(wilson(sum(hits), self.n))
            if method != self.methods[0]:
                row[f"p_value_at_{k}"] = paired_p(self.hits(self.methods[0], k), hits)
        if method in self.ceilings:
            row["ceiling"] = self.ceilings[method]
        return row

    def sizes(self) -> dict[str, list[Answered]]:
        """The questions by the size of the answer, the smallest first."""
        groups: dict[str, list[Answered]] = {}
        for item in sorted(self.answered, key=lambda item: abs(item.question.answer)):
            size = abs(item.question.answer)
            label = next((label for top, label in SIZES if size < top), LARGEST)
            groups.setdefault(label, []).append(item)
        return groups

    def by_size(self) -> dict[str, dict[str, Any]]:
        """The main method's figures, split by the size of the answer."""
        rows = {}
        for label, items in self.sizes().items():
            row = replace(self, answered=items).row(self.methods[0])
            rows[label] = {"n": len(items), "p_at_1": row["p_at_1"], "p_at_5": row["p_at_5"]}
        return rows

    def calibration(self) -> dict[str, Any] | None:
        """How well the probabilities of the first answers keep their word."""
        pairs = [
            (item.predictions[0].probability, item.right(self.methods[0], 1))
            for item in self.answered
            if item.predictions and item.predictions[0].probability is not None
        ]
        if not pairs:
            return None
        bins, error = [], 0.0
        for i in range(_BINS):
            inside = [(p, r) for p, r in pairs if min(int(p * _BINS), _BINS - 1) == i]
            if inside:
                said, right = (sum(column) / len(inside) for column in zip(*inside, strict=True))
                bins.append({"from": i / _BINS, "n": len(inside), "said": said, "right": right})
                error += len(inside) / len(pairs) * abs(said - right)
        sure = [right for p, right in pairs if p >= 0.9]
        surely = {
            "n": len(sure),
            "share": len(sure) / self.n,
            "precision": sum(sure) / len(sure) if sure else None,
            "precision_ci95": list(wilson(sum(sure), len(sure))),
        }
        return {"expected_calibration_error": error, "bins": bins, "sure": surely}

    def to_json(self) -> dict[str, Any]:
        """The layout that `evaluate completion --json` prints."""
        return {
            "n": self.n,
            **self.row(self.methods[0]),
            "seconds": self.seconds,
            "method": self.methods[0],
            **self.about,
            "methods": {method: self.row(method) for method in self.methods},
            "by_size": self.by_size(),
            "calibration": self.calibration(),
            "items": [item.to_json() for item in self.answered],
        }


def collect(
    questions: Sequence[Question],
    config: SourcesConfig,
    *,
    k: int = CANDIDATES,
    processes: int | None = None,
) -> Iterator[Example]:
    """Every question with what the completers say, worked out on all cores."""
    index = make_index(config, config.readings)  # built before processes start
    fingerprint = index.fingerprint if index else None
    work = partial(_asked, config, fingerprint, k)
    for n, example in enumerate(spread(work, questions, processes), 1):
        progress(n / len(questions), f"{n:,} of {len(questions):,}")
        yield example


def _asked(config: SourcesConfig, fingerprint: str | None, k: int, question: Question) -> Example:
    ensemble = Ensemble(kept_sources(config, fingerprint))
    return Example(question=question, gathered=ensemble.gather(question.prompt, k))


def evaluate(
    questions: Sequence[Question], config: SourcesConfig, *, processes: int | None = None
) -> Evaluation:
    """What the chosen sources say to these questions, worked out on all cores.

    One source alone speaks for itself; several are ranked by the ensemble. Where none are named,
    the paper's baselines answer beside it.
    """
    if not questions:
        problem = "there are no questions: the test part holds no sequence of two terms or more"
        raise InputError(f"{problem}; give a larger corpus, or questions of your own")
    ranked = tuple(source.name for source in config.sources)
    if config.corpus and not config.using:
        config = replace(config, using=ranked + BASELINES)
    k = CANDIDATES if len(config.sources) > 1 else SHOWN
    started = time.monotonic()
    examples = collect(questions, config, processes=processes, k=k)
    answered = [_answered(example, ranked) for example in examples]
    limited = tuple(source.name for source in config.sources if source.of_a_vocabulary)
    vocabularies = make_sources(replace(config, using=limited), None) if limited else {}
    return Evaluation(
        answered=answered,
        methods=tuple(answered[0].values),
        seconds=time.monotonic() - started,
        ceilings={
            name: sum(question.answer in vocabulary for question in questions) / len(questions)
            for name, vocabulary in vocabularies.items()
            if isinstance(vocabulary, Container)
        },
    )


def _answered(example: Example, ranked: Sequence[str]) -> Answered:
    """What the main method and each source say; several are ranked, one alone speaks for itself."""
    question, gathered = example.question, example.gathered
    values = {name: [p.value for p in found[:SHOWN]] for name, found in gathered.items()}
    if len(gathered) == 1:
        (predictions,) = gathered.values()
        return Answered(question=question, predictions=predictions, values=values)
    together = {name: found for name, found in gathered.items() if name in ranked}
    predictions = Ensemble({}).rank(question.prompt, together)[:SHOWN]
    values = {"ensemble": [p.value for p in predictions], **values}
    return Answered(question=question, predictions=predictions, values=values)
