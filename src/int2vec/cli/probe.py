"""`int2vec probe` and `reproduce`: what the vectors know, and the whole report."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from int2vec.cli.app import Told, command
from int2vec.cli.console import asking, progress_bar, say, stderr
from int2vec.predict.probe.config import SPLITS, ProbeConfig
from int2vec.predict.probe.ranges import ranges_table
from int2vec.predict.probe.shown import neuron_tables, probe_tables
from int2vec.report.document import findings_table
from int2vec.report.figures import drawn, heat_figure, neuron_figure, save_figure
from int2vec.report.materials import ReproduceConfig
from int2vec.report.reproduce import reproduce as run
from int2vec.session import Session


@command(splits=", ".join(SPLITS))
def probe(
    models: list[str] | None = None,
    *,
    properties: list[str] | None = None,
    split: str = "paper",
    first: int = 1,
    last: int = 2000,
    seeds: int = 1,
    details: bool = False,
    plain: bool = False,
    ranges: bool = False,
    neuron: str | None = None,
    figure: Path | None = None,
) -> Told:
    """What linear probes read from the vectors: the paper's two tables, or any property."""
    config = ProbeConfig(first=first, last=last, split=split, seeds=seeds)
    if details:
        config = replace(config, controls=5, code=True, resamples=1000)
    if neuron is not None:
        return _neurons(models or [None], neuron, config, figure)
    with asking("Probing") as session:
        if ranges:
            curves = session.probe_ranges(models, properties)
            return curves, ranges_table(curves)
        table = session.probe(models, properties, config, baselines=not plain)
    if figure is not None:
        title = f"Accuracy of linear probes (tuned, {split} split)"
        written = save_figure(drawn(heat_figure, table.to_json(), title=title), figure)
        say(f"Wrote {written}", to=stderr)
    return table.to_json(), *probe_tables(table, details)


def _neurons(
    models: Sequence[str | None], name: str, config: ProbeConfig, figure: Path | None
) -> Told:
    session = Session()
    found = [session.neuron(name, config, model=model) for model in models]
    said = [neuron.to_json() for neuron in found]
    if figure is not None:
        for i, one in enumerate(said, 1):
            part = figure if len(said) == 1 else figure.with_stem(f"{figure.stem}-{i}")
            where, share = f"dimension {one['dimension']}", f"{one['alone']['accuracy']:.2f}"
            title = f"{name} in {one['embedding']}: {where}, accuracy {share} on unseen integers"
            say(f"Wrote {save_figure(drawn(neuron_figure, one, title), part)}", to=stderr)
    return said, *(table for neuron in found for table in neuron_tables(neuron))


@command(takes=ReproduceConfig)
def reproduce(config: ReproduceConfig) -> Told:
    """Measure everything that the paper measured, and more, and write a report."""
    with progress_bar("reproduce") as progress:
        made = run(config, progress)
    brief = [findings_table(made.findings, details=False)] if made.findings else []
    ran = ", ".join(made.ran) or "none, all were in the cache"
    return made, *brief, f"Stages run: {ran}", f"Report: {made.page.resolve()}"
