"""The report as one HTML file that needs nothing else: styles and figures are inside it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path

from int2vec.report.document import Block, Finding, Picture, Report, Section
from int2vec.tables import Table, inline

_STYLE = Path(__file__).with_name("page.css")


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


def _contents(sections: Sequence[Section]) -> str:
    items = "".join(
        f'<li><a href="#{section.key}">{inline(section.title)}</a></li>' for section in sections
    )
    return f"<ol>{items}</ol>"


def _findings(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    items = "".join(_finding(finding) for finding in findings)
    return (
        '<section id="brief" aria-label="In brief"><h2>In brief</h2>'
        f'<dl class="findings">{items}</dl></section>'
    )


def _finding(finding: Finding) -> str:
    paper = f"paper, {finding.paper_on}" if finding.paper_on else "paper"
    return (
        f'<div class="finding"><dt>{inline(finding.question)}</dt>'
        f'<dd class="ours"><span>here</span>{html.escape(finding.ours)}</dd>'
        f'<dd class="theirs"><span>{paper}</span>{html.escape(finding.paper)}</dd>'
        f'<dd class="detail">{inline(finding.detail)}</dd></div>'
    )


def _section(section: Section, figures: Mapping[str, str]) -> str:
    blocks = "".join(_block(block, figures) for block in section.blocks)
    return f'<section id="{section.key}"><h2>{inline(section.title)}</h2>{blocks}</section>\n'


def _block(block: Block, figures: Mapping[str, str]) -> str:
    if isinstance(block, Table):
        return block.to_html()
    if isinstance(block, Picture):
        size = f' class="{block.size}"' if block.size else ""
        return (
            f'<figure id="{block.key}"{size} role="group" aria-label="{html.escape(block.title)}">'
            f'<div class="drawing">{figures[block.key]}</div><figcaption>'
            f"<b>{inline(block.title)}.</b> {inline(block.caption)}</figcaption></figure>\n"
        )
    return f"<p>{inline(block.text)}</p>\n"
