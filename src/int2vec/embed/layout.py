"""Vectors laid out in the plane: maps of the integers, and what is common in which part."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.properties import PROPERTIES, property_table
from int2vec.embeddings import Embeddings, unit_vectors
from int2vec.errors import InputError, ModelError, needing
from int2vec.files import open_tensors, save_tensors

Points = NDArray[np.float32]  # (n, 2)

FILE = "map.safetensors"
LAST = 20_000  # a map shows the integers from 1 to this
PCA_DIMENSIONS = 30
_AT_ONCE = 2_000
_TELLING = 0.57  # bits, of each that a region could tell
_FEWEST = 20  # points of a region that is named


@dataclass(frozen=True, kw_only=True)
class IntegerMap:
    """Two coordinates for each integer; `method` is "tsne" or "pca"."""

    integers: tuple[int, ...]
    xy: Points
    method: str


@dataclass(frozen=True, kw_only=True)
class Region:
    """A part of a map, by what is common there and rare elsewhere."""

    x: float
    y: float
    words: str


def regions(drawn: IntegerMap, count: int = 16) -> list[Region]:
    """The parts of a map that a property sets apart, each with its middle and that property.

    >>> xy = np.array([[n % 2 * 9 + n / 500, n % 7] for n in range(1, 501)], np.float32)
    >>> drawn = IntegerMap(integers=tuple(range(1, 501)), xy=xy, method="pca")
    >>> sorted(region.words for region in regions(drawn, 2))
    ['is even', 'is odd']
    """
    held = property_table(list(PROPERTIES), drawn.integers)  # (properties, n)
    return regions_of(drawn.xy, held, [found.words for found in PROPERTIES.values()], count)


def regions_of(
    xy: Points, held: NDArray[np.bool_], words: Sequence[str], count: int, common: float = 0.7
) -> list[Region]:
    """The parts of a map, each by the words of what is common there and rare elsewhere.

    `held` says which point has what, (len(words), n), `common` which share of a region must.
    """
    from scipy.cluster.vq import kmeans2  # an extra, slow to import

    if len(xy) < _FEWEST or not len(words):
        return []
    centres, owner = kmeans2(xy.astype(float), count, seed=0, minit="++")
    overall = np.maximum(held.mean(axis=1), 1e-9)
    found: dict[str, Region] = {}
    for part, (x, y) in enumerate(centres.tolist()):
        inside = owner == part
        if inside.sum() < _FEWEST:
            continue
        share = held[:, inside].mean(axis=1)
        # The bits that knowing the part saves in saying who has the property.
        told = np.where(share < common, 0, share * np.log2(np.maximum(share, 1e-9) / overall))
        best = int(told.argmax())
        if told[best] > _TELLING * common:
            found.setdefault(words[best], Region(x=x, y=y, words=words[best]))
    return list(found.values())


def flat(vectors: NDArray[np.float32]) -> Points:
    """Each vector along the two directions in which they differ most: (n, 2)."""
    leading = _principal(vectors)[:, :2]
    return (leading / max(float(leading[:, 0].std()), 1e-12)).astype(np.float32)


def lay_out(vectors: NDArray[np.float32], seed: int = 0, *, landmarks: int | None = None) -> Points:
    """Two coordinates for each vector, near where they point the same way: (n, 2).

    By Barnes-Hut t-SNE on the leading principal components, started from the first two, which
    takes about a minute for 10,000 vectors; or in seconds by that of some `landmarks`, and the
    others beside the nearest.
    """
    if len(vectors) < 50:
        return flat(vectors)
    leading = _principal(vectors)
    if landmarks is None:
        return _tsne(leading, seed)
    random = np.random.default_rng(seed)
    some = np.sort(random.permutation(len(vectors))[:landmarks])
    xy = _tsne(leading[some], seed, rounds=500, threads=1)
    placed = beside(leading, leading[some], xy)
    # What lies between the same landmarks would be one dot; a little noise tells it apart.
    return placed + random.normal(0, placed.std() / 100, placed.shape).astype(np.float32)


def beside(
    vectors: NDArray[np.float64], others: NDArray[np.float64], xy: Points, k: int = 4
) -> Points:
    """Where vectors lie in a map of others: between the `k` nearest of these, (n, 2).

    >>> beside(np.array([[1.0, 0.1]]), np.eye(2), np.array([[5.0, 5.0], [9.0, 9.0]]), k=1)
    array([[5., 5.]], dtype=float32)
    """
    found = np.empty((len(vectors), 2), np.float32)
    sizes = (others**2).sum(axis=1)
    for first in range(0, len(vectors), _AT_ONCE):
        part = vectors[first : first + _AT_ONCE]
        far = (part**2).sum(axis=1, keepdims=True) + sizes - 2 * part @ others.T
        near = np.argpartition(far, min(k, len(others)) - 1, axis=1)[:, :k]
        weights = 1 / (np.take_along_axis(far, near, axis=1).clip(0) + 1e-6) ** 2
        weights /= weights.sum(axis=1, keepdims=True)
        found[first : first + _AT_ONCE] = (weights[:, :, None] * xy[near]).sum(axis=1)
    return found


def _tsne(
    leading: NDArray[np.float64], seed: int, *, rounds: int = 1_000, threads: int | None = None
) -> Points:
    with needing("a t-SNE map", "probe"):
        from sklearn.manifold import TSNE  # only this one picture needs it
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]
    start = 1e-4 * leading[:, :2] / max(float(leading[:, 0].std()), 1e-12)
    tsne = TSNE(init=start, random_state=seed, max_iter=rounds, n_jobs=threads or -1)
    with threadpool_limits(threads):  # threads that wait for a busy core cost more than they do
        return np.asarray(tsne.fit_transform(leading), np.float32)


def _principal(given: NDArray[np.float32]) -> NDArray[np.float64]:
    """The leading principal components of the unit vectors: (n, 2 to PCA_DIMENSIONS)."""
    centred = unit_vectors(given).astype(np.float64)
    centred = np.pad(centred - centred.mean(axis=0), ((0, 0), (0, 1)))  # of one dimension, two
    _, basis = np.linalg.eigh(centred.T @ centred)  # eigenvalues rise, so the last lead
    basis = basis[:, ::-1][:, :PCA_DIMENSIONS]
    # An eigenvector's sign is arbitrary: its largest entry is made positive.
    largest = basis[np.abs(basis).argmax(axis=0), np.arange(basis.shape[1])]
    return np.asarray(centred @ (basis * np.where(largest < 0, -1.0, 1.0)))


def mapped_integers(embeddings: Embeddings, last: int = LAST) -> tuple[int, ...]:
    """The integers from 1 to `last` that have a vector; InputError where there are none."""
    if not (found := tuple(embeddings.known(range(1, last + 1)))):
        raise InputError(f"'{embeddings.name}' has no vector for any integer from 1 to {last:,}")
    return found


def draw_map(
    embeddings: Embeddings, folder: Path, seed: int = 0, *, last: int = LAST
) -> IntegerMap:
    """The t-SNE map of a model, as those that ship have one, written to a folder in a minute."""
    integers = mapped_integers(embeddings, last)
    xy = lay_out(embeddings.vectors_of(integers), seed)
    numbers = np.array(integers, np.int32)
    save_tensors(folder / FILE, {"integers": numbers, "xy": xy.astype(np.float16)})
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
    return IntegerMap(integers=found, xy=flat(embeddings.vectors_of(found)), method="pca")
