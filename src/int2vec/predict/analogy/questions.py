"""Analogy questions: a : b :: c : ?, with options or without; the published file layout."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.predict.questions import read_rows
from int2vec.text import as_integer, parse_integer

PUBLISHED = "benchmarks/number_analogy_tests.tsv"
PAPER_EXAMPLES = Path(__file__).with_name("paper_examples.tsv")
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


def published_questions() -> tuple[list[Question], Path | None]:
    """The paper's questions (Ryskina & Knight 2021) and their file, or the five that it prints.

    The last of the five is meant to be about equal digit sums, which a and b miss by one.
    """
    path = find_optional(PUBLISHED)
    return read_questions(path or PAPER_EXAMPLES), path


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
