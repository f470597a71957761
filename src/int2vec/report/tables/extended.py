"""Probes beyond the paper: more properties, controls, fair splits."""

from __future__ import annotations

from typing import Any

from int2vec.report.document import Cell, Column, Line, Table, interval, signed, two
from int2vec.report.stages import Result

_TITLES = {"even": "even", "div3": "divisible by 3", "div4": "divisible by 4", "prime": "prime"}


def controls_table(extended: Result) -> Table:
    """The paper's four properties held against control labels, codes, and matched frequencies."""
    labels = {row["key"]: row["label"] for row in extended["rows"]}
    matched = {(r["embedding"], r["property"]): r for r in extended["matched"]["properties"]}
    lines = []
    for result in extended["deep"]["properties"]:
        tuned = result["tuned"]
        fair = matched[result["embedding"], result["property"]]["tuned"]
        by_heart = result["by_heart"]
        lines.append(Line(cells=[
            labels[result["embedding"]], _TITLES[result["property"]],
            two(result["majority"]["accuracy"]),
            Cell(text=two(tuned["accuracy"]), interval=interval(tuned["accuracy_ci95"])),
            two(tuned["balanced_accuracy"]), two(tuned["auroc"]),
            signed(result["selectivity"]), two(by_heart),
            f"{result['compression']:.1f}×",
            Cell(text=two(fair["accuracy"]), interval=interval(fair["accuracy_ci95"])),
        ]))  # fmt: skip
    return Table(
        key="controls",
        title="The same four properties, held against controls",
        columns=[
            Column(title="Vectors", align="left"), Column(title="Property", align="left"),
            Column(title="majority"), Column(title="accuracy", group="tuned probe"),
            Column(title="balanced", group="tuned probe"),
            Column(title="AUROC", group="tuned probe"),
            Column(title="selectivity", group="control labels"),
            Column(title="by heart", group="control labels"),
            Column(title="code"), Column(title="matched"),
        ],
        lines=lines,
        caption="Trained on 1–1000, tested on 1001–2000. Tuned: penalty and scaling chosen inside "
        "the training part. Selectivity: accuracy less that on random labels of the same balance; "
        "by heart: how well the probe learns such labels in training (Hewitt & Liang 2019). Code: "
        "how many times shorter the labels become (Voita & Titov 2020). Matched: accuracy on "
        "random halves of pairs, one integer with the property and one without, equally frequent, "
        "so that chance is 0.50.",
    )  # fmt: skip


def quantities_table(extended: Result) -> Table:
    """Held-out R² of further quantities."""
    names = list(dict.fromkeys(r["quantity"] for r in extended["wide"]["quantities"]))
    found = {(r["embedding"], r["quantity"]): r for r in extended["wide"]["quantities"]}
    lines = []
    for row in extended["rows"]:
        if row["key"] == "majority class":
            continue
        cells: list[Cell | str] = [row["label"]]
        cells += [two(found[row["key"], name]["r2_held_out"]) for name in names]
        lines.append(Line(cells=cells, kind="baseline" if row["group"] == "baseline" else ""))
    return Table(
        key="quantities",
        title="Other quantities, held out",
        columns=[Column(title="Vectors", align="left"), *(Column(title=_words(n)) for n in names)],
        lines=lines,
        caption="R² on 1–2000 by ridge regression, each fifth predicted from the others; below 0 "
        "is worse than the mean. Ω counts prime factors with, ω without repeats.",
    )  # fmt: skip


def heat_rows(extended: Result) -> tuple[list[str], list[str], list[list[Any]]]:
    """Labels, properties, and for each pair the accuracy and the majority's: for the heat map."""
    wide = extended["wide"]["properties"]
    names = list(dict.fromkeys(r["property"] for r in wide))
    found = {(r["embedding"], r["property"]): r for r in wide}
    rows = [row for row in extended["rows"] if row["key"] != "majority class"]
    cells = [
        [(found[row["key"], name]["tuned"]["accuracy"],
          found[row["key"], name]["majority"]["accuracy"]) for name in names]
        for row in rows
    ]  # fmt: skip
    return [row["label"] for row in rows], names, cells


def _words(name: str) -> str:
    words = {"Omega": "Ω", "omega": "ω", "phi": "φ", "log": "logarithm", "ones": "binary ones",
             "largest-prime": "largest prime", "digit-sum": "digit sum"}  # fmt: skip
    return words.get(name, name)
