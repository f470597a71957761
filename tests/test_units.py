"""Units of integers: what they say, and vectors put together from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.units import UnitKinds, Units

KINDS = UnitKinds(moduli=(2, 3, 7, 16), largest_divisor=13, size_steps=4, leading=True)


def _words(unit: int) -> str:
    """What a unit says of an integer; nothing where it only fills up."""
    for kind, (first, n) in KINDS.layout.items():
        i = unit - first
        if 0 <= i < n:
            if kind == "sign":
                return ("negative", "zero", "positive")[i]
            if kind == "divides":
                return f"{KINDS.primes[i]} divides"
            if kind == "none divides":
                return kind
            counted = kind.startswith("mod") or kind in ("digits", "bits")
            return f"{i} {kind}" if counted else f"{kind} {i}"
    return ""


def _said(n: int) -> set[str]:
    return {_words(unit) for unit in KINDS.parts([n])[1].tolist()}


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (91, {"1 mod 2", "1 mod 3", "0 mod 7", "11 mod 16", "7 divides", "13 divides", "2 digits"}),
        (13, {"none divides", "positive", "4 bits", "first two digits 13"}),  # 13 | 13 says nothing
        (17 * 19, {"none divides", "3 digits"}),
        (-6, {"negative", "0 mod 2", "0 mod 3", "1 mod 7", "2 divides", "3 divides"}),
        (0, {"zero", "0 mod 16", "1 digits", "0 bits"}),
        (1, {"positive", "1 mod 16", "1 digits", "1 bits"}),
        (-1, {"negative", "15 mod 16", "1 digits"}),
        (
            10**30,
            {
                "positive",
                "31 digits",
                "first three digits 100",
                "2 divides",
                "5 divides",
                "0 mod 2",
            },
        ),
        (-(10**30), {"negative", "31 digits", "2 divides"}),
        (7 * 10**4200, {"63 digits", "first two digits 70", "7 divides", "0 mod 7"}),
    ],
)
def test_what_is_said_of_an_integer(n: int, words: set[str]) -> None:
    assert words <= _said(n)
    assert ("none divides" in _said(n)) == ("none divides" in words)


@given(st.lists(st.one_of(st.integers(-500, 500), st.integers()), min_size=1, max_size=20))
def test_a_vector_is_the_mean_of_its_units(integers: list[int]) -> None:
    matrix = np.random.default_rng(0).normal(size=(KINDS.n, 5)).astype(np.float32)
    found = Units(kinds=KINDS, matrix=matrix).vectors(integers)
    for n, vector in zip(integers, found, strict=True):
        units = KINDS.parts([n])[1]
        assert np.allclose(vector, matrix[units].mean(axis=0), atol=1e-5)


def test_no_integers_have_no_vectors() -> None:
    units = Units(kinds=KINDS, matrix=np.zeros((KINDS.n, 5), np.float32))
    assert units.vectors([]).shape == (0, 5)


def test_long_and_short_integers_stand_beside_each_other() -> None:
    matrix = np.random.default_rng(0).normal(size=(KINDS.n, 3)).astype(np.float32)
    units = Units(kinds=KINDS, matrix=matrix)
    mixed = [5, 10**50, -(2**62), 2**62 - 1]
    together = units.vectors(mixed)
    assert np.allclose(together, [units.vectors([n])[0] for n in mixed], atol=1e-6)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"moduli": (1,)}, "moduli from 2"),
        ({"moduli": (2,), "largest_divisor": 10**9}, "divisors up to"),
        ({"moduli": (2,), "size_steps": -1}, "steps of size"),
        ({"moduli": ("two",)}, "moduli from 2"),
    ],
)
def test_units_that_cannot_be_are_one_sentence(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        UnitKinds(**settings)


def test_a_tampered_model_of_units_is_refused(tmp_path: Path) -> None:
    matrix = np.ones((KINDS.n, 3), np.float32)
    vectors = Embeddings(
        [1, 2], np.eye(2, 3), name="toy", subwords=Units(kinds=KINDS, matrix=matrix)
    )
    vectors.save(tmp_path)
    assert Embeddings.load(tmp_path).infer(10**30).tolist() == [1.0, 1.0, 1.0]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["units"]["moduli"].append(5)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="one row a unit"):
        Embeddings.load(tmp_path)


def test_parts_of_an_integer_fit_its_vectors() -> None:
    matrix = np.ones((KINDS.n, 3), np.float32)
    with pytest.raises(InputError, match="the same number"):
        Embeddings([1], np.eye(1), name="toy", subwords=Units(kinds=KINDS, matrix=matrix))
    matrix[4] = np.nan
    with pytest.raises(InputError, match="NaN"):
        Embeddings([1], np.eye(1, 3), name="toy", subwords=Units(kinds=KINDS, matrix=matrix))
    with pytest.raises(InputError, match="one row a bucket"):
        Units(kinds=KINDS, buckets=np.arange(2, dtype=np.uint32), matrix=matrix)


def test_neighbors_are_those_of_the_same_company() -> None:
    """2 and 4 share every unit but keep other company; 9 keeps that of 2."""
    kinds = UnitKinds(moduli=(2,))
    units = Units(kinds=kinds, matrix=np.array([[4, 0, 0], [3.9, 0.5, 0]], np.float32))
    own = np.array([[0, 1, 0], [0, 0, 1], [0, 1, 0]], np.float32)
    integers = [2, 4, 9]
    vectors = Embeddings(integers, units.vectors(integers) + own, name="toy", subwords=units)
    assert [n for n, _ in vectors.neighbors(2, k=2)] == [9, 4]
    far = vectors.neighbors(2, k=2)[1][1]
    assert far == pytest.approx(16 / 25)  # (4, 3, 0) and (4, 0, 3)
    assert vectors.neighbors(10**40, k=1)[0][0] in integers  # no word of its own: by its units
