"""`int2vec evaluate analogies`: how many questions are answered rightly, and by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import emit_json, progress_bar, show
from int2vec.cli.options import JsonOption, ModelsOption
from int2vec.predict.analogy import (
    AnalogyScores,
    Question,
    read_questions,
)
from int2vec.predict.analogy.questions import published_questions
from int2vec.session import Session
from int2vec.tables import Cell, Line, Table, left, right


@evaluate_app.command()
def analogies(
    file: Annotated[
        Path | None, typer.Option(help="A table: a, b, c, answer, wrong options.")
    ] = None,
    model: ModelsOption = None,
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
    with progress_bar("analogies") as progress:
        session = Session(progress=progress)
        results = session.evaluate_analogies(questions, model, scoring=scoring)
    if json:
        emit_json({
            **results[0].to_json(), "source": source, "scoring": scoring,
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
    questions, path = published_questions()
    return questions, path.name if path else "the five questions printed in the paper"


def _show_items(scores: AnalogyScores) -> None:
    main = scores.methods[-1]
    lines = []
    for item in scores.items:
        question, answer = item.question, item.answers[main]
        given = str(answer.value) if answer else "none"
        lines.append(
            Line(
                [
                    f"{question.a} : {question.b} :: {question.c} : ?",
                    str(question.answer),
                    Cell(given, tone="right" if item.right(main) else "wrong"),
                    answer.why if answer else "",
                ]
            )
        )
    show(Table(columns=left("question", "answer", "given", "rule or evidence"), lines=lines))


def _show_scores(results: list[AnalogyScores], source: str) -> None:
    first = results[0]
    columns = [*left("method", "model"), *right("accuracy", "95 %", "answered", "p (vectors)")]
    show(
        Table(
            title=f"{source}: {len(first.items)} questions, chance {first.chance:.3f}",
            columns=columns,
            lines=[
                _score_line(scores, method)
                for scores in results
                for method in scores.methods
                if method != "rules" or scores is first  # rules say the same beside every model
            ],
        )
    )


def _score_line(scores: AnalogyScores, method: str) -> Line:
    low, high = scores.interval(method)
    paired = "vectors" in scores.methods and method != "vectors"
    return Line(
        [
            method,
            "" if method == "rules" else scores.model or "",
            f"{scores.accuracy(method):.3f}",
            f"{low:.3f}–{high:.3f}",
            str(scores.answered(method)),
            f"{scores.paired_p(method, 'vectors'):.2g}" if paired else "",
        ]
    )
