"""What a session answers with, and results as tables: on a terminal, in a notebook, in Markdown."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from int2vec.arithmetic.about import IntegerFacts
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import Filling
from int2vec.predict.complete.rules.fit import Fit
from int2vec.predict.complete.search.matches import Match
from int2vec.predict.expand.expansion import Expansion
from int2vec.predict.similar.ranking import Resemblance
from int2vec.tables import Shown, Table, as_table, table_of
from int2vec.text import A_NUMBER, shown_integer

_SURE, _UNSURE = 0.9, 0.1  # below the second no rule was found
_SHARED = 5  # properties and sequences that members share
_FACTS = 12  # properties of one integer


@dataclass(frozen=True, kw_only=True)
class Neighbor:
    """An integer near another one, and the rarest properties that both have, in words."""

    integer: int
    cosine: float
    shares: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Neighbors(Shown):
    """The integers nearest to one; `inferred` where it has no vector of its own."""

    integer: int
    model: str
    inferred: bool
    neighbors: tuple[Neighbor, ...]


@dataclass(frozen=True, kw_only=True)
class SequenceEntry:
    """A sequence of the corpus under its A-number."""

    label: str
    name: str | None
    terms: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SearchResult(Shown):
    """The sequences in which some terms stand, of how many in which corpus."""

    corpus: str
    n_sequences: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, kw_only=True)
class SimilarResult(Shown):
    """The sequences near in meaning to one, the nearest first, and where they were looked for."""

    terms: tuple[int, ...]
    sequence: str | None
    corpus: str
    similar: tuple[Resemblance, ...]


@as_table(Prediction)
def _predictions(found: Sequence[Prediction]) -> Table:
    """The candidates with their reasons, the sure ones strong, and what is left for others."""
    rest = {"value": "something else", "probability": something_else(found), "why": ""}
    columns = {"next": "{value}", ">probability": "{probability:.3f}", "why": "{why}"}
    rows = [asdict(one) | {"value": shown_integer(one.value, 60)} for one in found]
    cited = [f"https://oeis.org/{label}" for label in A_NUMBER.findall(found[0].why)]
    unsure = (found[0].probability or 0.0) < _UNSURE
    return table_of(
        [*rows, rest],
        columns,
        "no rule was found; these are guesses" if unsure else "",
        [*dict.fromkeys(cited), "these are conjectures, not proofs"],
        kind=lambda row: "strong" if row is not rest and (row["probability"] or 0) >= _SURE else "",
    )


@as_table(Filling)
def _fillings(found: Sequence[Filling]) -> Table:
    unsure = found[0].probability < _UNSURE
    columns = {"missing": "{values}", ">probability": "{probability:.3f}", "why": "{why}"}
    return table_of(found, columns, "no rule was found" if unsure else "")


@as_table(Fit)
def _equations(found: Sequence[Fit]) -> Table:
    columns = {"equation": "{why}", ">next": "{value:n}", ">checked": "{checked}"}
    return table_of(found, columns | {">bits": "{bits:.0f}"})


@as_table(SearchResult)
def _matches(found: SearchResult) -> Table:
    columns = {"sequence": "{a_number}", "name": "{name}", ">from term": "{from_term}"}
    rows = []
    for match in found.matches:
        start = max(match.position - 1, 0)
        shown = ", ".join(map(str, match.terms[start : start + 10]))
        rows.append({**asdict(match), "from_term": match.position + 1, "terms": shown})
    return table_of(rows, columns | {"terms": "{terms:.60}", "match": "{transform}"})


@as_table(SequenceEntry)
def _entries(found: Sequence[SequenceEntry]) -> Table:
    rows = [{**asdict(one), "terms": ", ".join(map(str, one.terms[:12]))} for one in found]
    return table_of(rows, {"sequence": "{label}", "name": "{name}", "terms": "{terms:.60}"})


@as_table(SimilarResult)
def _similar(found: SimilarResult) -> Table:
    columns = {"sequence": "{sequence}", ">score": "{score:.3f}", "why": "{why}"}
    return table_of(found.similar, columns | {"name": "{name:.60}"})


@as_table(Neighbors)
def _neighbors(found: Neighbors) -> Table:
    how = ", inferred: it was not seen in training" if found.inferred else ""
    columns = {">integer": "{integer:n}", ">cosine": "{cosine:.3f}", "shares": "{shares}"}
    title = f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:"
    return table_of(found.neighbors, columns, title)


@as_table(IntegerFacts)
def _facts(found: IntegerFacts) -> Table:
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    factors = " · ".join((["-1"] if found.integer < 0 else []) + powers + rest)
    known = [f"stands in {label}" for label in found.known]
    return table_of(
        found.properties[:_FACTS],
        {"property": "{words}", ">share of the integers to 10,000": "{rarity:.2%}"},
        shown_integer(found.integer) + (f" = {factors}" if factors else ""),
        [*known, "the rarest first; remainders stand lower, as every integer has some"],
    )


def expansion_lines(found: Expansion) -> Iterator[str]:
    """What the members share, a line each."""
    yield f"Members: {', '.join(map(shown_integer, found.seeds))}"
    yield from found.notes
    if found.properties:
        yield "Each of them, with the surprise in bits:"
        yield from (
            f"  {shared.bits:5.1f}  {shared.words}" for shared in found.properties[:_SHARED]
        )
    else:
        yield "No property of the catalog is common to them beyond chance."
    if found.sequences:
        yield "Sequences that hold them all, rarest first:"
        yield from (f"  {sequence.label}" for sequence in found.sequences[:_SHARED])


@as_table(Expansion)
def _expansion(found: Expansion) -> Table:
    weighed = all(one.probability is not None for one in found.candidates)
    score = ">probability" if weighed else ">score"
    columns = {">integer": "{value:n}", score: "{score:.2f}"}
    title = f"Further members ({found.method}), conjectures:"
    notes = list(expansion_lines(found))
    return table_of(found.candidates, columns | {"why": "{why}"}, title, notes)


@as_table(Answer)
def _answers(found: Sequence[Answer]) -> Table:
    columns = {">answer": "{value}", "by": "{by}", "rule or evidence": "{why}"}
    columns |= {">bits": "{bits:.1f}", ">share": "{share:.0%}"}
    return table_of(found, columns, "conjectures, best first")
