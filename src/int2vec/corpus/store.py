"""The compiled corpus, by name or file: memory-mapped rows, offsets and distinct integers."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.known.register import everything_known, fame
from int2vec.cache import cached, file_state, hash_of
from int2vec.corpus.compiling import compile_corpus, joined
from int2vec.corpus.oeis import BIG, SHORT_DIGITS, reading
from int2vec.data import data_folder, find, find_optional
from int2vec.files import open_plain, open_tensors, read_json, save_tensors, user_path
from int2vec.tables import Line, Shown, Table, as_table, table_of

__all__ = ["BIG", "Corpus", "compile_corpus", "corpus_state", "open_corpus"]

MOST_BYTES = 64 << 30
_LOOKED_AT = 20_000  # places of a word that are looked at in names


class Corpus(Shown):
    """Sequences of integers, compiled.

    Sequence `i` is `rows[offsets[i]:offsets[i + 1]]`; rows number the distinct integers by
    falling frequency. All arrays are read-only.
    """

    def __init__(self, folder: Path, name: str) -> None:
        tensors, _ = open_tensors(folder / "corpus.safetensors")
        self.name = name
        self.folder = folder
        self.manifest: dict[str, Any] = read_json(folder / "manifest.json")
        self.hash = str(self.manifest["input_hash"])  # of the file that it was compiled from
        self.rows: NDArray[np.int32] = tensors["rows"]  # (n_terms,)
        self.offsets: NDArray[np.int64] = tensors["offsets"]  # (n_sequences + 1,)
        self.a_numbers: NDArray[np.int32] = tensors["a_numbers"]  # (n_sequences,), 0 if none
        self.counts: NDArray[np.int64] = tensors["counts"]  # (n_types,)
        self.values: NDArray[np.int64] = tensors["values"]  # (n_types,), BIG for long ones
        self._by_value: NDArray[np.int32] = tensors["by_value"]  # short rows by rising value
        self._big_rows: NDArray[np.int32] = tensors["big_rows"]  # rising
        self._big_text: NDArray[np.uint8] = tensors["big_text"]
        self._big_offsets: NDArray[np.int64] = tensors["big_offsets"]
        self.n_sequences, self.n_terms = len(self.a_numbers), len(self.rows)
        self.n_types = len(self.counts)  # distinct integers

    @cached_property
    def _sorted_values(self) -> NDArray[np.int64]:
        return self.values[self._by_value]

    @cached_property
    def _big_row_of(self) -> dict[int, int]:
        # All at once: one by one out of the memory map takes fifty times as long.
        text, cuts = self._big_text.tobytes(), self._big_offsets.tolist()
        parts = zip(cuts, cuts[1:], self._big_rows.tolist(), strict=False)
        return {int(text[start:end]): row for start, end, row in parts}

    def integer(self, row: int) -> int:
        """The integer that has this row."""
        value = int(self.values[row])
        return value if value != BIG else self.integers_of(np.array([row]))[0]

    def integers_of(self, rows: NDArray[np.integer[Any]]) -> list[int]:
        """The integers that have these rows."""
        values = self.values[rows]
        integers: list[int] = values.tolist()
        big = np.flatnonzero(values == BIG)
        for i, at in zip(big.tolist(), np.searchsorted(self._big_rows, rows[big]), strict=True):
            start, end = self._big_offsets[at : at + 2]
            integers[i] = int(self._big_text[start:end].tobytes())
        return integers

    def residues(self, prime: int) -> NDArray[np.int64]:
        """The distinct integers modulo a prime: (n_types,)."""
        residues = np.asarray(self.values) % prime
        residues[self._big_rows] = [n % prime for n in self.integers_of(self._big_rows)]
        return residues

    def row(self, n: int) -> int | None:
        """The row of an integer, None where it never occurs."""
        (row,) = self.rows_of([n]).tolist()
        return row if row >= 0 else None

    def rows_of(self, integers: Iterable[int]) -> NDArray[np.int32]:
        """The rows of these integers, -1 for those that never occur."""
        asked = list(integers)
        rows = np.full(len(asked), -1, np.int32)
        short = [i for i, n in enumerate(asked) if abs(n) < 10**SHORT_DIGITS]
        if short and len(self._by_value):
            values = np.array([asked[i] for i in short], np.int64)
            at = np.minimum(np.searchsorted(self._sorted_values, values), len(self._by_value) - 1)
            there = self._sorted_values[at] == values
            rows[short] = np.where(there, self._by_value[at], -1)
        for i in set(range(len(asked))).difference(short):
            rows[i] = self._big_row_of.get(asked[i], -1)
        return rows

    def mask_of(self, sequences: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which terms belong to these sequences: bool (n_terms,)."""
        chosen = np.zeros(self.n_sequences, bool)
        chosen[sequences] = True
        return np.repeat(chosen, np.diff(self.offsets))

    def counts_in(self, sequences: NDArray[np.int32]) -> NDArray[np.int64]:
        """How often each integer occurs in these sequences: int64 (n_types,)."""
        return np.bincount(self.rows[self.mask_of(sequences)], minlength=self.n_types)

    def terms(self, i: int) -> list[int]:
        """The terms of sequence `i`."""
        return self.integers_of(self.rows[self.offsets[i] : self.offsets[i + 1]])

    def label(self, i: int) -> str:
        """The A-number of sequence `i`, or its place in a file that gives none."""
        a_number = int(self.a_numbers[i])
        return f"A{a_number:06d}" if a_number else f"sequence {i + 1:,}"

    def index_of(self, a_number: int) -> int | None:
        """The position of the sequence with this A-number, None where there is none."""
        found = np.flatnonzero(self.a_numbers == a_number)
        return int(found[0]) if len(found) else None

    @cached_property
    def names(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]] | None:
        """The names in UTF-8, one after the other, and where each begins; None without names."""
        if not (path := self.folder / "names.safetensors").is_file():
            return None
        tensors, _ = open_tensors(path)
        return tensors["text"], tensors["offsets"]

    def sequence_name(self, i: int) -> str | None:
        """The name of sequence `i`, None where the corpus carries none."""
        if self.names is None:
            return None
        text, offsets = self.names
        return text[offsets[i] : offsets[i + 1]].tobytes().decode("utf-8", "replace") or None

    def cached_tensors(
        self, kind: str, key: str, file: str, build: Callable[[], Mapping[str, NDArray[Any]]]
    ) -> dict[str, NDArray[Any]]:
        """What `build` makes of this corpus, from the file of the cache where it is there."""

        def build_into(folder: Path) -> None:
            save_tensors(folder / file, build())

        folder = cached(kind, key, build_into, source=self.name, needs=[self.folder])
        return open_tensors(folder / file)[0]


class Names:
    """The names of a corpus as one text that is searched in milliseconds."""

    def __init__(self, corpus: Corpus) -> None:
        text, self._starts = corpus.names or _known_names(corpus)
        self._corpus = corpus
        self._written = text.tobytes()
        self._text = self._written.lower()

    def name(self, i: int) -> str | None:
        """The name of sequence `i`, None where it has none."""
        written = self._written[self._starts[i] : self._starts[i + 1]]
        return written.decode("utf-8", "replace") or None

    def named(self, words: str, k: int = 10) -> list[int]:
        """The sequences whose names hold all the words: those that begin so first, then by fame."""
        # "primes" is looked for as "prime", which the plural holds.
        asked = [re.sub(r"(?<=...[^s])s$", "", word).encode() for word in words.lower().split()]
        if not asked:
            return []
        found = self._holding(max(asked, key=len))
        held = {i: self._text[self._starts[i] : self._starts[i + 1]] for i in found}
        whole = [i for i, name in held.items() if all(word in name for word in asked)]
        return sorted(whole, key=lambda i: self._order(i, held[i], asked[0]))[:k]

    def citing(self, label: str, k: int = 10) -> list[int]:
        """The sequences whose names cite this A-number, the best known first."""
        found = {i for i in self._holding(label.lower().encode()) if self._corpus.label(i) != label}
        return sorted(found, key=self._fame)[:k]

    def _order(self, i: int, name: bytes, first: bytes) -> tuple[bool, bool, int]:
        word = re.search(rb"\b" + re.escape(first), name)
        return word is None, not name.startswith(first) and self._fame(i) > 2_000, self._fame(i)

    def _fame(self, i: int) -> int:
        return fame(int(self._corpus.a_numbers[i]))

    def _holding(self, word: bytes) -> Iterator[int]:
        at = -1
        for _ in range(_LOOKED_AT):
            if (at := self._text.find(word, at + 1)) < 0:
                return
            i = int(np.searchsorted(self._starts, at, side="right")) - 1
            if at + len(word) <= self._starts[i + 1]:  # not across two names
                yield i
                at = int(self._starts[i + 1]) - 1  # on with the next name


def _known_names(corpus: Corpus) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The names that the package has for the A-numbers of a corpus without names."""
    known = {one.a_number: one.name.encode() for one in everything_known() if one.a_number}
    names = [known.get(a_number, b"") for a_number in corpus.a_numbers.tolist()]
    text, starts = joined("text", "starts", names).values()
    return text, starts


@as_table(Corpus)
def _card(corpus: Corpus) -> Table:
    counts = {"sequences": corpus.n_sequences, "terms": corpus.n_terms}
    counts["distinct integers"] = corpus.n_types
    return table_of([Line([name, f"{n:,}"]) for name, n in counts.items()], ["", ">"], corpus.name)


def open_corpus(name: str | Path, *, skip_bad: bool = False) -> Corpus:
    """The corpus of that name or in that file, compiled if it is not yet.

    "catalog" is the built-in corpus, "well-known" the thousand sequences that the package
    knows by A-number, "oeis" the OEIS dump in the data folder.
    """
    path, names = _files(name)
    files = [part for part in (path, names) if part is not None]
    with reading(path):
        hashes = [hash_of(file) for file in files]
    key = "-".join(digest[:16] for digest in hashes) + ("-skip" if skip_bad else "")
    needs = [file.absolute() for file in files]
    make = partial(compile_corpus, path, names=names, skip_bad=skip_bad, input_hash=hashes[0])
    return Corpus(cached("corpus", key, make, source=str(name), needs=needs), str(name))


def corpus_state(name: str) -> tuple[Path, tuple[int, ...]] | None:
    """Where a corpus's file lies and what tells that it changed; None where it has none."""
    path = data_folder() / "oeis" / "stripped.gz" if name == "oeis" else user_path(name)
    try:
        return path.absolute(), file_state(path)
    except OSError:  # a built-in corpus, or one that opening it says more of
        return None


def _files(name: str | Path) -> tuple[Path, Path | None]:
    """The sequence file of a corpus, and its file of names if it has one."""
    if name in ("catalog", "well-known"):
        from int2vec.corpus import catalog  # a hundred families, slow to import for the others

        def write_into(folder: Path) -> None:
            known = [one for one in everything_known() if one.a_number]
            chosen = known if name == "well-known" else None
            catalog.write(folder / "stripped", folder / "names", chosen)

        key = f"{name}-{catalog.VERSIONS[name]}"
        made = cached("catalog", key, write_into, source="the package")
        return made / "stripped", made / "names"
    if name == "oeis":
        return find("oeis/stripped.gz"), find_optional("oeis/names.gz")
    path = user_path(name)
    with reading(path):
        open_plain(path, MOST_BYTES).close()
    return path, None
