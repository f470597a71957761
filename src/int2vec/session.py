"""One middle: opens corpus, index, models and ensemble once, and answers every question.

`int2vec.complete` and its kin, every command, every HTTP answer and the report ask a session and
nothing below it, so that the same question has the same answer everywhere.

Which sequences are looked at is decided here and nowhere else: those of the corpus that is named;
else the OEIS, where its dump lies in the data folder; else `complete` works without a corpus and
look-ups go to the classical sequences that come with the package, which compile in no time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from int2vec.arithmetic.about import IntegerFacts, about, prepare_rarities, shared_words
from int2vec.corpus.opening import file_state, open_corpus
from int2vec.corpus.store import Corpus, Progress
from int2vec.data import cache_folder, data_folder, has_oeis, text_vector_files
from int2vec.embed.concat import concatenate
from int2vec.embed.text_vectors import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError, UnknownModelError
from int2vec.models import DEFAULT, ModelInfo, installed, load
from int2vec.predict.analogy.solver import Answer, analogy
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import SourcesConfig, chosen_names, make_sources
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.search.index import READINGS, Index, open_index
from int2vec.predict.complete.search.matches import Match, find_matches, find_transformed
from int2vec.predict.expand.expansion import Expansion, expand
from int2vec.predict.expand.holding import Holding, sequences_holding
from int2vec.predict.expand.postings import Postings, open_postings
from int2vec.text import as_integer, check_k, checked_terms

if TYPE_CHECKING:
    from int2vec.predict.probe import Neuron, ProbeConfig, ProbeTable
    from int2vec.predict.probe.readings import Reading

WELL_KNOWN = "well-known"
_KEPT_MODELS = 4  # vectors that one session holds at a time
_SEEN_AS_GIVEN = 100  # matches as given that a search through transforms does not repeat

Model = str | Path | Embeddings


@dataclass(frozen=True, kw_only=True)
class Neighbor:
    """An integer near another one, and the rarest properties that both have, in words."""

    integer: int
    cosine: float
    shares: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Neighbors:
    """The integers nearest to one; `inferred` where it has no vector of its own."""

    integer: int
    model: str
    inferred: bool
    neighbors: tuple[Neighbor, ...]


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """The sequences in which some terms stand, of how many in which corpus."""

    corpus: str
    n_sequences: int
    matches: tuple[Match, ...]


class Session:
    """Everything that answers are made from, opened when it is first needed and then kept.

    `models` limits the vectors to these names, which are then looked up and never opened as
    paths: what a server does with the names that strangers send.

    >>> Session().complete([1, 1, 2, 3, 5, 8], k=1, using=["rules"])[0].value
    13
    """

    def __init__(
        self,
        corpus: str | None = None,
        *,
        models: Mapping[str, ModelInfo] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._named = corpus
        self._models = models
        self._progress = progress
        self._vectors: OrderedDict[str, Embeddings] = OrderedDict()
        self._ensembles: dict[tuple[tuple[str, ...], str | None], Ensemble] = {}

    # What answers are made from.

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
        return open_corpus(self.searched_corpus or WELL_KNOWN, progress=self._progress)

    def index(self, readings: Sequence[str] = READINGS) -> Index:
        """The search index over all of the corpus, with these readings of its terms."""
        return open_index(self.corpus, readings=readings, progress=self._progress)

    @cached_property
    def postings(self) -> Postings:
        """For every integer, the sequences of the corpus that it stands in."""
        return open_postings(self.corpus, progress=self._progress)

    @property
    def models(self) -> Mapping[str, ModelInfo]:
        """The models by name, the default first."""
        if self._models is not None:
            return self._models
        return {model.name: model for model in installed()}

    @property
    def default_model(self) -> str | None:
        """The model that speaks where none is named, None where none is installed."""
        names = list(self.models)
        return DEFAULT if self._models is None and DEFAULT in names else next(iter(names), None)

    def vectors(self, model: Model | None = None) -> Embeddings:
        """The vectors of a name, a folder, a file of text vectors, or of several joined by +."""
        if isinstance(model, Embeddings):
            return model
        chosen = str(model) if model is not None else self.default_model
        if chosen is None:
            raise ModelError("no model is installed; 'int2vec train fasttext' makes one")
        if chosen not in self._vectors:
            self._vectors[chosen] = self._open_vectors(chosen)
            while len(self._vectors) > _KEPT_MODELS:
                self._vectors.popitem(last=False)
        self._vectors.move_to_end(chosen)
        return self._vectors[chosen]

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

    def every_vectors(self) -> list[Embeddings]:
        """Every model, and every file of text vectors in the data folder."""
        files = [] if self._models is not None else text_vector_files()
        return [self.vectors(name) for name in [*self.models, *map(str, files)]]

    def ensemble(self, using: Sequence[str] = (), model: str | None = None) -> Ensemble:
        """The completers of these names (all that fit, where none are named) under one ranking."""
        key = chosen_names(using), model
        if key not in self._ensembles:
            config = SourcesConfig(using=key[0], corpus=self.searched_corpus, model=model)
            searches = config.readings and self.searched_corpus
            index = self.index(config.readings) if searches else None
            self._ensembles[key] = Ensemble(make_sources(config, index))
        return self._ensembles[key]

    def prepare(self, *questions: str) -> None:
        """Open and work out now what these questions need, so that the first is not slow.

        The questions go by the names of the methods; "rules" is completion by rules alone.
        """
        asked = set(questions)
        if asked & {"facts", "neighbors"}:
            prepare_rarities()
        if asked & {"neighbors", "expand"} and (vectors := self.optional_vectors(None)):
            vectors.unit  # noqa: B018  worked out once
        if asked & {"complete", "rules"}:
            RulesCompleter().prepare()
        if "complete" in asked:
            self.ensemble()
        if asked & {"expand", "sequences_holding"}:
            self.postings.sizes  # noqa: B018
        if "sequences_holding" in asked:
            self.postings.commonness  # noqa: B018

    # Questions.

    def complete(
        self,
        terms: Sequence[int],
        k: int = 5,
        *,
        using: str | Sequence[str] = (),
        model: str | None = None,
        least: float = 0.0,
    ) -> list[Prediction]:
        """At most `k` conjectured next terms with calibrated probabilities, likeliest first.

        `using` names the completers to ask, `model` a trained LSTM. What is less probable than
        `least` is left out, so that there may be no answer at all.
        """
        prompt = checked_terms(terms, k)
        if not isfinite(least):
            raise InputError(f"least is {least}; give a probability from 0 to 1")
        names = using.split(",") if isinstance(using, str) else using
        found = self.ensemble([n.strip() for n in names if n.strip()], model).complete(prompt, k)
        return [p for p in found if (p.probability or 0.0) >= least]

    def search(
        self, pattern: Sequence[int | None], k: int = 10, *, transforms: bool = False
    ) -> SearchResult:
        """The sequences in which the terms stand (None is any term), near their start first.

        With `transforms` also those that hold them up to sign, an added constant, a factor,
        differences, sums, or with terms left out: at most `k` more.
        """
        checked_terms([0 if term is None else term for term in pattern], k)
        index = self.index(READINGS if transforms else READINGS[:1])
        matches = find_matches(index, pattern, k)
        if transforms:
            # "Plus a constant" finds what was found as given again, with the constant 0.
            seen = {match.a_number for match in find_matches(index, pattern, _SEEN_AS_GIVEN)}
            changed = find_transformed(index, pattern, k + len(seen))
            matches += [match for match in changed if match.a_number not in seen][:k]
        return SearchResult(
            corpus=self.corpus_label, n_sequences=index.n_sequences, matches=tuple(matches)
        )

    def neighbors(self, n: int, k: int = 10, *, model: Model | None = None) -> Neighbors:
        """The `k` integers whose vectors are nearest to n's, each with what both share."""
        vectors, integer = self.vectors(model), as_integer(n)
        found = vectors.neighbors(integer, check_k(k))
        shares = shared_words(integer, [m for m, _ in found])
        return Neighbors(
            integer=integer,
            model=vectors.name,
            inferred=integer not in vectors,
            neighbors=tuple(
                Neighbor(integer=m, cosine=cosine, shares=tuple(words))
                for (m, cosine), words in zip(found, shares, strict=True)
            ),
        )

    def expand(
        self,
        seeds: Sequence[int],
        k: int = 10,
        *,
        using: str = "fused",
        model: Model | None = None,
    ) -> Expansion:
        """What the seeds share, and the `k` likeliest further members of their set."""
        vectors = self.optional_vectors(model) if using in ("fused", "vector") else None
        postings = None if using == "vector" else self.postings
        return expand(seeds, k, using=using, embeddings=vectors, postings=postings)

    def analogy(
        self,
        a: int,
        b: int,
        c: int,
        options: Sequence[int] | None = None,
        k: int = 5,
        *,
        using: str = "both",
        scoring: str = "add",
        model: Model | None = None,
    ) -> list[Answer]:
        """Answers to a : b :: c : ?, best first: every option with a case, or the `k` best."""
        vectors = None if using == "rules" else self.optional_vectors(model)
        return analogy(a, b, c, options, k, using=using, scoring=scoring, embeddings=vectors)

    def facts(self, n: int) -> IntegerFacts:
        """The factorisation of n, its properties, the rarest first, and some quantities."""
        return about(as_integer(n))

    def sequences_holding(self, n: int, k: int = 10) -> tuple[int, list[Holding]]:
        """How many sequences of the corpus hold n, and the `k` of the rarest company."""
        return sequences_holding(self.postings, as_integer(n), check_k(k))

    def readings(self, n: int, *, model: Model | None = None) -> list[Reading]:
        """What linear probes read off n's vector, beside the truth."""
        from int2vec.predict.probe.readings import readers_of  # probes are slow to import

        return readers_of(self.vectors(model)).read(as_integer(n))

    def probe(
        self,
        models: Sequence[Model] | None = None,
        properties: Sequence[str] | None = None,
        config: ProbeConfig | None = None,
        *,
        baselines: bool = True,
    ) -> ProbeTable:
        """What linear probes read from these models (all there are, where none are named)."""
        from int2vec.predict import probe as probing  # scikit-learn is needed by probes alone
        from int2vec.predict.probe.probing import sort_names

        settings = config or probing.ProbeConfig()
        if properties:
            sort_names(properties)  # a wrong name fails before anything is opened
        rows = [self.vectors(m) for m in models] if models else self._probed_by_default()
        if baselines:
            rows = rows + probing.baselines(rows, settings.integers)
        return probing.probe(rows, properties, settings, progress=self._progress)

    def neuron(
        self, name: str, config: ProbeConfig | None = None, *, model: Model | None = None
    ) -> Neuron:
        """The one dimension of a model that carries a property best."""
        from int2vec.predict import probe as probing

        return probing.find_neuron(self.vectors(model), name, config or probing.ProbeConfig())

    def _probed_by_default(self) -> list[Embeddings]:
        """Every model and text vectors, and the default model beside FastText's of text."""
        found = self.every_vectors()
        if not found:
            raise InputError(
                "no model is installed and the data folder holds no text vectors; "
                "'int2vec train fasttext' makes a model"
            )
        ours = [vectors for vectors in found if vectors.name == DEFAULT]
        texts = [v for v in found if v.name not in self.models and "fasttext" in v.name.lower()]
        return found + [concatenate([one, text]) for one in ours for text in texts]


def default_corpus() -> str:
    """The corpus that is measured on where none is named: the OEIS where it is, else our own."""
    return "oeis" if has_oeis() else "catalog"


def default_session(corpus: str | None = None) -> Session:
    """The session behind the functions of the package, kept open between calls.

    It is opened again where the corpus's file, the data folder or the cache folder changed.
    """
    name = corpus or ("oeis" if has_oeis() else None)
    return _session(corpus, file_state(name) if name else None, data_folder(), cache_folder())


@lru_cache(maxsize=8)
def _session(corpus: str | None, state: object, data: Path, cache: Path) -> Session:
    return Session(corpus)
