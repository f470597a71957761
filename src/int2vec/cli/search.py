"""`int2vec search`: the sequences in which the given terms stand."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.corpus import open_corpus
from int2vec.predict.complete.registry import SourcesConfig, corpus_name
from int2vec.predict.complete.search.index import READINGS, open_index
from int2vec.predict.complete.search.matches import Match, find_matches, find_transformed
from int2vec.text import parse_pattern


@app.command(
    epilog='Example: int2vec search "1,3,6,10,15" -k 3',
    context_settings={"ignore_unknown_options": True},
)
def search(
    terms: Annotated[str, typer.Argument(help="Terms; '?' stands for an unknown one.")],
    k: Annotated[int, typer.Option("-k", help="How many sequences to show.")] = 10,
    transforms: Annotated[
        bool,
        typer.Option(
            "--transforms",
            help="Also match up to sign, added constant, factor, differences, sums, every k-th.",
        ),
    ] = False,
    corpus: Annotated[
        str | None, typer.Option(help="catalog, oeis or a file; default: the OEIS if it is there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON alone on stdout.")] = False,
) -> None:
    """Show the sequences in which TERMS stand, with A-number, name and position."""
    pattern = parse_pattern(terms)
    with progress_bar("search") as progress:
        name = corpus or corpus_name(SourcesConfig()) or "catalog"
        opened = open_corpus(name, progress=progress)
        index = open_index(
            opened, readings=READINGS if transforms else READINGS[:1], progress=progress
        )
        matches = find_matches(index, pattern, k)
        if transforms:
            matches = (matches + find_transformed(index, pattern, k))[:k]
    if as_json:
        emit_json({"terms": pattern, "matches": matches})
    elif not matches:
        console.print(f"none of {index.n_sequences:,} sequences ({name}) holds these terms")
    else:
        console.print(_table(matches, transforms))


def _table(matches: list[Match], transforms: bool) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in ("sequence", "name", "from term", "terms", *(["match"] if transforms else [])):
        table.add_column(title, overflow="fold")
    for match in matches:
        start = max(match.position - 1, 0)
        shown = ", ".join(str(t) for t in match.terms[start : start + 10])
        row = [match.a_number, match.name or "", str(match.position + 1), shown[:60]]
        table.add_row(*row, *([match.transform] if transforms else []))
    return table
