"""`int2vec models`: what is installed, bundled or trained."""

from __future__ import annotations

from rich.table import Table

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json
from int2vec.cli.options import JsonOption
from int2vec.models import installed


@app.command()
def models(json: JsonOption = False) -> None:
    """The models that can be named with --model.

    Example: int2vec models
    """
    found = installed()
    if json:
        emit_json([{"name": m.name, "folder": str(m.folder), "bundled": m.bundled,
                    **{key: m.manifest.get(key) for key in ("n", "dim", "method", "corpus")}}
                   for m in found])  # fmt: skip
        return
    if not found:
        console.print("No models are installed; 'int2vec train fasttext' makes one.")
        return
    table = Table(title="Models", title_justify="left")
    for column in ("name", "integers", "dim", "method", "any integer", "where"):
        table.add_column(column, justify="right" if column in ("integers", "dim") else "left")
    for m in found:
        table.add_row(
            m.name, f"{m.manifest.get('n', 0):,}", str(m.manifest.get("dim", "")),
            str(m.manifest.get("method", "")), "yes" if m.manifest.get("subwords") else "no",
            "bundled" if m.bundled else str(m.folder),
        )  # fmt: skip
    console.print(table)
