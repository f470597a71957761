"""Analogies: the published questions, answered by every set of vectors, by rules and by both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from int2vec.predict.analogy.questions import PUBLISHED, published_questions
from int2vec.predict.paper import ANALOGY
from int2vec.report.document import Block, Finding, finding, note, table
from int2vec.report.materials import TRAINED, Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.tables import Cell, Line, Table, compared, interval, paper_only, two

OPEN_QUESTIONS = ((3, 9, 5), (2, 3, 11), (12, 21, 34), (7, 49, 11), (6, 28, 3))
_ORDER = ("text", "trained", "shipped")
_SHOWN = 12
_ASKED = "{} : {} :: {} : ?"


def collect_analogies(materials: Materials, folder: Path, progress: Progress) -> Result:
    """Accuracy of every set of vectors, and of rules with the subword vectors of this corpus."""
    questions, path = published_questions()
    sets, ours = materials.vector_sets(*_ORDER), materials.default()
    default = ours.embeddings if ours else None
    session = materials.session_for(progress)
    (scores,) = session.evaluate_analogies(questions, [default] if default else [])
    vectors = [one.embeddings for one in sets]
    alone = session.evaluate_analogies(questions, vectors, methods=("vectors",))
    answers = {asked: session.analogy(*asked, k=3, model=default) for asked in OPEN_QUESTIONS}
    return {
        "file": path.name if path else None,
        "n": len(questions),
        "chance": scores.chance,
        "default": ours.label if ours else None,
        "vectors": [
            {**one.about(), **score.to_json()["methods"]["vectors"]}
            for one, score in zip(sets, alone, strict=False)
        ],
        "scores": scores.to_json(),
        "open": [
            {
                "question": question,
                "answers": [{"value": a.value, "why": a.why, "by": a.by} for a in found],
            }
            for question, found in answers.items()
        ],
    }


def blocks(found: Found) -> Iterator[Block]:
    """The figures, and some questions with their rules."""
    if analogies := found.get("analogies"):
        yield analogy_table(analogies, found)
        items = analogies["scores"]["items"]
        lines = item_lines(items[:: max(1, len(items) // _SHOWN)][:_SHOWN])
        for item in analogies["open"]:
            nothing = {"value": "no answer", "why": note("nothing-speaks")}
            answer = next(iter(item["answers"]), nothing)
            question = _ASKED.format(*item["question"])
            lines.append(Line([question, "open", str(answer["value"]), answer["why"]]))
        yield table("analogy-items", lines)


def analogy_table(analogies: Result, found: Found) -> Table:
    """Table 7 of the paper, then rules and both."""
    n, paper = analogies["n"], ANALOGY if analogies["file"] else {}
    chance = Cell(two(analogies["chance"]), paper=two(paper["Random choice"]) if paper else "")
    lines = [Line(["Random choice", chance, "all"], "baseline")]
    for row in sorted(analogies["vectors"], key=lambda row: _ORDER.index(row["group"])):
        theirs = paper.get(row["paper"] or "")
        paper_on = found.paper_on if row["group"] == "trained" else ""
        ours = compared(row["accuracy"], row["accuracy_ci95"], theirs, paper_on)
        lines.append(Line([row["label"], ours, f"{row['answered']} of {n}"]))
    both = f"**Rules and {analogies['default']}**"
    for name, label in (("rules", "Rules alone"), ("both", both)):
        if score := analogies["scores"]["methods"].get(name):
            ours = compared(score["accuracy"], score["accuracy_ci95"])
            lines.append(Line([Cell(label), ours, f"{score['answered']} of {n}"]))
    if "FastText–Wiki" not in {row["paper"] for row in analogies["vectors"]}:
        alone, nothing = paper_only(ANALOGY["FastText–Wiki"]), Cell("not given", tone="none")
        lines.append(Line(["FastText–Wiki, the paper’s alone", alone, nothing], "paper"))
    said = {"whose": "The paper’s" if paper else "The five printed", "n": n, "words": found.words}
    return table("analogy", lines, said, notes=[] if paper else [note("five-analogies")])


def item_lines(items: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Questions with their options, the answer given, and the rule that gives it."""
    lines = []
    for item in items:
        given = str(item["prediction"]) if item["prediction"] is not None else "none"
        if not item["correct"]:
            given += f", not {item['answer']}"
        answer = Cell(given, tone="right" if item["correct"] else "wrong")
        options = ", ".join(map(str, sorted(item["options"], key=int))) or "open"
        question = _ASKED.format(item["a"], item["b"], item["c"])
        lines.append(Line([question, options, answer, item["rule"] or note("nothing-speaks")]))
    return lines


def findings(found: Found) -> Iterator[Finding]:
    """Rules and vectors on the published questions."""
    analogies = found.get("analogies")
    if analogies and analogies["file"]:
        scores = analogies["scores"]
        theirs = max(value for name, value in ANALOGY.items() if name != "Random choice")
        chance, low_high = two(analogies["chance"]), interval(scores["accuracy_ci95"])
        said = {"n": analogies["n"], "interval": low_high, "chance": chance}
        yield finding("analogies", two(theirs), two(scores["accuracy"]), said, found.paper_on)


def _settings(materials: Materials) -> dict[str, Any]:
    return materials.settings_with_vectors(PUBLISHED)


_CODE = ("session", "predict/analogy", "arithmetic")
PART = Part(
    key="s-analogies",
    title="Analogies",
    stages=[Stage("analogies", collect_analogies, _settings, TRAINED, _CODE, seconds=15, fast=2)],
    blocks=blocks,
    findings=findings,
)
