"""Embeddings: integer to vector, neighbors, save and load. NumPy alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from int2vec import __version__
from int2vec.errors import InputError, ModelError, UnknownIntegerError
from int2vec.files import file_hash, open_tensors, pack, read_json, save_tensors, unpack, write_json
from int2vec.tables import Line, table_of
from int2vec.text import MAX_DIGITS, as_integer, check_k, shown_integer
from int2vec.units import Matrix, Units, restored

if TYPE_CHECKING:
    import pandas

_OWN_WEIGHT = 3.0
_LOOKED_AT_AGAIN = 1_000
FORMAT = 1


def unit_vectors(vectors: NDArray[Any]) -> Matrix:
    """Vectors (…, dim) scaled to length 1; zero vectors stay zero."""
    peaks = np.abs(vectors).max(axis=-1, keepdims=True, initial=0)  # squares of 1e20 overflow
    scaled = (vectors / np.where(peaks > 0, peaks, 1)).astype(np.float32, copy=False)
    lengths = np.linalg.norm(scaled, axis=-1, keepdims=True)
    return np.divide(scaled, np.where(lengths > 0, lengths, 1), dtype=np.float32)


class Embeddings:
    """A vector for each of many integers, and for any integer where there are subwords.

    >>> vectors = Embeddings([2, 3, 4], np.eye(3, dtype=np.float32), name="toy")
    >>> vectors[3].tolist()
    [0.0, 1.0, 0.0]
    >>> 5 in vectors, list(vectors), vectors[[2, 4]].shape, np.asarray(vectors).shape
    (False, [2, 3, 4], (2, 3), (3, 3))
    """

    def __init__(
        self,
        integers: Sequence[int],
        matrix: NDArray[Any],
        *,
        name: str,
        subwords: Units | None = None,
        manifest: Mapping[str, Any] | None = None,
    ) -> None:
        matrix = np.asarray(matrix, dtype=np.float32).view()
        if matrix.ndim != 2 or len(matrix) != len(integers):
            problem = f"{len(integers)} integers and a matrix of shape {matrix.shape} were given"
            raise InputError(f"{problem}; give one row an integer")
        parts = [matrix] if subwords is None else [matrix, subwords.matrix]
        with np.errstate(over="ignore", invalid="ignore"):
            # A sum is much faster, and finite where everything is, unless it overflows.
            if not all(np.isfinite(part.sum()) or np.isfinite(part).all() for part in parts):
                raise InputError(f"the vectors of '{name}' hold NaN or infinity; train again")
        if len({part.shape[1] for part in parts}) > 1:
            problem = f"the vectors of '{name}' have {matrix.shape[1]} dimensions"
            problem += f" and those of the parts of an integer {parts[-1].shape[1]}"
            raise InputError(f"{problem}; give both the same number")
        matrix.flags.writeable = False
        self.name, self.subwords = name, subwords
        self.integers: tuple[int, ...] = tuple(integers)
        self.matrix: Matrix = matrix  # (n, dim), read-only
        self.manifest: dict[str, Any] = dict(manifest or {})
        self._row_of = dict(zip(self.integers, range(len(self.integers)), strict=True))
        if len(self._row_of) != len(self.integers):
            raise InputError(f"'{name}' gives an integer twice; give each integer once")

    def renamed(self, name: str) -> "Embeddings":
        """The same vectors by another name."""
        other = copy(self)
        other.name = name
        return other

    def __len__(self) -> int:
        return len(self.integers)

    def __iter__(self) -> Iterator[int]:
        return iter(self.integers)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.matrix, dtype=dtype, copy=copy)

    def __contains__(self, n: object) -> bool:
        return isinstance(n, int | np.integer) and not isinstance(n, bool) and n in self._row_of

    def __repr__(self) -> str:
        return f"Embeddings('{self.name}', {len(self):,} integers, {self.dim} dimensions)"

    def _repr_html_(self) -> str:
        every = "any integer" if self.has_subwords else "these integers alone"
        trained = self.manifest.get("corpus")
        size = f"{len(self):,}, {self.integers[0]} to {shown_integer(max(self.integers))}"
        lines = [["integers", size], ["dimensions", str(self.dim)], ["answers for", every]]
        lines += [["trained on", trained]] if isinstance(trained, str) else []
        return table_of(map(Line, lines), ["", ""], self.name).to_html()

    @property
    def dim(self) -> int:
        """The number of dimensions."""
        return int(self.matrix.shape[1])

    @property
    def has_subwords(self) -> bool:
        """Whether `infer` answers for every integer."""
        return self.subwords is not None

    def known(self, integers: Iterable[int]) -> list[int]:
        """Those of these integers that have a vector, or can be given one."""
        return [n for n in integers if self.has_subwords or n in self]

    @cached_property
    def unit(self) -> Matrix:
        """The vectors scaled to length 1 (zero vectors stay zero): (n, dim)."""
        unit = unit_vectors(self.matrix)
        unit.flags.writeable = False
        return unit

    def row(self, n: object) -> int:
        """The row of an integer in `matrix`; UnknownIntegerError where it has none."""
        number = as_integer(n)
        if (row := self._row_of.get(number)) is None:
            shown = shown_integer(number)
            way_out = f"use infer({shown})" if self.has_subwords else "use another model"
            problem = f"{shown} has no vector in '{self.name}' ({len(self):,} integers)"
            raise UnknownIntegerError(f"{problem}; {way_out}")
        return row

    def __getitem__(self, n: int | Sequence[int] | NDArray[Any]) -> Matrix:
        """The vector of an integer, (dim,), or those of a list, array or Series, (…, dim)."""
        if not hasattr(n, "__len__") or isinstance(n, str | set):
            return cast(Matrix, self.matrix[self.row(n)])
        chosen = np.array(n, dtype=object)
        rows = [self.row(each) for each in chosen.ravel()]
        return self.matrix[rows].reshape(*chosen.shape, self.dim)

    def infer(self, n: int) -> Matrix:
        """The vector of an integer, trained or put together from its parts: (dim,)."""
        return cast(Matrix, self.vectors_of([n])[0])

    def vectors_of(self, integers: Iterable[int]) -> Matrix:
        """The vectors of these integers, inferred where need be: (m, dim)."""
        # Units that are computed need no decimal form, so that integers may be longer.
        computed = self.subwords is not None and not self.subwords.kinds.max_n
        chosen = [as_integer(n, 10_000 if computed else MAX_DIGITS) for n in integers]
        if self.subwords is None:
            return self.matrix[[self.row(n) for n in chosen]]
        rows = np.array([self._row_of.get(n, -1) for n in chosen], np.int64)
        found, unknown = self.matrix[rows], np.flatnonzero(rows < 0)
        found[unknown] = self.subwords.vectors([chosen[i] for i in unknown.tolist()])
        return found

    def encode(self, integers: Any) -> Matrix:
        """The vectors of an integer or of a list, array, Series or frame of them: (…, dim).

        >>> Embeddings([2, 3], np.eye(2), name="toy").encode([[2, 3], [3, 3], [2, 2]]).shape
        (3, 2, 2)
        """
        asked = np.array(integers, dtype=object)
        return self.vectors_of(asked.ravel().tolist()).reshape(*asked.shape, self.dim)

    def similarity(self, a: int, b: int) -> float:
        """The cosine between the vectors of two integers."""
        return float(unit_vectors(self.infer(a)) @ unit_vectors(self.infer(b)))

    def nearest(
        self, vector: NDArray[Any], k: int = 10, leave_out: Iterable[int] = ()
    ) -> list[tuple[int, float]]:
        """The `k` integers whose vectors have the highest cosine to `vector`."""
        cosines = self.unit @ unit_vectors(np.asarray(vector))  # (n,)
        rows = [self._row_of[n] for n in leave_out if n in self._row_of]
        cosines[rows] = -np.inf
        k = min(check_k(k), len(self) - len(set(rows)))
        if k <= 0:
            return []
        top = np.argpartition(cosines, len(cosines) - k)[len(cosines) - k :]
        top = top[np.lexsort((top, -cosines[top]))]
        return [(self.integers[row], float(cosines[row])) for row in top]

    def neighbors(self, n: int, k: int = 10) -> list[tuple[int, float]]:
        """The `k` integers nearest to an integer by cosine, itself left out."""
        number, k = as_integer(n), check_k(k)
        if self.subwords is None or not self.subwords.kinds.n or number not in self:
            return self.nearest(self.infer(number), k, leave_out=[number])
        # With what an integer itself says weighed thrice, those near it have more in common.
        near = self.nearest(self[number], max(k, _LOOKED_AT_AGAIN), leave_out=[number])
        integers = [number, *(m for m, _ in near)]
        whole, units = self.vectors_of(integers), self.subwords.vectors(integers)
        vectors = unit_vectors(_OWN_WEIGHT * whole - (_OWN_WEIGHT - 1) * units)
        cosines = vectors[1:] @ vectors[0]
        best = np.argsort(-cosines, kind="stable")[:k]
        return [(integers[1 + i], float(cosines[i])) for i in best.tolist()]

    def most_similar(
        self, positive: int | Sequence[int], negative: Sequence[int] = (), k: int = 10
    ) -> list[tuple[int, float]]:
        """The `neighbors` of an integer, or the nearest to a sum of unit vectors minus others."""
        positive = [positive] if isinstance(positive, int | np.integer) else positive
        if len(positive) == 1 and not len(negative):
            return self.neighbors(positive[0], k)
        given = [*positive, *negative]
        if not given:
            raise InputError("no integers were given; give at least one")
        signs = np.repeat([1.0, -1.0], [len(positive), len(negative)])
        return self.nearest(signs @ unit_vectors(self.vectors_of(given)), k, leave_out=given)

    def doesnt_match(self, integers: Sequence[int]) -> int:
        """The integer whose vector is farthest from the mean of them all.

        >>> Embeddings([2, 4, 7], [[1, 0], [1, 0.1], [0, 1]], name="toy").doesnt_match([2, 4, 7])
        7
        """
        if len(integers) < 2:
            raise InputError(f"{len(integers)} integers were given; give at least two")
        vectors = unit_vectors(self.vectors_of(integers))
        return integers[int(np.argmin(vectors @ vectors.mean(axis=0)))]

    def to_dataframe(self) -> "pandas.DataFrame":
        """A pandas frame with a row an integer and a column a dimension."""
        try:
            import pandas
        except ImportError as error:
            raise InputError("to_dataframe needs pandas; run: pip install pandas") from error
        return pandas.DataFrame(self.matrix, index=pandas.Index(self.integers, name="integer"))

    def expand(self, seeds: Sequence[int], k: int = 10) -> list[tuple[int, float]]:
        """The integers nearest to the centroid of the seeds' vectors, the seeds left out."""
        if not len(seeds):
            raise InputError("no seeds were given; give at least one integer")
        centroid = self.vectors_of(seeds).mean(axis=0, dtype=np.float64)
        return self.nearest(centroid, k, leave_out=seeds)

    def analogy(
        self, a: int, b: int, c: int, options: Sequence[int] | None = None, k: int = 5
    ) -> list[tuple[int, float]]:
        """Answers d to a : b :: c : d by cosine to v(c) - v(a) + v(b), best first."""
        target = np.array([-1.0, 1.0, 1.0]) @ self.vectors_of([a, b, c])
        if options is None:
            return self.nearest(target, k, leave_out=[a, b, c])
        cosines = unit_vectors(self.vectors_of(options)) @ unit_vectors(target)
        return sorted(zip(options, cosines.tolist(), strict=True), key=lambda pair: -pair[1])

    def subset(self, integers: Iterable[int], name: str | None = None) -> "Embeddings":
        """The same vectors for these integers alone."""
        chosen = [as_integer(n) for n in integers]
        kept: dict[str, Any] = {"subwords": self.subwords, "manifest": self.manifest}
        return Embeddings(chosen, self[chosen], name=name or self.name, **kept)

    def save(self, folder: Path | str, precision: str = "float32") -> None:
        """Write the vectors to a folder; the manifest comes last and vouches for the rest."""
        path = Path(folder) / "vectors.safetensors"
        written = np.frombuffer("\n".join(map(str, self.integers)).encode(), np.uint8)
        tensors = {**pack("vectors", self.matrix, precision), "integers": written}
        about = {"format": FORMAT, "name": self.name, "n": len(self), "dim": self.dim}
        about |= {"precision": precision, "version": __version__, "subwords": None, "units": None}
        manifest = {**self.manifest, **about}
        if self.subwords is not None:
            parts, kinds = self.subwords.stored(precision)
            tensors, manifest = tensors | parts, manifest | kinds
        save_tensors(path, tensors)
        write_json(path.with_name("manifest.json"), {**manifest, "sha256": file_hash(path)})

    @classmethod
    def load(cls, folder: Path | str, name: str | None = None) -> "Embeddings":
        """The embeddings in a folder, by their own name unless another is given."""
        folder = Path(folder)
        if not folder.is_dir():
            raise ModelError(f"{folder} is no model folder; 'int2vec models' lists what there is")
        path, manifest = folder / "vectors.safetensors", read_json(folder / "manifest.json")
        if manifest.get("format") != FORMAT:
            problem = f"{folder} has format {manifest.get('format')!r}, not {FORMAT}"
            raise ModelError(f"{problem}; train it again with this version")
        tensors, _ = open_tensors(path)
        if file_hash(path) != manifest.get("sha256"):
            raise ModelError(f"{path} does not match its manifest; copy the folder again, whole")
        try:
            tensors = unpack(tensors)
            integers = list(map(int, tensors["integers"].tobytes().split()))
            about: dict[str, Any] = {"subwords": restored(tensors, manifest), "manifest": manifest}
            return cls(integers, tensors["vectors"], name=name or str(manifest["name"]), **about)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{folder} is not a whole model ({error}); copy it again") from error
