"""Which sequence is named as the reason: one that holds the terms as they are, the best known."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import ne

import numpy as np

from int2vec.arithmetic.known.register import everything_known, fame
from int2vec.arithmetic.known.stated import Known
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.matches import Places, find_places

LEAST_TERMS = 3  # fewer stand everywhere
MOST_PLACES = 50_000  # terms that stand more often are not counted
MOST_NAMES = 20  # matching sequences whose names are looked at
NEAR_START = 3  # terms before the match
WIDEST = 70  # characters of a name
DEAD = ("duplicate of", "erroneous version of", "dead", "essentially the same as", "allocated for")
NESTED = 2  # colons: differences of differences and their kin


def known_with(
    pattern: Sequence[int | None], starts: int, *, wrong: int = 0, most: int | None = None
) -> Iterator[tuple[int, Known, int]]:
    """The known sequences that hold a pattern near their beginning: rank, sequence, and where.

    None stands for any term; so many others may be wrong, and one of the first starts must fit.

    >>> [(known.name, start) for _, known, start in known_with([5, None, 13, 21], 6)][0]
    ('Fibonacci numbers', 5)
    """
    n, other = len(pattern), wrong + list(pattern).count(None)
    # One of so many is right, else too many are wrong: most sequences have none of them there.
    telling = [(i, term) for i, term in enumerate(pattern) if term is not None][: wrong + 1]
    for rank, known in enumerate(everything_known()[:most]):
        terms = known.terms
        if len(telling) > wrong and not any(t in terms[i : i + starts] for i, t in telling):
            continue
        for start in range(min(starts, len(terms) - n + 1)):
            if sum(map(ne, terms[start : start + n], pattern)) <= other:
                yield rank, known, start


@dataclass(frozen=True, kw_only=True)
class Citation:
    """A sequence that holds the terms and then the value, and how many do and do not."""

    label: str
    name: str | None
    rank: int  # of fame
    position: int  # of the first term, from 0
    agreeing: int  # sequences that hold the terms and go on like this
    holding: int  # sequences that hold the terms, before their last term

    @property
    def words(self) -> str:
        """The reason as a sentence."""
        named = f"{self.label} ({_short(self.name)})" if self.name else self.label
        where = f"from its term {self.position + 1} on" if self.position else "at its beginning"
        if self.holding == 1:
            return f"these terms stand in {named} {where}, and in no other sequence"
        every = self.agreeing == self.holding
        count = f"all {self.holding:,}" if every else f"{self.agreeing:,} of {self.holding:,}"
        return f"these terms stand in {named} {where}; {count} sequences that hold them go on so"


def cited(index: Index, terms: Sequence[int], found: Sequence[Prediction]) -> list[Prediction]:
    """The predictions, with a direct match named where there is one and no plain rule speaks."""
    places = _places(index, terms)
    return [_with_citation(index, p, _citation(index, terms, p.value, places)) for p in found]


def citation_of(index: Index, terms: Sequence[int], value: int) -> Citation | None:
    """The best-known sequence in which the value follows the terms; None where there is none."""
    return _citation(index, terms, value, _places(index, terms))


def _places(index: Index, terms: Sequence[int]) -> Places:
    """Where the terms start that something follows; none where they stand everywhere."""
    if len(terms) < LEAST_TERMS:
        return np.empty(0, np.int64)
    return find_places(index, [*terms, None], most=MOST_PLACES)


def _citation(index: Index, terms: Sequence[int], value: int, ends: Places) -> Citation | None:
    places = ends[index.past().text[ends + len(terms)] == index.codes([value])[0]]
    if not len(places):
        return None
    owners, first = np.unique(index.sequences_at(places), return_index=True)
    holding = len(np.unique(index.sequences_at(ends)))
    ranked = []
    for place in places[first].tolist():
        sequence, position = index.locate(place)
        rank = fame(int(index.corpus.a_numbers[sequence]))
        ranked.append((position > NEAR_START, rank, sequence, position))
    ranked.sort()
    named = ((index.corpus.sequence_name(one[2]), one) for one in ranked[:MOST_NAMES])
    live = (one for name, one in named if not (name or "").lower().startswith(DEAD))
    _, rank, sequence, position = next(live, ranked[0])
    return Citation(
        label=index.corpus.label(sequence),
        name=index.corpus.sequence_name(sequence),
        rank=rank,
        position=position,
        agreeing=len(owners),
        holding=holding,
    )


def _with_citation(index: Index, p: Prediction, citation: Citation | None) -> Prediction:
    """The prediction by its rule, where that is plain; else by what holds the terms."""
    exact = p.by in ("rules", "slips")
    if citation is not None:
        evidence = {**p.evidence, "sequences": [citation.label], "position": citation.position}
        evidence |= {"agreeing": citation.agreeing, "holding": citation.holding}
        nested = p.why.count(": ") >= NESTED and citation.agreeing == citation.holding
        why = p.why if exact and not nested else citation.words
        return replace(p, why=why, evidence=evidence)
    labels = p.evidence.get("sequences") or []
    if exact or len(labels) != 1 or not labels[0].startswith("A"):
        return p
    at = index.corpus.index_of(int(labels[0][1:]))
    name = None if at is None else index.corpus.sequence_name(at)
    named = f"{labels[0]} ({_short(name)})" if name else labels[0]
    return replace(p, why=p.why.replace(labels[0], named, 1))


def _short(name: str | None) -> str:
    text = (name or "").rstrip(".")
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1].rstrip()}…"
