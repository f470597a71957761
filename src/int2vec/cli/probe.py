"""`int2vec probe` and `reproduce`: what the vectors know, and the whole report."""

from collections.abc import Sequence
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
    asking,
    progress_bar,
    say,
    stderr,
    tell,
)
from int2vec.predict.probe.config import SPLITS, ProbeConfig
from int2vec.predict.probe.ranges import ranges_table
from int2vec.predict.probe.shown import neuron_tables, probe_tables
from int2vec.report.document import findings_table
from int2vec.report.figures import heat_figure, neuron_figure, save_figure
from int2vec.report.materials import ReproduceConfig
from int2vec.report.reproduce import reproduce as run
from int2vec.session import Session


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
    with asking("Probing") as session:
        if ranges:
            curves = session.probe_ranges(models, properties)
            tell(json, curves, ranges_table(curves))
            return
        table = session.probe(models, properties, config, baselines=not plain)
    if figure is not None:
        title = f"Accuracy of linear probes (tuned, {split} split)"
        written = save_figure(heat_figure(table.to_json(), title=title), figure)
        say(f"Wrote {written}", to=stderr)
    tell(json, table.to_json(), *probe_tables(table, details))


def _show_neurons(
    models: Sequence[str | None], name: str, config: ProbeConfig, figure: Path | None, json: bool
) -> None:
    session = Session()
    found = [session.neuron(name, config, model=model) for model in models]
    said = [neuron.to_json() for neuron in found]
    if figure is not None:
        for i, one in enumerate(said, 1):
            part = figure if len(said) == 1 else figure.with_stem(f"{figure.stem}-{i}")
            say(f"Wrote {save_figure(neuron_figure(one, titled=True), part)}", to=stderr)
    tell(json, said, *(table for neuron in found for table in neuron_tables(neuron)))


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
    brief = [findings_table(made.findings, details=False)] if made.findings else []
    ran = ", ".join(made.ran) or "none, all were in the cache"
    tell(json, made, *brief, f"Stages run: {ran}", f"Report: {made.page.resolve()}")
