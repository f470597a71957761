"""Vectors in other programs' formats, and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from int2vec.embed.export import compact, export
from int2vec.embed.text_vectors import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.units import UnitKinds, Units, hashed_ngrams

_RNG = np.random.default_rng(0)
_LONG = -(10**60) - 7
_VECTORS = Embeddings([7, 2, -3, 10**25, _LONG], _RNG.standard_normal((5, 5)), name="toy")


@pytest.mark.parametrize(("kind", "file"), [("word2vec", "v.vec"), ("glove", "v.txt")])
def test_text_formats_come_back_unchanged(tmp_path: Path, kind: str, file: str) -> None:
    (path,) = export(_VECTORS, tmp_path / file, kind)
    again = read_text_vectors(path)
    assert again.integers == _VECTORS.integers
    assert np.array_equal(again.matrix, _VECTORS.matrix)


def test_gensim_reads_the_word2vec_file(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim.models")
    (path,) = export(_VECTORS, tmp_path / "v.vec", "word2vec")
    theirs = gensim.KeyedVectors.load_word2vec_format(str(path))
    assert np.allclose(theirs["-3"], _VECTORS[-3])


def test_safetensors_reads_the_safetensors_file(tmp_path: Path) -> None:
    from safetensors.numpy import load_file

    (path,) = export(_VECTORS, tmp_path / "v.safetensors", "safetensors")
    tensors = load_file(path)
    assert np.array_equal(tensors["vectors"], _VECTORS.matrix)
    assert list(map(int, tensors["integers"].tobytes().split())) == list(_VECTORS.integers)


def test_projector_files_line_up(tmp_path: Path) -> None:
    vectors, metadata = export(_VECTORS, tmp_path / "v.tsv", "projector")
    labels = metadata.read_text().splitlines()
    assert labels[0] == "integer\teven\tdiv3\tprime\tsquare"
    assert labels[1] == "7\t0\t0\t1\t0"
    assert labels[5].split("\t")[0] == str(_LONG)
    assert len(vectors.read_text().splitlines()) == len(labels) - 1 == 5


def test_unknown_format_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'csv'; give one of word2vec"):
        export(_VECTORS, tmp_path / "x", "csv")


def test_compact_keeps_what_is_asked_for() -> None:
    integers = list(range(2000, 1000, -1))
    buckets = np.unique(hashed_ngrams(integers, 3, 6)[1] % np.uint32(5000))
    table = Units(
        kinds=UnitKinds(min_n=3, max_n=6, n_buckets=5000),
        buckets=buckets,
        matrix=_RNG.standard_normal((len(buckets), 4)).astype(np.float32),
    )
    full = Embeddings(integers, _RNG.standard_normal((1000, 4)), name="full", subwords=table)
    small = compact(full, n_integers=50, n_buckets=300, always=range(1001, 1021))
    assert len(small) == 50
    assert set(range(1001, 1021)) <= set(small.integers)
    assert set(range(1971, 2001)) <= set(small.integers), "then the commonest"
    assert np.array_equal(small[2000], full[2000])
    assert small.subwords is not None
    assert len(small.subwords.buckets) == 300
    # "<1" followed by two digits opens every integer below 2000: its bucket is among the kept.
    assert hashed_ngrams([19], 3, 3)[1][0] % 5000 in small.subwords.buckets


def test_compacting_twice_changes_no_vector() -> None:
    integers = list(range(2000, 1000, -1))
    every = set((hashed_ngrams(integers, 3, 6)[1] % 5000).tolist())
    table = Units(
        kinds=UnitKinds(min_n=3, max_n=6, n_buckets=5000),
        buckets=np.array(sorted(every), np.uint32),
        matrix=_RNG.standard_normal((len(every), 4)).astype(np.float32),
    )
    full = Embeddings(integers, _RNG.standard_normal((1000, 4)), name="full", subwords=table)
    once = compact(full, n_integers=50, n_buckets=300)
    twice = compact(once, n_integers=50, n_buckets=300)
    assert twice.integers == once.integers
    for n in (2000, 1001, 1234, 99, 19_191_919):
        assert np.array_equal(twice.infer(n), once.infer(n))


def test_a_compact_folder_is_a_model_like_any_other(tmp_path: Path) -> None:
    (folder,) = export(_VECTORS, tmp_path / "small", "compact")
    again = Embeddings.load(folder)
    assert again.name == "small"
    assert sorted(again.integers) == sorted(_VECTORS.integers)
    for n in _VECTORS.integers:
        assert np.allclose(again[n], _VECTORS[n], atol=0.02)
