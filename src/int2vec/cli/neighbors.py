"""`int2vec neighbors`: the integers nearest to one."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.arithmetic import PROPERTIES, properties_of, property_table
from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json
from int2vec.cli.options import JsonOption, KOption, ModelOption, one_integer
from int2vec.models import DEFAULT, load


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
    n = one_integer(integer)
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
    for m, cosine in found:
        table.add_row(str(m), f"{cosine:.3f}", ", ".join(shared_words(n, m)))
    console.print(table)


def shared_words(n: int, m: int, most: int = 3) -> list[str]:
    """The rarest properties that both integers have, in words."""
    both = sorted({p.name for p in properties_of(n)} & {p.name for p in properties_of(m)})
    commonness = property_table(both, range(1, 1001)).sum(axis=1)
    order = sorted(zip(commonness.tolist(), both, strict=True))
    return [PROPERTIES[name].words for _, name in order[:most]]
