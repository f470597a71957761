"""Integers: one alone, its neighbors and sequences; sets of them; analogies between them."""

from typing import Annotated, NamedTuple

from pydantic import Field

from int2vec.arithmetic.about import IntegerFacts
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.expand.expansion import Expansion
from int2vec.predict.probe.readings import Reading
from int2vec.results import Neighbors
from int2vec.session import Holding, Session
from int2vec.web.questions import Integer, K, ModelName, Options, endpoint, listed

Members = Annotated[list[Integer], *listed(500, min_length=1, examples=[[73, 97, 83]])]


@endpoint("/integer/{integer}", lane="light", sample="integer/1729")
def info(session: Session, integer: Integer) -> IntegerFacts:
    """The factorisation, the properties that hold (rarest first) and some quantities."""
    return session.info(integer)


@endpoint("/neighbors/{integer}", lane="light", sample="neighbors/1729?k=5")
def neighbors(session: Session, integer: Integer, k: K = 12, model: ModelName = None) -> Neighbors:
    """The integers whose vectors are nearest, with what each shares with the one asked about."""
    return session.neighbors(integer, k, model=model)


class ReadingsAnswer(NamedTuple):
    """What probes read, and the model that they read from."""

    integer: int
    model: str
    readings: list[Reading]


@endpoint("/readings/{integer}", lane="heavy", sample="readings/1729")
def readings(session: Session, integer: Integer, model: ModelName = None) -> ReadingsAnswer:
    """What probes read off the integer's vector, beside the truth."""
    vectors = session.vectors(model)
    return ReadingsAnswer(integer, vectors.name, session.readings(integer, model=vectors))


class SequencesAnswer(NamedTuple):
    """Some of the sequences that hold an integer, and how many there are in all."""

    integer: int
    corpus: str
    total: int
    sequences: list[Holding]


@endpoint("/sequences/{integer}", lane="heavy", sample="sequences/1729?k=3")
def sequences(session: Session, integer: Integer, k: K = 10) -> SequencesAnswer:
    """The sequences that hold the integer, those of the rarest company first."""
    total, found = session.sequences_holding(integer, k)
    return SequencesAnswer(integer, session.corpus_label, total, found)


@endpoint("/expand", lane="sets", sample="expand?members=5,13,29")
def expand(session: Session, members: Members, k: K = 20, model: ModelName = None) -> Expansion:
    """What the members share, with the surprise of each property, and what else may belong."""
    return session.expand(members, k, model=model)


class AnalogyAnswer(NamedTuple):
    """The answers of the rules and of the vectors; `note` says why the vectors are silent."""

    a: int
    b: int
    c: int
    model: str | None
    rules: list[Answer]
    vectors: list[Answer]
    note: str | None


@endpoint("/analogy", lane="heavy", sample="analogy?a=5&b=36&c=6")
def analogy(
    session: Session,
    a: Annotated[Integer, Field(examples=[5])],
    b: Annotated[Integer, Field(examples=[36])],
    c: Annotated[Integer, Field(examples=[6])],
    options: Options = None,
    k: K = 5,
    model: ModelName = None,
) -> AnalogyAnswer:
    """Answers to a : b :: c : ?, by rules and by vectors side by side."""
    prompt, chosen = (a, b, c, options or None, k), model or session.default_model
    rules, spoken, note = session.analogy(*prompt, using="rules"), list[Answer](), None
    try:
        spoken = session.analogy(*prompt, using="vectors", model=model)
    except (UnknownIntegerError, InputError) as error:
        note = str(error)
    return AnalogyAnswer(a=a, b=b, c=c, model=chosen, rules=rules, vectors=spoken, note=note)
