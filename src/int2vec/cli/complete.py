"""`int2vec complete`: what comes next, how sure that is, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar, show
from int2vec.cli.options import TAKES_NEGATIVES, JsonOption, KOption, SearchedCorpusOption
from int2vec.predict.complete.base import Prediction
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_terms, shown_integer

_SURE = 0.9
_WIDEST = 60  # characters of a value on a terminal


@app.command(
    epilog='Example: int2vec complete "1, 1, 2, 3, 5," -k 3', context_settings=TAKES_NEGATIVES
)
def complete(
    terms: Annotated[str, typer.Argument(help="The first terms, such as '1, 1, 2, 3, 5,'.")],
    k: KOption = 5,
    using: Annotated[str, typer.Option(help="Completers, with commas; default: all.")] = "",
    least: Annotated[
        float,
        typer.Option("--least", min=0, max=1, help="Leave out what is less probable than this."),
    ] = 0.0,
    corpus: SearchedCorpusOption = None,
    model: Annotated[str | None, typer.Option(help="The folder of a trained LSTM.")] = None,
    json: JsonOption = False,
) -> None:
    """Say what comes after TERMS, with a probability and a reason for each candidate."""
    given = parse_terms(terms)
    with progress_bar("complete") as progress:
        session = Session(corpus, progress=progress)
        found = session.complete(given, k, using=using, model=model, least=least)
    if json:
        emit_json({"terms": given, "predictions": found})
    elif not found:
        console.print(
            f"no candidate has a probability of {least:g} or more; lower --least"
            if least
            else "no candidate: nothing known explains or continues these terms"
        )
    else:
        show(prediction_table(found))


def prediction_table(found: list[Prediction]) -> Table:
    """The candidates with their reasons, the sure ones strong."""
    return Table(
        columns=[*left("next"), *right("probability"), *left("by", "why")],
        lines=[
            Line(
                [shown_integer(p.value, _WIDEST), f"{p.probability or 0:.3f}", p.by, p.why],
                kind="strong" if (p.probability or 0) >= _SURE else "",
            )
            for p in found
        ],
        notes=["these are conjectures, not proofs"],
    )
