"""The map of the integers: their vectors laid out in the plane, drawn once as a large picture and
in small ones that color it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, MissingExtraError, ModelError
from int2vec.files import open_tensors, save_tensors
from int2vec.report.document import WORDS, Block, picture
from int2vec.report.materials import Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.style import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.floating[Any]]

FILE = "map.safetensors"
LAST = 10_000
"""A map shows the integers from 1 to this."""
PCA_DIMENSIONS = 30
_COMMON = 0.7  # the share of a region that has what the region is named by

_SKY, _DUST, _WORDS, _FAINT = "#0b0e15", "#343b4c", "#f1ede4", "#9aa0ae"
_LOOK = WORDS["map"]
_GLOW = ((26.0, 0.012), (9.0, 0.03))  # area, alpha
_DOTS: Any = {"linewidths": 0, "rasterized": True}


@dataclass(frozen=True, kw_only=True)
class IntegerMap:
    """Two coordinates for each integer; `method` is "tsne" or "pca"."""

    integers: tuple[int, ...]
    xy: NDArray[np.float32]  # (n, 2)
    method: str


@dataclass(frozen=True, kw_only=True)
class Region:
    """A part of a map, by what is common there and rare elsewhere."""

    x: float
    y: float
    words: str


def regions(drawn: IntegerMap, count: int = 16, seed: int = 0) -> list[Region]:
    """The parts of a map that a property sets apart, each with its middle and that property.

    >>> xy = np.array([[n % 2 * 9 + n / 500, n % 7] for n in range(1, 501)], np.float32)
    >>> drawn = IntegerMap(integers=tuple(range(1, 501)), xy=xy, method="pca")
    >>> sorted(region.words for region in regions(drawn, 2))
    ['is even', 'is odd']
    """
    from scipy.cluster.vq import kmeans2  # an extra, slow to import

    if not drawn.integers or drawn.integers[0] < 0:
        return []
    centres, owner = kmeans2(drawn.xy.astype(float), count, seed=seed, minit="++")
    names = list(PROPERTIES)
    held = property_table(names, list(drawn.integers)).astype(float)  # (properties, n)
    overall = held.mean(axis=1)
    found: dict[str, Region] = {}
    for part in range(len(centres)):
        inside = owner == part
        if inside.sum() < 20:
            continue
        share = held[:, inside].mean(axis=1)
        # The bits that knowing the part saves in saying who has the property.
        told = share * np.log2(np.maximum(share, 1e-9) / np.maximum(overall, 1e-9))
        told[share < _COMMON] = 0
        best = int(told.argmax())
        if told[best] > 0.4:
            words = PROPERTIES[names[best]].words
            found.setdefault(words, Region(x=centres[part][0], y=centres[part][1], words=words))
    return list(found.values())


def project(
    embeddings: Embeddings, integers: Sequence[int], seed: int = 0, *, method: str = "tsne"
) -> NDArray[np.float32]:
    """Two coordinates for each integer, near where their vectors point the same way: (n, 2).

    "tsne" is Barnes-Hut t-SNE on the leading principal components, started from the first two;
    it takes about a minute for 10,000 integers. "pca" takes no time and shows less.

    >>> vectors = Embeddings([1, 2, 3], np.eye(3, 4, dtype=np.float32), name="toy")
    >>> project(vectors, [1, 2, 3], method="pca").shape
    (3, 2)
    """
    if method not in ("tsne", "pca"):
        raise InputError(f"{method!r} is not a projection; use 'tsne' or 'pca'")
    leading = _principal(embeddings, integers)
    flat = leading[:, :2] / max(float(leading[:, 0].std()), 1e-12)
    if method == "pca" or len(integers) < 50:
        return flat.astype(np.float32)
    try:
        from sklearn.manifold import TSNE  # only this one picture needs it
    except ImportError as error:
        raise MissingExtraError("a t-SNE map", "probe") from error
    tsne = TSNE(
        init=1e-4 * flat, perplexity=30.0, learning_rate="auto", random_state=seed, n_jobs=-1
    )
    return np.asarray(tsne.fit_transform(leading), np.float32)


def _principal(embeddings: Embeddings, integers: Sequence[int]) -> NDArray[np.float64]:
    """The leading principal components of the unit vectors: (n, at most PCA_DIMENSIONS)."""
    vectors = embeddings.vectors_of(integers).astype(np.float64)  # (n, dim)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    centred = vectors / np.where(lengths > 0, lengths, 1.0)
    centred = centred - centred.mean(axis=0)
    _, basis = np.linalg.eigh(centred.T @ centred)  # eigenvalues rise, so the last lead
    basis = basis[:, ::-1][:, :PCA_DIMENSIONS]
    # An eigenvector's sign is arbitrary: its largest entry is made positive.
    largest = basis[np.abs(basis).argmax(axis=0), np.arange(basis.shape[1])]
    components: NDArray[np.float64] = centred @ (basis * np.where(largest < 0, -1.0, 1.0))
    if components.shape[1] < 2:
        components = np.pad(components, ((0, 0), (0, 2 - components.shape[1])))
    return components


def mapped_integers(embeddings: Embeddings, last: int = LAST) -> tuple[int, ...]:
    """The integers from 1 to `last` that have a vector; InputError where there are none."""
    found = tuple(n for n in range(1, last + 1) if n in embeddings or embeddings.has_subwords)
    if not found:
        raise InputError(f"'{embeddings.name}' has no vector for any integer from 1 to {last:,}")
    return found


def draw_map(
    embeddings: Embeddings, folder: Path, seed: int = 0, *, last: int = LAST
) -> IntegerMap:
    """The t-SNE map of a model, written to a folder for `map_of` and `read_map` to find.

    The maps of the models that ship were drawn by this; it takes too long for a first look.
    """
    integers = mapped_integers(embeddings, last)
    xy = project(embeddings, integers, seed)
    save_tensors(
        folder / FILE, {"integers": np.array(integers, np.int32), "xy": xy.astype(np.float16)}
    )
    return IntegerMap(integers=integers, xy=xy, method="tsne")


def read_map(folder: Path) -> IntegerMap:
    """The map that `draw_map` left in a folder; ModelError or KeyError where there is none."""
    tensors, _ = open_tensors(folder / FILE)
    integers, xy = tensors["integers"], tensors["xy"].astype(np.float32)
    if xy.shape != (len(integers), 2):
        raise ModelError(f"{folder / FILE} is no map of integers; draw it again")
    return IntegerMap(integers=tuple(integers.tolist()), xy=xy, method="tsne")


def map_of(embeddings: Embeddings, folder: Path) -> IntegerMap:
    """The map that `draw_map` left in the model's folder, else a quick one by PCA."""
    with suppress(ModelError, KeyError):
        return read_map(folder)
    found = mapped_integers(embeddings)
    return IntegerMap(integers=found, xy=project(embeddings, found, method="pca"), method="pca")


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


@drawn(10.0, 10.0)
def map_figure(figure: Figure, integers: Sequence[int], xy: Floats, label: str) -> None:
    """Every integer a point on a night sky, colored by its smallest prime factor."""
    from matplotlib.colors import LinearSegmentedColormap

    (axes,) = _sky(figure, xy, 10.0, 1, 1)
    numbers = np.array(integers)
    area = 3.4 * min(4.0, 10_000 / len(numbers)) ** 0.8
    for chosen, shades, words in _groups(numbers):
        x, y = xy[chosen].T
        depth = np.sqrt(numbers[chosen] / numbers.max())
        colors = LinearSegmentedColormap.from_list(words, shades)(depth)
        for times, alpha in _GLOW:
            axes.scatter(x, y, s=area * times, c=shades[1], alpha=alpha, **_DOTS)
        axes.scatter(x, y, s=area, c=colors, **_DOTS)
        axes.scatter([], [], s=28, c=shades[1], linewidths=0, label=words)
    _label(axes, numbers, xy)
    spacing: Any = {"borderpad": 0.6, "handletextpad": 0.2, "labelspacing": 0.45}
    axes.legend(loc="lower left", fontsize=9.5, labelcolor=_WORDS, **spacing)
    title = f"The integers 1–{numbers.max():,}, by the company they keep"
    axes.set_title(f" {title}\n", loc="left", color=_WORDS, fontsize=14, pad=0)
    words = f"{label}, t-SNE · color: smallest prime factor · lighter is smaller"
    place: Any = {"xy": (0.006, 1.0), "xycoords": "axes fraction", "va": "bottom"}
    axes.annotate(words, **place, color=_FAINT, fontsize=9.5)


@drawn(10.0, 6.9)
def panels_figure(figure: Figure, integers: Sequence[int], xy: Floats) -> None:
    """The same map six times, one property lit in each."""
    table = property_table([name for name, _, _ in _LOOK["panels"]], list(integers))
    size = min(3.0, 10_000 / len(xy))
    panels = zip(_sky(figure, xy, 6.9, 2, 3), table, _LOOK["panels"], strict=True)
    for axes, chosen, (_, words, color) in panels:
        for mask, shade, area in ((~chosen, _DUST, 0.8), (chosen, color, 1.9)):
            x, y = xy[mask].T
            axes.scatter(x, y, s=area * size, c=shade, **_DOTS)
        axes.set_title(f"{words} ({chosen.sum():,})", color=_WORDS, fontsize=9.5, pad=2)


def _sky(figure: Figure, xy: Floats, height: float, rows: int, columns: int) -> list[Axes]:
    """Bare axes on a night sky, as high as the map is for its width, within reason."""
    across, up = np.ptp(xy, axis=0)
    figure.set_size_inches(10.0, height * float(np.clip(up / across, 0.75, 1.25)))
    figure.set_facecolor(_SKY)
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.14, h_pad=0.14)
    every = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes in every:
        axes.set_facecolor(_SKY)
        axes.margins(0.03)
        axes.set_aspect("equal", adjustable="datalim")
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
    return every


def _groups(numbers: NDArray[np.int64]) -> list[tuple[Any, list[str], str]]:
    """Composites by smallest prime factor, then primes, which are drawn on top."""
    prime = property_table(["prime"], numbers.tolist())[0]
    left = ~prime & (numbers > 1)
    groups: list[tuple[Any, list[str], str]] = []
    for factor, *shades in _LOOK["factors"]:
        chosen = left & (numbers % factor == 0)
        left &= ~chosen
        groups.append((chosen, shades, f"smallest factor {factor}"))
    groups.append((left, _LOOK["larger"], "smallest factor 11 or more"))
    groups.append((prime, _LOOK["prime"], "prime"))
    return [group for group in groups if group[0].any()]


def _label(axes: Axes, numbers: NDArray[np.int64], xy: Floats) -> None:
    """Names for the landmarks; those that lie together share one, those in the way have none."""
    place = {int(n): xy[i] for i, n in enumerate(numbers)}
    span = float(np.ptp(xy[:, 0]))
    room = np.array([0.11, 0.035]) * span  # that a label takes
    named: list[tuple[Floats, list[int]]] = []
    for n in _LOOK["landmarks"]:
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


_SETTINGS = Materials.settings_with_vectors
MAP = Part(
    key="s-map",
    title="The map",
    stages=[Stage("map", collect_map, _SETTINGS, ("fasttext",), seconds=90, fast=30)],
    blocks=blocks,
    opens=True,
)
