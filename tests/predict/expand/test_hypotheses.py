"""Sets by name, by the size principle."""

from __future__ import annotations

import pytest

from int2vec.arithmetic.primes import is_prime
from int2vec.predict.expand.expansion import expand
from int2vec.predict.expand.hypotheses import holding, hypotheses, posterior


@pytest.mark.parametrize(
    ("seeds", "words"),
    [
        ([8, 27, 125], "is the cube of a prime"),
        ([25, 36, 49], "is a square"),
        ([7, 14, 21], "is divisible by 7"),
        ([16, 8, 2, 64], "is a power of 2"),
        ([561, 1105, 1729], "in A002997, Carmichael numbers"),
        ([16, 23, 19, 20], "lies near 16 to 23"),
        ([2, 3, 5, 7], "is prime"),
        ([1, 2, 3], "goes on in steps of 1"),
        ([321, 432, 543], "goes on in steps of 111"),
        ([97, 101, 103], "is prime"),
        ([52, 13, 4], "divides 52"),
        ([12, 24, 36, 60], "is divisible by 12"),
        ([365, 30, 7], "in Counts of the clock and the calendar"),
    ],
)
def test_the_set_that_people_mean_is_named(seeds: list[int], words: str) -> None:
    found = posterior(hypotheses(seeds), seeds)
    assert found[0][1].words == words
    assert sum(weight for weight, _ in found) <= 1 + 1e-9
    assert holding([one for _, one in found], seeds).all()


def test_candidates_fulfil_what_is_named() -> None:
    found = expand([8, 27, 125], 6)
    assert [one.value for one in found.candidates][:2] == [343, 1331]
    assert all(is_prime(round(one.value ** (1 / 3))) for one in found.candidates)
    assert all(0 < (one.probability or 0) <= 1 for one in found.candidates)


def test_what_is_equal_steps_apart_goes_on() -> None:
    assert {76, 95, 114} <= {one.value for one in expand([19, 38, 57], 6).candidates}
    assert len(expand([10, 11, 12], 8).candidates) == 8  # however few the likeliest set holds


def test_members_in_a_row_are_followed_by_the_next() -> None:
    assert [one.value for one in expand([2, 3, 5, 7, 11], 4).candidates] == [13, 17, 19, 23]
    assert [one.value for one in expand([1, 3, 6, 10], 3).candidates] == [15, 21, 28]
    assert expand([n * n for n in range(1, 501)], 1).candidates[0].value == 501**2


def test_a_set_that_is_complete_is_named() -> None:
    assert "Platonic" in expand([4, 6, 8, 12, 20], 3).notes[0]
    assert not any("k, taken k times" in one.why for one in expand([5, 12, 13], 5).candidates)


def test_with_nothing_found_it_says_so() -> None:
    assert any("nothing was found" in note for note in expand([17, 54, 90], 5).notes)
