"""What a library is worth: what probes read off its vectors, how well questions are answered."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from int2vec.corpus.split import make_split
from int2vec.embed.concat import concatenate
from int2vec.embeddings import Embeddings
from int2vec.library import Library, Model
from int2vec.predict.analogy import questions as analogies
from int2vec.predict.complete.evaluation import Evaluation, evaluate
from int2vec.predict.complete.questions import Question, count_in_index, held_out
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.complete.search.index import READINGS
from int2vec.predict.expand.evaluation import Scores, evaluate_hidden_sets
from int2vec.predict.probe import probing, ranges
from int2vec.predict.probe.baselines import baselines as plain_vectors
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.readings import Neuron, Reading, find_neuron, read_off
from int2vec.predict.probe.result import ProbeTable
from int2vec.predict.similar.evaluation import SimilarEvaluation, cited_pairs, evaluate_similar
from int2vec.tables import Listing
from int2vec.text import as_integer

Names = Sequence[str] | None
Models = Sequence[Model] | None


class Evaluations(Library):
    """A library that is measured."""

    def readings(self, n: int, *, model: Model | None = None) -> list[Reading]:
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
        return probing.probe(rows, properties, settings)

    def probe_ranges(
        self, models: Models = None, properties: Names = None
    ) -> list[ranges.RangeCurve]:
        """What linear probes read of integers of rising size, model by model."""
        rows = [self.vectors(m) for m in models or self.models]
        return Listing(ranges.probe_ranges(rows, properties or ranges.PROPERTIES))

    def neuron(
        self, name: str, config: ProbeConfig | None = None, *, model: Model | None = None
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
            parts = make_split(self.corpus, config.split or "random", config.seed)
            questions = held_out(self.corpus, parts.test, limit, config.seed)
            config = replace(config, split=parts.kind)
            known = {"questions": f"{self.corpus.name} test split", "split": parts.kind}
            known |= {"seed": parts.seed, "indexed": len(parts.train), "n_test": len(parts.test)}
        found = evaluate(questions, config, processes=processes)
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
    ) -> dict[str, list[Scores]]:
        """How well hidden sets are found from a few members, by the kind of set.

        The sets are properties within 1 to 1000, and sequences of the test part, chosen by
        `seed`; the training part alone is looked at.
        """
        parts, vectors = make_split(self.corpus, split, split_seed), self.every_vectors(models)
        return evaluate_hidden_sets(self.postings, parts, vectors, n=n_sets, seed=seed)

    def evaluate_similar(
        self, n_pairs: int = 10_000, limit: int | None = None
    ) -> SimilarEvaluation:
        """How often what a name cites is found from the terms: the reported half of the pairs."""
        _, reported = cited_pairs(self.corpus, n_pairs)
        lsa = self.vectors("oeis-lsa") if "oeis-lsa" in self.models else None
        return evaluate_similar(self.space, reported[:limit], lsa)

    def evaluate_analogies(
        self,
        questions: Sequence[analogies.Question],
        models: Models = None,
        *,
        scoring: str = "add",
        methods: tuple[str, ...] = (),
    ) -> list[analogies.AnalogyScores]:
        """How many questions each model answers rightly: by vectors, by rules and by both."""
        chosen: list[Embeddings | None] = [*self.every_vectors(models)] or [None]
        score = analogies.evaluate_analogies
        return [score(questions, one, scoring=scoring, methods=methods) for one in chosen]
