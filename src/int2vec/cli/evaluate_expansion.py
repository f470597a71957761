"""`int2vec evaluate expansion`: how well hidden sets are found from a few members."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import JsonOption, SplitOption
from int2vec.cli.sources import corpus_or_default, every_vectors, open_vectors
from int2vec.corpus.split import make_split
from int2vec.predict.expand import open_postings
from int2vec.predict.expand.evaluation import ExpansionScores, evaluate_expansion
from int2vec.predict.expand.hidden import property_sets, sequence_sets
from int2vec.predict.intervals import mean_interval


@evaluate_app.command()
def expansion(
    sets: Annotated[int, typer.Option("--sets", help="Hidden sets of each kind.")] = 100,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="A model's name, folder or text file; may repeat."),
    ] = None,
    corpus: Annotated[
        str | None, typer.Option(help="catalog, oeis or a file; default: the OEIS if it is there.")
    ] = None,
    split: SplitOption = "random",
    seed: Annotated[int, typer.Option(help="Seed of the choice of sets.")] = 0,
    json: JsonOption = False,
) -> None:
    """Show 3 to 5 members of a hidden set and look for the rest.

    The sets are properties of the catalogue within 1–1000, and sequences of the test part;
    the index holds the training part alone. Without --model: every installed model and the
    text vectors in the data folder.

    Example: int2vec evaluate expansion --sets 100
    """
    vectors = [open_vectors(name) for name in model] if model else every_vectors()
    with progress_bar("expansion") as progress:
        opened = corpus_or_default(corpus, progress)
        parts = make_split(opened, split)  # the split that models are trained on by default
        training = open_postings(opened, progress=progress).limited_to(parts.train)
        kinds = {
            "properties": property_sets(sets, seed),
            "sequences": sequence_sets(training, parts, sets, seed),
        }
        results = {
            kind: evaluate_expansion(hidden, vectors, training, progress=progress)
            for kind, hidden in kinds.items()
        }
    if json:
        emit_json({
            "corpus": opened.name, "split": parts.kind, "seed": seed,
            **{kind: [scores.as_json() for scores in found] for kind, found in results.items()},
        })  # fmt: skip
        return
    for kind, found in results.items():
        _show(f"{kind}: {len(kinds[kind])} hidden sets, {parts.kind} split, seed {seed}", found)


def _show(title: str, found: list[ExpansionScores]) -> None:
    table = Table(title=title, title_justify="left")
    for column in ("method", "P@10", "95 %", "MAP", "95 %"):
        table.add_column(column, justify="left" if column == "method" else "right")
    for scores in found:
        low, high = mean_interval(scores.precisions)
        map_low, map_high = mean_interval(scores.average_precisions)
        table.add_row(
            scores.method,
            f"{scores.p_at_10:.3f}",
            f"{low:.3f}–{high:.3f}",
            f"{scores.mean_average_precision:.3f}",
            f"{map_low:.3f}–{map_high:.3f}",
        )
    console.print(table)
