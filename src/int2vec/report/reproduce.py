"""The whole run: stages, figures, and the files that people read. New parts are named here."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from int2vec import __version__
from int2vec.data import cache_folder
from int2vec.files import check_writable, write_json, write_text
from int2vec.progress import one_part, progress
from int2vec.report.completion import NEXT
from int2vec.report.document import Finding, Picture, Report, note, to_html, to_markdown
from int2vec.report.figures import drawn, save_both
from int2vec.report.maps import MAP
from int2vec.report.materials import Materials, ReproduceConfig
from int2vec.report.probes import BEYOND, PROBES
from int2vec.report.sets import ANALOGIES, EXPANSION
from int2vec.report.sources import CORPUS, VECTORS, how_made
from int2vec.report.stages import Found, choose, run_stages

PARTS = (CORPUS, VECTORS, PROBES, NEXT, ANALOGIES, EXPANSION, BEYOND, MAP)
"""In the order in which they run."""


def reproduce(config: ReproduceConfig) -> dict[str, Any]:
    """The files of the report, written after every stage whose inputs changed, and these stages."""
    drawn(lambda figure: None)  # says what is missing before hours of work, not after them
    check_writable(config.out)
    if config.text_model:
        from int2vec.predict.complete.neural import find_text_model  # brings torch

        find_text_model(config.text_model)
    found = Found(corpus=config.corpus, folder=cache_folder() / "reproduce")
    materials = Materials(config, found)
    plan = [
        replace(stage, seconds=1.0 if materials.given(stage.name) else seconds)
        for stage in (stage for part in PARTS for stage in part.stages)
        if (seconds := stage.fast if config.fast else stage.seconds)
    ]
    with one_part(0.0, 0.97):
        run_stages(choose(plan, config.only or ()), materials, found)
    progress(0.97, "drawing the figures")
    report = make_report(config, materials, found)
    folder = config.out / "figures"
    pictures = [one for part in report["sections"] for one in part[-1] if isinstance(one, Picture)]
    figures = {one.key: save_both(one.draw(), folder, one.key) for one in pictures}
    written = {"page": "report.html", "markdown": "report.md", "results": "results.json"}
    made: dict[str, Any] = {key: config.out / name for key, name in written.items()}
    write_text(made["page"], to_html(report, figures))
    write_text(made["markdown"], to_markdown(report))
    asked = {name: getattr(config, name) for name in ("corpus", "split", "seed", "fast")}
    write_json(made["results"], {"config": {**asked, "version": __version__}, **found.results})
    write_json(config.out / "timings.json", {"seconds": found.seconds, "ran": found.ran})
    progress(1.0, "done")
    return {**made, "ran": found.ran, "findings": report["findings"]}


def make_report(config: ReproduceConfig, materials: Materials, found: Found) -> Report:
    """The report of these results: every section that something is known for."""
    every = {part.key: list(part.blocks(found)) for part in PARTS}
    findings = [one for blocks in every.values() for one in blocks if isinstance(one, Finding)]
    sections = [
        (part.key, part.title, [block for block in every[part.key] if block not in findings])
        for part in sorted(PARTS, key=lambda part: not part.opens)
    ]
    sections.append(("s-made", "How this was made", list(how_made(found))))
    said = {
        "n": materials.session.corpus.n_sequences,
        "words": found.words,
        "theirs": ", which it measured on the OEIS," if found.paper_on else "",
        "size": ", a quick look with small models" if config.fast else "",
        **vars(config),
        "version": __version__,
        "command": command(config),
    }
    words = {key: note(key, said) for key in ("title", "subtitle", "lead", "footer")}
    return {**words, "findings": findings, "sections": [one for one in sections if one[-1]]}


def command(config: ReproduceConfig) -> str:
    """The command that gives this report: every setting that is not the default.

    >>> command(ReproduceConfig(out=Path("out"), corpus="oeis", seed=3, fast=True))
    'int2vec reproduce --corpus oeis --fast --seed 3 --out out'
    """
    words = [f"int2vec reproduce --corpus {config.corpus}"]
    for field in fields(config)[2:]:
        value, option = getattr(config, field.name), f"--{field.name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif value != field.default and field.name not in ("device", "workers"):
            every = value if isinstance(value, list) else [value]
            words += [f"{option} {v.name if isinstance(v, Path) else v}" for v in every]
    return " ".join([*words, f"--out {config.out.name}"])
