"""Sequences by their names."""

from __future__ import annotations

import pytest

from int2vec.errors import Int2vecError
from int2vec.session import Session


@pytest.fixture(scope="module")
def session() -> Session:
    return Session("well-known")


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("catalan", "A000108"),
        ("Fibonacci", "A000045"),
        ("primes", "A000040"),
        ("sum divisors", "A000203"),
    ],
)
def test_the_best_known_comes_first(session: Session, words: str, label: str) -> None:
    assert session.named(words, 3)[0].label == label


def test_no_words_and_strange_words_find_nothing(session: Session) -> None:
    assert session.named("  ") == []
    assert session.named("zzyzx") == []


def test_what_is_said_of_an_integer_can_be_looked_up(session: Session) -> None:
    known = session.info(1729).known
    assert any("Carmichael" in words for words in known)
    assert [session.sequence(words.split(",")[0]).name for words in known if words[0] == "A"]
    assert session.named("carmichael", 1)[0].terms[:3] == (561, 1105, 1729)


def test_a_sequence_by_its_number(session: Session) -> None:
    assert session.sequence("a000290").terms[:4] == (0, 1, 4, 9)
    for label in ("A999999", "A", "squares", "A" + "9" * 50):
        with pytest.raises(Int2vecError, match="A-number"):
            session.sequence(label)
