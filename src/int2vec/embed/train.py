"""Learning vectors by any of the methods, from a corpus to a model folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus, Progress
from int2vec.embed.config import fill
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.files import check_writable

METHODS = ("lsa", "fasttext", "fasttext-words", "units", "lstm")
LANGUAGE_MODEL = "lstm-language-model"  # the kind that a language model's manifest names
CHECKPOINT_FOLDER = "checkpoint"  # what an unfinished training of units goes on from
LANGUAGE_MODEL_FOLDER = "language-model"  # where it lies inside the folder of its vectors


@dataclass(frozen=True, kw_only=True)
class Training:
    """How vectors are to be learned: `settings` are those that differ from the method's own.

    A preset is the LSTM's alone; a device and a run to go on with are its and the units'.
    """

    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    preset: str = "fast"
    device: str = "auto"
    resume: bool = False

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"'{self.method}' is no method; give one of {', '.join(METHODS)}")
        if self.resume and self.method not in ("lstm", "units"):
            raise InputError(f"{self.method} cannot resume; lstm and units keep checkpoints")

    def config(self) -> Any:
        """The settings of the method, whole and checked."""
        if self.method == "lsa":
            from int2vec.embed.lsa import LsaConfig

            return fill(LsaConfig(), self.settings)
        if self.method == "lstm":
            from int2vec.embed.lstm.model import preset

            return fill(preset(self.preset), self.settings)
        if self.method == "units":
            from int2vec.embed.units import UnitsConfig

            return fill(UnitsConfig(), self.settings)
        from int2vec.embed.fasttext import SUBWORDS, WORDS

        if self.method == "fasttext-words":
            return replace(fill(WORDS, self.settings), max_n=0)
        return fill(SUBWORDS, self.settings)


def train(
    asked: Training, corpus: Corpus, split: Split, folder: Path, progress: Progress | None = None
) -> Embeddings:
    """The vectors learned from the training part of a corpus, written to `folder`."""
    check_writable(folder)
    vectors = learn(asked, corpus, split, folder / LANGUAGE_MODEL_FOLDER, progress)
    vectors = vectors.renamed(folder.name)
    if is_first_process():
        vectors.save(folder)
    return vectors


def learn(
    asked: Training,
    corpus: Corpus,
    split: Split,
    language_model: Path,
    progress: Progress | None = None,
) -> Embeddings:
    """The vectors learned from the training part of a corpus.

    An LSTM goes to the folder `language_model`, with its checkpoints. Each trainer brings a
    library of its own, so it is loaded when it is asked for.
    """
    config = asked.config()
    if asked.method == "lsa":
        from int2vec.embed.lsa import train_lsa

        return train_lsa(corpus, split, config, progress)
    if asked.method == "lstm":
        from int2vec.embed.lstm.folder import extract_embeddings
        from int2vec.embed.lstm.streams import prepare_streams
        from int2vec.embed.lstm.train import train_lstm

        train_lstm(
            prepare_streams(corpus, split),
            config,
            language_model,
            device=asked.device,
            resume=asked.resume,
            progress=progress,
        )
        return extract_embeddings(language_model)
    if asked.method == "units":
        from int2vec.embed.units import train_units

        return train_units(
            corpus,
            split,
            config,
            device=asked.device,
            checkpoint=language_model.with_name(CHECKPOINT_FOLDER),
            resume=asked.resume,
            progress=progress,
        )
    from int2vec.embed.fasttext import train_fasttext

    return train_fasttext(corpus, split, config, progress)


def is_first_process() -> bool:
    """Whether this process writes and prints: of those that torchrun starts, one does."""
    return os.environ.get("RANK", "0") == "0"
