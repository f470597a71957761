"""`int2vec neighbors`: the integers nearest to one."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import emit_json, show
from int2vec.cli.options import TAKES_NEGATIVES, JsonOption, KOption, ModelOption
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_integer, shown_integer


@app.command(context_settings=TAKES_NEGATIVES)
def neighbors(
    integer: Annotated[str, typer.Argument(help="Any integer.", metavar="INTEGER")],
    k: KOption = 10,
    model: ModelOption = None,
    json: JsonOption = False,
) -> None:
    """The integers whose vectors are nearest to this one's.

    Example: int2vec neighbors 1729
    """
    found = Session().neighbors(parse_integer(integer), k, model=model)
    if json:
        emit_json(found)
        return
    how = ", inferred: it was not seen in training" if found.inferred else ""
    show(
        Table(
            title=f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:",
            columns=[*right("integer", "cosine"), *left("shares")],
            lines=[
                Line([shown_integer(near.integer), f"{near.cosine:.3f}", ", ".join(near.shares)])
                for near in found.neighbors
            ],
        )
    )
