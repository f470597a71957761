"""Sequences: what comes next, and where terms stand."""

from dataclasses import dataclass, replace
from math import inf
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from int2vec.arithmetic.properties import within
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import MOST_TERMS, Filling
from int2vec.predict.complete.formulas import LANGUAGES
from int2vec.predict.complete.rules.fit import Fit
from int2vec.results import SearchResult, SequenceEntry, SimilarResult
from int2vec.session import Session
from int2vec.web.questions import FIELDS, Integer, K, Label, Options, Text, endpoint, listed

_SHOWN_TERMS = 40
_FEW_TERMS = 12

Terms = Annotated[list[Integer], *listed(1_000, min_length=1, examples=[[1, 1, 2, 3, 5, 8]])]
Pattern = Annotated[Text, Field(description=FIELDS["pattern"])]
Sequence = Annotated[Text, Field(description=FIELDS["sequence"])]
Words = Annotated[str, Field(min_length=2, max_length=100, description=FIELDS["words"])]
Using = Annotated[Literal["all", "rules"], Field(description=FIELDS["using"])]
Effort = Annotated[Literal["quick", "normal", "deep"], Field(description=FIELDS["effort"])]


class CompleteAnswer(NamedTuple):
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


@endpoint("/complete", lane="heavy", sample="complete?terms=1,4,10,20,35&next=3")
def complete(
    session: Session,
    terms: Terms,
    k: K = 5,
    using: Using = "all",
    effort: Effort = "normal",
    least: Annotated[float, Field(ge=0, le=1, description=FIELDS["least"])] = 0.0,
    options: Options = None,
    next: Annotated[int, Field(ge=1, le=100, description=FIELDS["next"])] = 1,
    nth: Annotated[int, Field(ge=1, le=100_000, description=FIELDS["nth"])] | None = None,
    before: Annotated[bool, Field(description=FIELDS["before"])] = False,
) -> CompleteAnswer:
    """Conjectures about the next term, each with its evidence.

    A deep question tells how far it is, a line at a time, to who accepts application/x-ndjson;
    who closes the connection cancels it.
    """
    chosen = ["rules"] if using == "rules" else ()
    found = session.complete(terms, k, chosen, effort=effort, least=least, options=options or ())
    searched = session.searched_corpus is not None and not chosen
    seconds = 0.2 if next > 1 and before else inf  # of work on either
    with within(seconds):
        following = session.go_on(terms, next) if next > 1 else []
    with within(seconds):
        asked = [None, *terms[: MOST_TERMS - 1]] if before else []
        earlier = session.fill(asked, k) if asked[2:] else []
    return CompleteAnswer(
        terms=terms,
        corpus=session.corpus_label if searched else None,
        predictions=found,
        something_else=something_else(found),
        following=following,
        nth=None if nth is None else session.nth(terms, nth),
        before=earlier,
    )


class GuessAnswer(NamedTuple):
    """Equations, the shortest first; the formula that code can run, in every language."""

    terms: list[int]
    equations: list[Fit]
    formulas: dict[str, str]


@endpoint("/guess", lane="heavy", sample="guess?terms=1,4,10,20,35,56")
def guess(session: Session, terms: Terms, k: K = 10, effort: Effort = "normal") -> GuessAnswer:
    """Every equation found that the terms obey, and on how many of them it was checked."""
    found = session.guess(terms, k, effort=effort)
    formula = session.formula([*terms, *(best.value for best in found[:1])])
    written = {name: formula.written(name) for name in LANGUAGES} if formula else {}
    return GuessAnswer(terms, found, written)


class FillAnswer(NamedTuple):
    """Conjectures about the blanks, the likeliest first."""

    pattern: str
    fillings: list[Filling]


@endpoint("/fill", lane="heavy", sample="fill?terms=1,2,?,8,16")
def fill(session: Session, terms: Pattern, k: K = 5) -> FillAnswer:
    """Conjectures about the terms that ? stands for."""
    return FillAnswer(terms, session.fill(terms, k))


@endpoint("/search", lane="heavy", sample="search?terms=1,4,10,20&transforms=true")
def search(session: Session, terms: Pattern, transforms: bool = False, k: K = 10) -> SearchResult:
    """The sequences in which the terms stand; ? stands for any term."""
    found = session.search(terms, k, transforms=transforms)
    matches = []
    for match in found.matches:
        start = max(match.position - 2, 0)
        matches.append(replace(match, terms=match.terms[start : start + _SHOWN_TERMS]))
    return replace(found, matches=tuple(matches))


@endpoint("/similar", lane="heavy", sample="similar?sequence=A000045&k=3")
def similar(session: Session, sequence: Sequence, k: K = 10) -> SimilarResult:
    """Sequences near in meaning: by what comes from the one asked about, rare terms, vectors."""
    return session.similar(sequence, k)


@dataclass(frozen=True, kw_only=True)
class SequenceAnswer(SequenceEntry):
    """A sequence, and those whose names cite it with their first terms."""

    corpus: str
    cited_by: list[SequenceEntry]


@endpoint("/sequence/{label}", lane="heavy", sample="sequence/A000045")
def sequence(session: Session, label: Label) -> SequenceAnswer:
    """A sequence by its A-number: name, terms, and the sequences whose names cite it."""
    found = session.sequence(label)
    cited_by = _short(session.citing(found.label))
    return SequenceAnswer(**vars(found), corpus=session.corpus_label, cited_by=cited_by)


class NamedAnswer(NamedTuple):
    """Sequences by their names, with their first terms."""

    words: str
    sequences: list[SequenceEntry]


@endpoint("/named", lane="heavy", sample="named?words=catalan")
def named(session: Session, words: Words, k: K = 8) -> NamedAnswer:
    """The sequences whose names hold these words, the best known first."""
    return NamedAnswer(words, _short(session.named(words, k)))


def _short(entries: list[SequenceEntry]) -> list[SequenceEntry]:
    return [replace(entry, terms=entry.terms[:_FEW_TERMS]) for entry in entries]
