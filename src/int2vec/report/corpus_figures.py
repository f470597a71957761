"""Pictures of a corpus: how often integers occur, and which of them training covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from int2vec.corpus.stats import CorpusStats
from int2vec.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK, _CURVE, _SEEN, _KNOWN, _CUT = "#222222", "#2b6cb0", "#9cc3e6", "#2b6cb0", "#c05621"


def corpus_figure(stats: CorpusStats) -> Figure:
    """Left the frequency–rank curve of the training part, right coverage by size of integer."""
    try:
        from matplotlib.figure import Figure  # needed by pictures alone, and slow to import
    except ImportError:
        raise MissingExtraError("a picture of a corpus", "report") from None
    figure = Figure(figsize=(10.5, 4.1), layout="constrained", facecolor="white")
    left, right = figure.subplots(1, 2)
    _frequencies(left, stats)
    _coverage(right, stats)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=7.5, colors=_INK)
    return figure


def _frequencies(axes: Axes, stats: CorpusStats) -> None:
    ranks, counts = zip(*stats.curve, strict=True) if stats.curve else ((), ())
    axes.loglog(ranks, counts, color=_CURVE, linewidth=2)
    if stats.n_vocabulary:
        axes.axvline(stats.n_vocabulary, color=_CUT, linewidth=1, linestyle="--")
        axes.annotate(
            f"vocabulary: {stats.n_vocabulary:,} integers\nseen {stats.min_count} times or more",
            (stats.n_vocabulary, max(counts)), xytext=(-6, -4), textcoords="offset points",
            ha="right", va="top", fontsize=8, color=_CUT,
        )  # fmt: skip
    axes.set_xlabel("rank of the integer", fontsize=9)
    axes.set_ylabel("occurrences in training", fontsize=9)
    axes.set_title(
        f"{stats.train.n_tokens:,} terms, {stats.train.n_types:,} distinct integers",
        fontsize=10, loc="left",
    )  # fmt: skip
    axes.grid(visible=True, which="major", color="#e5e5e5", linewidth=0.7)


def _coverage(axes: Axes, stats: CorpusStats) -> None:
    """The share of test terms that training shows at all, and often enough."""
    sizes = [size for size in stats.sizes if size.n_test]
    places = range(len(sizes))
    seen = [100 * size.n_test_seen / size.n_test for size in sizes]
    known = [100 * size.n_test_vocabulary / size.n_test for size in sizes]
    axes.bar(places, seen, color=_SEEN, width=0.8, label="seen in training")
    label = f"in the vocabulary ({stats.min_count}+ times)"
    axes.bar(places, known, color=_KNOWN, width=0.8, label=label)
    most = max((size.digits for size in stats.sizes), default=0)
    names = [f"{s.digits}+" if s.digits == most >= 20 else str(s.digits) for s in sizes]
    axes.set_xticks(places, names, fontsize=7)
    axes.set_ylim(0, 105)
    axes.set_xlabel("decimal digits of the integer", fontsize=9)
    axes.set_ylabel("% of test terms", fontsize=9)
    axes.set_title(f"Coverage of the test part, {stats.split} split", fontsize=10, loc="left")
    axes.legend(fontsize=8, frameon=False)
