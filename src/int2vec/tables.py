"""A table as data: the same one is shown in Markdown, in HTML and (`cli/console.py`) on a terminal.

A bare string in a cell is shown as it is. The text of a `Cell`, and titles, captions and notes,
may hold `code`, **strong** and *emphasis*; nothing else is markup.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import Any, Literal, TypeVar

from int2vec.text import shown_integer

Item = TypeVar("Item")
Makes = Callable[[Any], "Table"]
HIGHER, LOWER = "▲", "▼"
SIGNS = {"right": " ✓", "wrong": " ✗"}  # of a cell's tone
_MARKUP = re.compile(r"`(?P<code>.+?)`|\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>\S.*?)\*")


@dataclass(frozen=True)
class Cell:
    """A text, perhaps with markup, and what stands beside it."""

    text: str
    interval: str = ""
    paper: str = ""  # the paper's figure, in words
    mark: str = ""
    # "paper" is a figure of the paper's alone, "none" nothing to show, "right" or "wrong" for
    # answers, "has" or "lacks" for a property
    tone: str = ""


NOTHING = Cell("—", tone="none")


@dataclass(frozen=True)
class Column:
    """A column; neighbors of a group share a heading; a "probability" has bars on a page."""

    title: str
    group: str = ""
    align: Literal["left", "right"] = "right"


@dataclass(frozen=True)
class Line:
    """A line of a table; kind "baseline", "paper", "strong" (the best) or "" for any other."""

    cells: Sequence[Cell | str]
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Columns and lines under a title; a caption that says what was measured, and notes below.

    >>> print(table_of([Line(["a|b", "3"])], ["name", ">n"]).to_markdown())
    | name | n |
    | --- | ---: |
    | a\\|b | 3 |
    """

    columns: Sequence[Column]
    lines: Sequence[Line]
    title: str = ""
    caption: str = ""
    notes: Sequence[str] = ()
    key: str = ""  # names the table in a page

    def to_markdown(self) -> str:
        """The columns and lines in GitHub's Markdown."""
        titles = [f"{c.group}: {c.title}" if c.group else c.title for c in self.columns]
        rule = ["---:" if column.align == "right" else "---" for column in self.columns]
        lines = [[_one_line(title) for title in titles], rule]
        lines += [[_markdown_cell(cell) for cell in line.cells] for line in self.lines]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def to_html(self) -> str:
        """The whole of it, in a box that scrolls where the page is narrow."""
        columns = groupby(self.columns, key=lambda column: column.group)
        lines = groupby(self.lines, key=lambda line: line.cells[0])
        said: dict[str, Any] = {"headings": [(group, list(same)) for group, same in columns]}
        said |= {"together": [(first, list(same)) for first, same in lines]}
        return from_template(Path(__file__).with_name("table.html"), table=self, **said)

    _repr_html_ = to_html


class _Template(Formatter):
    """Fills in the fields of a row; a list stands with commas, None is nothing."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return ""
        if isinstance(value, list | tuple):
            return format(", ".join(map(str, value)), format_spec)
        shown = {"n": lambda n: shown_integer(n, 60), "two": two}.get(format_spec)
        return shown(value) if shown else format(value, format_spec)


def table_of(
    rows: Iterable[Any],
    columns: Mapping[str, str] | Sequence[str],
    title: str = "",
    notes: Sequence[str] = (),
) -> Table:
    """A line for each row, a mapping or an object, with what each column's template makes of it.

    A row may be a line already; headings are enough then, those of figures after ">", a group
    before ": ". A template is one of `str.format`; `:n` shortens an integer, `:two` rounds a share,
    a cell stands as it is. A row's field `line` is the kind of its line.

    >>> print(table_of([{"n": 7, "of": [1, 2]}], {"of": "{of}", ">n": "{n:.1f}"}).to_markdown())
    | of | n |
    | --- | ---: |
    | 1, 2 | 7.0 |
    """
    heads = []
    for heading in columns:
        group, _, words = heading.lstrip(">").rpartition(": ")
        heads.append(Column(words, group, "right" if heading[:1] == ">" else "left"))
    templates = list(columns.values()) if isinstance(columns, Mapping) else []
    lines = [row if isinstance(row, Line) else _line(row, templates) for row in rows]
    return Table(columns=heads, lines=lines, title=title, notes=notes)


def _line(row: Any, templates: Sequence[str]) -> Line:
    said = row if isinstance(row, Mapping) else asdict(row)
    cells: list[Cell | str] = []
    for template in templates:
        whole = said.get(template[1:-1])
        cells.append(whole if isinstance(whole, Cell) else _Template().vformat(template, (), said))
    return Line(cells, said.get("line", ""))


class Shown:
    """A result that a notebook shows as the table that `as_table` registers for its kind."""

    def _repr_html_(self) -> str:
        return "".join(table.to_html() for table in tables_of(self))


class Listing(list[Item], Shown):
    """A list of results of one kind, which a notebook shows as their table."""


_AS_TABLE: dict[type, Makes] = {}


def as_table(kind: type) -> Callable[[Makes], Makes]:
    """Registers what makes the table of a result, or of a list of such that is not empty."""
    return partial(_AS_TABLE.setdefault, kind)


def tables_of(result: object, nothing: str = "") -> list[Any]:
    """The table that shows a result; where it is an empty list, the words for that, if any."""
    kind = type(result[0]) if isinstance(result, list) and result else type(result)
    return [_AS_TABLE[kind](result)] if kind in _AS_TABLE else [nothing] * bool(nothing)


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text with their markup: "", "code", "strong" or "em"; some are empty.

    >>> list(pieces("a < b, **so** `x*y`."))
    [('', 'a < b, '), ('strong', 'so'), ('', ' '), ('code', 'x*y'), ('', '.')]
    """
    start = 0
    for found in _MARKUP.finditer(text):
        yield "", text[start : found.start()]
        yield found.lastgroup or "", found[found.lastgroup or 0]
        start = found.end()
    yield "", text[start:]


def inline(text: str) -> str:
    """Escaped text with its markup as tags."""
    escaped = ((tag, html.escape(piece, quote=False)) for tag, piece in pieces(text))
    return "".join(f"<{tag}>{piece}</{tag}>" if tag else piece for tag, piece in escaped)


def from_template(page: Path, **said: object) -> str:
    """A page filled with what is said; the filter `inline` makes HTML of text with its markup."""
    from jinja2 import Environment  # only pages need it
    from markupsafe import Markup

    environment = Environment(autoescape=page.suffix == ".html")
    environment.filters["inline"] = lambda text: Markup(inline(text))
    return environment.from_string(page.read_text(encoding="utf-8")).render(said)


def two(share: float, digits: int = 2, sign: str = "") -> str:
    """Two decimals, or so many; of a thousand integers 865 are 0.87, and a float prints 0.86.

    >>> two(0.865), two(1.0), two(0.2, sign="+")
    ('0.87', '1.00', '+0.20')
    """
    return re.sub("^-(?=[0.]+$)", "", f"{share + 1e-9:{sign}.{digits}f}").replace("-", "−")


def interval(low_high: Sequence[float] | None, digits: int = 2) -> str:
    """A 95 % interval, in two decimals or so many; nothing where there is none."""
    return "–".join(two(bound, digits) for bound in low_high or ())


def compared(
    ours: float,
    low_high: Sequence[float] | None,
    paper: float | None = None,
    paper_on: str = "",
    digits: int = 2,
) -> Cell:
    """Ours with its interval, the paper's figure, and a mark where the two differ beyond it.

    The paper prints two decimals, so its 0.94 may be anything from 0.935 to 0.945: there is a
    mark where that whole range lies outside the interval. Where the paper measured on another
    corpus, which `paper_on` names, there is none.
    """
    mark = ""
    if paper is not None and low_high is not None and not paper_on:
        low, high = low_high
        mark = HIGHER if low > paper + 0.005 else LOWER if high < paper - 0.005 else ""
    where = f", {paper_on}:" if paper_on else ""
    theirs = "" if paper is None else f"paper{where} {two(paper)}"
    return Cell(two(ours, digits), interval(low_high, digits), theirs, mark)


def paper_only(paper: float) -> Cell:
    """The paper's figure where we have none of our own."""
    return Cell(two(paper), tone="paper")


def _markdown_cell(cell: Cell | str) -> str:
    if isinstance(cell, str):
        return _one_line(re.sub(r"([\\*`])", r"\\\1", cell))
    text = f"*{cell.text}*" if cell.tone == "paper" and "**" not in cell.text else cell.text
    text += SIGNS.get(cell.tone, "") + (f" {cell.mark}" if cell.mark else "")
    beside = ", ".join(filter(None, (cell.interval and f"[{cell.interval}]", cell.paper)))
    return _one_line(text + (f"<br><sub>{beside}</sub>" if beside else ""))


def _one_line(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
