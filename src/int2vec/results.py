"""What a session answers with, and results as tables: on a terminal, in a notebook, in Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from int2vec.arithmetic.about import IntegerFacts
from int2vec.files import toml_beside
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import Filling
from int2vec.predict.complete.outlook import UNSURE
from int2vec.predict.complete.rules.fit import Fit
from int2vec.predict.complete.search.matches import Match
from int2vec.predict.expand.expansion import Expansion
from int2vec.predict.similar.ranking import Resemblance
from int2vec.tables import Shown, Table, as_table, table_of
from int2vec.text import A_NUMBER, shown_integer

_TABLES = toml_beside(__file__, "results.toml")
_SURE = 0.9
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


def _table(
    found: Any, rows: Iterable[Any] | None = None, title: str = "", notes: Sequence[str] = ()
) -> Table:
    """The table of a result or of a list of such, in the columns of its kind."""
    first = found[0] if isinstance(found, list) else found
    words = _TABLES[type(first).__name__]
    if "unsure" in words and (first.probability or 0.0) < UNSURE:
        title = words["unsure"]
    shown = getattr(found, words.get("rows", ""), found) if rows is None else rows
    return table_of(shown, words["columns"], words.get("title", title), notes)


for _kind in (Fit, SimilarResult, Answer, Filling):
    as_table(_kind)(_table)


@as_table(Prediction)
def _predictions(found: Sequence[Prediction]) -> Table:
    """The candidates with their reasons, the sure ones strong, and what is left for others."""
    kinds = {True: "strong", False: ""}
    rows = [vars(one) | {"line": kinds[(one.probability or 0.0) >= _SURE]} for one in found]
    others = found[0].evidence.get("otherwise", ())
    likely = [f"{other['words']} ({other['probability']:.2f})" for other in others]
    why = f"it may well be {', '.join(likely)}" if likely else ""
    rows.append({"value": "something else", "probability": something_else(found), "why": why})
    cited = [f"https://oeis.org/{label}" for label in A_NUMBER.findall(found[0].why)]
    notes = [*dict.fromkeys(cited), "these are conjectures, not proofs"]
    return _table(found, rows, notes=notes)


@as_table(SearchResult)
def _matches(found: SearchResult) -> Table:
    rows = []
    for match in found.matches:
        start = max(match.position - 1, 0)
        shown = {"from_term": match.position + 1, "terms": match.terms[start : start + 10]}
        rows.append(asdict(match) | shown)
    return _table(found, rows)


@as_table(SequenceEntry)
def _entries(found: Sequence[SequenceEntry]) -> Table:
    return _table(found, [replace(one, terms=one.terms[:12]) for one in found])


@as_table(Neighbors)
def _neighbors(found: Neighbors) -> Table:
    how = ", inferred: it was not seen in training" if found.inferred else ""
    return _table(found, None, f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:")


@as_table(IntegerFacts)
def _facts(found: IntegerFacts) -> Table:
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    factors = " · ".join((["-1"] if found.integer < 0 else []) + powers + rest)
    title = shown_integer(found.integer) + (f" = {factors}" if factors else "")
    notes = [f"stands in {label}" for label in found.known]
    notes.append("the rarest first; remainders stand lower, as every integer has some")
    notes += ["the integer is so long that some properties were not tested"] * found.cut_short
    return _table(found, found.properties[:_FACTS], title, notes)


def expansion_lines(found: Expansion) -> Iterator[str]:
    """What the members share, a line each."""
    yield f"Members: {', '.join(map(shown_integer, found.seeds))}"
    yield from found.notes
    if found.properties:
        yield "Each of them, the most surprising first:"
        for shared in found.properties[:_SHARED]:
            yield f"  {shared.words} (1 in {1 / shared.density:,.0f} integers of that size)"
    else:
        yield "No property of the catalog is common to them beyond chance."
    if found.sequences:
        yield "Sequences that hold them all, rarest first:"
        yield from (f"  {sequence.label}" for sequence in found.sequences[:_SHARED])


@as_table(Expansion)
def _expansion(found: Expansion) -> Table:
    weighed = all(one.probability is not None for one in found.candidates)
    score = ">probability" if weighed else ">score"
    columns = {">integer": "{value:n}", score: "{score:.2f}", "why": "{why}"}
    title = f"Further members ({found.method}), conjectures:"
    return table_of(found.candidates, columns, title, list(expansion_lines(found)))
