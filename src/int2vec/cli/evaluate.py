"""`int2vec evaluate`: how well sequences, analogies and sets are completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import (
    JsonOption,
    ModelsOption,
    SearchedCorpusOption,
    SeedOption,
    SplitOption,
    UsingOption,
    emit_json,
    progress_bar,
    show,
)
from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.library import default_corpus
from int2vec.predict.analogy.evaluation import AnalogyScores
from int2vec.predict.analogy.questions import published_questions, read_questions
from int2vec.predict.complete.evaluation import Evaluation
from int2vec.predict.complete.questions import PUBLISHED, read_sequences, read_table
from int2vec.predict.complete.registry import SourcesConfig, chosen_names
from int2vec.report.analogies import item_lines
from int2vec.report.completion import methods_tables, surely
from int2vec.report.expansion import expansion_table
from int2vec.session import Session
from int2vec.tables import Line, Table, compared, left, right


@evaluate_app.command(
    epilog="Example: int2vec evaluate completion --file questions.tsv --using rules,search"
)
def completion(
    file: Annotated[Path | None, typer.Option(help="A table: prompt, tab, answer.")] = None,
    sequences: Annotated[
        Path | None, typer.Option(help="Sequences; the last term of each is asked for.")
    ] = None,
    using: UsingOption = "",
    split: SplitOption = "random",
    seed: SeedOption = 0,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many.")] = None,
    corpus: SearchedCorpusOption = None,
    model: Annotated[str | None, typer.Option(help="A trained LSTM, or a text model.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    json: JsonOption = False,
) -> None:
    """Ask for the last term of each test sequence, or for the answers of a file of your own.

    The test split is answered from the training part alone; a file of your own from all
    sequences, and the report says how many of its items stand whole in the index.
    """
    if file and sequences:
        raise InputError("both --file and --sequences are given; give one of them")
    names = chosen_names([name.strip() for name in using.split(",") if name.strip()])
    config = SourcesConfig(using=names, seed=seed, model=model)
    own = file or sequences or find_optional(PUBLISHED)
    results = []
    with progress_bar("evaluate") as progress:
        if not (file or sequences):
            session = Session(corpus or default_corpus(), progress=progress)
            tested = replace(config, split=split)
            found = session.evaluate_completion(config=tested, limit=limit, processes=processes)
            results.append(found)
        if own:
            most = limit if file else None
            asked = read_sequences(own, limit) if sequences else read_table(own)[:most]
            session = Session(corpus, progress=progress)
            found = session.evaluate_completion(asked, config, processes=processes)
            results.append(replace(found, about={"questions": own.name, **found.about}))
    if json:
        first, *rest = (result.to_json() for result in results)
        emit_json({**first, **({"aptitude": rest[0]} if rest else {})})
    else:
        show(*(table for result in results for table in _completion_tables(result)))


def _completion_tables(result: Evaluation) -> Iterator[Table]:
    """The figures of every method, and those of the first by the size of the answer."""
    found, about = result.to_json(), result.about
    title = f"{about['questions']}: {result.n:,} items, {result.seconds:.0f} s"
    if "split" in about:
        title += f"; {about['split']} split, {about['indexed']:,} training sequences indexed"
    notes = []
    if "in_index" in about:
        notes.append(
            f"{about['in_index']:,} of {result.n:,} items stand whole in the index "
            f"({about['indexed']:,} sequences): those are looked up, not predicted"
        )
    for method, ceiling in result.ceilings.items():
        notes.append(f"{ceiling:.1%} of the answers are in the vocabulary of '{method}'")
    if found["calibration"]:
        notes.append(surely(found["calibration"]))
    methods, sizes = methods_tables(found)
    yield from (replace(methods, title=title, notes=notes), sizes)


@evaluate_app.command()
def analogies(
    file: Annotated[
        Path | None, typer.Option(help="A table: a, b, c, answer, wrong options.")
    ] = None,
    model: ModelsOption = None,
    scoring: Annotated[str, typer.Option(help="Vectors by add (3CosAdd) or mul.")] = "add",
    json: JsonOption = False,
) -> None:
    """Answer the questions of a file by vectors, by rules and by both.

    Without --file: the paper's 79 questions where they are in the data folder, else the five
    that it prints. Without --model: every installed model and the text vectors in the data
    folder; the items shown are those of the first.

    Example: int2vec evaluate analogies --file questions.tsv
    """
    questions, path = (read_questions(file), file) if file else published_questions()
    source = path.name if path else "the five questions printed in the paper"
    with progress_bar("analogies") as progress:
        session = Session(progress=progress)
        results = session.evaluate_analogies(questions, model, scoring=scoring)
    shown = results[0].to_json()
    if json:
        compared_models = [
            {
                "model": one.model,
                "vectors": one.accuracy("vectors"),
                "vectors_ci95": one.interval("vectors"),
                "both": one.accuracy(one.methods[-1]),
            }
            for one in results
        ]
        emit_json({**shown, "source": source, "scoring": scoring, "models": compared_models})
        return
    columns = left("question", "options", "answer", "rule or evidence")
    show(Table(columns=columns, lines=item_lines(shown["items"])), _scores_table(results, source))


def _scores_table(results: Sequence[AnalogyScores], source: str) -> Table:
    first = results[0]
    lines = []
    for scores in results:
        for method in scores.methods:
            if method == "rules" and scores is not first:
                continue  # rules say the same beside every model
            paired = "vectors" in scores.methods and method != "vectors"
            cells = [method, "" if method == "rules" else scores.model or ""]
            share = compared(scores.accuracy(method), scores.interval(method), digits=3)
            p = f"{scores.paired_p(method, 'vectors'):.2g}" if paired else ""
            lines.append(Line([*cells, share, str(scores.answered(method)), p]))
    return Table(
        title=f"{source}: {len(first.questions)} questions, chance {first.chance:.3f}",
        columns=[*left("method", "model"), *right("accuracy", "answered", "p (vectors)")],
        lines=lines,
    )


@evaluate_app.command()
def expansion(
    sets: Annotated[int, typer.Option(help="Hidden sets of each kind.")] = 100,
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
    figures = {kind: [one.to_json() for one in found] for kind, found in results.items()}
    if json:
        emit_json({"corpus": session.corpus.name, "split": split, "seed": seed, **figures})
    else:
        table = expansion_table({"scores": figures, "n_sets": sets}, session.corpus.name)
        show(replace(table, title=f"{table.title}; {split} split, seed {seed}"))


@evaluate_app.command()
def similar(
    pairs: Annotated[
        int, typer.Option(help="Pairs taken; the half not chosen by counts.")
    ] = 10_000,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many of that half.")
    ] = None,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Look for the sequence that a name cites, by the terms of the one that cites it.

    Example: int2vec evaluate similar --limit 1000
    """
    with progress_bar("similar") as progress:
        session = Session(corpus, progress=progress)
        found = session.evaluate_similar(pairs, limit=limit)
    parts = {"all": None, "sharing a run": found.sharing, "sharing none": ~found.sharing}
    figures = {
        method: {part: found.figures(method, chosen) for part, chosen in parts.items()}
        for method in found.ranks
    }
    if json:
        emit_json({"pairs": len(found.sharing), "hits1_hits10_mrr": figures})
        return
    lines = [
        Line([method, part, *(f"{x:.3f}" for x in figures[method][part])])
        for part in parts
        for method in figures
    ]
    columns = [*left("method", "pairs"), *right("Hits@1", "Hits@10", "MRR")]
    middle, slow = (1000 * share for share in np.percentile(found.seconds, [50, 99]))
    share = found.sharing.mean()
    title = f"{len(found.sharing):,} pairs, {share:.0%} of which share a run of terms"
    notes = [f"an answer takes {middle:.0f} ms of a processor, 99 of 100 at most {slow:.0f} ms"]
    show(Table(title=title, columns=columns, lines=lines, notes=notes))
