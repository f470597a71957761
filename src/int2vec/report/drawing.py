"""Which figures a report has, drawn and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from int2vec.files import open_tensors
from int2vec.report.collect.layout import FILE
from int2vec.report.figures.curves import by_size_figure, frequency_rank_figure, reliability_figure
from int2vec.report.figures.integers import map_figure, panels_figure
from int2vec.report.figures.probes import heat_figure, neuron_figure
from int2vec.report.figures.style import save_both
from int2vec.report.stages import Result, Store
from int2vec.report.tables.extended import heat_rows
from int2vec.report.tables.probes import evenness_neuron

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_figures(results: Mapping[str, Result], store: Store, folder: Path) -> dict[str, str]:
    """The SVG text of each figure by its key, after writing it as SVG and PNG to `folder`."""
    return {key: save_both(draw(), folder, key) for key, draw in _wanted(results, store)}


def _wanted(
    results: Mapping[str, Result], store: Store
) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """The figures that there are results for."""
    if "corpus" in results:
        yield "frequency-rank", lambda: frequency_rank_figure(results["corpus"])
    if "extended" in results:
        yield "heat-map", lambda: heat_figure(*heat_rows(results["extended"]))
    if "neuron" in results:
        neuron = evenness_neuron(results["neuron"])
        if neuron:
            yield "neuron", lambda: neuron_figure(neuron)
    if test := results.get("completion"):
        yield "by-size", lambda: by_size_figure(test)
        if test["calibration"]:
            yield "reliability", lambda: reliability_figure(test)
    if "map" in results:
        tensors, _ = open_tensors(store.place("map") / FILE)
        integers, xy = tensors["integers"].tolist(), tensors["xy"]
        yield "map", lambda: map_figure(integers, xy, results["map"]["label"])
        yield "map-properties", lambda: panels_figure(integers, xy)
