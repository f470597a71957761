"""Embeddings in other programs' formats, and small copies that are fit to ship."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from int2vec.arithmetic.properties import property_table
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.files import atomic_write, save_tensors, write_text


def export(embeddings: Embeddings, path: Path | None, kind: str) -> list[Path]:
    """Write the vectors in that format, to a file of their own name or another; those written."""
    if kind not in FORMATS:
        raise InputError(f"the format is '{kind}'; give one of {', '.join(FORMATS)}")
    ending, write = FORMATS[kind]
    return write(embeddings, path or Path(f"{embeddings.name}{ending}"))


def _lines(
    embeddings: Embeddings, path: Path, *, header: bool = False, projector: bool = False
) -> list[Path]:
    with atomic_write(path) as file:
        if header:
            file.write(f"{len(embeddings)} {embeddings.dim}\n".encode())
        for n, row in zip(embeddings.integers, embeddings.matrix, strict=True):
            values = map(repr, row.tolist())
            line = "\t".join(values) if projector else f"{n} {' '.join(values)}"
            file.write(f"{line}\n".encode())
    return [path]


def _safetensors(embeddings: Embeddings, path: Path) -> list[Path]:
    integers = np.frombuffer("\n".join(map(str, embeddings.integers)).encode(), np.uint8)
    about = {"name": embeddings.name}
    save_tensors(path, {"vectors": embeddings.matrix, "integers": integers}, about)
    return [path]


def _projector(embeddings: Embeddings, path: Path) -> list[Path]:
    """Two files for the TensorFlow projector: vectors, and labels with some properties."""
    metadata = path.with_name(f"{path.stem}-metadata.tsv")
    shown = ("even", "div3", "prime", "square")
    _lines(embeddings, path, projector=True)
    held = property_table(shown, embeddings.integers).astype(int).tolist()
    rows = [("integer", *shown), *zip(embeddings.integers, *held, strict=True)]
    write_text(metadata, "".join("\t".join(map(str, row)) + "\n" for row in rows))
    return [path, metadata]


def compact(
    embeddings: Embeddings, *, n_integers: int, n_buckets: int = 0, always: Iterable[int] = ()
) -> Embeddings:
    """The same vectors for fewer integers, and the commonest n-grams' buckets.

    Kept are those of `always` that have a vector, then the commonest integers up to
    `n_integers`; among buckets, those that most integers of the full model draw on. Integers
    keep the order of the full model, which is by falling frequency.
    """
    kept = {n for n in always if n in embeddings}
    kept |= set(islice((n for n in embeddings if n not in kept), max(n_integers - len(kept), 0)))
    integers = [n for n in embeddings if n in kept]
    units = embeddings.subwords
    if units is not None and units.kinds.max_n:
        n, (owner, rows) = len(units.matrix), units.ngrams(embeddings.integers)
        once = np.unique(owner * n + rows) % max(n, 1)  # an integer counts once
        use = np.bincount(once, minlength=n)[units.kinds.n :]
        kept_rows = np.sort(np.argsort(-use, kind="stable")[:n_buckets])
        rows = np.append(np.arange(units.kinds.n), units.kinds.n + kept_rows)
        units = replace(units, buckets=units.buckets[kept_rows], matrix=units.matrix[rows])
    vectors, name = embeddings[integers], embeddings.name
    manifest = embeddings.manifest | {"compact_of": len(embeddings)}
    return Embeddings(integers, vectors, name=name, subwords=units, manifest=manifest)


def _compact(embeddings: Embeddings, path: Path) -> list[Path]:
    """A model folder in 8 bits: the integers to 10,000, the commonest others and n-grams."""
    n_integers = min(30_000, max(3_000_000 // embeddings.dim, 10_000))
    n_buckets, always = 7_000_000 // embeddings.dim, range(1, 10_001)
    small = compact(embeddings, n_integers=n_integers, n_buckets=n_buckets, always=always)
    small.renamed(path.name).save(path, precision="int8")
    return [path]


FORMATS: dict[str, tuple[str, Callable[[Embeddings, Path], list[Path]]]] = {
    "word2vec": (".vec", partial(_lines, header=True)),
    "glove": (".txt", _lines),
    "safetensors": (".safetensors", _safetensors),
    "projector": (".tsv", _projector),
    "compact": ("-compact", _compact),
}
