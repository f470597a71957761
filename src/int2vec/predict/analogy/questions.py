"""Analogy questions: a : b :: c : ?, with options or without; the published file layout."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.predict.questions import read_rows
from int2vec.text import as_integer, parse_integer

PUBLISHED = "benchmarks/number_analogy_tests.tsv"
MAX_OPTIONS = 100


@dataclass(frozen=True, slots=True)
class Question:
    """a : b :: c : `answer`, with every option in the order in which it was given.

    `options` holds the answer too; it is empty in an open question.
    """

    a: int
    b: int
    c: int
    answer: int
    options: tuple[int, ...] = ()


PAPER_EXAMPLES: tuple[Question, ...] = (
    Question(5, 36, 6, 49, (49, 48, 50, 56)),
    Question(42, 56, 72, 90, (90, 81, 92, 100)),
    Question(48, 122, 168, 290, (290, 215, 225, 292)),
    Question(210, 380, 182, 342, (342, 156, 240, 272)),
    Question(11529, 7235, 152943, 213549, (213549, 62034, 163044, 203448)),
)
"""The five analogies that the paper prints (Ryskina & Knight 2021), for use without the file.

The last one is meant to be about equal digit sums, which a and b miss by one (18 and 17).
"""


def published_questions() -> tuple[list[Question], Path | None]:
    """The paper's questions and their file, or the five that it prints and None."""
    path = find_optional(PUBLISHED)
    return (read_questions(path) if path else list(PAPER_EXAMPLES)), path


def check_options(options: Sequence[int]) -> tuple[int, ...]:
    """The options without repeats, in their order; InputError where there is no choice to make.

    >>> check_options([48, 49, 49])
    (48, 49)
    """
    distinct = tuple(dict.fromkeys(map(as_integer, options)))
    if len(distinct) == 1:
        raise InputError(
            f"the only option is {distinct[0]}; give at least two different options, "
            "or none for an open question"
        )
    if len(distinct) > MAX_OPTIONS:
        raise InputError(f"{len(distinct)} options are too many; give at most {MAX_OPTIONS}")
    return distinct


def read_questions(path: Path) -> list[Question]:
    """The questions of a tab-separated file: a header, then a, b, c, the answer, wrong options.

    The wrong options are the columns from the fifth to the eighth; further columns are ignored.
    """
    return read_rows(path, ("a", "b", "c", "the answer"), _question)


def _question(cells: list[str]) -> Question:
    a, b, c, answer, *wrong = (parse_integer(cell) for cell in cells[:8] if cell)
    return Question(a, b, c, answer, check_options((answer, *wrong)) if wrong else ())
