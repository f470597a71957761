"""Beyond the paper: more properties, controls and fair splits, the company that integers keep."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from int2vec.predict.probe import shown
from int2vec.predict.probe.baselines import MAJORITY, baselines
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.report.completion import methods_tables
from int2vec.report.document import Block, label, picture, table
from int2vec.report.figures import heat_figure
from int2vec.report.materials import TRAINED, Materials, without_copies
from int2vec.report.probes import known_enough, lean, shown_rows
from int2vec.report.stages import Found, Part, Progress, Result, Stage, part_of
from int2vec.tables import Line, Table, left, right, two

# One of each kind in the catalog of properties that 1–2000 holds enough of.
EXTENDED = (
    *("even", "div3", "div4", "div5", "div7", "div9", "div10", "div11", "mod3=1", "mod4=1"),
    *("prime", "twin-prime", "semiprime", "squarefree", "even-Omega", "prime-power", "7-smooth"),
    *("abundant", "refactorable", "square", "perfect-power", "triangular", "two-squares"),
    *("palindrome", "harshad", "odd-digit-sum", "happy", "evil"),
)
_NOT_FAST = (
    *("div9", "div11", "mod3=1", "mod4=1", "twin-prime", "even-Omega", "prime-power", "7-smooth"),
    *("refactorable", "perfect-power", "two-squares", "palindrome", "harshad", "happy"),
)
QUANTITIES = ("log", "divisors", "Omega", "omega", "phi", "digit-sum", "largest-prime", "ones")
NEIGHBORS_OF = (12, 97, 128, 144, 1001, 1729, 2310, 5040)
_K = 8
_FOUR = {"even": "even", "div3": "divisible by 3", "div4": "divisible by 4", "prime": "prime"}


def collect_extended(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Many properties on random halves, and how the paper's four stand up to controls."""
    fast, seed = materials.config.fast, materials.config.seed
    # What ships is made from what was trained on the OEIS: one line for both is enough.
    groups = ("text", "trained") if materials.config.corpus == "oeis" else ("trained", "shipped")
    sets = known_enough(materials.vector_sets(*groups))
    vectors = [one.embeddings for one in sets]
    checked = [one.embeddings for one in sets if one.group != "shipped"]
    random = ProbeConfig(split="random", seed=seed)
    strict = ProbeConfig(seed=seed, controls=3, code=True)
    matched = ProbeConfig(split="frequency", seed=seed)
    names = [name for name in EXTENDED if not (fast and name in _NOT_FAST)] + [*QUANTITIES]
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
        wide, rows = extended["wide"], [r for r in extended["rows"] if r["key"] != MAJORITY]
        draws = wide["config"]["seeds"]
        words = f", mean of {draws} draws" if draws > 1 else ""
        yield picture("heat-map", lambda: heat_figure(wide, rows), {"draws": words})
        every = [shown.Row(key=row["key"], label=row["label"]) for row in extended["rows"]]
        made = shown.checks_table(extended["deep"], every, matched=extended["matched"], words=_FOUR)
        yield table("controls", made)
        yield quantities_table(wide, rows)
    if neighbors := found.get("neighbors"):
        by = without_copies({row["label"]: row["neighbors"] for row in neighbors["rows"]})
        lines = [
            Line([str(n), name, ", ".join(map(str, near.get(str(n)) or ["it has no vector"]))])
            for n in neighbors["of"]
            for name, near in by.items()
        ]
        yield table("neighbors", lines)
    if test := found.get("completion"):
        yield from methods_tables(test)


def quantities_table(wide: Result, rows: list[Result]) -> Table:
    """Held-out R² of further quantities."""
    found = {(r["embedding"], r["quantity"]): two(r["r2_held_out"]) for r in wide["quantities"]}
    names = list(dict.fromkeys(name for _, name in found))
    lines = [
        Line(
            [row["label"], *(found[row["key"], name] for name in names)],
            kind="baseline" if row["group"] == "baseline" else "",
        )
        for row in rows
    ]
    columns = [*left("Vectors"), *right(*(label("quantities", name) for name in names))]
    return table("quantities", Table(columns=columns, lines=lines))


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
