"""The tables that `int2vec probe` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from int2vec.predict.paper import (
    PROBE_ACCURACY,
    PROBE_PROPERTIES,
    PROBE_QUANTITIES,
    PROBE_R2,
    ROW_OF_MODEL,
)
from int2vec.predict.probe import Neuron, ProbeTable, PropertyResult

_HAS, _LACKS = "red", "blue"


def accuracy_tables(table: ProbeTable, width: int) -> list[Table]:
    """As few tables as the width of the terminal allows, some properties in each."""
    names = list(dict.fromkeys(result.name for result in table.properties))
    longest = max(len(embedding) for embedding in table.embeddings)
    most = max(1, (width - longest - 10) // 21)
    return [_accuracies(table, names[i : i + most]) for i in range(0, len(names), most)]


def _accuracies(table: ProbeTable, names: Sequence[str]) -> Table:
    """Single, all and tuned for each property, the paper's figures under each row."""
    rich = _table(f"Accuracy of logistic probes: {_parts(table)}")
    rich.add_column("vectors")
    rich.add_column("covered", justify="right")
    for name in names:
        for kind in ("single", "all", "tuned"):
            rich.add_column(f"{name}\n{kind}", justify="right")
    shown = _paper_rows(table, PROBE_ACCURACY)
    for embedding in table.embeddings:
        results = [table.property_result(embedding, name) for name in names]
        cells = [
            _two(result.mean(kind)) for result in results for kind in ("single", "all", "tuned")
        ]
        rich.add_row(embedding, f"{results[0].n_covered:,}", *cells)
        if embedding in shown:
            paper = dict(zip(PROBE_PROPERTIES, shown[embedding], strict=True))
            _add_paper(rich, names, paper, blank=1)
    rich.caption = (
        "single: the dimension most accurate in training. all: C = 1 on raw vectors. tuned: C and "
        "scaling chosen inside the training part."
    )
    return rich


def r2_table(table: ProbeTable) -> Table:
    """R² of a single dimension, of all, and held out, the paper's figures under each row."""
    names = list(dict.fromkeys(result.name for result in table.quantities))
    first, last = table.config.first, table.config.last
    rich = _table(f"R² of linear probes on {first}–{last}")
    rich.add_column("vectors")
    rich.add_column("covered", justify="right")
    for name in names:
        for kind in ("single", "all", "held out"):
            rich.add_column(f"{name}\n{kind}", justify="right")
    shown = _paper_rows(table, PROBE_R2)
    for embedding in table.embeddings:
        results = [table.quantity_result(embedding, name) for name in names]
        cells = [
            _two(value)
            for result in results
            for value in (result.r2_single, result.r2_all, result.r2_held_out)
        ]
        rich.add_row(embedding, f"{results[0].n_covered:,}", *cells)
        if embedding in shown:
            paper = dict(zip(PROBE_QUANTITIES, shown[embedding], strict=True))
            _add_paper(rich, names, paper, blank=1)
    rich.caption = (
        "single, all: fitted and scored on the same integers, as in the paper. held out: ridge, "
        f"{table.config.folds} folds."
    )
    return rich


def details_tables(table: ProbeTable) -> list[Table]:
    """A row for each embedding and property: accuracies with intervals, then the checks."""
    accuracies = _table(f"Accuracy [95 %]: {_parts(table)}")
    checks = _table("Checks on the same probes")
    for rich, columns in (
        (accuracies, ("majority", "single", "all", "tuned", "sd")),
        (checks, ("balanced", "AUROC", "selectivity", "by heart", "code")),
    ):
        rich.add_column("vectors")
        rich.add_column("property")
        for column in columns:
            rich.add_column(column, justify="right")
    for result in table.properties:
        start = (result.embedding, result.name)
        accuracies.add_row(*start, *_accuracy_cells(result))
        checks.add_row(*start, *_check_cells(result))
    accuracies.caption = "sd: of the tuned accuracy, between random draws."
    checks.caption = (
        "balanced, AUROC: of the tuned probe. selectivity: all less control labels; by heart: "
        "accuracy on control labels in training. code: how many times shorter the labels become."
    )
    return [accuracies, checks]


def neuron_table(neuron: Neuron) -> Group:
    """The values of a neuron for the first integers, then what it is worth."""
    rich = _table(
        f"{neuron.property_name} in {neuron.embedding}: dimension {neuron.dimension} (from 0), "
        f"{neuron.n_right} of {len(neuron.values)} on the right side of {neuron.threshold:.2f}"
    )
    n_rows = 10
    for _ in range(0, len(neuron.values), n_rows):
        rich.add_column("n", justify="right")
        rich.add_column(f"v[{neuron.dimension}]", justify="right")
    for i in range(min(n_rows, len(neuron.values))):
        cells = []
        for value in neuron.values[i::n_rows]:
            side = value.holds == value.right  # on the side of those that have the property
            cells.append(Text(str(value.integer), _HAS if value.holds else _LACKS))
            cells.append(Text(f"{value.value:.2f}", _HAS if side else _LACKS))
        rich.add_row(*cells)
    worth = _table(None)
    for column in ("accuracy on unseen integers", "", "95 %"):
        worth.add_column(column, justify="left" if not worth.columns else "right")
    for words, score in (
        ("this dimension alone", neuron.alone),
        ("all dimensions", neuron.all),
        ("the same probe, this dimension zeroed", neuron.zeroed),
        ("a probe fitted without it", neuron.without),
    ):
        worth.add_row(words, f"{score.accuracy:.3f}", _interval(score.accuracy_ci95))
    return Group(rich, worth)


def _accuracy_cells(result: PropertyResult) -> Sequence[str]:
    low_high = {kind: _interval(result.accuracy_ci95(kind)) for kind in ("single", "all", "tuned")}
    return (
        f"{result.mean('majority'):.3f}",
        *(f"{result.mean(kind):.3f} {shown}" for kind, shown in low_high.items()),
        f"{result.spread('tuned'):.3f}" if len(result.runs) > 1 else "–",
    )


def _check_cells(result: PropertyResult) -> Sequence[str]:
    controls = [run.control.train_accuracy for run in result.runs if run.control]
    return (
        *(
            f"{result.mean('tuned', measure):.3f} "
            + _interval(result.bootstrap_ci95("tuned", measure))
            for measure in ("balanced_accuracy", "auroc")
        ),
        "–" if result.selectivity is None else f"{result.selectivity:+.3f}",
        f"{sum(controls) / len(controls):.3f}" if controls else "–",
        "–" if result.compression is None else f"{result.compression:.2f}×",
    )


def _paper_rows(
    table: ProbeTable, figures: Mapping[str, Sequence[tuple[float, float]]]
) -> dict[str, Sequence[tuple[float, float]]]:
    """The paper's figures for each of our rows, where the question asked is the paper's."""
    config = table.config
    if (config.first, config.last, config.split) != (1, 2000, "paper"):
        return {}
    return {ours: figures[theirs] for ours, theirs in ROW_OF_MODEL.items() if theirs in figures}


def _add_paper(
    rich: Table, names: Sequence[str], paper: Mapping[str, tuple[float, float]], blank: int
) -> None:
    if not any(name in paper for name in names):
        return
    cells = []
    for name in names:
        cells += [f"{value:.2f}" for value in paper[name]] if name in paper else ["", ""]
        cells.append("")
    rich.add_row("  the paper's", *[""] * blank, *cells, style="dim")


def _parts(table: ProbeTable) -> str:
    config = table.config
    middle = config.first + len(config.integers) // 2
    if config.split == "paper":
        return f"trained on {config.first}–{middle - 1}, tested on {middle}–{config.last}"
    what = {"random": "random halves", "frequency": "pairs matched by frequency, random halves"}
    draws = f", {config.seeds} draws" if config.seeds > 1 else ""
    return f"{what[config.split]} of {config.first}–{config.last}{draws}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"[{_short(interval[0])}–{_short(interval[1])}]"


def _short(share: float) -> str:
    """Two decimals without the leading zero."""
    return _two(share).removeprefix("0")


def _two(share: float) -> str:
    """Two decimals; of a thousand integers 865 are 0.87, which a bare float would print as 0.86."""
    return f"{share + 1e-9:.2f}".replace("-0.00", "0.00")


def _table(title: str | None) -> Table:
    return Table(title=title, title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD,
                 padding=(0, 1, 0, 0))  # fmt: skip
