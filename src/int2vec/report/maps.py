"""The map of the integers: one large picture, and small ones that color it anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import property_table
from int2vec.errors import MissingExtraError
from int2vec.report.document import Block
from int2vec.report.materials import Materials
from int2vec.report.projection import LAST, draw_map, read_map
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.style import new_figure, shades_between
from int2vec.report.words import picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]

_SKY, _DUST, _WORDS, _FAINT = "#0b0e15", "#343b4c", "#f1ede4", "#9aa0ae"
# By the smallest prime factor: the shade of small integers, and of large ones.
_FACTORS = (
    (2, "#a9d4ff", "#3a63d8"),
    (3, "#a8f5dc", "#149a82"),
    (5, "#ffe9a6", "#d98a1f"),
    (7, "#ffc2ac", "#d4553a"),
)
_LARGER = ("#e5ccff", "#8a5fc7")
_PRIME = ("#ffffff", "#f4e2ae")
_PANELS = (
    ("even", "even", "#6b9cf5"),
    ("div3", "divisible by 3", "#3cc4ab"),
    ("div5", "divisible by 5", "#e9b44c"),
    ("prime", "prime", "#fff1cc"),
    ("perfect-power", "perfect powers", "#ff7aa8"),
    ("7-smooth", "no prime factor above 7", "#b890e8"),
)
# The first named keep their label where two would run into each other.
LANDMARKS = (
    *(1, 1024, 2048, 4096, 8192, 1729, 9973, 7919, 100, 1000, 10000, 2310, 720, 5040, 2187, 6561),
    *(3125, 6174, 8128, 365, 1001, 1999, 2520, 360, 666, 1089, 256, 512, 144, 10, 2, 2000, 7776),
)
_GLOW = ((26.0, 0.012), (9.0, 0.03))  # area, alpha


def collect_map(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Writes two coordinates for each integer to `folder`, and says whose vectors they are of."""
    ours = materials.trained("fasttext")
    if ours is None:  # its trainer could not run, which the report says
        raise MissingExtraError("the map of the integers", "train")
    vectors = ours.embeddings
    last = materials.sized(2500, LAST)
    progress(0.1, f"laying out the integers to {last:,}")
    drawn = draw_map(vectors, folder, materials.config.seed, last=last)
    return {"label": ours.label, "n": len(drawn.integers), "last": last, "dim": vectors.dim}


def blocks(found: Found) -> Iterator[Block]:
    """The map, and the map with one property lit at a time."""
    if of := found.get("map"):
        drawn = read_map(found.place("map"))
        integers, xy = drawn.integers, drawn.xy
        yield picture("map", lambda: map_figure(integers, xy, of["label"]), of)
        yield picture("map-properties", lambda: panels_figure(integers, xy))


def map_figure(integers: Sequence[int], xy: Floats, label: str) -> Figure:
    """Every integer a point on a night sky, colored by its smallest prime factor."""
    figure = new_figure(10.0, 10.0 * _shape(xy))
    axes = _sky(figure).add_subplot()
    numbers = np.array(integers)
    area = 3.4 * min(4.0, 10_000 / len(numbers)) ** 0.8
    for chosen, shades, words in _groups(numbers):
        if not chosen.any():
            continue
        depth = np.sqrt(numbers[chosen] / numbers.max())
        light_to_deep: Any = {"cmap": shades_between(*shades), "vmin": 0.0, "vmax": 1.0}
        x, y = xy[chosen].T
        for times, alpha in _GLOW:
            glow: Any = {"s": area * times, "c": shades[1], "alpha": alpha}
            axes.scatter(x, y, **glow, linewidths=0, rasterized=True)
        axes.scatter(x, y, s=area, c=depth, **light_to_deep, linewidths=0, rasterized=True)
        axes.scatter([], [], s=28, c=shades[1], linewidths=0, label=words)
    _bare(axes)
    _label(axes, numbers, xy)
    spacing: Any = {"borderpad": 0.6, "handletextpad": 0.2, "labelspacing": 0.45}
    axes.legend(loc="lower left", frameon=False, fontsize=9.5, labelcolor=_WORDS, **spacing)
    title = f"The integers 1–{numbers.max():,}, by the company they keep"
    axes.set_title(f" {title}\n", loc="left", color=_WORDS, fontsize=14, pad=0)
    words = f"{label}, t-SNE · color: smallest prime factor · lighter is smaller"
    place: Any = {"xy": (0.006, 1.0), "xycoords": "axes fraction", "va": "bottom"}
    axes.annotate(words, **place, color=_FAINT, fontsize=9.5)
    return figure


def panels_figure(integers: Sequence[int], xy: Floats) -> Figure:
    """The same map six times, one property lit in each."""
    figure = new_figure(10.0, 6.9 * _shape(xy))
    table = property_table([name for name, _, _ in _PANELS], list(integers))
    every = _sky(figure).subplots(2, 3).flat
    for axes, chosen, (_, words, color) in zip(every, table, _PANELS, strict=True):
        size = min(3.0, 10_000 / len(xy))
        for mask, shade, area in ((~chosen, _DUST, 0.8), (chosen, color, 1.9)):
            x, y = xy[mask].T
            axes.scatter(x, y, s=area * size, c=shade, linewidths=0, rasterized=True)
        axes.set_title(f"{words} ({chosen.sum():,})", color=_WORDS, fontsize=9.5, pad=2)
        _bare(axes)
    return figure


def _groups(numbers: NDArray[np.int64]) -> list[tuple[Mask, tuple[str, str], str]]:
    """Composites by smallest prime factor, then primes, which are drawn on top."""
    prime = property_table(["prime"], numbers.tolist())[0]
    left = ~prime & (numbers > 1)
    groups = []
    for factor, light, deep in _FACTORS:
        chosen = left & (numbers % factor == 0)
        left &= ~chosen
        groups.append((chosen, (light, deep), f"smallest factor {factor}"))
    return [*groups, (left, _LARGER, "smallest factor 11 or more"), (prime, _PRIME, "prime")]


def _label(axes: Axes, numbers: NDArray[np.int64], xy: Floats) -> None:
    """Names for the landmarks; those that lie together share one, those in the way have none."""
    place = {int(n): xy[i] for i, n in enumerate(numbers)}
    span = float(np.ptp(xy[:, 0]))
    room = np.array([0.11, 0.035]) * span  # that a label takes
    named: list[tuple[Floats, list[int]]] = []
    for n in LANDMARKS:
        if n not in place:
            continue
        near = [found for found in named if np.linalg.norm(found[0] - place[n]) < 0.02 * span]
        if near:
            near[0][1].append(n)
        elif not any((abs(at - place[n]) < room).all() for at, _ in named):
            named.append((place[n], [n]))
    shade = {"facecolor": _SKY, "alpha": 0.6, "pad": 0.8, "linewidth": 0}
    for (x, y), group in named:
        edge: Any = {"markeredgecolor": _WORDS, "markeredgewidth": 0.8}
        axes.plot([x], [y], marker="o", markersize=6, markerfacecolor="none", **edge)
        beside: Any = {"xytext": (6, 4), "textcoords": "offset points"}
        words = " · ".join(map(str, group[:4]))
        axes.annotate(words, (x, y), **beside, fontsize=9, color=_WORDS, bbox=shade)


def _shape(xy: Floats) -> float:
    """Height over width of what is to be shown, within reason."""
    width, height = np.ptp(xy, axis=0)
    return float(np.clip(height / width, 0.75, 1.25))


def _sky(figure: Figure) -> Figure:
    figure.set_facecolor(_SKY)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(w_pad=0.14, h_pad=0.14)  # type: ignore[call-arg]
    return figure


def _bare(axes: Axes) -> None:
    axes.set_facecolor(_SKY)
    axes.margins(0.03)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


_NEEDS, _CODE = ("fasttext",), ("report/projection",)
PART = Part(
    key="s-map",
    title="The map",
    stages=[Stage("map", collect_map, Materials.settings_with_vectors, _NEEDS, _CODE, 90, fast=30)],
    blocks=blocks,
    opens=True,
)
