"""The report as one HTML file that needs nothing else: styles and figures are inside it."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from int2vec.report.document import (
    Block,
    Cell,
    Column,
    Finding,
    Line,
    Picture,
    Report,
    Section,
    Table,
)

_STYLE = Path(__file__).with_name("page.css")
_MARK_WORDS = {"▲": "higher than the paper beyond the interval", "▼": "lower than the paper "
               "beyond the interval"}  # fmt: skip


def to_html(report: Report, figures: Mapping[str, str]) -> str:
    """The whole page; `figures` holds the SVG text of each picture by its key."""
    sections = "".join(_section(section, figures) for section in report.sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(report.title)}</title>
<style>
{_STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header class="masthead">
<p class="kicker">int2vec · {inline(report.subtitle)}</p>
<h1>{inline(report.title)}</h1>
<p class="lead">{inline(report.lead)}</p>
</header>
<nav aria-label="Contents">{_contents(report.sections)}</nav>
<main>
{_findings(report.findings)}
{sections}
</main>
<footer><p>{inline(report.footer)}</p></footer>
</body>
</html>
"""


def inline(text: str) -> str:
    """Escaped text with its `code`, **strong** and *emphasis* as tags.

    >>> inline("a < b, **so** `x*y`")
    'a &lt; b, <strong>so</strong> <code>x*y</code>'
    """
    parts = html.escape(text, quote=False).split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", parts[i])
        parts[i] = re.sub(r"(?<!\w)\*(\S.*?)\*", r"<em>\1</em>", parts[i])
    for i in range(1, len(parts), 2):
        parts[i] = f"<code>{parts[i]}</code>"
    return "".join(parts)


def _contents(sections: Sequence[Section]) -> str:
    items = "".join(
        f'<li><a href="#{section.key}">{inline(section.title)}</a></li>' for section in sections
    )
    return f"<ol>{items}</ol>"


def _findings(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    items = "".join(
        f'<div class="finding"><dt>{inline(f.question)}</dt>'
        f'<dd class="ours"><span>here</span>{html.escape(f.ours)}</dd>'
        f'<dd class="theirs"><span>paper</span>{html.escape(f.paper)}</dd>'
        f'<dd class="detail">{inline(f.detail)}</dd></div>'
        for f in findings
    )
    return (f'<section id="brief" aria-label="In brief"><h2>In brief</h2>'
            f'<dl class="findings">{items}</dl></section>')  # fmt: skip


def _section(section: Section, figures: Mapping[str, str]) -> str:
    blocks = "".join(_block(block, figures) for block in section.blocks)
    return f'<section id="{section.key}"><h2>{inline(section.title)}</h2>{blocks}</section>\n'


def _block(block: Block, figures: Mapping[str, str]) -> str:
    if isinstance(block, Table):
        return html_table(block)
    if isinstance(block, Picture):
        size = f' class="{block.size}"' if block.size else ""
        return (
            f'<figure id="{block.key}"{size} role="group" aria-label="{html.escape(block.title)}">'
            f'<div class="drawing">{figures[block.key]}</div><figcaption>'
            f"<b>{inline(block.title)}.</b> {inline(block.caption)}</figcaption></figure>\n"
        )
    return f"<p>{inline(block.text)}</p>\n"


def html_table(table: Table) -> str:
    """A table with its title, caption and notes."""
    body = "".join(
        _line(line, table.columns, span)
        for line, span in zip(table.lines, _spans(table.lines), strict=True)
    )
    notes = "".join(f"<p>{inline(note)}</p>" for note in table.notes)
    return f"""<div class="table" id="{table.key}">
<h3>{inline(table.title)}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="{html.escape(table.title)}"><table>
<thead>{_head(table.columns)}</thead><tbody>{body}</tbody>
</table></div>
<p class="caption">{inline(table.caption)}</p>{f'<div class="notes">{notes}</div>' if notes else ""}
</div>
"""


def _head(columns: Sequence[Column]) -> str:
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


def _spans(lines: Sequence[Line]) -> list[int]:
    """For each line, how many from it on share its first cell; 0 where one before it does."""
    spans: list[int] = []
    for _, same in groupby(lines, key=lambda line: line.cells[0]):
        n = len(list(same))
        spans += [n, *([0] * (n - 1))]
    return spans


def _line(line: Line, columns: Sequence[Column], span: int) -> str:
    cells = [_cell(cell, column) for cell, column in zip(line.cells, columns, strict=True)]
    down = f' rowspan="{span}"' if span > 1 else ""
    first = cells[0].replace("<td", f'<th scope="row"{down}', 1).replace("</td>", "</th>")
    first = first if span else ""
    kind = f' class="{line.kind}"' if line.kind else ""
    return f"<tr{kind}>{first}{''.join(cells[1:])}</tr>\n"


def _cell(cell: Cell | str, column: Column) -> str:
    if isinstance(cell, str):
        return f'<td class="{column.align}">{inline(cell)}</td>'
    mark = ""
    if cell.mark:
        words = _MARK_WORDS[cell.mark]
        side = "up" if cell.mark == "▲" else "down"
        mark = f'<span class="mark {side}" title="{words}" aria-label="{words}">{cell.mark}</span>'
    small = f'<small class="ci">{html.escape(cell.interval)}</small>' if cell.interval else ""
    if cell.paper:
        small += f'<small class="of-paper">paper {html.escape(cell.paper)}</small>'
    tone = f" tone-{cell.tone}" if cell.tone else ""
    return f'<td class="{column.align}{tone}"><span>{inline(cell.text)}{mark}</span>{small}</td>'
