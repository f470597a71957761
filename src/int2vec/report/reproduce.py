"""The whole run: stages, figures, and the files that people read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from int2vec import __version__
from int2vec.data import cache_folder
from int2vec.files import write_text
from int2vec.report.config import ReproduceConfig
from int2vec.report.document import Report
from int2vec.report.drawing import draw_figures
from int2vec.report.figures.style import new_figure
from int2vec.report.headline import make_findings
from int2vec.report.markdown import to_markdown
from int2vec.report.materials import Materials
from int2vec.report.page import to_html
from int2vec.report.plan import make_plan
from int2vec.report.sections import how_made, make_sections
from int2vec.report.stages import Outcome, Progress, Store, choose, run_stages

STORE = "reproduce"


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """The files written, and which stages were computed this time."""

    page: Path
    markdown: Path
    results: Path
    ran: tuple[str, ...]
    findings: tuple[Any, ...]


def reproduce(config: ReproduceConfig, progress: Progress | None = None) -> Reproduction:
    """Run every stage whose inputs changed, and write the report to `config.out`."""
    report_to = progress or (lambda share, what: None)
    new_figure(1, 1)  # says what is missing before hours of work, not after them
    store = Store(cache_folder() / STORE)
    materials = Materials(config, store)
    materials.progress = lambda share, what: report_to(0.0, what)
    stages = choose(make_plan(materials), config.only)
    outcome = run_stages(
        stages, materials, store, lambda share, what: report_to(0.97 * share, what)
    )
    report_to(0.97, "drawing the figures")
    figures = draw_figures(outcome.found, store, config.out / "figures")
    report = make_report(config, materials, outcome, figures)
    page, markdown = config.out / "report.html", config.out / "report.md"
    results = config.out / "results.json"
    write_text(page, to_html(report, figures))
    write_text(markdown, to_markdown(report))
    write_text(results, _json(_results(config, outcome)))
    timings = _json({"seconds": outcome.seconds, "ran": outcome.ran})
    write_text(config.out / "timings.json", timings)
    report_to(1.0, "done")
    return Reproduction(page=page, markdown=markdown, results=results, ran=tuple(outcome.ran),
                        findings=tuple(report.findings))  # fmt: skip


def make_report(
    config: ReproduceConfig, materials: Materials, outcome: Outcome, figures: dict[str, str]
) -> Report:
    """The report of these results."""
    names = {"oeis": "the OEIS", "catalog": "the built-in catalogue"}
    corpus = names.get(config.corpus, Path(config.corpus).name)
    n = materials.corpus.n_sequences
    size = ", a quick look with small models" if config.fast else ""
    return Report(
        title="What integers mean, by the company they keep",
        subtitle=f"a reproduction on {corpus}, {config.split} split, seed {config.seed}{size}",
        lead="Ryskina and Knight (2021) read integer sequences as if they were sentences, learned "
        "a vector for each integer, and asked what the vectors know. This page asks again, on "
        f"the {n:,} sequences of {corpus}: every table of the paper with its figure beside ours, "
        "then what lies beyond it.",
        findings=make_findings(outcome.found, corpus),
        sections=[
            *make_sections(outcome.found, corpus, figures),
            how_made(outcome.results, outcome.seconds),
        ],
        footer=f"Made by int2vec {__version__}: `{command(config)}`. The paper: M. Ryskina and "
        "K. Knight, *Learning Mathematical Properties of Integers*, BlackboxNLP 2021. OEIS data: "
        "The OEIS Foundation, CC BY-SA 4.0. Predictions are conjectures.",
    )


def command(config: ReproduceConfig) -> str:
    """The command that gives this report.

    >>> command(ReproduceConfig(out=Path("out"), corpus="oeis", seed=3))
    'int2vec reproduce --corpus oeis --seed 3 --out out'
    """
    words = ["int2vec", "reproduce", "--corpus", config.corpus]
    if config.split != "random":
        words += ["--split", config.split]
    if config.fast:
        words.append("--fast")
    if config.seed:
        words += ["--seed", str(config.seed)]
    if config.models is not None:
        words += ["--models", config.models.name]
    if config.text_model is not None:
        words += ["--text-model", config.text_model]
    for name in config.only:
        words += ["--only", name]
    return " ".join([*words, "--out", config.out.name])


def _results(config: ReproduceConfig, outcome: Outcome) -> dict[str, Any]:
    asked = {"corpus": config.corpus, "split": config.split, "seed": config.seed,
             "fast": config.fast, "version": __version__}  # fmt: skip
    return {"config": asked, **outcome.results}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
