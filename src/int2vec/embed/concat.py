"""Concatenation of embeddings, aligned by integer."""

from collections.abc import Sequence

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError


def concatenate(parts: Sequence[Embeddings], *, name: str | None = None) -> Embeddings:
    """The parts side by side, in the integer order of the first; all have each integer.

    >>> a = Embeddings([1, 2], np.ones((2, 2)), name="a")
    >>> b = Embeddings([2, 3], np.zeros((2, 1)), name="b")
    >>> concatenate([a, b]).integers
    (2,)
    """
    if len(parts) < 2:
        raise InputError(f"{len(parts)} embeddings were given; give two or more")
    names = [part.name for part in parts]
    integers = [n for n in parts[0].integers if all(n in part for part in parts)]
    if not integers:
        raise InputError(f"{', '.join(names)} share no integer; give other embeddings")
    matrix = np.hstack([part.vectors_of(integers) for part in parts])
    manifest = {"method": "concatenate", "parts": names}
    return Embeddings(integers, matrix, name=name or "+".join(names), manifest=manifest)
