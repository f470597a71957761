"""`int2vec corpus`: look at a corpus of sequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from rich.table import Table

from int2vec.cli.app import corpus_app
from int2vec.cli.console import console, emit_json, progress_bar, stderr
from int2vec.cli.options import JsonOption
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.stats import CorpusStats, PartStats, corpus_stats
from int2vec.errors import InputError
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.sections.corpus import frequency_rank_figure
from int2vec.report.style import FORMATS, save_figure

_PARTS = ("train", "dev", "test")
_PAPER = {
    part: PartStats(
        n_sequences=figures["sequences"], n_tokens=figures["terms"], n_types=figures["types"],
        n_singletons=figures["singletons"], oov_rate=figures["oov_rate"],
    )
    for part, figures in cast(Mapping[str, Any], OEIS_SPLIT).items()
}  # fmt: skip


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
            save_figure(frequency_rank_figure(asdict(found)), figure)
    if json:
        emit_json(_as_json(found))
    else:
        _show(found)
    if figure is not None:
        stderr.print(f"figure: {figure}", highlight=False, soft_wrap=True)


def _as_json(found: CorpusStats) -> dict[str, object]:
    value = asdict(found)
    for part in _PARTS:
        value[part]["mean_length"] = getattr(found, part).mean_length
    paper = {part: {**asdict(_PAPER[part]), "mean_length": _PAPER[part].mean_length}
             for part in _PARTS}  # fmt: skip
    return {
        **value, "leak": found.leak,
        "paper": {**paper, "n_vocabulary": CORPORA["OEIS"]["types"]},
    }  # fmt: skip


def _show(found: CorpusStats) -> None:
    table = Table(
        title=f"{found.corpus}, {found.split} split, seed {found.seed}; the paper's at the right",
        title_justify="left", box=None, pad_edge=False,
    )  # fmt: skip
    table.add_column("\n", no_wrap=True)
    for part in (*_PARTS, *_PARTS):
        of_paper = len(table.columns) > len(_PARTS)
        style = "dim" if of_paper else None
        table.add_column(f"{'paper' if of_paper else ''}\n{part}", justify="right", style=style)
    every = [getattr(found, part) for part in _PARTS] + [_PAPER[part] for part in _PARTS]
    for words, cells in _rows(every, found.min_count):
        table.add_row(words, *cells)
    console.print(table, "")
    table = Table(
        title="Corpora; the paper's below ours", title_justify="left", box=None, pad_edge=False
    )
    table.add_column("")
    table.add_column("tokens", justify="right")
    table.add_column(f"types seen {found.min_count}+ times", justify="right")
    table.add_row(found.corpus, f"{found.n_tokens:,}", f"{found.n_vocabulary:,}")
    for name, figures in CORPORA.items():
        table.add_row(name, f"{figures['tokens']:,}", f"{figures['types']:,}", style="dim")
    console.print(table, "")
    leak = f"{found.n_leaked:,} of {found.test.n_sequences:,} test sequences ({found.leak:.1%})"
    console.print(f"leak: the whole prefix of {leak} occurs in training")
    if found.largest_family is not None:
        share = found.largest_family / sum(getattr(found, part).n_sequences for part in _PARTS)
        console.print(f"largest family: {found.largest_family:,} sequences ({share:.1%}), in train")
    if found.n_repeats:
        console.print(f"repeats: {found.n_repeats:,} sequences stand twice and are kept once")
    if found.n_bad_lines:
        console.print(f"skipped: {found.n_bad_lines:,} malformed lines")
        for bad in found.bad_lines:
            console.print(f"  line {bad.number}: {bad.reason}", markup=False, highlight=False)
        if found.n_bad_lines > len(found.bad_lines):
            console.print("  …")


def _rows(parts: list[PartStats], min_count: int) -> list[tuple[str, list[str]]]:
    def percent(share: float | None) -> str:
        return "–" if share is None else f"{share:.1%}"

    def count(n: int | None) -> str:
        return "–" if n is None else f"{n:,}"

    return [
        ("sequences", [count(p.n_sequences) for p in parts]),
        ("tokens", [count(p.n_tokens) for p in parts]),
        ("mean length", [f"{p.mean_length:.0f}" for p in parts]),
        ("types", [count(p.n_types) for p in parts]),
        ("singletons", [count(p.n_singletons) for p in parts]),
        ("token OOV", [percent(p.oov_rate) for p in parts]),
        (f"seen under {min_count}×", [percent(p.unk_rate) for p in parts]),
    ]
