"""Power series: transforms undo each other and agree with classical pairs of sequences."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic import power_series, sums
from int2vec.arithmetic.known.stated import VOCABULARY

_terms = st.lists(st.integers(-50, 50), min_size=3, max_size=12)
_led_by_one = _terms.map(lambda terms: [1, *terms])


@given(_terms)
def test_inverses_undo(terms: list[int]) -> None:
    assert VOCABULARY["inverse_binomial"](VOCABULARY["binomial"](terms)) == terms
    assert sums.mobius(sums.divisor_sums(terms)) == terms
    assert VOCABULARY["inverse_euler"](VOCABULARY["euler"](terms)) == terms
    assert power_series.logarithm(power_series.exponential(terms)) == terms


@given(_led_by_one)
def test_series_inverses_undo(terms: list[int]) -> None:
    assert power_series.reciprocal(power_series.reciprocal(terms) or []) == terms
    assert VOCABULARY["square_root"](power_series.multiply(terms, terms)) == terms
    assert power_series.reversion(power_series.reversion(terms) or []) == terms


def test_known_pairs() -> None:
    # partitions are the Euler transform of 1, 1, 1…; Bell numbers the exponential transform
    assert VOCABULARY["euler"]([1] * 10) == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
    assert power_series.exponential([1] * 6) == [1, 1, 2, 5, 15, 52, 203]
    catalan = [1, 1, 2, 5, 14, 42]
    assert power_series.multiply(catalan, catalan) == [1, 2, 5, 14, 42, 132]
    assert VOCABULARY["quotients"]([1, 1, 2, 6, 24, 120]) == [1, 2, 3, 4, 5]
    assert VOCABULARY["quotients"]([1, 0, 3]) is None


def test_partitions_are_the_euler_transform_of_ones() -> None:
    assert VOCABULARY["euler"]([1] * 9) == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30]


def test_bell_numbers_are_the_exponential_transform_of_ones() -> None:
    assert power_series.exponential([1] * 7) == [1, 1, 2, 5, 15, 52, 203, 877]


def test_the_divisor_sums_of_n_are_sigma() -> None:
    assert sums.divisor_sums([1, 2, 3, 4, 5, 6]) == [1, 3, 4, 7, 6, 12]
