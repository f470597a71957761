"""How often a sequence that a name cites is found from the terms of the one that cites it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Corpus
from int2vec.embeddings import Embeddings, unit_vectors
from int2vec.errors import CorpusError
from int2vec.predict.similar import vectors
from int2vec.predict.similar.ranking import Floats, SequenceSpace, shipped_weights
from int2vec.progress import progress

_CITED = re.compile(r"A\d{6,7}")
_RUN = 6  # terms in a row that two sequences share


class Pair(NamedTuple):
    """A sequence whose name cites another one."""

    citing: int
    cited: int


@dataclass(frozen=True, eq=False, kw_only=True)
class SimilarEvaluation:
    """The rank of each pair's cited sequence by each method; infinite where it was not found."""

    ranks: dict[str, Floats]  # by method, (pairs,)
    sharing: NDArray[np.bool_]  # (pairs,) whether both share a run of terms
    seconds: Floats  # (pairs,) of processor time that our answer took

    def figures(self, method: str, chosen: NDArray[np.bool_] | None = None) -> list[float]:
        """Hits at 1, Hits at 10 and the mean of 1 over the rank, of all pairs or of some.

        >>> ranks = {"ours": np.array([1.0, 4.0, np.inf, 20.0])}
        >>> found = SimilarEvaluation(ranks=ranks, sharing=np.ones(4, bool), seconds=np.ones(4))
        >>> found.figures("ours")
        [0.25, 0.5, 0.325]
        """
        ranks = self.ranks[method] if chosen is None else self.ranks[method][chosen]
        if not len(ranks):
            return [0.0, 0.0, 0.0]
        return [float(np.mean(x)) for x in (ranks <= 1, ranks <= 10, 1 / ranks)]


def cited_pairs(corpus: Corpus, n: int = 10_000) -> tuple[list[Pair], list[Pair]]:
    """`n` pairs by chance in two halves: one to choose weights by, one to report."""
    found = [
        Pair(i, cited)
        for i in range(corpus.n_sequences)
        for word in dict.fromkeys(_CITED.findall(corpus.sequence_name(i) or ""))
        if (cited := corpus.index_of(int(word[1:]))) not in (None, i)
    ]
    if len(found) < 2:
        problem = f"the names of '{corpus.name}' cite {len(found)} of its sequences"
        raise CorpusError(f"{problem}; give the OEIS")
    chosen = [found[i] for i in np.random.default_rng(0).permutation(len(found))[:n]]
    # Pairs of one citing sequence stay together.
    chosen.sort(key=lambda pair: (pair.citing * 2654435761 % 2**32, pair.cited))
    return chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]


def shares_run(corpus: Corpus, pair: Pair) -> bool:
    """Whether six terms in a row of one stand in the other, not all of them 0, 1 or -1."""
    ours, theirs = (
        {tuple(terms[i : i + _RUN]) for i in range(len(terms) - _RUN + 1)}
        for terms in map(corpus.terms, pair)
    )
    return any(max(map(abs, run)) > 1 for run in ours & theirs)


def evaluate_similar(
    space: SequenceSpace, pairs: Sequence[Pair], lsa: Embeddings | None = None
) -> SimilarEvaluation:
    """The ranks by our weights, by shared rare terms, by LSA and by plain means of vectors."""
    corpus, (hit_weights, weights) = space.corpus, shipped_weights()
    ranks: dict[str, list[float]] = {"similar": [], "shared rare terms": []}
    seconds = []
    for done, pair in enumerate(pairs):
        terms = corpus.terms(pair.citing)
        start = process_time()
        found = space.candidates(terms, hit_weights)
        scores = np.full(corpus.n_sequences, -np.inf)
        scores[found.sequences] = found.features @ weights
        seconds.append(process_time() - start)
        ranks["similar"].append(_rank(scores, pair))
        cosines, _ = space.shared_terms(terms, common=corpus.n_sequences)
        ranks["shared rare terms"].append(_rank(cosines, pair))
        progress(done / len(pairs), "looking for what names cite")
    every = np.arange(corpus.n_types)
    if lsa is not None:
        known = np.isin(every, corpus.rows_of(lsa.integers))
        ranks["LSA of sequences"] = _by_means(space, lsa, space.rarity(every) * known, pairs)
    ranks["means of vectors"] = _by_means(space, space.model, np.ones(len(every)), pairs)
    return SimilarEvaluation(
        ranks={method: np.array(found) for method, found in ranks.items()},
        sharing=np.array([shares_run(corpus, pair) for pair in pairs], bool),
        seconds=np.array(seconds),
    )


def _rank(scores: NDArray[np.floating], pair: Pair) -> float:
    """The rank of the cited sequence; those that tie with it count half."""
    scores[pair.citing] = -np.inf
    if (mine := scores[pair.cited]) == -np.inf:
        return np.inf
    return float(1 + np.sum(scores > mine) + (np.sum(scores == mine) - 1) / 2)


def _by_means(
    space: SequenceSpace, model: Embeddings, weights: Floats, pairs: Sequence[Pair]
) -> list[float]:
    """The ranks by the cosine of the means of terms' vectors, so weighed."""
    means, _ = vectors.means_and_shapes(space.corpus, model, weights)
    unit = unit_vectors(means)
    found = []
    for first in range(0, len(pairs), 100):  # the matrix is read once for so many
        some = pairs[first : first + 100]
        cosines = unit[[pair.citing for pair in some]] @ unit.T
        found += [_rank(scores, pair) for scores, pair in zip(cosines, some, strict=True)]
    return found
