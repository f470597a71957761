"""Embeddings in other programs' formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES
from int2vec.embed.compact import compact
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.files import atomic_write, save_tensors

_BLOCK = 10_000


def export(embeddings: Embeddings, path: Path, kind: str) -> list[Path]:
    """Write the vectors in that format; the files written."""
    if kind not in FORMATS:
        raise InputError(f"the format is '{kind}'; give one of {', '.join(FORMATS)}")
    return FORMATS[kind](embeddings, path)


def _lines(embeddings: Embeddings, path: Path, header: bool, separator: str = " ") -> None:
    with atomic_write(path) as file:
        if header:
            file.write(f"{len(embeddings)} {embeddings.dim}\n".encode())
        for start in range(0, len(embeddings), _BLOCK):
            rows = embeddings.matrix[start : start + _BLOCK]
            for n, row in zip(embeddings.integers[start : start + _BLOCK], rows, strict=True):
                values = separator.join(map(repr, row.tolist()))
                head = "" if separator == "\t" else f"{n} "
                file.write(f"{head}{values}\n".encode())


def _word2vec(embeddings: Embeddings, path: Path) -> list[Path]:
    _lines(embeddings, path, header=True)
    return [path]


def _glove(embeddings: Embeddings, path: Path) -> list[Path]:
    _lines(embeddings, path, header=False)
    return [path]


def _safetensors(embeddings: Embeddings, path: Path) -> list[Path]:
    text = "\n".join(map(str, embeddings.integers)).encode()
    tensors: dict[str, NDArray[Any]] = {
        "vectors": embeddings.matrix,
        "integers": np.frombuffer(text, np.uint8),
    }
    save_tensors(path, tensors, {"name": embeddings.name})
    return [path]


def _projector(embeddings: Embeddings, path: Path) -> list[Path]:
    """Two files for the TensorFlow projector: vectors, and labels with some properties."""
    metadata = path.with_name(f"{path.stem}-metadata.tsv")
    shown = ("even", "div3", "prime", "square")
    _lines(embeddings, path, header=False, separator="\t")
    with atomic_write(metadata) as file:
        file.write(("\t".join(["integer", *shown]) + "\n").encode())
        for n in embeddings.integers:
            cells = [str(n), *(str(int(bool(PROPERTIES[p].holds(n)))) for p in shown)]
            file.write(("\t".join(cells) + "\n").encode())
    return [path, metadata]


def _compact(embeddings: Embeddings, path: Path) -> list[Path]:
    """A model folder in 8 bits: the integers to 10,000, the commonest others and n-grams.

    At 100 dimensions this is 30,000 integers and 70,000 n-grams; wider vectors get fewer.
    """
    n_integers = min(30_000, max(3_000_000 // embeddings.dim, 10_000))
    small = compact(
        embeddings, n_integers=n_integers, n_buckets=7_000_000 // embeddings.dim,
        always=range(1, 10_001),
    )  # fmt: skip
    small.name = path.name
    small.save(path, precision="int8")
    return [path]


FORMATS: dict[str, Callable[[Embeddings, Path], list[Path]]] = {
    "word2vec": _word2vec,
    "glove": _glove,
    "safetensors": _safetensors,
    "projector": _projector,
    "compact": _compact,
}
