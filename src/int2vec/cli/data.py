"""What there is: `corpus`, `fetch` and `cache`; `models`, `train` and `export`."""

import time
from datetime import datetime
from pathlib import Path

from int2vec.cache import entries, prune
from int2vec.cli.app import Told, command
from int2vec.cli.console import say, stderr
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.stats import corpus_stats
from int2vec.data import SOURCES, cache_folder
from int2vec.embed import export as exporting
from int2vec.embed import train as training
from int2vec.embed.config import read_toml
from int2vec.errors import InputError
from int2vec.fetch import fetch as fetch_files
from int2vec.files import check_writable
from int2vec.models import load, trained_folder
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.document import note, table
from int2vec.report.figures import check_figure, drawn, frequency_rank_figure, save_figure
from int2vec.report.sources import corpora_table, split_table
from int2vec.session import Session
from int2vec.tables import Line


@command("corpus")
def stats(
    *,
    corpus: str = "catalog",
    split: str = "random",
    seed: int = 0,
    min_count: int = 3,
    skip_bad: bool = False,
    figure: Path | None = None,
) -> Told:
    """Sequences, integers and unknown integers of each part, beside the paper's."""
    check_figure(figure)
    opened = open_corpus(corpus, skip_bad=skip_bad)
    found = corpus_stats(opened, make_split(opened, split, seed), min_count=min_count)
    paper = {**OEIS_SPLIT, "n_vocabulary": CORPORA["OEIS"]["types"]}
    if figure is not None:
        say(f"figure: {save_figure(drawn(frequency_rank_figure, found), figure)}", to=stderr)
    lines = [f"\n{note('leak', found)}"]
    if found["largest_family"] is not None:
        n = sum(found[part]["n_sequences"] for part in ("train", "dev", "test"))
        lines.append(note("largest-family", {**found, "share": found["largest_family"] / n}))
    lines += [note("repeats", found)] * bool(found["n_repeats"])
    lines += [note("skipped", found)] * bool(found["n_bad_lines"])
    lines += [f"  line {line['number']}: {line['reason']}" for line in found["bad_lines"]]
    lines += ["  …"] * (found["n_bad_lines"] > len(found["bad_lines"]))
    return {**found, "paper": paper}, split_table(found), corpora_table(found), *lines


@command(sources=", ".join(SOURCES))
def fetch(what: str, *, force: bool = False) -> Told:
    """Bring published files into the data folder; an interrupted fetch goes on where it stopped."""
    fetched = fetch_files(what, force=force)
    state = {True: "fetched", False: "already there; --force fetches it again"}
    lines = [f"{f.path}  {f.size / 1e6:,.1f} MB  {state[f.new]}" for f in fetched]
    return {"files": fetched}, *lines


@command()
def cache(*, verify: bool = False, remove: bool = False) -> Told:
    """What lies in the cache folder, how large it is, and what it was made from."""
    removed = prune() if remove else []
    left = list(entries(thorough=verify))
    sizes = [f"{sum(entry.size for entry in one) / 1e6:,.1f} MB" for one in (removed, left)]
    rows = []
    for entry in left:
        about = {"used": datetime.fromtimestamp(entry.used), "megabytes": entry.size / 1e6}
        about |= {"source": entry.source or entry.name}
        rows.append({**vars(entry), **about, "state": entry.useless or entry.fault or "whole"})
    freed = [f"removed {len(removed)} folders, {sizes[0]}"] if remove else []
    said = {"folder": cache_folder(), "entries": left, "removed": removed}
    shown = [table("cached", rows)] if rows else []
    return said, *freed, f"{cache_folder()}: {sizes[1]}", *shown


@command()
def models() -> Told:
    """The models that can be named with --model."""
    rows, lines = [], []
    for model in Session().models.values():
        about = {key: model.manifest.get(key) for key in ("n", "dim", "method", "corpus")}
        rows.append({"name": model.name, "folder": model.folder, "bundled": model.bundled, **about})
        n = f"{about['n']:,}" if isinstance(about["n"], int) else "?"  # it may say anything
        shown = [model.name, n, *(str(about[key] or "") for key in ("dim", "method"))]
        where = "bundled" if model.bundled else str(model.folder)
        lines.append(Line([*shown, "yes" if model.any_integer else "no", where]))
    nothing = "No models are installed; 'int2vec train fasttext' makes one."
    return rows, table("models", lines) if rows else nothing


@command(methods=", ".join(training.METHODS))
def train(
    method: str,
    *,
    corpus: str = "catalog",
    out: Path | None = None,
    config: Path | None = None,
    preset: str = "fast",
    split: str = "random",
    seed: int = 0,
    device: str = "auto",
    resume: bool = False,
) -> Told:
    """Learn vectors from the training part of a corpus."""
    if method != "lstm" and preset != "fast":
        raise InputError(f"{method} has no preset '{preset}'; leave --preset out, or train lstm")
    settings = read_toml(config) if config else {}
    given = settings.setdefault("seed", seed)  # one for the split and the training
    if type(given) is not int or seed not in (0, given):
        raise InputError(f"--seed is {seed} and the settings say {given!r}; give one of them")
    asked = training.Training(
        method=method, settings=settings, preset=preset, device=device, resume=resume
    )
    folder = out or trained_folder() / f"{Path(corpus).stem}-{method}"
    asked.config()  # says what is wrong before anything is computed
    check_writable(folder)
    started = time.perf_counter()
    source = open_corpus(corpus)
    vectors = training.train(asked, source, make_split(source, split, given), folder)
    seconds = time.perf_counter() - started
    found = {"folder": folder, "n": len(vectors), "dim": vectors.dim, "seconds": seconds}
    look = f"Look at it: int2vec neighbors 97 --model {folder}"
    shown = f"{vectors!r} in {seconds:.0f} s, in {folder}", look
    return ({**found, "manifest": vectors.manifest}, *shown) if training.is_first_process() else ()


@command(formats=", ".join(exporting.FORMATS))
def export(model: str, *, kind: str, out: Path | None = None) -> Told:
    """Write a model's vectors for another program."""
    files = [str(file) for file in exporting.export(load(model), out, kind)]
    return {"files": files}, "Wrote " + " and ".join(files)
