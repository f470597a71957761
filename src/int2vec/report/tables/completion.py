"""The next term: the paper’s table, and examples with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from int2vec.predict.paper import COMPLETION
from int2vec.report.document import Cell, Column, Line, Table, compared, paper_only, two
from int2vec.report.stages import Result

_NAMES = {
    "ensemble": "**Ensemble**",
    "rules": "Rules: exact inference",
    "search": "Search, longest match",
    "search-full": "Search, whole prompt",
    "search-last-5": "Search, last 5 terms",
}
_SHOWN = ("ensemble", "rules", "search", "search-last-5", "search-full")
_LONGEST = 14  # digits of a number that is shown whole


def completion_table(results: Mapping[str, Result]) -> Table:
    """Table 6 of the paper: the aptitude questions, the test split, and the family split."""
    lines: list[Line] = []
    notes: list[str] = []
    if aptitude := results.get("aptitude"):
        lines += _aptitude(aptitude)
        notes += _aptitude_notes(aptitude)
    if test := results.get("completion"):
        lines += _test(test, results.get("completion-lstm"), _label(test))
    if family := results.get("family"):
        lines += _test(family, None, _label(family), paper=False)
    return Table(
        key="completion",
        title="What comes next",
        columns=[
            Column(title="Questions", align="left"), Column(title="Method", align="left"),
            Column(title="n"), Column(title="answered"), Column(title="P@1"), Column(title="P@5"),
            Column(title="p"),
        ],
        lines=lines,
        caption="P@k: how often the answer is among the first k; p: of the exact paired test "
        "against the ensemble at P@1, on the same questions. A test sequence is asked for its "
        "last term, from the training part alone. Small below each figure: its 95 % interval, then "
        "the paper’s figure; ▲ and ▼ say that ours is higher or lower beyond the interval.",
        notes=notes,
    )  # fmt: skip


def _label(found: Result) -> str:
    name = {"oeis": "OEIS", "catalog": "Catalogue"}.get(found["corpus"], found["corpus"])
    return f"{name} test, {found['split']} split"


def _aptitude(found: Result) -> list[Line]:
    label = "Aptitude tests" if found["file"] else "The paper’s five examples"
    # Figures on all 57 questions have nothing to say about five of them.
    paper = COMPLETION["aptitude"] if found["file"] else {}
    theirs = {"search-full": paper.get("OEIS search")}
    lines = [
        _line(label, _NAMES[name], found["n"], found["methods"][name], theirs.get(name))
        for name in _SHOWN
        if name in found["methods"]
    ]
    neural = found["neural"]
    if "lstm" in neural:
        lines.append(_line(label, "LSTM", found["n"], neural["lstm"], paper.get("OEIS–LSTM")))
    for name, words in (("text-lm-token", "next token"), ("text-lm", "whole integers")):
        if name in neural:
            method = f"{Path(found['text_model']).name} as text, {words}"
            theirs_too = paper.get("GPT-2") if found["text_model"] == "gpt2" else None
            lines.append(_line(label, method, found["n"], neural[name], theirs_too))
    if found["text_model"] == "gpt2" and found["file"]:
        return lines
    shares = COMPLETION["aptitude"]["GPT-2"]
    cells: list[Cell | str] = [
        "Aptitude tests", "GPT-2, the paper’s alone", Cell(text="57", tone="paper"),
        Cell(text="not given", tone="none"), *(paper_only(share) for share in shares),
        Cell(text="not given", tone="none"),
    ]  # fmt: skip
    return [*lines, Line(cells=cells, kind="paper")]


def _aptitude_notes(found: Result) -> list[str]:
    notes = [
        f"{found['in_index']} of the {found['n']} aptitude questions stand whole, answer included, "
        f"among the {found['indexed']:,} sequences searched: those are looked up, not predicted."
    ]
    if not found["file"]:
        notes.append(
            "The paper’s 57 aptitude questions are not on this machine: these are the five that it "
            "prints. `int2vec fetch benchmarks` brings all of them."
        )
    if "lstm" not in found["neural"]:
        notes.append("No LSTM took part: `int2vec train lstm` makes one.")
    if found["text_model"] != "gpt2":
        notes.append(
            "GPT-2 took no part: `int2vec fetch gpt2`, then `int2vec reproduce --text-model gpt2`, "
            "measures it; any causal language model will do in its place."
        )
    return notes


def _test(found: Result, lstm: Result | None, label: str, paper: bool = True) -> list[Line]:
    figures = COMPLETION["oeis-test"] if paper else {}
    theirs = {
        "search-full": figures.get("OEIS search (full)"),
        "search-last-5": figures.get("OEIS search (last 5)"),
    }
    lines = [
        _line(label, _NAMES[name], found["n"], found["methods"][name], theirs.get(name))
        for name in _SHOWN
        if name in found["methods"]
    ]
    if lstm and "n" in lstm:
        row = {**lstm, "answered": lstm["n"]}
        lines.append(_line(label, "LSTM, every test sequence", lstm["n"], row,
                           figures.get("OEIS–LSTM")))  # fmt: skip
    return lines


def _line(
    label: str, method: str, n: int, row: Mapping[str, Any], paper: tuple[float, float] | None
) -> Line:
    at1, at5 = paper or (None, None)
    return Line(cells=[
        label, method, f"{n:,}", f"{row['answered']:,}",
        compared(row["p_at_1"], row["p_at_1_ci95"], at1),
        compared(row["p_at_5"], row["p_at_5_ci95"], at5),
        _p_value(row.get("p_value_at_1")),
    ])  # fmt: skip


def _p_value(p: float | None) -> Cell | str:
    if p is None:
        return Cell(text="—", tone="none")
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def examples_table(examples: Result, corpus: str) -> Table:
    """A dozen prompts with the first answer and its reason."""
    lines = []
    for item in examples["items"]:
        first = item["predictions"][0] if item["predictions"] else None
        prompt = ", ".join(map(str, item["prompt"]))
        if first is None:
            lines.append(Line(cells=[f"{prompt}, …", "no candidate", "—", "—"]))
            continue
        lines.append(Line(cells=[
            f"{prompt}, …", short(first["value"]), two(first["probability"] or 0.0), first["why"],
        ]))  # fmt: skip
    return Table(
        key="examples",
        title="A dozen completions, with their reasons",
        columns=[
            Column(title="Terms", align="left"), Column(title="Next"), Column(title="Probability"),
            Column(title="Why", align="left"),
        ],
        lines=lines,
        caption=f"The ensemble’s first answer, searching all of {corpus}. Each is a conjecture, "
        "with its evidence.",
    )  # fmt: skip


def sizes_table(found: Result) -> Table:
    """The ensemble by size of the answer."""
    lines = [
        Line(cells=[label, f"{size['n']:,}", two(size["p_at_1"]), two(size["p_at_5"])])
        for label, size in found["by_size"].items()
    ]
    return Table(
        key="by-size",
        title="The ensemble, by size of the answer",
        columns=[Column(title="Answer", align="left"), Column(title="n"), Column(title="P@1"),
                 Column(title="P@5")],
        lines=lines,
        caption=f"{_label(found)}, n = {found['n']:,}.",
    )  # fmt: skip


def sources_table(found: Result) -> Table:
    """Every completer on its own, by the name that `--using` takes."""
    lines = [
        Line(cells=[
            f"`{name}`", f"{row['answered']:,}",
            compared(row["p_at_1"], row["p_at_1_ci95"], None),
            compared(row["p_at_5"], row["p_at_5_ci95"], None), _p_value(row.get("p_value_at_1")),
        ])
        for name, row in found["methods"].items()
    ]  # fmt: skip
    return Table(
        key="sources",
        title="What each completer knows on its own",
        columns=[Column(title="Completer", align="left"), Column(title="answered"),
                 Column(title="P@1"), Column(title="P@5"), Column(title="p")],
        lines=lines,
        caption=f"{_label(found)}, n = {found['n']:,}; names as `int2vec complete --using` takes "
        "them; p: of the exact paired test against the ensemble at P@1.",
    )  # fmt: skip


def short(value: object) -> str:
    """A number as people write it; a very long one by its ends.

    >>> short(1234), short(10**40)
    ('1,234', '10000…0000 (41 digits)')
    """
    text = str(value)
    digits = text.lstrip("-")
    if len(digits) <= _LONGEST:
        return f"{int(text):,}".replace("-", "−")
    sign = "−" if text.startswith("-") else ""
    return f"{sign}{digits[:5]}…{digits[-4:]} ({len(digits)} digits)"
