"""The map of the integers: one large picture, and small ones that colour it anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import property_table
from int2vec.report.figures.style import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.floating[Any]]

_SKY, _DUST, _WORDS, _FAINT = "#0b0e15", "#3a4152", "#f1ede4", "#8f95a3"
# By the smallest prime factor; primes themselves shine.
_FACTORS = ((2, "#5b8def"), (3, "#38b6a0"), (5, "#e6b450"), (7, "#e0785a"))
_LARGER, _PRIME = "#b48ce0", "#fff4d6"
_PANELS = (
    ("even", "even", "#5b8def"), ("div3", "divisible by 3", "#38b6a0"),
    ("div5", "divisible by 5", "#e6b450"), ("prime", "prime", "#fff4d6"),
    ("perfect-power", "perfect powers", "#ff7aa8"),
    ("7-smooth", "no prime factor above 7", "#b48ce0"),
)  # fmt: skip
LANDMARKS = (
    1, 2, 10, 42, 100, 128, 144, 256, 360, 365, 512, 666, 720, 1000, 1001, 1024, 1089, 1729, 1999,
    2000, 2048, 2187, 2310, 2520, 3125, 4096, 5040, 6174, 6561, 7919, 8128, 8192, 9973, 10000,
)  # fmt: skip


def map_figure(integers: Sequence[int], xy: Floats) -> Figure:
    """Every integer a point on a night sky, coloured by its smallest prime factor."""
    figure = new_figure(11.0, 13.6)
    figure.set_facecolor(_SKY)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(w_pad=0.02, h_pad=0.02, wspace=0.0, hspace=0.0)  # type: ignore[call-arg]
    rows = figure.add_gridspec(3, 3, height_ratios=[11.0, 3.2, 3.2])
    numbers = np.array(integers)
    _whole(figure.add_subplot(rows[0, :]), numbers, xy)
    table = property_table([name for name, _, _ in _PANELS], list(integers))
    for i, (_, words, colour) in enumerate(_PANELS):
        axes = figure.add_subplot(rows[1 + i // 3, i % 3])
        _panel(axes, xy, table[i], words, colour)
    return figure


def _whole(axes: Axes, numbers: NDArray[np.int64], xy: Floats) -> None:
    size = 3.2 * min(4.0, 10_000 / len(numbers)) ** 0.8
    left = np.ones(len(numbers), bool)
    prime = property_table(["prime"], numbers.tolist())[0]
    groups = []
    for factor, colour in _FACTORS:
        chosen = left & ~prime & (numbers % factor == 0)
        left &= ~chosen
        groups.append((chosen, colour, f"smallest factor {factor}", size, 0.85))
    groups.append((left & ~prime & (numbers > 1), _LARGER, "smallest factor 11 or more", size, 0.9))
    groups.append((prime, _PRIME, "prime", size * 1.25, 1.0))
    for chosen, colour, label, area, alpha in groups:
        axes.scatter(xy[chosen, 0], xy[chosen, 1], s=area * 9, c=colour, alpha=0.035, linewidths=0,
                     rasterized=True)  # fmt: skip
        axes.scatter(xy[chosen, 0], xy[chosen, 1], s=area, c=colour, alpha=alpha, linewidths=0,
                     rasterized=True, label=label)  # fmt: skip
    _label(axes, numbers, xy)
    legend = axes.legend(loc="lower left", frameon=False, fontsize=9, labelcolor=_WORDS,
                         handletextpad=0.3, markerscale=2.6, borderpad=0.2)  # fmt: skip
    for handle in legend.legend_handles:
        if handle is not None:
            handle.set_alpha(1.0)
    _bare(axes)


def _label(axes: Axes, numbers: NDArray[np.int64], xy: Floats) -> None:
    """Names for the landmarks, those that would run into one already placed left out."""
    place = {int(n): xy[i] for i, n in enumerate(numbers)}
    span = float(np.ptp(xy[:, 0]))
    placed: list[Floats] = []
    for n in LANDMARKS:
        if n not in place or any(
            abs(other[0] - place[n][0]) < 0.05 * span and abs(other[1] - place[n][1]) < 0.016 * span
            for other in placed
        ):
            continue
        x, y = place[n]
        placed.append(place[n])
        axes.plot([x], [y], marker="o", markersize=4.5, markerfacecolor="none",
                  markeredgecolor=_WORDS, markeredgewidth=0.7)  # fmt: skip
        axes.annotate(f"{n}", (x, y), xytext=(5, 3), textcoords="offset points", fontsize=8.5,
                      color=_WORDS, fontweight="bold")  # fmt: skip


def _panel(axes: Axes, xy: Floats, chosen: NDArray[np.bool_], words: str, colour: str) -> None:
    for mask, shade, area in ((~chosen, _DUST, 0.7), (chosen, colour, 1.6)):
        axes.scatter(xy[mask, 0], xy[mask, 1], s=area * min(3.0, 10_000 / len(xy)), c=shade,
                     linewidths=0, rasterized=True)  # fmt: skip
    axes.set_title(words, color=_WORDS, fontsize=10, pad=3)
    _bare(axes)


def _bare(axes: Axes) -> None:
    axes.set_facecolor(_SKY)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
