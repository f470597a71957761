"""Every question to embeddings against a plain loop over float64 vectors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError, UnknownIntegerError
from int2vec.units import UnitKinds, Units, hashed_ngrams

RNG = np.random.default_rng(12)
INTEGERS = [5, 3, 17, -2, 10**25, 8, 21, 1000, 999, 4, 6, 77]
MATRIX = (RNG.standard_normal((12, 5)) * np.exp(RNG.standard_normal((12, 1)))).astype(np.float32)
MATRIX[7] = 0  # of 1000
VECTORS = Embeddings(INTEGERS, MATRIX, name="toy")
BUCKETS = np.array([0, 3, 4, 9, 11, 12, 17, 18, 22], np.uint32)
GRAMS = Units(
    kinds=UnitKinds(min_n=2, max_n=3, n_buckets=23),
    buckets=BUCKETS,
    matrix=RNG.standard_normal((9, 5)).astype(np.float32),
)
ANY = Embeddings(INTEGERS, MATRIX, name="any", subwords=GRAMS)
Ranked = list[tuple[int, float]]


def vector(n: int) -> NDArray[np.float64]:
    """The vector of an integer, put together from its n-grams by hand where it has no other."""
    if n in INTEGERS:
        return MATRIX[INTEGERS.index(n)].astype(np.float64)
    text = f"<{n}>"
    found = []
    for size in (2, 3):
        for start in range(len(text) - size + 1):
            hashed = 2166136261
            for byte in text[start : start + size].encode():
                hashed = (hashed ^ byte) * 16777619 % 2**32
            if hashed % 23 in BUCKETS:
                found.append(GRAMS.matrix[BUCKETS.tolist().index(hashed % 23)])
    return np.mean(found, axis=0, dtype=np.float64) if found else np.zeros(5)


def cosine(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    scale = np.linalg.norm(a) * np.linalg.norm(b)
    return float(a @ b / scale) if scale else 0.0


def nearest(target: NDArray[np.float64], left_out: list[int]) -> Ranked:
    found = [(n, cosine(vector(n), target)) for n in INTEGERS if n not in left_out]
    return sorted(found, key=lambda pair: -pair[1])


def same(found: Ranked, expected: Ranked) -> bool:
    """Whether both rank alike, but for what differs by rounding alone."""
    return [n for n, _ in found] == [n for n, _ in expected] and np.allclose(
        [c for _, c in found], [c for _, c in expected], atol=1e-5
    )


@pytest.mark.parametrize("n", [5, -2, 10**25, 123, 100200300, -7])
def test_neighbors_and_similarity(n: int) -> None:
    for k in (1, 4, 11, 50):
        assert same(ANY.neighbors(n, k), nearest(vector(n), [n])[:k])
    for m in (3, 1000, 42):
        assert ANY.similarity(n, m) == pytest.approx(cosine(vector(n), vector(m)), abs=1e-5)
    assert ANY.infer(n) == pytest.approx(vector(n), abs=1e-6)


@pytest.mark.parametrize(
    ("positive", "negative"),
    [([5, 3], [17]), ([8], []), ([5, 3, 8], [21, 4]), ([123], [5]), ([1000, 5], [77]), ([], [6])],
)
def test_sums_and_differences_of_directions(positive: list[int], negative: list[int]) -> None:
    def unit(n: int) -> NDArray[np.float64]:
        return vector(n) / (np.linalg.norm(vector(n)) or 1)

    target = np.zeros(5)
    for n in positive:
        target = target + unit(n)
    for n in negative:
        target = target - unit(n)
    given = [*positive, *negative]
    assert same(ANY.most_similar(positive, negative, k=5), nearest(target, given)[:5])
    if positive:
        assert same(ANY.expand(given, k=4), nearest(sum(map(vector, given)), given)[:4])  # type: ignore[arg-type]


def test_one_integer_may_stand_for_a_list_of_one() -> None:
    assert (
        ANY.most_similar(5, k=3) == ANY.most_similar([5], k=3) == ANY.most_similar(np.int64(5), k=3)
    )
    with pytest.raises(InputError, match="no integers were given"):
        ANY.most_similar([])
    with pytest.raises(InputError, match="no seeds were given"):
        ANY.expand([])


@pytest.mark.parametrize("question", [(5, 3, 17), (123, 3, 8), (8, 8, 21)])
def test_analogies_with_and_without_options(question: tuple[int, int, int]) -> None:
    a, b, c = question
    target = vector(c) - vector(a) + vector(b)
    assert same(ANY.analogy(a, b, c, k=6), nearest(target, [a, b, c])[:6])
    options = [77, 5, 4567, 1000, 6]
    expected = sorted(((n, cosine(vector(n), target)) for n in options), key=lambda p: -p[1])
    assert same(ANY.analogy(a, b, c, options), expected)
    halved = Embeddings(INTEGERS, MATRIX / 4, name="shorter")
    if a in INTEGERS:  # cosines do not depend on the length
        assert same(halved.analogy(a, b, c, [77, 6]), [p for p in expected if p[0] in (77, 6)])


def test_the_one_that_does_not_match_has_the_lowest_cosine_to_the_mean() -> None:
    dice = np.random.default_rng(0)
    for _ in range(20):
        chosen = [n for n in dice.permutation(12)[:4].tolist() if n != 7]
        integers = [INTEGERS[i] for i in chosen]
        units = [vector(n) / np.linalg.norm(vector(n)) for n in integers]
        mean = np.mean(units, axis=0)
        assert VECTORS.doesnt_match(integers) == min(
            integers, key=lambda n: cosine(vector(n), mean)
        )
    assert VECTORS.doesnt_match([5, 3]) in (5, 3)
    with pytest.raises(InputError, match="1 integers were given; give at least two"):
        VECTORS.doesnt_match([5])


def test_equals_stand_in_the_order_of_the_model() -> None:
    vectors = Embeddings([9, 4, 7, 1], [[0, 1], [1, 0], [1, 0], [1, 0]], name="equals")
    assert [n for n, _ in vectors.nearest(np.array([2.0, 0]), 3)] == [4, 7, 1]
    assert [n for n, _ in vectors.nearest(np.array([2.0, 0]), 2)] in ([4, 7], [4, 1], [7, 1])
    assert vectors.nearest(np.zeros(2), 2)[0][1] == 0.0
    assert vectors.nearest(np.ones(2), 9, leave_out=[9, 4, 7, 1, 55]) == []
    assert len(vectors.nearest(np.ones(2), 9, leave_out=[9, 9, 55])) == 3


def test_vectors_of_known_and_unknown_integers_together() -> None:
    asked = [5, 123, 1000, 42, 77]
    assert ANY.vectors_of(asked) == pytest.approx(np.array([vector(n) for n in asked]), abs=1e-6)
    assert ANY.encode([[5, 3], [42, 8]]) == pytest.approx(
        np.array([[vector(5), vector(3)], [vector(42), vector(8)]]), abs=1e-6
    )
    assert ANY.vectors_of([]).shape == (0, 5)
    assert VECTORS.vectors_of([3, 5]) == pytest.approx(MATRIX[[1, 0]])
    with pytest.raises(UnknownIntegerError, match=r"42 has no vector in 'toy' \(12 integers\)"):
        VECTORS.vectors_of([5, 42])
    with pytest.raises(UnknownIntegerError, match=r"use infer\(42\)"):
        ANY[42]
    with pytest.raises(UnknownIntegerError, match="use another model"):
        VECTORS[42]


def test_unit_vectors() -> None:
    assert np.linalg.norm(VECTORS.unit, axis=1) == pytest.approx([1.0] * 7 + [0.0] + [1.0] * 4)
    assert VECTORS.unit[0] == pytest.approx(vector(5) / np.linalg.norm(vector(5)), abs=1e-6)


def test_a_part_of_the_vectors() -> None:
    part = ANY.subset([77, 5], name="part")
    assert (part.name, part.integers) == ("part", (77, 5))
    assert part[77] == pytest.approx(vector(77))
    assert part.infer(123) == pytest.approx(vector(123), abs=1e-6)
    assert ANY.subset([5]).name == "any"
    with pytest.raises(UnknownIntegerError):
        ANY.subset([5, 123])


def kinds() -> UnitKinds:
    return UnitKinds(moduli=(2, 3, 5))


def units() -> Units:
    return Units(kinds=kinds(), matrix=RNG.standard_normal((kinds().n, 5)).astype(np.float32))


def test_neighbors_of_a_model_of_units_weigh_what_is_their_own_thrice() -> None:
    parts = units()
    vectors = Embeddings(INTEGERS, MATRIX, name="units", subwords=parts)

    def weighed(n: int) -> NDArray[np.float64]:
        common = parts.vectors([n])[0].astype(np.float64)
        return common + 3 * (vector(n) - common)

    for n in (5, 17, 1000):
        found = [(m, cosine(weighed(n), weighed(m))) for m in INTEGERS if m != n]
        assert same(vectors.neighbors(n, 5), sorted(found, key=lambda pair: -pair[1])[:5])
    # An integer of parts alone is looked up plainly.
    there = parts.vectors([42])[0].astype(np.float64)
    assert same(vectors.neighbors(42, 4), nearest(there, [42])[:4])
    assert vectors.vectors_of([5, 42])[1] == pytest.approx(there, abs=1e-6)


@pytest.mark.parametrize("precision", ["float32", "float16", "int8"])
@pytest.mark.parametrize("parts", ["none", "digits", "units"])
def test_what_is_saved_is_read_back(tmp_path: Path, precision: str, parts: str) -> None:
    subwords = {"none": None, "digits": GRAMS, "units": units()}[parts]
    before = Embeddings(
        INTEGERS, MATRIX, name="kept", subwords=subwords, manifest={"corpus": "squares"}
    )
    before.save(tmp_path / "m", precision)
    after = Embeddings.load(tmp_path / "m")
    atol = {"float32": 0, "float16": 2e-3, "int8": 0.05}[precision]
    assert np.allclose(after.matrix, MATRIX, atol=atol * abs(MATRIX).max(axis=1, keepdims=True))
    assert after.integers == tuple(INTEGERS)
    assert (after.name, after.dim, len(after)) == ("kept", 5, 12)
    assert after.manifest["corpus"] == "squares"
    assert (after.manifest["n"], after.manifest["dim"]) == (12, 5)
    assert after.manifest["precision"] == precision
    assert after.has_subwords == (parts != "none")
    if parts != "none":
        # Units are kept more finely than words.
        fine = {"digits": atol, "units": min(atol, 2e-3)}[parts]
        assert after.infer(123) == pytest.approx(before.infer(123), abs=max(4 * fine, 1e-6))
    assert Embeddings.load(tmp_path / "m", "other").name == "other"
    manifest = json.loads((tmp_path / "m/manifest.json").read_text())
    (tmp_path / "m/manifest.json").write_text(json.dumps(manifest | {"format": 2}))
    with pytest.raises(ModelError, match="has format 2, not 1"):
        Embeddings.load(tmp_path / "m")


@pytest.mark.parametrize(
    ("matrix", "buckets"),
    [
        (np.zeros((3, 2), np.float32), np.arange(2, dtype=np.uint32)),
        (np.zeros((2, 2), np.float32), np.arange(3, dtype=np.uint32)),
        (np.zeros(2, np.float32), np.arange(2, dtype=np.uint32)),
        (np.zeros((2, 2, 2), np.float32), np.arange(2, dtype=np.uint32)),
    ],
)
def test_every_bucket_has_one_row(matrix: NDArray[np.float32], buckets: NDArray[np.uint32]) -> None:
    with pytest.raises(InputError, match="one row a bucket"):
        Units(kinds=UnitKinds(min_n=1, max_n=2, n_buckets=9), buckets=buckets, matrix=matrix)


@pytest.mark.parametrize(
    ("settings", "fine"),
    [
        ((1, 1, 1), True), ((1, 30, 2**32), True), ((0, 2, 9), False), ((3, 2, 9), False),
        ((1, 31, 9), False), ((1, 2, 0), False), ((1, 2, 2**32 + 1), False),
    ],
)  # fmt: skip
def test_lengths_and_buckets_at_their_bounds(settings: tuple[int, int, int], fine: bool) -> None:
    least, most, n = settings
    if fine:
        kinds, bucket = UnitKinds(min_n=least, max_n=most, n_buckets=n), np.zeros(1, np.uint32)
        made = Units(kinds=kinds, buckets=bucket, matrix=np.zeros((1, 2), np.float32))
        assert made.vectors([7]).shape == (1, 2)
    else:
        with pytest.raises(InputError, match="n-grams of 1 to 30 characters"):
            UnitKinds(min_n=least, max_n=most, n_buckets=n)


def test_ngrams_and_their_hash() -> None:
    owners, hashes = hashed_ngrams([123, 4, -4], 4, 9)
    assert owners.tolist() == [0, 0, 0, 2]  # <123, 123>, <123>, <-4>
    assert hashes[3] != hashes[2]
    assert hashed_ngrams([0], 1, 1)[1].tolist()[1] == 0x350CA8AF  # of FNV-1a's test vectors
    empty = Units(kinds=UnitKinds(min_n=1, max_n=2), matrix=np.zeros((0, 3), np.float32))
    assert empty.vectors([12]).tolist() == [[0, 0, 0]]


def test_what_does_not_fit_together_is_refused() -> None:
    for matrix, message in (
        (np.zeros((2, 2)), "3 integers and a matrix of shape"),
        (np.zeros(3), "give one row an integer"),
        (np.full((3, 2), np.nan), "hold NaN or infinity"),
        (np.full((3, 2), np.inf), "hold NaN or infinity"),
    ):
        with pytest.raises(InputError, match=message):
            Embeddings([1, 2, 3], matrix, name="bad")
    with pytest.raises(InputError, match="gives an integer twice"):
        Embeddings([1, 2, 1], np.zeros((3, 2)), name="bad")
    with pytest.raises(InputError, match=r"have 2 dimensions and those of the parts .* 5;"):
        Embeddings([1], np.zeros((1, 2)), name="bad", subwords=GRAMS)


def test_finite_vectors_whose_sums_and_squares_are_not_are_fine() -> None:
    huge = np.array([[3e38, 0], [3e38, 3e38], [3e38, 2.9e38], [0, -3e38]], np.float32)
    vectors = Embeddings([1, 2, 3, 4], huge, name="fine")
    assert vectors.neighbors(2, 2) == [
        (3, pytest.approx(0.99986, abs=1e-5)),
        (1, pytest.approx(0.5**0.5)),
    ]
    assert vectors.expand([1, 2], 1)[0][0] == 3
    assert vectors.analogy(1, 2, 3, k=1)[0][0] == 4
    assert vectors.doesnt_match([1, 2, 3, 4]) == 4
