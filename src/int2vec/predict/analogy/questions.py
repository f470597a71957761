"""Analogy questions: a : b :: c : ?, with options or without; the published file layout."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from int2vec.data import find_optional
from int2vec.errors import DataError, InputError
from int2vec.files import fault_of, read_plain
from int2vec.text import as_integer

PUBLISHED = "benchmarks/number_analogy_tests.tsv"
MAX_OPTIONS = 100
_INTEGER = re.compile(r"\s*[+\-−]?[0-9]{1,1000}\s*")


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
    """The questions of a tab-separated file: a header, then a, b, c, gold, wrong options.

    The wrong options are the columns from the fifth to the eighth; further columns are ignored.
    """
    try:
        text = read_plain(path)
    except OSError as error:
        raise DataError(
            f"cannot read the analogy file {path}: {fault_of(error)}; give a tab-separated file"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not a UTF-8 text file; give a tab-separated file") from error
    rows = list(csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or not any(cell.strip() for cell in rows[0]):
        raise InputError(f"{path} is empty; its first line must be a header: a, b, c, answer, …")
    if all(map(_INTEGER.fullmatch, rows[0][:4])) and len(rows[0]) >= 4:
        raise InputError(
            f"line 1 of {path} holds a question; put a header above it: a, b, c, answer, …"
        )
    questions = [
        _question(cells, line, path)
        for line, cells in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in cells)
    ]
    if not questions:
        raise InputError(f"{path} has a header but no questions")
    return questions


def _question(cells: list[str], line: int, path: Path) -> Question:
    if len(cells) < 4 or not all(cell.strip() for cell in cells[:4]):
        raise InputError(
            f"line {line} of {path} lacks a column: a question needs a, b, c and the answer, "
            "separated by tabs"
        )
    numbers = [_integer(cell, line, path) for cell in cells[:4]]
    wrong = [_integer(cell, line, path) for cell in cells[4:8] if cell.strip()]
    a, b, c, answer = numbers
    options = tuple(dict.fromkeys((answer, *wrong))) if wrong else ()
    if wrong and len(options) == 1:
        raise InputError(
            f"line {line} of {path} offers only the answer {answer}; give a different wrong option"
        )
    return Question(a, b, c, answer, options)


def _integer(cell: str, line: int, path: Path) -> int:
    if not _INTEGER.fullmatch(cell):
        shown = cell if len(cell) <= 40 else cell[:37] + "…"
        raise InputError(
            f"line {line} of {path} has {shown!r} where an integer belongs; "
            "a question is a, b, c, the answer and up to four wrong options"
        )
    return int(cell.replace("−", "-"))
