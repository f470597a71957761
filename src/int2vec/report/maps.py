"""The map of the integers: their vectors laid out in the plane, and colored by properties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.properties import property_table
from int2vec.embed.layout import LAST, Points, draw_map, read_map
from int2vec.errors import MissingExtraError
from int2vec.progress import progress
from int2vec.report.document import WORDS, Block, picture
from int2vec.report.figures import LOOKS, drawn
from int2vec.report.materials import Materials
from int2vec.report.stages import Found, Part, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LOOK = WORDS["map"]


def collect_map(materials: Materials) -> Result:
    """Writes two coordinates for each integer to its folder, and says whose vectors they are of."""
    ours = materials.trained("fasttext")
    if ours is None:  # its trainer could not run, which the report says
        raise MissingExtraError("the map of the integers", "train")
    last = 2500 if materials.config.fast else LAST
    progress(0.1, f"laying out the integers to {last:,}")
    made = draw_map(ours.vectors, materials.found.place("map"), materials.config.seed, last=last)
    return {"label": ours.label, "n": len(made.integers), "last": last, "dim": ours.vectors.dim}


def blocks(found: Found) -> Iterator[Block]:
    """The map, and the map with one property lit at a time."""
    if of := found.get("map"):
        there = read_map(found.place("map"))
        points = there.integers, there.xy
        yield picture("map", lambda: drawn(map_figure, *points, of["label"]), of)
        yield picture("map-properties", lambda: drawn(panels_figure, *points))


def map_figure(figure: Figure, integers: Sequence[int], xy: Points, label: str) -> None:
    """Every integer a point on a night sky, colored by its smallest prime factor."""
    from matplotlib.colors import LinearSegmentedColormap

    (axes,) = _sky(figure, xy, 10.0, 1, 1)
    numbers = np.array(integers)
    area = 3.4 * min(4.0, 10_000 / len(numbers)) ** 0.8
    for chosen, shades, words in filter(lambda group: group[0].any(), _groups(numbers)):
        x, y = xy[chosen].T
        depth = np.sqrt(numbers[chosen] / numbers.max())
        colors = LinearSegmentedColormap.from_list(words, shades)(depth)
        for times, alpha in _LOOK["glow"]:
            axes.scatter(x, y, s=area * times, c=shades[1], alpha=alpha, **LOOKS["dots"])
        axes.scatter(x, y, s=area, c=colors, **LOOKS["dots"])
        axes.scatter([], [], s=28, c=shades[1], linewidths=0, label=words)
    _label(axes, numbers, xy)
    axes.legend(**LOOKS["map-legend"])
    title = f"The integers 1–{numbers.max():,}, by the company they keep"
    axes.set_title(f" {title}\n", **LOOKS["map-title"])
    words = f"{label}, t-SNE · color: smallest prime factor · lighter is smaller"
    axes.annotate(words, **LOOKS["map-words"])


def panels_figure(figure: Figure, integers: Sequence[int], xy: Points) -> None:
    """The same map six times, one property lit in each."""
    table = property_table([name for name, _, _ in _LOOK["panels"]], list(integers))
    size = min(3.0, 10_000 / len(xy))
    panels = zip(_sky(figure, xy, 6.9, 2, 3), table, _LOOK["panels"], strict=True)
    for axes, chosen, (_, words, color) in panels:
        for mask, shade, area in ((~chosen, _LOOK["dust"], 0.8), (chosen, color, 1.9)):
            x, y = xy[mask].T
            axes.scatter(x, y, s=area * size, c=shade, **LOOKS["dots"])
        axes.set_title(f"{words} ({chosen.sum():,})", color=_LOOK["words"], fontsize=9.5, pad=2)


def _sky(figure: Figure, xy: Points, height: float, rows: int, columns: int) -> list[Axes]:
    """Bare axes on a night sky, as high as the map is for its width, within reason."""
    across, up = np.ptp(xy, axis=0)
    figure.set_size_inches(10.0, height * float(np.clip(up / across, 0.75, 1.25)))
    figure.set_facecolor(_LOOK["sky"])
    figure.set_layout_engine("constrained", w_pad=0.14, h_pad=0.14)
    return list(figure.subplots(rows, columns, squeeze=False, subplot_kw=LOOKS["sky"]).flat)


def _groups(numbers: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.bool_], list[str], str]]:
    """Composites by smallest prime factor, then primes, which are drawn on top."""
    prime = property_table(["prime"], numbers.tolist())[0]
    left = ~prime & (numbers > 1)
    for factor, *shades in _LOOK["factors"]:
        yield left & (numbers % factor == 0), shades, f"smallest factor {factor}"
        left &= numbers % factor > 0
    yield left, _LOOK["larger"], "smallest factor 11 or more"
    yield prime, _LOOK["prime"], "prime"


def _label(axes: Axes, numbers: NDArray[np.int64], xy: Points) -> None:
    """Names for the landmarks; those that lie together share one, those in the way have none."""
    place = dict(zip(numbers.tolist(), xy, strict=True))
    span = float(np.ptp(xy[:, 0]))
    room = np.array([0.11, 0.035]) * span  # that a label takes
    named: list[tuple[Points, list[int]]] = []
    for n in filter(place.__contains__, _LOOK["landmarks"]):
        near = [found for found in named if np.linalg.norm(found[0] - place[n]) < 0.02 * span]
        if near:
            near[0][1].append(n)
        elif not any((abs(at - place[n]) < room).all() for at, _ in named):
            named.append((place[n], [n]))
    for (x, y), group in named:
        axes.plot([x], [y], **LOOKS["landmark"])
        axes.annotate(" · ".join(map(str, group[:4])), (x, y), **LOOKS["landmark-name"])


MAP = Part("s-map", "The map", {"map": collect_map}, blocks, opens=True)
