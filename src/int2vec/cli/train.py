"""`int2vec train`: from a corpus to a model folder."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, progress_bar
from int2vec.cli.options import CorpusOption, JsonOption, SeedOption, SplitOption
from int2vec.corpus.opening import open_corpus
from int2vec.corpus.split import Split, make_split
from int2vec.corpus.store import Corpus, Progress
from int2vec.embed.config import fill, read_toml
from int2vec.embed.names import LANGUAGE_MODEL_FOLDER
from int2vec.embeddings import Embeddings
from int2vec.errors import DataError, InputError
from int2vec.models import trained_folder


class Method(StrEnum):
    """The ways to learn vectors."""

    LSA = "lsa"
    FASTTEXT = "fasttext"
    FASTTEXT_WORDS = "fasttext-words"
    LSTM = "lstm"


@app.command()
def train(
    method: Annotated[Method, typer.Argument(help="How to learn the vectors.")],
    corpus: CorpusOption = "catalog",
    out: Annotated[Path | None, typer.Option("--out", help="The folder to write; by default "
                   "CORPUS-METHOD among the models found by name.")] = None,
    config: Annotated[Path | None, typer.Option("--config", help="TOML settings.")] = None,
    preset: Annotated[str, typer.Option("--preset", help="LSTM: paper, fast or small.")] = "fast",
    split: SplitOption = "random",
    seed: SeedOption = 0,
    device: Annotated[str, typer.Option("--device", help="LSTM: auto, cpu or cuda.")] = "auto",
    resume: Annotated[bool, typer.Option("--resume", help="LSTM: go on where it was.")] = False,
    json: JsonOption = False,
) -> None:  # fmt: skip
    """Learn vectors from the training part of a corpus.

    Example: int2vec train lsa --corpus catalog --out my-lsa
    """
    settings: dict[str, Any] = read_toml(config) if config else {}
    seed = _one_seed(seed, settings)
    if resume and method is not Method.LSTM:
        raise InputError(f"--resume was given for {method}; only the lstm keeps checkpoints")
    name = f"{Path(corpus).stem}-{method}"
    folder = out or trained_folder() / name
    _check_writable(folder)
    started = time.perf_counter()
    with progress_bar(f"train {method}") as progress:
        source = open_corpus(corpus, progress=progress)
        parts = make_split(source, split, seed)
        if method is Method.LSTM:
            vectors = _lstm(source, parts, preset, settings, folder, device, resume, progress)
        else:
            vectors = _count_based(method, source, parts, settings, progress)
    vectors.name = folder.name
    vectors.save(folder)
    seconds = time.perf_counter() - started
    if json:
        emit_json({"folder": str(folder), "n": len(vectors), "dim": vectors.dim,
                   "seconds": seconds, "manifest": vectors.manifest})  # fmt: skip
        return
    console.print(
        f"{vectors!r} in {seconds:.0f} s, in {folder}\n"
        f"Look at it: int2vec neighbors 97 --model {folder}", highlight=False, soft_wrap=True,
    )  # fmt: skip


def _one_seed(asked: int, settings: dict[str, Any]) -> int:
    """The seed of the split and the training, put into the settings."""
    given = settings.setdefault("seed", asked)
    if type(given) is not int or asked not in (0, given):
        raise InputError(f"--seed is {asked} and the settings say {given!r}; give one of them")
    return given


def _check_writable(folder: Path) -> None:
    """Fails before the training, not after it, where nothing can be written."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise DataError(f"{folder} cannot be written: {there} is in the way; give another --out")


def _count_based(
    method: Method, corpus: Corpus, split: Split, settings: dict[str, Any], progress: Progress
) -> Embeddings:
    # Each trainer brings a library of its own, so it is loaded when it is asked for.
    if method is Method.LSA:
        from int2vec.embed.lsa import LsaConfig, train_lsa

        return train_lsa(corpus, split, fill(LsaConfig(), settings), progress)
    from int2vec.embed.fasttext import SUBWORDS, WORDS, train_fasttext

    config = fill(SUBWORDS, settings)
    if method is Method.FASTTEXT_WORDS:
        config = replace(fill(WORDS, settings), max_n=0)
    return train_fasttext(corpus, split, config, progress)


def _lstm(
    corpus: Corpus, split: Split, preset_name: str, settings: dict[str, Any], folder: Path,
    device: str, resume: bool, progress: Progress,
) -> Embeddings:  # fmt: skip
    from int2vec.embed.lstm import extract_embeddings, preset, train_lstm, with_settings
    from int2vec.embed.lstm.prepare import prepare_streams

    config = with_settings(preset(preset_name), settings)
    streams = prepare_streams(corpus, split)
    place = folder / LANGUAGE_MODEL_FOLDER
    train_lstm(streams, config, place, device=device, resume=resume, progress=progress)
    return extract_embeddings(place)
