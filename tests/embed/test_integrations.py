"""Embeddings inside scikit-learn and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from int2vec.embed.integrations import IntegerVectorizer, to_torch
from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError

_BITS = Embeddings(
    list(range(64)), np.array([[n >> i & 1 for i in range(6)] for n in range(64)]), name="bits"
)


def test_vectorizer_stands_in_a_pipeline() -> None:
    model = make_pipeline(IntegerVectorizer(_BITS), LogisticRegression())
    model.fit(np.arange(32), np.arange(32) % 2)
    assert model.score(np.arange(32, 64), np.arange(32, 64) % 2) == 1.0
    assert clone(model[0]).embeddings.integers == _BITS.integers
    assert len(model[0].get_feature_names_out()) == 6
    with pytest.raises(UnknownIntegerError, match="99 has no vector"):
        model.predict([99])


def test_torch_layer_has_the_same_rows() -> None:
    torch = pytest.importorskip("torch")
    layer = to_torch(_BITS)
    assert np.array_equal(layer(torch.tensor([5])).numpy()[0], _BITS[5])
    assert not layer.weight.requires_grad


def test_columns_stand_side_by_side() -> None:
    frame = [[1, 2], [2, 3], [3, 1]]
    vectorizer = IntegerVectorizer(_BITS).fit(frame)
    found = vectorizer.transform(frame)
    assert found.shape == (3, 2 * _BITS.dim)
    assert np.array_equal(found[1], np.concatenate([_BITS[2], _BITS[3]]))
    assert len(vectorizer.get_feature_names_out()) == 2 * _BITS.dim


def test_torch_rows_are_those_of_the_integers_asked_for() -> None:
    layer = to_torch(_BITS, [3, 1], freeze=False)
    assert np.array_equal(layer.weight.detach().numpy(), _BITS[[3, 1]])
    assert layer.weight.requires_grad
