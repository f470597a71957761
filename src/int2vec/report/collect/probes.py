"""What linear probes read from the vectors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from int2vec.predict.probe import ProbeConfig, ProbeTable, baselines, probe
from int2vec.report.materials import Materials, Row
from int2vec.report.stages import Progress, Result

# Beyond the paper's four: one of each kind in the catalogue that 1–2000 holds enough of.
EXTENDED = (
    "even", "div3", "div4", "div5", "div7", "div9", "div10", "div11", "mod3=1", "mod4=1",
    "prime", "twin-prime", "semiprime", "squarefree", "even-Omega", "prime-power", "7-smooth",
    "abundant", "refactorable", "square", "perfect-power", "triangular", "two-squares",
    "palindrome", "harshad", "odd-digit-sum", "happy", "evil",
)  # fmt: skip
QUANTITIES = ("log", "divisors", "Omega", "omega", "phi", "digit-sum", "largest-prime", "ones")
_FAST_EXTENDED = (
    "even", "div3", "div4", "div5", "div7", "div10", "prime", "semiprime", "squarefree",
    "abundant", "square", "triangular", "odd-digit-sum", "evil",
)  # fmt: skip


def collect_probes(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The paper's two tables, with the baselines."""
    config = ProbeConfig(seed=materials.config.seed)
    rows, left_out = _known_enough(materials.everything())
    vectors = [row.embeddings for row in rows]
    sizes = [row.embeddings for row in rows if row.group == "trained"]
    held = vectors + baselines(sizes, config.integers)
    table = probe(held, None, config, progress=progress)
    return {"rows": _rows(rows, table), "left_out": left_out, **_lean(table)}


def collect_extended(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Many properties on random halves, and how the paper's four stand up to controls."""
    fast, seed = materials.config.fast, materials.config.seed
    # What ships is made from what was trained on the OEIS: one line for both is enough.
    groups = ("text", "trained") if materials.config.corpus == "oeis" else ("trained", "shipped")
    rows, _ = _known_enough([row for row in materials.everything() if row.group in groups])
    vectors = [row.embeddings for row in rows]
    ground = ProbeConfig(split="random", seed=seed)
    names = [*(_FAST_EXTENDED if fast else EXTENDED), *QUANTITIES]
    held = vectors + baselines(vectors[:1], ground.integers)
    wide = probe(held, names, ground, progress=lambda share, what: progress(share * 0.5, what))
    strict = ProbeConfig(seed=seed, controls=3, code=True)
    checked = [row for row in rows if row.group != "shipped"]
    deep = probe(
        [row.embeddings for row in checked], ["even", "div3", "div4", "prime"], strict,
        progress=lambda share, what: progress(0.5 + share * 0.3, what),
    )  # fmt: skip
    matched = ProbeConfig(split="frequency", seed=seed)
    fair = probe(
        [row.embeddings for row in checked], ["even", "div3", "div4", "prime"], matched,
        progress=lambda share, what: progress(0.8 + share * 0.2, what),
    )  # fmt: skip
    return {"rows": _rows(rows, wide), "wide": _lean(wide), "deep": _lean(deep),
            "matched": _lean(fair)}  # fmt: skip


def _known_enough(rows: list[Row]) -> tuple[list[Row], list[str]]:
    """The rows that know half of 1–1000 and half of 1001–2000, and the names of the others."""
    kept, left_out = [], []
    for row in rows:
        vectors = row.embeddings
        halves = [
            sum(n in vectors or vectors.has_subwords for n in half)
            for half in (range(1, 1001), range(1001, 2001))
        ]
        if min(halves) >= 500:
            kept.append(row)
        else:
            left_out.append(row.label)
    return kept, left_out


def _rows(rows: list[Row], table: ProbeTable) -> list[dict[str, Any]]:
    """Every line of a table with how it is shown; baselines come last."""
    known = {row.key: row for row in rows}
    shown = []
    for name in table.embeddings:
        row = known.get(name)
        label, group, paper = (row.label, row.group, row.paper) if row else (name, "baseline", None)
        if name == "majority class":
            paper = "Random baseline"
        shown.append({"key": name, "label": label, "group": group, "paper": paper})
    return shown


def _lean(table: ProbeTable) -> dict[str, Any]:
    """A table without the single runs that its means were taken from."""
    found = table.to_json()
    for result in found["properties"]:
        runs = result.pop("runs")
        result["n_test"] = runs[0]["all"]["n"]
        result["dimension"] = runs[0]["dimension"]
        by_heart = [run["control"]["train_accuracy"] for run in runs if run["control"]]
        result["by_heart"] = sum(by_heart) / len(by_heart) if by_heart else None
    return found
