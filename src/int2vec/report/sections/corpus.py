"""What the corpus holds: the paper's two tables of its data, leaks, and how common integers are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.corpus.split import KINDS, make_split
from int2vec.corpus.stats import PartStats, corpus_stats
from int2vec.errors import InputError
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.document import Block, Picture
from int2vec.report.materials import Materials, corpus_label
from int2vec.report.part import Found, Part
from int2vec.report.stages import Progress, Result, Stage
from int2vec.report.style import INK, MUTED, A, B, new_figure, quiet_axes
from int2vec.tables import Cell, Line, Table, left, right

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PARTS = ("train", "dev", "test")
_PAPER: Mapping[str, Any] = OEIS_SPLIT


def collect_corpus(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The size of each part, what training does not know of the others, leaks, frequencies."""
    corpus, config = materials.corpus, materials.config
    main = corpus_stats(corpus, materials.split)
    found = {config.split: main}
    others = [] if config.fast else [kind for kind in KINDS if kind != config.split]
    for i, kind in enumerate(others, 1):
        progress(i / (1 + len(others)), f"the {kind} split")
        try:
            found[kind] = corpus_stats(corpus, make_split(corpus, kind, config.seed))
        except InputError:
            continue  # without A-numbers there is no order in time
    return {
        "name": corpus.name,
        "hash": corpus.hash,
        "n_sequences": corpus.n_sequences,
        "n_terms": corpus.n_terms,
        "n_types": corpus.n_types,
        "split": main.split,
        "seed": main.seed,
        "n_vocabulary": main.n_vocabulary,
        "min_count": main.min_count,
        "parts": {part: _part(getattr(main, part)) for part in _PARTS},
        "splits": {
            kind: {
                "train": stats.train.n_sequences,
                "test": stats.test.n_sequences,
                "leak": stats.leak,
                "n_leaked": stats.n_leaked,
                "oov_rate": stats.test.oov_rate,
                "largest_family": stats.largest_family,
            }
            for kind, stats in found.items()
        },
        "curve": main.curve,
        "sizes": main.sizes,
    }


def _part(part: PartStats) -> dict[str, Any]:
    return {
        "sequences": part.n_sequences,
        "terms": part.n_tokens,
        "types": part.n_types,
        "mean_length": part.mean_length,
        "singletons": part.n_singletons,
        "oov_rate": part.oov_rate,
        "unk_rate": part.unk_rate,
    }


def blocks(found: Found) -> Iterator[Block]:
    """The split, the corpora, frequencies and leaks."""
    if corpus := found.get("corpus"):
        yield split_table(corpus, found.paper_on)
        yield corpora_table(corpus)
        yield Picture(
            key="frequency-rank",
            title="Few integers are everywhere, most are rare",
            caption=f"Occurrences in training of each distinct integer of {found.words} by its "
            f"rank, both axes logarithmic; {corpus['n_vocabulary']:,} are seen at least "
            f"{corpus['min_count']} times.",
            draw=lambda: frequency_rank_figure(corpus),
        )
        if len(corpus["splits"]) > 1:
            yield leaks_table(corpus)


def split_table(corpus: Result, paper_on: str) -> Table:
    """Table 2 of the paper: the parts and what training does not know of them."""

    def line(title: str, key: str, shown: Callable[[Any], str]) -> Line:
        cells: list[Cell | str] = [title]
        for part in _PARTS:
            ours, paper = corpus["parts"][part][key], _PAPER[part][key]
            theirs = "" if paper is None else shown(paper)
            nothing = Cell("—", tone="none")
            cells.append(
                nothing if ours is None else Cell(shown(ours), paper=theirs, paper_on=paper_on)
            )
        return Line(cells)

    another = (
        "The paper’s corpus is the OEIS; this is another. `int2vec fetch oeis`, then "
        "`int2vec reproduce --corpus oeis`, fills this table from the OEIS."
    )
    return Table(
        key="split",
        title="The corpus and its split",
        columns=[*left(""), *right(*_PARTS)],
        lines=[
            line("Sequences", "sequences", "{:,}".format),
            line("Terms", "terms", "{:,}".format),
            line("Mean length", "mean_length", "{:.0f}".format),
            line("Distinct integers", "types", "{:,}".format),
            line("Seen once in training", "singletons", "{:,}".format),
            line("Terms never seen in training", "oov_rate", "{:.1%}".format),
        ],
        caption=f"{corpus_label(corpus['name'])}, {corpus['split']} split with seed "
        f"{corpus['seed']}; beside each figure the paper’s, for the OEIS of July 2020. Singletons "
        "are counted in training alone.",
        notes=[another] if paper_on else [],
    )


def corpora_table(corpus: Result) -> Table:
    """Table 1 of the paper, with this corpus above."""
    ours = f"{corpus_label(corpus['name'])}, this run"
    lines = [Line([ours, f"{corpus['n_terms']:,}", f"{corpus['n_vocabulary']:,}"])]
    for name, figures in CORPORA.items():
        tokens = f"{figures['tokens'] / 1e6:,.0f} M"
        if figures["tokens"] >= 1e9:
            tokens = f"{figures['tokens'] / 1e9:,.1f} B".replace(".0 B", " B")
        theirs = [Cell(text, tone="paper") for text in (tokens, f"{figures['types']:,}")]
        lines.append(Line([f"{name}, the paper’s", *theirs], kind="paper"))
    return Table(
        key="corpora",
        title="What the vectors are learned from",
        columns=[*left("Corpus"), *right("Tokens", "Integers")],
        lines=lines,
        caption=f"Integers: those seen at least {corpus['min_count']} times in training for ours; "
        "the paper’s figures as it prints them.",
    )


def leaks_table(corpus: Result) -> Table:
    """How much of the test part of each split is known already."""
    lines = []
    for kind, found in corpus["splits"].items():
        family = found["largest_family"]
        sizes = [f"{found['train']:,}", f"{found['test']:,}"]
        shares = [f"{found['leak']:.1%}", f"{found['oov_rate']:.1%}"]
        lines.append(Line([kind, *sizes, *shares, "—" if family is None else f"{family:,}"]))
    return Table(
        key="leaks",
        title="How much of the test part stands in training already",
        columns=[
            *left("Split"),
            *right("Train", "Test", "Leaked", "Terms never seen", "Largest family"),
        ],
        lines=lines,
        caption="Leaked: the share of test sequences all of whose terms but the last stand side by "
        "side in a training sequence. The paper’s split is the random one; in the family split "
        "no near-copies stand on both sides.",
    )


def frequency_rank_figure(corpus: Result) -> Figure:
    """Occurrences by rank, and beside it how much of each size of integer is covered."""
    figure = new_figure(7.2, 3.1)
    axes, beside = figure.subplots(1, 2, width_ratios=[1.25, 1])
    ranks, counts = zip(*corpus["curve"], strict=True)
    axes.plot(ranks, counts, color=A, linewidth=1.6)
    known = corpus["n_vocabulary"]
    axes.axvline(known, color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
    axes.annotate(
        f"{known:,}\nseen {corpus['min_count']}+ times",
        (known, max(counts)),
        xytext=(-5, -2),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=7.5,
        color=MUTED,
    )
    axes.set(xscale="log", yscale="log")
    axes.set(xlabel="rank of the integer", ylabel="occurrences in training")
    quiet_axes(axes, grid="both")
    _coverage(beside, corpus["sizes"])
    return figure


def _coverage(axes: Axes, sizes: Sequence[Mapping[str, Any]]) -> None:
    shown = [size for size in sizes if size["n_test"] and size["digits"] <= 12]
    digits = [size["digits"] for size in shown]
    curves = (("n_test_seen", B, "seen in training"), ("n_test_vocabulary", A, "has a vector"))
    for key, color, label in curves:
        shares = [size[key] / size["n_test"] for size in shown]
        axes.plot(digits, shares, color=color, linewidth=1.6, marker="o", markersize=3, label=label)
    axes.set(xlabel="digits of the integer", ylabel="share of test terms", ylim=(0, 1.04))
    axes.set_xticks(digits[::2] if len(digits) > 8 else digits)
    quiet_axes(axes)
    axes.legend(frameon=False, fontsize=7.5, labelcolor=INK, loc="upper right", handlelength=1)


PART = Part(
    key="s-corpus",
    title="The sequences",
    stages=[Stage("corpus", collect_corpus, Materials.settings, code=("corpus",), seconds=25)],
    blocks=blocks,
)
