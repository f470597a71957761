"""`int2vec corpus`, `fetch` and `cache`: the sequences, published files, and what is kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from int2vec.cache import Entry, entries, prune
from int2vec.cli.app import app, corpus_app
from int2vec.cli.console import JsonOption, SplitOption, emit_json, progress_bar, say, show, stderr
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.stats import CorpusStats, corpus_stats
from int2vec.data import SOURCES, cache_folder
from int2vec.fetch import fetch as fetch_files
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.corpus import corpora_table, split_table
from int2vec.report.figures import frequency_rank_figure
from int2vec.report.style import check_figure, save_figure
from int2vec.tables import Line, Table, left, right


@corpus_app.callback()
def corpus() -> None:
    """Look at a corpus of sequences."""


@corpus_app.command()
def stats(
    corpus: Annotated[
        str, typer.Option(help="'catalog' (built in), 'oeis', or a file of sequences.")
    ] = "catalog",
    split: SplitOption = "random",
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
    if figure is not None:
        check_figure(figure)
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
        say(f"figure: {figure}", to=stderr)


def _show(found: CorpusStats) -> None:
    shown = found.to_json()
    show(split_table(shown), corpora_table(shown))
    leak = f"{found.n_leaked:,} of {found.test.n_sequences:,} test sequences ({found.leak:.1%})"
    say(f"\nleak: the whole prefix of {leak} occurs in training")
    if found.largest_family is not None:
        whole = sum(part.n_sequences for part in (found.train, found.dev, found.test))
        share = found.largest_family / whole
        say(f"largest family: {found.largest_family:,} sequences ({share:.1%}), in train")
    if found.n_repeats:
        say(f"repeats: {found.n_repeats:,} sequences stand twice and are kept once")
    if found.n_bad_lines:
        say(f"skipped: {found.n_bad_lines:,} malformed lines")
        for bad in found.bad_lines:
            say(f"  line {bad.number}: {bad.reason}")
        if found.n_bad_lines > len(found.bad_lines):
            say("  …")


@app.command()
def fetch(
    what: Annotated[str, typer.Argument(help=f"One of {', '.join(SOURCES)}.", metavar="WHAT")],
    force: Annotated[bool, typer.Option("--force", help="Fetch files that are there too.")] = False,
    json: JsonOption = False,
) -> None:
    """Bring published files into the data folder; an interrupted fetch goes on where it stopped.

    Example: int2vec fetch oeis
    """
    with progress_bar("fetch") as progress:
        fetched = fetch_files(what, force=force, progress=progress)
    if json:
        emit_json({"files": fetched})
        return
    for file in fetched:
        state = "fetched" if file.new else "already there; --force fetches it again"
        say(f"{file.path}  {file.size / 1e6:,.1f} MB  {state}")


@app.command()
def cache(
    verify: Annotated[bool, typer.Option("--verify", help="Read and check all contents.")] = False,
    remove: Annotated[bool, typer.Option("--prune", help="Remove what nothing uses.")] = False,
    json: JsonOption = False,
) -> None:
    """What lies in the cache folder, how large it is, and what it was made from.

    Example: int2vec cache --verify
    """
    removed = prune() if remove else []
    left_over = list(entries(thorough=verify))
    if json:
        emit_json({"folder": cache_folder(), "entries": left_over, "removed": removed})
        return
    if remove:
        freed = sum(entry.size for entry in removed)
        say(f"removed {len(removed)} folders, {freed / 1e6:,.1f} MB")
    size = sum(entry.size for entry in left_over)
    say(f"{cache_folder()}: {size / 1e6:,.1f} MB")
    if left_over:
        columns = [*left("kind", "from"), *right("MB"), *left("last used", "version", "state")]
        show(Table(columns=columns, lines=[_entry_line(entry) for entry in left_over]))


def _entry_line(entry: Entry) -> Line:
    used = datetime.fromtimestamp(entry.used).strftime("%Y-%m-%d")
    state = entry.useless or entry.fault or "whole"
    size = f"{entry.size / 1e6:,.1f}"
    return Line([entry.kind, entry.source or entry.name, size, used, entry.version, state])
