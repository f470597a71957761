"""Files of questions: a header row, then one question a line, its columns separated by tabs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from int2vec.errors import DataError, InputError
from int2vec.files import read_plain, reading
from int2vec.text import parse_terms

Asked = TypeVar("Asked")


def read_rows(
    path: Path, columns: Sequence[str], make: Callable[[list[str]], Asked]
) -> list[Asked]:
    """What `make` makes of the cells of each row; the columns that are named must be there.

    An InputError of `make` is told with its line.
    """
    layout = f"give a header row, then {', a tab, '.join(columns)}"
    with reading(path, DataError, f"cannot be read ({{}}); {layout}"):
        lines = read_plain(path).split("\n")
    questions = []
    for number, line in enumerate(lines, 1):
        cells = [_unquoted(cell) for cell in line.split("\t")]
        given = cells[: len(columns)]
        if number == 1 and len(given) == len(columns) and all(map(_is_integers, given)):
            raise DataError(f"{path}, line 1: a question stands where the header belongs; {layout}")
        if number == 1 or not any(cells):
            continue
        if len(given) < len(columns) or not all(given):
            raise DataError(f"{path}, line {number}: a column is missing; {layout}")
        try:
            questions.append(make(cells))
        except InputError as error:
            raise DataError(f"{path}, line {number}: {error}") from error
    if not questions:
        raise DataError(f"{path} holds no questions; {layout}")
    return questions


def _unquoted(cell: str) -> str:
    """A cell without the quotes that spreadsheets put around commas."""
    inner = cell.strip()
    return inner[1:-1] if len(inner) > 1 and inner[0] == inner[-1] == '"' else inner


def _is_integers(cell: str) -> bool:
    try:
        return bool(parse_terms(cell))
    except InputError:
        return False
