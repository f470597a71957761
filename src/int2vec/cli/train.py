"""`int2vec train`: from a corpus to a model folder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import CorpusOption, JsonOption, SeedOption, SplitOption
from int2vec.corpus.opening import open_corpus
from int2vec.corpus.split import make_split
from int2vec.embed.config import read_toml
from int2vec.embed.train import METHODS, Training, check_writable, is_first_process
from int2vec.embed.train import train as train_vectors
from int2vec.errors import InputError
from int2vec.models import trained_folder

MethodArgument = Annotated[str, typer.Argument(help=f"One of {', '.join(METHODS)}.")]
_OUT = "The folder to write; by default CORPUS-METHOD among the models found by name."
OutOption = Annotated[Path | None, typer.Option("--out", help=_OUT)]
ConfigOption = Annotated[Path | None, typer.Option("--config", help="TOML settings.")]
PresetOption = Annotated[str, typer.Option("--preset", help="LSTM: paper, fast or small.")]
DeviceOption = Annotated[str, typer.Option("--device", help="LSTM: auto, cpu or cuda.")]
ResumeOption = Annotated[bool, typer.Option("--resume", help="LSTM: go on where it was.")]


@app.command()
def train(
    method: MethodArgument,
    corpus: CorpusOption = "catalog",
    out: OutOption = None,
    config: ConfigOption = None,
    preset: PresetOption = "fast",
    split: SplitOption = "random",
    seed: SeedOption = 0,
    device: DeviceOption = "auto",
    resume: ResumeOption = False,
    json: JsonOption = False,
) -> None:
    """Learn vectors from the training part of a corpus.

    Example: int2vec train lsa --corpus catalog --out my-lsa
    """
    settings: dict[str, Any] = read_toml(config) if config else {}
    seed = _one_seed(seed, settings)
    asked = Training(method=method, settings=settings, preset=preset, device=device, resume=resume)
    folder = out or trained_folder() / f"{Path(corpus).stem}-{method}"
    check_writable(folder)  # before anything is computed
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
        return
    text = f"{vectors!r} in {seconds:.0f} s, in {folder}"
    advice = f"Look at it: int2vec neighbors 97 --model {folder}"
    console.print(f"{text}\n{advice}", highlight=False, soft_wrap=True)


def _one_seed(asked: int, settings: dict[str, Any]) -> int:
    """The seed of the split and the training, put into the settings."""
    given = settings.setdefault("seed", asked)
    if type(given) is not int or asked not in (0, given):
        raise InputError(f"--seed is {asked} and the settings say {given!r}; give one of them")
    return given
