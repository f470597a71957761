"""What is said of the next term where no rule is found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.outlook import outlook, with_outlook
from int2vec.session import Session
from int2vec.tables import tables_of

NO_RULE = [1, 5, 27, 191, 1839, 21547, 299481, 4911003]  # odd, growing faster and faster


def said(terms: list[int]) -> dict[str, float]:
    return dict(outlook(terms))


def test_a_period_of_remainders_is_told_with_its_probability() -> None:
    assert said([5, 8, 13, 22, 35, 60, 91, 140, 203, 322])["odd"] > 0.95  # odd and even in turn
    late = said([2, 4, 8, 3, 7, 5, 9, 11, 1, 3])  # odd since the fourth alone
    assert 0.7 < late["odd"] < 0.9
    threes = said([6, 9, 3, 12, 9, 6, 15, 3])
    assert threes["divisible by 3"] > 0.9
    assert said([7, 10, 4, 13, 10, 7, 16, 4])["1 more than a multiple of 3"] > 0.9


def test_parity_without_a_pattern_is_not_told() -> None:
    assert not {"odd", "even"} & set(said([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2]))


def test_the_size_follows_the_growth() -> None:
    words = list(said([3**n + n % 2 for n in range(30)]))[-1]
    low, high = (float(part.replace("·10^", "e")) for part in words[8:].split(" and "))
    assert low <= 3**30 <= high < 1.2 * low


def test_what_rises_is_not_said_to_fall() -> None:
    words = list(said([10, 11, 13, 40, 41, 43, 44, 90]))[-1]
    assert int(words.split()[1]) >= 90


def test_few_terms_or_negative_ones_say_little() -> None:
    assert said([1, 2, 4]) == {}
    assert not any(words.startswith("between") for words in said([3, -1, 4, -1, 5, -9, 2]))


@given(st.lists(st.integers(-(10**400), 10**400), max_size=30))
def test_whatever_is_given_probabilities_come_back(terms: list[int]) -> None:
    assert all(0.7 <= probability <= 1 for probability in said(terms).values())


def test_only_guesses_are_told_what_else_is_likely() -> None:
    sure = Prediction(value=9, score=0.5, by="rules", why="", probability=0.5)
    assert with_outlook(NO_RULE, [sure]) == [sure]
    found = Session().complete(NO_RULE)
    likely = found[0].evidence["otherwise"]
    assert likely[0]["words"] == "odd"
    (table,) = tables_of(found, "")
    assert "it may well be odd (0.9" in str(table)
