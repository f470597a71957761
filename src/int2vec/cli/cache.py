"""`int2vec cache`: what was compiled and kept, whether it is whole, and what nothing uses."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from int2vec.cache import Entry, entries, prune
from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, show
from int2vec.cli.options import JsonOption
from int2vec.data import cache_folder
from int2vec.tables import Line, Table, left, right


@app.command()
def cache(
    verify: Annotated[bool, typer.Option("--verify", help="Read and check all contents.")] = False,
    remove: Annotated[bool, typer.Option("--prune", help="Remove what nothing uses.")] = False,
    json: JsonOption = False,
) -> None:
    """What lies in the cache folder, how large it is, and what it was made from.

    Example: int2vec cache --verify
    """
    removed = prune() if remove else []
    left_over = list(entries(thorough=verify))
    if json:
        emit_json({"folder": cache_folder(), "entries": left_over, "removed": removed})
        return
    if remove:
        freed = sum(entry.size for entry in removed)
        console.print(f"removed {len(removed)} folders, {freed / 1e6:,.1f} MB", highlight=False)
    size = sum(entry.size for entry in left_over)
    console.print(f"{cache_folder()}: {size / 1e6:,.1f} MB", highlight=False, soft_wrap=True)
    if left_over:
        columns = [*left("kind", "from"), *right("MB"), *left("last used", "version", "state")]
        show(Table(columns=columns, lines=[_line(entry) for entry in left_over]))


def _line(entry: Entry) -> Line:
    used = datetime.fromtimestamp(entry.used).strftime("%Y-%m-%d")
    state = entry.useless or entry.fault or "whole"
    size = f"{entry.size / 1e6:,.1f}"
    return Line([entry.kind, entry.source or entry.name, size, used, entry.version, state])
