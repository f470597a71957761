"""A report as data: sections of text, tables and figures, for a page or for Markdown.

Text may hold `code`, **strong** and *emphasis*; nothing else is markup. The page is one file that
needs nothing else: styles and figures are inside it.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from int2vec.tables import Cell, Line, Table, inline, left, right

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HERE = Path(__file__).parent


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


def to_html(report: Report, figures: Mapping[str, str]) -> str:
    """The whole page; `figures` holds the SVG text of each picture by its key."""
    items = (f'<li><a href="#{s.key}">{inline(s.title)}</a></li>' for s in report.sections)
    return (
        (_HERE / "page.html")
        .read_text(encoding="utf-8")
        .format(
            plain_title=html.escape(report.title),
            style=(_HERE / "page.css").read_text(encoding="utf-8"),
            subtitle=inline(report.subtitle),
            title=inline(report.title),
            lead=inline(report.lead),
            contents="".join(items),
            findings=_html_findings(report.findings),
            sections="".join(_html_section(section, figures) for section in report.sections),
            footer=inline(report.footer),
        )
    )


def _html_findings(findings: Sequence[Finding]) -> str:
    items = ""
    for finding in findings:
        paper = f"paper, {finding.paper_on}" if finding.paper_on else "paper"
        items += (
            f'<div class="finding"><dt>{inline(finding.question)}</dt>'
            f'<dd class="ours"><span>here</span>{html.escape(finding.ours)}</dd>'
            f'<dd class="theirs"><span>{paper}</span>{html.escape(finding.paper)}</dd>'
            f'<dd class="detail">{inline(finding.detail)}</dd></div>'
        )
    head = '<section id="brief" aria-label="In brief"><h2>In brief</h2><dl class="findings">'
    return f"{head}{items}</dl></section>" if items else ""


def _html_section(section: Section, figures: Mapping[str, str]) -> str:
    blocks = "".join(_html_block(block, figures) for block in section.blocks)
    return f'<section id="{section.key}"><h2>{inline(section.title)}</h2>{blocks}</section>\n'


def _html_block(block: Block, figures: Mapping[str, str]) -> str:
    if isinstance(block, Table):
        return block.to_html()
    if isinstance(block, Text):
        return f"<p>{inline(block.text)}</p>\n"
    size = f' class="{block.size}"' if block.size else ""
    return (
        f'<figure id="{block.key}"{size} role="group" aria-label="{html.escape(block.title)}">'
        f'<div class="drawing">{figures[block.key]}</div><figcaption>'
        f"<b>{inline(block.title)}.</b> {inline(block.caption)}</figcaption></figure>\n"
    )
