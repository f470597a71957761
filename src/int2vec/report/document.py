"""A report as data: sections of text, tables and figures, for a page or for Markdown.

Text may hold `code`, **strong** and *emphasis*; nothing else is markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from int2vec.tables import Cell, Line, Table, left, right

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A figure, by the name of its files, and how it is drawn."""

    key: str
    title: str
    caption: str
    draw: Callable[[], Figure]
    size: str = ""  # "wide", "small", or the width of the text


@dataclass(frozen=True)
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
    """A headline: what was asked, the paper's figure, ours.

    paper_on  the corpus that the paper's figure is of, where ours is of another
    """

    question: str
    paper: str
    ours: str
    detail: str
    paper_on: str = ""


@dataclass(frozen=True, kw_only=True)
class Report:
    """The whole of it."""

    title: str
    subtitle: str
    lead: str
    findings: Sequence[Finding]
    sections: Sequence[Section]
    footer: str

    @property
    def pictures(self) -> list[Picture]:
        """Every figure of it."""
        blocks = [block for section in self.sections for block in section.blocks]
        return [block for block in blocks if isinstance(block, Picture)]


def findings_table(findings: Sequence[Finding], details: bool = True) -> Table:
    """The headlines, each with its detail or without."""
    corpora = sorted({finding.paper_on for finding in findings} - {""})
    paper = ", ".join(["the paper", *corpora])
    lines = []
    for finding in findings:
        cells: list[Cell | str] = [finding.question, finding.paper, Cell(f"**{finding.ours}**")]
        lines.append(Line([*cells, Cell(finding.detail)] if details else cells))
    columns = [*left(""), *right(paper, "here"), *left(*[""] * details)]
    return Table(columns=columns, lines=lines)


def to_markdown(report: Report, figures: str = "figures") -> str:
    """The whole report; pictures are links into the folder `figures`."""
    parts = [f"# {report.title}", report.subtitle, report.lead]
    if report.findings:
        parts += ["## In brief", findings_table(report.findings).to_markdown()]
    for section in report.sections:
        parts.append(f"## {section.title}")
        parts += [part for block in section.blocks for part in _markdown(block, figures)]
    parts.append(f"---\n\n{report.footer}")
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _markdown(block: Block, figures: str) -> Iterator[str]:
    if isinstance(block, Table):
        yield f"### {block.title}"
        yield block.to_markdown()
        yield f"*{block.caption}*"
        if block.notes:
            yield "\n".join(f"- {note}" for note in block.notes)
    elif isinstance(block, Picture):
        yield f"![{block.title}]({figures}/{block.key}.png)"
        yield f"*{block.caption}*"
    else:
        yield block.text
