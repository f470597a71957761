"""Embeddings inside scikit-learn pipelines and PyTorch models."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.errors import needing

with needing("IntegerVectorizer", "probe"):
    from sklearn.base import BaseEstimator, TransformerMixin

if TYPE_CHECKING:
    import torch


class IntegerVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turns columns of integers into their vectors, side by side: (n, m) to (n, m · dim)."""

    def __init__(self, embeddings: Embeddings) -> None:
        self.embeddings = embeddings

    def fit(self, X: Iterable[Any], y: object = None) -> "IntegerVectorizer":
        """The vectorizer itself; there is nothing to learn."""
        shape = np.asarray(X, dtype=object).shape
        self.n_features_in_ = shape[1] if len(shape) > 1 else 1
        return self

    def transform(self, X: Iterable[Any]) -> NDArray[np.float32]:
        """The vectors of the integers of each row, side by side: (n, m · dim)."""
        encoded = self.embeddings.encode(X)
        return encoded.reshape(len(encoded), -1)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[Any]:
        """A name for each dimension of each column."""
        prefix = self.embeddings.name.replace("-", "_")
        n = getattr(self, "n_features_in_", 1)
        columns = [f"{prefix}_{c}" for c in range(n)] if n > 1 else [prefix]
        names = [f"{column}_{i}" for column in columns for i in range(self.embeddings.dim)]
        return np.array(names, dtype=object)


def to_torch(
    embeddings: Embeddings, integers: Sequence[int] | None = None, *, freeze: bool = True
) -> "torch.nn.Embedding":
    """A `torch.nn.Embedding` of the vectors of `integers`, or of all; frozen, or to train on."""
    with needing("to_torch", "lstm"):
        import torch  # the one place outside the language models: a bridge must not need it
    matrix = embeddings.matrix if integers is None else embeddings.vectors_of(integers)
    layer = torch.nn.Embedding(*matrix.shape)
    layer.weight = torch.nn.Parameter(torch.tensor(matrix), requires_grad=not freeze)
    return layer
