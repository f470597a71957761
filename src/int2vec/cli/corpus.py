"""`int2vec corpus`: look at a corpus of sequences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import corpus_app
from int2vec.cli.console import console, emit_json, progress_bar, show, stderr
from int2vec.cli.options import JsonOption
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.stats import CorpusStats, corpus_stats
from int2vec.errors import InputError
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.sections.corpus import corpora_table, frequency_rank_figure, split_table
from int2vec.report.style import FORMATS, save_figure


@corpus_app.callback()
def corpus() -> None:
    """Look at a corpus of sequences."""


@corpus_app.command()
def stats(
    corpus: Annotated[
        str, typer.Option(help="'catalog' (built in), 'oeis', or a file of sequences.")
    ] = "catalog",
    split: Annotated[str, typer.Option(help="random, family or temporal.")] = "random",
    seed: Annotated[int, typer.Option(help="The seed of the split.")] = 0,
    min_count: Annotated[
        int, typer.Option(help="Integers seen less often in training are unknown.")
    ] = 3,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Count and list malformed lines, and go on.")
    ] = False,
    figure: Annotated[
        Path | None, typer.Option(help="Draw frequencies and coverage (.svg, .png, .pdf).")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Sequences, integers and unknown integers of each part, beside the paper's.

    Example: int2vec corpus stats --corpus oeis --split family
    """
    if figure is not None and figure.suffix.lower() not in FORMATS:
        raise InputError(f"'{figure.name}' is no name for a figure; end it in {', '.join(FORMATS)}")
    with progress_bar("corpus") as progress:
        opened = open_corpus(corpus, skip_bad=skip_bad, progress=progress)
        parts = make_split(opened, split, seed, progress)
        found = corpus_stats(opened, parts, min_count=min_count, progress=progress)
        if figure is not None:
            save_figure(frequency_rank_figure(found.to_json()), figure)
    if json:
        paper = {**OEIS_SPLIT, "n_vocabulary": CORPORA["OEIS"]["types"]}
        emit_json({**found.to_json(), "paper": paper})
    else:
        _show(found)
    if figure is not None:
        stderr.print(f"figure: {figure}", highlight=False, soft_wrap=True)


def _show(found: CorpusStats) -> None:
    shown = found.to_json()
    for table in (split_table(shown), corpora_table(shown)):
        show(table)
        console.print()
    leak = f"{found.n_leaked:,} of {found.test.n_sequences:,} test sequences ({found.leak:.1%})"
    console.print(f"leak: the whole prefix of {leak} occurs in training")
    if found.largest_family is not None:
        share = found.largest_family / sum(
            part.n_sequences for part in (found.train, found.dev, found.test)
        )
        console.print(f"largest family: {found.largest_family:,} sequences ({share:.1%}), in train")
    if found.n_repeats:
        console.print(f"repeats: {found.n_repeats:,} sequences stand twice and are kept once")
    if found.n_bad_lines:
        console.print(f"skipped: {found.n_bad_lines:,} malformed lines")
        for bad in found.bad_lines:
            console.print(f"  line {bad.number}: {bad.reason}", markup=False, highlight=False)
        if found.n_bad_lines > len(found.bad_lines):
            console.print("  …")
