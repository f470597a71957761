"""Growing a set from a few members: by vector, by property, by sequence, or by all fused."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.properties import LONG, is_late, within
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand import hypotheses as sets
from int2vec.predict.expand.concepts import Concepts, find_concepts, near_in_size, sequence_shares
from int2vec.predict.expand.hypotheses import TUNED
from int2vec.predict.expand.postings import Postings, SharedSequence, shared_sequences
from int2vec.tables import Shown
from int2vec.text import as_integer, check_k

Seeds = tuple[int, ...]
Floats = NDArray[np.float64]
METHODS = ("fused", "vector", "property", "sequence")
_NAMED = 50  # concepts of each kind that a candidate's reason is looked for in
_NO_REASON = "near the members"
_GUESSED = "nothing was found that these integers share; the others are guesses"


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

    seeds: Seeds
    method: str
    candidates: tuple[Candidate, ...]
    properties: tuple[sets.SharedProperty, ...] = ()
    sequences: tuple[SharedSequence, ...] = ()
    notes: tuple[str, ...] = ()
    model: str | None = None


def expand(
    seeds: Sequence[int],
    k: int = 10,
    *,
    using: str = "fused",
    embeddings: Embeddings | None = None,
    postings: Postings | None = None,
) -> Expansion:
    """The k likeliest further members of the set that the seeds come from, and what they share.

    Repeated seeds count once and are never candidates. `fused` asks properties, and sequences where
    an index is given; vectors beside them changed no figure, so they answer alone.

    >>> {candidate.why for candidate in expand([73, 97, 83], k=4, using="property").candidates}
    {'is prime'}
    """
    members, k = _check(seeds, using), check_k(k)
    with within(TUNED.seconds if max(map(abs, members)) >= LONG else inf):
        named = sets.hypotheses(members)
        if using == "vector":
            candidates, notes = _by_vector(members, embeddings, k)
        else:
            candidates, notes = _by_concepts(members, named, using, postings, k)
        if is_late():
            notes.append("the integers are too long for all properties to be tested in time")
        return Expansion(
            seeds=members,
            method=using,
            candidates=tuple(candidates),
            properties=tuple(sets.shared_properties(named, members)),
            sequences=tuple(shared_sequences(postings, members)) if postings else (),
            notes=tuple(notes),
            model=embeddings.name if embeddings else None,
        )


def _by_vector(
    seeds: Seeds, embeddings: Embeddings | None, k: int
) -> tuple[list[Candidate], list[str]]:
    """The integers nearest to the members; a note names those without a vector."""
    if embeddings is None:
        raise InputError("the method 'vector' needs a model; give one or use 'property'")
    missing = [str(n) for n in seeds if n not in embeddings and not embeddings.has_subwords]
    listed = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
    notes = [f"no vector in '{embeddings.name}' for {listed}"] if missing else []
    near = embeddings.nearest(centre(seeds, embeddings), k, leave_out=seeds)
    why = f"near in {embeddings.name}"
    return [Candidate(value=n, score=cosine, why=why) for n, cosine in near], notes


def centre(seeds: Sequence[int], embeddings: Embeddings) -> NDArray[np.float32]:
    """The mean of the raw vectors of those members that have one, as in the paper."""
    if not (known := embeddings.known(seeds)):
        where = f"'{embeddings.name}' ({len(embeddings):,} integers)"
        way = "use a model with subwords or another method"
        raise UnknownIntegerError(f"none of the seeds has a vector in {where}; {way}")
    return np.asarray(embeddings.vectors_of(known).mean(axis=0))


def _by_concepts(
    seeds: Seeds, named: Sequence[sets.Hypothesis], using: str, postings: Postings | None, k: int
) -> tuple[list[Candidate], list[str]]:
    """What a set with a name holds that is likely enough, else the first of the ranking."""
    integers, scores, concepts = rank(seeds, named, using, postings, at_least=k)
    if using == "fused":
        likely = sets.posterior(named, seeds)
        explained = sum(weight for weight, _ in likely) >= TUNED.explained
        if explained and likely[0][0] >= TUNED.named_set:
            top = likely[0][1]
            complete = top.members and top.members <= {*seeds}
            notes = [f"these are all the members: each is {top.words}"] if complete else []
            return _by_name(likely, integers, seeds, k), notes
    reasons = _reasons(integers[:k], concepts, postings)
    best = zip(integers[:k], scores.tolist(), strict=False)
    found = [Candidate(value=n, score=x, why=reasons.get(n, _NO_REASON)) for n, x in best]
    unexplained = using == "fused" and len(seeds) >= TUNED.telling
    return found, [_GUESSED] if unexplained else []


def _by_name(
    likely: Sequence[tuple[float, sets.Hypothesis]], integers: Sequence[int], seeds: Seeds, k: int
) -> list[Candidate]:
    """What the likeliest sets hold, the likeliest members first; equals as they were ranked."""
    listed = sorted({n for _, one in likely[: TUNED.listed] for n in one.members}, key=abs)
    pool = [n for n in dict.fromkeys((*integers[: TUNED.reranked], *listed)) if n not in seeds]
    if likely[0][0] >= TUNED.explained:  # where it is large enough, all candidates belong to it
        inside = np.flatnonzero(sets.holding([likely[0][1]], pool)[0]).tolist()
        pool = [pool[i] for i in inside] if len(inside) >= k else pool
    likeliest = [one for _, one in likely]
    held = sets.holding(likeliest, pool)
    shares: Floats = np.array([weight for weight, _ in likely]) @ held
    far = _distance(pool, seeds)
    weights = np.round(shares * np.exp(-TUNED.farther * far), 2)
    if sets.in_a_row(likeliest[:1], seeds)[0] or len(seeds) == max(seeds) - min(seeds) + 1:
        # Of members in a row people expect those that come next, upwards first.
        far *= np.where(np.array([n > max(seeds) for n in pool]), 1, 2)
        weights = shares**TUNED.sure_in_a_row * np.exp(-far)
    best = np.argsort(-weights, kind="stable")[:k].tolist()
    return [
        Candidate(
            value=pool[i],
            score=float(shares[i]),
            why=likeliest[int(held[:, i].argmax())].words if shares[i] else _NO_REASON,
            probability=float(shares[i]),
        )
        for i in best
    ]


def rank(
    seeds: Seeds,
    named: Sequence[sets.Hypothesis],
    using: str,
    postings: Postings | None,
    universe: Sequence[int] = (),
    at_least: int = 10,
) -> tuple[list[int], Floats, Concepts]:
    """Candidates best first, with their scores, and the concepts behind them."""
    if using == "sequence" and postings is None:
        raise InputError("the method 'sequence' needs a corpus; give one or use 'property'")
    by_property = using in ("fused", "property")
    searched = postings if using in ("fused", "sequence") else None
    concepts = find_concepts(seeds, named if by_property else (), searched)
    shares = sequence_shares(concepts, postings)
    if not universe:
        likely = sorted(shares, key=lambda n: (-shares[n], n))
        universe = likely[: max(TUNED.most_by_sequence, 2 * at_least)]
        if by_property:
            universe += near_in_size(seeds, max(TUNED.most_by_size, 2 * at_least))
    integers = [n for n in dict.fromkeys(universe) if n not in set(seeds)]
    known, distance = np.array([shares.get(n, 0.0) for n in integers]), _distance(integers, seeds)
    share = _membership(integers, known, concepts, distance)
    score = -TUNED.tie * distance
    if postings is not None:
        # All else equal, an integer that many sequences hold is the likelier member, and where a
        # property explains the members, the sequences still order its members.
        share *= (1.0 + postings.counts(integers)) ** TUNED.frequency_weight
        in_sequences = max(float(concepts.sequence_weights.sum()), 1e-300)
        score += TUNED.sequence_weight * np.log(known / in_sequences + TUNED.sequence_floor)
    score += np.log(share + TUNED.floor)
    order = np.argsort(-score, kind="stable")
    return [integers[i] for i in order], score[order], concepts


def _check(seeds: Sequence[int], using: str) -> tuple[int, ...]:
    if using not in METHODS:
        raise InputError(f"{using!r} is not a method; use one of {', '.join(METHODS)}")
    members = tuple(dict.fromkeys(as_integer(n) for n in seeds))
    if not members:
        raise InputError("no seeds were given; give at least one integer, better three or more")
    if len(members) > TUNED.max_seeds:
        raise InputError(f"{len(members):,} seeds were given; give at most {TUNED.max_seeds:,}")
    n_digits = sum(n.bit_length() for n in members) * 3 // 10
    if n_digits > TUNED.max_total_digits:
        way = f"give fewer or shorter ones, of {TUNED.max_total_digits:,} in all"
        raise InputError(f"the seeds have {n_digits:,} digits in all; {way}")
    return members


def _membership(
    integers: Sequence[int], in_sequences: Floats, concepts: Concepts, distance: Floats
) -> Floats:
    """The posterior probability that each candidate is in the concept, about."""
    share, used = in_sequences.copy(), concepts.properties[: TUNED.used_properties]
    # Testing a far larger integer is slow, and its size rules it out whatever it has.
    tested = np.flatnonzero(distance < TUNED.too_far)
    if used and len(tested):
        table = sets.holding(used, [integers[int(i)] for i in tested])  # (used, tested)
        # A set may be a part of the property only: of a wide one, each member is less sure.
        part = np.minimum(1.0, TUNED.typical_size / np.maximum(table.sum(axis=1), 1))
        near = np.exp(-TUNED.size_weight * distance[tested])
        if not is_late():
            share[tested] += concepts.property_weights[: len(used)] * part @ table * near
    total = concepts.sequence_weights.sum() + concepts.property_weights.sum()
    return np.asarray(share / (total or 1.0))


def _distance(integers: Sequence[int], seeds: Sequence[int]) -> Floats:
    """How many standard deviations of log-size each integer is from the members."""
    # math.log takes integers of any length
    sizes, each = (
        np.array([log(abs(n) + 1) * (1 if n >= 0 else -1) for n in some])
        for some in (seeds, integers)
    )
    return np.asarray(np.abs(each - sizes.mean()) / max(float(sizes.std()), 0.3))


def _reasons(
    values: Sequence[int], concepts: Concepts, postings: Postings | None
) -> dict[int, str]:
    """The heaviest concept that holds each value, where one does."""
    weights = [concepts.property_weights[:_NAMED], concepts.sequence_weights[:_NAMED]]
    heavy = [*concepts.properties[:_NAMED], *concepts.sequences[:_NAMED].tolist()]
    said: dict[int, str] = {}
    for one in (heavy[i] for i in np.argsort(-np.concatenate(weights), kind="stable")):
        if isinstance(one, sets.Hypothesis):
            words, held = one.words, sets.holding([one], values)[0].tolist()
        elif postings is not None:
            words, terms = f"in {postings.corpus.label(one)}", set(postings.corpus.terms(one))
            held = [n in terms for n in values]
        said = {n: words for n, there in zip(values, held, strict=True) if there} | said
        if len(said) == len(values):
            break
    return said
