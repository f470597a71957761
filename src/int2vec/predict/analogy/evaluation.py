"""How many questions of a file are answered rightly, by rules, by vectors and by both."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy.questions import Question
from int2vec.predict.analogy.solver import Answer, analogy
from int2vec.predict.intervals import paired_p, wilson


@dataclass(frozen=True, kw_only=True)
class AnalogyScores:
    """The first answers of every method to every question; one left open counts as wrong."""

    questions: tuple[Question, ...]
    answers: dict[str, list[Answer | None]]  # by method, one a question
    model: str | None

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods; the last one is the combination."""
        return tuple(self.answers)

    @property
    def chance(self) -> float:
        """The share that a blind choice among the options gets right (0 in an open question)."""
        shares = [1 / len(question.options) for question in self.questions if question.options]
        return sum(shares) / len(self.questions)

    def right(self, method: str) -> list[bool]:
        """For each question, whether the method's answer is the expected one."""
        pairs = zip(self.questions, self.answers[method], strict=True)
        return [answer is not None and answer.value == asked.answer for asked, answer in pairs]

    def answered(self, method: str) -> int:
        """The number of questions that the method answers at all."""
        return sum(answer is not None for answer in self.answers[method])

    def accuracy(self, method: str) -> float:
        """The share of right answers."""
        return sum(self.right(method)) / len(self.questions)

    def interval(self, method: str) -> tuple[float, float]:
        """The 95 % Wilson interval of the accuracy."""
        return wilson(sum(self.right(method)), len(self.questions))

    def paired_p(self, first: str, second: str) -> float:
        """The p of the exact paired test between two methods."""
        return paired_p(self.right(first), self.right(second))

    def to_json(self) -> dict[str, Any]:
        """Plain values for a machine; the headline is the last method, the combination."""
        best = self.methods[-1]
        rows = {
            method: {
                "accuracy": self.accuracy(method),
                "accuracy_ci95": self.interval(method),
                "answered": self.answered(method),
                "paired_p": self.paired_p(best, method) if method != best else None,
            }
            for method in self.methods
        }
        items = []
        for i, (question, right) in enumerate(zip(self.questions, self.right(best), strict=True)):
            said = {method: answers[i] for method, answers in self.answers.items()}
            first = said[best]
            items.append(
                {
                    **asdict(question),
                    "prediction": first.value if first else None,
                    "correct": right,
                    "by": first.by if first else None,
                    "rule": first.why if first else None,
                    "predictions": {method: a.value if a else None for method, a in said.items()},
                }
            )
        return {
            "n": len(self.questions),
            "accuracy": rows[best]["accuracy"],
            "accuracy_ci95": rows[best]["accuracy_ci95"],
            "method": best,
            "model": self.model,
            "chance": self.chance,
            "methods": rows,
            "items": items,
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

    >>> from int2vec.predict.analogy.questions import PAPER_EXAMPLES, read_questions
    >>> evaluate_analogies(read_questions(PAPER_EXAMPLES)).accuracy("rules") >= 0.8
    True
    """
    methods = methods or (("vectors", "rules", "both") if embeddings else ("rules",))
    answers: dict[str, list[Answer | None]] = {method: [] for method in methods}
    for i, asked in enumerate(questions, 1):
        # The options are shown in rising order, so that the place of the answer in the file,
        # which comes first there, can never help.
        prompt = (asked.a, asked.b, asked.c, sorted(asked.options) or None)
        for method in methods:
            found: list[Answer] = []
            with suppress(UnknownIntegerError):
                found = analogy(*prompt, using=method, scoring=scoring, embeddings=embeddings)
            answers[method].append(found[0] if found else None)
        if progress:
            progress(i / len(questions), f"question {i} of {len(questions)}")
    name = embeddings.name if embeddings else None
    return AnalogyScores(questions=tuple(questions), answers=answers, model=name)
