"""Sequences: what comes next, and where terms stand."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import Filling
from int2vec.predict.complete.formulas import LANGUAGES, formula_of, nth_term
from int2vec.predict.complete.rules.fit import Fit
from int2vec.results import SearchResult, SequenceEntry, SimilarResult
from int2vec.session import Session
from int2vec.text import plain
from int2vec.web.questions import (
    MAX_DIGITS,
    MAX_TERMS,
    MAX_TEXT,
    Integer,
    K,
    Options,
    endpoint,
    line_of,
)

_TOPIC = "sequences"
_SHOWN_TERMS = 40
_FEW_TERMS = 12
_TELLING = 24  # terms that a formula is found from; it is compared with all

Terms = Annotated[
    list[Integer],
    Field(min_length=1, max_length=MAX_TERMS, examples=[[1, 1, 2, 3, 5, 8]]),
    line_of(MAX_TERMS),
]
Pattern = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT, description="Terms; ? stands for any one."),
]
Using = Annotated[
    Literal["all", "rules"],
    Field(description="All completers, or the exact rules alone, which answer faster."),
]
Effort = Annotated[
    Literal["quick", "normal", "deep"],
    Field(description="How long to look: about .05, .25 or up to 20 seconds."),
]
Probability = Annotated[float, Field(ge=0, le=1, description="The least probability shown.")]
Count = Annotated[int, Field(ge=1, le=100, description="How many next terms.")]
Place = Annotated[int, Field(ge=1, le=100_000, description="Also this term, from 1.")]
Before = Annotated[bool, Field(description="Also what stands before the first term.")]


def _lane(question: Any) -> str:
    if question.effort == "deep":
        return "deep"
    return "rules" if getattr(question, "using", "") == "rules" else "heavy"


@dataclass(frozen=True, kw_only=True)
class CompleteAnswer:
    """Conjectures, the likeliest first, and the probability that it is none of these.

    following  the next terms, each the likeliest after those before it, where several are asked for
    nth        the term at the place asked for; none where no formula reaches it
    before     what may stand before the first term, where that is asked for
    """

    terms: list[int]
    corpus: str | None
    predictions: list[Prediction]
    something_else: float
    following: list[Prediction]
    nth: int | None
    before: list[Filling]


@endpoint(
    "/complete", topic=_TOPIC, lane=_lane, posted=True, sample="complete?terms=1,4,10,20,35&next=3"
)
def complete(
    session: Session,
    terms: Terms,
    k: K = 5,
    using: Using = "all",
    effort: Effort = "normal",
    least: Probability = 0.0,
    options: Options = None,
    next: Count = 1,
    nth: Place | None = None,
    before: Before = False,
) -> CompleteAnswer:
    """Conjectures about the next term, each with its evidence.

    A deep question tells how far it is, a line at a time, to who accepts application/x-ndjson;
    who closes the connection cancels it.
    """
    chosen = ["rules"] if using == "rules" else ()
    found = session.complete(
        terms, k, using=chosen, effort=effort, least=least, options=options or ()
    )
    searched = session.searched_corpus is not None and not chosen
    return CompleteAnswer(
        terms=terms,
        corpus=session.corpus_label if searched else None,
        predictions=_plain(found),
        something_else=something_else(found),
        following=_plain(session.go_on(terms, next)) if next > 1 else [],
        nth=_term(terms, nth),
        before=session.fill([None, *terms], k) if before else [],
    )


def _plain(found: list[Prediction]) -> list[Prediction]:
    return [replace(one, evidence=plain(one.evidence)) for one in found]


def _term(terms: list[int], nth: int | None) -> int | None:
    if nth is None or nth <= len(terms):
        return None if nth is None else terms[nth - 1]
    found = nth_term(terms, nth - 1)
    if found is not None and found.bit_length() > MAX_DIGITS * 3.33:
        raise InputError(
            f"term {nth:,} has more than {MAX_DIGITS:,} digits; ask for an earlier one"
        )
    return found


@dataclass(frozen=True, kw_only=True)
class GuessAnswer:
    """Equations, the shortest first; the formula that code can run, in every language."""

    terms: list[int]
    equations: list[Fit]
    formulas: dict[str, str]


@endpoint("/guess", topic=_TOPIC, lane=_lane, posted=True, sample="guess?terms=1,4,10,20,35,56")
def guess(session: Session, terms: Terms, k: K = 10, effort: Effort = "normal") -> GuessAnswer:
    """Every equation found that the terms obey, and on how many of them it was checked."""
    formula = formula_of(terms[:_TELLING])
    holds = formula is not None and formula.terms(len(terms)) == terms
    written = {name: formula.written(name) for name in LANGUAGES} if formula and holds else {}
    found = session.guess(terms, k, effort=effort)
    return GuessAnswer(terms=terms, equations=found, formulas=written)


@dataclass(frozen=True, kw_only=True)
class FillAnswer:
    """Conjectures about the blanks, the likeliest first."""

    pattern: str
    fillings: list[Filling]


@endpoint("/fill", topic=_TOPIC, lane="heavy", posted=True, sample="fill?terms=1,2,?,8,16")
def fill(session: Session, terms: Pattern, k: K = 5) -> FillAnswer:
    """Conjectures about the terms that ? stands for."""
    return FillAnswer(pattern=terms, fillings=session.fill(terms, k))


@endpoint(
    "/search",
    topic=_TOPIC,
    lane="heavy",
    posted=True,
    sample="search?terms=1,4,10,20&transforms=true",
)
def search(session: Session, terms: Pattern, transforms: bool = False, k: K = 10) -> SearchResult:
    """The sequences in which the terms stand; ? stands for any term."""
    found = session.search(terms, k, transforms=transforms)
    matches = []
    for match in found.matches:
        start = max(match.position - 2, 0)
        matches.append(replace(match, terms=match.terms[start : start + _SHOWN_TERMS]))
    return replace(found, matches=tuple(matches))


Sequence = Annotated[
    str, Field(min_length=1, max_length=MAX_TEXT, description="An A-number, or terms.")
]


@endpoint(
    "/similar", topic=_TOPIC, lane="heavy", posted=True, sample="similar?sequence=A000045&k=3"
)
def similar(session: Session, sequence: Sequence, k: K = 10) -> SimilarResult:
    """Sequences near in meaning: by what comes from the one asked about, rare terms, vectors."""
    return session.similar(sequence, k)


Label = Annotated[
    str,
    Field(
        min_length=1,
        max_length=21,
        pattern="^([Aa]?[0-9]+|sequence [0-9,]+)$",
        description="Such as A000045.",
    ),
]
Words = Annotated[
    str, Field(min_length=2, max_length=100, description="Words of a name, such as catalan.")
]


@dataclass(frozen=True, kw_only=True)
class SequenceAnswer(SequenceEntry):
    """A sequence, and those whose names cite it with their first terms."""

    corpus: str
    cited_by: list[SequenceEntry]


@endpoint("/sequence/{label}", topic=_TOPIC, lane="heavy", sample="sequence/A000045")
def sequence(session: Session, label: Label) -> SequenceAnswer:
    """A sequence by its A-number: name, terms, and the sequences whose names cite it."""
    found = session.sequence(label)
    return SequenceAnswer(
        **vars(found),
        corpus=session.corpus_label,
        cited_by=[_short(entry) for entry in session.citing(found.label)],
    )


@dataclass(frozen=True, kw_only=True)
class NamedAnswer:
    """Sequences by their names, with their first terms."""

    words: str
    sequences: list[SequenceEntry]


@endpoint("/named", topic=_TOPIC, lane="heavy", sample="named?words=catalan")
def named(session: Session, words: Words, k: K = 8) -> NamedAnswer:
    """The sequences whose names hold these words, the best known first."""
    found = session.named(words, k)
    return NamedAnswer(words=words, sequences=[_short(entry) for entry in found])


def _short(entry: SequenceEntry) -> SequenceEntry:
    return replace(entry, terms=entry.terms[:_FEW_TERMS])
