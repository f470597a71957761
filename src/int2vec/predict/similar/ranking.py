"""Sequences near in meaning to one: what links them, weighed by learned weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec import models
from int2vec.corpus.store import Corpus
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError
from int2vec.files import pack, read_json, unpack
from int2vec.predict.similar import derived, signatures, vectors
from int2vec.predict.similar.derived import PARTS, PRIME, TUNED, Block, Ints
from int2vec.predict.similar.signatures import ROUTES, Hits

if TYPE_CHECKING:
    from int2vec.predict.expand.postings import Postings

Floats = NDArray[np.float64]

FEATURES = ("hits", "hit", "share agreeing", "shared terms", "age", "length", "constant")
HIT_FEATURES = (
    *(f"our {name}" for name in ROUTES), *(f"their {name}" for name in PARTS),
    "rarity", "long", "long rarity", "like", "plain", "half plain", "constant",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Resemblance:
    """A sequence near another one, and what links them."""

    sequence: str
    name: str | None
    score: float
    why: str
    terms: tuple[int, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidates:
    """Sequences that may be near, with what is known of each."""

    sequences: Ints  # (n,)
    features: Floats  # (n, FEATURES)
    routes: Ints  # (n, 2) the best hit's, in ROUTES and PARTS; -1 where there is none
    agreeing: Floats  # (n,) terms in a row by that route
    shared: Ints  # (n,) rare terms


class SequenceSpace:
    """Signatures, vectors and shared terms of all sequences of a corpus."""

    def __init__(
        self, corpus: Corpus, postings: "Postings", model: Embeddings, stored: dict[str, Any]
    ) -> None:
        self.corpus, self.postings, self.model = corpus, postings, model
        self.table: NDArray[np.uint64] = stored["signatures"]
        self._stored = stored

    @cached_property
    def matrix(self) -> NDArray[np.float32]:
        """The vectors of all sequences: (n_sequences, dim)."""
        return unpack({key: self._stored[key] for key in ("vectors", "vectors_scale")})["vectors"]

    def rarity(self, rows: Ints) -> Floats:
        """How rare the integers of these rows are: the logarithm of sequences to each one."""
        counts = np.maximum(self.postings.frequencies[rows], 1)
        return np.asarray(np.log(self.corpus.n_sequences / counts))

    def vector(self, terms: Sequence[int]) -> NDArray[np.float32]:
        """The vector of a sequence of these terms."""
        given = list(terms[: TUNED.placed_terms])
        rows = self.corpus.rows_of(given).astype(np.int64)
        weights = np.where(rows >= 0, self.rarity(np.maximum(rows, 0)), np.log(len(self.matrix)))
        weights = np.maximum(weights, 1e-6)
        mean = weights @ self.model.vectors_of(given) / weights.sum()
        logs = vectors.logs_of(given)[None]
        shape = vectors.shapes_of(logs, np.ones(logs.shape, bool))
        return np.asarray(vectors.placed(self._stored, mean[None], shape)[0])

    def shared_terms(self, terms: Sequence[int], common: int = TUNED.links) -> tuple[Floats, Ints]:
        """The cosine of rare terms with each sequence, and how many are shared: (n_sequences,)."""
        rows = np.unique(self.corpus.rows_of(terms)).astype(np.int64)
        rows = rows[rows >= 0]
        counts = self.postings.frequencies[rows]
        length = max(float(np.sqrt((self.rarity(rows[counts > 1]) ** 2).sum())), 1e-9)
        rows = rows[(counts > 1) & (counts <= common)]
        lists = [self.postings.of_row(int(row)) for row in rows]
        held = np.concatenate([np.empty(0, np.int32), *lists])
        weights = np.repeat(self.rarity(rows) ** 2, [len(one) for one in lists])
        n, norms = self.corpus.n_sequences, np.maximum(self._stored["norms"], 1e-9)
        return np.bincount(held, weights, n) / norms / length, np.bincount(held, minlength=n)

    def candidates(self, terms: Sequence[int], hit_weights: Floats) -> Candidates:
        """The sequences linked by a signature or by rare terms; where there are few, by vectors."""
        n = self.corpus.n_sequences
        lines = signatures.routes_from(terms)
        hits = signatures.look_up(self.table, lines)
        by_route = hit_weights[hits.ours] + hit_weights[len(ROUTES) + hits.theirs]
        logits = by_route + hit_numbers(hits) @ hit_weights[len(ROUTES) + len(PARTS) :]
        odds = np.bincount(hits.sequences, np.exp(logits), n).astype(np.float64)
        routes = np.full((n, 2), -1)
        plain = (hits.ours == 0) & (hits.theirs == 0)  # the same terms are the plainest reason
        order = np.lexsort((logits, plain))  # what is written last stays
        routes[hits.sequences[order]] = np.stack([hits.ours, hits.theirs], axis=1)[order]
        cosines, shared = self.shared_terms(terms)
        some = np.union1d(_top(odds, TUNED.by_signature), _top(cosines, TUNED.by_terms))
        if len(some) < TUNED.few:
            some = np.union1d(some, _top(self.matrix @ self.vector(terms), TUNED.few))
        routes = routes[some]
        agreeing, share = self._agreement(lines, some, routes)
        length = np.log1p(self.corpus.offsets[some + 1] - self.corpus.offsets[some])
        features = [
            np.log(np.maximum(odds[some], TUNED.least_odds)), routes[:, 0] >= 0, share,
            cosines[some], np.log((some + 1) / n), length, np.ones(len(some)),
        ]  # fmt: skip
        return Candidates(
            sequences=some,
            features=np.stack(features, axis=1),
            routes=routes,
            agreeing=agreeing,
            shared=shared[some],
        )

    def _agreement(self, lines: Block, numbers: Ints, routes: Ints) -> tuple[Floats, Floats]:
        """How many terms in a row agree by the best route, and what share of those compared."""
        given = [self.corpus.terms(i)[: TUNED.most_terms] for i in numbers.tolist()]
        parts = signatures.stacked(derived.parts_of(derived.block_of(given)))
        found, chosen = np.zeros((2, len(numbers))), np.flatnonzero(routes[:, 0] >= 0)
        theirs = parts.lines(routes[chosen, 1] * len(numbers) + chosen)
        found[:, chosen] = agreement(lines.lines(routes[chosen, 0]), theirs)
        return found[0], found[1]

    def similar(
        self, terms: Sequence[int], k: int, *, leave_out: int | None = None
    ) -> list[Resemblance]:
        """The `k` sequences nearest in meaning to one of these terms."""
        hit_weights, weights = shipped_weights()
        found = self.candidates(terms, hit_weights)
        scores = found.features @ weights
        order = [i for i in np.argsort(-scores).tolist() if found.sequences[i] != leave_out][:k]
        return [
            Resemblance(
                sequence=self.corpus.label(number),
                name=self.corpus.sequence_name(number),
                score=float(1 / (1 + np.exp(-scores[i]))),
                why=_reason(found, i),
                terms=tuple(self.corpus.terms(number)[: TUNED.shown]),
            )
            for i, number in zip(order, found.sequences[order].tolist(), strict=True)
        ]


def agreement(ours: Block, theirs: Block) -> tuple[Floats, Floats]:
    """How many terms in a row two blocks' lines share up to a factor, and what share of them."""
    ours_at, theirs_at = signatures.first_telling(ours), signatures.first_telling(theirs)
    best, of = np.zeros(len(ours.terms)), np.ones(len(ours.terms))
    # Lines are laid so that their first telling terms stand together, or a few places apart.
    for shift in range(-TUNED.aligned, TUNED.aligned + 1):
        at, at_theirs = ours_at + max(shift, 0), theirs_at + max(-shift, 0)
        a = signatures.windows(ours, at, TUNED.compared)
        b = signatures.windows(theirs, at_theirs, TUNED.compared)
        n = np.clip(np.minimum(ours.lengths - at, theirs.lengths - at_theirs), 0, TUNED.compared)
        unlike = a * b[:, :1] % PRIME != b * a[:, :1] % PRIME  # up to a factor
        wrong = unlike | (a[:, :1] == 0) | (np.arange(TUNED.compared) >= n[:, None])
        run = np.where(wrong.any(axis=1), np.argmax(wrong, axis=1), TUNED.compared)
        best, of = np.maximum(run, best), np.where(run > best, n, of)
    return best, best / np.maximum(of, 1)


def _top(scores: Floats | NDArray[np.float32], k: int) -> Ints:
    """The places of the `k` largest scores, those of 0 left out: most are, and slow to sort."""
    some = np.flatnonzero(scores)
    k = min(k, len(some))
    return some[np.argpartition(scores[some], len(some) - k)[len(some) - k :]] if k else some


def _reason(found: Candidates, i: int) -> str:
    agreeing, shared = int(found.agreeing[i]), int(found.shared[i])
    if agreeing >= signatures.WIDTHS[0]:
        ours, theirs = ROUTES[found.routes[i, 0]], PARTS[found.routes[i, 1]]
        what = "the same terms" if ours == theirs == "terms" else f"{ours} here, {theirs} there"
        return f"{what}: {agreeing} in a row agree, up to a factor"
    if shared:
        return f"shares {shared} rare term{'s' * (shared > 1)}"
    return "terms and shape alike"


def hit_numbers(hits: Hits) -> Floats:
    """The last of HIT_FEATURES: (n, 7)."""
    rarity, plain, other = hits.rarity / 10, hits.ours == 0, hits.theirs == 0
    numbers = [rarity, hits.long, hits.long * rarity, hits.ours == hits.theirs, plain & other]
    return np.stack([*numbers, plain | other, np.ones(len(plain))], axis=1).astype(np.float64)


def shipped_weights() -> tuple[Floats, Floats]:
    """The weights of HIT_FEATURES and of FEATURES that come with the package."""
    stored = read_json(Path(models.__file__).parent / "similar.json")
    hits = np.array([stored["hits"].get(name, 0.0) for name in HIT_FEATURES])
    return hits, np.array([stored["candidates"][name] for name in FEATURES])


def open_space(corpus: Corpus, postings: "Postings", model: Embeddings) -> SequenceSpace:
    """The space of a corpus's sequences, from the cache where it is there."""
    if not corpus.n_terms:
        raise CorpusError(f"'{corpus.name}' holds no terms; give a file with sequences")

    def build() -> dict[str, NDArray[Any]]:
        rarity = np.log(corpus.n_sequences / np.maximum(postings.frequencies, 1))
        means, shapes = vectors.means_and_shapes(corpus, model, rarity)
        space = vectors.fit_space(means, shapes)
        squares = np.where(postings.frequencies > 1, rarity**2, 0.0)
        each = np.repeat(squares, postings.frequencies)
        norms = np.sqrt(np.bincount(postings.sequences, each, corpus.n_sequences))
        return {
            "signatures": signatures.build(corpus),
            "norms": norms.astype(np.float32),  # lengths of the vectors of rare terms
            **pack("vectors", vectors.placed(space, means, shapes), "int8"),
            **space,
        }

    key = f"{corpus.folder.name}-{str(model.manifest.get('sha256', model.name))[:12]}"
    stored = corpus.cached_tensors("similar", key, "space.safetensors", build)
    return SequenceSpace(corpus, postings, model, stored)
