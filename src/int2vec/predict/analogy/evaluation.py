"""How many questions of a file are answered rightly, by rules, by vectors and by both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy.questions import Question
from int2vec.predict.analogy.solver import Answer, analogy
from int2vec.predict.intervals import paired_p, wilson


@dataclass(frozen=True, kw_only=True)
class AnalogyItem:
    """One question with the first answer of each method, None where a method has none."""

    question: Question
    answers: dict[str, Answer | None]

    def right(self, method: str) -> bool:
        """Whether the first answer of this method is the expected one."""
        answer = self.answers.get(method)
        return answer is not None and answer.value == self.question.answer


@dataclass(frozen=True, kw_only=True)
class AnalogyScores:
    """The answers of every method to every question; a question left open counts as wrong."""

    items: tuple[AnalogyItem, ...]
    methods: tuple[str, ...]
    model: str | None

    @property
    def chance(self) -> float:
        """The share that a blind choice among the options gets right (0 in an open question)."""
        shares = [1 / len(i.question.options) for i in self.items if i.question.options]
        return sum(shares) / len(self.items)

    def hits(self, method: str) -> int:
        """The number of right answers."""
        return sum(item.right(method) for item in self.items)

    def answered(self, method: str) -> int:
        """The number of questions that the method answers at all."""
        return sum(item.answers.get(method) is not None for item in self.items)

    def accuracy(self, method: str) -> float:
        """The share of right answers."""
        return self.hits(method) / len(self.items)

    def interval(self, method: str) -> tuple[float, float]:
        """The 95 % Wilson interval of the accuracy."""
        return wilson(self.hits(method), len(self.items))

    def paired_p(self, first: str, second: str) -> float:
        """The p of the exact paired test between two methods."""
        hits = [[item.right(method) for item in self.items] for method in (first, second)]
        return paired_p(*hits)

    def to_json(self) -> dict[str, Any]:
        """Plain values for a machine; the headline is the last method, the combination."""
        best = self.methods[-1]
        return {
            "n": len(self.items),
            "accuracy": self.accuracy(best),
            "accuracy_ci95": self.interval(best),
            "method": best,
            "model": self.model,
            "chance": self.chance,
            "methods": {
                method: {
                    "accuracy": self.accuracy(method),
                    "accuracy_ci95": self.interval(method),
                    "answered": self.answered(method),
                    "paired_p": self.paired_p(best, method) if method != best else None,
                }
                for method in self.methods
            },
            "items": [self._item_json(item) for item in self.items],
        }

    def _item_json(self, item: AnalogyItem) -> dict[str, object]:
        best = item.answers.get(self.methods[-1])
        question = item.question
        return {
            "a": question.a,
            "b": question.b,
            "c": question.c,
            "answer": question.answer,
            "options": question.options,
            "prediction": best.value if best else None,
            "correct": item.right(self.methods[-1]),
            "by": best.by if best else None,
            "rule": best.why if best else None,
            "predictions": {m: a.value if a else None for m, a in item.answers.items()},
        }


def evaluate_analogies(
    questions: Sequence[Question],
    embeddings: Embeddings | None = None,
    *,
    scoring: str = "add",
    methods: tuple[str, ...] = (),
    progress: Callable[[float, str], None] | None = None,
) -> AnalogyScores:
    """The first answers of some methods to the questions: all, or the rules alone without a model.

    >>> from int2vec.predict.analogy.questions import PAPER_EXAMPLES
    >>> evaluate_analogies(PAPER_EXAMPLES).hits("rules") >= 4
    True
    """
    methods = methods or (("vectors", "rules", "both") if embeddings else ("rules",))
    items = []
    for i, question in enumerate(questions):
        answers: dict[str, Answer | None] = {
            method: _first(question, method, embeddings, scoring) for method in methods
        }
        items.append(AnalogyItem(question=question, answers=answers))
        if progress:
            progress((i + 1) / len(questions), f"question {i + 1} of {len(questions)}")
    name = embeddings.name if embeddings else None
    return AnalogyScores(items=tuple(items), methods=methods, model=name)


def _first(
    question: Question, method: str, embeddings: Embeddings | None, scoring: str
) -> Answer | None:
    # The options are shown in rising order, so that the place of the answer in the file,
    # which comes first there, can never help.
    options = sorted(question.options) or None
    try:
        prompt = (question.a, question.b, question.c)
        found = analogy(*prompt, options, using=method, scoring=scoring, embeddings=embeddings)
    except UnknownIntegerError:
        return None
    return found[0] if found else None
