"""Concatenation of embeddings, aligned by integer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError

MISSING = ("leave-out", "zero", "infer")


def concatenate(
    parts: Sequence[Embeddings], *, missing: str = "leave-out", name: str | None = None
) -> Embeddings:
    """The parts side by side, in the integer order of the first.

    An integer that some part lacks is left out, or stands there with zeros in that place, or
    (`infer`) with a vector put together from its digits where that part has subwords, and is
    left out where it has none.

    >>> a = Embeddings([1, 2], np.ones((2, 2)), name="a")
    >>> b = Embeddings([2, 3], np.zeros((2, 1)), name="b")
    >>> concatenate([a, b]).integers, concatenate([a, b], missing="zero").integers
    ((2,), (1, 2, 3))
    """
    if len(parts) < 2:
        raise InputError(f"{len(parts)} embeddings were given; give two or more")
    if missing not in MISSING:
        raise InputError(f"missing is '{missing}'; give one of {', '.join(MISSING)}")
    every = list(dict.fromkeys(n for part in parts for n in part.integers))
    if missing == "zero":
        integers = every
    else:
        integers = [
            n
            for n in every
            if all(n in part or (missing == "infer" and part.has_subwords) for part in parts)
        ]
    if not integers:
        names = ", ".join(part.name for part in parts)
        raise InputError(f"{names} share no integer; give missing='zero' or other embeddings")
    blocks = []
    for part in parts:
        if missing == "infer":
            blocks.append(part.vectors_of(integers))
            continue
        rows = np.array([part.row(n) if n in part else -1 for n in integers])
        block = part.matrix[rows]
        block[rows < 0] = 0
        blocks.append(block)
    manifest = {"method": "concatenate", "parts": [p.name for p in parts], "missing": missing}
    name = name or "+".join(p.name for p in parts)
    return Embeddings(integers, np.hstack(blocks), name=name, manifest=manifest)
