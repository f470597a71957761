"""What comes next: the last terms of test sequences, and the paper's table with all questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.intervals import wilson
from int2vec.predict.paper import COMPLETION
from int2vec.report.document import Block, Finding, Picture, Text, corpus_label
from int2vec.report.materials import Materials
from int2vec.report.sections.aptitude import (
    APTITUDE_STAGES,
    CODE,
    METHODS,
    aptitude_findings,
    aptitude_lines,
    aptitude_notes,
    completion_settings,
    examples_table,
    figures,
    method_line,
    method_lines,
    p_value,
    paper_line,
)
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.style import GRID, INK, MUTED, A, legend, new_axes, new_figure, quiet_axes
from int2vec.tables import Cell, Line, Table, compared, left, right, two

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = "What comes next"
_PAPER = {
    "search-full": "OEIS search (full)",
    "search-last-5": "OEIS search (last 5)",
    "lstm": "OEIS–LSTM",
}


def collect_test(kind: str, materials: Materials, folder: Path, progress: Progress) -> Result:
    """How often the last term of a test sequence is found from the training part alone."""
    config, asked = materials.config, kind or materials.config.split
    n = materials.sized(150, 3000 if asked == config.split else 1500)
    sources = SourcesConfig(split=asked, seed=config.seed)
    session = materials.session_for(progress)
    workers = config.workers or None
    found = session.evaluate_completion(config=sources, limit=n, processes=workers)
    about = {name: found.about[name] for name in ("split", "indexed", "n_test")}
    return {**figures(found), **about, "corpus": materials.corpus.name}


def collect_lstm(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The LSTM's predictions for the last term of every test sequence."""
    if materials.language_model is None:
        return {"none": "no LSTM language model was given or trained"}
    from int2vec.embed.lstm.evaluate import predict_last_terms
    from int2vec.embed.lstm.folder import load_lstm
    from int2vec.embed.lstm.streams import prepare_streams

    progress(0.1, "predicting the last term of every test sequence")
    model = load_lstm(materials.language_model)
    streams = prepare_streams(materials.corpus, materials.split).capped(len(model.integers))
    found = predict_last_terms(model.network, streams.test, k=5)
    n = len(found.answers)
    shares = {k: found.precision_at(k) for k in (1, 5)}
    return {
        "n": n,
        "ceiling": found.ceiling,
        "split": materials.config.split,
        **{f"p_at_{k}": share for k, share in shares.items()},
        **{f"p_at_{k}_ci95": wilson(round(share * n), n) for k, share in shares.items()},
    }


def blocks(found: Found) -> Iterator[Block]:
    """The table of all questions, examples, the LSTM's ceiling, sizes and reliability."""
    test = found.get("completion")
    if test or found.get("aptitude"):
        yield completion_table(found)
    if examples := found.get("examples"):
        yield examples_table(examples, found.words)
    if not test:
        return
    lstm = found.get("completion-lstm") or {}
    if "ceiling" in lstm:
        yield Text(
            "The LSTM can answer with an integer of its vocabulary alone: "
            f"{lstm['ceiling']:.0%} of the test answers are in it, so its precision can be no "
            "higher."
        )
    measured = f"{found.words} test, {test['split']} split, n = {test['n']:,}"
    yield Picture(
        key="by-size",
        title="P@1 by size of the answer",
        caption=f"P@1 of each method by the size of the answer; {measured}.",
        draw=lambda: by_size_figure(test),
    )
    if test["calibration"]:
        yield Picture(
            key="reliability",
            title="Reliability of the ensemble",
            size="small",
            caption="How often the ensemble’s first answer is right, by the probability it was "
            f"given; {measured}. {surely(test['calibration'])}",
            draw=lambda: reliability_figure(test),
        )


def surely(calibration: Mapping[str, Any]) -> str:
    """How well the ensemble's probabilities keep their word."""
    sure = calibration["sure"]
    words = f"Expected calibration error {calibration['expected_calibration_error']:.3f}."
    if sure["n"]:
        words += (
            f" At a probability of 0.9 or more it answers {sure['share']:.0%} of the questions and "
            f"is right for {sure['precision']:.1%} of them."
        )
    return words


def lines_of_test(test: Result, lstm: Result | None = None) -> list[Line]:
    """The lines of a test part; the paper's figures beside ours where it is the same test."""
    label = _label(test)
    same = COMPLETION["oeis-test"] if (test["corpus"], test["split"]) == ("oeis", "random") else {}
    lines = method_lines(label, test, {ours: same.get(name) for ours, name in _PAPER.items()})
    if lstm and "n" in lstm:
        row = {**lstm, "answered": lstm["n"]}
        words = "LSTM, every test sequence"
        lines.append(method_line(label, words, lstm["n"], row, same.get("OEIS–LSTM")))
    if test["corpus"] != "oeis" and test["split"] == "random":
        lines += [
            paper_line("OEIS test, the paper’s", name, *shares)
            for name, shares in COMPLETION["oeis-test"].items()
        ]
    return lines


def completion_table(found: Found) -> Table:
    """Table 6 of the paper: the aptitude questions, the test split, and the family split."""
    aptitude, test, family = map(found.get, ("aptitude", "completion", "family"))
    lines = aptitude_lines(aptitude, found.paper_on) if aptitude else []
    lines += lines_of_test(test, found.get("completion-lstm")) if test else []
    lines += lines_of_test(family) if family else []
    return Table(
        key="completion",
        title=TITLE,
        columns=[*left("Questions", "Method"), *right("n", "answered", "P@1", "P@5", "p")],
        lines=lines,
        caption="P@k: how often the answer is among the first k; p: of the exact paired test "
        "against the ensemble at P@1, on the same questions. A test sequence is asked for its "
        "last term, from the training part alone. Small below each figure: its 95 % interval, then "
        "the paper’s figure; ▲ and ▼ say that ours is higher or lower beyond the interval.",
        notes=aptitude_notes(aptitude) if aptitude else [],
    )


def _label(found: Result) -> str:
    return f"{corpus_label(found['corpus'])} test, {found['split']} split"


def _measured(found: Result) -> str:
    return f"{found.get('questions') or _label(found)}, n = {found['n']:,}"


def sizes_table(found: Result) -> Table:
    """The first method by size of the answer."""
    lines = [
        Line([label, f"{size['n']:,}", two(size["p_at_1"]), two(size["p_at_5"])])
        for label, size in found["by_size"].items()
    ]
    return Table(
        key="by-size-table",
        title=f"The {next(iter(found['methods']))}, by size of the answer",
        columns=[*left("Answer"), *right("n", "P@1", "P@5")],
        lines=lines,
        caption=f"{_measured(found)}.",
    )


def methods_table(found: Result) -> Table:
    """Every completer on its own, by the name that `--using` takes."""
    lines = []
    for name, row in found["methods"].items():
        shares = [compared(row[f"p_at_{k}"], row[f"p_at_{k}_ci95"], digits=3) for k in (1, 5)]
        tests = [p_value(row.get(f"p_value_at_{k}")) for k in (1, 5)]
        lines.append(Line([Cell(f"`{name}`"), f"{row['answered']:,}", *shares, *tests]))
    return Table(
        key="sources",
        title="What each completer knows on its own",
        columns=[*left("Completer"), *right("answered", "P@1", "P@5", "p (P@1)", "p (P@5)")],
        lines=lines,
        caption=f"{_measured(found)}; names as `int2vec complete --using` takes them; p: of the "
        "exact paired test against the first line.",
    )


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


def findings(found: Found) -> Iterator[Finding]:
    """The ensemble on the test part and on the aptitude questions."""
    if test := found.get("completion"):
        yield _test_finding(test, found)
    if aptitude := found.get("aptitude"):
        yield from aptitude_findings(aptitude, found.paper_on)


def _test_finding(test: Result, found: Found) -> Finding:
    """Beside the paper's best, where it is the same test."""
    best = two(max(shares[0] for shares in COMPLETION["oeis-test"].values()))
    row = test["methods"]["ensemble"]
    theirs = "the paper’s best is its LSTM on the OEIS"
    if found.paper_on:
        theirs += f", {best} in another test"
    return Finding(
        question="What comes next, in a sequence never seen?",
        paper="—" if found.paper_on else best,
        ours=two(row["p_at_1"]),
        detail=f"P@1 on {test['n']:,} test sequences of {found.words}, {test['split']} split, by "
        f"the ensemble; {theirs}. P@5 {two(row['p_at_5'])}",
    )


_TEST, _FAMILY = partial(collect_test, ""), partial(collect_test, "family")
PART = Part(
    key="s-next",
    title=TITLE,
    stages=[
        Stage("completion", _TEST, completion_settings, code=CODE, seconds=190, fast=10),
        Stage("family", _FAMILY, completion_settings, code=CODE, seconds=150, fast=0),
        Stage("completion-lstm", collect_lstm, Materials.settings, ("lstm",), ("embed/lstm",), 90),
        *APTITUDE_STAGES,
    ],
    blocks=blocks,
    findings=findings,
)
