"""The analogy questions, answered by every set of vectors, by rules and by both."""

from __future__ import annotations

from pathlib import Path

from int2vec.data import data_folder
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy import (
    PAPER_EXAMPLES,
    Question,
    analogy,
    evaluate_analogies,
    read_questions,
)
from int2vec.predict.intervals import wilson
from int2vec.report.materials import Materials, Row
from int2vec.report.stages import Progress, Result

FILE = "benchmarks/number_analogy_tests.tsv"
OPEN_QUESTIONS = ((3, 9, 5), (2, 3, 11), (12, 21, 34), (7, 49, 11), (6, 28, 3))


def question_file() -> Path | None:
    """The published questions, where they are there."""
    path = data_folder() / FILE
    return path if path.is_file() else None


def collect_analogies(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Accuracy of every row's vectors, and of rules with the default row's vectors."""
    path = question_file()
    questions = read_questions(path) if path else list(PAPER_EXAMPLES)
    rows = [row for row in materials.everything() if row.group != "joined"]
    default = next((row for row in rows if row.key.endswith("-fasttext")), None)
    scores = evaluate_analogies(
        questions, default.embeddings if default else None,
        progress=lambda share, what: progress(0.9 * share, what),
    )  # fmt: skip
    vectors = []
    for i, row in enumerate(rows):
        progress(0.9 + 0.1 * i / len(rows), row.label)
        vectors.append(_by_vectors(row, questions))
    return {
        "file": path.name if path else None, "n": len(questions), "chance": scores.chance,
        "default": default.label if default else None, "vectors": vectors,
        "scores": scores.as_json(),
        "open": [
            {"question": question, "answers": [
                {"value": a.value, "why": a.why, "by": a.by}
                for a in analogy(*question, embeddings=default.embeddings if default else None, k=3)
            ]}
            for question in OPEN_QUESTIONS
        ],
    }  # fmt: skip


def _by_vectors(row: Row, questions: list[Question]) -> dict[str, object]:
    hits = answered = 0
    for question in questions:
        try:
            found = analogy(question.a, question.b, question.c, sorted(question.options) or None,
                            embeddings=row.embeddings, method="vectors")  # fmt: skip
        except UnknownIntegerError:
            continue
        answered += bool(found)
        hits += bool(found) and found[0].value == question.answer
    return {
        "key": row.key, "label": row.label, "group": row.group, "paper": row.paper,
        "accuracy": hits / len(questions), "accuracy_ci95": wilson(hits, len(questions)),
        "answered": answered,
    }  # fmt: skip
