"""`int2vec search`: the sequences in which the given terms stand."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar, show
from int2vec.cli.options import TAKES_NEGATIVES, JsonOption, KOption, SearchedCorpusOption
from int2vec.predict.complete.search.matches import Match
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_pattern


@app.command(epilog='Example: int2vec search "1,3,6,10,15" -k 3', context_settings=TAKES_NEGATIVES)
def search(
    terms: Annotated[str, typer.Argument(help="Terms; '?' stands for an unknown one.")],
    k: KOption = 10,
    transforms: Annotated[
        bool,
        typer.Option(
            "--transforms",
            help="Also match up to sign, added constant, factor, differences, sums, every k-th.",
        ),
    ] = False,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Show the sequences in which TERMS stand, with A-number, name and position."""
    pattern = parse_pattern(terms)
    with progress_bar("search") as progress:
        found = Session(corpus, progress=progress).search(pattern, k, transforms=transforms)
    if json:
        emit_json({"terms": pattern, "corpus": found.corpus, "matches": found.matches})
    elif not found.matches:
        console.print(f"none of {found.n_sequences:,} sequences ({found.corpus}) holds these terms")
    else:
        columns = [*left("sequence", "name"), *right("from term"), *left("terms", "match")]
        show(Table(columns=columns, lines=[_line(match) for match in found.matches]))


def _line(match: Match) -> Line:
    start = max(match.position - 1, 0)
    shown = ", ".join(str(term) for term in match.terms[start : start + 10])[:60]
    return Line([
        match.a_number, match.name or "", str(match.position + 1), shown, match.transform
    ])  # fmt: skip
