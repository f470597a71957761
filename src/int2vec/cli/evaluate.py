"""What is measured: `int2vec probe`, `evaluate` and `benchmark`, and `reproduce`, all of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from int2vec import benchmark
from int2vec.cli.app import Told, command
from int2vec.cli.console import say, stderr
from int2vec.data import find_optional
from int2vec.errors import InputError
from int2vec.files import read_json, write_json
from int2vec.library import default_corpus
from int2vec.predict.analogy.questions import published_questions, read_questions
from int2vec.predict.complete.evaluation import Evaluation
from int2vec.predict.complete.questions import PUBLISHED, read_sequences, read_table
from int2vec.predict.complete.registry import SourcesConfig, chosen_names
from int2vec.predict.complete.rules.engine import check_effort
from int2vec.predict.probe.config import SPLITS, ProbeConfig
from int2vec.predict.probe.ranges import ranges_table
from int2vec.predict.probe.shown import neuron_tables, probe_tables
from int2vec.report.completion import methods_tables, surely
from int2vec.report.document import findings_table, note, table
from int2vec.report.figures import drawn, heat_figure, neuron_figure, save_figure
from int2vec.report.materials import ReproduceConfig
from int2vec.report.reproduce import reproduce as run
from int2vec.report.sets import expansion_table, items_table
from int2vec.session import Session
from int2vec.tables import Line, Table, compared, interval, table_of


@command(splits=", ".join(SPLITS))
def probe(
    models: list[str] | None = None,
    *,
    properties: list[str] | None = None,
    split: str = "paper",
    first: int = 1,
    last: int = 2000,
    seeds: int = 1,
    details: bool = False,
    plain: bool = False,
    ranges: bool = False,
    neuron: str | None = None,
    figure: Path | None = None,
) -> Told:
    """What linear probes read from the vectors: the paper's two tables, or any property."""
    config = ProbeConfig(first=first, last=last, split=split, seeds=seeds)
    if details:
        config = replace(config, controls=5, code=True, resamples=1000)
    if neuron is not None:
        return _neurons(models or [None], neuron, config, figure)
    if ranges:
        curves = Session().probe_ranges(models, properties)
        return curves, ranges_table(curves)
    found = Session().probe(models, properties, config, baselines=not plain)
    if figure is not None:
        title = f"Accuracy of linear probes (tuned, {split} split)"
        written = save_figure(drawn(heat_figure, found.to_json(), title=title), figure)
        say(f"Wrote {written}", to=stderr)
    return found.to_json(), *probe_tables(found, details)


def _neurons(
    models: list[str] | list[None], name: str, config: ProbeConfig, figure: Path | None
) -> Told:
    session = Session()
    found = [session.neuron(name, config, model=model) for model in models]
    said = [neuron.to_json() for neuron in found]
    if figure is not None:
        for i, one in enumerate(said, 1):
            part = figure if len(said) == 1 else figure.with_stem(f"{figure.stem}-{i}")
            where, share = f"dimension {one['dimension']}", f"{one['alone']['accuracy']:.2f}"
            title = f"{name} in {one['embedding']}: {where}, accuracy {share} on unseen integers"
            say(f"Wrote {save_figure(drawn(neuron_figure, one, title), part)}", to=stderr)
    return said, *(table for neuron in found for table in neuron_tables(neuron))


@command(takes=ReproduceConfig)
def reproduce(config: ReproduceConfig) -> Told:
    """Measure everything that the paper measured, and more, and write a report."""
    made = run(config)
    brief = [findings_table(made["findings"], details=False)] if made["findings"] else []
    ran = ", ".join(made["ran"]) or "none, all were in the cache"
    return made, *brief, f"Stages run: {ran}", f"Report: {made['page'].resolve()}"


@command("evaluate")
def completion(
    *,
    file: Path | None = None,
    sequences: Path | None = None,
    using: str = "",
    split: str = "random",
    seed: int = 0,
    limit: int | None = None,
    corpus: str | None = None,
    model: str | None = None,
    effort: str = "normal",
    processes: int | None = None,
) -> Told:
    """Ask for the last term of each test sequence, or for the answers of a file of your own."""
    if file and sequences:
        raise InputError("both --file and --sequences are given; give one of them")
    chosen = chosen_names(using)
    config = SourcesConfig(using=chosen, seed=seed, model=model, effort=check_effort(effort))
    own = file or sequences or find_optional(PUBLISHED)
    results = []
    if not (file or sequences):
        session = Session(corpus or default_corpus())
        tested = replace(config, split=split)
        results.append(session.evaluate_completion(config=tested, limit=limit, processes=processes))
    if own:
        asked = read_sequences(own, limit) if sequences else read_table(own)
        asked = asked[: limit if file else None]
        found = Session(corpus).evaluate_completion(asked, config, processes=processes)
        results.append(replace(found, about={"questions": own.name, **found.about}))
    first, *rest = (result.to_json() for result in results)
    tables = [table for result in results for table in _completion_tables(result)]
    return {**first, **({"aptitude": rest[0]} if rest else {})}, *tables


def _completion_tables(result: Evaluation) -> list[Table]:
    """The figures of every method, and those of the first by the size of the answer."""
    found, about = result.to_json(), {**result.about, "n": result.n, "items": "items"}
    title = f"{about['questions']}: {result.n:,} items, {result.seconds:.0f} s"
    if "split" in about:
        title += f"; {about['split']} split, {about['indexed']:,} training sequences indexed"
    notes = [note("in-index", about)] if "in_index" in about else []
    for method, ceiling in result.ceilings.items():
        notes.append(f"{ceiling:.1%} of the answers are in the vocabulary of '{method}'")
    notes += [surely(found["calibration"])] if found["calibration"] else []
    methods, sizes = methods_tables(found)
    return [replace(methods, title=title, notes=notes), sizes]


@command("evaluate")
def analogies(
    *, file: Path | None = None, model: list[str] | None = None, scoring: str = "add"
) -> Told:
    """Answer the questions of a file by vectors, by rules and by both."""
    questions, path = (read_questions(file), file) if file else published_questions()
    source = path.name if path else "the five questions printed in the paper"
    results = Session().evaluate_analogies(questions, model, scoring=scoring)
    shown = results[0].to_json()
    models, rows = [], []
    for scores in results:
        alone, both = scores.row("vectors"), scores.row(scores.methods[-1])["accuracy"]
        figures = {"vectors": alone["accuracy"], "vectors_ci95": alone["accuracy_ci95"]}
        models.append({"model": scores.model, **figures, "both": both})
        for method in scores.methods:
            if method == "rules" and scores is not results[0]:
                continue  # rules say the same beside every model
            row, by = scores.row(method, "vectors"), "" if method == "rules" else scores.model or ""
            share = compared(row["accuracy"], row["accuracy_ci95"], digits=3)
            rows.append({**row, "method": method, "by": by, "share": share})
    said = {**shown, "source": source, "scoring": scoring, "models": models}
    items = replace(items_table(shown["items"]), title="", caption="")
    return said, items, table("answered", rows, said)


@command("evaluate")
def expansion(
    *,
    sets: int = 100,
    model: list[str] | None = None,
    corpus: str | None = None,
    split: str = "random",
    seed: int = 0,
) -> Told:
    """Show 3 to 5 members of a hidden set and look for the rest."""
    session = Session(corpus or default_corpus())
    figures = session.evaluate_expansion(sets, model, split=split, seed=seed)
    name = session.corpus.name
    table = expansion_table({"scores": figures, "n_sets": sets}, name)
    titled = replace(table, title=f"{table.title}; {split} split, seed {seed}")
    return {"corpus": name, "split": split, "seed": seed, **figures}, titled


@command("evaluate")
def similar(*, pairs: int = 10_000, limit: int | None = None, corpus: str | None = None) -> Told:
    """Look for the sequence that a name cites, by the terms of the one that cites it."""
    found = Session(corpus).evaluate_similar(pairs, limit=limit)
    parts = {"all": None, "sharing a run": found.sharing, "sharing none": ~found.sharing}
    figures: dict[str, dict[str, list[float]]] = {method: {} for method in found.ranks}
    lines = []
    for part, chosen in parts.items():
        for method, by_part in figures.items():
            by_part[part] = found.figures(method, chosen)
            lines.append(Line([method, part, *(f"{x:.3f}" for x in by_part[part])]))
    said = {"n": len(found.sharing), "share": found.sharing.mean()}
    said["half"], said["most"] = 1000 * np.percentile(found.seconds, [50, 99])
    return {"pairs": said["n"], "hits1_hits10_mrr": figures}, table("similar", lines, said)


@command("benchmark")
def export(folder: Path, *, corpus: str = "oeis", limit: int = 3_000) -> Told:
    """Write the questions of every task, without their answers, and a manifest into FOLDER."""
    manifest = benchmark.export(Session(corpus), folder, limit)
    rows = [{"task": task, **about} for task, about in manifest["tasks"].items()]
    return manifest, table("exported", rows)


@command("benchmark")
def answer(
    folder: Path, out: Path, *, corpus: str = "oeis", using: str = "", model: str | None = None
) -> Told:
    """Answer the questions in FOLDER with int2vec itself, each split from its training part."""
    config = SourcesConfig(using=chosen_names(using), model=model)
    n = benchmark.answer(Session(corpus), folder, out, config)
    return {"answered": n}, f"{n:,} questions answered in {out}"


@command("benchmark")
def score(
    folder: Path,
    predictions: Path,
    *,
    corpus: str = "oeis",
    name: str = "",
    out: Path | None = None,
) -> Told:
    """Score predictions: shares with 95 % intervals, by size, by kin, and their calibration."""
    tasks = benchmark.score(Session(corpus), folder, predictions)
    row = {"name": name or predictions.stem, "tasks": tasks}
    if out:
        write_json(out, row)
    rows, notes = [], []
    for task, found in tasks.items():
        rows.append({"task": task, **found, "bounds": interval(found["p_at_1_ci95"], 3)})
        for label, group in {**found["by_size"], **found["by_kin"]}.items():
            notes.append(f"{task}, {label}: {group['n']:,} questions, P@1 {group['p_at_1']:.3f}")
    return row, table("scores", rows, row, notes)


@command("benchmark")
def leaderboard(rows: list[Path]) -> Told:
    """Print the rows as a Markdown table, the best on the random split first."""
    read = [read_json(path) for path in rows]
    read.sort(key=lambda row: -row["tasks"].get("random", {}).get("p_at_1", 0.0))
    lines = []
    for row in read:
        scores = [row["tasks"].get(task) for task in benchmark.TASKS]
        shares = (s and f"{s['p_at_1']:.3f} ({interval(s['p_at_1_ci95'], 3)})" for s in scores)
        lines.append(Line([row["name"], *(share or "" for share in shares)]))
    columns = ["answered by", *(f">{task}" for task in benchmark.TASKS)]
    return read, table_of(lines, columns).to_markdown()
