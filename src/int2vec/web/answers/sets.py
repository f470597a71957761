"""What members of a set share, what else belongs to it, and analogies."""

from __future__ import annotations

from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy import analogy as solve
from int2vec.predict.expand import expand as expand_set
from int2vec.web import schemas as s
from int2vec.web.library import Library


def expand(library: Library, question: s.ExpandQuestion) -> s.ExpandAnswer:
    """What the members share and the likeliest further members."""
    vectors = _vectors(library, question.model)
    found = expand_set(question.members, question.k, embeddings=vectors, postings=library.postings)
    return s.ExpandAnswer(
        members=list(found.seeds),
        model=vectors.name if vectors else None,
        corpus=library.config.corpus_label,
        properties=[
            s.SharedProperty(
                name=p.name, words=p.words, bits=round(p.bits, 2), density=round(p.density, 5)
            )
            for p in found.properties
        ],
        sequences=[
            s.SharedSequence(
                label=f"A{q.a_number:06d}" if q.a_number else "a sequence without an A-number",
                name=q.name,
                size=q.size,
            )
            for q in found.sequences
        ],
        candidates=[
            s.Candidate(value=c.value, score=round(c.score, 3), why=c.why) for c in found.candidates
        ],
        notes=list(found.notes),
    )


def analogy(library: Library, question: s.AnalogyQuestion) -> s.AnalogyAnswer:
    """What the rules say and what the vectors say, side by side."""
    prompt = (question.a, question.b, question.c)
    options = question.options or None
    ruled = solve(*prompt, options, using="rules", k=question.k)
    vectors, note, spoken = _vectors(library, question.model), None, []
    if vectors is None:
        note = "no model is installed; 'int2vec train fasttext' makes one"
    else:
        try:
            spoken = solve(*prompt, options, embeddings=vectors, using="vectors", k=question.k)
        except UnknownIntegerError as error:
            note = str(error)
    return s.AnalogyAnswer(
        a=prompt[0],
        b=prompt[1],
        c=prompt[2],
        model=vectors.name if vectors else None,
        rules=[
            s.RuleAnswer(
                value=a.value, why=a.why, share=round(a.share or 0.0, 4),
                other_rules=list(a.other_rules),
            )
            for a in ruled
        ],
        vectors=[
            s.VectorAnswer(value=a.value, cosine=round(a.similarity or 0.0, 4)) for a in spoken
        ],
        note=note,
    )  # fmt: skip


def _vectors(library: Library, name: str | None) -> Embeddings | None:
    """The vectors, or None where the server has no model and none was asked for."""
    if name is None and not library.models:
        return None
    return library.vectors(name)
