"""What there is to say about one integer."""

from __future__ import annotations

from int2vec.arithmetic.about import about, shared_words
from int2vec.embeddings import Embeddings
from int2vec.predict.expand.holding import sequences_holding
from int2vec.predict.probe.readings import Readers
from int2vec.web import schemas as s
from int2vec.web.library import Library


def integer(library: Library, question: s.IntegerQuestion) -> s.IntegerAnswer:
    """The factorisation, the properties that hold and some quantities."""
    facts = about(question.integer)
    return s.IntegerAnswer(
        integer=facts.integer,
        digits=len(str(abs(facts.integer))),
        factors=[s.Factor(prime=p, exponent=e) for p, e in facts.factors.items()],
        unfactored=facts.unfactored,
        properties=[
            s.PropertyOut(name=p.name, words=p.words, family=p.family, rarity=p.rarity)
            for p in facts.properties
        ],
        quantities=[
            s.QuantityOut(name=q.name, words=q.words, value=q.value) for q in facts.quantities
        ],
    )


def neighbors(library: Library, question: s.VectorQuestion) -> s.NeighborsAnswer:
    """The nearest integers, each with what it shares with the one asked about."""
    vectors, n = library.vectors(question.model), question.integer
    found = vectors.neighbors(n, question.k)
    shared = shared_words(n, [m for m, _ in found])
    return s.NeighborsAnswer(
        integer=n,
        model=vectors.name,
        inferred=n not in vectors,
        neighbors=[
            s.Neighbor(integer=m, cosine=round(cosine, 4), shares=words)
            for (m, cosine), words in zip(found, shared, strict=True)
        ],
    )


def readings(library: Library, question: s.VectorQuestion) -> s.ReadingsAnswer:
    """What probes read off the vector of an integer that they were not fitted on."""
    vectors, n = library.vectors(question.model), question.integer
    return s.ReadingsAnswer(
        integer=n,
        model=vectors.name,
        inferred=n not in vectors,
        readings=[
            s.Reading(
                property=r.property,
                words=r.words,
                read=round(r.read, 4),
                truth=r.truth,
                accuracy=round(r.accuracy, 4),
            )
            for r in _readers(library, vectors).read(n)
        ],
    )


def _readers(library: Library, vectors: Embeddings) -> Readers:
    key = f"readers {vectors.name}"
    if key not in library.kept:
        library.kept[key] = Readers(vectors)
    kept: Readers = library.kept[key]
    return kept


def sequences(library: Library, question: s.SequencesQuestion) -> s.SequencesAnswer:
    """The sequences that hold the integer, those of the rarest company first."""
    total, found = sequences_holding(library.postings, question.integer, question.k)
    return s.SequencesAnswer(
        integer=question.integer,
        corpus=library.config.corpus_label,
        total=total,
        sequences=[
            s.SequenceOut(
                label=h.label, name=h.name, size=h.size, terms=h.terms, position=h.position
            )
            for h in found
        ],
    )
