"""What every command shares: options, a session, tables, progress, JSON."""

from __future__ import annotations

import codecs
import json
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from int2vec.tables import Cell, Table, pieces
from int2vec.text import plain

if TYPE_CHECKING:
    from int2vec.session import Session

# Names and paths are shown as they are: "[n]" in a sequence's name is no markup, ":x:" no emoji.
console = Console(markup=False, emoji=False, highlight=False)
stderr = Console(stderr=True, markup=False, emoji=False, highlight=False)

# What stands in for characters that a console cannot show.
_PLAIN = {
    "–": "-", "—": "-", "−": "-", "─": "-", "━": "-", "╸": "-", "╺": "-", "·": "*", "×": "x",
    "✓": "+", "✗": "x", "…": "...", "→": "->", "≤": "<=", "≥": ">=", "≈": "~", "√": "sqrt",
    "‘": "'", "’": "'", "“": '"', "”": '"', "│": "|", "•": "*",
}  # fmt: skip

_MARKUP = {"code": "cyan", "strong": "bold", "em": "italic"}
_KINDS = {"baseline": "dim", "paper": "dim", "strong": "bold"}
_TONES = {"paper": "dim", "none": "dim", "right": "green", "wrong": "red"}
_TONES |= {"has": "red", "lacks": "blue"}  # a property


def tell(json: bool, found: object, *shown: Table | str, nothing: str = "") -> None:
    """Print what was found as JSON, or as tables and lines, or that there are none."""
    if json:
        emit_json(found)
    else:
        show(*(shown or [nothing]))


def show(*shown: Table | str) -> None:
    """Print lines and tables; one too wide for the terminal is split between groups of columns."""
    gap: list[str] = []
    for one in shown:
        if isinstance(one, str):
            say(one)
            continue
        for part in _fitting(one):
            console.print(*gap, _rich(part), sep="\n")
            gap = [""]


def say(text: str, to: Console = console, style: str | None = None) -> None:
    """Print a line as it is, however long."""
    to.print(text, style=style, soft_wrap=True)


@contextmanager
def asking(title: str, corpus: str | None = None) -> Iterator[Session]:
    """A session that tells how far it is."""
    from int2vec.session import Session  # not every command asks one

    with progress_bar(title) as progress:
        yield Session(corpus, progress=progress)


def _fitting(table: Table) -> Iterator[Table]:
    """The table, or parts of it that fit, each with the columns before the first group."""
    places = groupby(range(len(table.columns)), key=lambda i: table.columns[i].group)
    shared, *groups = [list(same) for _, same in places]
    if not groups:
        yield table
    while groups:
        n = len(groups)
        while n > 1 and not _fits(_part(table, shared, groups[:n])):
            n -= 1
        part = _part(table, shared, groups[:n])
        groups = groups[n:]
        yield replace(part, caption="", notes=()) if groups else part


def _part(table: Table, shared: list[int], groups: list[list[int]]) -> Table:
    chosen = shared + [i for group in groups for i in group]
    return replace(
        table,
        columns=[table.columns[i] for i in chosen],
        lines=[replace(line, cells=[line.cells[i] for i in chosen]) for line in table.lines],
    )


def _fits(table: Table) -> bool:
    shown = _rich(replace(table, title="", caption="", notes=()))
    unbounded = console.options.update(width=10_000)
    return Measurement.get(console, unbounded, shown).maximum <= console.width


def _rich(table: Table) -> RichTable:
    notes = "\n".join(text for text in (table.caption, *table.notes) if text)
    shown = RichTable(
        title=_text(table.title) if table.title else None,
        title_justify="left",
        title_style="",
        caption=_text(notes) if notes else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
    grouped = any(column.group for column in table.columns)
    for column in table.columns:
        heading = f"{column.group}\n{column.title}" if grouped else column.title
        shown.add_column(heading, justify=column.align, overflow="fold")
    for line in table.lines:
        shown.add_row(*(_rich_cell(cell) for cell in line.cells), style=_KINDS.get(line.kind))
    return shown


def _rich_cell(cell: Cell | str) -> Text:
    if isinstance(cell, str):
        return Text(cell)
    shown = _text(cell.text, _TONES.get(cell.tone, ""))
    if cell.tone in ("right", "wrong"):
        shown.append(" ✓" if cell.tone == "right" else " ✗")
    if cell.mark:
        shown.append(f" {cell.mark}")
    if cell.interval:
        shown.append(f" {cell.interval}", "dim")
    if cell.paper:
        shown.append(f"\n{cell.paper}", "dim")
    return shown


def _text(text: str, style: str = "") -> Text:
    return Text.assemble(
        *((piece, _MARKUP.get(tag, "")) for tag, piece in pieces(text)), style=style
    )


def emit_json(value: object) -> None:
    """Print `value` as JSON on stdout, with escapes where it takes no other characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    escaped = not encoding.lower().startswith("utf")
    sys.stdout.write(json.dumps(plain(value, None), ensure_ascii=escaped, indent=2) + "\n")


def use_plain_characters() -> None:
    """Let stdout and stderr write what their encoding lacks in plain characters, or as "?"."""
    codecs.register_error("plain", _in_plain_characters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")


def _in_plain_characters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain_character, error.object[error.start : error.end])), error.end


def _plain_character(character: str) -> str:
    """A character in ASCII.

    >>> "".join(map(_plain_character, "2² – ½ é ✓"))
    '22 - 1/2 e +'
    """
    if character in _PLAIN:
        return _PLAIN[character]
    apart = unicodedata.normalize("NFKD", character).replace("\u2044", "/")
    return "".join(part for part in apart if part.isascii()) or "?"


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float, str], None]]:
    """A function to report progress to; a bar with the time left appears after a second.

    Where stderr is no terminal, a line is printed every ten seconds instead.
    """
    bar = Progress(
        TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(),
        TimeRemainingColumn(), console=stderr, transient=True,
    )  # fmt: skip
    task = bar.add_task(title, total=1.0)
    started = time.monotonic()
    state = {"live": False, "last": started}

    def report(share: float, what: str) -> None:
        now = time.monotonic()
        if stderr.is_terminal:
            if not state["live"] and now - started > 1:
                bar.start()
                state["live"] = True
            bar.update(task, completed=min(share, 1.0), description=f"{title}: {what}")
        elif now - state["last"] > 10:
            state["last"] = now
            left = (now - started) / share * (1 - share) if share > 0 else 0.0
            stderr.print(f"{title}: {what}, {share:.0%}, about {left:.0f} s left")

    try:
        yield report
    finally:
        if state["live"]:
            bar.stop()
