"""Vectors laid out in the plane: maps of the integers, and what is common in which part."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, MissingExtraError, ModelError
from int2vec.files import open_tensors, save_tensors

FILE = "map.safetensors"
LAST = 20_000
"""A map shows the integers from 1 to this."""
PCA_DIMENSIONS = 30
_AT_ONCE = 2_000
_TELLING = 0.57  # bits, of each that a region could tell
_FEWEST = 20  # points of a region that is named
_COMMON = 0.7  # the share of a region that has what the region is named by


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


def regions(drawn: IntegerMap, count: int = 16) -> list[Region]:
    """The parts of a map that a property sets apart, each with its middle and that property.

    >>> xy = np.array([[n % 2 * 9 + n / 500, n % 7] for n in range(1, 501)], np.float32)
    >>> drawn = IntegerMap(integers=tuple(range(1, 501)), xy=xy, method="pca")
    >>> sorted(region.words for region in regions(drawn, 2))
    ['is even', 'is odd']
    """
    if not drawn.integers or drawn.integers[0] < 0:
        return []
    names = list(PROPERTIES)
    held = property_table(names, list(drawn.integers))  # (properties, n)
    return regions_of(drawn.xy, held, [PROPERTIES[name].words for name in names], count)


def regions_of(
    xy: NDArray[np.float32],
    held: NDArray[np.bool_],
    words: Sequence[str],
    count: int = 16,
    *,
    common: float = _COMMON,
    seed: int = 0,
) -> list[Region]:
    """The parts of a map, each by the words of what is common there and rare elsewhere.

    `held` says which point has what: (len(words), n).
    """
    from scipy.cluster.vq import kmeans2  # an extra, slow to import

    if len(xy) < _FEWEST or not len(words):
        return []
    centres, owner = kmeans2(xy.astype(float), count, seed=seed, minit="++")
    overall = held.mean(axis=1)
    found: dict[str, Region] = {}
    for part in range(len(centres)):
        inside = owner == part
        if inside.sum() < _FEWEST:
            continue
        share = held[:, inside].mean(axis=1)
        # The bits that knowing the part saves in saying who has the property.
        told = share * np.log2(np.maximum(share, 1e-9) / np.maximum(overall, 1e-9))
        told[share < common] = 0
        best = int(told.argmax())
        if told[best] > _TELLING * common:
            x, y = centres[part]
            found.setdefault(words[best], Region(x=x, y=y, words=words[best]))
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
    leading = _principal(embeddings.vectors_of(integers))
    if method == "pca" or len(integers) < 50:
        return _flat(leading)
    return _tsne(leading, seed)


def lay_out(
    vectors: NDArray[np.float32], seed: int = 0, *, landmarks: int = 1_000
) -> NDArray[np.float32]:
    """Two coordinates for each vector in seconds: t-SNE of some, the others beside the nearest.

    >>> lay_out(np.eye(3, 4, dtype=np.float32)).shape
    (3, 2)
    """
    leading = _principal(vectors)
    if len(vectors) < 50:
        return _flat(leading)
    random = np.random.default_rng(seed)
    chosen = np.sort(random.permutation(len(vectors))[:landmarks])
    placed = beside(leading, leading[chosen], _tsne(leading[chosen], seed, rounds=500, threads=1))
    # What lies between the same landmarks would be one dot; a little noise tells it apart.
    return placed + random.normal(0, placed.std() / 100, placed.shape).astype(np.float32)


def beside(
    vectors: NDArray[np.float64], others: NDArray[np.float64], xy: NDArray[np.float32], k: int = 4
) -> NDArray[np.float32]:
    """Where vectors lie in a map of others: between the `k` nearest of these, (n, 2).

    >>> beside(np.array([[1.0, 0.1]]), np.eye(2), np.array([[5.0, 5.0], [9.0, 9.0]]), k=1)
    array([[5., 5.]], dtype=float32)
    """
    found = np.empty((len(vectors), 2), np.float32)
    sizes = (others**2).sum(axis=1)
    for first in range(0, len(vectors), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        far = sizes - 2 * vectors[part] @ others.T  # squared distances, but for a constant
        far += (vectors[part] ** 2).sum(axis=1, keepdims=True)
        near = np.argpartition(far, min(k, len(others)) - 1, axis=1)[:, :k]
        weights = 1 / (np.take_along_axis(far, near, axis=1).clip(0) + 1e-6) ** 2
        found[part] = (weights[:, :, None] * xy[near]).sum(axis=1) / weights.sum(1, keepdims=True)
    return found


def _flat(leading: NDArray[np.float64]) -> NDArray[np.float32]:
    return (leading[:, :2] / max(float(leading[:, 0].std()), 1e-12)).astype(np.float32)


def _tsne(
    leading: NDArray[np.float64], seed: int, *, rounds: int = 1_000, threads: int | None = None
) -> NDArray[np.float32]:
    try:
        from sklearn.manifold import TSNE  # only this one picture needs it
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtraError("a t-SNE map", "probe") from error
    tsne = TSNE(
        init=1e-4 * _flat(leading),
        perplexity=30.0,
        learning_rate="auto",
        random_state=seed,
        max_iter=rounds,
        n_jobs=threads or -1,
    )
    with threadpool_limits(threads):  # threads that wait for a busy core cost more than they do
        return np.asarray(tsne.fit_transform(leading), np.float32)


def _principal(given: NDArray[np.float32]) -> NDArray[np.float64]:
    """The leading principal components of the unit vectors: (n, at most PCA_DIMENSIONS)."""
    vectors = given.astype(np.float64)  # (n, dim)
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
