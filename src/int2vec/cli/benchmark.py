"""`int2vec benchmark`: questions for everybody, and the scores of anybody's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from int2vec import benchmark
from int2vec.cli.app import benchmark_app
from int2vec.cli.console import (
    CorpusOption,
    JsonOption,
    UsingOption,
    emit_json,
    progress_bar,
    say,
    show,
)
from int2vec.files import read_json, write_json
from int2vec.predict.complete.registry import SourcesConfig, chosen_names
from int2vec.tables import Line, Table, left, right

FolderArgument = Annotated[Path, typer.Argument(help="The folder of the exported questions.")]


@benchmark_app.command(epilog="Example: int2vec benchmark export questions --limit 3000")
def export(
    folder: FolderArgument,
    corpus: CorpusOption = "oeis",
    limit: Annotated[int, typer.Option(min=1, help="Questions of each split.")] = 3_000,
) -> None:
    """Write the questions of every task, without their answers, and a manifest into FOLDER."""
    with progress_bar("export") as progress:
        manifest = benchmark.export(folder, corpus, limit, progress)
    lines = [
        Line([task, f"{about['questions']:,}", f"{task}.jsonl"])
        for task, about in manifest["tasks"].items()
    ]
    show(Table(columns=[*left("task"), *right("questions"), *left("file")], lines=lines))


@benchmark_app.command(epilog="Example: int2vec benchmark answer questions ours.jsonl")
def answer(
    folder: FolderArgument,
    out: Annotated[Path, typer.Argument(help="The file of predictions to write.")],
    corpus: CorpusOption = "oeis",
    using: UsingOption = "",
    model: Annotated[str | None, typer.Option(help="A trained LSTM, or a text model.")] = None,
) -> None:
    """Answer the questions in FOLDER with int2vec itself, each split from its training part."""
    names = chosen_names([name.strip() for name in using.split(",") if name.strip()])
    with progress_bar("answer") as progress:
        config = SourcesConfig(using=names, model=model)
        n = benchmark.answer(folder, out, corpus, config, progress)
    say(f"{n:,} questions answered in {out}")


@benchmark_app.command(epilog="Example: int2vec benchmark score questions ours.jsonl")
def score(
    folder: FolderArgument,
    predictions: Annotated[Path, typer.Argument(help="JSON lines: id, predictions.")],
    corpus: CorpusOption = "oeis",
    name: Annotated[str, typer.Option(help="What the leaderboard calls the answerer.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write a row for a leaderboard.")] = None,
    json: JsonOption = False,
) -> None:
    """Score predictions: shares with 95 % intervals, by size, by kin, and their calibration.

    A line is {"id": "random-00000", "predictions": [{"value": 8, "probability": 0.9}, 13]}: the
    best first, five at most, with probabilities or without.
    """
    with progress_bar("score") as progress:
        scores = benchmark.score(folder, predictions, corpus, progress)
    row = {"name": name or predictions.stem, "tasks": {s.task: s.to_json() for s in scores}}
    if out:
        write_json(out, row)
    if json:
        emit_json(row)
    else:
        show(_scores_table(row))


@benchmark_app.command(epilog="Example: int2vec benchmark leaderboard ours.json theirs.json")
def leaderboard(
    rows: Annotated[list[Path], typer.Argument(help="The rows that 'score --out' wrote.")],
) -> None:
    """Print the rows as a Markdown table, the best on the random split first."""
    read = [read_json(path) for path in rows]
    read.sort(key=lambda row: -row["tasks"].get("random", {}).get("p_at_1", 0.0))
    lines = [
        Line([row["name"], *(_share(row["tasks"].get(task)) for task in benchmark.TASKS)])
        for row in read
    ]
    table = Table(columns=[*left("answered by"), *right(*benchmark.TASKS)], lines=lines)
    say(table.to_markdown())


def _share(figures: dict[str, Any] | None) -> str:
    if figures is None:
        return ""
    low, high = figures["p_at_1_ci95"]
    return f"{figures['p_at_1']:.3f} ({low:.3f}–{high:.3f})"


def _scores_table(row: dict[str, Any]) -> Table:
    figures = right("questions", "missing", "P@1", "95 %", "P@5", "calibration error")
    lines, notes = [], []
    for task, found in row["tasks"].items():
        low, high = found["p_at_1_ci95"]
        error = "" if found["calibration"] is None else f"{found['calibration']:.3f}"
        shares = [f"{found['p_at_1']:.3f}", f"{low:.3f}–{high:.3f}", f"{found['p_at_5']:.3f}"]
        lines.append(Line([task, f"{found['n']:,}", f"{found['missing']:,}", *shares, error]))
        for label, group in {**found["by_size"], **found["by_kin"]}.items():
            notes.append(f"{task}, {label}: {group['n']:,} questions, P@1 {group['p_at_1']:.3f}")
    return Table(columns=[*left("task"), *figures], lines=lines, title=row["name"], notes=notes)
