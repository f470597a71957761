"""How often a sequence that a name cites is found from the terms of the one that cites it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Corpus, Progress
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError
from int2vec.predict.similar import vectors
from int2vec.predict.similar.ranking import SequenceSpace, shipped_weights

Floats = NDArray[np.float64]
_CITED = re.compile(r"A\d{6,7}")
_RUN = 6  # terms in a row that two sequences share


@dataclass(frozen=True)
class Pair:
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


def cited_pairs(corpus: Corpus, n: int = 10_000, seed: int = 0) -> tuple[list[Pair], list[Pair]]:
    """`n` pairs by chance in two halves: one to choose weights by, one to report.

    Pairs of one citing sequence stay together.
    """
    found = []
    for i in range(corpus.n_sequences):
        for word in dict.fromkeys(_CITED.findall(corpus.sequence_name(i) or "")):
            cited = corpus.index_of(int(word[1:]))
            if cited is not None and cited != i:
                found.append(Pair(i, cited))
    if len(found) < 2:
        raise CorpusError(
            f"the names of '{corpus.name}' cite {len(found)} of its sequences; give the OEIS"
        )
    order = np.random.default_rng(seed).permutation(len(found))[:n]
    chosen = sorted(
        (found[i] for i in order), key=lambda p: (p.citing * 2654435761 % 2**32, p.cited)
    )
    return chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]


def shares_run(corpus: Corpus, pair: Pair) -> bool:
    """Whether six terms in a row of one stand in the other, not all of them 0, 1 or -1."""
    runs = []
    for number in (pair.citing, pair.cited):
        terms = corpus.terms(number)
        found = {tuple(terms[i : i + _RUN]) for i in range(len(terms) - _RUN + 1)}
        runs.append({run for run in found if max(map(abs, run)) > 1})
    return bool(runs[0] & runs[1])


def evaluate_similar(
    space: SequenceSpace,
    pairs: Sequence[Pair],
    lsa: Embeddings | None = None,
    progress: Progress | None = None,
) -> SimilarEvaluation:
    """The ranks by our weights, by shared rare terms, by LSA and by plain means of vectors."""
    corpus, weights = space.corpus, shipped_weights()
    ours, shared, seconds = [], [], []
    for done, pair in enumerate(pairs):
        terms = corpus.terms(pair.citing)
        start = process_time()
        found = space.candidates(terms, weights)
        scores = weights.of_candidates(found.features)
        seconds.append(process_time() - start)
        scores[found.sequences == pair.citing] = -np.inf
        at = np.flatnonzero(found.sequences == pair.cited)
        ours.append(1.0 + np.sum(scores > scores[at[0]]) if len(at) else np.inf)
        cosines, _ = space.shared_terms(terms, common=corpus.n_sequences)
        shared.append(_rank(cosines, pair))
        if progress:
            progress(done / len(pairs), "looking for what names cite")
    ranks = {"similar": np.array(ours), "shared rare terms": np.array(shared)}
    if lsa is not None:
        ranks["LSA of sequences"] = _by_matrix(_lsa_means(space, lsa), pairs)
    even = np.ones(corpus.n_types)
    means, _ = vectors.means_and_shapes(corpus, space.model, even, progress)
    ranks["means of vectors"] = _by_matrix(means, pairs)
    sharing = np.array([shares_run(corpus, pair) for pair in pairs], bool)
    return SimilarEvaluation(ranks=ranks, sharing=sharing, seconds=np.array(seconds))


def _rank(scores: NDArray[np.floating], pair: Pair) -> float:
    """The rank of the cited sequence; those that tie with it count half."""
    scores[pair.citing] = -np.inf
    mine = scores[pair.cited]
    return float(1 + np.sum(scores > mine) + (np.sum(scores == mine) - 1) / 2)


def _by_matrix(matrix: NDArray[np.float32], pairs: Sequence[Pair]) -> Floats:
    """The ranks by the cosine of rows."""
    found = []
    unit = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    for first in range(0, len(pairs), 100):
        some = pairs[first : first + 100]
        for scores, pair in zip(unit[[p.citing for p in some]] @ unit.T, some, strict=True):
            found.append(_rank(scores, pair))
    return np.array(found)


def _lsa_means(space: SequenceSpace, lsa: Embeddings) -> NDArray[np.float32]:
    """The sequences folded into LSA: sums of their terms' vectors, weighed by rarity."""
    corpus = space.corpus
    rows = corpus.rows_of(lsa.integers)
    table = np.zeros((corpus.n_types, lsa.dim), np.float32)
    table[rows[rows >= 0]] = lsa.matrix[rows >= 0]
    table *= space.rarity(np.arange(corpus.n_types))[:, None].astype(np.float32)
    out = np.zeros((corpus.n_sequences, lsa.dim), np.float32)
    owners = np.repeat(np.arange(corpus.n_sequences), np.diff(corpus.offsets))
    for start in range(0, corpus.n_terms, 10**6):
        part = slice(start, start + 10**6)
        np.add.at(out, owners[part], table[corpus.rows[part]])
    return out
