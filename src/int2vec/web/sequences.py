"""Sequences: what comes next, and where terms stand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from int2vec.predict.complete.base import Prediction, something_else
from int2vec.session import SequenceEntry, Session
from int2vec.text import A_NUMBER, parse_pattern
from int2vec.web.questions import MAX_TERMS, MAX_TEXT, Answer, Integer, K, Line, Rounded, endpoint

_TOPIC = "sequences"
_EXAMPLE = "1, 1, 2, 3, 5, 8"
_SHOWN_TERMS = 40
_CITED = 5
_FEW_TERMS = 12

Terms = Annotated[
    list[Integer],
    Field(min_length=1, max_length=MAX_TERMS),
    Line(example=_EXAMPLE, most=MAX_TERMS),
]
Pattern = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT, description="Terms; ? stands for any one."),
    Line(example=_EXAMPLE, name="terms"),
]
Using = Annotated[
    Literal["all", "rules"],
    Field(description="All completers, or the exact rules alone, which answer faster."),
]

Effort = Annotated[
    Literal["quick", "normal"],
    Field(description="How long to look: about .05 or .25 seconds."),
]


class PredictionOut(Answer):
    value: Integer
    probability: float | None = Field(description="Calibrated.")
    by: str
    why: str
    sequences: list[str] = Field(description="The A-numbers that the evidence names.")


class CompleteAnswer(Answer):
    terms: list[Integer]
    corpus: str | None = Field(description="What was searched; none where rules alone speak.")
    predictions: list[PredictionOut] = Field(description="Conjectures, the likeliest first.")
    something_else: Rounded = Field(description="The probability that it is none of these.")


@endpoint(
    "/complete",
    topic=_TOPIC,
    lane=lambda question: "rules" if question.using == "rules" else "heavy",
    posted=True,
    sample="complete?terms=1,4,10,20,35",
)
def complete(
    session: Session, terms: Terms, k: K = 5, using: Using = "all", effort: Effort = "normal"
) -> CompleteAnswer:
    """Conjectures about the next term, each with its evidence."""
    rules_alone = using == "rules"
    found = session.complete(terms, k, using=["rules"] if rules_alone else (), effort=effort)
    searched = session.searched_corpus is not None and not rules_alone
    return CompleteAnswer(
        terms=terms,
        corpus=session.corpus_label if searched else None,
        predictions=[_prediction(one) for one in found],
        something_else=something_else(found),
    )


def _prediction(found: Prediction) -> PredictionOut:
    cited = dict.fromkeys(A_NUMBER.findall(f"{found.why} {found.evidence}"))
    return PredictionOut(
        value=found.value,
        probability=found.probability,
        by=found.by,
        why=found.why,
        sequences=list(cited)[:_CITED],
    )


class FillingOut(Answer):
    values: list[Integer] = Field(description="One for each blank, in order.")
    probability: float
    why: str


class FillAnswer(Answer):
    pattern: str
    fillings: list[FillingOut] = Field(description="Conjectures, the likeliest first.")


@endpoint("/fill", topic=_TOPIC, lane="heavy", posted=True, sample="fill?terms=1,2,?,8,16")
def fill(session: Session, pattern: Pattern, k: K = 5) -> FillAnswer:
    """Conjectures about the terms that ? stands for."""
    return FillAnswer.of(pattern=pattern, fillings=session.fill(parse_pattern(pattern), k))


class MatchOut(Answer):
    label: str
    name: str | None
    position: int
    transform: str
    terms: list[Integer]


class SearchAnswer(Answer):
    pattern: str
    corpus: str
    matches: list[MatchOut]


@endpoint(
    "/search",
    topic=_TOPIC,
    lane="heavy",
    posted=True,
    sample="search?terms=1,4,10,20&transforms=true",
)
def search(session: Session, pattern: Pattern, transforms: bool = False, k: K = 10) -> SearchAnswer:
    """The sequences in which the terms stand; ? stands for any term."""
    found = session.search(parse_pattern(pattern), k, transforms=transforms)
    matches = []
    for match in found.matches:
        start = max(match.position - 2, 0)
        matches.append(
            MatchOut(
                label=match.a_number,
                name=match.name,
                position=match.position,
                transform=match.transform,
                terms=match.terms[start : start + _SHOWN_TERMS],
            )
        )
    return SearchAnswer(pattern=pattern, corpus=found.corpus, matches=matches)


Sequence = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT, description="An A-number, or terms."),
    Line(example="A000045"),
]


class ResemblanceOut(Answer):
    sequence: str = Field(description="The A-number, or the place in a file that gives none.")
    name: str | None
    score: Rounded = Field(description="The probability that one is cited in the other's name.")
    why: str
    terms: list[Integer] = Field(description="The first terms.")


class SimilarAnswer(Answer):
    terms: list[Integer]
    sequence: str | None = Field(description="The one that an A-number named.")
    corpus: str
    similar: list[ResemblanceOut]


@endpoint(
    "/similar", topic=_TOPIC, lane="heavy", posted=True, sample="similar?sequence=A000045&k=3"
)
def similar(session: Session, sequence: Sequence, k: K = 10) -> SimilarAnswer:
    """Sequences near in meaning: by what comes from the one asked about, rare terms, vectors."""
    return SimilarAnswer.model_validate(session.similar(sequence, k))


Label = Annotated[
    str,
    Field(min_length=1, max_length=12, pattern="^[Aa]?[0-9]+$", description="Such as A000045."),
]
Words = Annotated[
    str, Field(min_length=2, max_length=100, description="Words of a name, such as catalan.")
]


class EntryOut(Answer):
    label: str
    name: str | None
    terms: list[Integer]


class SequenceAnswer(EntryOut):
    corpus: str
    cited_by: list[EntryOut] = Field(description="Sequences whose names cite it, some terms each.")


class NamedAnswer(Answer):
    words: str
    sequences: list[EntryOut]


@endpoint("/sequence/{label}", topic=_TOPIC, lane="heavy", sample="sequence/A000045")
def sequence(session: Session, label: Label) -> SequenceAnswer:
    """A sequence by its A-number: name, terms, and the sequences whose names cite it."""
    found = session.sequence(label)
    return SequenceAnswer.of(
        label=found.label,
        name=found.name,
        terms=found.terms,
        corpus=session.corpus_label,
        cited_by=[_short(entry) for entry in session.citing(found.label)],
    )


@endpoint("/named", topic=_TOPIC, lane="heavy", sample="named?words=catalan")
def named(session: Session, words: Words, k: K = 8) -> NamedAnswer:
    """The sequences whose names hold these words, the best known first."""
    found = session.named(words, k)
    return NamedAnswer(words=words, sequences=[_short(entry) for entry in found])


def _short(entry: SequenceEntry) -> EntryOut:
    return EntryOut(label=entry.label, name=entry.name, terms=list(entry.terms[:_FEW_TERMS]))
