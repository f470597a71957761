"""A table as data: the same one is shown in Markdown, in HTML and (`cli/console.py`) on a terminal.

A bare string in a cell is shown as it is. The text of a `Cell`, and titles, captions and notes,
may hold `code`, **strong** and *emphasis*; nothing else is markup.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from string import Formatter
from typing import Any, Literal, TypeVar

from int2vec.text import shown_integer

Item = TypeVar("Item")
Makes = TypeVar("Makes", bound=Callable[[Any], "Table"])
HIGHER, LOWER = "▲", "▼"
MARKS = {
    HIGHER: "higher than the paper beyond the interval",
    LOWER: "lower than the paper beyond the interval",
}
_MARKUP = re.compile(r"`(?P<code>.+?)`|\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>\S.*?)\*")
_MEASURED = re.compile(r"([±▮])(\d) (\w+)")
_BAR = ' style="background:linear-gradient(to right, #b5482a40 {0:.1%}, transparent {0:.1%})"'
_WIDEST = 60  # characters of an integer or a list of them


@dataclass(frozen=True)
class Cell:
    """A text, perhaps with markup, and what stands beside it.

    paper     the paper's figure; `paper_on` names its corpus where that is another than ours
    tone      "paper" a figure of the paper's alone, "none" nothing to show, "right" or "wrong" for
              answers, "has" or "lacks" for a property
    """

    text: str
    interval: str = ""
    paper: str = ""
    paper_on: str = ""
    mark: str = ""
    tone: str = ""
    bar: float | None = None  # a share, drawn behind the text on a page

    @property
    def paper_words(self) -> str:
        """The paper's figure as it is shown."""
        return f"paper{f', {self.paper_on}:' if self.paper_on else ''} {self.paper}"


NOTHING = Cell("—", tone="none")


@dataclass(frozen=True)
class Column:
    """A column; neighbors of the same group share a heading above theirs."""

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

    >>> table = Table(columns=[*left("name"), *right("n")], lines=[Line(["a|b", "3"])])
    >>> print(table.to_markdown())
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
        spans = zip(self.lines, _row_spans(self.lines), strict=True)
        body = "".join(_html_line(line, self.columns, span) for line, span in spans)
        title = f"<h3>{inline(self.title)}</h3>\n" if self.title else ""
        caption = f'<p class="caption">{inline(self.caption)}</p>' if self.caption else ""
        notes = "".join(f"<p>{inline(note)}</p>" for note in self.notes)
        notes = f'<div class="notes">{notes}</div>' if notes else ""
        name = f' id="{self.key}"' if self.key else ""
        label = html.escape(self.title)
        return f"""<div class="table"{name}>
{title}<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table>
<thead>{_html_head(self.columns)}</thead><tbody>{body}</tbody>
</table></div>
{caption}{notes}
</div>
"""

    def _repr_html_(self) -> str:
        return self.to_html()


def left(*titles: str) -> list[Column]:
    """Columns of words."""
    return [Column(title, align="left") for title in titles]


def right(*titles: str, group: str = "") -> list[Column]:
    """Columns of figures, under one heading where there is a group."""
    return [Column(title, group) for title in titles]


class _Template(Formatter):
    """Fills in the fields of a row; a list stands with commas, None is nothing."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return ""
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        shown = {"n": lambda n: shown_integer(n, _WIDEST), "two": two}.get(format_spec)
        return shown(value) if shown else format(value, format_spec)


def table_of(
    rows: Iterable[Any],
    columns: Mapping[str, str] | Sequence[str],
    title: str = "",
    notes: Sequence[str] = (),
    *,
    kind: Callable[[Any], str] = lambda row: "",
) -> Table:
    """A line for each row, a mapping or an object, with what each column's template makes of it.

    A row may be a line already; headings alone are enough then. A heading after ">" stands over
    figures. A template is one of `str.format`, in which `:n` is an integer, shortened where it is
    long, and `:two` a share; "±2 share" is the share in two decimals with the interval that the
    row has under share_ci95, "▮3 share" one in three decimals with a bar behind it.

    >>> print(table_of([{"n": 7, "of": [1, 2]}], {"of": "{of}", ">n": "{n:.1f}"}).to_markdown())
    | of | n |
    | --- | ---: |
    | 1, 2 | 7.0 |
    """
    heads = [Column(c.lstrip(">"), align="right" if c[:1] == ">" else "left") for c in columns]
    cells = columns.values() if isinstance(columns, Mapping) else ()
    lines = [
        row if isinstance(row, Line) else Line([_filled(cell, row) for cell in cells], kind(row))
        for row in rows
    ]
    return Table(columns=heads, lines=lines, title=title, notes=notes)


def _filled(template: str, row: Any) -> Cell | str:
    if not isinstance(row, Mapping):
        row = {field.name: getattr(row, field.name) for field in fields(row)}
    if measured := _MEASURED.fullmatch(template):
        value, digits = row[measured[3]] or 0.0, int(measured[2])
        if measured[1] == "▮":
            return Cell(f"{value:.{digits}f}", bar=value)
        return compared(value, row[f"{measured[3]}_ci95"], digits=digits)
    whole = row.get(template[1:-1])
    if isinstance(whole, Cell):
        return whole
    text = _Template().vformat(template, (), row)
    return Cell(text) if _MARKUP.search(template) else text


class Shown:
    """A result that a notebook shows as the table that `as_table` registers for its kind."""

    def _repr_html_(self) -> str:
        return "".join(table.to_html() for table in tables_of(self))


class Listing(list[Item], Shown):
    """A list of results of one kind, which a notebook shows as their table."""


_AS_TABLE: dict[type, Callable[[Any], Table]] = {}


def as_table(kind: type) -> Callable[[Makes], Makes]:
    """Registers what makes the table of a result, or of a list of such that is not empty."""

    def register(make: Makes) -> Makes:
        _AS_TABLE[kind] = make
        return make

    return register


def tables_of(result: object) -> list[Table]:
    """The table that shows a result; none where it is an empty list."""
    kind = type(result[0]) if isinstance(result, list) and result else type(result)
    return [_AS_TABLE[kind](result)] if kind in _AS_TABLE else []


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text with their markup: "", "code", "strong" or "em".

    >>> list(pieces("a < b, **so** `x*y`"))
    [('', 'a < b, '), ('strong', 'so'), ('', ' '), ('code', 'x*y')]
    """
    start = 0
    for found in _MARKUP.finditer(text):
        if found.start() > start:
            yield "", text[start : found.start()]
        yield found.lastgroup or "", found[found.lastgroup or 0]
        start = found.end()
    if start < len(text):
        yield "", text[start:]


def inline(text: str) -> str:
    """Escaped text with its markup as tags.

    >>> inline("a < b, **so** `x*y`")
    'a &lt; b, <strong>so</strong> <code>x*y</code>'
    """
    escaped = ((tag, html.escape(piece, quote=False)) for tag, piece in pieces(text))
    return "".join(f"<{tag}>{piece}</{tag}>" if tag else piece for tag, piece in escaped)


def two(share: float, digits: int = 2) -> str:
    """Two decimals, or so many; of a thousand integers 865 are 0.87, and a float prints 0.86.

    >>> two(0.865), two(1.0)
    ('0.87', '1.00')
    """
    return re.sub("^-(?=[0.]+$)", "", f"{share + 1e-9:.{digits}f}").replace("-", "−")


def signed(value: float) -> str:
    """Two decimals behind a sign.

    >>> signed(-0.315), signed(0.2)
    ('−0.32', '+0.20')
    """
    return f"{value:+.2f}".replace("-", "−")


def interval(low_high: Sequence[float] | None, digits: int = 2) -> str:
    """A 95 % interval, in two decimals or so many; nothing where there is none.

    >>> interval((0.912, 0.948))
    '0.91–0.95'
    """
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

    >>> compared(0.99, (0.98, 0.995), 0.94).mark, compared(0.95, (0.93, 0.96), 0.94).mark
    ('▲', '')
    """
    mark = ""
    if paper is not None and low_high is not None and not paper_on:
        low, high = low_high
        mark = HIGHER if low > paper + 0.005 else LOWER if high < paper - 0.005 else ""
    theirs = "" if paper is None else two(paper)
    shown = two(ours, digits), interval(low_high, digits)
    return Cell(*shown, paper=theirs, paper_on=paper_on, mark=mark)


def paper_only(paper: float) -> Cell:
    """The paper's figure where we have none of our own."""
    return Cell(two(paper), tone="paper")


def _markdown_cell(cell: Cell | str) -> str:
    if isinstance(cell, str):
        return _one_line(re.sub(r"([\\*`])", r"\\\1", cell))
    text = f"*{cell.text}*" if cell.tone == "paper" and "**" not in cell.text else cell.text
    if cell.tone in ("right", "wrong"):
        text += " ✓" if cell.tone == "right" else " ✗"
    beside = [f"[{cell.interval}]"] if cell.interval else []
    if cell.paper:
        beside.append(cell.paper_words)
    text += f" {cell.mark}" if cell.mark else ""
    return _one_line(text + (f"<br><sub>{', '.join(beside)}</sub>" if beside else ""))


def _one_line(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _html_head(columns: Sequence[Column]) -> str:
    rows = ""
    if any(column.group for column in columns):
        groups = "".join(
            f'<th colspan="{len(list(same))}" scope="colgroup"'
            f"{' class=group' if group else ''}>{inline(group)}</th>"
            for group, same in groupby(columns, key=lambda column: column.group)
        )
        rows = f"<tr>{groups}</tr>"
    titles = "".join(
        f'<th scope="col" class="{column.align}">{inline(column.title)}</th>' for column in columns
    )
    return f"{rows}<tr>{titles}</tr>"


def _row_spans(lines: Sequence[Line]) -> Iterator[int]:
    """For each line, how many from it on share its first cell; 0 where one before it does."""
    for _, same in groupby(lines, key=lambda line: line.cells[0]):
        n = len(list(same))
        yield from [n, *([0] * (n - 1))]


def _html_line(line: Line, columns: Sequence[Column], span: int) -> str:
    cells = [_html_cell(cell, column) for cell, column in zip(line.cells, columns, strict=True)]
    down = f' rowspan="{span}"' if span > 1 else ""
    first = cells[0].replace("<td", f'<th scope="row"{down}', 1).replace("</td>", "</th>")
    kind = f' class="{line.kind}"' if line.kind else ""
    return f"<tr{kind}>{first if span else ''}{''.join(cells[1:])}</tr>\n"


def _html_cell(cell: Cell | str, column: Column) -> str:
    if isinstance(cell, str):
        return f'<td class="{column.align}">{html.escape(cell, quote=False)}</td>'
    mark = ""
    if cell.mark:
        words, side = MARKS[cell.mark], "up" if cell.mark == HIGHER else "down"
        mark = f'<span class="mark {side}" title="{words}" aria-label="{words}">{cell.mark}</span>'
    small = f'<small class="ci">{html.escape(cell.interval)}</small>' if cell.interval else ""
    if cell.paper:
        small += f'<small class="of-paper">{html.escape(cell.paper_words)}</small>'
    tone = f" tone-{cell.tone}" if cell.tone else ""
    bar = "" if cell.bar is None else _BAR.format(max(0.0, min(cell.bar, 1.0)))
    return (
        f'<td class="{column.align}{tone}"{bar}><span>{inline(cell.text)}{mark}</span>{small}</td>'
    )
