"""`int2vec probe`: what the vectors know."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar, stderr
from int2vec.cli.options import JsonOption
from int2vec.cli.probe_tables import accuracy_tables, details_tables, neuron_table, r2_table
from int2vec.data import data_folder
from int2vec.embed.concat import concatenate
from int2vec.embed.text import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.models import DEFAULT, installed, load
from int2vec.predict.probe import SPLITS, ProbeConfig, baselines, find_neuron
from int2vec.predict.probe import probe as run_probe
from int2vec.predict.probe.tables import sort_names
from int2vec.report.probe_figures import neuron_picture, probe_heatmap, save_figure

_TEXT_ENDINGS = (".txt", ".vec", ".bin", ".gz", ".bz2", ".zip")


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
        typer.Option("--property", help="A property or quantity of the catalogue; repeatable."),
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
        first=first, last=last, split=split, seeds=seeds,
        controls=5 if details else 0, code=details, resamples=1000 if details else 0,
    )  # fmt: skip
    if neuron is not None:
        _show_neurons(models or [DEFAULT], neuron, config, figure, json)
        return
    if properties:
        sort_names(properties)  # a wrong name fails before anything is loaded
    embeddings = open_all(models)
    rows = embeddings if plain else embeddings + baselines(embeddings, config.integers)
    with progress_bar("Probing") as progress:
        table = run_probe(rows, properties, config, progress=progress)
    if figure is not None:
        where = save_figure(probe_heatmap(table, "tuned"), figure)
        stderr.print(f"Wrote {where}", highlight=False, soft_wrap=True)
    if json:
        emit_json(table.to_json())
        return
    if table.properties:
        width = console.width
        for part in details_tables(table) if details else accuracy_tables(table, width):
            console.print(part)
    if table.quantities:
        console.print(r2_table(table))


def open_all(models: list[str] | None) -> list[Embeddings]:
    """The embeddings named, or every one installed and in the data folder."""
    if models:
        return [open_one(model) for model in models]
    found = [open_one(model.name) for model in installed()]
    folder = data_folder() / "vectors"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    texts = [read_text_vectors(file) for file in files if file.suffix in _TEXT_ENDINGS]
    pairs = [
        concatenate([ours, text])
        for ours in found
        for text in texts
        if ours.name == DEFAULT and "fasttext" in text.name.lower()
    ]
    if not found and not texts:
        raise InputError("no model is installed and the data folder holds no text vectors; "
                         "'int2vec train fasttext' makes a model")  # fmt: skip
    return found + texts + pairs


def open_one(model: str) -> Embeddings:
    """The embeddings of a name, a folder, a file of text vectors, or of several joined by +."""
    if Path(model).is_file():
        return read_text_vectors(model)
    if "+" in model and not Path(model).exists():
        return concatenate([open_one(part) for part in model.split("+")])
    vectors = load(model)
    vectors.name = Path(model).name  # what a person calls it, whatever it was trained as
    return vectors


def _show_neurons(
    models: list[str], name: str, config: ProbeConfig, figure: Path | None, json: bool
) -> None:
    found = [find_neuron(open_one(model), name, config) for model in models]
    if figure is not None:
        for i, neuron in enumerate(found):
            part = figure if len(found) == 1 else figure.with_stem(f"{figure.stem}-{i + 1}")
            where = save_figure(neuron_picture(neuron), part)
            stderr.print(f"Wrote {where}", highlight=False, soft_wrap=True)
    if json:
        emit_json([neuron.to_json() for neuron in found])
        return
    for neuron in found:
        console.print(neuron_table(neuron))
