"""`int2vec complete`: what comes next, how sure that is, and why."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.predict.complete.api import open_ensemble
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.registry import SourcesConfig, chosen_names
from int2vec.text import checked_terms, parse_terms

_SURE = 0.9
_WIDEST = 60  # characters of a value on a terminal


@app.command(
    epilog='Example: int2vec complete "1, 1, 2, 3, 5," -k 3',
    context_settings={"ignore_unknown_options": True},
)
def complete(
    terms: Annotated[str, typer.Argument(help="The first terms, such as '1, 1, 2, 3, 5,'.")],
    k: Annotated[int, typer.Option("-k", help="How many candidates to show.")] = 5,
    using: Annotated[str, typer.Option(help="Completers, with commas; default: all.")] = "",
    least: Annotated[
        float,
        typer.Option("--least", min=0, max=1, help="Leave out what is less probable than this."),
    ] = 0.0,
    corpus: Annotated[
        str | None, typer.Option(help="catalog, oeis or a file; default: the OEIS if it is there.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="The folder of a trained LSTM.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON alone on stdout.")] = False,
) -> None:
    """Say what comes after TERMS, with a probability and a reason for each candidate."""
    given = parse_terms(terms)
    checked_terms(given, k)  # before the index is opened
    names = [name.strip() for name in using.split(",") if name.strip()]
    with progress_bar("complete") as progress:
        config = SourcesConfig(using=chosen_names(names), corpus=corpus, model=model)
        found = open_ensemble(config, progress).complete(given, k)
    found = [p for p in found if (p.probability or 0.0) >= least]
    if as_json:
        emit_json({"terms": given, "predictions": found})
    elif not found:
        console.print("no candidate: nothing known explains or continues these terms")
    else:
        console.print(_table(found))
        console.print("these are conjectures, not proofs", style="dim")


def _table(found: list[Prediction]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("next", overflow="fold")
    table.add_column("probability", justify="right")
    table.add_column("by")
    table.add_column("why", overflow="fold")
    for p in found:
        value = str(p.value)
        if len(value) > _WIDEST:
            value = f"{value[:20]}…{value[-20:]} ({len(value)} digits)"
        style = "bold" if (p.probability or 0) >= _SURE else None
        table.add_row(value, f"{p.probability or 0:.3f}", p.by, p.why, style=style)
    return table
