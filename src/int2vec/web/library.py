"""What the answers are made from, loaded when it is first needed and then kept."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from typing import Any

from int2vec.corpus import open_corpus
from int2vec.corpus.store import Corpus, Progress
from int2vec.embeddings import Embeddings
from int2vec.errors import ModelError, UnknownModelError
from int2vec.files import read_json
from int2vec.models import DEFAULT, ModelInfo, installed
from int2vec.predict.complete.search.index import READINGS, Index, open_index
from int2vec.predict.expand import Postings, open_postings
from int2vec.web.config import ServeConfig

KEPT = 4
"""Models that one process holds at a time."""


def served_models(config: ServeConfig) -> dict[str, ModelInfo]:
    """The models by name: those given to the server, then the installed ones."""
    found: dict[str, ModelInfo] = {}
    for text in config.models:
        folder = Path(text)
        manifest = read_json(folder / "manifest.json")
        name = folder.resolve().name
        found[name] = ModelInfo(name=name, folder=folder, bundled=False, manifest=manifest)
    for model in installed() if config.installed else ():
        found.setdefault(model.name, model)
    return found


class Library:
    """The served models and the corpus."""

    def __init__(self, config: ServeConfig) -> None:
        self.config = config
        self._loaded: OrderedDict[str, Embeddings] = OrderedDict()

    @cached_property
    def models(self) -> dict[str, ModelInfo]:
        """The served models by name."""
        return served_models(self.config)

    @property
    def default_model(self) -> str | None:
        """The model that speaks where a request names none."""
        if self.config.models:
            return next(iter(self.models))
        return DEFAULT if DEFAULT in self.models else next(iter(self.models), None)

    def vectors(self, name: str | None) -> Embeddings:
        """The vectors of a served model; a name is looked up, never opened as a path."""
        chosen = name or self.default_model
        if chosen is None:
            raise ModelError("no model is installed; run 'int2vec train fasttext' and serve again")
        if chosen not in self.models:
            known = ", ".join(self.models) or "none"
            raise UnknownModelError(f"{chosen!r:.80} is not served here; choose from {known}")
        if chosen not in self._loaded:
            # It goes by the name that it is asked for, whatever it was trained as.
            self._loaded[chosen] = Embeddings.load(self.models[chosen].folder, name=chosen)
            while len(self._loaded) > KEPT:
                self._loaded.popitem(last=False)
        self._loaded.move_to_end(chosen)
        return self._loaded[chosen]

    @cached_property
    def corpus(self) -> Corpus:
        """The corpus that is searched."""
        return open_corpus(self.config.corpus_name)

    @cached_property
    def index(self) -> Index:
        """The search index over all of the corpus."""
        return open_index(self.corpus, readings=READINGS)

    @cached_property
    def postings(self) -> Postings:
        """For every integer, the sequences that it stands in."""
        return open_postings(self.corpus)

    @cached_property
    def kept(self) -> dict[str, Any]:
        """What an answer works out once for all questions."""
        return {}


def prepare(config: ServeConfig, progress: Progress | None = None) -> Library:
    """The library with everything compiled that the workers will memory-map."""
    library = Library(config)
    library.models  # noqa: B018  a folder that is no model fails here, not in a worker
    corpus = open_corpus(config.corpus_name, progress=progress)
    open_index(corpus, readings=READINGS, progress=progress)
    open_postings(corpus, progress=progress)
    return library
