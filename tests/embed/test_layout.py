"""The map of the integers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from int2vec.embed.layout import FILE, draw_map, flat, lay_out, map_of
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError


def _two_islands(n: int = 120) -> Embeddings:
    """Even integers point one way, odd ones another, with some noise."""
    noise = 0.1 * np.random.default_rng(0).normal(size=(n, 8))
    noise[:, 0] += [1.0 if m % 2 else -1.0 for m in range(1, n + 1)]
    return Embeddings(range(1, n + 1), noise, name="islands")


@pytest.mark.parametrize("method", ["pca", "tsne"])
def test_what_is_alike_lies_together(method: str) -> None:
    if method == "tsne":
        pytest.importorskip("sklearn")
    vectors = _two_islands()
    xy = {"pca": flat, "tsne": lay_out}[method](vectors.matrix)  # type: ignore[operator]
    assert xy.shape == (120, 2)
    assert xy.dtype == np.float32
    distances = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    nearest = distances.argmin(axis=1)
    assert all((i - j) % 2 == 0 for i, j in enumerate(nearest))


def test_a_seed_draws_the_same_map_again() -> None:
    pytest.importorskip("sklearn")
    vectors = _two_islands()
    first, again = (lay_out(vectors.matrix, seed=3) for _ in range(2))
    assert (first == again).all()


def test_a_drawn_map_is_found_in_the_model_folder(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    vectors = _two_islands()
    assert map_of(vectors, tmp_path).method == "pca"
    drawn = draw_map(vectors, tmp_path)
    found = map_of(vectors, tmp_path)
    assert found.method == "tsne"
    assert found.integers == drawn.integers == vectors.integers
    assert np.allclose(found.xy, drawn.xy, rtol=1e-2, atol=1e-2)


def test_a_broken_map_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no tensors")
    assert map_of(_two_islands(), tmp_path).method == "pca"


def test_a_map_needs_vectors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no vector for any integer"):
        map_of(Embeddings([-5, -6], np.eye(2), name="negative"), tmp_path)


def test_many_are_laid_out_around_a_few() -> None:
    pytest.importorskip("sklearn")
    vectors = _two_islands(600)
    xy = lay_out(vectors.matrix, landmarks=120)
    odd, even = xy[::2], xy[1::2]
    apart = np.linalg.norm(odd.mean(axis=0) - even.mean(axis=0))
    assert xy.shape == (600, 2)
    assert apart > 2 * max(odd.std(), even.std())
    assert len(np.unique(xy, axis=0)) == 600
