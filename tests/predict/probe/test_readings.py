"""Probes read what the vectors say, of integers that they were not fitted on."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.arithmetic.primes import is_prime
from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.probe.readings import read_off


def _knowing(last: int) -> Embeddings:
    """Vectors that know parity and primality, with some noise, and nothing else."""
    integers = list(range(1, last + 1))
    facts = np.array([[n % 2, is_prime(n)] for n in integers], float)
    noise = np.random.default_rng(0).normal(size=(last, 4))
    return Embeddings(integers, np.concatenate([facts, 0.1 * noise], axis=1), name="knowing")


def test_what_the_vectors_know_is_read_and_stands_beside_the_truth() -> None:
    vectors = _knowing(2_100)
    for n in (97, 98, 1_999, 2_100):  # seen by one half, by the other, by none
        read = {r.property: r for r in read_off(vectors, n)}
        assert read["prime"].truth is is_prime(n)
        assert (read["prime"].read > 0.5) is is_prime(n)
        assert (read["even"].read > 0.5) is (n % 2 == 0)
        assert read["even"].accuracy > 0.99
        assert read["div5"].accuracy < 0.9


def test_what_is_small_in_the_vectors_is_read_as_well_as_what_is_large() -> None:
    vectors = _knowing(600)
    small = Embeddings(vectors.integers, vectors.matrix * [1e-4, 1, 1, 1, 1, 1], name="small")
    read = {r.property: r for r in read_off(small, 97)}
    assert read["even"].accuracy > 0.99


def test_an_integer_is_read_by_the_probe_that_has_not_seen_it() -> None:
    vectors = _knowing(400)
    lies = vectors.matrix.copy()
    lies[96] = vectors.matrix[99]  # 97 in the clothes of 100
    read = {r.property: r for r in read_off(Embeddings(vectors.integers, lies, name="l"), 97)}
    assert read["even"].read > 0.5
    assert read["even"].truth is False


def test_a_property_that_one_half_lacks_is_not_read() -> None:
    names = {r.property for r in read_off(_knowing(8), 7)}
    assert "even" in names
    assert "palindrome" not in names  # all of 1 to 8 are


def test_an_integer_without_a_vector_is_unknown() -> None:
    with pytest.raises(UnknownIntegerError, match="101 has no vector"):
        read_off(_knowing(100), 101)
