"""The paper’s two probe tables, the neuron, and what lies beyond them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atanh, sqrt, tanh
from typing import Any

from int2vec.predict.paper import (
    NEURON_156,
    PROBE_ACCURACY,
    PROBE_PROPERTIES,
    PROBE_QUANTITIES,
    PROBE_R2,
)
from int2vec.report.document import (
    Cell,
    Column,
    Line,
    Table,
    compared,
    interval,
    paper_only,
    signed,
    two,
)
from int2vec.report.stages import Result

_TITLES = {"even": "Evenness", "div3": "Divisible by 3", "div4": "Divisible by 4",
           "prime": "Primality", "value": "Value", "digits": "Number of digits"}  # fmt: skip
_FETCH = {
    "GloVe–840B–300D": "glove",
    "SkipGram–BoW–5": "skipgram",
    "FastText–Wiki": "fasttext-wiki",
}
_ORDER = ("baseline", "text", "trained", "shipped", "joined")


def accuracy_table(probe: Result, corpus: str) -> Table:
    """Table 3 of the paper: logistic probes for four properties."""
    found = {(r["embedding"], r["property"]): r for r in probe["properties"]}
    lines = []
    for row in _ordered(probe["rows"]):
        paper = PROBE_ACCURACY.get(row["paper"] or "")
        cells: list[Cell | str] = [row["label"]]
        for i, name in enumerate(PROBE_PROPERTIES):
            result = found[row["key"], name]
            for j, kind in enumerate(("single", "all")):
                score = result[kind]
                theirs = paper[i][j] if paper else None
                cells.append(compared(score["accuracy"], score["accuracy_ci95"], theirs))
        lines.append(Line(cells=cells, kind="baseline" if row["group"] == "baseline" else ""))
    lines += _missing(probe["rows"], PROBE_ACCURACY)
    n = max(r["n_test"] for r in probe["properties"])
    return Table(
        key="probe-accuracy",
        title="Logistic probes for four properties",
        columns=[Column(title="Vectors", align="left"), *(
            Column(title=kind, group=_TITLES[name])
            for name in PROBE_PROPERTIES for kind in ("single", "all")
        )],
        lines=lines,
        caption=f"Accuracy on 1001–2000 (n = {n:,}) after training on 1–1000, corpus: {corpus}. "
        "Single: the one dimension that is most accurate in training; all: the whole vector. "
        f"{_READING}",
        notes=_notes(probe),
    )  # fmt: skip


_READING = (
    "Small below each figure: its 95 % interval, then the paper’s figure; ▲ and ▼ say that ours "
    "is higher or lower than the paper’s beyond the interval."
)


def r2_table(probe: Result, corpus: str) -> Table:
    """Table 4 of the paper: linear probes for value and number of digits."""
    found = {(r["embedding"], r["quantity"]): r for r in probe["quantities"]}
    lines = []
    for row in _ordered(probe["rows"]):
        if row["key"] == "majority class":
            continue  # one constant column explains no variance by definition
        paper = PROBE_R2.get(row["paper"] or "")
        cells: list[Cell | str] = [row["label"]]
        for i, name in enumerate(PROBE_QUANTITIES):
            result = found[row["key"], name]
            n = result["n_covered"]
            for j, (kind, dim) in enumerate((("r2_single", 1), ("r2_all", result["dim"]))):
                theirs = paper[i][j] if paper else None
                cells.append(compared(result[kind], r2_interval(result[kind], n, dim), theirs))
            cells.append(two(result["r2_held_out"]))
        lines.append(Line(cells=cells, kind="baseline" if row["group"] == "baseline" else ""))
    lines += _missing(probe["rows"], PROBE_R2, held_out=True)
    return Table(
        key="probe-r2",
        title="Linear probes for value and number of digits",
        columns=[Column(title="Vectors", align="left"), *(
            Column(title=kind, group=f"{_TITLES[name]} (R²)")
            for name in PROBE_QUANTITIES for kind in ("single", "all", "held out")
        )],
        lines=lines,
        caption=f"R² on 1–2000, corpus: {corpus}. Single and all are fitted and scored on the same "
        "integers, as in the paper; held out is ours: ridge regression, each fifth predicted from "
        f"the others. {_READING} Intervals by Fisher’s z of the multiple correlation.",
        notes=_notes(probe),
    )  # fmt: skip


def evenness_neuron(found: Result) -> Mapping[str, Any] | None:
    """The LSTM's neuron; of several LSTMs the one whose neuron knows most."""
    lstms = [one for one in found["neurons"].values() if one["paper"] == "OEIS–LSTM"]
    return max(lstms, key=lambda one: one["alone"]["accuracy"]) if lstms else None


def neuron_table(neuron: Mapping[str, Any]) -> Table:
    """The neuron's values for 1–10, as the paper prints them."""
    values = neuron["values"][:10]
    ours: list[Cell | str] = [f"{neuron['label']}, dimension {neuron['dimension']}"]
    ours += [Cell(text=signed(v["value"]), tone="right" if v["right"] else "wrong") for v in values]
    paper: list[Cell | str] = ["The paper’s LSTM, dimension 156"]
    paper += [Cell(text=signed(v), tone="paper") for v in NEURON_156]
    alone, whole, zeroed = (neuron[kind] for kind in ("alone", "all", "zeroed"))
    return Table(
        key="neuron",
        title="The evenness neuron, for 1–10",
        columns=[
            Column(title="", align="left"), *(Column(title=str(v["integer"])) for v in values)
        ],
        lines=[Line(cells=ours), Line(cells=paper, kind="paper")],
        caption=f"The dimension that best tells even from odd in 1–1000. It lies on the right side "
        f"for {neuron['n_right']} of 1–50; alone it is right for {two(alone['accuracy'])} "
        f"[{interval(alone['accuracy_ci95'])}] of 1001–2000, all dimensions together for "
        f"{two(whole['accuracy'])}, and the same probe with this dimension zeroed for "
        f"{two(zeroed['accuracy'])} [{interval(zeroed['accuracy_ci95'])}].",
    )  # fmt: skip


def r2_interval(r2: float, n: int, dim: int) -> tuple[float, float] | None:
    """The 95 % interval of R² by Fisher's z of the multiple correlation; None where it is 1.

    >>> low, high = r2_interval(0.5, 2000, 1)
    >>> round(low, 2), round(high, 2)
    (0.47, 0.53)
    """
    room = n - dim - 2
    if not 0 <= r2 < 1 - 1e-9 or room <= 0:
        return None
    z, half = atanh(sqrt(r2)), 1.959964 / sqrt(room)
    return max(0.0, tanh(max(0.0, z - half))) ** 2, tanh(z + half) ** 2


def _ordered(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda row: _ORDER.index(row["group"]))


def _missing(
    rows: Sequence[Mapping[str, Any]], figures: Mapping[str, Any], held_out: bool = False
) -> list[Line]:
    """The paper’s lines that nothing here stands beside, with its figures and no others."""
    here = {row["paper"] for row in rows}
    lines = []
    for name, groups in figures.items():
        if name in here:
            continue
        cells: list[Cell | str] = [f"{name}, the paper’s alone"]
        for single, everything in groups:
            cells += [paper_only(single), paper_only(everything)]
            if held_out:
                cells.append(Cell(text="not given", tone="none"))
        lines.append(Line(cells=cells, kind="paper"))
    return lines


def _notes(probe: Result) -> list[str]:
    here = {row["paper"] for row in probe["rows"]}
    words = [word for name, word in _FETCH.items() if name not in here]
    notes = []
    if words:
        notes.append(
            "The paper’s own text vectors are not on this machine; their lines give its figures "
            "alone. " + ", ".join(f"`int2vec fetch {word}`" for word in words) + " fills them."
        )
    if probe["left_out"]:
        notes.append(
            "Left out, as they know fewer than half of 1–1000 or of 1001–2000: "
            + "; ".join(probe["left_out"]) + "."
        )  # fmt: skip
    if len({r["n_covered"] for r in probe["properties"]}) > 1:
        least = min(probe["properties"], key=lambda r: r["n_covered"])
        notes.append(
            f"Integers without a vector are left out of both parts: `{least['embedding']}` has one "
            f"for {least['n_covered']:,} of {least['n_asked']:,}, the fewest."
        )
    return notes


def without_copies(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows by label, without those shipped where the vectors they were cut from are here."""
    return {
        label: row for label, row in rows.items()
        if not (label.endswith(" (shipped)") and label.removesuffix(" (shipped)") in rows)
    }  # fmt: skip


def neighbors_table(found: Result) -> Table:
    """The nearest integers to some well-known ones."""
    lines = []
    rows = without_copies({row["label"]: row for row in found["rows"]})
    for n in found["of"]:
        for row in rows.values():
            near = row["neighbors"].get(str(n))
            shown = ", ".join(map(str, near)) if near else "it has no vector"
            lines.append(Line(cells=[str(n), row["label"], shown]))
    return Table(
        key="neighbors",
        title="Whose company they keep",
        columns=[Column(title="Integer", align="left"), Column(title="Vectors", align="left"),
                 Column(title="Nearest by cosine, best first", align="left")],
        lines=lines,
        caption="Nearest integers among all that the vectors know.",
    )  # fmt: skip
