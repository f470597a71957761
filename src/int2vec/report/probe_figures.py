"""Pictures of probes: a neuron's values, and what each embedding knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from int2vec.arithmetic import PROPERTIES
from int2vec.errors import InputError, MissingExtraError
from int2vec.predict.probe import Neuron, ProbeTable
from int2vec.tensors import atomic_write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HAS, _LACKS = "#c8452f", "#3566a5"
FORMATS = (".png", ".svg", ".pdf")


def neuron_figure(neuron: Neuron) -> Figure:
    """A bar for each integer: its value in the dimension, coloured by the property."""
    figure = _figure(width=9.0, height=3.4)
    axes = figure.add_subplot()
    for holds, colour, label in (
        (True, _HAS, PROPERTIES[neuron.property_name].words),
        (False, _LACKS, "all others"),
    ):
        chosen = [v for v in neuron.values if v.holds == holds]
        axes.bar([v.integer for v in chosen], [v.value for v in chosen], color=colour, label=label)
    axes.axhline(neuron.threshold, color="black", linewidth=0.8, linestyle="--")
    axes.axhline(0.0, color="grey", linewidth=0.5)
    axes.set_xlabel("integer")
    axes.set_ylabel(f"dimension {neuron.dimension}")
    axes.set_title(
        f"{neuron.property_name} in {neuron.embedding}: dimension {neuron.dimension} is right for "
        f"{neuron.n_right} of {len(neuron.values)}; accuracy {neuron.alone.accuracy:.2f} on unseen "
        "integers",
        fontsize=9,
    )
    axes.legend(fontsize=8, frameon=False)
    return figure


def probe_heatmap(table: ProbeTable, kind: str = "all") -> Figure:
    """Embedding × property; the colour is the gain over the majority class, 0 to 1.

    Every cell prints the accuracy itself. The gain is (accuracy − majority) / (1 − majority), so
    that common and rare properties share one scale.
    """
    if not table.properties:
        raise InputError("the table holds no yes-or-no property; probe at least one, such as even")
    rows = list(dict.fromkeys(result.embedding for result in table.properties))
    columns = list(dict.fromkeys(result.name for result in table.properties))
    accuracy, gain = np.zeros((2, len(rows), len(columns)))
    for i, embedding in enumerate(rows):
        for j, name in enumerate(columns):
            result = table.property_result(embedding, name)
            floor = result.mean("majority")
            accuracy[i, j] = result.mean(kind)
            gain[i, j] = (accuracy[i, j] - floor) / (1 - floor) if floor < 1 else 0.0
    figure = _figure(width=3.2 + 0.62 * len(columns), height=1.9 + 0.36 * len(rows))
    axes = figure.add_subplot()
    image = axes.imshow(gain, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
    for (i, j), value in np.ndenumerate(accuracy):
        dark = abs(gain[i, j]) > 0.6
        axes.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=7,
                  color="white" if dark else "black")  # fmt: skip
    axes.set_xticks(range(len(columns)), columns, rotation=45, ha="right", fontsize=8)
    axes.set_yticks(range(len(rows)), rows, fontsize=8)
    axes.set_title(f"Accuracy of linear probes ({kind}, {table.config.split} split)", fontsize=9)
    bar = figure.colorbar(image, ax=axes)
    bar.set_label("gain over majority", fontsize=8)
    bar.ax.tick_params(labelsize=7)
    return figure


def save_figure(figure: Figure, path: Path | str) -> Path:
    """The path written; its ending (.png, .svg, .pdf) says the format."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"'{path.name}' is no name for a figure; end it in {', '.join(FORMATS)}")
    with atomic_write(path) as file:
        figure.savefig(file, format=path.suffix.lower()[1:], dpi=150)
    return path


def _figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure  # needed by pictures alone, and slow to import
    except ImportError:
        raise MissingExtraError("a picture of a probe", "report") from None
    return Figure(figsize=(width, height), layout="constrained")
