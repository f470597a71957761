"""Analogy questions in the published file layout, and how many of them are answered rightly."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from int2vec.data import find_optional
from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy.solver import Answer, analogy, check_options
from int2vec.predict.intervals import paired_p, wilson
from int2vec.predict.questions import read_rows
from int2vec.progress import progress
from int2vec.text import parse_integer

PUBLISHED = "benchmarks/number_analogy_tests.tsv"
PAPER_EXAMPLES = Path(__file__).with_name("paper_examples.tsv")


@dataclass(frozen=True, slots=True)
class Question:
    """a : b :: c : `answer`, with every option in the order in which it was given."""

    a: int
    b: int
    c: int
    answer: int
    options: tuple[int, ...] = ()  # the answer among them; none in an open question


def published_questions() -> tuple[list[Question], Path | None]:
    """The paper's questions (Ryskina & Knight 2021) and their file, or the five that it prints."""
    path = find_optional(PUBLISHED)  # the last of the five misses its equal digit sums by one
    return read_questions(path or PAPER_EXAMPLES), path


def read_questions(path: Path) -> list[Question]:
    """The questions of a tab-separated file: a header, then a, b, c, the answer, wrong options.

    The wrong options are the columns from the fifth to the eighth; further columns are ignored.
    """
    return read_rows(path, ("a", "b", "c", "the answer"), _question)


def _question(cells: list[str]) -> Question:
    a, b, c, answer, *wrong = (parse_integer(cell) for cell in cells[:8] if cell)
    return Question(a, b, c, answer, check_options((answer, *wrong)) if wrong else ())


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

    def row(self, method: str, against: str = "") -> dict[str, Any]:
        """A method's figures, with the p of the exact paired test between it and another one."""
        right, other = self.right(method), against in self.answers and against != method
        return {
            "accuracy": sum(right) / len(right),
            "accuracy_ci95": wilson(sum(right), len(right)),
            "answered": sum(answer is not None for answer in self.answers[method]),
            "paired_p": paired_p(self.right(against), right) if other else None,
        }

    def to_json(self) -> dict[str, Any]:
        """Plain values for a machine; the headline is the last method, the combination."""
        best, items = self.methods[-1], []
        rows = {method: self.row(method, best) for method in self.methods}
        for i, (question, right) in enumerate(zip(self.questions, self.right(best), strict=True)):
            said = {method: answers[i] for method, answers in self.answers.items()}
            first = said[best]
            item = {
                "prediction": first and first.value,
                "correct": right,
                "by": first and first.by,
                "rule": first and first.why,
                "predictions": {method: a and a.value for method, a in said.items()},
            }
            items.append(asdict(question) | item)
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
) -> AnalogyScores:
    """The first answers of some methods to the questions: all, or the rules alone without a model.

    >>> evaluate_analogies(read_questions(PAPER_EXAMPLES)).row("rules")["accuracy"] >= 0.8
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
        progress(i / len(questions), f"question {i} of {len(questions)}")
    name = embeddings.name if embeddings else None
    return AnalogyScores(questions=tuple(questions), answers=answers, model=name)
