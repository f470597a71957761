"""Embeddings inside scikit-learn pipelines and PyTorch models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.errors import MissingExtraError

try:
    from sklearn.base import BaseEstimator, TransformerMixin
except ImportError as error:
    raise MissingExtraError("IntegerVectorizer", "probe") from error

if TYPE_CHECKING:
    import torch


class IntegerVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turns a column of integers into their vectors: (n,) or (n, 1) to (n, dim)."""

    def __init__(self, embeddings: Embeddings) -> None:
        self.embeddings = embeddings

    def fit(self, X: Iterable[Any], y: object = None) -> IntegerVectorizer:
        """The vectorizer itself; there is nothing to learn."""
        self.n_features_out_ = self.embeddings.dim
        return self

    def transform(self, X: Iterable[Any]) -> NDArray[np.float32]:
        """The vectors of the integers: (n, dim)."""
        flat = np.asarray(X, dtype=object).reshape(-1)
        return self.embeddings.vectors_of(list(flat))

    def get_feature_names_out(self, input_features: object = None) -> NDArray[Any]:
        """A name for each dimension."""
        prefix = self.embeddings.name.replace("-", "_")
        return np.array([f"{prefix}_{i}" for i in range(self.embeddings.dim)], dtype=object)


def to_torch(embeddings: Embeddings) -> torch.nn.Embedding:
    """A frozen `torch.nn.Embedding` whose rows are those of `embeddings.integers`."""
    try:
        import torch  # the one place outside the language models: a bridge must not need it
    except ImportError as error:
        raise MissingExtraError("to_torch", "lstm") from error
    layer = torch.nn.Embedding(len(embeddings), embeddings.dim)
    layer.weight = torch.nn.Parameter(torch.tensor(embeddings.matrix), requires_grad=False)
    return layer
