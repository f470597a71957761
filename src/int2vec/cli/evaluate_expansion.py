"""`int2vec evaluate expansion`: how well hidden sets are found from a few members."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import emit_json, progress_bar, show
from int2vec.cli.options import JsonOption, ModelsOption, SearchedCorpusOption, SplitOption
from int2vec.corpus.split import make_split
from int2vec.predict.expand.evaluation import ExpansionScores, evaluate_expansion
from int2vec.predict.expand.hidden import property_sets, sequence_sets
from int2vec.predict.intervals import mean_interval
from int2vec.session import Session, default_corpus
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

    The sets are properties of the catalogue within 1–1000, and sequences of the test part;
    the index holds the training part alone. Without --model: every installed model and the
    text vectors in the data folder.

    Example: int2vec evaluate expansion --sets 100
    """
    with progress_bar("expansion") as progress:
        session = Session(corpus or default_corpus(), progress=progress)
        vectors = [session.vectors(name) for name in model] if model else session.every_vectors()
        parts = make_split(session.corpus, split)  # as models are trained on by default
        training = session.postings.limited_to(parts.train)
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
            "corpus": session.corpus.name, "split": parts.kind, "seed": seed,
            **{kind: [scores.to_json() for scores in found] for kind, found in results.items()},
        })  # fmt: skip
        return
    for kind, found in results.items():
        _show(f"{kind}: {len(kinds[kind])} hidden sets, {parts.kind} split, seed {seed}", found)


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
