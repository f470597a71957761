"""`int2vec fetch`: bring published files into the data folder."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import JsonOption
from int2vec.data import SOURCES
from int2vec.fetch import fetch as fetch_files


@app.command()
def fetch(
    what: Annotated[str, typer.Argument(help=f"One of {', '.join(SOURCES)}.", metavar="WHAT")],
    force: Annotated[bool, typer.Option("--force", help="Fetch files that are there too.")] = False,
    json: JsonOption = False,
) -> None:
    """Bring published files into the data folder; an interrupted fetch goes on where it stopped.

    Example: int2vec fetch oeis
    """
    with progress_bar("fetch") as progress:
        fetched = fetch_files(what, force=force, progress=progress)
    if json:
        emit_json({"files": fetched})
        return
    for file in fetched:
        state = "fetched" if file.new else "already there; --force fetches it again"
        console.print(
            f"{file.path}  {file.size / 1e6:,.1f} MB  {state}", highlight=False, soft_wrap=True
        )
