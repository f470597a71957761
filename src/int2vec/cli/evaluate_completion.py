"""`int2vec evaluate completion`: how often the next term is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Progress
from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.predict.complete.evaluation import Evaluation, evaluate
from int2vec.predict.complete.questions import (
    PUBLISHED,
    Question,
    count_in_index,
    held_out,
    read_sequences,
    read_table,
)
from int2vec.predict.complete.registry import SourcesConfig, chosen_names, make_index
from int2vec.session import Session, default_corpus


@evaluate_app.command(
    epilog="Example: int2vec evaluate completion --file questions.tsv --using rules,search"
)
def completion(
    file: Annotated[Path | None, typer.Option(help="A table: prompt, tab, answer.")] = None,
    sequences: Annotated[
        Path | None, typer.Option(help="Sequences; the last term of each is asked for.")
    ] = None,
    using: Annotated[str, typer.Option(help="Completers, with commas; default: all.")] = "",
    split: Annotated[str, typer.Option(help="random, family or temporal.")] = "random",
    seed: Annotated[int, typer.Option(help="The seed of the split.")] = 0,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many.")] = None,
    corpus: Annotated[str | None, typer.Option(help="catalog, oeis or a file.")] = None,
    model: Annotated[str | None, typer.Option(help="A trained LSTM, or a text model.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON alone on stdout.")] = False,
) -> None:
    """Ask for the last term of each test sequence, or for the answers of a file of your own.

    The test split is answered from the training part alone; a file of your own from all
    sequences, and the report says how many of its items stand whole in the index.
    """
    if file and sequences:
        raise InputError("both --file and --sequences are given; give one of them")
    names = chosen_names([name.strip() for name in using.split(",") if name.strip()])
    searched = Session(corpus).searched_corpus
    config = SourcesConfig(using=names, corpus=searched, seed=seed, model=model)
    with progress_bar("evaluate") as progress:
        if file or sequences:
            questions = read_table(file)[:limit] if file else read_sequences(sequences, limit)  # type: ignore[arg-type]
            results = [_own_file(questions, config, processes, progress, file or sequences)]
        else:
            results = [_test_split(replace(config, split=split), limit, processes, progress)]
            if path := find_optional(PUBLISHED):
                results.append(_own_file(read_table(path), config, processes, progress, path))
    if as_json:
        first, *rest = (result.to_json() for result in results)
        emit_json({**first, **({"aptitude": rest[0]} if rest else {})})
        return
    for result in results:
        _show(result)


def _own_file(
    questions: list[Question], config: SourcesConfig, processes: int | None, progress: Progress,
    path: Path | None,
) -> Evaluation:  # fmt: skip
    result = evaluate(questions, config, processes=processes, progress=progress)
    index = make_index(config, ("terms",), progress)
    about = {
        "questions": path.name if path else None,
        "indexed": index.n_sequences if index else 0,
        "in_index": count_in_index(index, questions) if index else 0,
    }
    return replace(result, about=about)


def _test_split(
    config: SourcesConfig, limit: int | None, processes: int | None, progress: Progress
) -> Evaluation:
    config = replace(config, corpus=config.corpus or default_corpus())
    corpus = open_corpus(config.corpus or default_corpus(), progress=progress)
    parts = make_split(corpus, config.split or "random", config.seed)
    questions = held_out(corpus, parts.test, limit)
    result = evaluate(questions, config, processes=processes, progress=progress)
    about = {"questions": f"{corpus.name} test split", "split": parts.kind,
             "seed": parts.seed, "indexed": len(parts.train)}  # fmt: skip
    return replace(result, about=about)


def _show(result: Evaluation) -> None:
    about = result.about
    title = f"{about['questions']}: {result.n:,} items, {result.seconds:.0f} s"
    if "split" in about:
        title += f"; {about['split']} split, {about['indexed']:,} training sequences indexed"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("method", "answered", "P@1", "95 %", "P@5", "95 %", "p (P@1)", "p (P@5)"):
        table.add_column(column, justify="left" if column == "method" else "right")
    for method in result.methods:
        row = result.row(method)
        cells = [method, f"{row['answered']:,}"]
        for k in (1, 5):
            low, high = row[f"p_at_{k}_ci95"]
            cells += [f"{row[f'p_at_{k}']:.3f}", f"{low:.3f}–{high:.3f}".replace("0.", ".")]
        cells += [
            f"{row[f'p_value_at_{k}']:.1g}" if f"p_value_at_{k}" in row else "" for k in (1, 5)
        ]
        table.add_row(*cells)
    console.print(table)
    if "in_index" in about:
        console.print(
            f"{about['in_index']:,} of {result.n:,} items stand whole in the index "
            f"({about['indexed']:,} sequences): those are looked up, not predicted"
        )
    for method, ceiling in result.ceilings.items():
        console.print(f"{ceiling:.1%} of the answers are in the vocabulary of '{method}'")
    for label, size in result.by_size().items():
        console.print(
            f"  answers {label}: {size['n']:,} items, "
            f"P@1 {size['p_at_1']:.3f}, P@5 {size['p_at_5']:.3f}"
        )
    if (calibration := result.calibration()) and calibration["sure"]["n"]:
        sure = calibration["sure"]
        console.print(
            f"probability ≥ .9: {sure['n']:,} items ({sure['share']:.1%}), "
            f"{sure['precision']:.3f} right; "
            f"calibration error {calibration['expected_calibration_error']:.3f}"
        )
    console.print()
