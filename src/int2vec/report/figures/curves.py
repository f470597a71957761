"""Curves: frequency by rank, precision by size of answer, reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from int2vec.predict.intervals import wilson
from int2vec.report.figures.style import GRID, INK, MUTED, A, B, C, D, E, new_figure, quiet_axes
from int2vec.report.stages import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_METHODS = (
    ("ensemble", "ensemble", A), ("rules", "rules", B), ("search", "search, longest match", C),
    ("search-last-5", "search, last 5", D), ("search-full", "search, whole prompt", E),
)  # fmt: skip


def frequency_rank_figure(corpus: Result) -> Figure:
    """Occurrences by rank, and beside it how much of each size of integer is covered."""
    figure = new_figure(7.2, 3.1)
    left, right = figure.subplots(1, 2, width_ratios=[1.25, 1])
    ranks, counts = zip(*corpus["curve"], strict=True)
    left.plot(ranks, counts, color=A, linewidth=1.6)
    least, known = corpus["min_count"], corpus["n_vocabulary"]
    left.axvline(known, color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
    words = f"{known:,}\nseen {least}+ times"
    left.annotate(words, (known, max(counts)), xytext=(-5, -2), textcoords="offset points",
                  ha="right", va="top", fontsize=7.5, color=MUTED)  # fmt: skip
    left.set(xscale="log", yscale="log", xlabel="rank of the integer",
             ylabel="occurrences in training")  # fmt: skip
    quiet_axes(left, grid="both")
    _coverage(right, corpus["sizes"])
    return figure


def _coverage(axes: Axes, sizes: Sequence[Mapping[str, Any]]) -> None:
    shown = [size for size in sizes if size["n_test"] and size["digits"] <= 12]
    digits = [size["digits"] for size in shown]
    for key, colour, label in (
        ("n_test_seen", B, "seen in training"), ("n_test_vocabulary", A, "has a vector"),
    ):  # fmt: skip
        shares = [size[key] / size["n_test"] for size in shown]
        axes.plot(
            digits, shares, color=colour, linewidth=1.6, marker="o", markersize=3, label=label
        )
    axes.set(xlabel="digits of the integer", ylabel="share of test terms", ylim=(0, 1.04))
    axes.set_xticks(digits[::2] if len(digits) > 8 else digits)
    quiet_axes(axes)
    axes.legend(frameon=False, fontsize=7.5, labelcolor=INK, loc="upper right", handlelength=1)


def by_size_figure(test: Result) -> Figure:
    """P@1 of each method, by the size of the answer."""
    groups = test["by_size_methods"]
    labels = list(groups)
    figure = new_figure(7.2, 3.3)
    axes = figure.add_subplot()
    shown = [entry for entry in _METHODS if entry[0] in test["methods"]]
    width = 0.8 / len(shown)
    for i, (method, name, colour) in enumerate(shown):
        places = [x - 0.4 + width * (i + 0.5) for x in range(len(labels))]
        shares, below, above = [], [], []
        for label in labels:
            n, hits = groups[label]["n"], groups[label]["hits"][method]
            low, high = wilson(hits, n)
            shares.append(hits / n)
            below.append(max(0.0, hits / n - low))  # a share of 1 may be a hair above its bound
            above.append(max(0.0, high - hits / n))
        axes.bar(places, shares, width * 0.86, color=colour, label=name, linewidth=0)
        axes.errorbar(places, shares, [below, above], fmt="none", ecolor=MUTED, elinewidth=0.7)
    axes.set_xticks(range(len(labels)),
                    [f"{label}\nn = {groups[label]['n']:,}" for label in labels])  # fmt: skip
    axes.set(ylabel="P@1", ylim=(0, None))
    quiet_axes(axes)
    axes.tick_params(axis="x", length=0, labelcolor=INK)
    axes.legend(
        frameon=False, fontsize=7.5, labelcolor=INK, ncols=len(shown), loc="lower center",
        bbox_to_anchor=(0.5, 1.0), handlelength=1, columnspacing=1.2,
    )  # fmt: skip
    return figure


def reliability_figure(test: Result) -> Figure:
    """What the ensemble said against how often it was right, over the count of each bin."""
    bins = test["calibration"]["bins"]
    figure = new_figure(5.0, 4.4)
    axes, below = figure.subplots(2, 1, height_ratios=[4, 1], sharex=True)
    axes.plot([0, 1], [0, 1], color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
    said, right = [one["said"] for one in bins], [one["right"] for one in bins]
    bounds = [wilson(round(one["right"] * one["n"]), one["n"]) for one in bins]
    spread = [[max(0.0, r - low) for r, (low, _) in zip(right, bounds, strict=True)],
              [max(0.0, high - r) for r, (_, high) in zip(right, bounds, strict=True)]]  # fmt: skip
    axes.errorbar(said, right, spread, color=A, ecolor=MUTED, elinewidth=0.8, linewidth=1.4,
                  marker="o", markersize=4.5)  # fmt: skip
    axes.set(ylabel="how often it is right", ylim=(0, 1.02), xlim=(0, 1))
    quiet_axes(axes, grid="both")
    centres = [one["from"] + 0.05 for one in bins]
    below.bar(centres, [one["n"] for one in bins], 0.094, color=GRID, edgecolor=MUTED,
              linewidth=0.5)  # fmt: skip
    below.set(xlabel="probability of the first answer", ylabel="questions")
    quiet_axes(below)
    return figure
