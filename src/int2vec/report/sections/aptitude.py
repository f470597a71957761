"""The aptitude questions, and a dozen completions with their reasons, for the next section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from int2vec import models
from int2vec.data import find_optional
from int2vec.files import file_hash
from int2vec.predict.complete.ensemble.calibration import SHIPPED
from int2vec.predict.complete.evaluation import Answered, Evaluation
from int2vec.predict.complete.questions import (
    PUBLISHED,
    published_questions,
)
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.paper import COMPLETION
from int2vec.report.document import Finding
from int2vec.report.materials import Materials
from int2vec.report.stages import Progress, Result, Stage
from int2vec.report.style import A, B, C, D, E
from int2vec.tables import Cell, Line, Table, compared, interval, left, paper_only, right, two
from int2vec.text import shown_integer

# Shown with their reasons; none is an item of the benchmark files.
EXAMPLES = (
    *((1, 1, 2, 3, 5, 8, 13), (1, 2, 2, 3, 2, 4, 2, 4, 3), (1, 5, 12, 22, 35)),
    *((1, 2, 6, 24, 120), (1, 1, 2, 5, 14, 42), (3, 10, 31, 94, 283), (5, 12, 10, 17, 15, 22)),
    *((2, 10, 4, 9, 8, 8, 16, 7), (1, 4, 27, 256, 3125), (1, 11, 21, 1211, 111221)),
    *((4, 9, 25, 49, 121), (0, 1, 0, 2, 0, 1, 0, 3)),
)
# method -> its words in the table and in the figure, and its color
METHODS = {
    "ensemble": ("**Ensemble**", "ensemble", A),
    "rules": ("Rules: exact inference", "rules", B),
    "search": ("Search, longest match", "search, longest match", C),
    "search-last-5": ("Search, last 5 terms", "search, last 5", D),
    "search-full": ("Search, whole prompt", "search, whole prompt", E),
}
CODE = ("session", "library", "predict/complete", "arithmetic", "corpus")


def completion_settings(materials: Materials) -> dict[str, Any]:
    """What answers depend on: the corpus, and what gives the ensemble its probabilities."""
    fitted = Path(models.__file__).with_name(SHIPPED)
    return {**materials.settings(), "ensemble": file_hash(fitted)}


def _settings(materials: Materials) -> dict[str, Any]:
    path = find_optional(PUBLISHED)
    asked = {"text_model": materials.config.text_model, "file": file_hash(path) if path else None}
    return {**completion_settings(materials), **asked}


def collect_aptitude(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The aptitude questions, answered from the whole corpus; the LSTM from its training part."""
    config, (questions, path) = materials.config, published_questions()
    session, sources = materials.session_for(progress), SourcesConfig(seed=config.seed)
    found = session.evaluate_completion(questions, sources, processes=config.workers or None)
    asked: dict[str, str] = {}
    if materials.language_model is not None and find_spec("torch"):
        asked["lstm"] = str(materials.language_model)
    if config.text_model is not None:  # the paper's reading, and whole integers
        asked |= dict.fromkeys(("text-lm-token", "text-lm"), config.text_model)
    neural = {}
    for name, model in asked.items():
        alone = replace(sources, using=(name,), model=model)
        neural[name] = session.evaluate_completion(questions, alone, processes=1).row(name)
    return {
        **figures(found, examples=len(questions)),
        **found.about,
        "file": path.name if path else None,
        "corpus": materials.corpus.name,
        "neural": neural,
        "text_model": config.text_model,
    }


def collect_examples(materials: Materials, folder: Path, progress: Progress) -> Result:
    """A dozen prompts with the ensemble's first answers and their reasons."""
    session = materials.session_for(progress)
    items = []
    for prompt in EXAMPLES:
        found = session.complete(prompt, k=3)
        kept = ("value", "probability", "by", "why")
        shown = [{name: getattr(one, name) for name in kept} for one in found]
        items.append({"prompt": prompt, "predictions": shown})
    return {"items": items}


def figures(found: Evaluation, examples: int = 0) -> dict[str, Any]:
    """The figures of an evaluation, with its first items."""
    shown = found.to_json()
    kept = ("n", "methods", "by_size", "calibration")
    items = shown["items"][:examples]
    return {
        **{name: shown[name] for name in kept},
        "by_size_methods": {
            label: {"n": len(items), "hits": {m: _hits(items, m) for m in found.methods}}
            for label, items in found.sizes().items()
        },
        "items": [{**item, "predictions": item["predictions"][:1]} for item in items],
    }


def _hits(items: Sequence[Answered], method: str) -> int:
    """How many of these a method answers first and rightly."""
    return sum(item.right(method, 1) for item in items)


def aptitude_lines(found: Result, paper_on: str) -> list[Line]:
    """Every method on the aptitude questions, then the paper's GPT-2."""
    label = "Aptitude tests" if found["file"] else "The paper’s five examples"
    n, neural, text_model = found["n"], found["neural"], found["text_model"]
    # Figures on all 57 questions have nothing to say about five of them.
    paper = COMPLETION["aptitude"] if found["file"] else {}
    search = {"search-full": paper.get("OEIS search")}
    lines = method_lines(label, found, search, paper_on)
    if "lstm" in neural:
        theirs = paper.get("OEIS–LSTM")
        lines.append(method_line(label, "LSTM", n, neural["lstm"], theirs, paper_on))
    for name, words in (("text-lm-token", "next token"), ("text-lm", "whole integers")):
        if name in neural:
            method = f"{Path(text_model).name} as text, {words}"
            theirs = paper.get("GPT-2") if text_model == "gpt2" else None
            lines.append(method_line(label, method, n, neural[name], theirs))
    if text_model != "gpt2" or not found["file"]:
        words, shares = "GPT-2, the paper’s alone", COMPLETION["aptitude"]["GPT-2"]
        lines.append(paper_line("Aptitude tests", words, *shares, n="57"))
    return lines


def aptitude_notes(found: Result) -> list[str]:
    """What the figures stand on, and what is missing."""
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


def method_lines(
    label: str, found: Result, paper: Mapping[str, tuple[float, float] | None], paper_on: str = ""
) -> list[Line]:
    """A line for each of the methods that are shown."""
    return [
        method_line(label, words, found["n"], found["methods"][name], paper.get(name), paper_on)
        for name, (words, _, _) in METHODS.items()
        if name in found["methods"]
    ]


def method_line(
    label: str,
    method: str,
    n: int,
    row: Mapping[str, Any],
    paper: tuple[float, float] | None,
    paper_on: str = "",
) -> Line:
    """One method's figures on some questions."""
    cells: list[Cell | str] = [label, Cell(method), f"{n:,}", f"{row['answered']:,}"]
    for k, theirs in zip((1, 5), paper or (None, None), strict=True):
        cells.append(compared(row[f"p_at_{k}"], row[f"p_at_{k}_ci95"], theirs, paper_on))
    return Line([*cells, p_value(row.get("p_value_at_1"))])


def paper_line(label: str, method: str, at1: float, at5: float, n: str = "not given") -> Line:
    """Figures of the paper that nothing here stands beside."""
    nothing = Cell("not given", tone="none")
    asked = nothing if n == "not given" else Cell(n, tone="paper")
    shares = [paper_only(share) for share in (at1, at5)]
    return Line([label, method, asked, nothing, *shares, nothing], kind="paper")


def p_value(p: float | None) -> Cell | str:
    if p is None:
        return Cell("—", tone="none")
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def examples_table(examples: Result, corpus: str) -> Table:
    """A dozen prompts with the first answer and its reason."""
    lines = []
    for item in examples["items"]:
        answer = ["no candidate", "—", "—"]
        if item["predictions"]:
            first = item["predictions"][0]
            answer = [
                shown_integer(int(first["value"]), most=14),
                two(first["probability"] or 0.0),
                first["why"],
            ]
        lines.append(Line([f"{', '.join(map(str, item['prompt']))}, …", *answer]))
    return Table(
        key="examples",
        title="A dozen completions, with their reasons",
        columns=[*left("Terms"), *right("Next", "Probability"), *left("Why")],
        lines=lines,
        caption=f"The ensemble’s first answer, searching all of {corpus}. Each is a conjecture, "
        "with its evidence.",
    )


def aptitude_findings(aptitude: Result, paper_on: str) -> Iterator[Finding]:
    """The ensemble on the published questions."""
    if aptitude["file"]:
        row = aptitude["methods"]["ensemble"]
        yield Finding(
            question="And in an aptitude test?",
            paper=two(max(shares[0] for shares in COMPLETION["aptitude"].values())),
            ours=two(row["p_at_1"]),
            detail=f"P@1 on {aptitude['n']} questions, 95 % interval "
            f"{interval(row['p_at_1_ci95'])}; the paper’s best looks the terms up in the OEIS",
            paper_on=paper_on,
        )


APTITUDE_STAGES: list[Stage[Materials]] = [
    Stage("aptitude", collect_aptitude, _settings, ("lstm",), CODE, seconds=20, fast=4),
    Stage("examples", collect_examples, completion_settings, code=CODE, seconds=2),
]
