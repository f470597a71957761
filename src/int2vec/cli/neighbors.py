"""`int2vec neighbors`: the integers nearest to one."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.arithmetic.about import shared_words
from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json
from int2vec.cli.options import JsonOption, KOption, ModelOption
from int2vec.models import DEFAULT, load
from int2vec.text import parse_integer


@app.command()
def neighbors(
    integer: Annotated[str, typer.Argument(help="Any integer.", metavar="INTEGER")],
    k: KOption = 10,
    model: ModelOption = DEFAULT,
    json: JsonOption = False,
) -> None:
    """The integers whose vectors are nearest to this one's.

    Example: int2vec neighbors 1729
    """
    n = parse_integer(integer)
    vectors = load(model)
    found = vectors.neighbors(n, k)
    if json:
        emit_json({
            "integer": n, "model": vectors.name, "inferred": n not in vectors,
            "neighbors": [{"integer": m, "cosine": cosine} for m, cosine in found],
        })  # fmt: skip
        return
    how = "" if n in vectors else ", inferred from its digits"
    console.print(f"Nearest to {n} in {vectors.name}{how}:", highlight=False)
    table = Table()
    table.add_column("integer", justify="right")
    table.add_column("cosine", justify="right")
    table.add_column("shares")
    shared = shared_words(n, [m for m, _ in found])
    for (m, cosine), words in zip(found, shared, strict=True):
        table.add_row(str(m), f"{cosine:.3f}", ", ".join(words))
    console.print(table)
