"""`int2vec expand`: what a few integers share, and which others share it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import JsonOption, KOption
from int2vec.cli.sources import corpus_or_default, optional_model
from int2vec.predict.expand import Expansion, Postings, open_postings
from int2vec.predict.expand import expand as expand_set
from int2vec.text import parse_terms


@app.command(context_settings={"ignore_unknown_options": True})
def expand(
    seeds: Annotated[
        list[str] | None, typer.Argument(help="Members of the set.", metavar="INTEGER…")
    ] = None,
    k: KOption = 10,
    using: Annotated[str, typer.Option(help="fused, vector, property or sequence.")] = "fused",
    model: Annotated[
        str | None, typer.Option("--model", help="A model's name or folder; default: if there.")
    ] = None,
    corpus: Annotated[
        str | None, typer.Option(help="catalog, oeis or a file; default: the OEIS if it is there.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Name what the integers share, and list others that share it.

    Example: int2vec expand 73 97 83
    """
    members = parse_terms(" ".join(seeds)) if seeds else []
    vectors = optional_model(model) if using in ("fused", "vector") else None
    postings: Postings | None = None
    if using != "vector" or corpus is not None:
        with progress_bar("expand") as progress:
            # The well-known sequences compile in no time: a first answer should not wait.
            sequences = corpus_or_default(corpus, progress, otherwise="well-known")
            postings = open_postings(sequences, progress=progress)
    found = expand_set(vectors, members, k, method=using, postings=postings)  # type: ignore[arg-type]
    if json:
        emit_json(as_json(found, vectors.name if vectors else None))
        return
    show(found)


def as_json(found: Expansion, model: str | None) -> dict[str, object]:
    """Plain values for a machine."""
    return {
        "seeds": found.seeds,
        "method": found.method,
        "model": model,
        "candidates": found.candidates,
        "properties": found.properties,
        "sequences": [
            {"a_number": f"A{s.a_number:06d}" if s.a_number else None, "name": s.name,
             "size": s.size}
            for s in found.sequences
        ],
        "notes": found.notes,
    }  # fmt: skip


def show(found: Expansion) -> None:
    """Print what the members share and the candidates."""
    console.print(f"Members: {', '.join(map(str, found.seeds))}", highlight=False)
    for note in found.notes:
        console.print(note, style="yellow")
    if found.properties:
        console.print("Each of them, with the surprise in bits:")
        for shared in found.properties[:5]:
            console.print(f"  {shared.bits:5.1f}  {shared.words}", highlight=False)
    else:
        console.print("No property of the catalogue is common to them beyond chance.")
    if found.sequences:
        console.print("Sequences that hold them all, rarest first:")
        for sequence in found.sequences[:5]:
            console.print(f"  {sequence.label}", highlight=False)
    console.print(f"Further members ({found.method}), conjectures:", highlight=False)
    table = Table()
    table.add_column("integer", justify="right")
    table.add_column("score", justify="right")
    table.add_column("why")
    for candidate in found.candidates:
        table.add_row(str(candidate.value), f"{candidate.score:.2f}", candidate.why)
    console.print(table)
