"""`int2vec reproduce`: from a corpus to the finished report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import (
    CorpusOption,
    DeviceOption,
    JsonOption,
    SeedOption,
    SplitOption,
    emit_json,
    progress_bar,
    say,
    show,
)
from int2vec.report.document import findings_table
from int2vec.report.materials import ReproduceConfig
from int2vec.report.reproduce import reproduce as run


@app.command(epilog="Example: int2vec reproduce --corpus catalog --fast --out out/demo")
def reproduce(
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")],
    corpus: CorpusOption = "catalog",
    split: SplitOption = "random",
    fast: Annotated[bool, typer.Option("--fast", help="Small models, small samples.")] = False,
    models: Annotated[
        Path | None,
        typer.Option(help="A folder of trained models, CORPUS-METHOD each, to load not train."),
    ] = None,
    text_model: Annotated[
        str | None,
        typer.Option(help="A text language model to ask the aptitude questions, such as gpt2."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="A stage to run, with those it needs; may repeat."),
    ] = None,
    seed: SeedOption = 0,
    device: DeviceOption = "auto",
    workers: Annotated[
        int, typer.Option(help="Processes; 0: all cores; 1: the same results every time.")
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Measure everything that the paper measured, and more, and write a report.

    Stages whose inputs have not changed are read from the cache; a run that was stopped goes on
    where it was.
    """
    config = ReproduceConfig(
        out=out,
        corpus=corpus,
        split=split,
        seed=seed,
        fast=fast,
        device=device,
        models=models,
        text_model=text_model,
        only=tuple(only or ()),
        workers=workers,
    )
    with progress_bar("reproduce") as progress:
        made = run(config, progress)
    if json:
        emit_json(made)
        return
    if made.findings:
        show(findings_table(made.findings, details=False))
    ran = ", ".join(made.ran) or "none, all were in the cache"
    say(f"Stages run: {ran}")
    say(f"Report: {made.page.resolve()}")
