"""The sequences that hold an integer."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.corpus import open_corpus
from int2vec.predict.expand.postings import Postings, open_postings, sequences_holding


@pytest.fixture
def postings(tmp_path: Path) -> Postings:
    path = tmp_path / "terms.txt"
    path.write_text(
        "A000045 ,1,1,2,3,5,8,13,21,34,\n"
        "A000027 ,1,2,3,4,5,6,7,8,\n"
        "A000290 ,1,4,9,16,25,36,\n"
        "1,2,3,4,5,6\n"
    )
    return open_postings(open_corpus(str(path)))


def test_the_rarest_company_comes_first(postings: Postings) -> None:
    total, found = sequences_holding(postings, 5)
    assert total == 3
    assert found[0].label == "A000045"  # 13, 21 and 34 stand nowhere else
    assert sequences_holding(postings, 5, k=1) == (3, found[:1])


def test_the_terms_around_the_first_occurrence_are_shown(postings: Postings) -> None:
    _, (fibonacci,) = sequences_holding(postings, 13)
    assert fibonacci.terms == [3, 5, 8, 13, 21, 34]
    assert fibonacci.position == 3
    assert fibonacci.size == 8  # 1 stands there twice


def test_a_sequence_without_a_number_is_named_by_its_place(postings: Postings) -> None:
    _, found = sequences_holding(postings, 6)
    assert {h.label for h in found} == {"A000027", "sequence 4"}


def test_an_integer_that_stands_nowhere(postings: Postings) -> None:
    assert sequences_holding(postings, 10**30) == (0, [])
