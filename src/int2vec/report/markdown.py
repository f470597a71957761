"""The report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from int2vec.report.document import Block, Cell, Column, Picture, Report, Table


def to_markdown(report: Report, figures: str = "figures") -> str:
    """The whole report; pictures are links into the folder `figures`."""
    parts = [f"# {report.title}", report.subtitle, report.lead]
    if report.findings:
        parts += ["## In brief", _findings(report)]
    for section in report.sections:
        parts.append(f"## {section.title}")
        parts += [part for block in section.blocks for part in _block(block, figures)]
    parts.append(f"---\n\n{report.footer}")
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _findings(report: Report) -> str:
    lines = ["| | the paper | here | |", "| --- | ---: | ---: | --- |"]
    lines += [
        f"| {_cell_text(f.question)} | {f.paper} | **{f.ours}** | {_cell_text(f.detail)} |"
        for f in report.findings
    ]
    return "\n".join(lines)


def _block(block: Block, figures: str) -> Iterator[str]:
    if isinstance(block, Table):
        yield f"### {block.title}"
        yield markdown_table(block)
        yield f"*{block.caption}*"
        if block.notes:
            yield "\n".join(f"- {note}" for note in block.notes)
    elif isinstance(block, Picture):
        yield f"![{block.title}]({figures}/{block.key}.png)"
        yield f"*{block.caption}*"
    else:
        yield block.text


def markdown_table(table: Table) -> str:
    """A table in GitHub's Markdown."""
    head = [_cell_text(_heading(column)) for column in table.columns]
    rule = ["---:" if column.align == "right" else "---" for column in table.columns]
    lines = [head, rule, *([_cell(cell) for cell in line.cells] for line in table.lines)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _heading(column: Column) -> str:
    return f"{column.group}: {column.title}" if column.group else column.title


def _cell(cell: Cell | str) -> str:
    if isinstance(cell, str):
        return _cell_text(cell)
    text = f"*{cell.text}*" if cell.tone == "paper" and "**" not in cell.text else cell.text
    if cell.tone in ("right", "wrong"):
        text += " ✓" if cell.tone == "right" else " ✗"
    beside = [f"[{cell.interval}]"] if cell.interval else []
    if cell.paper:
        beside.append(f"paper {cell.paper}")
    text += f" {cell.mark}" if cell.mark else ""
    return _cell_text(text + (f"<br><sub>{', '.join(beside)}</sub>" if beside else ""))


def _cell_text(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
