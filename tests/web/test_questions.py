"""What a line of terms may cost before any work starts."""

from __future__ import annotations

import pytest

from int2vec.errors import InputError
from int2vec.web import questions
from int2vec.web.questions import MAX_TEXT, read_terms


@pytest.mark.parametrize("run", [" ", "\t", "\n", "\u2003", ",", ", ", "，", " ;", "…", "."])
def test_no_long_run_reaches_the_parser(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(questions, "parse_terms", lambda text: seen.append(text) or [])
    read_terms("1" + run * (900 // len(run)) + "2" + run * 40)
    assert len(seen[0]) < 12


def test_any_blanks_separate_and_are_counted() -> None:
    assert read_terms("1" + "\t" * 5_000 + "2\n\n3 ...") == [1, 2, 3]
    assert read_terms("1；2，3,,") == [1, 2, 3]
    with pytest.raises(InputError, match="1,500 integers were given; give at most 1,000"):
        read_terms("1\n" * 1_500)
    with pytest.raises(InputError, match="4,000 integers were given; give at most 500"):
        read_terms("7，" * 4_000, 500)


def test_a_missing_term_is_still_a_fault() -> None:
    with pytest.raises(InputError, match="nothing between two commas"):
        read_terms("1" + "," * 50 + "2")


def test_longer_lines_are_refused() -> None:
    with pytest.raises(InputError, match="16,001 characters were given; give at most 16,000"):
        read_terms(" " * (MAX_TEXT + 1))
