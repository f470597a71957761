"""One middle: opens corpus, index, models and ensemble once, and answers every question.

`int2vec.complete` and its kin, every command, every HTTP answer and the report ask a session and
nothing below it, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from int2vec.arithmetic.about import IntegerFacts, about, prepare_rarities, shared_words
from int2vec.corpus.split import make_split
from int2vec.corpus.store import corpus_state
from int2vec.data import cache_folder, data_folder, has_oeis
from int2vec.embed.concat import concatenate
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.library import Library, Model
from int2vec.predict.analogy.evaluation import AnalogyScores, evaluate_analogies
from int2vec.predict.analogy.questions import Question as AnalogyQuestion
from int2vec.predict.analogy.solver import Answer, analogy
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.blanks import Filling, fill
from int2vec.predict.complete.citations import cited
from int2vec.predict.complete.ensemble import among
from int2vec.predict.complete.evaluation import Evaluation, evaluate
from int2vec.predict.complete.questions import Question, count_in_index, held_out
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.rules.fit import Fit
from int2vec.predict.complete.search.index import READINGS
from int2vec.predict.complete.search.matches import find_matches, find_transformed
from int2vec.predict.expand.evaluation import ExpansionScores, evaluate_hidden_sets
from int2vec.predict.expand.expansion import Expansion, expand
from int2vec.predict.expand.postings import Holding as Holding
from int2vec.predict.expand.postings import sequences_holding
from int2vec.predict.similar.evaluation import SimilarEvaluation, cited_pairs, evaluate_similar
from int2vec.results import Neighbor, Neighbors, SearchResult, SequenceEntry, SimilarResult
from int2vec.tables import Listing
from int2vec.text import as_integer, check_k, checked_terms, parse_terms

if TYPE_CHECKING:
    from int2vec.predict.probe.config import ProbeConfig
    from int2vec.predict.probe.neuron import Neuron
    from int2vec.predict.probe.ranges import RangeCurve
    from int2vec.predict.probe.readings import Reading
    from int2vec.predict.probe.result import ProbeTable

_PLACE = re.compile(r"sequence ([\d,]{1,12})")
_MOST_NEXT = 100  # terms at once
_SEEN_AS_GIVEN = 100  # matches as given that a search through transforms does not repeat


class Session(Library):
    """Answers every question from one library, so that every face says the same.

    >>> Session().complete([1, 1, 2, 3, 5, 8], k=1, using=["rules"])[0].value
    13
    """

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
        if "similar" in asked:
            self.space.matrix  # noqa: B018
        if "sequences_holding" in asked:
            self.postings.commonness  # noqa: B018
        if "named" in asked:
            self.names  # noqa: B018

    def complete(
        self,
        terms: Sequence[int],
        k: int = 5,
        *,
        using: str | Sequence[str] = (),
        model: str | None = None,
        least: float = 0.0,
        options: Sequence[int] = (),
        effort: str = "normal",
    ) -> list[Prediction]:
        """At most `k` conjectured next terms with calibrated probabilities, likeliest first.

        `using` names the completers to ask, `model` a trained LSTM. What is less probable than
        `least` is left out, so that there may be no answer at all. With `options` the answer is
        one of these. `effort` is quick, normal or deep: about .05, .25 or up to 20 seconds.
        """
        prompt = checked_terms(terms, k)
        if not isfinite(least):
            raise InputError(f"least is {least}; give a probability from 0 to 1")
        names = using.split(",") if isinstance(using, str) else using
        asked = [n.strip() for n in names if n.strip()]
        ensemble = self.ensemble(asked, model, effort)
        if options:
            found = among(ensemble.rank(prompt, ensemble.gather(prompt)), options)[:k]
        else:
            found = ensemble.complete(prompt, k)
        found = [p for p in found if (p.probability or 0.0) >= least]
        if self.searched_corpus is None or not SourcesConfig(using=tuple(asked)).readings:
            return Listing(found)
        return Listing(cited(self.index(READINGS[:1]), prompt, found))

    def fill(self, pattern: Sequence[int | None], k: int = 5) -> list[Filling]:
        """What stands in the blanks, which are None, anywhere in the terms: the likeliest ways.

        >>> Session().fill([None, 5, 8, 13, 21], k=1)[0].values
        (3,)
        """
        checked_terms([0 if term is None else term for term in pattern], k)
        index = self.index(READINGS[:1]) if self.searched_corpus else None
        return Listing(fill(pattern, k, index))

    def go_on(self, terms: Sequence[int], n: int = 10) -> list[Prediction]:
        """The next `n` terms, each the likeliest after those before it.

        It stops early where nothing says how to go on; n-th terms far on take a formula.
        """
        going, found = checked_terms(terms), Listing[Prediction]()
        while len(found) < check_k(n, _MOST_NEXT):
            following = self.complete(going, 1)
            if not following:
                break
            found += following
            going = [*going, following[0].value]
        return found

    def guess(self, terms: Sequence[int], k: int = 10, *, effort: str = "normal") -> list[Fit]:
        """At most `k` equations that all the terms obey, the shortest first."""
        return Listing(RulesCompleter(effort=effort).guess(checked_terms(terms, k), k))

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

    def similar(self, query: str | Sequence[int], k: int = 10) -> SimilarResult:
        """The `k` sequences near in meaning to some terms or to that of an A-number."""
        number, terms = self._sequence_asked(query)
        check_k(k)
        found = self.space.similar(terms, k, leave_out=number)
        return SimilarResult(
            terms=tuple(terms),
            sequence=None if number is None else self.corpus.label(number),
            corpus=self.corpus_label,
            similar=tuple(found),
        )

    def _sequence_asked(self, query: str | Sequence[int]) -> tuple[int | None, list[int]]:
        """The number of the sequence that an A-number names, if one does, and the terms."""
        if not isinstance(query, str):
            return None, checked_terms(query)
        if not re.fullmatch(rf"\s*([Aa]\d{{1,7}}|{_PLACE.pattern})\s*", query):
            return None, parse_terms(query)
        number = self._position(query)
        if number is None:
            raise InputError(
                f"{query.strip()} is not in {self.corpus_label} ({self.corpus.n_sequences:,} "
                "sequences); give the A-number of one that is, or terms"
            )
        return number, self.corpus.terms(number)

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
        found = analogy(a, b, c, options, k, using=using, scoring=scoring, embeddings=vectors)
        return Listing(found)

    def facts(self, n: int) -> IntegerFacts:
        """The factorisation of n, its properties, the rarest first, and some quantities."""
        return about(as_integer(n))

    def sequence(self, label: str) -> SequenceEntry:
        """The sequence with this A-number, or at a place such as "sequence 12" of a file.

        >>> Session("well-known").sequence("A000045").terms[:8]
        (0, 1, 1, 2, 3, 5, 8, 13)
        """
        i = self._position(label)
        if i is None:
            raise UnknownIntegerError(
                f"{label!r:.20} is not in {self.corpus_label}; give an A-number such as A000045"
            )
        return self._entry(i)

    def _position(self, label: str) -> int | None:
        if place := _PLACE.fullmatch(label.strip()):
            i = int(place[1].replace(",", "")) - 1
            there = 0 <= i < self.corpus.n_sequences
            return i if there and self.corpus.label(i) == label.strip() else None
        number = label.strip().lstrip("Aa")
        return (
            self.corpus.index_of(int(number)) if re.fullmatch(r"0*[1-9]\d{0,8}", number) else None
        )

    def named(self, words: str, k: int = 10) -> list[SequenceEntry]:
        """The sequences whose names hold all the words, the best known first.

        >>> [entry.label for entry in Session("well-known").named("catalan", k=1)]
        ['A000108']
        """
        return Listing(self._entry(i) for i in self.names.named(words, check_k(k)))

    def citing(self, label: str, k: int = 10) -> list[SequenceEntry]:
        """The sequences whose names cite this A-number, the best known first."""
        return Listing(self._entry(i) for i in self.names.citing(label, check_k(k)))

    def _entry(self, i: int) -> SequenceEntry:
        corpus = self.corpus
        return SequenceEntry(
            label=corpus.label(i), name=self.names.name(i), terms=tuple(corpus.terms(i))
        )

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
        from int2vec.predict.probe import probing  # needed by probes alone
        from int2vec.predict.probe.baselines import baselines as plain_vectors
        from int2vec.predict.probe.config import ProbeConfig as Settings

        settings = config or Settings()
        if properties:
            probing.sort_names(properties)  # a wrong name fails before anything is opened
        rows = [self.vectors(m) for m in models] if models else self._probed_by_default()
        if baselines:
            rows = rows + plain_vectors(rows, settings.integers)
        return probing.probe(rows, properties, settings, progress=self.progress)

    def probe_ranges(
        self, models: Sequence[Model] | None = None, properties: Sequence[str] | None = None
    ) -> list[RangeCurve]:
        """What linear probes read of integers of rising size, model by model."""
        from int2vec.predict.probe import ranges

        rows = [self.vectors(m) for m in models or self.models]
        chosen = properties or ranges.PROPERTIES
        return Listing(ranges.probe_ranges(rows, chosen, progress=self.progress))

    def range_curves(self) -> dict[str, list[RangeCurve]]:
        """Accuracy by size of the integers, in the models that ship: a panel a property."""
        from int2vec.predict.probe import ranges

        return ranges.shipped_curves()

    def neuron(
        self, name: str, config: ProbeConfig | None = None, *, model: Model | None = None
    ) -> Neuron:
        """The one dimension of a model that carries a property best."""
        from int2vec.predict.probe.neuron import find_neuron

        return find_neuron(self.vectors(model), name, config)

    def evaluate_completion(
        self,
        questions: Sequence[Question] | None = None,
        config: SourcesConfig | None = None,
        *,
        limit: int | None = None,
        processes: int | None = None,
    ) -> Evaluation:
        """How often the next term is found in these questions, answered from all sequences.

        Without questions: those of the test part of the corpus, answered from its training part.
        """
        config = replace(config or SourcesConfig(), corpus=self.searched_corpus)
        if questions is not None:
            found = evaluate(questions, config, processes=processes, progress=self.progress)
            index = self.index(READINGS[:1]) if self.searched_corpus else None
            known = {
                "indexed": index.n_sequences if index else 0,
                "in_index": count_in_index(index, questions) if index else 0,
            }
            return replace(found, about=known)
        parts = make_split(self.corpus, config.split or "random", config.seed, self.progress)
        asked = held_out(self.corpus, parts.test, limit, config.seed)
        config = replace(config, split=parts.kind)
        found = evaluate(asked, config, processes=processes, progress=self.progress)
        tested = {
            "questions": f"{self.corpus.name} test split",
            "split": parts.kind,
            "seed": parts.seed,
            "indexed": len(parts.train),
            "n_test": len(parts.test),
        }
        return replace(found, about=tested)

    def evaluate_expansion(
        self,
        n_sets: int,
        models: Sequence[Model] | None = None,
        *,
        split: str = "random",
        split_seed: int = 0,
        seed: int = 0,
    ) -> dict[str, list[ExpansionScores]]:
        """How well hidden sets are found from a few members, by the kind of set.

        The sets are properties within 1 to 1000, and sequences of the test part, chosen by
        `seed`; the training part alone is looked at. Models are all there are, where none are
        named.
        """
        vectors = self.every_vectors() if models is None else [self.vectors(m) for m in models]
        parts = make_split(self.corpus, split, split_seed, self.progress)
        return evaluate_hidden_sets(
            self.postings, parts, vectors, n=n_sets, seed=seed, progress=self.progress
        )

    def evaluate_similar(
        self, n_pairs: int = 10_000, *, limit: int | None = None, seed: int = 0
    ) -> SimilarEvaluation:
        """How often what a name cites is found from the terms: the reported half of the pairs."""
        _, reported = cited_pairs(self.corpus, n_pairs, seed)
        lsa = self.vectors("oeis-lsa") if "oeis-lsa" in self.models else None
        return evaluate_similar(self.space, reported[:limit], lsa, progress=self.progress)

    def evaluate_analogies(
        self,
        questions: Sequence[AnalogyQuestion],
        models: Sequence[Model] | None = None,
        *,
        scoring: str = "add",
        methods: tuple[str, ...] = (),
    ) -> list[AnalogyScores]:
        """How many questions each model answers rightly: by vectors, by rules and by both."""
        vectors = self.every_vectors() if models is None else [self.vectors(m) for m in models]
        chosen: list[Embeddings | None] = [*vectors] or [None]
        return [
            evaluate_analogies(
                questions, one, scoring=scoring, methods=methods, progress=self.progress
            )
            for one in chosen
        ]

    def _probed_by_default(self) -> list[Embeddings]:
        """Every model and text vectors, and our FastText beside that of text."""
        found = self.every_vectors()
        if not found:
            raise InputError(
                "no model is installed and the data folder holds no text vectors; "
                "'int2vec train fasttext' makes a model"
            )
        ours = [vectors for vectors in found if vectors.name == "oeis-fasttext"]
        texts = [v for v in found if v.name not in self.models and "fasttext" in v.name.lower()]
        return found + [concatenate([one, text]) for one in ours for text in texts]


def default_session(corpus: str | None = None) -> Session:
    """The session behind the functions of the package, kept open between calls.

    It is opened again where the corpus's file, the data folder or the cache folder changed.
    """
    name = corpus or ("oeis" if has_oeis() else None)
    return _session(corpus, corpus_state(name) if name else None, data_folder(), cache_folder())


@lru_cache(maxsize=8)
def _session(corpus: str | None, state: object, data: Path, cache: Path) -> Session:
    return Session(corpus)
