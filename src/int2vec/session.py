"""One middle: opens corpus, index, models and ensemble once, and answers every question.

`int2vec.complete` and its kin, every command, every HTTP answer and the report ask a session and
nothing below it, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import isfinite
from pathlib import Path
from time import thread_time

from int2vec.arithmetic.about import IntegerFacts, about, prepare_rarities, shared_words
from int2vec.arithmetic.known.register import rising_sequences
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
from int2vec.predict.probe import probing, ranges
from int2vec.predict.probe.baselines import baselines as plain_vectors
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.readings import Neuron, Reading, find_neuron, read_off
from int2vec.predict.probe.result import ProbeTable
from int2vec.predict.similar.evaluation import SimilarEvaluation, cited_pairs, evaluate_similar
from int2vec.results import Neighbor, Neighbors, SearchResult, SequenceEntry, SimilarResult
from int2vec.tables import Listing
from int2vec.text import as_integer, check_k, checked_pattern, checked_terms, parse_terms

Pattern = str | Sequence[int | None]
Names = Sequence[str] | None
Chosen = Model | None
Models = Sequence[Model] | None

_LABEL = re.compile(r"[Aa]?(\d{1,9})|sequence ([\d,]{1,12})")
_MOST_NEXT = 100  # terms at once
_SEEN_AS_GIVEN = 100  # matches as given that a search through transforms does not repeat


class Session(Library):
    """Answers every question from one library, so that every face says the same."""

    def over(self, corpus: str | None) -> Session:
        """This session, or the one that stays open over the corpus of this name."""
        return self if corpus is None else default_session(corpus)

    def prepare(self, *questions: str) -> None:
        """Open now what these methods need ("rules": completion by rules) for the first answer."""
        needed: dict[str, Callable[[], object]] = {
            "info neighbors": prepare_rarities,
            "info neighbors expand": rising_sequences,
            "neighbors": lambda: (found := self.optional_vectors(None)) and found.unit,
            "complete rules": lambda: RulesCompleter().prepare(),
            "complete": self.ensemble,
            "expand sequences_holding": lambda: self.postings.sizes,
            "sequences_holding": lambda: self.postings.commonness,
            "named": lambda: self.names,
        }
        for names, prepare in needed.items():
            if set(names.split()) & set(questions):
                prepare()

    def complete(
        self,
        terms: str | Sequence[int],
        k: int = 5,
        using: str | Sequence[str] = (),
        *,
        corpus: str | None = None,
        model: str | None = None,
        least: float = 0.0,
        options: Sequence[int] = (),
        effort: str = "normal",
    ) -> list[Prediction]:
        """At most `k` conjectured next terms with calibrated probabilities, likeliest first.

        Where the OEIS is in the data folder it is searched, after an index is built once; `using`
        names the completers to ask, `corpus` another corpus to search, `model` a trained LSTM. What
        is less probable than `least` is left out, so that there may be no answer at all. With
        `options` the answer is one of these. `effort` is quick, normal or deep: about .05, .25 or
        up to 20 seconds.

        >>> int2vec.complete([1, 1, 2, 3, 5, 8], k=1, using=["rules"])[0].value
        13
        """
        prompt, library = checked_terms(terms, k), self.over(corpus)
        if not isfinite(least):
            raise InputError(f"least is {least}; give a probability from 0 to 1")
        names = using.split(",") if isinstance(using, str) else using
        asked = [n.strip() for n in names if n.strip()]
        ensemble = library.ensemble(asked, model, effort)
        if options:
            found = among(ensemble.rank(prompt, ensemble.gather(prompt)), options)[:k]
        else:
            found = ensemble.complete(prompt, k)
        found = [p for p in found if (p.probability or 0.0) >= least]
        if library.searched_corpus and SourcesConfig(using=tuple(asked)).readings:
            found = cited(library.index(READINGS[:1]), prompt, found)
        return Listing(found)

    def fill(self, pattern: Pattern, k: int = 5) -> list[Filling]:
        """What stands in the blanks (None, or '?' in a text) among the terms: the likeliest ways.

        >>> Session().fill("?, 5, 8, 13, 21", k=1)[0].values
        (3,)
        """
        index = self.index(READINGS[:1]) if self.searched_corpus else None
        return Listing(fill(checked_pattern(pattern, k), k, index))

    def go_on(self, terms: str | Sequence[int], n: int = 10) -> list[Prediction]:
        """The next `n` terms, each the likeliest after those before it.

        After .3 s of work rules are asked first, and it stops early after .6 s, or where nothing
        says how to go on; n-th terms far on take a formula.
        """
        going, found, started = checked_terms(terms), Listing[Prediction](), thread_time()
        while len(found) < check_k(n, _MOST_NEXT) and (spent := thread_time() - started) < 0.6:
            following = self.complete(going, 1, "rules") if spent > 0.3 else []
            if not (following := following or self.complete(going, 1)):
                break
            found += following
            going.append(following[0].value)
        return found

    def guess(
        self, terms: str | Sequence[int], k: int = 10, *, effort: str = "normal"
    ) -> list[Fit]:
        """At most `k` equations that all the terms obey, the shortest first.

        >>> int2vec.guess("1, 3, 6, 10, 15", k=1)[0].why
        'these are the triangular numbers in order, from 1 on'
        """
        return Listing(RulesCompleter(effort=effort).guess(checked_terms(terms, k), k))

    def search(
        self, terms: Pattern, k: int = 10, *, transforms: bool = False, corpus: str | None = None
    ) -> SearchResult:
        """The sequences in which the terms stand, near their start first.

        None, or '?' in a text, is any term. With `transforms` also those that hold them up to sign,
        an added constant, a factor, differences, sums, or with terms left out: at most `k` more.

        >>> [match.a_number for match in int2vec.search("1,3,6,10", corpus="well-known").matches]
        ['A000217']
        """
        pattern, library = checked_pattern(terms, k), self.over(corpus)
        index = library.index(READINGS if transforms else READINGS[:1])
        matches = find_matches(index, pattern, k)
        if transforms:
            # "Plus a constant" finds what was found as given again, with the constant 0.
            seen = {match.a_number for match in find_matches(index, pattern, _SEEN_AS_GIVEN)}
            changed = find_transformed(index, pattern, k + len(seen))
            matches += [match for match in changed if match.a_number not in seen][:k]
        n, label = index.n_sequences, library.corpus_label
        return SearchResult(corpus=label, n_sequences=n, matches=tuple(matches))

    def similar(
        self, query: str | Sequence[int], k: int = 10, *, corpus: str | None = None
    ) -> SimilarResult:
        """The `k` sequences near in meaning to some terms, or to that of an A-number.

        >>> int2vec.similar("A000045", k=1, corpus="well-known").similar[0].name
        'Every second Fibonacci number, from 0'
        """
        library, number = self.over(corpus), None
        if isinstance(query, str) and re.match(r"\s*([Aa]\d|sequence )", query):
            number = library._position(query)
            terms = library.corpus.terms(number)
        else:
            terms = parse_terms(query) if isinstance(query, str) else checked_terms(query)
        return SimilarResult(
            terms=tuple(terms),
            sequence=None if number is None else library.corpus.label(number),
            corpus=library.corpus_label,
            similar=tuple(library.space.similar(terms, check_k(k), leave_out=number)),
        )

    def neighbors(self, n: int, k: int = 10, *, model: Chosen = None) -> Neighbors:
        """The `k` integers whose vectors are nearest to n's, each with what both share.

        >>> [neighbor.integer for neighbor in int2vec.neighbors(1024, k=2).neighbors]
        [16384, 256]
        """
        vectors, integer = self.vectors(model), as_integer(n)
        found = vectors.neighbors(integer, check_k(k))
        shares = shared_words(integer, [m for m, _ in found])
        near = tuple(
            Neighbor(integer=m, cosine=cosine, shares=tuple(words))
            for (m, cosine), words in zip(found, shares, strict=True)
        )
        unseen = integer not in vectors
        return Neighbors(integer=integer, model=vectors.name, inferred=unseen, neighbors=near)

    def expand(
        self,
        seeds: str | Sequence[int],
        k: int = 10,
        *,
        using: str = "fused",
        corpus: str | None = None,
        model: Chosen = None,
    ) -> Expansion:
        """What the seeds share, and the `k` likeliest further members of their set.

        `using` is "fused", or one of "vector", "property" and "sequence" alone.

        >>> int2vec.expand([73, 97, 83], corpus="well-known").properties[0].words
        'is prime'
        """
        members = parse_terms(seeds) if isinstance(seeds, str) else seeds
        vectors = self.optional_vectors(model) if using == "vector" else None
        postings = None if using == "vector" else self.over(corpus).postings
        return expand(members, k, using=using, embeddings=vectors, postings=postings)

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
        model: Chosen = None,
    ) -> list[Answer]:
        """Answers to a : b :: c : ?, best first: every option with a case, or the `k` best.

        `using` is "both", "rules" or "vectors"; `scoring` says how vectors are compared.

        >>> best = int2vec.analogy(5, 36, 6, options=[48, 49, 50, 56])[0]
        >>> best.value, best.why
        (49, '(n + 1)²')
        """
        vectors = None if using == "rules" else self.optional_vectors(model)
        found = analogy(a, b, c, options, k, using=using, scoring=scoring, embeddings=vectors)
        return Listing(found)

    def info(self, n: int) -> IntegerFacts:
        """The factorisation of n, its properties, the rarest first, and some quantities.

        >>> int2vec.info(1729).factors
        {7: 1, 13: 1, 19: 1}
        """
        return about(as_integer(n))

    def sequence(self, label: str) -> SequenceEntry:
        """The sequence with this A-number, or at a place such as "sequence 12" of a file.

        >>> Session("well-known").sequence("A000045").terms[:8]
        (0, 1, 1, 2, 3, 5, 8, 13)
        """
        return self._entry(self._position(label))

    def _position(self, label: str) -> int:
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
        label, terms = self.corpus.label(i), tuple(self.corpus.terms(i))
        return SequenceEntry(label=label, name=self.names.name(i), terms=terms)

    def sequences_holding(self, n: int, k: int = 10) -> tuple[int, list[Holding]]:
        """How many sequences of the corpus hold n, and the `k` of the rarest company."""
        return sequences_holding(self.postings, as_integer(n), check_k(k))

    def readings(self, n: int, *, model: Chosen = None) -> list[Reading]:
        """What linear probes read off n's vector, beside the truth."""
        return read_off(self.vectors(model), as_integer(n))

    def probe(
        self,
        models: Model | Sequence[Model] | None = None,
        properties: Names = None,
        config: ProbeConfig | None = None,
        *,
        baselines: bool = False,
    ) -> ProbeTable:
        """What linear probes read from vectors: the paper's columns, or any of the catalog.

        `models` are embeddings or names; all that are installed, where none are given.
        `properties` names yes-or-no properties and quantities alike.
        """
        settings = config or ProbeConfig()
        if properties:
            probing.sort_names(properties)  # a wrong name fails before anything is opened
        given = [models] if isinstance(models, str | Path | Embeddings) else models
        rows = self.every_vectors(given or None) or [self.vectors()]  # which says why there is none
        if not given:  # our FastText beside that of text, too
            ours = [one for one in rows if one.name == "oeis-fasttext"]
            text = [v for v in rows if v.name not in self.models and "fasttext" in v.name.lower()]
            rows += [concatenate([one, other]) for one in ours for other in text]
        if baselines:
            rows = rows + plain_vectors(rows, settings.integers)
        return probing.probe(rows, properties, settings, progress=self.progress)

    def probe_ranges(
        self, models: Models = None, properties: Names = None
    ) -> list[ranges.RangeCurve]:
        """What linear probes read of integers of rising size, model by model."""
        rows = [self.vectors(m) for m in models or self.models]
        chosen = properties or ranges.PROPERTIES
        return Listing(ranges.probe_ranges(rows, chosen, progress=self.progress))

    def neuron(
        self, name: str, config: ProbeConfig | None = None, *, model: Chosen = None
    ) -> Neuron:
        """The one dimension of a model that carries a property best."""
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
        known: dict[str, object] = {}
        if questions is None:
            parts = make_split(self.corpus, config.split or "random", config.seed, self.progress)
            questions = held_out(self.corpus, parts.test, limit, config.seed)
            config = replace(config, split=parts.kind)
            known = {"questions": f"{self.corpus.name} test split", "split": parts.kind}
            known |= {"seed": parts.seed, "indexed": len(parts.train), "n_test": len(parts.test)}
        found = evaluate(questions, config, processes=processes, progress=self.progress)
        if not known:
            index = self.index(READINGS[:1]) if self.searched_corpus else None
            known["indexed"] = index.n_sequences if index else 0
            known["in_index"] = count_in_index(index, questions) if index else 0
        return replace(found, about=known)

    def evaluate_expansion(
        self,
        n_sets: int,
        models: Models = None,
        *,
        split: str = "random",
        split_seed: int = 0,
        seed: int = 0,
    ) -> dict[str, list[ExpansionScores]]:
        """How well hidden sets are found from a few members, by the kind of set.

        The sets are properties within 1 to 1000, and sequences of the test part, chosen by
        `seed`; the training part alone is looked at.
        """
        vectors, progress = self.every_vectors(models), self.progress
        parts = make_split(self.corpus, split, split_seed, progress)
        known = self.postings, parts, vectors
        return evaluate_hidden_sets(*known, n=n_sets, seed=seed, progress=progress)

    def evaluate_similar(
        self, n_pairs: int = 10_000, limit: int | None = None
    ) -> SimilarEvaluation:
        """How often what a name cites is found from the terms: the reported half of the pairs."""
        _, reported = cited_pairs(self.corpus, n_pairs)
        lsa = self.vectors("oeis-lsa") if "oeis-lsa" in self.models else None
        return evaluate_similar(self.space, reported[:limit], lsa, progress=self.progress)

    def evaluate_analogies(
        self,
        questions: Sequence[AnalogyQuestion],
        models: Models = None,
        *,
        scoring: str = "add",
        methods: tuple[str, ...] = (),
    ) -> list[AnalogyScores]:
        """How many questions each model answers rightly: by vectors, by rules and by both."""
        chosen: list[Embeddings | None] = [*self.every_vectors(models)] or [None]
        score = partial(evaluate_analogies, scoring=scoring, methods=methods)
        return [score(questions, one, progress=self.progress) for one in chosen]


def default_session(corpus: str | None = None) -> Session:
    """The session behind the functions of the package, kept open between calls.

    It is opened again where the corpus's file, the data folder or the cache folder changed.
    """
    name = corpus or ("oeis" if has_oeis() else None)
    return _session(corpus, corpus_state(name) if name else None, data_folder(), cache_folder())


@lru_cache(maxsize=8)
def _session(corpus: str | None, state: object, data: Path, cache: Path) -> Session:
    return Session(corpus)
