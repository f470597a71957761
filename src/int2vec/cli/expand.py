"""`int2vec expand`: what a few integers share, and which others share it."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar, show
from int2vec.cli.options import (
    TAKES_NEGATIVES,
    JsonOption,
    KOption,
    ModelOption,
    SearchedCorpusOption,
)
from int2vec.predict.expand.expansion import Expansion
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_terms, shown_integer

_SHOWN = 5  # properties and sequences


@app.command(context_settings=TAKES_NEGATIVES)
def expand(
    seeds: Annotated[
        list[str] | None, typer.Argument(help="Members of the set.", metavar="INTEGER…")
    ] = None,
    k: KOption = 10,
    using: Annotated[str, typer.Option(help="fused, vector, property or sequence.")] = "fused",
    model: ModelOption = None,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Name what the integers share, and list others that share it.

    Example: int2vec expand 73 97 83
    """
    members = parse_terms(" ".join(seeds)) if seeds else []
    with progress_bar("expand") as progress:
        found = Session(corpus, progress=progress).expand(members, k, using=using, model=model)
    if json:
        emit_json(found)
    else:
        show_expansion(found)


def show_expansion(found: Expansion) -> None:
    """Print what the members share and the candidates."""
    console.print(f"Members: {', '.join(map(shown_integer, found.seeds))}", highlight=False)
    for note in found.notes:
        console.print(note, style="yellow")
    if found.properties:
        console.print("Each of them, with the surprise in bits:")
        for shared in found.properties[:_SHOWN]:
            console.print(f"  {shared.bits:5.1f}  {shared.words}", highlight=False)
    else:
        console.print("No property of the catalog is common to them beyond chance.")
    if found.sequences:
        console.print("Sequences that hold them all, rarest first:")
        for sequence in found.sequences[:_SHOWN]:
            console.print(f"  {sequence.label}", highlight=False)
    show(
        Table(
            title=f"Further members ({found.method}), conjectures:",
            columns=[*right("integer", "score"), *left("why")],
            lines=[
                Line([shown_integer(one.value), f"{one.score:.2f}", one.why])
                for one in found.candidates
            ],
        )
    )
