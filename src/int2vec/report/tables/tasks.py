"""Analogies and seed sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from int2vec.predict.paper import ANALOGY, SEED_SETS
from int2vec.report.document import Cell, Column, Line, Table, compared, interval, paper_only, two
from int2vec.report.stages import Result
from int2vec.report.tables.probes import without_copies

_ORDER = ("text", "trained", "shipped")


def analogy_table(found: Result, corpus: str) -> Table:
    """Table 7 of the paper, then rules and both."""
    whole = found["file"] is not None
    n = found["n"]
    lines = [Line(cells=[
        "Random choice",
        Cell(text=two(found["chance"]), paper=two(ANALOGY["Random choice"]) if whole else ""),
        "all",
    ], kind="baseline")]  # fmt: skip
    rows = sorted(found["vectors"], key=lambda row: _ORDER.index(row["group"]))
    for row in rows:
        paper = ANALOGY.get(row["paper"] or "") if whole else None
        lines.append(Line(cells=[
            row["label"], compared(row["accuracy"], row["accuracy_ci95"], paper),
            f"{row['answered']} of {n}",
        ]))  # fmt: skip
    methods = found["scores"]["methods"]
    for name, label in (("rules", "Rules alone"), ("both", f"**Rules and {found['default']}**")):
        if name in methods:
            score = methods[name]
            lines.append(Line(cells=[
                label, compared(score["accuracy"], score["accuracy_ci95"], None),
                f"{score['answered']} of {n}",
            ]))  # fmt: skip
    if "FastText–Wiki" not in {row["paper"] for row in rows}:
        lines.append(Line(cells=[
            "FastText–Wiki, the paper’s alone", paper_only(ANALOGY["FastText–Wiki"]),
            Cell(text="not given", tone="none"),
        ], kind="paper"))  # fmt: skip
    notes = []
    if not whole:
        notes.append(
            "The paper’s 79 questions are not on this machine: these are the five that it prints, "
            "so its figures are not beside ours. `int2vec fetch benchmarks` brings all of them."
        )
    return Table(
        key="analogy",
        title="Analogies: a is to b as c is to what?",
        columns=[Column(title="Method", align="left"), Column(title="Accuracy"),
                 Column(title="Answered")],
        lines=lines,
        caption=f"{'The paper’s' if whole else 'The five printed'} questions"
        f", n = {n}, corpus: {corpus}. Vectors choose the option nearest to v(c) − v(a) + v(b); "
        "a question left open counts as wrong. Small below each figure: its 95 % interval, then "
        "the paper’s; ▲ and ▼ say that ours is higher or lower beyond the interval.",
        notes=notes,
    )  # fmt: skip


def analogy_items(found: Result, most: int = 12) -> Table:
    """Some questions with the rule that answers them, then open ones."""
    lines = []
    items = found["scores"]["items"]
    for item in items[:: max(1, len(items) // most)][:most]:
        right = item["correct"]
        lines.append(Line(cells=[
            f"{item['a']} : {item['b']} :: {item['c']} : ?",
            ", ".join(str(option) for option in sorted(item["options"], key=int)),
            Cell(text=str(item["prediction"]), tone="right" if right else "wrong"),
            item["rule"] or "nothing speaks for any",
        ]))  # fmt: skip
    for item in found["open"]:
        a, b, c = item["question"]
        best = item["answers"][0] if item["answers"] else None
        lines.append(Line(cells=[
            f"{a} : {b} :: {c} : ?", "open", str(best["value"]) if best else "no answer",
            best["why"] if best else "nothing speaks for any",
        ]))  # fmt: skip
    return Table(
        key="analogy-items",
        title="Some analogies, with their rules",
        columns=[Column(title="Question", align="left"), Column(title="Options", align="left"),
                 Column(title="Answer"), Column(title="Rule or evidence", align="left")],
        lines=lines,
        caption="By rules and vectors together. Open questions come without options, and have no "
        "one right answer.",
    )  # fmt: skip


def seed_table(found: Result) -> Table:
    """Table 8 of the paper: three seed sets, expanded by vectors."""
    lines = []
    for one in found["paper_sets"]:
        seeds = tuple(one["seeds"])
        shown = " ".join(map(str, seeds))
        for label, values in without_copies(one["by"]).items():
            members = _members(values, seeds) if values else "a member has no vector"
            lines.append(Line(cells=[shown, label, members]))
        for label, theirs in SEED_SETS[seeds].items():
            paper = Cell(text=_members(theirs, seeds), tone="paper")
            lines.append(Line(cells=[shown, f"{label}, the paper’s", paper], kind="paper"))
    return Table(
        key="seeds",
        title="Seed sets, expanded by vectors",
        columns=[Column(title="Seeds", align="left"), Column(title="Vectors", align="left"),
                 Column(title="Candidates, best first", align="left")],
        lines=lines,
        caption="Integers nearest to the centroid of the members’ vectors; bold: those that share "
        "what the members share (prime; prime; a power of 2 or 3).",
    )  # fmt: skip


def _members(values: Sequence[int], seeds: tuple[int, ...]) -> str:
    def shares(n: int) -> bool:
        if seeds == (729, 1024, 243):
            return _is_power(n, 2) or _is_power(n, 3)
        return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))

    return ", ".join(f"**{n}**" if shares(int(n)) else str(n) for n in values)


def _clipped(name: str, most: int = 90) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _is_power(n: int, base: int) -> bool:
    while n > 1 and n % base == 0:
        n //= base
    return n == 1


def fused_table(found: Result, corpus: str) -> Table:
    """Seed sets with what they share, named, and the fused expansion."""
    lines = []
    for one in found["fused"]:
        words = "; ".join(f"{p['words']} ({p['bits']:.0f} bits)" for p in one["properties"])
        sequences = "; ".join(_clipped(name) for name in one["sequences"])
        lines.append(Line(cells=[
            " ".join(map(str, one["seeds"])), words or "nothing in the catalogue beyond chance",
            sequences or "none holds them all", ", ".join(map(str, one["values"])),
        ]))  # fmt: skip
    return Table(
        key="fused",
        title="What they share, named",
        columns=[Column(title="Seeds", align="left"), Column(title="Each of them", align="left"),
                 Column(title="Sequences that hold them all, rarest first", align="left"),
                 Column(title="Others", align="left")],
        lines=lines,
        caption="Properties with their surprise in bits against integers of that size; sequences "
        f"of {corpus}; others by properties, sequences and vectors fused. Conjectures all.",
    )  # fmt: skip


def expansion_table(found: Result, corpus: str) -> Table:
    """P@10 and MAP on hidden sets."""
    labels: dict[str, str] = {row["key"]: row["label"] for row in found["rows"]}
    kinds = found["scores"]
    by_kind: dict[str, dict[str, Any]] = {
        kind: {score["method"]: score for score in scores} for kind, scores in kinds.items()
    }
    methods = list(dict.fromkeys(m for scores in by_kind.values() for m in scores))
    lines = []
    for method in methods:
        cells: list[Cell | str] = [_method(method, labels)]
        for scores in by_kind.values():
            for key in ("p_at_10", "map"):
                score = scores[method]
                cells.append(Cell(text=two(score[key]), interval=interval(score[f"{key}_ci95"])))
        kind = "baseline" if method == "frequency" else ""
        lines.append(Line(cells=cells, kind=kind))
    return Table(
        key="expansion",
        title="Hidden sets: a few members shown, the rest to find",
        columns=[Column(title="Method", align="left"), *(
            Column(title=title, group=group)
            for group in ("properties, 1–1000", "test sequences") for title in ("P@10", "MAP")
        )],
        lines=lines,
        caption=f"{found['n_sets']} sets of each kind, 3–5 members shown; the index holds the "
        f"training part of {corpus} alone. The property sets come from the very catalogue that "
        "shared properties are named from, so those methods’ scores there are a ceiling; the test "
        "sequences are the fair measure. Below each figure its 95 % interval (bootstrap).",
    )  # fmt: skip


def _method(method: str, labels: dict[str, str]) -> str:
    kind, _, key = method.partition(" ")
    if key in labels:
        return f"{labels[key]} vectors" if kind == "vectors" else f"**Fused** with {labels[key]}"
    names = {
        "frequency": "The commonest integers",
        "properties": "Shared properties",
        "sequences": "Shared sequences",
        "fused, no vectors": "Properties and sequences",
    }
    return names.get(method, method)
