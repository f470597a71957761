"""Which units are worth their place: words, n-grams, residues, all of them, in three sizes.

    python -m benchmarks.bench_vectors --device cuda --epochs 40 --minutes 9 --out kinds.jsonl

PyTorch and NumPy are enough where there is a GPU. Each kind is trained in the main process and
measured in others meanwhile; its figures are added to a file of JSON lines at once, and what
stands there already is not measured again, so that a run may be stopped and started anew.
Residues are given, not learned: bare residues and digits are measured beside the models. On a CPU
a part of the corpus and a few epochs compare the kinds with each other, and are not the figures
of the models that ship. The last table shows what is learned.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from int2vec.arithmetic.properties import PROPERTIES, property_table
from int2vec.corpus.split import Split, make_split
from int2vec.embed.units import UnitsConfig, train_units
from int2vec.embeddings import Embeddings
from int2vec.models import load
from int2vec.predict.analogy.questions import published_questions
from int2vec.predict.expand.evaluation import precision_at, property_sets, ranked, sequence_sets
from int2vec.predict.probe.baselines import DIGITS, one_hot_digits
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.ranges import PROPERTIES as RANGED
from int2vec.predict.probe.ranges import probe_ranges
from int2vec.session import Session
from int2vec.tables import Line, Table, table_of
from int2vec.units import UnitKinds, Units

_NONE: dict[str, Any] = {"moduli": "", "largest_divisor": 0, "size_steps": 0, "leading": False}
KINDS = {
    "words": UnitsConfig(**_NONE),
    "words, n-grams": UnitsConfig(**_NONE, max_n=6),
    "words, residues, size": UnitsConfig(),  # with divisors and first digits, as what ships
    "all": UnitsConfig(max_n=6),
}
_BARE = {"bare residues": (), "digits": ()}
_NEAR, _ASKED, _SMALL = 10, 200, 40
_SETS = 100
_EVALUATION = 100.0  # seconds that are kept for the measuring of the last model


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is trained, where, for how long, and where the figures and the models go."""

    device: str = "auto"
    dims: tuple[int, ...] = (50, 100, 200)
    epochs: int = 40
    sequences: int = 0  # of the training part; 0: all
    minutes: float = 60.0
    processes: int = os.cpu_count() or 1
    out: Path = Path("kinds.jsonl")
    folder: Path = Path(tempfile.gettempdir()) / "int2vec-kinds"


def report() -> Iterator[str]:
    """The tables in Markdown, of three epochs over a part of the corpus on the CPU."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(device="cpu", epochs=3, sequences=20_000, folder=Path(folder))
        settings = replace(settings, out=Path(folder) / "kinds.jsonl")
        run(settings)
        yield from tables(settings.out)


def run(settings: Settings) -> None:
    """Train and measure each kind that the file of figures does not have yet."""
    start, done = time.monotonic(), {one["name"] for one in figures(settings.out)}
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = "1"  # the processes that measure are as many as there are cores
    session = Session("oeis")
    session.postings.sizes  # noqa: B018  compiled once, for every process
    waiting: list[Future[dict[str, Any]]] = []
    with ProcessPoolExecutor(settings.processes, mp_context=get_context("spawn")) as pool:
        waiting += [pool.submit(measure, name, None) for name in _BARE if name not in done]
        for name, folder in _trained(session, settings, done, start):
            waiting.append(pool.submit(measure, name, folder))
            waiting = _write(waiting, settings.out)
        while waiting:
            time.sleep(0.5)
            waiting = _write(waiting, settings.out)


def _write(waiting: list[Future[dict[str, Any]]], out: Path) -> list[Future[dict[str, Any]]]:
    """Add the figures that are there to the file; those still to come are given back."""
    for future in waiting:
        if future.done():
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(future.result()) + "\n")
            _say(f"measured {future.result()['name']}: {future.result()['took']:.0f} s")
    return [future for future in waiting if not future.done()]


def _trained(
    session: Session, settings: Settings, done: set[str], start: float
) -> Iterator[tuple[str, Path]]:
    """The name and the folder of each model, trained now where it is not there yet."""
    split = make_split(session.corpus)
    if settings.sequences:
        step = max(1, len(split.train) // settings.sequences)
        split = replace(split, train=split.train[::step])
    for kind, config in KINDS.items():
        wanted = [dim for dim in settings.dims if f"{kind}, {dim}-d" not in done]
        longest = 0.0
        for dim in wanted:
            name = f"{kind}, {dim}-d"
            folder = settings.folder / name.replace(", ", "-").replace(" ", "-")
            if not (folder / "manifest.json").is_file():
                left = 60 * settings.minutes - (time.monotonic() - start)
                if left < _EVALUATION + longest:
                    _say(f"{left:.0f} s are left: {name} waits for the next run")
                    return
                began = time.monotonic()
                chosen = replace(config, dim=dim, epochs=settings.epochs)
                _train(session, split, chosen, settings.device).renamed(name).save(folder)
                longest = time.monotonic() - began
                _say(f"trained {name}: {longest:.0f} s")
            yield name, folder


def _train(session: Session, split: Split, config: UnitsConfig, device: str) -> Embeddings:
    """The vectors, and in their manifest how long they took."""
    began = time.monotonic()
    found = train_units(session.corpus, split, config, device=device)
    about = {"method": "units", "seconds": time.monotonic() - began, "epochs": config.epochs}
    return Embeddings(
        found.integers, found.matrix, name="units", subwords=found.subwords, manifest=about
    )


def measure(name: str, folder: Path | None) -> dict[str, Any]:
    """Everything that is asked of one model, or of bare residues or digits, as plain values."""
    began, session = time.monotonic(), Session("oeis")
    model = Embeddings.load(folder) if folder else _bare(name)
    paper = session.probe([model], baselines=False)
    random = ProbeConfig(split="random", tune=False)
    wide = session.probe([model], _common_properties(), random, baselines=False)
    questions, _ = published_questions()
    (analogies,) = session.evaluate_analogies(questions, [model], methods=("vectors",))
    training = session.postings.limited_to(make_split(session.corpus).train)
    sets = {
        "properties": property_sets(_SETS),
        "sequences": sequence_sets(training, make_split(session.corpus), _SETS),
    }
    return {
        "name": name,
        "single": {r.name: r.single.accuracy for r in paper.properties},
        "all": {r.name: r.all.accuracy for r in paper.properties},
        "tuned": {r.name: r.tuned.accuracy for r in paper.properties},
        "r2_single": {r.name: r.r2_single for r in paper.quantities},
        "r2_all": {r.name: r.r2_all for r in paper.quantities},
        "r2_held_out": {r.name: r.r2_held_out for r in paper.quantities},
        "ranges": {
            curve.property: curve.accuracy
            for curve in probe_ranges([] if name == "digits" else [model], RANGED)
            if curve.embedding == (DIGITS if name == "digits" else model.name)
        },
        "n_properties": len(wide.properties),
        "balanced": float(np.mean([r.all.balanced_accuracy for r in wide.properties])),
        "analogies": analogies.row("vectors")["accuracy"],
        "expansion": {
            kind: float(
                np.mean([precision_at(ranked(one, "vector", model), one.hidden) for one in some])
            )
            for kind, some in sets.items()
        },
        "company": company(session, model),
        "training": {k: model.manifest.get(k) for k in ("seconds", "epochs")},
        "took": time.monotonic() - began,
    }


def _common_properties() -> list[str]:
    """The properties that 20 integers or more of 1–2000 have, and 20 lack."""
    held = property_table(list(PROPERTIES), range(1, 2_001)).sum(axis=1)
    return [name for name, n in zip(PROPERTIES, held, strict=True) if 20 <= n <= 1_980]


def _bare(name: str) -> Embeddings:
    """Vectors in which nothing is learned: one-hot residues modulo 2 to 13, or digits."""
    integers = range(1, 10_001)
    if name == "digits":
        return one_hot_digits(integers).renamed(name)
    kinds = UnitKinds(moduli=tuple(range(2, 14)))
    units = Units(kinds=kinds, matrix=len(kinds.moduli) * np.eye(kinds.n, dtype=np.float32))
    return Embeddings(integers, units.vectors(integers), name=name, subwords=units)


def company(session: Session, model: Embeddings) -> float:
    """The share of an integer's ten nearest that stand with it in a short sequence."""
    postings, shares = session.postings, []
    for n in np.random.default_rng(0).integers(2, 2_000, _ASKED).tolist():
        if n not in model:
            continue
        held = postings.of(n)
        short = held[postings.sizes[held] <= _SMALL]
        near = [m for m, _ in model.neighbors(n, _NEAR)]
        shares.append(np.mean([bool(len(np.intersect1d(short, postings.of(m)))) for m in near]))
    return float(np.mean(shares))


def figures(out: Path) -> list[dict[str, Any]]:
    """What was measured, in the order of the table."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.is_file() else []
    found = {one["name"]: one for one in map(json.loads, lines)}
    names = [f"{kind}, {dim}-d" for kind in KINDS for dim in (50, 100, 200)]
    order = [*names, *_BARE]
    return sorted(
        found.values(), key=lambda one: order.index(one["name"]) if one["name"] in order else 99
    )


def tables(out: Path) -> Iterator[str]:
    """The figures in Markdown, and how far apart the residues of the shipped model lie."""
    measured = figures(out)
    yield "Probes of the paper's split, single dimension and all; R² of all, and held out.\n"
    yield _table(measured, {
        f"{name} {how}": lambda one, name=name, how=how: one[how][name]
        for name in ("even", "div3", "div4", "prime") for how in ("single", "all")
    } | {
        f"{name} {words}": lambda one, name=name, how=how: one[how][name]
        for name in ("value", "digits")
        for how, words in (("r2_single", "single"), ("r2_all", "all"), ("r2_held_out", "held out"))
    }).to_markdown()  # fmt: skip
    yield "\nBy size: the least of ÷2 to ÷10 in any range, ÷3 and ÷7 up to 10⁹, prime in each.\n"
    sizes = ("10⁴", "3·10⁴", "10⁵", "10⁶", "10⁹")
    yield _table(measured, {
        "least ÷": lambda one: min(min(one["ranges"][name]) for name in RANGED[:-1]),
        "÷3": lambda one: one["ranges"]["div3"][4],
        "÷7": lambda one: one["ranges"]["div7"][4],
    } | {
        f"prime, {size}": lambda one, i=i: one["ranges"]["prime"][i] for i, size in enumerate(sizes)
    }).to_markdown()  # fmt: skip
    yield "\nProperties of 1–2000 (balanced accuracy), analogies, hidden sets (P@10), company.\n"
    yield _table(measured, {
        "properties": lambda one: one["balanced"],
        "analogies": lambda one: one["analogies"],
        "sets of a property": lambda one: one["expansion"]["properties"],
        "sets of a sequence": lambda one: one["expansion"]["sequences"],
        "company": lambda one: one["company"],
    }).to_markdown()  # fmt: skip
    yield "\nHow far the vectors of residues lie from their mean, in the model that ships.\n"
    yield _norms(load()).to_markdown()


def _table(measured: list[dict[str, Any]], columns: Mapping[str, Any]) -> Table:
    lines = []
    for one in measured:
        cells = []
        for figure in columns.values():
            try:
                cells.append(f"{figure(one):.2f}".replace("0.", ".", 1))
            except (KeyError, IndexError):  # vectors of words know no other integers
                cells.append("")
        lines.append(Line([one["name"], *cells], kind="baseline" if one["name"] in _BARE else ""))
    return table_of(lines, ["units", *(f">{column}" for column in columns)])


def _norms(model: Embeddings) -> Table:
    """How far apart the vectors of a kind's units lie: what the sequences care about."""
    assert isinstance(model.subwords, Units)
    units, lines = model.subwords, []
    for kind, (first, n) in units.kinds.layout.items():
        rows = units.matrix[first : first + n]
        used = rows[np.abs(rows).max(axis=1, initial=0) > 0]
        if kind.startswith("mod") and len(used):
            spread = np.linalg.norm(used - used.mean(axis=0), axis=1).mean()
            lines.append((float(spread), kind))
    top = sorted(lines, reverse=True)
    shown = [Line([kind, f"{spread:.2f}"]) for spread, kind in top]
    return table_of(shown, ["residues", ">mean distance from their mean"])


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Run by the settings that are given, and print the tables of what there is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    default = Settings()
    parser.add_argument("--device", default=default.device)
    parser.add_argument("--dims", type=int, nargs="+", default=default.dims)
    parser.add_argument("--epochs", type=int, default=default.epochs)
    parser.add_argument("--sequences", type=int, default=default.sequences)
    parser.add_argument("--minutes", type=float, default=default.minutes)
    parser.add_argument("--processes", type=int, default=default.processes)
    parser.add_argument("--out", type=Path, default=default.out)
    parser.add_argument("--folder", type=Path, default=default.folder)
    settings = Settings(**vars(parser.parse_args()))
    run(settings)
    print("\n".join(tables(settings.out)))


if __name__ == "__main__":
    main()
