"""The evenness neuron, and what each embedding knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from int2vec.arithmetic import PROPERTIES
from int2vec.report.figures.style import INK, MUTED, PAPER, A, B, new_figure, quiet_axes, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def neuron_figure(
    neuron: Mapping[str, Any], has: str = "even", lacks: str = "odd", title: str = ""
) -> Figure:
    """A bar for each integer: its value in the dimension, coloured by the property."""
    figure = new_figure(7.2, 2.9)
    axes = figure.add_subplot()
    for holds, colour, label in ((True, A, has), (False, B, lacks)):
        chosen = [v for v in neuron["values"] if v["holds"] == holds]
        axes.bar([v["integer"] for v in chosen], [v["value"] for v in chosen], 0.72,
                 color=colour, label=label)  # fmt: skip
    axes.axhline(neuron["threshold"], color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.axhline(0.0, color=MUTED, linewidth=0.5)
    last = max(v["integer"] for v in neuron["values"])
    axes.set(xlabel="integer", ylabel=f"dimension {neuron['dimension']}", xlim=(0, last + 1))
    axes.set_xticks([1, *range(5, last + 1, 5)])
    quiet_axes(axes)
    titled(figure, title)
    axes.legend(frameon=False, fontsize=8, labelcolor=INK, ncols=2, loc="lower right",
                bbox_to_anchor=(1.0, 1.0), handlelength=1)  # fmt: skip
    return figure


def heat_figure(
    labels: Sequence[str], names: Sequence[str], cells: Sequence[Sequence[tuple[float, float]]],
    title: str = "",
) -> Figure:  # fmt: skip
    """Embedding × property; the deeper the colour, the more is known beyond the majority class.

    A cell is an accuracy, which is printed, and the majority's. The gain is (accuracy − majority)
    / (1 − majority), so that common and rare properties share one scale.
    """
    figure = new_figure(3.0 + 0.42 * len(names), 1.5 + 0.34 * len(labels))
    axes = figure.add_subplot()
    for i, row in enumerate(cells):
        for j, (accuracy, majority) in enumerate(row):
            gain = (accuracy - majority) / (1 - majority) if majority < 1 else 0.0
            strength = min(1.0, abs(gain))
            axes.barh(i, 0.96, 0.92, left=j - 0.48, linewidth=0, alpha=0.06 + 0.94 * strength,
                      color=A if gain >= 0 else B)  # fmt: skip
            axes.text(j, i, f"{accuracy + 1e-9:.2f}".removeprefix("0"), ha="center", va="center",
                      fontsize=7, color=PAPER if strength > 0.55 else INK)  # fmt: skip
    axes.set(xlim=(-0.6, len(names) - 0.4), ylim=(len(labels) - 0.4, -0.6))
    quiet_axes(axes, grid="")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(names)), [_words(name) for name in names], rotation=52, ha="left",
                    rotation_mode="anchor")  # fmt: skip
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(length=0, labelsize=7.5, labelcolor=INK)
    titled(figure, title)
    return figure


def _words(name: str) -> str:
    words = PROPERTIES[name].words
    for start in ("is ", "has ", "leaves "):
        words = words.removeprefix(start)
    return words if len(words) <= 22 else name
