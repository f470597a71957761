"""One wrong term among the given ones."""

from __future__ import annotations

import pytest

from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import SourcesConfig, make_sources
from int2vec.predict.complete.slips import SlipCompleter


@pytest.mark.parametrize(
    ("terms", "following", "words"),
    [
        ([1, 8, 27, 65, 125, 216], 343, "if 65 were 64: these are the cubes"),
        ([7, 14, 21, 28, 34, 42], 49, "if 34 were 35: each term is the previous plus 7"),
        ([1, 2, 5, 14, 42, 133, 429], 1430, "if 133 were 132"),
        ([2, 3, 5, 7, 11, 14, 17, 19], 23, "if 14 were 13: these are the primes"),
        ([1, 3, 9, 27, 82, 243], 729, "if 82 were 81"),
        ([81, 64, 49, 35, 25, 16], 9, "if 35 were 36: these are the squares downwards"),
    ],
)
def test_a_slip_is_mended(terms: list[int], following: int, words: str) -> None:
    (found,) = SlipCompleter().complete(terms)
    assert found.value == following
    assert found.why.startswith(words)


@pytest.mark.parametrize(
    "terms",
    [
        [2, 3, 5, 7, 11, 13, 17],  # nothing is wrong
        [1, 3, 7, 15, 31, 21, 127],  # 21 is no slip of 63
        [0, 1, 2, 3, 4, 5, 6, 8],  # it may go on otherwise from there
        [1, 0, 1, 1, 1, 1],  # among few values one that is off means little
        [4, 8, 15, 16, 23, 42],
        [1, 2],
    ],
)
def test_what_is_no_slip_is_left_alone(terms: list[int]) -> None:
    assert SlipCompleter().complete(terms) == []


def test_the_mended_answer_stands_beside_the_others() -> None:
    ensemble = Ensemble(make_sources(SourcesConfig(), None))
    found = ensemble.rank([1, 8, 27, 65, 125, 216], ensemble.gather([1, 8, 27, 65, 125, 216]))
    assert (found[0].value, found[0].by) == (343, "slips")
    assert sum(p.probability or 0.0 for p in found) <= 1 + 1e-9
    assert len({p.value for p in found}) == len(found)


def test_nobody_mistypes_a_digit_of_hundreds() -> None:
    cubes = [(10**300 + n) ** 3 for n in range(12)]
    cubes[5] += 10
    assert SlipCompleter().complete(cubes) == []
