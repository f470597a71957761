"""`int2vec evaluate completion`: how often the next term is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import evaluate_app
from int2vec.cli.console import emit_json, progress_bar, show
from int2vec.cli.options import JsonOption, SearchedCorpusOption, SeedOption, SplitOption
from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.library import default_corpus
from int2vec.predict.complete.evaluation import Evaluation
from int2vec.predict.complete.questions import PUBLISHED, read_sequences, read_table
from int2vec.predict.complete.registry import SourcesConfig, chosen_names
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right


@evaluate_app.command(
    epilog="Example: int2vec evaluate completion --file questions.tsv --using rules,search"
)
def completion(
    file: Annotated[Path | None, typer.Option(help="A table: prompt, tab, answer.")] = None,
    sequences: Annotated[
        Path | None, typer.Option(help="Sequences; the last term of each is asked for.")
    ] = None,
    using: Annotated[str, typer.Option(help="Completers, with commas; default: all.")] = "",
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
        return
    for result in results:
        show(evaluation_table(result))


def evaluation_table(result: Evaluation) -> Table:
    """The figures of every method, and below them what they rest on."""
    about = result.about
    title = f"{about['questions']}: {result.n:,} items, {result.seconds:.0f} s"
    if "split" in about:
        title += f"; {about['split']} split, {about['indexed']:,} training sequences indexed"
    figures = right("answered", "P@1", "95 %", "P@5", "95 %", "p (P@1)", "p (P@5)")
    return Table(
        title=title,
        columns=[*left("method"), *figures],
        lines=[_line(result, method) for method in result.methods],
        notes=[*_notes(result), ""],
    )


def _line(result: Evaluation, method: str) -> Line:
    row = result.row(method)
    shares, tests = [], []
    for k in (1, 5):
        low, high = row[f"p_at_{k}_ci95"]
        shares += [f"{row[f'p_at_{k}']:.3f}", f"{low:.3f}–{high:.3f}".replace("0.", ".")]
        tested = row.get(f"p_value_at_{k}")
        tests.append("" if tested is None else f"{tested:.1g}")
    return Line([method, f"{row['answered']:,}", *shares, *tests])


def _notes(result: Evaluation) -> Iterator[str]:
    about = result.about
    if "in_index" in about:
        yield (
            f"{about['in_index']:,} of {result.n:,} items stand whole in the index "
            f"({about['indexed']:,} sequences): those are looked up, not predicted"
        )
    for method, ceiling in result.ceilings.items():
        yield f"{ceiling:.1%} of the answers are in the vocabulary of '{method}'"
    for label, size in result.by_size().items():
        shares = f"P@1 {size['p_at_1']:.3f}, P@5 {size['p_at_5']:.3f}"
        yield f"  answers {label}: {size['n']:,} items, {shares}"
    if (calibration := result.calibration()) and calibration["sure"]["n"]:
        sure = calibration["sure"]
        yield (
            f"probability ≥ .9: {sure['n']:,} items ({sure['share']:.1%}), "
            f"{sure['precision']:.3f} right; "
            f"calibration error {calibration['expected_calibration_error']:.3f}"
        )
