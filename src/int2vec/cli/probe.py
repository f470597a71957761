"""`int2vec probe`: what the vectors know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import JsonOption, emit_json, progress_bar, say, show, stderr
from int2vec.predict.probe.config import SPLITS, ProbeConfig
from int2vec.predict.probe.ranges import ranges_table
from int2vec.predict.probe.result import ProbeTable
from int2vec.predict.probe.shown import (
    accuracy_table,
    checks_table,
    coverage_note,
    neuron_tables,
    parts_in_words,
    r2_table,
    rows_of,
)
from int2vec.report.figures import heat_figure, neuron_figure
from int2vec.report.style import save_figure
from int2vec.session import Session
from int2vec.tables import Table


@app.command()
def probe(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names, folders, files of text vectors, or A+B for both side by side; "
            "all that there are if none is given.",
            metavar="[MODEL]...",
        ),
    ] = None,
    properties: Annotated[
        list[str] | None,
        typer.Option("--property", help="A property or quantity of the catalog; repeatable."),
    ] = None,
    split: Annotated[str, typer.Option(help=f"{', '.join(SPLITS)}.")] = "paper",
    first: Annotated[int, typer.Option(help="The first integer to probe.")] = 1,
    last: Annotated[int, typer.Option(help="The last integer to probe.")] = 2000,
    seeds: Annotated[int, typer.Option(help="How many random draws to average.")] = 1,
    details: Annotated[
        bool,
        typer.Option(help="Intervals, balanced accuracy, AUROC, control labels, code length."),
    ] = False,
    plain: Annotated[bool, typer.Option(help="Leave the baselines out.")] = False,
    ranges: Annotated[
        bool, typer.Option("--ranges", help="Probe integers of rising size, up to 10^9.")
    ] = False,
    neuron: Annotated[
        str | None, typer.Option(help="Show the dimension that carries this property.")
    ] = None,
    figure: Annotated[
        Path | None, typer.Option(help="Draw it: .png, .svg or .pdf; the neuron, or a heat map.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """What linear probes read from the vectors: the paper's two tables, or any property.

    Example: int2vec probe oeis-fasttext --property prime --property square --split random
    """
    config = ProbeConfig(
        first=first,
        last=last,
        split=split,
        seeds=seeds,
        controls=5 if details else 0,
        code=details,
        resamples=1000 if details else 0,
    )
    if neuron is not None:
        _show_neurons(models or [None], neuron, config, figure, json)
        return
    if ranges:
        _show_ranges(models, properties, json)
        return
    with progress_bar("Probing") as progress:
        session = Session(progress=progress)
        table = session.probe(models, properties, config, baselines=not plain)
    if figure is not None:
        title = f"Accuracy of linear probes (tuned, {split} split)"
        drawing = heat_figure(table.to_json(), title=title)
        say(f"Wrote {save_figure(drawing, figure)}", to=stderr)
    if json:
        emit_json(table.to_json())
    else:
        show(*_tables(table, details))


def _tables(table: ProbeTable, details: bool) -> Iterator[Table]:
    found, rows, config = table.to_json(), rows_of(table), table.config
    if table.properties:
        kinds = ("single", "all", "tuned")
        yield replace(
            accuracy_table(found, rows, kinds=kinds, intervals=details),
            title=f"Accuracy of logistic probes: {parts_in_words(config)}",
            caption="single: the dimension most accurate in training. all: C = 1 on raw vectors. "
            "tuned: C and scaling chosen inside the training part. Below a figure: the paper's.",
            notes=coverage_note(found),
        )
    if table.properties and details:
        yield replace(
            checks_table(found, rows),
            title="Checks on the same probes",
            caption="selectivity: all less control labels; by heart: accuracy on control labels in "
            "training. code: how many times shorter the labels become. sd: between random draws.",
        )
    if table.quantities:
        yield replace(
            r2_table(found, rows, intervals=details),
            title=f"R² of linear probes on {config.first}–{config.last}",
            caption="single, all: fitted and scored on the same integers, as in the paper. held "
            f"out: ridge, {config.folds} folds.",
        )


def _show_ranges(models: list[str] | None, properties: list[str] | None, json: bool) -> None:
    with progress_bar("Probing") as progress:
        found = Session(progress=progress).probe_ranges(models, properties)
    if json:
        emit_json(found)
    else:
        show(ranges_table(found))


def _show_neurons(
    models: Sequence[str | None], name: str, config: ProbeConfig, figure: Path | None, json: bool
) -> None:
    session = Session()
    found = [session.neuron(name, config, model=model) for model in models]
    if figure is not None:
        for i, neuron in enumerate(found):
            part = figure if len(found) == 1 else figure.with_stem(f"{figure.stem}-{i + 1}")
            say(
                f"Wrote {save_figure(neuron_figure(neuron.to_json(), titled=True), part)}",
                to=stderr,
            )
    if json:
        emit_json([neuron.to_json() for neuron in found])
    else:
        show(*(table for neuron in found for table in neuron_tables(neuron)))
