"""A row of a benchmark, and the table of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Row:
    """One comparison: how much of something we need, and how much a peer does."""

    what: str
    ours: float
    peer: str
    theirs: float
    wanted: float | None = None  # the least ratio that we promise
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """How many times as much the peer needs."""
        return self.theirs / self.ours if self.ours else float("inf")


def show(title: str, rows: Iterable[Row], console: Console) -> list[Row]:
    """Print the rows as a table; the rows come back."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column, side in (("what", "left"), ("ours", "right"), ("peer", "left"),
                         ("theirs", "right"), ("ratio", "right"), ("wanted", "right")):  # fmt: skip
        table.add_column(column, justify="right" if side == "right" else "left")
    shown = list(rows)
    for row in shown:
        kept = row.wanted is None or row.ratio >= row.wanted
        table.add_row(
            row.what, _amount(row.ours, row.unit), row.peer, _amount(row.theirs, row.unit),
            f"{row.ratio:,.1f}×", "" if row.wanted is None else f"≥ {row.wanted:g}×",
            style=None if kept else "red",
        )  # fmt: skip
    console.print(table, "")
    return shown


def _amount(value: float, unit: str) -> str:
    """The value with its unit; seconds in the unit that suits them.

    >>> _amount(0.00012, "s"), _amount(75.0, "s"), _amount(290.0, "MiB")
    ('120 µs', '75.0 s', '290 MiB')
    """
    if unit != "s":
        return f"{value:,.0f} {unit}"
    if value < 1e-3:
        return f"{1e6 * value:,.0f} µs"
    return f"{1e3 * value:,.1f} ms" if value < 1 else f"{value:,.1f} s"
