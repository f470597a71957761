"""The paper’s two tables of its data, and how much of the test part is known already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.document import Cell, Column, Line, Table
from int2vec.report.stages import Result

_PARTS = ("train", "dev", "test")
_PAPER: Mapping[str, Any] = OEIS_SPLIT


def corpus_tables(results: dict[str, Result]) -> list[Table]:
    """Table 1 (corpora), Table 2 (the split), and the leak of each split."""
    corpus = results["corpus"]
    tables = [_split(corpus), _corpora(corpus)]
    if len(corpus["splits"]) > 1:
        tables.append(_leaks(corpus))
    return tables


def _split(corpus: Result) -> Table:
    def line(title: str, key: str, shown: Any) -> Line:
        cells: list[Cell | str] = [title]
        for part in _PARTS:
            ours, paper = corpus["parts"][part][key], _PAPER[part][key]
            if ours is None:
                cells.append(Cell(text="—", tone="none"))
            else:
                cells.append(Cell(text=shown(ours), paper="" if paper is None else shown(paper)))
        return Line(cells=cells)

    name = _name(corpus["name"])
    return Table(
        key="split",
        title="The corpus and its split",
        columns=[Column(title="", align="left"), *(Column(title=part) for part in _PARTS)],
        lines=[
            line("Sequences", "sequences", "{:,}".format),
            line("Terms", "terms", "{:,}".format),
            line("Mean length", "mean_length", "{:.0f}".format),
            line("Distinct integers", "types", "{:,}".format),
            line("Seen once in training", "singletons", "{:,}".format),
            line("Terms never seen in training", "oov_rate", "{:.1%}".format),
        ],
        caption=f"{name}, {corpus['split']} split with seed {corpus['seed']}; beside each figure "
        "the paper’s, for the OEIS of July 2020. Singletons are counted in training alone.",
        notes=[] if corpus["name"] == "oeis" else [
            "The paper’s corpus is the OEIS; this is another. `int2vec fetch oeis`, then "
            "`int2vec reproduce --corpus oeis`, fills this table from the OEIS."
        ],
    )  # fmt: skip


def _corpora(corpus: Result) -> Table:
    lines = [
        Line(cells=[
            f"{_name(corpus['name'])}, this run", f"{corpus['n_terms']:,}",
            f"{corpus['n_vocabulary']:,}",
        ])
    ]  # fmt: skip
    for name, figures in CORPORA.items():
        tokens = f"{figures['tokens'] / 1e6:,.0f} M"
        if figures["tokens"] >= 1e9:
            tokens = f"{figures['tokens'] / 1e9:,.1f} B".replace(".0 B", " B")
        cells: list[Cell | str] = [f"{name}, the paper’s", Cell(text=tokens, tone="paper"),
                 Cell(text=f"{figures['types']:,}", tone="paper")]  # fmt: skip
        lines.append(Line(cells=cells, kind="paper"))
    return Table(
        key="corpora",
        title="What the vectors are learned from",
        columns=[Column(title="Corpus", align="left"), Column(title="Tokens"),
                 Column(title="Integers")],
        lines=lines,
        caption=f"Integers: those seen at least {corpus['min_count']} times in training for ours; "
        "the paper’s figures as it prints them.",
    )  # fmt: skip


def _leaks(corpus: Result) -> Table:
    lines = []
    for kind, found in corpus["splits"].items():
        family = found["largest_family"]
        lines.append(Line(cells=[
            kind, f"{found['train']:,}", f"{found['test']:,}", f"{found['leak']:.1%}",
            f"{found['oov_rate']:.1%}", "—" if family is None else f"{family:,}",
        ]))  # fmt: skip
    return Table(
        key="leaks",
        title="How much of the test part stands in training already",
        columns=[
            Column(title="Split", align="left"), Column(title="Train"), Column(title="Test"),
            Column(title="Leaked"), Column(title="Terms never seen"),
            Column(title="Largest family"),
        ],
        lines=lines,
        caption="Leaked: the share of test sequences all of whose terms but the last stand side by "
        "side in a training sequence. The paper’s split is the random one; in the family split "
        "no near-copies stand on both sides.",
    )  # fmt: skip


def _name(name: str) -> str:
    return {"oeis": "OEIS", "catalog": "The built-in catalogue"}.get(name, name)
