"""Beyond the paper: more properties, controls and fair splits, the company that integers keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.arithmetic import PROPERTIES
from int2vec.errors import InputError
from int2vec.predict.probe import shown
from int2vec.predict.probe.baselines import baselines
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.result import ProbeTable
from int2vec.report.completion_shown import methods_table, sizes_table
from int2vec.report.document import Block
from int2vec.report.materials import TRAINED, Materials, without_copies
from int2vec.report.probes import known_enough, lean, shown_rows
from int2vec.report.stages import Found, Part, Progress, Result, Stage, part_of
from int2vec.report.style import INK, PAPER, A, B, new_axes
from int2vec.report.words import picture, table
from int2vec.tables import Line, Table, left, right, two

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# One of each kind in the catalog of properties that 1–2000 holds enough of.
EXTENDED = (
    *("even", "div3", "div4", "div5", "div7", "div9", "div10", "div11", "mod3=1", "mod4=1"),
    *("prime", "twin-prime", "semiprime", "squarefree", "even-Omega", "prime-power", "7-smooth"),
    *("abundant", "refactorable", "square", "perfect-power", "triangular", "two-squares"),
    *("palindrome", "harshad", "odd-digit-sum", "happy", "evil"),
)
_FAST_EXTENDED = (
    *("even", "div3", "div4", "div5", "div7", "div10", "prime", "semiprime", "squarefree"),
    *("abundant", "square", "triangular", "odd-digit-sum", "evil"),
)
QUANTITIES = ("log", "divisors", "Omega", "omega", "phi", "digit-sum", "largest-prime", "ones")
NEIGHBORS_OF = (12, 97, 128, 144, 1001, 1729, 2310, 5040)
_K = 8
_FOUR = {"even": "even", "div3": "divisible by 3", "div4": "divisible by 4", "prime": "prime"}
_QUANTITY_WORDS = {
    "Omega": "Ω",
    "omega": "ω",
    "phi": "φ",
    "log": "logarithm",
    "ones": "binary ones",
    "largest-prime": "largest prime",
    "digit-sum": "digit sum",
}


def collect_extended(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Many properties on random halves, and how the paper's four stand up to controls."""
    fast, seed = materials.config.fast, materials.config.seed
    # What ships is made from what was trained on the OEIS: one line for both is enough.
    groups = ("text", "trained") if materials.config.corpus == "oeis" else ("trained", "shipped")
    sets, _ = known_enough(materials.vector_sets(*groups))
    vectors = [one.embeddings for one in sets]
    checked = [one.embeddings for one in sets if one.group != "shipped"]
    random = ProbeConfig(split="random", seed=seed)
    strict = ProbeConfig(seed=seed, controls=3, code=True)
    matched = ProbeConfig(split="frequency", seed=seed)
    names = [*(_FAST_EXTENDED if fast else EXTENDED), *QUANTITIES]
    with_baselines = vectors + baselines(vectors[:1], random.integers)
    wide = probe(with_baselines, names, random, progress=part_of(progress, 0.0, 0.5))
    deep = probe(checked, list(_FOUR), strict, progress=part_of(progress, 0.5, 0.3))
    fair = probe(checked, list(_FOUR), matched, progress=part_of(progress, 0.8, 0.2))
    tables = {"wide": lean(wide), "deep": lean(deep), "matched": lean(fair)}
    return {"rows": shown_rows(sets, wide), **tables}


def collect_neighbors(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The nearest integers to some well-known ones, in every set of vectors."""
    rows = []
    for one in materials.vector_sets("text", "trained", "shipped"):
        vectors = one.embeddings
        known = [n for n in NEIGHBORS_OF if n in vectors]
        near = {n: [m for m, _ in vectors.neighbors(n, _K)] for n in known}
        rows.append({"label": one.label, "neighbors": near})
    return {"of": NEIGHBORS_OF, "rows": rows}


def blocks(found: Found) -> Iterator[Block]:
    """Probes, neighbors, and each completer on its own."""
    if extended := found.get("extended"):
        draws = extended["wide"]["config"]["seeds"]
        words = f", mean of {draws} draws" if draws > 1 else ""
        yield picture("heat-map", lambda: _extended_heat(extended), {"draws": words})
        yield controls_table(extended)
        yield quantities_table(extended)
    if neighbors := found.get("neighbors"):
        yield neighbors_table(neighbors)
    if test := found.get("completion"):
        yield methods_table(test)
        yield sizes_table(test)


def controls_table(extended: Result) -> Table:
    """The paper's four properties held against control labels, codes, and matched frequencies."""
    rows = [shown.Row(key=row["key"], label=row["label"]) for row in extended["rows"]]
    made = shown.checks_table(extended["deep"], rows, matched=extended["matched"], words=_FOUR)
    return table("controls", made.lines, columns=made.columns)


def quantities_table(extended: Result) -> Table:
    """Held-out R² of further quantities."""
    names = list(dict.fromkeys(r["quantity"] for r in extended["wide"]["quantities"]))
    found = {(r["embedding"], r["quantity"]): r for r in extended["wide"]["quantities"]}
    lines = []
    for row in extended["rows"]:
        if row["key"] == "majority class":
            continue
        figures = [two(found[row["key"], name]["r2_held_out"]) for name in names]
        kind = "baseline" if row["group"] == "baseline" else ""
        lines.append(Line([row["label"], *figures], kind=kind))
    columns = [*left("Vectors"), *right(*(_QUANTITY_WORDS.get(name, name) for name in names))]
    return table("quantities", lines, columns=columns)


def neighbors_table(found: Result) -> Table:
    """The nearest integers to some well-known ones."""
    lines = []
    rows = without_copies({row["label"]: row for row in found["rows"]})
    for n in found["of"]:
        for row in rows.values():
            near = row["neighbors"].get(str(n))
            shown = ", ".join(map(str, near)) if near else "it has no vector"
            lines.append(Line([str(n), row["label"], shown]))
    return table("neighbors", lines)


def _extended_heat(extended: Result) -> Figure:
    wide = extended["wide"]["properties"]
    names = list(dict.fromkeys(r["property"] for r in wide))
    found = {
        (r["embedding"], r["property"]): (r["tuned"]["accuracy"], r["majority"]["accuracy"])
        for r in wide
    }
    rows = [row for row in extended["rows"] if row["key"] != "majority class"]
    cells = [[found[row["key"], name] for name in names] for row in rows]
    return heat_figure([row["label"] for row in rows], names, cells)


def probe_heatmap(table: ProbeTable, kind: str = "all") -> Figure:
    """Embedding × property; the color is the gain over the majority class."""
    if not table.properties:
        raise InputError("the table holds no yes-or-no property; probe at least one, such as even")
    rows = list(dict.fromkeys(result.embedding for result in table.properties))
    names = list(dict.fromkeys(result.name for result in table.properties))
    results = [[table.property_result(row, name) for name in names] for row in rows]
    cells = [[(found.mean(kind), found.mean("majority")) for found in row] for row in results]
    title = f"Accuracy of linear probes ({kind}, {table.config.split} split)"
    return heat_figure(rows, names, cells, title)


def heat_figure(
    labels: Sequence[str],
    names: Sequence[str],
    cells: Sequence[Sequence[tuple[float, float]]],
    title: str = "",
) -> Figure:
    """Embedding × property; the deeper the color, the more is known beyond the majority class.

    A cell is an accuracy, which is printed, and the majority's. The gain is (accuracy − majority)
    / (1 − majority), so that common and rare properties share one scale.
    """
    size = (3.0 + 0.42 * len(names), 1.5 + 0.34 * len(labels))
    figure, axes = new_axes(*size, grid="", title=title)
    for i, row in enumerate(cells):
        for j, (accuracy, majority) in enumerate(row):
            gain = (accuracy - majority) / (1 - majority) if majority < 1 else 0.0
            strength, color = min(1.0, abs(gain)), A if gain >= 0 else B
            alpha = 0.06 + 0.94 * strength
            axes.barh(i, 0.96, 0.92, left=j - 0.48, linewidth=0, alpha=alpha, color=color)
            words, ink = two(accuracy).removeprefix("0"), PAPER if strength > 0.55 else INK
            axes.text(j, i, words, ha="center", va="center", fontsize=7, color=ink)
    axes.set(xlim=(-0.6, len(names) - 0.4), ylim=(len(labels) - 0.4, -0.6))
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.xaxis.tick_top()
    slant: Any = {"rotation": 52, "ha": "left", "rotation_mode": "anchor"}
    axes.set_xticks(range(len(names)), [_property_words(name) for name in names], **slant)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(length=0, labelsize=7.5, labelcolor=INK)
    return figure


def _property_words(name: str) -> str:
    words = PROPERTIES[name].words
    for start in ("is ", "has ", "leaves "):
        words = words.removeprefix(start)
    return words if len(words) <= 22 else name


_SETTINGS = Materials.settings_with_vectors
_PROBING = ("predict/probe", "arithmetic")
PART = Part(
    key="s-beyond",
    title="Beyond the paper",
    stages=[
        Stage("extended", collect_extended, _SETTINGS, TRAINED, _PROBING, seconds=200, fast=38),
        Stage("neighbors", collect_neighbors, _SETTINGS, TRAINED, ("embeddings",), seconds=4),
    ],
    blocks=blocks,
)
