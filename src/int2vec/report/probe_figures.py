"""Pictures of probes that stand alone: a neuron's values, and what each embedding knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from int2vec.arithmetic import PROPERTIES
from int2vec.errors import InputError
from int2vec.files import atomic_write
from int2vec.predict.probe import Neuron, ProbeTable
from int2vec.report.figures.probes import heat_figure, neuron_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")


def neuron_picture(neuron: Neuron) -> Figure:
    """A bar for each integer: its value in the dimension, coloured by the property."""
    title = (
        f"{neuron.property_name} in {neuron.embedding}: dimension {neuron.dimension} is right for "
        f"{neuron.n_right} of {len(neuron.values)}; accuracy {neuron.alone.accuracy:.2f} on unseen "
        "integers"
    )
    words = PROPERTIES[neuron.property_name].words
    return neuron_figure(neuron.to_json(), words, "all others", title)


def probe_heatmap(table: ProbeTable, kind: str = "all") -> Figure:
    """Embedding × property; the colour is the gain over the majority class."""
    if not table.properties:
        raise InputError("the table holds no yes-or-no property; probe at least one, such as even")
    rows = list(dict.fromkeys(result.embedding for result in table.properties))
    names = list(dict.fromkeys(result.name for result in table.properties))
    results = [[table.property_result(row, name) for name in names] for row in rows]
    cells = [[(found.mean(kind), found.mean("majority")) for found in row] for row in results]
    title = f"Accuracy of linear probes ({kind}, {table.config.split} split)"
    return heat_figure(rows, names, cells, title)


def save_figure(figure: Figure, path: Path | str) -> Path:
    """The path written; its ending (.png, .svg, .pdf) says the format."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"'{path.name}' is no name for a figure; end it in {', '.join(FORMATS)}")
    with atomic_write(path) as file:
        figure.savefig(file, format=path.suffix.lower()[1:], dpi=150)
    return path
