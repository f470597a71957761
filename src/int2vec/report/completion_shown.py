"""The tables and figures of what comes next, for the report and for `evaluate completion`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.predict.intervals import wilson
from int2vec.predict.paper import COMPLETION
from int2vec.report.stages import Found, Result
from int2vec.report.style import (
    GRID,
    INK,
    MUTED,
    A,
    B,
    C,
    D,
    E,
    legend,
    new_axes,
    new_figure,
    quiet_axes,
)
from int2vec.report.words import corpus_label, note, table
from int2vec.tables import Cell, Line, Table, compared, paper_only, two
from int2vec.text import shown_integer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# method -> its words in the table and in the figure, and its color
METHODS = {
    "ensemble": ("**Ensemble**", "ensemble", A),
    "rules": ("Rules: exact inference", "rules", B),
    "search": ("Search, longest match", "search, longest match", C),
    "search-last-5": ("Search, last 5 terms", "search, last 5", D),
    "search-full": ("Search, whole prompt", "search, whole prompt", E),
}
_PAPER = {"search-full": "OEIS search (full)", "search-last-5": "OEIS search (last 5)"}


def completion_table(found: Found) -> Table:
    """Table 6 of the paper: the aptitude questions, the test split, and the family split."""
    aptitude, test, family = map(found.get, ("aptitude", "completion", "family"))
    lines = _aptitude_lines(aptitude, found.paper_on) if aptitude else []
    lines += _lines_of_test(test, found.get("completion-lstm")) if test else []
    lines += _lines_of_test(family) if family else []
    return table("completion", lines, notes=_aptitude_notes(aptitude) if aptitude else [])


def _aptitude_lines(found: Result, paper_on: str) -> list[Line]:
    """Every method on the aptitude questions, then the paper's GPT-2."""
    label = "Aptitude tests" if found["file"] else "The paper’s five examples"
    n, neural, text_model = found["n"], found["neural"], found["text_model"]
    # Figures on all 57 questions have nothing to say about five of them.
    paper = COMPLETION["aptitude"] if found["file"] else {}
    lines = _method_lines(label, found, {"search-full": paper.get("OEIS search")}, paper_on)
    if "lstm" in neural:
        theirs = paper.get("OEIS–LSTM")
        lines.append(_method_line(label, "LSTM", n, neural["lstm"], theirs, paper_on))
    for name, words in (("text-lm-token", "next token"), ("text-lm", "whole integers")):
        if name in neural:
            method = f"{Path(text_model).name} as text, {words}"
            theirs = paper.get("GPT-2") if text_model == "gpt2" else None
            lines.append(_method_line(label, method, n, neural[name], theirs))
    if text_model != "gpt2" or not found["file"]:
        words, shares = "GPT-2, the paper’s alone", COMPLETION["aptitude"]["GPT-2"]
        lines.append(_paper_line("Aptitude tests", words, *shares, n="57"))
    return lines


def _lines_of_test(test: Result, lstm: Result | None = None) -> list[Line]:
    """The lines of a test part; the paper's figures beside ours where it is the same test."""
    label = _label(test)
    same = COMPLETION["oeis-test"] if (test["corpus"], test["split"]) == ("oeis", "random") else {}
    lines = _method_lines(label, test, {ours: same.get(name) for ours, name in _PAPER.items()})
    if lstm and "n" in lstm:
        row = {**lstm, "answered": lstm["n"]}
        words = "LSTM, every test sequence"
        lines.append(_method_line(label, words, lstm["n"], row, same.get("OEIS–LSTM")))
    if test["corpus"] != "oeis" and test["split"] == "random":
        lines += [
            _paper_line("OEIS test, the paper’s", name, *shares)
            for name, shares in COMPLETION["oeis-test"].items()
        ]
    return lines


def _aptitude_notes(found: Result) -> list[str]:
    """What the figures stand on, and what is missing."""
    missing = {
        "five-questions": not found["file"],
        "no-lstm": "lstm" not in found["neural"],
        "no-gpt2": found["text_model"] != "gpt2",
    }
    return [note("in-index", found), *(note(key) for key, told in missing.items() if told)]


def _method_lines(
    label: str, found: Result, paper: Mapping[str, tuple[float, float] | None], paper_on: str = ""
) -> list[Line]:
    """A line for each of the methods that are shown."""
    return [
        _method_line(label, words, found["n"], found["methods"][name], paper.get(name), paper_on)
        for name, (words, _, _) in METHODS.items()
        if name in found["methods"]
    ]


def _method_line(
    label: str,
    method: str,
    n: int,
    row: Mapping[str, Any],
    paper: tuple[float, float] | None,
    paper_on: str = "",
) -> Line:
    """One method's figures on some questions."""
    cells: list[Cell | str] = [label, Cell(method), f"{n:,}", f"{row['answered']:,}"]
    for k, theirs in zip((1, 5), paper or (None, None), strict=True):
        cells.append(compared(row[f"p_at_{k}"], row[f"p_at_{k}_ci95"], theirs, paper_on))
    return Line([*cells, _p_value(row.get("p_value_at_1"))])


def _paper_line(label: str, method: str, at1: float, at5: float, n: str = "not given") -> Line:
    """Figures of the paper that nothing here stands beside."""
    nothing = Cell("not given", tone="none")
    asked = nothing if n == "not given" else Cell(n, tone="paper")
    shares = [paper_only(share) for share in (at1, at5)]
    return Line([label, method, asked, nothing, *shares, nothing], kind="paper")


def _p_value(p: float | None) -> Cell | str:
    if p is None:
        return Cell("—", tone="none")
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def examples_table(examples: Result, corpus: str) -> Table:
    """A dozen prompts with the first answer and its reason."""
    lines = []
    for item in examples["items"]:
        answer = ["no candidate", "—", "—"]
        if item["predictions"]:
            first = item["predictions"][0]
            answer = [
                shown_integer(int(first["value"]), most=14),
                two(first["probability"] or 0.0),
                first["why"],
            ]
        lines.append(Line([f"{', '.join(map(str, item['prompt']))}, …", *answer]))
    return table("examples", lines, {"words": corpus})


def _label(found: Result) -> str:
    return f"{corpus_label(found['corpus'])} test, {found['split']} split"


def _measured(found: Result) -> str:
    return f"{found.get('questions') or _label(found)}, n = {found['n']:,}"


def surely(calibration: Mapping[str, Any]) -> str:
    """How well the ensemble's probabilities keep their word."""
    said = [note("calibration", calibration)]
    if calibration["sure"]["n"]:
        said.append(note("sure", calibration["sure"]))
    return " ".join(said)


def sizes_table(found: Result) -> Table:
    """The first method by size of the answer."""
    lines = [
        Line([label, f"{size['n']:,}", two(size["p_at_1"]), two(size["p_at_5"])])
        for label, size in found["by_size"].items()
    ]
    method = next(iter(found["methods"]))
    return table("by-size-table", lines, {"method": method, "measured": _measured(found)})


def methods_table(found: Result) -> Table:
    """Every completer on its own, by the name that `--using` takes."""
    lines = []
    for name, row in found["methods"].items():
        shares = [compared(row[f"p_at_{k}"], row[f"p_at_{k}_ci95"], digits=3) for k in (1, 5)]
        tests = [_p_value(row.get(f"p_value_at_{k}")) for k in (1, 5)]
        lines.append(Line([Cell(f"`{name}`"), f"{row['answered']:,}", *shares, *tests]))
    return table("sources", lines, {"measured": _measured(found)})


def by_size_figure(test: Result) -> Figure:
    """P@1 of each method, by the size of the answer."""
    groups = test["by_size_methods"]
    figure, axes = new_axes(7.2, 3.3)
    shown = [name for name in METHODS if name in test["methods"]]
    width = 0.8 / len(shown)
    for i, method in enumerate(shown):
        _, name, color = METHODS[method]
        places = [x - 0.4 + width * (i + 0.5) for x in range(len(groups))]
        counts = [(group["hits"][method], group["n"]) for group in groups.values()]
        shares = [hits / n for hits, n in counts]
        axes.bar(places, shares, width * 0.86, color=color, label=name, linewidth=0)
        axes.errorbar(places, shares, _spread(counts), fmt="none", ecolor=MUTED, elinewidth=0.7)
    labels = [f"{label}\nn = {group['n']:,}" for label, group in groups.items()]
    axes.set_xticks(range(len(groups)), labels)
    axes.set(ylabel="P@1", ylim=(0, None))
    axes.tick_params(axis="x", length=0, labelcolor=INK)
    legend(axes, "lower center", above=0.5, ncols=len(shown))
    return figure


def reliability_figure(test: Result) -> Figure:
    """What the ensemble said against how often it was right, over the count of each bin."""
    bins = test["calibration"]["bins"]
    figure = new_figure(5.0, 4.4)
    axes, below = figure.subplots(2, 1, height_ratios=[4, 1], sharex=True)
    axes.plot([0, 1], [0, 1], color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
    said, right_shares = ([one[key] for one in bins] for key in ("said", "right"))
    spread = _spread([(round(one["right"] * one["n"]), one["n"]) for one in bins])
    look: Any = {"elinewidth": 0.8, "linewidth": 1.4, "marker": "o", "markersize": 4.5}
    axes.errorbar(said, right_shares, spread, color=A, ecolor=MUTED, **look)
    axes.set(ylabel="how often it is right", ylim=(0, 1.02), xlim=(0, 1))
    quiet_axes(axes, grid="both")
    centers, counts = [one["from"] + 0.05 for one in bins], [one["n"] for one in bins]
    below.bar(centers, counts, 0.094, color=GRID, edgecolor=MUTED, linewidth=0.5)
    below.set(xlabel="probability of the first answer", ylabel="questions")
    quiet_axes(below)
    return figure


def _spread(counts: list[tuple[int, int]]) -> list[list[float]]:
    """How far the 95 % interval reaches below and above each share."""
    pairs = [(hits / n, *wilson(hits, n)) for hits, n in counts]
    # A share of 1 may be a hair above its bound.
    below = [max(0.0, share - low) for share, low, _ in pairs]
    above = [max(0.0, high - share) for share, _, high in pairs]
    return [below, above]
