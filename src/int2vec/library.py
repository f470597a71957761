"""What answers are made from, opened when it is first needed and then kept.

Which sequences are looked at is decided here and nowhere else: those of the corpus that is named;
else the OEIS, where its dump lies in the data folder; else `complete` works without a corpus and
look-ups go to the classical sequences that come with the package, which compile in no time.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path

from int2vec.corpus.store import Corpus, Names, open_corpus
from int2vec.data import has_oeis, text_vector_files
from int2vec.embed.concat import concatenate
from int2vec.embed.text_vectors import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import ModelError, UnknownIntegerError, UnknownModelError
from int2vec.models import ModelInfo, installed, load
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import SourcesConfig, chosen_names, make_sources
from int2vec.predict.complete.rules.engine import check_effort
from int2vec.predict.complete.search.index import READINGS, Index, open_index
from int2vec.predict.expand.postings import Postings, open_postings
from int2vec.predict.similar.ranking import SequenceSpace, open_space

WELL_KNOWN = "well-known"
_KEPT_MODELS = 4  # vectors that one library holds at a time

Model = str | Path | Embeddings
_LABEL = re.compile(r"[Aa]?(\d{1,9})|sequence ([\d,]{1,12})")


def default_corpus() -> str:
    """The corpus that is measured on where none is named: the OEIS where it is, else our own."""
    return "oeis" if has_oeis() else "catalog"


class Library:
    """A corpus with its indexes, vectors by name, and completers under one ranking.

    `models` limits the vectors to these names, which are then looked up and never opened as
    paths: what a server does with the names that strangers send.
    """

    def __init__(
        self, corpus: str | None = None, *, models: Mapping[str, ModelInfo] | None = None
    ) -> None:
        self._named = corpus
        self._models = models
        self._vectors = lru_cache(_KEPT_MODELS)(self._open_vectors)
        self._index = cache(lambda readings: open_index(self.corpus, readings=readings))
        self._ensemble = cache(self._make_ensemble)

    @property
    def searched_corpus(self) -> str | None:
        """The corpus that completion searches: the one named, the OEIS where it is, or none."""
        return self._named or ("oeis" if has_oeis() else None)

    @property
    def corpus_label(self) -> str:
        """The corpus of look-ups as answers name it: a file by its name, never by its path."""
        return Path(self.searched_corpus or WELL_KNOWN).name

    @cached_property
    def corpus(self) -> Corpus:
        """The corpus in which integers and terms are looked up."""
        return open_corpus(self.searched_corpus or WELL_KNOWN)

    def index(self, readings: Sequence[str] = READINGS) -> Index:
        """The search index over all of the corpus, with these readings of its terms."""
        return self._index(tuple(readings))

    @cached_property
    def postings(self) -> Postings:
        """For every integer, the sequences of the corpus that it stands in."""
        return open_postings(self.corpus)

    @cached_property
    def space(self) -> SequenceSpace:
        """The vectors and signatures of the sequences; the bundled model gives the terms'."""
        return open_space(self.corpus, self.postings, load())

    @cached_property
    def names(self) -> Names:
        """The names of the corpus's sequences, to look words up in."""
        return Names(self.corpus)

    @property
    def models(self) -> Mapping[str, ModelInfo]:
        """The models by name, the default first."""
        return {one.name: one for one in installed()} if self._models is None else self._models

    @property
    def default_model(self) -> str | None:
        """The model that speaks where none is named, None where none is installed."""
        return next(iter(self.models), None)

    def vectors(self, model: Model | None = None) -> Embeddings:
        """The vectors of a name, a folder, a file of text vectors, or of several joined by +."""
        if isinstance(model, Embeddings):
            return model
        chosen = str(model) if model is not None else self.default_model
        if chosen is None:
            raise ModelError("no model is installed; 'int2vec train fasttext' makes one")
        return self._vectors(chosen)

    def _open_vectors(self, model: str) -> Embeddings:
        if self._models is not None:
            if model not in self._models:
                known = ", ".join(self._models) or "none"
                raise UnknownModelError(f"{model!r:.80} is not served here; choose from {known}")
            return Embeddings.load(self._models[model].folder, name=model)
        path = Path(model)
        if path.is_file():
            return read_text_vectors(path)
        if "+" in model and not path.exists():
            return concatenate([self.vectors(part) for part in model.split("+")])
        return load(model)

    def optional_vectors(self, model: Model | None) -> Embeddings | None:
        """The vectors, or None where no model was named and none is installed."""
        return None if model is None and self.default_model is None else self.vectors(model)

    def every_vectors(self, named: Sequence[Model] | None = None) -> list[Embeddings]:
        """These vectors; where none are named, every model and text vectors of the data folder."""
        files = [] if self._models is not None else text_vector_files()
        every: list[Model] = [*self.models, *files]
        return [self.vectors(m) for m in (every if named is None else named)]

    def ensemble(
        self, using: Sequence[str] = (), model: str | None = None, effort: str = "normal"
    ) -> Ensemble:
        """The completers of these names (all that fit, where none are named) under one ranking."""
        return self._ensemble(chosen_names(using), model, check_effort(effort))

    def _make_ensemble(self, using: tuple[str, ...], model: str | None, effort: str) -> Ensemble:
        corpus = self.searched_corpus
        config = SourcesConfig(using=using, corpus=corpus, model=model, effort=effort)
        index = self.index(config.readings) if config.readings and corpus else None
        return Ensemble(make_sources(config, index))

    def position(self, label: str) -> int:
        """The position of the sequence with this label."""
        name, i = label.strip(), None
        if (found := _LABEL.fullmatch(name)) and found[1]:
            name, i = f"A{int(found[1]):06d}", self.corpus.index_of(int(found[1]))
        elif found:
            i = int(found[2].replace(",", "")) - 1
        n = self.corpus.n_sequences
        if i is None or not 0 <= i < n or self.corpus.label(i) != name:
            where = f"{name:.20} is not among the {n:,} sequences of {self.corpus_label}"
            more = "" if self.corpus_label == "oeis" else ", or run 'int2vec fetch oeis' for all"
            raise UnknownIntegerError(f"{where}; give the A-number of one of them{more}")
        return i
