"""How often the next term is found: shares, intervals, paired tests, calibration."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from int2vec.corpus.store import Progress
from int2vec.errors import InputError
from int2vec.parallel import spread
from int2vec.predict.complete.base import Completer, Prediction
from int2vec.predict.complete.ensemble import CANDIDATES, Ensemble, gather
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import (
    BASELINES,
    SourcesConfig,
    kept_sources,
    make_index,
)
from int2vec.predict.intervals import paired_p, wilson

SIZES = ((10, "below 10"), (100, "10 to 99"), (1_000, "100 to 999"), (10**6, "to 999,999"))
LARGEST = "1,000,000 and up"
_BINS = 10
_SHOWN = 5  # predictions of each method


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A question with the best predictions of every method, the main one's in full."""

    question: Question
    predictions: list[Prediction]
    values: dict[str, list[int]]  # by method, best first

    def right(self, method: str, k: int) -> bool:
        """Whether the answer is among the first `k` of a method."""
        return self.question.answer in self.values[method][:k]


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
        n, (first, five) = self.n, (self.hits(method, k) for k in (1, 5))
        row: dict[str, Any] = {
            "answered": sum(bool(item.values[method]) for item in self.answered),
            "p_at_1": sum(first) / n if n else 0.0, "p_at_5": sum(five) / n if n else 0.0,
            "p_at_1_ci95": list(wilson(sum(first), n)), "p_at_5_ci95": list(wilson(sum(five), n)),
        }  # fmt: skip
        if method in self.ceilings:
            row["ceiling"] = self.ceilings[method]
        if method != self.methods[0]:
            row["p_value_at_1"] = paired_p(self.hits(self.methods[0], 1), first)
            row["p_value_at_5"] = paired_p(self.hits(self.methods[0], 5), five)
        return row

    def sizes(self) -> dict[str, list[Answered]]:
        """The questions by the size of the answer, the smallest first."""
        groups: dict[str, list[Answered]] = {
            label: [] for label in (*(s for _, s in SIZES), LARGEST)
        }
        for item in self.answered:
            size = abs(item.question.answer)
            groups[next((label for top, label in SIZES if size < top), LARGEST)].append(item)
        return {label: items for label, items in groups.items() if items}

    def by_size(self) -> dict[str, dict[str, Any]]:
        """The main method's figures, split by the size of the answer."""
        main = self.methods[0]
        return {
            label: {
                "n": len(items),
                "p_at_1": sum(item.right(main, 1) for item in items) / len(items),
                "p_at_5": sum(item.right(main, 5) for item in items) / len(items),
            }
            for label, items in self.sizes().items()
        }

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
        return {
            "expected_calibration_error": error, "bins": bins,
            "sure": {
                "n": len(sure), "share": len(sure) / self.n,
                "precision": sum(sure) / len(sure) if sure else None,
                "precision_ci95": list(wilson(sum(sure), len(sure))),
            },
        }  # fmt: skip

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
            "items": [
                {
                    "prompt": list(item.question.prompt), "answer": item.question.answer,
                    "predictions": [
                        {"value": p.value, "probability": p.probability, "by": p.by, "why": p.why}
                        for p in item.predictions
                    ],
                }
                for item in self.answered
            ],
        }  # fmt: skip


def evaluate(
    questions: Sequence[Question],
    config: SourcesConfig,
    *,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """What the chosen sources say to these questions, worked out on all cores.

    One source alone speaks for itself; several are ranked by the ensemble. Where none are named,
    the paper's baselines answer beside it.
    """
    if not questions:
        raise InputError(
            "there are no questions: the test part holds no sequence of two terms or more; "
            "give a larger corpus, or questions of your own"
        )
    ranked = tuple(source.name for source in config.sources)
    baselines = BASELINES if not config.using and config.corpus else ()
    asked = replace(config, using=ranked + baselines) if baselines else config
    index = make_index(asked, asked.readings, progress)
    answerer = _Answerer(asked, ranked, index.fingerprint if index else None)
    started = time.monotonic()
    answered = list(spread(answerer, questions, processes, progress))
    return Evaluation(
        answered=answered,
        methods=tuple(answered[0].values),
        seconds=time.monotonic() - started,
        ceilings=_ceilings(answerer.sources, questions),
    )


@dataclass(frozen=True)
class _Answerer:
    """Answers a question with the main method and with each source; picklable."""

    config: SourcesConfig
    ranked: tuple[str, ...]  # by the ensemble, the main method; one alone is the main method
    fingerprint: str | None

    @property
    def sources(self) -> dict[str, Completer]:
        return kept_sources(self.config, self.fingerprint)

    def __call__(self, question: Question) -> Answered:
        alone = len(self.config.using) == 1
        gathered = gather(self.sources, question.prompt, _SHOWN if alone else CANDIDATES)
        values = {name: [p.value for p in found[:_SHOWN]] for name, found in gathered.items()}
        if alone:
            (predictions,) = gathered.values()
            return Answered(question=question, predictions=predictions, values=values)
        together = {name: gathered[name] for name in self.ranked if name in gathered}
        predictions = Ensemble(self.sources).rank(question.prompt, together)[:_SHOWN]
        values = {"ensemble": [p.value for p in predictions], **values}
        return Answered(question=question, predictions=predictions, values=values)


def _ceilings(sources: Mapping[str, Completer], questions: Sequence[Question]) -> dict[str, float]:
    """The share of answers that a completer with a vocabulary can give at all."""
    return {
        name: sum(question.answer in source for question in questions) / len(questions)
        for name, source in sources.items()
        if isinstance(source, Container)
    }
