"""Growing a set from a few members: by vector, by property, by sequence, or by all fused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import property_table
from int2vec.arithmetic.properties import LONG, is_late, within
from int2vec.embeddings import Embeddings, unit_vectors
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand import hypotheses as named_sets
from int2vec.predict.expand.concepts import Concepts, find_concepts, near_in_size, sequence_shares
from int2vec.predict.expand.hypotheses import Hypothesis, SharedProperty
from int2vec.predict.expand.postings import Postings, SharedSequence, shared_sequences
from int2vec.tables import Shown
from int2vec.text import as_integer, check_k

METHODS = ("fused", "vector", "property", "sequence")
MAX_SEEDS = 1000
MAX_TOTAL_DIGITS = 20_000
SECONDS = 0.7  # that the properties of long integers may be tested
MOST_BY_SIZE, MOST_BY_SEQUENCE, MOST_BY_VECTOR = 4000, 2000, 400  # integers considered
FREQUENCY_WEIGHT = 0.1  # the power of an integer's frequency that its membership is multiplied by
SEQUENCE_WEIGHT, SEQUENCE_FLOOR = 0.3, 0.05
"""The part that sequences play on their own beside the mixture, and where it levels off."""
_FLOOR, _TIE = 1e-6, 1e-3
_TOO_FAR = 40.0  # standard deviations of log-size
_USED_PROPERTIES = 24
_EXPLAINED, _NAMED_SET = 0.5, 0.15
"""What all sets weigh, and the likeliest one, from where on they explain the members."""
_FARTHER = 0.08  # how much less a candidate counts for each standard deviation of size
_RERANKED, _LISTED = 400, 4
_TELLING = 3  # members from which on it is said that nothing explains them
_NAMED = 50  # concepts of each kind that a candidate's reason is looked for in
_NO_REASON = "near the members"


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
    """Every candidate, best first, with its score, and what the seeds may be behind it."""

    integers: list[int]
    scores: NDArray[np.float64]
    named: list[Hypothesis]
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

    >>> {candidate.why for candidate in expand([73, 97, 83], k=4, using="property").candidates}
    {'is prime'}
    """
    members, k = _check(seeds, using), check_k(k)
    with within(SECONDS if max(map(abs, members)) >= LONG else inf):
        found = rank(members, using, embeddings, postings, at_least=k)
        likely = named_sets.posterior(found.named, members) if using == "fused" else []
        notes = list(found.notes)
        if likely and likely[0][0] >= _NAMED_SET and sum(w for w, _ in likely) >= _EXPLAINED:
            candidates = _by_name(likely, found.integers, members, k)
        else:
            candidates = _by_score(found, k, postings)
            if using == "fused" and len(members) >= _TELLING:
                notes.append("nothing was found that these integers share; the others are guesses")
        if using == "vector" and embeddings is not None:
            candidates = [replace(one, why=f"near in {embeddings.name}") for one in candidates]
        if is_late():
            notes.append("the integers are too long for all properties to be tested in time")
        return Expansion(
            seeds=members,
            method=using,
            candidates=tuple(candidates),
            properties=tuple(named_sets.shared_properties(found.named, members)),
            sequences=tuple(shared_sequences(postings, members)) if postings else (),
            notes=tuple(notes),
            model=embeddings.name if embeddings else None,
        )


def _by_score(found: Ranking, k: int, postings: Postings | None) -> list[Candidate]:
    best = dict(zip(found.integers[:k], found.scores.tolist(), strict=False))
    reasons = _reasons(list(best), found.concepts, postings)
    return [Candidate(value=n, score=best[n], why=reasons.get(n, _NO_REASON)) for n in best]


def _by_name(
    likely: Sequence[tuple[float, Hypothesis]],
    integers: Sequence[int],
    seeds: tuple[int, ...],
    k: int,
) -> list[Candidate]:
    """What the likeliest sets hold, the likeliest members first; among equals as they were ranked.

    Where one set is likelier than not, every candidate belongs to it.
    """
    listed = sorted({n for _, one in likely[:_LISTED] for n in one.members}, key=abs)
    pool = [n for n in dict.fromkeys((*integers[:_RERANKED], *listed)) if n not in seeds]
    if likely[0][0] >= _EXPLAINED:
        pool = [n for n in pool if likely[0][1].holds(n)]
    held = {n: [(weight, one) for weight, one in likely if one.holds(n)] for n in pool}
    share = {n: sum(weight for weight, _ in sets) for n, sets in held.items()}
    near = dict(zip(pool, np.exp(-_FARTHER * _size_distance(pool, seeds)).tolist(), strict=True))
    best = sorted(pool, key=lambda n: -round(share[n] * near[n], 2))[:k]
    why = {n: held[n][0][1].words if held[n] else _NO_REASON for n in best}
    return [Candidate(value=n, score=share[n], why=why[n], probability=share[n]) for n in best]


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
    vectors, centre, notes = _vectors(embeddings, seeds, using)
    by_property = using in ("fused", "property")
    named = named_sets.hypotheses(seeds)
    known = postings if using in ("fused", "sequence") else None
    concepts = find_concepts(seeds, named if by_property else (), known)
    shares = sequence_shares(concepts, postings)
    if universe is None:
        likely = sorted(shares, key=lambda n: (-shares[n], n))
        universe = likely[: max(MOST_BY_SEQUENCE, 2 * at_least)]
        if by_property:
            universe += near_in_size(seeds, max(MOST_BY_SIZE, 2 * at_least))
        if vectors is not None:
            near = vectors.nearest(centre, max(MOST_BY_VECTOR, at_least), leave_out=seeds)
            universe += [n for n, _ in near]
    integers = [n for n in dict.fromkeys(universe) if n not in set(seeds)]
    score = np.zeros(len(integers))
    if using != "vector":
        share = np.array([shares.get(n, 0.0) for n in integers])
        distance = _size_distance(integers, seeds)
        score += _log_membership(integers, share, concepts, distance, postings)
        score -= _TIE * distance
    if vectors is not None:
        score += _cosines(vectors, centre, integers)  # a cosine of 1 is worth log-odds of 1
    order = np.argsort(-score, kind="stable")
    return Ranking([integers[i] for i in order], score[order], named, concepts, notes)


def _cosines(
    vectors: Embeddings, centre: NDArray[np.float32], integers: Sequence[int]
) -> NDArray[np.float64]:
    """The cosine of each integer to the centre; −1 where there is no vector to compare."""
    known = [i for i, n in enumerate(integers) if n in vectors]
    found = np.full(len(integers), -1.0)
    if known:
        found[known] = vectors.unit[[vectors.row(integers[i]) for i in known]] @ centre
    return found


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


def _vectors(
    embeddings: Embeddings | None, seeds: Sequence[int], using: str
) -> tuple[Embeddings | None, NDArray[np.float32], tuple[str, ...]]:
    """The model, the direction of the mean of the members' raw vectors, as in the paper, and a
    note on those without one; no model where none is to be asked or knows a member.
    """
    none = np.empty(0, np.float32)
    if embeddings is None and using == "vector":
        raise InputError("the method 'vector' needs a model; give one or use 'property'")
    if embeddings is None or using not in ("fused", "vector"):
        return None, none, ()
    known = [n for n in seeds if n in embeddings or embeddings.has_subwords]
    missing = [str(n) for n in seeds if n not in known]
    listed = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
    notes = (f"no vector in '{embeddings.name}' for {listed}",) if missing else ()
    if known:
        return embeddings, unit_vectors(embeddings.vectors_of(known).mean(axis=0)), notes
    if using == "vector":
        raise UnknownIntegerError(
            f"none of the seeds has a vector in '{embeddings.name}' "
            f"({len(embeddings):,} integers); use a model with subwords or another method"
        )
    return None, none, notes


def _log_membership(
    integers: Sequence[int],
    sequence_share: NDArray[np.float64],
    concepts: Concepts,
    distance: NDArray[np.float64],
    postings: Postings | None,
) -> NDArray[np.float64]:
    """The log of the posterior probability that each candidate is in the concept, about."""
    in_sequences = float(concepts.sequence_weights.sum())
    in_properties = float(concepts.property_weights.sum())
    share = sequence_share + _property_share(integers, concepts, distance)
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
    integers: Sequence[int], concepts: Concepts, distance: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The summed weight of the properties that each integer has."""
    share = np.zeros(len(integers))
    used = concepts.properties[:_USED_PROPERTIES]
    # Testing a far larger integer is slow, and its size rules it out whatever it has.
    tested = np.flatnonzero(distance < _TOO_FAR)
    if used and len(tested):
        table = _hold_all(used, [integers[int(i)] for i in tested])  # (used, tested)
        if not is_late():
            share[tested] = concepts.property_weights[: len(used)] @ table
    return share


def _hold_all(concepts: Sequence[Hypothesis], integers: Sequence[int]) -> NDArray[np.bool_]:
    """Which integers have every property of each concept: (concepts, integers)."""
    names = list(dict.fromkeys(name for one in concepts for name in one.names))
    table = dict(zip(names, property_table(names, integers), strict=True))
    return np.stack([np.logical_and.reduce([table[n] for n in one.names]) for one in concepts])


def _size_distance(integers: Sequence[int], seeds: Sequence[int]) -> NDArray[np.float64]:
    """How many standard deviations of log-size each integer is from the members."""
    sizes = np.array([_signed_log(n) for n in seeds])
    spread = max(float(sizes.std()), 0.3)
    each = np.array([_signed_log(n) for n in integers])
    return np.asarray(np.abs(each - sizes.mean()) / spread)


def _signed_log(n: int) -> float:
    return log(abs(n) + 1) * (1 if n >= 0 else -1)  # math.log takes integers of any length


def _reasons(
    values: Sequence[int], concepts: Concepts, postings: Postings | None
) -> dict[int, str]:
    """The heaviest concept that holds each value, where one does."""
    heavy: list[tuple[float, Hypothesis | int]] = [
        *zip(concepts.property_weights[:_NAMED].tolist(), concepts.properties, strict=False),
        *zip(
            concepts.sequence_weights[:_NAMED].tolist(), concepts.sequences.tolist(), strict=False
        ),
    ]
    said: dict[int, str] = {}
    for _, one in sorted(heavy, key=lambda pair: -pair[0]):
        if isinstance(one, Hypothesis):
            words, holds = one.words, one.holds
        elif postings is not None:
            words = f"in {postings.corpus.label(one)}"
            holds = set(postings.corpus.terms(one)).__contains__
        said |= {n: words for n in values if n not in said and holds(n)}
        if len(said) == len(values):
            break
    return said
