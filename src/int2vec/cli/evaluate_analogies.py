"""`int2vec evaluate analogies`: how many questions are answered rightly, and by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import JsonOption
from int2vec.cli.sources import every_vectors, open_vectors
from int2vec.data import data_folder
from int2vec.embeddings import Embeddings
from int2vec.predict.analogy import (
    PAPER_EXAMPLES,
    AnalogyScores,
    Question,
    evaluate_analogies,
    read_questions,
)

PUBLISHED = "benchmarks/number_analogy_tests.tsv"


@evaluate_app.command()
def analogies(
    file: Annotated[
        Path | None, typer.Option(help="A table: a, b, c, answer, wrong options.")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="A model's name, folder or text file; may repeat."),
    ] = None,
    scoring: Annotated[str, typer.Option(help="Vectors by add (3CosAdd) or mul.")] = "add",
    json: JsonOption = False,
) -> None:
    """Answer the questions of a file by vectors, by rules and by both.

    Without --file: the paper's 79 questions where they are in the data folder, else the five
    that it prints. Without --model: every installed model and the text vectors in the data
    folder; the items shown are those of the first.

    Example: int2vec evaluate analogies --file questions.tsv
    """
    questions, source = questions_of(file)
    models: list[Embeddings | None] = [open_vectors(name) for name in model or ()]
    models = models or [*every_vectors()] or [None]
    with progress_bar("analogies") as progress:
        results = [
            evaluate_analogies(questions, vectors, scoring=scoring, progress=progress)  # type: ignore[arg-type]
            for vectors in models
        ]
    if json:
        emit_json({
            **results[0].as_json(), "source": source, "scoring": scoring,
            "models": [
                {"model": r.model, "vectors": r.accuracy("vectors"),
                 "vectors_ci95": r.interval("vectors"), "both": r.accuracy(r.methods[-1])}
                for r in results
            ],
        })  # fmt: skip
        return
    _show_items(results[0])
    _show_scores(results, source)


def questions_of(file: Path | None) -> tuple[list[Question], str]:
    """The questions of a file, of the data folder, or of the paper's page, and their source."""
    if file is not None:
        return read_questions(file), file.name
    published = data_folder() / PUBLISHED
    if published.is_file():
        return read_questions(published), published.name
    return list(PAPER_EXAMPLES), "the five questions printed in the paper"


def _show_items(scores: AnalogyScores) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("question", "answer", "given", "", "rule or evidence"):
        table.add_column(column)
    for item in scores.items:
        question, answer = item.question, item.answers[scores.methods[-1]]
        right = item.right(scores.methods[-1])
        table.add_row(
            f"{question.a} : {question.b} :: {question.c} : ?",
            str(question.answer),
            str(answer.value) if answer else "none",
            "✓" if right else "✗",
            answer.why if answer else "",
        )
    console.print(table)


def _show_scores(results: list[AnalogyScores], source: str) -> None:
    first = results[0]
    title = f"{source}: {len(first.items)} questions, chance {first.chance:.3f}"
    table = Table(title=title, title_justify="left")
    for column in ("method", "model", "accuracy", "95 %", "answered", "p against vectors"):
        table.add_column(column, justify="left" if column in ("method", "model") else "right")
    for scores in results:
        for method in scores.methods:
            if method == "rules" and scores is not first:
                continue
            low, high = scores.interval(method)
            paired = "vectors" in scores.methods and method != "vectors"
            table.add_row(
                method,
                "" if method == "rules" else scores.model or "",
                f"{scores.accuracy(method):.3f}",
                f"{low:.3f}–{high:.3f}",
                str(scores.answered(method)),
                f"{scores.paired_p(method, 'vectors'):.2g}" if paired else "",
            )
    console.print(table)
