"""Embeddings as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import int2vec
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError, UnknownIntegerError
from int2vec.units import UnitKinds, Units, hashed_ngrams


def ngram_hash(ngram: bytes) -> int:
    value = 2166136261
    for byte in ngram:
        value = (value ^ byte) * 16777619 % 2**32
    return value


def _toy(subwords: bool = False) -> Embeddings:
    rng = np.random.default_rng(0)
    integers = [1, 2, 3, -4, 10**30, 97]
    table = None
    if subwords:
        buckets = np.arange(50, dtype=np.uint32)
        matrix = rng.standard_normal((50, 8)).astype(np.float32)
        kinds = UnitKinds(min_n=3, max_n=6, n_buckets=50)
        table = Units(kinds=kinds, buckets=buckets, matrix=matrix)
    return Embeddings(integers, rng.standard_normal((6, 8)), name="toy", subwords=table)


def test_neighbors_are_those_of_a_plain_loop() -> None:
    vectors = _toy()
    cosines = {n: vectors.similarity(97, n) for n in vectors.integers if n != 97}
    expected = sorted(cosines, key=lambda n: -cosines[n])
    assert [n for n, _ in vectors.neighbors(97, k=5)] == expected
    assert vectors.neighbors(97, k=1)[0][1] == pytest.approx(max(cosines.values()), abs=1e-6)


def test_they_behave_like_a_collection_of_integers_and_like_an_array() -> None:
    vectors = _toy()
    assert list(vectors) == [1, 2, 3, -4, 10**30, 97]
    assert 97 in vectors
    assert np.int64(97) in vectors
    assert 98 not in vectors
    assert True not in vectors
    assert np.array_equal(np.asarray(vectors), vectors.matrix)
    assert np.asarray(vectors, np.float64).dtype == np.float64
    several = vectors[[97, 10**30, 97]]
    assert several.shape == (3, 8)
    assert np.array_equal(several[1], vectors[10**30])
    assert vectors[np.array([[1, 2, 3], [97, 1, 2]])].shape == (2, 3, 8)
    assert vectors[[]].shape == (0, 8)
    assert vectors[range(97, 98)].tolist() == [several[0].tolist()]
    with pytest.raises(UnknownIntegerError, match="98 has no vector"):
        vectors[[97, 98]]


def test_another_name_leaves_the_vectors_as_they_are(tmp_path: Path) -> None:
    vectors = _toy()
    other = vectors.renamed("other")
    assert (vectors.name, other.name) == ("toy", "other")
    assert np.shares_memory(vectors.matrix, other.matrix)
    vectors.save(tmp_path)
    assert Embeddings.load(tmp_path).name == "toy"
    assert Embeddings.load(tmp_path, name="mine").name == "mine"


def test_inputs_are_left_out_of_answers() -> None:
    vectors = _toy()
    assert {n for n, _ in vectors.most_similar([1, 2], [3], k=10)} == {-4, 10**30, 97}
    assert {n for n, _ in vectors.expand([1, 2, 3, 97], k=10)} == {-4, 10**30}
    assert 3 not in dict(vectors.analogy(1, 2, 3))


def test_analogy_by_parallelogram() -> None:
    plane = np.array([[1, 0], [1, 1], [3, 0], [3, 1], [0, -3]])
    vectors = Embeddings([2, 4, 3, 9, 27], plane, name="plane")
    assert vectors.analogy(2, 4, 3, options=[27, 9])[0][0] == 9
    assert vectors.analogy(2, 4, 3)[0][0] == 9


def test_an_analogy_adds_the_second_and_third_and_takes_the_first_off() -> None:
    # a, b, c stand at right angles; each other integer is one choice of signs for them.
    signs = [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    integers = [1, 2, 3, *range(10, 18)]
    vectors = Embeddings(integers, np.array([*np.eye(3), *signs]), name="cube")
    right = 10 + signs.index((-1, 1, 1))
    assert vectors.analogy(1, 2, 3)[0] == (right, pytest.approx(1))
    assert vectors.analogy(1, 2, 3, options=range(10, 18))[0] == (right, pytest.approx(1))


def test_as_many_answers_as_there_are_even_where_seeds_are_repeated() -> None:
    vectors = _toy()
    assert len(vectors.expand([1, 1, 1, 2], k=10)) == 4
    assert len(vectors.most_similar([97, 97], [97], k=5)) == 5


def test_matrix_cannot_be_written() -> None:
    vectors = _toy()
    with pytest.raises(ValueError, match="read-only"):
        vectors.matrix[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        vectors[97][0] = 1


@pytest.mark.parametrize("bad", [1.5, True, "7", None, 2 + 0j])
def test_what_is_no_integer_is_refused(bad: object) -> None:
    with pytest.raises(InputError, match="give an integer"):
        _toy()[bad]  # type: ignore[index]
    assert bad not in _toy()


def test_unknown_integer_names_the_way_out() -> None:
    with pytest.raises(UnknownIntegerError, match=r"1729 has no vector in 'toy' .*another model"):
        _toy()[1729]
    with pytest.raises(LookupError, match=r"use infer\(1729\)"):
        _toy(subwords=True)[1729]


def test_infer_gives_every_integer_a_vector() -> None:
    vectors = _toy(subwords=True)
    for n in (0, -5, 1729, 10**12 + 39, 7 * 10**3000):
        assert np.isfinite(vectors.infer(n)).all()
        assert vectors.infer(n).shape == (8,)
    assert np.array_equal(vectors.infer(97), vectors[97])
    with pytest.raises(InputError, match="about 5,000 digits"):
        vectors.infer(10**5000)


def test_inferred_vector_is_the_mean_of_its_ngrams() -> None:
    vectors = _toy(subwords=True)
    assert vectors.subwords is not None
    grams = [
        b"<17",
        b"172",
        b"729",
        b"29>",
        b"<172",
        b"1729",
        b"729>",
        b"<1729",
        b"1729>",
        b"<1729>",
    ]
    assert sorted(hashed_ngrams([1729], 3, 6)[1]) == sorted(map(ngram_hash, grams))
    rows = [ngram_hash(g) % 50 for g in grams]
    assert np.allclose(vectors.infer(1729), vectors.subwords.matrix[rows].mean(axis=0), atol=1e-6)


def test_ngrams_without_a_vector_say_nothing() -> None:
    # Of the n-grams of 17, "<17", "17>" and "<17>", two have a vector.
    known = sorted(ngram_hash(g) % 10**6 for g in (b"<17", b"<17>"))
    matrix = np.array([[2.0, 0.0], [4.0, 6.0]], np.float32)
    kinds = UnitKinds(min_n=3, max_n=6, n_buckets=10**6)
    table = Units(kinds=kinds, buckets=np.array(known, np.uint32), matrix=matrix)
    assert table.vectors([17, 5]).tolist() == [[3.0, 3.0], [0.0, 0.0]]


@pytest.mark.parametrize("precision", ["float32", "float16", "int8"])
def test_save_and_load_round_trip(tmp_path: Path, precision: str) -> None:
    vectors = _toy(subwords=True)
    vectors.save(tmp_path / "model", precision)
    again = Embeddings.load(tmp_path / "model")
    assert again.integers == vectors.integers
    loss = {"float32": 0, "float16": 2e-3, "int8": 2e-2}[precision]
    assert np.abs(again.matrix - vectors.matrix).max() <= loss
    assert np.abs(again.infer(12345) - vectors.infer(12345)).max() <= loss
    assert sorted(p.name for p in (tmp_path / "model").iterdir()) == [
        "manifest.json",
        "vectors.safetensors",
    ]


def test_full_precision_is_memory_mapped(tmp_path: Path) -> None:
    _toy().save(tmp_path / "model")
    matrix = Embeddings.load(tmp_path / "model").matrix
    while matrix.base is not None and not isinstance(matrix, np.memmap):
        matrix = matrix.base
    assert isinstance(matrix, np.memmap)


def test_broken_models_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    with pytest.raises(ModelError, match="no model folder"):
        Embeddings.load(folder)
    _toy().save(folder)
    path = folder / "vectors.safetensors"
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    with pytest.raises(ModelError, match="cut short"):
        Embeddings.load(folder)
    path.write_bytes(whole[:-1] + b"\x99")
    with pytest.raises(ModelError, match="does not match its manifest"):
        Embeddings.load(folder)
    path.unlink()
    with pytest.raises(ModelError, match="is missing"):
        Embeddings.load(folder)
    path.write_bytes(whole)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "format": 99}))
    with pytest.raises(ModelError, match="format 99"):
        Embeddings.load(folder)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(ModelError, match="not readable as JSON"):
        Embeddings.load(folder)


def test_bad_matrices_are_refused() -> None:
    with pytest.raises(InputError, match="one row an integer"):
        Embeddings([1, 2], np.zeros((3, 2)), name="x")
    with pytest.raises(InputError, match="NaN"):
        Embeddings([1], np.array([[np.nan]]), name="x")
    with pytest.raises(InputError, match="twice"):
        Embeddings([1, 1], np.zeros((2, 2)), name="x")


@pytest.mark.parametrize("k", [0, -1, 10**7, True, 2.0])
def test_k_is_bounded(k: int) -> None:
    with pytest.raises(InputError, match="whole number from 1"):
        _toy().neighbors(97, k=k)


@given(st.lists(st.integers()), st.integers(1, 4), st.integers(4, 7))
def test_ngrams_cover_the_numbers(integers: list[int], least: int, most: int) -> None:
    expected = []
    for place, n in enumerate(integers):
        text = f"<{n}>".encode()
        expected += [
            (place, ngram_hash(text[start : start + size]))
            for size in range(least, min(most, len(text)) + 1)
            for start in range(len(text) - size + 1)
        ]
    places, hashes = hashed_ngrams(integers, least, most)
    assert list(zip(places.tolist(), hashes.tolist(), strict=True)) == expected


def test_what_users_of_word_vectors_expect() -> None:
    vectors = int2vec.load()
    near = vectors.neighbors(1024, k=3)
    assert vectors.most_similar(1024, k=3) == vectors.most_similar([1024], k=3) == near
    assert vectors.doesnt_match([64, 128, 1024, 97, 4096]) == 97
    frame = [[7, 10**30], [12, 13], [1, 2]]
    encoded = vectors.encode(frame)
    assert encoded.shape == (3, 2, vectors.dim)
    assert np.array_equal(encoded[0, 1], vectors.infer(10**30))
    assert vectors.encode(12).shape == (vectors.dim,)
    assert "any integer" in vectors._repr_html_()


def test_a_frame_has_a_row_an_integer() -> None:
    pytest.importorskip("pandas", reason="pandas is no dependency")
    frame = int2vec.load().subset([7, 12]).to_dataframe()
    assert frame.loc[12].tolist() == int2vec.load()[12].tolist()


def test_short_and_long_vectors_weigh_the_same_in_a_sum() -> None:
    matrix = np.array([[0.1, 0.0], [0.0, 10.0], [1.0, 1.0], [0.1, 1.0]])
    made = Embeddings([1, 2, 3, 4], matrix, name="made up")
    assert [n for n, _ in made.most_similar([1, 2], k=2)] == [3, 4]


@pytest.mark.parametrize(("min_n", "max_n", "n_buckets"), [(0, 2, 5), (2, 1, 5), (1, 2, 0)])
def test_subwords_have_bounds(min_n: int, max_n: int, n_buckets: int) -> None:
    UnitKinds(min_n=1, max_n=1, n_buckets=1)
    with pytest.raises(InputError, match="n-grams of 1 to 30 characters in 1 bucket or more"):
        UnitKinds(min_n=min_n, max_n=max_n, n_buckets=n_buckets)
