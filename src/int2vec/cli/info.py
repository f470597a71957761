"""`int2vec info`: what is known of an integer."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import emit_json, show
from int2vec.cli.options import TAKES_NEGATIVES, JsonOption
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_integer, shown_integer

_SHOWN = 12


@app.command(context_settings=TAKES_NEGATIVES)
def info(
    integer: Annotated[str, typer.Argument(help="Any integer.", metavar="INTEGER")],
    json: JsonOption = False,
) -> None:
    """The factorisation of an integer and its properties, the rarest first.

    Example: int2vec info 1729
    """
    found = Session().facts(parse_integer(integer))
    if json:
        emit_json(found)
        return
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    sign = ["-1"] if found.integer < 0 else []
    factors = " · ".join(sign + powers + rest)
    show(
        Table(
            title=shown_integer(found.integer) + (f" = {factors}" if factors else ""),
            columns=[*left("property"), *right("share of the integers to 10,000")],
            lines=[Line([p.words, f"{p.rarity:.2%}"]) for p in found.properties[:_SHOWN]],
            notes=["the rarest first; remainders stand lower, as every integer has some"],
        )
    )
