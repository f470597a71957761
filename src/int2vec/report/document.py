"""A report as data: sections of text, tables and figures, for a page or for Markdown.

Text may hold `code`, **strong** and *emphasis*; nothing else is markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HIGHER, LOWER = "▲", "▼"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One value with what stands beside it.

    tone  "" plain, "paper" a figure of the paper's alone, "right" or "wrong" for answers
    """

    text: str
    interval: str = ""
    paper: str = ""
    mark: str = ""
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column; neighbours of the same group share a heading above theirs."""

    title: str
    group: str = ""
    align: str = "right"


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of a table; kind "baseline", "paper" or "" for ours."""

    cells: Sequence[Cell | str]
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Columns, lines, a caption that names corpus, split and n, and notes below."""

    key: str
    title: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    caption: str
    notes: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A figure, by the name of its files."""

    key: str
    title: str
    caption: str
    size: str = ""  # "wide", "small", or the width of the text


@dataclass(frozen=True, kw_only=True)
class Text:
    """A paragraph."""

    text: str


Block = Table | Picture | Text


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading and what stands below it."""

    key: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A headline: what was asked, the paper's figure, ours."""

    question: str
    paper: str
    ours: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class Report:
    """The whole of it."""

    title: str
    subtitle: str
    lead: str
    findings: Sequence[Finding]
    sections: Sequence[Section]
    footer: str


def two(share: float) -> str:
    """Two decimals; of a thousand integers 865 are 0.87, which a bare float prints as 0.86.

    >>> two(0.865), two(1.0)
    ('0.87', '1.00')
    """
    return f"{share + 1e-9:.2f}".replace("-0.00", "0.00").replace("-", "−")


def signed(value: float) -> str:
    """Two decimals behind a sign.

    >>> signed(-0.315), signed(0.2)
    ('−0.32', '+0.20')
    """
    return f"{value:+.2f}".replace("-", "−")


def interval(low_high: Sequence[float]) -> str:
    """A 95 % interval, in two decimals.

    >>> interval((0.912, 0.948))
    '0.91–0.95'
    """
    return "–".join(two(bound) for bound in low_high)


def compared(ours: float, low_high: Sequence[float] | None, paper: float | None) -> Cell:
    """Ours with its interval, the paper's figure, and a mark where the two differ beyond it.

    The paper prints two decimals, so its 0.94 may be anything from 0.935 to 0.945: there is a
    mark where that whole range lies outside the interval.

    >>> compared(0.99, (0.98, 0.995), 0.94).mark, compared(0.95, (0.93, 0.96), 0.94).mark
    ('▲', '')
    """
    mark = ""
    if paper is not None and low_high is not None:
        low, high = low_high
        mark = HIGHER if low > paper + 0.005 else LOWER if high < paper - 0.005 else ""
    return Cell(
        text=two(ours),
        interval=interval(low_high) if low_high is not None else "",
        paper="" if paper is None else two(paper),
        mark=mark,
    )


def paper_only(paper: float) -> Cell:
    """The paper's figure where we have none of our own."""
    return Cell(text=two(paper), tone="paper")
