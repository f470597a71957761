"""Sequences near in meaning to one: what links them, weighed by learned weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from int2vec import models
from int2vec.cache import cached
from int2vec.corpus.store import Corpus, Progress
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError
from int2vec.files import open_tensors, pack, read_json, save_tensors, unpack
from int2vec.predict.similar import signatures, vectors
from int2vec.predict.similar.derived import MOST_TERMS, PARTS, PRIME, Block, Ints, parts_of
from int2vec.predict.similar.signatures import ROUTES, Hits

if TYPE_CHECKING:
    from int2vec.predict.expand.postings import Postings

Floats = NDArray[np.float64]

_TENSORS = "space.safetensors"
_COMMON = 5_000  # a term that more sequences hold links none
_BY_TERMS, _BY_VECTOR, _BY_SIGNATURE = 60, 20, 80  # candidates that are looked at closely
_FAR = -15.0  # the hit of a sequence without any
_ALIGNED = 3  # places by which two lines may be shifted against each other
_COMPARED = 60  # terms of two lines
_SHOWN = 12  # terms of a sequence found
FEATURES = (
    "best hit", "all hits", "agreeing", "share agreeing", "shared terms", "number shared",
    "cosine", "hit", "age", "length", "relative length",
)  # fmt: skip
HIT_FEATURES = (
    *(f"our {name}" for name in ROUTES), *(f"their {name}" for name in PARTS),
    "rarity", "long", "long rarity", "like", "plain", "half plain",
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


class SequenceSpace:
    """Signatures, vectors and shared terms of all sequences of a corpus."""

    def __init__(
        self, corpus: Corpus, postings: Postings, model: Embeddings, stored: dict[str, Any]
    ) -> None:
        self.corpus, self.postings, self.model = corpus, postings, model
        self.table: NDArray[np.uint64] = stored["signatures"]
        self._stored = stored

    @cached_property
    def matrix(self) -> NDArray[np.float32]:
        """The vectors of all sequences: (n_sequences, dim)."""
        names = ("vectors", "vectors_scale")
        matrix: NDArray[np.float32] = unpack({key: self._stored[key] for key in names})["vectors"]
        return matrix

    @cached_property
    def space(self) -> vectors.Space:
        """How a vector comes from terms."""
        names = ("center", "axes", "shape_center", "shape_scale")
        return vectors.Space(**{name: self._stored[name] for name in names})

    @cached_property
    def norms(self) -> NDArray[np.float32]:
        """The length of each sequence's vector of rare terms."""
        return np.asarray(self._stored["norms"])

    def rarity(self, rows: Ints) -> Floats:
        """How rare the integers of these rows are: the logarithm of sequences to each one."""
        counts = np.maximum(self.postings.frequencies[rows], 1)
        found: Floats = np.log(self.corpus.n_sequences / counts)
        return found

    def vector(self, terms: Sequence[int]) -> NDArray[np.float32]:
        """The vector of a sequence of these terms."""
        given = list(terms[: vectors.MOST_TERMS])
        rows = self.corpus.rows_of(given).astype(np.int64)
        weights = np.where(rows >= 0, self.rarity(np.maximum(rows, 0)), np.log(len(self.matrix)))
        weights = np.maximum(weights, 1e-6)
        means = weights @ self.model.vectors_of(given) / weights.sum()
        logs = vectors.logs_of(given)[None]
        shape = vectors.shapes_of(logs, np.ones(logs.shape, bool))
        placed: NDArray[np.float32] = self.space.place(means[None].astype(np.float32), shape)[0]
        return placed

    def shared_terms(self, terms: Sequence[int], common: int = _COMMON) -> tuple[Floats, Ints]:
        """The cosine of rare terms with each sequence, and how many are shared: (n_sequences,)."""
        rows = np.unique(self.corpus.rows_of(terms)).astype(np.int64)
        rows = rows[rows >= 0]
        counts = self.postings.frequencies[rows]
        length = max(float(np.sqrt((self.rarity(rows[counts > 1]) ** 2).sum())), 1e-9)
        rows = rows[(counts > 1) & (counts <= common)]
        lists = [self.postings.of_row(int(row)) for row in rows]
        held = np.concatenate([np.empty(0, np.int32), *lists])
        weights = np.repeat(self.rarity(rows) ** 2, [len(one) for one in lists])
        n = self.corpus.n_sequences
        return (
            np.bincount(held, weights, minlength=n) / np.maximum(self.norms, 1e-9) / length,
            np.bincount(held, minlength=n),
        )

    def candidates(self, terms: Sequence[int], weights: Weights) -> Candidates:
        """The sequences linked by a signature, rare terms or their vectors."""
        lines = signatures.routes_from(terms)
        hits = signatures.look_up(self.table, lines)
        logits = weights.of_hits(hits)
        by_sign, best, total, routes = _best_hits(hits, logits)
        cosines, shared = self.shared_terms(terms)
        near = self.matrix @ self.vector(terms)
        numbers = np.unique(
            np.concatenate([
                by_sign[_top(best, _BY_SIGNATURE)], _top(cosines, _BY_TERMS), _top(near, _BY_VECTOR)
            ])
        )  # fmt: skip
        at = np.searchsorted(by_sign, numbers)
        at[at == len(by_sign)] = -1
        hit = by_sign[at] == numbers if len(by_sign) else np.zeros(len(numbers), bool)
        best = np.where(hit, best[at], _FAR) if len(by_sign) else np.full(len(numbers), _FAR)
        total = np.where(hit, total[at], _FAR) if len(by_sign) else best
        chosen = np.full((len(numbers), 2), -1)
        chosen[hit] = routes[at[hit]]
        agreeing, share = self._agreement(lines, numbers, chosen)
        lengths = self.corpus.offsets[numbers + 1] - self.corpus.offsets[numbers]
        ages = np.log((numbers + 1) / self.corpus.n_sequences)
        features = [
            best, total, np.log1p(agreeing), share, cosines[numbers], np.log1p(shared[numbers]),
            near[numbers], hit, ages, np.log1p(lengths), np.log1p(lengths) - np.log1p(len(terms)),
        ]  # fmt: skip
        return Candidates(sequences=numbers, features=np.stack(features, 1), routes=chosen)

    def _agreement(self, lines: Block, numbers: Ints, routes: Ints) -> tuple[Floats, Floats]:
        """How many terms in a row agree by the best route, and what share of those compared."""
        rows, there = signatures.first_rows(self.corpus, numbers, MOST_TERMS)
        integers = self.corpus.integers_of(rows.ravel())
        residues = np.array([n % PRIME for n in integers], np.int64).reshape(rows.shape)
        block = Block(np.where(there, residues, 0), there.sum(axis=1))
        parts = signatures.stacked(list(parts_of(block)))
        chosen = np.flatnonzero(routes[:, 0] >= 0)
        ours, theirs = routes[chosen, 0], routes[chosen, 1] * len(numbers) + chosen
        agreeing, share = np.zeros(len(numbers)), np.zeros(len(numbers))
        agreeing[chosen], share[chosen] = agreement(
            Block(lines.terms[ours], lines.lengths[ours]),
            Block(parts.terms[theirs], parts.lengths[theirs]),
        )
        return agreeing, share

    def similar(
        self, terms: Sequence[int], k: int, *, leave_out: int | None = None
    ) -> list[Resemblance]:
        """The `k` sequences nearest in meaning to one of these terms."""
        weights = shipped_weights()
        found = self.candidates(terms, weights)
        scores = weights.of_candidates(found.features)
        order = [i for i in np.argsort(-scores).tolist() if found.sequences[i] != leave_out][:k]
        return [self._resemblance(found, i, float(scores[i])) for i in order]

    def _resemblance(self, found: Candidates, i: int, score: float) -> Resemblance:
        number = int(found.sequences[i])
        known = dict(zip(FEATURES, found.features[i].tolist(), strict=True))
        start, end = self.corpus.offsets[number : number + 2].tolist()
        rows = self.corpus.rows[start : min(end, start + _SHOWN)]
        return Resemblance(
            sequence=self.corpus.label(number),
            name=self.corpus.sequence_name(number),
            score=float(1 / (1 + np.exp(-score))),
            why=_reason(known, found.routes[i].tolist()),
            terms=tuple(self.corpus.integers_of(rows)),
        )


def agreement(ours: Block, theirs: Block) -> tuple[Floats, Floats]:
    """How many terms in a row two blocks' lines share up to a factor, and what share of them.

    Lines are laid so that their first telling terms stand together, or a few places apart.
    """
    ours_at, theirs_at = signatures.first_telling(ours), signatures.first_telling(theirs)
    best, of = np.zeros(len(ours.terms)), np.ones(len(ours.terms))
    for shift in range(-_ALIGNED, _ALIGNED + 1):
        a = signatures.windows(ours, ours_at + max(shift, 0), _COMPARED)
        b = signatures.windows(theirs, theirs_at + max(-shift, 0), _COMPARED)
        left = [ours.lengths - ours_at - max(shift, 0), theirs.lengths - theirs_at - max(-shift, 0)]
        n = np.clip(np.minimum(*left), 0, _COMPARED)
        unlike = a * b[:, :1] % PRIME != b * a[:, :1] % PRIME  # up to a factor
        wrong = unlike | (a[:, :1] == 0) | (np.arange(_COMPARED) >= n[:, None])
        run = np.where(wrong.any(axis=1), np.argmax(wrong, axis=1), _COMPARED)
        better = run > best
        best, of = np.where(better, run, best), np.where(better, n, of)
    return best, best / np.maximum(of, 1)


def _top(scores: Floats | NDArray[np.float32], k: int) -> Ints:
    """The places of the `k` largest scores, those of 0 left out: most are, and slow to sort."""
    some = np.flatnonzero(scores)
    k = min(k, len(some))
    return some[np.argpartition(scores[some], len(some) - k)[len(some) - k :]] if k else some


def _best_hits(hits: Hits, logits: Floats) -> tuple[Ints, Floats, Floats, Ints]:
    """The sequences that were hit, each one's best hit, all of them together, the best's routes."""
    plain = (hits.ours == 0) & (hits.theirs == 0)  # the same terms are the plainest reason
    order = np.lexsort((-logits, ~plain, hits.sequences))
    numbers, first = np.unique(hits.sequences[order], return_index=True)
    routes = np.stack([hits.ours, hits.theirs], axis=1)[order][first]
    if not len(first):
        return numbers, logits, logits, routes
    best = np.maximum.reduceat(logits[order], first)
    total = np.log(np.add.reduceat(np.exp(logits[order]), first))
    return numbers, best, total, routes


def _reason(known: dict[str, float], routes: list[int]) -> str:
    agreeing, shared = round(np.expm1(known["agreeing"])), round(np.expm1(known["number shared"]))
    if agreeing >= signatures.WIDTHS[0]:
        ours, theirs = ROUTES[routes[0]], PARTS[routes[1]]
        what = "the same terms" if ours == theirs == "terms" else f"{ours} here, {theirs} there"
        return f"{what}: {agreeing} in a row agree"
    if shared:
        return f"shares {shared} rare term{'s' * (shared > 1)}"
    return "terms and shape alike"


@dataclass(frozen=True, eq=False, kw_only=True)
class Weights:
    """Weights of hits and of candidates, each with a constant behind them."""

    hits: Floats  # (HIT_FEATURES + 1,)
    candidates: Floats  # (FEATURES + 1,)

    def of_hits(self, hits: Hits) -> Floats:
        """The log odds that each hit leads to a sequence near in meaning."""
        n_ours, n_parts = len(ROUTES), len(PARTS)
        found: Floats = self.hits[hits.ours] + self.hits[n_ours + hits.theirs] + self.hits[-1]
        return found + hit_numbers(hits) @ self.hits[n_ours + n_parts : -1]

    def of_candidates(self, features: Floats) -> Floats:
        """The log odds that each candidate is near in meaning."""
        found: Floats = features @ self.candidates[:-1] + self.candidates[-1]
        return found


def hit_numbers(hits: Hits) -> Floats:
    """The last of HIT_FEATURES: (n, 6)."""
    rarity, plain = hits.rarity / 10, hits.ours == 0
    return np.stack(
        [
            rarity, hits.long, hits.long * rarity, hits.ours == hits.theirs,
            plain & (hits.theirs == 0), plain | (hits.theirs == 0),
        ],
        axis=1,
    ).astype(np.float64)  # fmt: skip


def shipped_weights() -> Weights:
    """The weights that come with the package."""
    stored = read_json(Path(models.__file__).parent / "similar.json")
    return Weights(
        hits=np.array([stored["hits"].get(name, 0.0) for name in (*HIT_FEATURES, "constant")]),
        candidates=np.array([stored["candidates"][name] for name in (*FEATURES, "constant")]),
    )


def open_space(
    corpus: Corpus, postings: Postings, model: Embeddings, *, progress: Progress | None = None
) -> SequenceSpace:
    """The space of a corpus's sequences, from the cache where it is there."""
    if not corpus.n_terms:
        raise CorpusError(f"'{corpus.name}' holds no terms; give a file with sequences")

    def build_into(folder: Path) -> None:
        rarity = np.log(corpus.n_sequences / np.maximum(postings.frequencies, 1))
        means, shapes = vectors.means_and_shapes(corpus, model, rarity, progress)
        space = vectors.fit_space(means, shapes)
        tensors = {
            "signatures": signatures.build(corpus, progress),
            "norms": _norms(postings, rarity),
            **pack("vectors", space.place(means, shapes), "int8"),
            **vars(space),
        }
        save_tensors(folder / _TENSORS, tensors)

    key = f"{corpus.folder.name}-{str(model.manifest.get('sha256', model.name))[:12]}"
    needs, source = [corpus.folder], corpus.name
    folder = cached("similar", key, build_into, source=source, needs=needs, progress=progress)
    return SequenceSpace(corpus, postings, model, open_tensors(folder / _TENSORS)[0])


def _norms(postings: Postings, rarity: Floats) -> NDArray[np.float32]:
    """The length of each sequence's vector of the terms that it shares with others."""
    squares = np.where(postings.frequencies > 1, rarity**2, 0.0)
    each = np.repeat(squares, postings.frequencies)
    total = np.bincount(postings.sequences, each, minlength=postings.corpus.n_sequences)
    return np.sqrt(total).astype(np.float32)
