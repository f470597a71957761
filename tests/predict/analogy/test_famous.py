"""What people know by name in a : b :: c : ?."""

from __future__ import annotations

import pytest

from int2vec.predict.analogy.solver import analogy


@pytest.mark.parametrize(
    ("a", "b", "c", "d", "words"),
    [
        (5, 120, 6, 720, "n!"),
        (8, 13, 21, 34, "the next of the Fibonacci numbers"),
        (14, 42, 132, 429, "the next of the Catalan numbers"),
        (15, 21, 28, 36, "the next of the triangular numbers"),
        (5, 11, 7, 17, "the n-th prime"),
        (4, 100, 7, 111, "n in binary"),
        (100, 2, 1000, 3, "the logarithm of n in base 10"),
        (10, 20, 15, 30, "2·n"),
        (28, 496, 496, 8128, "the next of A000396, Perfect numbers"),
        (47, 76, 123, 199, "the next of the Lucas numbers"),
        (6, 203, 5, 52, "the n-th of A000110, Bell numbers, n from 0"),
        (11011, 27, 1011, 11, "n read in binary"),
        (100, 25, 50, 15, "the number of primes up to n"),
        (2, 5, 14, 42, "the next of the Catalan numbers"),
    ],
)
def test_what_people_know_comes_first(a: int, b: int, c: int, d: int, words: str) -> None:
    best = analogy(a, b, c, using="rules")[0]
    assert (best.value, best.why) == (d, words)


def test_a_share_does_not_depend_on_how_many_are_shown() -> None:
    shares = [analogy(3, 8, 5, k=k, using="rules")[0].share for k in (1, 2, 20)]
    assert len(set(shares)) == 1
