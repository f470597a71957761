"""What the corpus holds: the paper's two tables of its data, leaks, and how common integers are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.corpus.split import KINDS, make_split
from int2vec.corpus.stats import corpus_stats
from int2vec.errors import InputError
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.document import Block
from int2vec.report.materials import Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.style import MUTED, A, B, legend, new_figure, quiet_axes
from int2vec.report.words import corpus_label, note, picture, table
from int2vec.tables import Cell, Line, Table, left, right

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PARTS = ("train", "dev", "test")
_SPLIT_KEPT = ("n_leaked", "leak", "largest_family", "train", "test")


def collect_corpus(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The size of each part, what training does not know of the others, leaks, frequencies."""
    corpus, config = materials.corpus, materials.config
    found = {config.split: corpus_stats(corpus, materials.split).to_json()}
    others = [] if config.fast else [kind for kind in KINDS if kind != config.split]
    for i, kind in enumerate(others, 1):
        progress(i / (1 + len(others)), f"the {kind} split")
        try:
            found[kind] = corpus_stats(corpus, make_split(corpus, kind, config.seed)).to_json()
        except InputError:
            continue  # without A-numbers there is no order in time
    splits = {kind: {key: one[key] for key in _SPLIT_KEPT} for kind, one in found.items()}
    return {**found[config.split], "hash": corpus.hash, "splits": splits}


def blocks(found: Found) -> Iterator[Block]:
    """The split, the corpora, frequencies and leaks."""
    if corpus := found.get("corpus"):
        yield split_table(corpus)
        yield corpora_table(corpus)
        said = {**corpus, "words": found.words}
        yield picture("frequency-rank", lambda: frequency_rank_figure(corpus), said)
        if len(corpus["splits"]) > 1:
            yield leaks_table(corpus)


def split_table(corpus: Result) -> Table:
    """Table 2 of the paper: the parts and what training does not know of them, beside its own."""

    def line(title: str, key: str, shown: Callable[[Any], str]) -> Line:
        figures = [corpus[part][key] for part in _PARTS]
        theirs = [OEIS_SPLIT[part].get(key) for part in _PARTS]
        nothing = Cell("—", tone="none")
        cells = [nothing if value is None else shown(value) for value in figures]
        paper = [nothing if value is None else Cell(shown(value), tone="paper") for value in theirs]
        return Line([title, *cells, *paper])

    name = corpus_label(corpus["corpus"])
    here = corpus["corpus"] == "oeis"
    return table(
        "split",
        [
            line("Sequences", "n_sequences", "{:,}".format),
            line("Terms", "n_tokens", "{:,}".format),
            line("Mean length", "mean_length", "{:.0f}".format),
            line("Distinct integers", "n_types", "{:,}".format),
            line("Seen once in training", "n_singletons", "{:,}".format),
            line("Terms never seen in training", "oov_rate", "{:.1%}".format),
            line(f"Terms seen under {corpus['min_count']} times", "unk_rate", "{:.1%}".format),
        ],
        {**corpus, "name": name},
        columns=[*left(""), *right(*_PARTS, group=name), *right(*_PARTS, group="paper, OEIS")],
        notes=[] if here else [note("another-corpus")],
    )


def corpora_table(corpus: Result) -> Table:
    """Table 1 of the paper, with this corpus above."""
    n_terms = sum(corpus[part]["n_tokens"] for part in _PARTS)
    ours = f"{corpus_label(corpus['corpus'])}, this run"
    lines = [Line([ours, f"{n_terms:,}", f"{corpus['n_vocabulary']:,}"])]
    for name, figures in CORPORA.items():
        tokens = f"{figures['tokens'] / 1e6:,.0f} M"
        if figures["tokens"] >= 1e9:
            tokens = f"{figures['tokens'] / 1e9:,.1f} B".replace(".0 B", " B")
        theirs = [Cell(text, tone="paper") for text in (tokens, f"{figures['types']:,}")]
        lines.append(Line([f"{name}, the paper’s", *theirs], kind="paper"))
    return table("corpora", lines, corpus)


def leaks_table(corpus: Result) -> Table:
    """How much of the test part of each split is known already."""
    lines = []
    for kind, found in corpus["splits"].items():
        family = found["largest_family"]
        sizes = [f"{found[part]['n_sequences']:,}" for part in ("train", "test")]
        shares = [f"{found['leak']:.1%}", f"{found['test']['oov_rate']:.1%}"]
        lines.append(Line([kind, *sizes, *shares, "—" if family is None else f"{family:,}"]))
    return table("leaks", lines)


def frequency_rank_figure(corpus: Result) -> Figure:
    """Occurrences by rank, and beside it how much of each size of integer is covered."""
    figure = new_figure(7.2, 3.1)
    axes, beside = figure.subplots(1, 2, width_ratios=[1.25, 1])
    ranks, counts = zip(*corpus["curve"], strict=True)
    axes.plot(ranks, counts, color=A, linewidth=1.6)
    known = corpus["n_vocabulary"]
    axes.axvline(known, color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
    beside_line: Any = {"xytext": (-5, -2), "textcoords": "offset points", "ha": "right"}
    words = f"{known:,}\nseen {corpus['min_count']}+ times"
    axes.annotate(words, (known, max(counts)), **beside_line, va="top", fontsize=7.5, color=MUTED)
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
    legend(axes, "upper right")


PART = Part(
    key="s-corpus",
    title="The sequences",
    stages=[Stage("corpus", collect_corpus, Materials.settings, code=("corpus",), seconds=25)],
    blocks=blocks,
)
