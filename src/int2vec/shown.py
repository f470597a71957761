"""Results as tables: the same on a terminal, in a notebook and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from int2vec.arithmetic.about import IntegerFacts
from int2vec.corpus.store import Corpus
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import Filling
from int2vec.predict.complete.rules.fit import Fit
from int2vec.predict.expand.expansion import Expansion
from int2vec.session import Neighbors, SearchResult, SequenceEntry, SimilarResult
from int2vec.tables import Line, Table, as_tables, table_of
from int2vec.text import A_NUMBER, shown_integer

_SURE, _UNSURE = 0.9, 0.1  # below the second no rule was found
_SHARED = 5  # properties and sequences that members share
_FACTS = 12  # properties of one integer


@as_tables(Prediction)
def _predictions(found: Sequence[Prediction]) -> Iterator[Table]:
    """The candidates with their reasons, the sure ones strong, and what is left for others."""
    rest = {"value": "something else", "probability": something_else(found), "why": ""}
    columns = {"next": "{value}", ">probability": "▮3 probability", "why": "{why}"}
    rows = [asdict(one) | {"value": shown_integer(one.value, 60)} for one in found]
    cited = [f"https://oeis.org/{label}" for label in A_NUMBER.findall(found[0].why)]
    unsure = (found[0].probability or 0.0) < _UNSURE
    yield table_of(
        [*rows, rest],
        columns,
        "no rule was found; these are guesses" if unsure else "",
        [*dict.fromkeys(cited), "these are conjectures, not proofs"],
        kind=lambda row: "strong" if row is not rest and row["probability"] >= _SURE else "",
    )


@as_tables(Filling)
def _fillings(found: Sequence[Filling]) -> Iterator[Table]:
    unsure = found[0].probability < _UNSURE
    columns = {"missing": "{values}", ">probability": "▮3 probability", "why": "{why}"}
    yield table_of(found, columns, "no rule was found" if unsure else "")


@as_tables(Fit)
def _equations(found: Sequence[Fit]) -> Iterator[Table]:
    columns = {"equation": "{why}", ">next": "{value:n}", ">checked": "{checked}"}
    yield table_of(found, columns | {">bits": "{bits:.0f}"})


@as_tables(SearchResult)
def _matches(found: SearchResult) -> Iterator[Table]:
    columns = {"sequence": "{a_number}", "name": "{name}", ">from term": "{from_term}"}
    rows = []
    for match in found.matches:
        start = max(match.position - 1, 0)
        shown = ", ".join(map(str, match.terms[start : start + 10]))
        rows.append({**asdict(match), "from_term": match.position + 1, "terms": shown})
    if rows:
        yield table_of(rows, columns | {"terms": "{terms:.60}", "match": "{transform}"})


@as_tables(SequenceEntry)
def _entries(found: Sequence[SequenceEntry]) -> Iterator[Table]:
    rows = [{**asdict(one), "terms": ", ".join(map(str, one.terms[:12]))} for one in found]
    yield table_of(rows, {"sequence": "{label}", "name": "{name}", "terms": "{terms:.60}"})


@as_tables(SimilarResult)
def _similar(found: SimilarResult) -> Iterator[Table]:
    columns = {"sequence": "{sequence}", ">score": "{score:.3f}", "why": "{why}"}
    yield table_of(found.similar, columns | {"name": "{name:.60}"})


@as_tables(Neighbors)
def _neighbors(found: Neighbors) -> Iterator[Table]:
    how = ", inferred: it was not seen in training" if found.inferred else ""
    columns = {">integer": "{integer:n}", ">cosine": "{cosine:.3f}", "shares": "{shares}"}
    title = f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:"
    yield table_of(found.neighbors, columns, title)


@as_tables(IntegerFacts)
def _facts(found: IntegerFacts) -> Iterator[Table]:
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    factors = " · ".join((["-1"] if found.integer < 0 else []) + powers + rest)
    known = [f"stands in {label}" for label in found.known]
    yield table_of(
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


@as_tables(Expansion)
def _expansion(found: Expansion) -> Iterator[Table]:
    weighed = all(one.probability is not None for one in found.candidates)
    score = ">probability" if weighed else ">score"
    columns = {">integer": "{value:n}", score: "▮2 score" if weighed else "{score:.2f}"}
    title = f"Further members ({found.method}), conjectures:"
    notes = list(expansion_lines(found))
    yield table_of(found.candidates, columns | {"why": "{why}"}, title, notes)


@as_tables(Answer)
def _answers(found: Sequence[Answer]) -> Iterator[Table]:
    columns = {">answer": "{value}", "by": "{by}", "rule or evidence": "{why}"}
    columns |= {">bits": "{bits:.1f}", ">share": "{share:.0%}"}
    yield table_of(found, columns, "conjectures, best first")


@as_tables(Corpus)
def _corpus(found: Corpus) -> Iterator[Table]:
    about: dict[str, Any] = {
        "sequences": f"{found.n_sequences:,}",
        "terms": f"{found.n_terms:,}",
        "distinct integers": f"{found.n_types:,}",
    }
    yield table_of([Line(pair) for pair in about.items()], ["", ">"], found.name)
