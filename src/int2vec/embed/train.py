"""Learning vectors by any of the methods, from a corpus to a model folder."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from typing import Any

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus
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

    A preset is the LSTM's alone; LSA has no device and no run to go on with.
    """

    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    preset: str = "fast"
    device: str = "auto"
    resume: bool = False

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"'{self.method}' is no method; give one of {', '.join(METHODS)}")
        if self.resume and self.method == "lsa":
            raise InputError("lsa cannot resume; the other methods keep checkpoints")

    def config(self) -> Any:
        """The settings of the method, whole and checked."""
        if self.method == "lstm":
            return fill(_load("lstm.model").preset(self.preset), self.settings)
        if self.method == "lsa":
            return fill(_load("lsa").LsaConfig(), self.settings)
        units = _load("units")
        own = {"fasttext": units.FASTTEXT, "fasttext-words": units.FASTTEXT_WORDS}
        return fill(own.get(self.method, units.UnitsConfig()), self.settings)


def _load(module: str) -> Any:
    """A module of this package, loaded late: each trainer brings a library of its own."""
    return import_module(f"int2vec.embed.{module}")


def train(asked: Training, corpus: Corpus, split: Split, folder: Path) -> Embeddings:
    """The vectors learned from the training part of a corpus, written to `folder`."""
    check_writable(folder)
    vectors = learn(asked, corpus, split, folder / LANGUAGE_MODEL_FOLDER)
    vectors = vectors.renamed(folder.name)
    if is_first_process():
        vectors.save(folder)
        # What a full disk kept from being saved can be gone on with; what is saved need not.
        rmtree(folder / CHECKPOINT_FOLDER, ignore_errors=True)
    return vectors


def learn(asked: Training, corpus: Corpus, split: Split, language_model: Path) -> Embeddings:
    """The vectors learned from a corpus's training part; an LSTM goes to `language_model`."""
    config, method = asked.config(), asked.method
    running = {"device": asked.device, "resume": asked.resume}
    found: Embeddings
    if method == "lstm":
        streams = _load("lstm.streams").prepare_streams(corpus, split)
        _load("lstm.train").train_lstm(streams, config, language_model, **running)
        found = _load("lstm.folder").extract_embeddings(language_model)
    elif method == "lsa":
        found = _load(method).train_lsa(corpus, split, config)
    else:
        running |= {"method": method, "checkpoint": language_model.with_name(CHECKPOINT_FOLDER)}
        found = _load("units").train_units(corpus, split, config, **running)
    return found


def is_first_process() -> bool:
    """Whether this process writes and prints: of those that torchrun starts, one does."""
    return os.environ.get("RANK", "0") == "0"
