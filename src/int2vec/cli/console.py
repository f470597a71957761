"""What every command shares: tables, progress, JSON."""

import codecs
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import groupby
from json import dumps

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from int2vec.files import toml_beside
from int2vec.progress import followed_by
from int2vec.tables import SIGNS, Cell, Table, pieces, tables_of
from int2vec.text import plain

# Names and paths are shown as they are: "[n]" in a sequence's name is no markup, ":x:" no emoji.
console, stderr = (
    Console(stderr=to, markup=False, emoji=False, highlight=False) for to in (False, True)
)
_STYLES = toml_beside(__file__, "styles.toml")  # of tables, of markup, of lines and of cells


def tell(json: bool, found: object, *shown: Table | str) -> None:
    """Print what was found as JSON, or what shows it: the table of its kind, if nothing else."""
    if not json:
        show(*(shown or tables_of(found)))
        return
    # With escapes where stdout takes no other characters.
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    escaped = not encoding.lower().startswith("utf")
    sys.stdout.write(dumps(plain(found, None), ensure_ascii=escaped, indent=2) + "\n")


def show(*shown: Table | str) -> None:
    """Print lines and tables; one too wide for the terminal is split between groups of columns."""
    gap: list[str] = []
    for one in shown:
        if isinstance(one, str):
            say(one)
            continue
        for part in _fitting(one):
            lines = _text(part.title), _rich(part), *map(_text, (part.caption, *part.notes))
            console.print(*gap, *filter(None, lines), sep="\n")
            gap = [""]


def say(text: str, to: Console = console, style: str | None = None) -> None:
    """Print a line as it is, however long."""
    to.print(text, style=style, soft_wrap=True)


def _fitting(table: Table) -> Iterator[Table]:
    """The table, or parts of it that fit, each with the columns before the first group."""
    places = groupby(range(len(table.columns)), key=lambda i: table.columns[i].group)
    shared, *groups = [list(same) for _, same in places]
    groups, boundless = groups or [[]], console.options.update(width=10_000)
    while groups:
        for n in range(len(groups), 0, -1):
            chosen = sum(groups[:n], shared)
            lines = [replace(line, cells=[line.cells[i] for i in chosen]) for line in table.lines]
            part = replace(table, columns=[table.columns[i] for i in chosen], lines=lines)
            if n == 1 or Measurement.get(console, boundless, _rich(part)).maximum <= console.width:
                break
        groups = groups[n:]
        yield replace(part, caption="", notes=()) if groups else part


def _rich(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, **_STYLES["table"])
    grouped = any(column.group for column in table.columns)
    for column in table.columns:
        heading = f"{column.group}\n{column.title}" if grouped else column.title
        shown.add_column(heading, justify=column.align, overflow="fold")
    for line in table.lines:
        shown.add_row(*map(_rich_cell, line.cells), style=_STYLES["lines"].get(line.kind))
    return shown


def _rich_cell(cell: Cell | str) -> Text:
    if isinstance(cell, str):
        return Text(cell)
    shown = _text(cell.text, _STYLES["cells"].get(cell.tone, "")).append(SIGNS.get(cell.tone, ""))
    shown.append(f" {cell.mark}" if cell.mark else "")
    shown.append(f" {cell.interval}" if cell.interval else "", "dim")
    return shown.append(f"\n{cell.paper}" if cell.paper else "", "dim")


def _text(text: str, style: str = "") -> Text:
    marked = [(piece, _STYLES["markup"].get(tag, "")) for tag, piece in pieces(text)]
    return Text.assemble(*marked, style=style)


def use_plain_characters() -> None:
    """Let stdout and stderr write what their encoding lacks in plain characters, or as "?"."""
    codecs.register_error("plain", _in_plain_characters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")


def _in_plain_characters(error: UnicodeError) -> tuple[str, int]:
    """What stands in for characters that cannot be written, and where to go on.

    >>> _in_plain_characters(UnicodeEncodeError("ascii", "2² – ½ é ✓", 0, 10, ""))
    ('22 - 1/2 e +', 10)
    """
    assert isinstance(error, UnicodeEncodeError)
    apart = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    shown = apart.translate(str.maketrans(_STYLES["plain"]))
    return shown.encode("ascii", "ignore").decode() or "?", error.end


@contextmanager
def progress_bar(title: str) -> Iterator[None]:
    """Follow this block by a bar after a second, or by lines where stderr is no terminal."""
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn()
    bar = Progress(*columns, TimeRemainingColumn(), console=stderr, transient=True)
    task = bar.add_task(title, total=1.0)
    started = last = time.monotonic()

    def report(share: float, what: str) -> None:
        nonlocal last
        now = time.monotonic()
        if stderr.is_terminal:
            if now - started > 1:
                bar.start()  # once it has started this does nothing
            bar.update(task, completed=min(share, 1.0), description=f"{title}: {what}")
        elif now - last > 10:
            last = now
            left = (now - started) / share * (1 - share) if share > 0 else 0.0
            stderr.print(f"{title}: {what}, {share:.0%}, about {left:.0f} s left")

    try:
        with followed_by(report):
            yield
    finally:
        if bar.live.is_started:
            bar.stop()
