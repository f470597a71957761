"""Put the report that `int2vec reproduce` wrote into results.md, below its line for it.

python docs/take_results.py report
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).parent
LINE = "<!-- The rest is report.md: python docs/take_results.py report -->\n"


def take_results(report: Path, docs: Path = DOCS) -> None:
    """Rewrites results.md below LINE, and the figures beside it."""
    page = docs / "results.md"
    before, line, _ = page.read_text(encoding="utf-8").partition(LINE)
    if not line:
        raise SystemExit(f"{page} has no line '{LINE.strip()}'")
    _title, body = (report / "report.md").read_text(encoding="utf-8").split("\n", 1)
    page.write_text(before + line + body, encoding="utf-8")
    for figure in sorted((report / "figures").glob("*.png")):
        shutil.copy(figure, docs / "figures" / figure.name)


if __name__ == "__main__":
    take_results(Path(sys.argv[1]))
