"""One middle: opens corpus, index, models and ensemble once, and answers every question.

`int2vec.complete` and its kin, every command, every HTTP answer and the report ask a session and
nothing below it, so that the same question has the same answer everywhere.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path

from int2vec.arithmetic.about import IntegerFacts, about, prepare_rarities, shared_words
from int2vec.arithmetic.known.register import rising_sequences
from int2vec.arithmetic.properties import time_left, within
from int2vec.corpus.store import corpus_state
from int2vec.data import cache_folder, data_folder, has_oeis
from int2vec.errors import InputError
from int2vec.evaluations import Evaluations
from int2vec.library import Model
from int2vec.predict.analogy.solver import Answer, analogy
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.blanks import Filling, fill
from int2vec.predict.complete.citations import cited
from int2vec.predict.complete.ensemble import among
from int2vec.predict.complete.formulas import Formula, formula_of, nth_term
from int2vec.predict.complete.outlook import with_outlook
from int2vec.predict.complete.registry import SOURCES
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.rules.fit import Fit
from int2vec.predict.complete.search.index import READINGS
from int2vec.predict.complete.search.matches import find_matches, find_transformed
from int2vec.predict.expand.expansion import Expansion, expand
from int2vec.predict.expand.postings import Holding as Holding
from int2vec.predict.expand.postings import sequences_holding
from int2vec.results import Neighbor, Neighbors, SearchResult, SequenceEntry, SimilarResult
from int2vec.tables import Listing
from int2vec.text import as_integer, check_k, checked_pattern, checked_terms, parse_terms

Pattern = str | Sequence[int | None]
_MOST_NEXT = 100  # terms at once
_SEEN_AS_GIVEN = 100  # matches as given that a search through transforms does not repeat


class Session(Evaluations):
    """Answers every question from one library, so that every face says the same."""

    def over(self, corpus: str | None) -> "Session":
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
        ensemble = library.ensemble(using, model, effort)
        if options:
            found = among(ensemble.rank(prompt, ensemble.gather(prompt)), options)[:k]
        else:
            found = with_outlook(prompt, ensemble.complete(prompt, k))
        found = [p for p in found if (p.probability or 0.0) >= least]
        if any(SOURCES[name].readings for name in ensemble.sources):
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

        It stops early after .5 s of work, in the second half of which rules are asked first, or
        where nothing says how to go on; n-th terms far on take a formula.
        """
        going, found, most = checked_terms(terms), Listing[Prediction](), check_k(n, _MOST_NEXT)
        with within(0.5):
            while len(found) < most and (left := time_left()) > 0:
                following = self.complete(going, 1, "rules") if left < 0.25 else []
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

    def formula(self, terms: str | Sequence[int]) -> Formula | None:
        """The simplest formula that gives all the terms, n from 0; None where none is found."""
        return formula_of(checked_terms(terms))

    def nth(self, terms: str | Sequence[int], n: int) -> int | None:
        """Term n, from 1: as given, by a formula or a known sequence; None where it is unknown."""
        return nth_term(checked_terms(terms), n - 1)

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
            number = library.position(query)
            terms = library.corpus.terms(number)
        else:
            terms = parse_terms(query) if isinstance(query, str) else checked_terms(query)
        return SimilarResult(
            terms=tuple(terms),
            sequence=None if number is None else library.corpus.label(number),
            corpus=library.corpus_label,
            similar=tuple(library.space.similar(terms, check_k(k), leave_out=number)),
        )

    def neighbors(self, n: int, k: int = 10, *, model: Model | None = None) -> Neighbors:
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
        model: Model | None = None,
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
        model: Model | None = None,
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
        return self._entry(self.position(label))

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


def default_session(corpus: str | None = None) -> Session:
    """The session behind the functions of the package, kept open between calls.

    It is opened again where the corpus's file, the data folder or the cache folder changed.
    """
    name = corpus or ("oeis" if has_oeis() else None)
    return _session(corpus, corpus_state(name) if name else None, data_folder(), cache_folder())


@lru_cache(maxsize=8)
def _session(corpus: str | None, state: object, data: Path, cache: Path) -> Session:
    return Session(corpus)
