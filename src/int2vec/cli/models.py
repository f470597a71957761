"""`int2vec models`, `train` and `export`: what is installed, made, and handed to others."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from int2vec.cli.app import app
from int2vec.cli.console import (
    CorpusOption,
    DeviceOption,
    JsonOption,
    SeedOption,
    SplitOption,
    emit_json,
    progress_bar,
    say,
    show,
)
from int2vec.corpus.split import make_split
from int2vec.corpus.store import open_corpus
from int2vec.embed.config import read_toml
from int2vec.embed.export import export as write_export
from int2vec.embed.train import METHODS, Training, is_first_process
from int2vec.embed.train import train as train_vectors
from int2vec.errors import InputError
from int2vec.files import check_writable
from int2vec.models import ModelInfo, load, trained_folder
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right

_ENDINGS = {
    "word2vec": ".vec",
    "glove": ".txt",
    "safetensors": ".safetensors",
    "projector": ".tsv",
    "compact": "-compact",
}
_OUT = "The folder to write; by default CORPUS-METHOD among the models found by name."


@app.command()
def models(json: JsonOption = False) -> None:
    """The models that can be named with --model.

    Example: int2vec models
    """
    found = list(Session().models.values())
    if json:
        emit_json([_as_json(model) for model in found])
    elif not found:
        say("No models are installed; 'int2vec train fasttext' makes one.")
    else:
        columns = [*left("name"), *right("integers", "dim")]
        columns += left("method", "any integer", "where")
        show(Table(title="Models", columns=columns, lines=[_line(model) for model in found]))


def _as_json(model: ModelInfo) -> dict[str, object]:
    known = {key: model.manifest.get(key) for key in ("n", "dim", "method", "corpus")}
    return {"name": model.name, "folder": str(model.folder), "bundled": model.bundled, **known}


def _line(model: ModelInfo) -> Line:
    about = model.manifest
    n = about.get("n")  # a broken manifest may say anything
    count = f"{n:,}" if isinstance(n, int) else "?"
    made = [count, str(about.get("dim", "")), str(about.get("method", ""))]
    where = "bundled" if model.bundled else str(model.folder)
    return Line([model.name, *made, "yes" if model.any_integer else "no", where])


@app.command()
def train(
    method: Annotated[str, typer.Argument(help=f"One of {', '.join(METHODS)}.")],
    corpus: CorpusOption = "catalog",
    out: Annotated[Path | None, typer.Option(help=_OUT)] = None,
    config: Annotated[Path | None, typer.Option(help="TOML settings.")] = None,
    preset: Annotated[str, typer.Option(help="LSTM: paper, fast or small.")] = "fast",
    split: SplitOption = "random",
    seed: SeedOption = 0,
    device: DeviceOption = "auto",
    resume: Annotated[
        bool, typer.Option("--resume", help="LSTM, units: go on where it was.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Learn vectors from the training part of a corpus.

    Example: int2vec train lsa --corpus catalog --out my-lsa
    """
    settings: dict[str, Any] = read_toml(config) if config else {}
    seed = _one_seed(seed, settings)
    asked = Training(method=method, settings=settings, preset=preset, device=device, resume=resume)
    folder = out or trained_folder() / f"{Path(corpus).stem}-{method}"
    asked.config()  # says what is wrong before anything is computed
    check_writable(folder)
    started = time.perf_counter()
    with progress_bar(f"train {method}") as progress:
        source = open_corpus(corpus, progress=progress)
        parts = make_split(source, split, seed)
        vectors = train_vectors(asked, source, parts, folder, progress)
    seconds = time.perf_counter() - started
    if not is_first_process():
        return
    if json:
        found = {"folder": str(folder), "n": len(vectors), "dim": vectors.dim, "seconds": seconds}
        emit_json({**found, "manifest": vectors.manifest})
    else:
        say(f"{vectors!r} in {seconds:.0f} s, in {folder}")
        say(f"Look at it: int2vec neighbors 97 --model {folder}")


def _one_seed(asked: int, settings: dict[str, Any]) -> int:
    """The seed of the split and the training, put into the settings."""
    given = settings.setdefault("seed", asked)
    if type(given) is not int or asked not in (0, given):
        raise InputError(f"--seed is {asked} and the settings say {given!r}; give one of them")
    return given


@app.command()
def export(
    model: Annotated[str, typer.Argument(help="A model's name or folder.")],
    kind: Annotated[str, typer.Option("--format", help=f"{', '.join(_ENDINGS)}.")],
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    json: JsonOption = False,
) -> None:
    """Write a model's vectors for another program.

    Example: int2vec export oeis-fasttext --format word2vec --out integers.vec
    """
    vectors = load(model)
    path = out or Path(f"{vectors.name}{_ENDINGS.get(kind, '')}")
    files = [str(file) for file in write_export(vectors, path, kind)]
    if json:
        emit_json({"files": files})
    else:
        say("Wrote " + " and ".join(files))
