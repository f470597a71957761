"""Growing a set from a few members: by vector, by property, by sequence, or by all fused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand.concepts import Concepts, find_concepts
from int2vec.predict.expand.pool import Pool, candidate_pool
from int2vec.predict.expand.postings import Postings
from int2vec.predict.expand.share import (
    SharedProperty,
    SharedSequence,
    shared_properties,
    shared_sequences,
)
from int2vec.text import as_integer, check_k

METHODS = ("fused", "vector", "property", "sequence")
MAX_SEEDS = 1000
COSINE_WEIGHT = 1.0
"""Log-odds that a cosine of 1 is worth in the fused score."""
SIZE_WEIGHT = 0.1
"""Log-odds lost for each standard deviation of log-size away from the members."""
FREQUENCY_WEIGHT = 0.1
"""The power of an integer's frequency that its membership is multiplied by."""
TYPICAL_SIZE = 100
"""How many integers a set has in mind that was taken out of a wide property."""
SEQUENCE_WEIGHT = 0.3
SEQUENCE_FLOOR = 0.05
"""The part that sequences play on their own beside the mixture, and where it levels off."""
_FLOOR = 1e-6
_TOO_FAR = 1e-2
_TIE = 1e-3
_USED_PROPERTIES = 24


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """An integer that may belong to the set, with the score that ranks it and a reason."""

    value: int
    score: float
    why: str


@dataclass(frozen=True, kw_only=True)
class Expansion:
    """What the seeds share and what else may belong to them; `notes` say what was left out."""

    seeds: tuple[int, ...]
    method: str
    candidates: tuple[Candidate, ...]
    properties: tuple[SharedProperty, ...] = ()
    sequences: tuple[SharedSequence, ...] = ()
    notes: tuple[str, ...] = ()
    model: str | None = None

    def to_json(self) -> dict[str, object]:
        """Plain values for a machine, the sequences by A-number."""
        sequences = [
            {
                "a_number": f"A{s.a_number:06d}" if s.a_number else None,
                "name": s.name,
                "size": s.size,
            }
            for s in self.sequences
        ]
        return asdict(self) | {"sequences": sequences}


def expand(
    seeds: Sequence[int],
    k: int = 10,
    *,
    using: str = "fused",
    embeddings: Embeddings | None = None,
    postings: Postings | None = None,
    universe: Sequence[int] | None = None,
) -> Expansion:
    """The k likeliest further members of the set that the seeds come from, and what they share.

    Repeated seeds count once and are never candidates. `fused` and the summary use what there
    is: vectors where a model is given, sequences where an index is given. `universe` limits the
    candidates.

    >>> found = expand([73, 97, 83], k=4, using="property")
    >>> found.properties[0].words
    'is prime'
    >>> [PROPERTIES["prime"].holds(candidate.value) for candidate in found.candidates]
    [True, True, True, True]
    """
    members, k = _check(seeds, using), check_k(k)
    ranked, scores, notes, concepts = rank(
        members,
        using=using,
        embeddings=embeddings,
        postings=postings,
        universe=universe,
        at_least=k,
    )
    top = ranked[:k]
    reasons = _reasons(top, concepts, postings, embeddings if using == "vector" else None)
    return Expansion(
        seeds=members,
        method=using,
        candidates=tuple(
            Candidate(value=n, score=float(scores[i]), why=reasons[i]) for i, n in enumerate(top)
        ),
        properties=tuple(shared_properties(members)),
        sequences=tuple(shared_sequences(postings, members)) if postings else (),
        notes=tuple(notes),
        model=embeddings.name if embeddings else None,
    )


def rank(
    seeds: tuple[int, ...],
    *,
    using: str,
    embeddings: Embeddings | None,
    postings: Postings | None,
    universe: Sequence[int] | None = None,
    at_least: int = 10,
) -> tuple[list[int], NDArray[np.float64], list[str], Concepts]:
    """Candidates best first, with their scores, notes, and the concepts behind them."""
    notes: list[str] = []
    centroid = None
    if using in ("fused", "vector"):
        centroid = _centroid(embeddings, seeds, using, notes)
    if using == "sequence" and postings is None:
        raise InputError("the method 'sequence' needs a corpus; give one or use 'property'")
    concepts = find_concepts(
        seeds,
        postings if using in ("fused", "sequence") else None,
        properties=using in ("fused", "property"),
    )
    pool = candidate_pool(
        seeds, concepts, postings, embeddings if centroid is not None else None, centroid,
        universe=universe, by_size=using in ("fused", "property"), at_least=at_least,
    )  # fmt: skip
    score = np.zeros(len(pool.integers))
    if using != "vector":
        score += _log_membership(pool, concepts, seeds, postings)
        score -= _TIE * _size_distance(pool.integers, seeds)
    if pool.cosines is not None:
        score += pool.cosines if using == "vector" else COSINE_WEIGHT * pool.cosines
    order = np.argsort(-score, kind="stable")
    return [pool.integers[i] for i in order], score[order], notes, concepts


def _check(seeds: Sequence[int], using: str) -> tuple[int, ...]:
    if using not in METHODS:
        raise InputError(f"{using!r} is not a method; use one of {', '.join(METHODS)}")
    members = tuple(dict.fromkeys(as_integer(n) for n in seeds))
    if not members:
        raise InputError("no seeds were given; give at least one integer, better three or more")
    if len(members) > MAX_SEEDS:
        raise InputError(f"{len(members):,} seeds were given; give at most {MAX_SEEDS:,}")
    return members


def _centroid(
    embeddings: Embeddings | None, seeds: Sequence[int], using: str, notes: list[str]
) -> NDArray[np.float32] | None:
    """The mean of the members' raw vectors, as in the paper; those without one are left out."""
    if embeddings is None:
        if using == "vector":
            raise InputError("the method 'vector' needs a model; give one or use 'property'")
        return None
    known = [n for n in seeds if n in embeddings or embeddings.has_subwords]
    missing = [n for n in seeds if n not in known]
    if missing:
        listed = ", ".join(map(str, missing[:5])) + (" …" if len(missing) > 5 else "")
        notes.append(f"no vector in '{embeddings.name}' for {listed}")
    if not known:
        if using == "vector":
            raise UnknownIntegerError(
                f"none of the seeds has a vector in '{embeddings.name}' "
                f"({len(embeddings):,} integers); use a model with subwords or another method"
            )
        return None
    centre: NDArray[np.float32] = embeddings.vectors_of(known).mean(axis=0)
    return centre


def _log_membership(
    pool: Pool, concepts: Concepts, seeds: Sequence[int], postings: Postings | None
) -> NDArray[np.float64]:
    """The log of the posterior probability that each candidate is in the concept, about."""
    top = peak(concepts)
    in_sequences, in_properties = (
        float(np.exp(scores - top).sum())
        for scores in (concepts.sequence_scores, concepts.property_scores)
    )
    share = pool.sequence_share + _property_share(pool.integers, concepts, seeds)
    if in_sequences + in_properties > 0:
        share /= in_sequences + in_properties
    if postings is None:
        return np.asarray(np.log(share + _FLOOR))
    # All else equal, an integer that many sequences hold is the likelier member.
    share *= (1.0 + postings.counts(pool.integers)) ** FREQUENCY_WEIGHT
    known = np.log(pool.sequence_share / max(in_sequences, 1e-300) + SEQUENCE_FLOOR)
    # Where a property explains the members, the sequences still order its members.
    return np.asarray(np.log(share + _FLOOR) + SEQUENCE_WEIGHT * known)


def _property_share(
    integers: Sequence[int], concepts: Concepts, seeds: Sequence[int]
) -> NDArray[np.float64]:
    """The summed weight of the properties that each integer has, less for a far size."""
    share = np.zeros(len(integers))
    used = concepts.properties[:_USED_PROPERTIES]
    near = np.exp(-SIZE_WEIGHT * _size_distance(integers, seeds))
    # Testing a far larger integer is slow, and its size rules it out whatever it has.
    tested = np.flatnonzero(near > _TOO_FAR)
    if used and len(tested):
        table = hold_all(used, [integers[int(i)] for i in tested])  # (used, tested)
        weights = np.exp(concepts.property_scores[: len(used)] - peak(concepts))
        # A set may be a part of the property only: of a wide one, each member is less sure.
        weights *= np.minimum(1.0, TYPICAL_SIZE / np.maximum(table.sum(axis=1), 1))
        share[tested] = weights @ table * near[tested]
    return share


def hold_all(concepts: Sequence[tuple[str, ...]], integers: Sequence[int]) -> NDArray[np.bool_]:
    """Which integers have every property of each concept: (concepts, integers)."""
    names = list(dict.fromkeys(name for concept in concepts for name in concept))
    table = dict(zip(names, property_table(names, integers), strict=True))
    return np.stack([np.logical_and.reduce([table[n] for n in concept]) for concept in concepts])


def peak(concepts: Concepts) -> float:
    """The highest log weight of any concept, taken off before exponentials are formed."""
    both = np.concatenate([concepts.sequence_scores, concepts.property_scores])
    return float(both.max()) if len(both) else 0.0


def _size_distance(integers: Sequence[int], seeds: Sequence[int]) -> NDArray[np.float64]:
    """How many standard deviations of log-size each integer is from the members."""
    sizes = np.array([_signed_log(n) for n in seeds])
    spread = max(float(sizes.std()), 0.3)
    each = np.array([_signed_log(n) for n in integers])
    return np.asarray(np.abs(each - sizes.mean()) / spread)


def _signed_log(n: int) -> float:
    return log(abs(n) + 1) * (1 if n >= 0 else -1)  # math.log takes integers of any length


def _reasons(
    values: Sequence[int],
    concepts: Concepts,
    postings: Postings | None,
    embeddings: Embeddings | None,
) -> list[str]:
    """For each value the heaviest concept that holds it."""
    if embeddings is not None:
        return [f"near in {embeddings.name}"] * len(values)
    named = [(s, "property", i) for i, s in enumerate(concepts.property_scores[:50])]
    named += [(s, "sequence", i) for i, s in enumerate(concepts.sequence_scores[:50])]
    named.sort(key=lambda entry: -entry[0])
    said = [""] * len(values)
    for _, kind, i in named:
        if all(said):
            break
        if kind == "property":
            names = concepts.properties[i]
            words = " and ".join(PROPERTIES[name].words for name in names)
            holds = hold_all([names], values)[0]
        elif postings is not None:
            index = int(concepts.sequences[i])
            terms = set(postings.corpus.terms(index))
            number = int(postings.corpus.a_numbers[index])
            words = f"in A{number:06d}" if number else "in a sequence with the members"
            holds = np.array([n in terms for n in values])
        for j in np.flatnonzero(holds):
            said[j] = said[j] or words
    return [words or "near the members" for words in said]
