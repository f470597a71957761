"""Concatenation of embeddings, aligned by integer."""

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
    integers = list(dict.fromkeys(n for part in parts for n in part.integers))
    if missing != "zero":
        infers = [missing == "infer" and part.has_subwords for part in parts]
        known = list(zip(parts, infers, strict=True))
        integers = [n for n in integers if all(n in part or can for part, can in known)]
    if not integers:
        names = ", ".join(part.name for part in parts)
        raise InputError(f"{names} share no integer; give missing='zero' or other embeddings")
    blocks = [np.zeros((len(integers), part.dim), np.float32) for part in parts]
    for part, block in zip(parts, blocks, strict=True):
        there = [i for i, n in enumerate(integers) if n in part or missing == "infer"]
        block[there] = part.vectors_of([integers[i] for i in there])
    manifest = {"method": "concatenate", "parts": [p.name for p in parts], "missing": missing}
    name = name or "+".join(p.name for p in parts)
    return Embeddings(integers, np.hstack(blocks), name=name, manifest=manifest)
