"""What the vectors know: the paper's two probe tables, and its neuron that tells even from odd."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.arithmetic import PROPERTIES
from int2vec.errors import InputError
from int2vec.predict.paper import NEURON_156, PROBE_ACCURACY, PROBE_R2
from int2vec.predict.probe import shown
from int2vec.predict.probe.baselines import baselines
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.neuron import Neuron, find_neuron
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.result import ProbeTable
from int2vec.report.document import Block, Finding
from int2vec.report.materials import TRAINED, Materials, VectorSet
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.style import INK, MUTED, A, B, legend, new_axes
from int2vec.report.words import finding, note, picture, table
from int2vec.tables import Cell, Line, Table, interval, left, right, signed, two

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLES = {
    "even": "Evenness",
    "div3": "Divisible by 3",
    "div4": "Divisible by 4",
    "prime": "Primality",
    "value": "Value",
    "digits": "Number of digits",
}
_FETCH = {
    "GloVe–840B–300D": "glove",
    "SkipGram–BoW–5": "skipgram",
    "FastText–Wiki": "fasttext-wiki",
}
_ORDER = ("baseline", "text", "trained", "shipped", "joined")
_BEST = "OEIS–FastText, subwords"


def collect_probes(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The paper's two tables, with the baselines."""
    config = ProbeConfig(seed=materials.config.seed)
    sets, left_out = known_enough(materials.vector_sets())
    sizes = [one.embeddings for one in sets if one.group == "trained"]
    vectors = [one.embeddings for one in sets] + baselines(sizes, config.integers)
    table = probe(vectors, None, config, progress=progress)
    return {"rows": shown_rows(sets, table), "left_out": left_out, **lean(table)}


def collect_neuron(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The dimension of each LSTM, and of our other vectors, that best tells even from odd."""
    found: dict[str, Any] = {}
    for one in materials.vector_sets("trained", "shipped"):
        if one.group == "shipped" and one.paper != "OEIS–LSTM":
            continue
        try:
            neuron = find_neuron(one.embeddings, "even")
        except InputError:
            continue  # too few integers have a vector
        found[one.key] = {"label": one.label, "paper": one.paper, **neuron.to_json()}
    return {"neurons": found}


def known_enough(sets: list[VectorSet]) -> tuple[list[VectorSet], list[str]]:
    """The sets that know half of 1–1000 and half of 1001–2000, and the names of the others."""
    kept, left_out = [], []
    for one in sets:
        vectors = one.embeddings
        halves = [
            sum(n in vectors or vectors.has_subwords for n in half)
            for half in (range(1, 1001), range(1001, 2001))
        ]
        if min(halves) >= 500:
            kept.append(one)
        else:
            left_out.append(one.label)
    return kept, left_out


def shown_rows(sets: list[VectorSet], table: ProbeTable) -> list[dict[str, Any]]:
    """Every line of a table with how it is shown; baselines come last."""
    known = {one.key: one.about() for one in sets}
    rows = []
    for name in table.embeddings:
        paper = "Random baseline" if name == "majority class" else None
        baseline = {"key": name, "label": name, "group": "baseline", "paper": paper}
        rows.append(known.get(name, baseline))
    return rows


def lean(table: ProbeTable) -> dict[str, Any]:
    """A table without the single runs that its means were taken from."""
    found = table.to_json()
    for result in found["properties"]:
        runs = result.pop("runs")
        result["n_test"] = runs[0]["all"]["n"]
        result["dimension"] = runs[0]["dimension"]
    return found


def blocks(found: Found) -> Iterator[Block]:
    """The two tables; the neuron's values, and a picture of them."""
    if probed := found.get("probe"):
        yield accuracy_table(probed, found)
        yield r2_table(probed, found)
    if neuron := _evenness_neuron(found.get("neuron")):
        yield neuron_table(neuron)
        yield picture("neuron", lambda: neuron_figure(neuron), neuron)


def accuracy_table(probed: Result, found: Found) -> Table:
    """Table 3 of the paper: logistic probes for four properties."""
    rows = _rows(probed, found)
    made = shown.accuracy_table(probed, rows, words=_TITLES)
    lines = [*made.lines, *shown.paper_alone(PROBE_ACCURACY, rows)]
    n = max(r["n_test"] for r in probed["properties"])
    said = {"n": n, "words": found.words, "reading": note("reading")}
    return table("probe-accuracy", lines, said, columns=made.columns, notes=_notes(probed))


def r2_table(probed: Result, found: Found) -> Table:
    """Table 4 of the paper: linear probes for value and number of digits."""
    # One constant column explains no variance by definition.
    rows = [row for row in _rows(probed, found) if row.key != "majority class"]
    titles = {name: f"{title} (R²)" for name, title in _TITLES.items()}
    made = shown.r2_table(probed, rows, words=titles)
    lines = [*made.lines, *shown.paper_alone(PROBE_R2, rows, further=1)]
    said = {"words": found.words, "reading": note("reading")}
    return table("probe-r2", lines, said, columns=made.columns, notes=_notes(probed))


def _rows(probed: Result, found: Found) -> list[shown.Row]:
    return [
        shown.Row(
            key=row["key"],
            label=row["label"],
            baseline=row["group"] == "baseline",
            paper=row["paper"],
            paper_on=_paper_on(row, found),
        )
        for row in sorted(probed["rows"], key=lambda row: _ORDER.index(row["group"]))
    ]


def _paper_on(row: Mapping[str, Any], found: Found) -> str:
    """The paper's corpus where this row was trained on another."""
    return found.paper_on if row["group"] in ("trained", "joined") else ""


def _notes(probed: Result) -> list[str]:
    here = {row["paper"] for row in probed["rows"]}
    wanted = [f"`int2vec fetch {word}`" for name, word in _FETCH.items() if name not in here]
    notes = [note("no-text-vectors", {"commands": ", ".join(wanted)})] if wanted else []
    if probed["left_out"]:
        notes.append(note("left-out", {"names": "; ".join(probed["left_out"])}))
    return [*notes, *shown.coverage_note(probed)]


def _evenness_neuron(found: Result | None) -> Mapping[str, Any] | None:
    """The LSTM's neuron; of several LSTMs the one whose neuron knows most."""
    neurons = found["neurons"].values() if found else ()
    lstms = [one for one in neurons if one["paper"] == "OEIS–LSTM"]
    return max(lstms, key=lambda one: one["alone"]["accuracy"]) if lstms else None


def neuron_table(neuron: Mapping[str, Any]) -> Table:
    """The neuron's values for 1–10, as the paper prints them."""
    values = neuron["values"][:10]
    ours = [Cell(signed(v["value"]), tone="right" if v["right"] else "wrong") for v in values]
    paper = [Cell(signed(v), tone="paper") for v in NEURON_156]
    figures = {}
    for kind in ("alone", "all", "zeroed"):
        figures[kind] = two(neuron[kind]["accuracy"])
        if kind != "all":
            figures[kind] += f" [{interval(neuron[kind]['accuracy_ci95'])}]"
    lines = [
        Line([f"{neuron['label']}, dimension {neuron['dimension']}", *ours]),
        Line(["The paper’s LSTM, dimension 156", *paper], kind="paper"),
    ]
    columns = [*left(""), *right(*(str(v["integer"]) for v in values))]
    return table("neuron", lines, {**neuron, **figures}, columns=columns)


def neuron_figure(
    neuron: Mapping[str, Any], has: str = "even", lacks: str = "odd", title: str = ""
) -> Figure:
    """A bar for each integer: its value in the dimension, colored by the property."""
    figure, axes = new_axes(7.2, 2.9, title=title)
    for holds, color, label in ((True, A, has), (False, B, lacks)):
        chosen = [v for v in neuron["values"] if v["holds"] == holds]
        places, heights = ([v[key] for v in chosen] for key in ("integer", "value"))
        axes.bar(places, heights, 0.72, color=color, label=label)
    axes.axhline(neuron["threshold"], color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.axhline(0.0, color=MUTED, linewidth=0.5)
    last = max(v["integer"] for v in neuron["values"])
    axes.set(xlabel="integer", ylabel=f"dimension {neuron['dimension']}", xlim=(0, last + 1))
    axes.set_xticks([1, *range(5, last + 1, 5)])
    legend(axes, "lower right", above=1.0, ncols=2)
    return figure


def neuron_picture(neuron: Neuron) -> Figure:
    """A neuron's figure with a title of its own."""
    title = (
        f"{neuron.property_name} in {neuron.embedding}: dimension {neuron.dimension} is right for "
        f"{neuron.n_right} of {len(neuron.values)}; accuracy {neuron.alone.accuracy:.2f} on unseen "
        "integers"
    )
    words = PROPERTIES[neuron.property_name].words
    return neuron_figure(neuron.to_json(), words, "all others", title)


def findings(found: Found) -> Iterator[Finding]:
    """Primes, divisibility by 3 and size, read from the subword vectors."""
    probed = found.get("probe")
    rows = [row for row in probed["rows"] if row["paper"] == _BEST] if probed else []
    if not probed or not rows:
        return
    # The vectors of this corpus come first; those shipped stand in where they know more.
    results = {(r["embedding"], r["property"]): r for r in probed["properties"]}
    row = max(rows, key=lambda row: results[row["key"], "prime"]["all"]["accuracy"])
    three, prime = (results[row["key"], name]["all"] for name in ("div3", "prime"))
    paper, paper_on = PROBE_ACCURACY[_BEST], _paper_on(row, found)
    asked = (row["key"], "value")
    value = next(r for r in probed["quantities"] if (r["embedding"], r["quantity"]) == asked)
    said = {"label": row["label"], "interval": interval(three["accuracy_ci95"])}
    said["held_out"] = two(value["r2_held_out"])
    for key, theirs, ours in (
        ("primes", paper[3][1], prime["accuracy"]),
        ("thirds", paper[1][1], three["accuracy"]),
        ("size", PROBE_R2[_BEST][0][1], value["r2_all"]),
    ):
        yield finding(key, two(theirs), two(ours), said, paper_on)


_CODE = ("predict/probe", "arithmetic")
_SETTINGS = Materials.settings_with_vectors
PART = Part(
    key="s-knows",
    title="What the vectors know",
    stages=[
        Stage("probe", collect_probes, _SETTINGS, TRAINED, _CODE, seconds=30, fast=5),
        Stage("neuron", collect_neuron, _SETTINGS, TRAINED, _CODE),
    ],
    blocks=blocks,
    findings=findings,
)
