"""`int2vec evaluate expansion`: how well hidden sets are found from a few members."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import emit_json, progress_bar, show
from int2vec.cli.options import JsonOption, ModelsOption, SearchedCorpusOption, SplitOption
from int2vec.library import default_corpus
from int2vec.predict.expand.evaluation import ExpansionScores
from int2vec.predict.intervals import mean_interval
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right


@evaluate_app.command()
def expansion(
    sets: Annotated[int, typer.Option("--sets", help="Hidden sets of each kind.")] = 100,
    model: ModelsOption = None,
    corpus: SearchedCorpusOption = None,
    split: SplitOption = "random",
    seed: Annotated[int, typer.Option(help="Seed of the choice of sets.")] = 0,
    json: JsonOption = False,
) -> None:
    """Show 3 to 5 members of a hidden set and look for the rest.

    The sets are properties of the catalog within 1–1000, and sequences of the test part;
    the index holds the training part alone. Without --model: every installed model and the
    text vectors in the data folder.

    Example: int2vec evaluate expansion --sets 100
    """
    with progress_bar("expansion") as progress:
        session = Session(corpus or default_corpus(), progress=progress)
        results = session.evaluate_expansion(sets, model, split=split, seed=seed)
    if json:
        figures = {kind: [one.to_json() for one in found] for kind, found in results.items()}
        emit_json({"corpus": session.corpus.name, "split": split, "seed": seed, **figures})
        return
    for kind, found in results.items():
        n = len(found[0].precisions)
        _show(f"{kind}: {n} hidden sets, {split} split, seed {seed}", found)


def _show(title: str, found: list[ExpansionScores]) -> None:
    lines = []
    for scores in found:
        precision, average = scores.p_at_10, scores.mean_average_precision
        intervals = [mean_interval(scores.precisions), mean_interval(scores.average_precisions)]
        shown = [f"{low:.3f}–{high:.3f}" for low, high in intervals]
        lines.append(
            Line([scores.method, f"{precision:.3f}", shown[0], f"{average:.3f}", shown[1]])
        )
    columns = [*left("method"), *right("P@10", "95 %", "MAP", "95 %")]
    show(Table(title=title, columns=columns, lines=lines))
