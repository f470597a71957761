"""The whole run: stages, figures, and the files that people read.

A new part of the report is a file in this folder with a `PART`, named here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from int2vec import __version__
from int2vec.data import cache_folder
from int2vec.files import check_writable, write_text
from int2vec.report import (
    analogies,
    beyond,
    completion,
    corpus,
    expansion,
    maps,
    probes,
    training,
)
from int2vec.report.document import Finding, Report, Section, to_html, to_markdown
from int2vec.report.materials import Materials, ReproduceConfig
from int2vec.report.stages import (
    Found,
    Outcome,
    Progress,
    Stage,
    Store,
    choose,
    part_of,
    run_stages,
)
from int2vec.report.style import new_figure, save_both
from int2vec.report.words import corpus_words, note

STORE = "reproduce"
_TOPICS = (corpus, training, probes, completion, analogies, expansion, beyond, maps)
PARTS = tuple(topic.PART for topic in _TOPICS)
"""In the order in which they run."""


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """The files written, and which stages were computed this time."""

    page: Path
    markdown: Path
    results: Path
    ran: tuple[str, ...]
    findings: tuple[Finding, ...]


def reproduce(config: ReproduceConfig, progress: Progress | None = None) -> Reproduction:
    """Run every stage whose inputs changed, and write the report to `config.out`."""
    report_to = progress or (lambda share, what: None)
    new_figure(1, 1)  # says what is missing before hours of work, not after them
    check_writable(config.out)
    if config.text_model:
        from int2vec.predict.complete.text_lm import find_text_model  # brings torch

        find_text_model(config.text_model)
    store = Store(cache_folder() / STORE)
    materials = Materials(config, store, part_of(report_to, 0.0, 0.0))
    stages = choose(list(_plan(materials)), config.only)
    outcome = run_stages(stages, materials, store, part_of(report_to, 0.0, 0.97))
    report_to(0.97, "drawing the figures")
    report = make_report(config, materials, outcome)
    drawn = {
        picture.key: save_both(picture.draw(), config.out / "figures", picture.key)
        for picture in report.pictures
    }
    made = Reproduction(
        page=config.out / "report.html",
        markdown=config.out / "report.md",
        results=config.out / "results.json",
        ran=tuple(outcome.ran),
        findings=tuple(report.findings),
    )
    write_text(made.page, to_html(report, drawn))
    write_text(made.markdown, to_markdown(report))
    write_text(made.results, _json(_results(config, outcome)))
    timings = {"seconds": outcome.seconds, "ran": outcome.ran}
    write_text(config.out / "timings.json", _json(timings))
    report_to(1.0, "done")
    return made


def _plan(materials: Materials) -> Iterator[Stage[Materials]]:
    """Every stage of this run, with the seconds that it takes here."""
    for stage in (stage for part in PARTS for stage in part.stages):
        if materials.given(stage.name):
            yield replace(stage, seconds=1.0)
        elif not materials.config.fast:
            yield stage
        elif stage.fast:
            yield replace(stage, seconds=stage.fast)


def make_report(config: ReproduceConfig, materials: Materials, outcome: Outcome) -> Report:
    """The report of these results."""
    found = Found(results=outcome.found, corpus=config.corpus, place=materials.store.place)
    words = corpus_words(config.corpus)
    size = ", a quick look with small models" if config.fast else ""
    theirs = "" if config.corpus == "oeis" else ", which it measured on the OEIS,"
    return Report(
        title="What integers mean, by the company they keep",
        subtitle=f"a reproduction on {words}, {config.split} split, seed {config.seed}{size}",
        lead=note("lead", {"n": materials.corpus.n_sequences, "words": words, "theirs": theirs}),
        findings=[finding for part in PARTS for finding in part.findings(found)],
        sections=[*_sections(found), training.how_made(outcome.results, outcome.seconds)],
        footer=note("footer", {"version": __version__, "command": command(config)}),
    )


def _sections(found: Found) -> Iterator[Section]:
    """Every section that something is known for."""
    for part in sorted(PARTS, key=lambda part: not part.opens):
        if blocks := list(part.blocks(found)):
            yield Section(key=part.key, title=part.title, blocks=blocks)


def command(config: ReproduceConfig) -> str:
    """The command that gives this report.

    >>> command(ReproduceConfig(out=Path("out"), corpus="oeis", seed=3))
    'int2vec reproduce --corpus oeis --seed 3 --out out'
    """
    options = [
        f"--corpus {config.corpus}",
        f"--split {config.split}" if config.split != "random" else "",
        "--fast" if config.fast else "",
        f"--seed {config.seed}" if config.seed else "",
        f"--models {config.models.name}" if config.models else "",
        f"--text-model {config.text_model}" if config.text_model else "",
        *(f"--only {name}" for name in config.only),
        f"--out {config.out.name}",
    ]
    return " ".join(["int2vec reproduce", *(option for option in options if option)])


def _results(config: ReproduceConfig, outcome: Outcome) -> dict[str, Any]:
    asked = {name: getattr(config, name) for name in ("corpus", "split", "seed", "fast")}
    return {"config": {**asked, "version": __version__}, **outcome.results}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
