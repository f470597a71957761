"""What is said about an integer is true, and the most telling comes first."""

from __future__ import annotations

from importlib import import_module
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic.about import REACH, about, shared_words
from int2vec.arithmetic.properties import PROPERTIES


@given(st.integers(-(10**12), 10**12))
def test_factors_multiply_back_and_every_property_holds(n: int) -> None:
    facts = about(n)
    assert prod(p**e for p, e in facts.factors.items()) * (facts.unfactored or 1) == max(abs(n), 1)
    assert {p.name for p in facts.properties} == {p.name for p in PROPERTIES.values() if p.holds(n)}


def test_zero_has_no_factors() -> None:
    assert about(0).factors == {}


def test_the_rarest_property_comes_first_and_a_remainder_counts_for_less() -> None:
    facts = about(1729)
    rarities = [p.rarity for p in facts.properties if p.family != "remainders"]
    assert rarities == sorted(rarities)
    assert facts.properties[0].words == "is one more than a cube"
    assert facts.properties[0].rarity == 22 / REACH  # 0³ + 1 to 21³ + 1
    names = [p.name for p in facts.properties]
    assert names.index("squarefree") < names.index("odd")  # .6079 stands before .5 · 4


def test_quantities_are_those_that_are_defined_and_finite() -> None:
    assert {q.name: q.value for q in about(12).quantities}["divisors"] == 6
    assert "log" not in {q.name for q in about(-12).quantities}
    assert about(10**400 + 7).quantities  # its square root is no float, its length is


@pytest.mark.parametrize("other", [126, 9262, 12168])
def test_numbers_one_past_a_cube_share_that_first(other: int) -> None:
    assert shared_words(1729, [other]) == shared_words(other, [1729])
    assert shared_words(1729, [other])[0][0] == "is one more than a cube"


def test_what_every_third_integer_has_is_not_named_after_something_rarer() -> None:
    assert shared_words(1729, [1649]) == [["shares no factor with 30"]]
    assert shared_words(19, [191, 919], most=1) != [[], []]


def test_nothing_is_shared_that_one_of_the_two_lacks() -> None:
    (words,) = shared_words(97, [-4], most=500)
    held = {p.words for p in PROPERTIES.values() if p.holds(97) and p.holds(-4)}
    assert set(words) == held


def test_an_integer_stands_in_sequences_with_a_name() -> None:
    known = about(1729).known
    assert "A002997, Carmichael numbers" in known
    assert any("Hardy-Ramanujan" in words for words in known)
    assert about(7).known == []  # small integers stand everywhere
    assert shared_words(1729, [2465])[0][0] == "stands in A002997, Carmichael numbers"


def test_what_is_not_tested_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import_module("int2vec.results")  # says how facts are shown
    assert not about(10**30 + 57).cut_short
    monkeypatch.setattr("int2vec.arithmetic.about._SECONDS", 0.0)
    hurried = about(10**30 + 59)
    assert hurried.cut_short
    assert hurried.properties == []
    assert "were not tested" in hurried._repr_html_()
