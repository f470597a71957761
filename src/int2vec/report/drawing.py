"""Which figures a report has, drawn and written."""

from __future__ import annotations

from pathlib import Path

from int2vec.report.stages import Result, Store


def draw_figures(results: dict[str, Result], store: Store, folder: Path) -> dict[str, str]:
    """The SVG text of each figure by its key, after writing it as SVG and PNG to `folder`."""
    return {}
