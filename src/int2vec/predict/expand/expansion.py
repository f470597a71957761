"""Growing a set from a few members: by vector, by property, by sequence, or by all fused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.arithmetic.property import LONG, is_late, within
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand.concepts import (
    Concepts,
    Near,
    find_concepts,
    sequence_shares,
    suggested,
)
from int2vec.predict.expand.hypotheses import Hypothesis, hypotheses, membership
from int2vec.predict.expand.postings import Postings, SharedSequence, shared_sequences
from int2vec.predict.expand.properties import SharedProperty, shared_properties
from int2vec.tables import Shown
from int2vec.text import as_integer, check_k

METHODS = ("fused", "vector", "property", "sequence")
MAX_SEEDS = 1000
MAX_TOTAL_DIGITS = 20_000
SECONDS = 0.7  # that the properties of long integers may be tested
SIZE_WEIGHT = 0.1  # log-odds lost for each standard deviation of log-size away from the members
FREQUENCY_WEIGHT = 0.1  # the power of an integer's frequency that its membership is multiplied by
TYPICAL_SIZE = 100  # integers that a set has in mind which was taken out of a wide property
SEQUENCE_WEIGHT, SEQUENCE_FLOOR = 0.3, 0.05
"""The part that sequences play on their own beside the mixture, and where it levels off."""
_FLOOR, _TOO_FAR, _TIE = 1e-6, 1e-2, 1e-3
_USED_PROPERTIES = 24
_EXPLAINED, _NAMED_SET = 0.5, 0.15
"""What all sets weigh, and the likeliest one, from where on they explain the members."""
_SURPRISING = 2.0  # bits of a shared property that every candidate must then have
_FARTHER = 0.08  # how much less a candidate counts for each standard deviation of size
_RERANKED, _LISTED = 400, 4
_NAMED = 50  # concepts of each kind that a candidate's reason is looked for in


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """An integer that may belong to the set, with the score that ranks it and a reason."""

    value: int
    score: float
    why: str
    probability: float | None = None  # where sets that have a name explain the members


@dataclass(frozen=True, kw_only=True)
class Expansion(Shown):
    """What the seeds share and what else may belong to them; `notes` say what was left out."""

    seeds: tuple[int, ...]
    method: str
    candidates: tuple[Candidate, ...]
    properties: tuple[SharedProperty, ...] = ()
    sequences: tuple[SharedSequence, ...] = ()
    notes: tuple[str, ...] = ()
    model: str | None = None


@dataclass(frozen=True, eq=False)
class Ranking:
    """Every candidate, best first, with its score, and the concepts behind the scores."""

    integers: list[int]
    scores: NDArray[np.float64]
    concepts: Concepts
    notes: tuple[str, ...]


def expand(
    seeds: Sequence[int],
    k: int = 10,
    *,
    using: str = "fused",
    embeddings: Embeddings | None = None,
    postings: Postings | None = None,
) -> Expansion:
    """The k likeliest further members of the set that the seeds come from, and what they share.

    Repeated seeds count once and are never candidates. `fused` and the summary use what there
    is: vectors where a model is given, sequences where an index is given.

    >>> found = expand([73, 97, 83], k=4, using="property")
    >>> found.properties[0].words
    'is prime'
    >>> [PROPERTIES["prime"].holds(candidate.value) for candidate in found.candidates]
    [True, True, True, True]
    """
    members, k = _check(seeds, using), check_k(k)
    with within(SECONDS if max(map(abs, members)) >= LONG else inf):
        found = rank(members, using, embeddings, postings, at_least=k)
        shared = shared_properties(members)
        candidates, notes = _candidates(found, members, shared, using, k, postings)
        if using == "vector" and embeddings is not None:
            candidates = [replace(one, why=f"near in {embeddings.name}") for one in candidates]
        late = "the integers are too long for all properties to be tested in time"
        return Expansion(
            seeds=members,
            method=using,
            candidates=tuple(candidates),
            properties=tuple(shared),
            sequences=tuple(shared_sequences(postings, members)) if postings else (),
            notes=(*found.notes, *notes, *([late] if is_late() else [])),
            model=embeddings.name if embeddings else None,
        )


def _candidates(
    found: Ranking,
    seeds: tuple[int, ...],
    shared: Sequence[SharedProperty],
    using: str,
    k: int,
    postings: Postings | None,
) -> tuple[list[Candidate], tuple[str, ...]]:
    """The first of the ranking, or of what a set with a name holds; a note where none is found."""
    scores = dict(zip(found.integers, found.scores.tolist(), strict=True))
    top, notes, why = found.integers, tuple[str, ...](), ""
    has = dict[int, bool]()
    if using == "fused":
        sets = hypotheses(seeds)
        if sets and sets[0].weight >= _NAMED_SET and sum(one.weight for one in sets) >= _EXPLAINED:
            return _by_hypotheses(sets, found.integers, seeds, k), ()
        if sets:
            notes = ("nothing was found that these integers share; the others are guesses",)
        elif shared and shared[0].bits >= _SURPRISING:
            has = {n: PROPERTIES[shared[0].name].holds(n) for n in top[: max(_RERANKED, k)]}
            top, why = sorted(has, key=lambda n: not has[n])[:k], shared[0].words
    reasons = _reasons(top[:k], found.concepts, postings)
    if why:
        reasons = [why if has[n] else other for n, other in zip(top, reasons, strict=True)]
    best = zip(top, reasons, strict=False)
    return [Candidate(value=n, score=scores[n], why=why) for n, why in best], notes


def _by_hypotheses(
    sets: Sequence[Hypothesis], integers: Sequence[int], seeds: tuple[int, ...], k: int
) -> list[Candidate]:
    """What the likeliest sets hold, the likeliest members first; among equals as they were ranked.

    Where one set is likelier than not, every candidate belongs to it.
    """
    listed = sorted({n for one in sets[:_LISTED] for n in one.members}, key=abs)
    pool = [n for n in dict.fromkeys((*integers[:_RERANKED], *listed)) if n not in seeds]
    if sets[0].weight >= _EXPLAINED:
        pool = [n for n in pool if sets[0].holds(n)]
    share = {n: membership(sets, n) for n in pool}
    near = dict(zip(pool, np.exp(-_FARTHER * _size_distance(pool, seeds)).tolist(), strict=True))
    best = sorted(pool, key=lambda n: -round(share[n] * near[n], 2))[:k]
    return [
        Candidate(
            value=n,
            score=share[n],
            why=next((one.words for one in sets if one.holds(n)), "near the members"),
            probability=share[n],
        )
        for n in best
    ]


def rank(
    seeds: tuple[int, ...],
    using: str,
    embeddings: Embeddings | None,
    postings: Postings | None,
    *,
    universe: Sequence[int] | None = None,
    at_least: int = 10,
) -> Ranking:
    """Candidates best first, with their scores, notes, and the concepts behind them."""
    if using == "sequence" and postings is None:
        raise InputError("the method 'sequence' needs a corpus; give one or use 'property'")
    near, notes = _near(embeddings, seeds, using)
    by_property = using in ("fused", "property")
    known = postings if using in ("fused", "sequence") else None
    concepts = find_concepts(seeds, known, properties=by_property)
    shares = sequence_shares(concepts, postings)
    if universe is None:
        universe = suggested(seeds, shares, near, by_size=by_property, at_least=at_least)
    members = set(seeds)
    integers = [n for n in dict.fromkeys(universe) if n not in members]
    score = np.zeros(len(integers))
    if using != "vector":
        share = np.array([shares.get(n, 0.0) for n in integers])
        score += _log_membership(integers, share, concepts, seeds, postings)
        score -= _TIE * _size_distance(integers, seeds)
    if near is not None:
        score += near.cosines(integers)  # a cosine of 1 is worth log-odds of 1
    order = np.argsort(-score, kind="stable")
    return Ranking([integers[i] for i in order], score[order], concepts, notes)


def _check(seeds: Sequence[int], using: str) -> tuple[int, ...]:
    if using not in METHODS:
        raise InputError(f"{using!r} is not a method; use one of {', '.join(METHODS)}")
    members = tuple(dict.fromkeys(as_integer(n) for n in seeds))
    if not members:
        raise InputError("no seeds were given; give at least one integer, better three or more")
    if len(members) > MAX_SEEDS:
        raise InputError(f"{len(members):,} seeds were given; give at most {MAX_SEEDS:,}")
    n_digits = sum(n.bit_length() for n in members) * 3 // 10
    if n_digits > MAX_TOTAL_DIGITS:
        raise InputError(
            f"the seeds have {n_digits:,} digits in all; give fewer or shorter ones, of "
            f"{MAX_TOTAL_DIGITS:,} in all"
        )
    return members


def _near(
    embeddings: Embeddings | None, seeds: Sequence[int], using: str
) -> tuple[Near | None, tuple[str, ...]]:
    """The mean of the members' raw vectors, as in the paper; a note names those without one."""
    if embeddings is None and using == "vector":
        raise InputError("the method 'vector' needs a model; give one or use 'property'")
    if embeddings is None or using not in ("fused", "vector"):
        return None, ()
    known = [n for n in seeds if n in embeddings or embeddings.has_subwords]
    missing = [str(n) for n in seeds if n not in known]
    listed = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
    notes = (f"no vector in '{embeddings.name}' for {listed}",) if missing else ()
    if known:
        return Near(embeddings, embeddings.vectors_of(known).mean(axis=0)), notes
    if using == "vector":
        raise UnknownIntegerError(
            f"none of the seeds has a vector in '{embeddings.name}' "
            f"({len(embeddings):,} integers); use a model with subwords or another method"
        )
    return None, notes


def _log_membership(
    integers: Sequence[int],
    sequence_share: NDArray[np.float64],
    concepts: Concepts,
    seeds: Sequence[int],
    postings: Postings | None,
) -> NDArray[np.float64]:
    """The log of the posterior probability that each candidate is in the concept, about."""
    in_sequences = float(concepts.sequence_weights.sum())
    in_properties = float(concepts.property_weights.sum())
    share = sequence_share + _property_share(integers, concepts, seeds)
    if in_sequences + in_properties > 0:
        share /= in_sequences + in_properties
    if postings is None:
        return np.asarray(np.log(share + _FLOOR))
    # All else equal, an integer that many sequences hold is the likelier member.
    share *= (1.0 + postings.counts(integers)) ** FREQUENCY_WEIGHT
    known = np.log(sequence_share / max(in_sequences, 1e-300) + SEQUENCE_FLOOR)
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
        table = _hold_all(used, [integers[int(i)] for i in tested])  # (used, tested)
        if is_late():
            return share
        # A set may be a part of the property only: of a wide one, each member is less sure.
        part = np.minimum(1.0, TYPICAL_SIZE / np.maximum(table.sum(axis=1), 1))
        share[tested] = concepts.property_weights[: len(used)] * part @ table * near[tested]
    return share


def _hold_all(concepts: Sequence[tuple[str, ...]], integers: Sequence[int]) -> NDArray[np.bool_]:
    """Which integers have every property of each concept: (concepts, integers)."""
    names = list(dict.fromkeys(name for concept in concepts for name in concept))
    table = dict(zip(names, property_table(names, integers), strict=True))
    return np.stack([np.logical_and.reduce([table[n] for n in concept]) for concept in concepts])


def _size_distance(integers: Sequence[int], seeds: Sequence[int]) -> NDArray[np.float64]:
    """How many standard deviations of log-size each integer is from the members."""
    sizes = np.array([_signed_log(n) for n in seeds])
    spread = max(float(sizes.std()), 0.3)
    each = np.array([_signed_log(n) for n in integers])
    return np.asarray(np.abs(each - sizes.mean()) / spread)


def _signed_log(n: int) -> float:
    return log(abs(n) + 1) * (1 if n >= 0 else -1)  # math.log takes integers of any length


def _reasons(values: Sequence[int], concepts: Concepts, postings: Postings | None) -> list[str]:
    """For each value the heaviest concept that holds it."""
    said = [""] * len(values)
    for words, holds in _named_concepts(values, concepts, postings):
        said = [old or (words if held else "") for old, held in zip(said, holds, strict=True)]
        if all(said):
            break
    return [words or "near the members" for words in said]


def _named_concepts(
    values: Sequence[int], concepts: Concepts, postings: Postings | None
) -> Iterator[tuple[str, Sequence[bool]]]:
    """The heaviest concepts in words, each with which of the values it holds."""
    properties, sequences = concepts.property_weights, concepts.sequence_weights
    named = [(weight, i, True) for i, weight in enumerate(properties[:_NAMED])]
    named += [(weight, i, False) for i, weight in enumerate(sequences[:_NAMED])]
    for _, i, is_property in sorted(named, key=lambda entry: -entry[0]):
        if is_property:
            names = concepts.properties[i]
            words = " and ".join(PROPERTIES[name].words for name in names)
            yield words, _hold_all([names], values)[0].tolist()
        elif postings is not None:
            index = int(concepts.sequences[i])
            terms, number = set(postings.corpus.terms(index)), postings.corpus.a_numbers[index]
            words = f"in A{number:06d}" if number else "in a sequence with the members"
            yield words, [n in terms for n in values]
