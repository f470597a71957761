"""Formulas read as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from int2vec.arithmetic.formulas import (
    Mix,
    plus,
    plus_in_words,
    polynomial,
    recurrence,
    shortened,
    times_in_words,
    written,
)


@pytest.mark.parametrize(
    ("names", "weights", "text"),
    [
        (["a(n)", ""], [-1, 2], "−a(n) + 2"),
        (["a(n)", ""], [Fraction(1, 2), -1], "1/2·a(n) − 1"),
        (["a(n)", "n"], [0, Fraction(-3)], "−3·n"),
        (["a(n)", "n"], [0, 0], "0"),
        ([""], [1], "1"),
    ],
)
def test_a_mix_leaves_out_what_weighs_nothing(
    names: list[str], weights: list[int], text: str
) -> None:
    assert str(Mix(names, weights)) == text


def test_polynomials_begin_with_the_highest_power() -> None:
    assert str(polynomial([-1, 0, 3, -1])) == "−n^3 + 3n^2 − 1"
    assert str(polynomial([Fraction(1, 2), Fraction(-3, 2)], "x", minus="-")) == "-(3/2)x + (1/2)"
    assert str(polynomial([0, 0])) == "0"


def test_recurrences_are_broken_off_where_they_get_too_long() -> None:
    assert recurrence([1, 0, Fraction(-1, 2)]) == "a(n) = a(n−1) − 1/2·a(n−3)"
    assert recurrence([0]) == "a(n) = 0"
    assert recurrence([1] * 9, limit=12) == "a(n) = a(n−1) + a(n−2) + … (9 terms back)"


def test_words_for_what_is_added_and_multiplied() -> None:
    assert (plus(3), plus(0), plus(-3)) == (" + 3", "", " − 3")
    assert (plus_in_words(3), plus_in_words(-3)) == (" plus 3", " minus 3")
    assert times_in_words(Fraction(-3)) == "times -3"
    assert times_in_words(Fraction(1)) == "times 1"


def test_long_numbers_and_texts_are_cut() -> None:
    assert written(123) == "123"
    assert written(-(10**23)) == "-100000000…000000"
    assert written(7**2000) == "(a number of 1691 digits)"
    assert (shortened("abcdef", 7, 3), shortened("abcdef", 6, 3)) == ("abcdef", "abc…")
