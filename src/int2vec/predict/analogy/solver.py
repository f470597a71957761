"""Answers to a : b :: c : ?, by rules, by vectors, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.analogy.questions import check_options
from int2vec.predict.analogy.rule import Rule
from int2vec.predict.analogy.rules import find_rules
from int2vec.predict.analogy.vectors import SCORINGS, rank_by_vectors
from int2vec.text import as_integer, check_k

METHODS = ("both", "rules", "vectors")
FACTOR_PER_COSINE = 2.0
"""By how much a cosine of 1 outweighs one of 0: vectors tip a near tie between rules, no more."""
SHOWN_RULES = 3
SPOKEN = 20
"""Answers of the vectors that stand behind those of the rules."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One conjectured value for the missing number.

    `bits` is the length of its simplest rule and `share` that rule's part of the weight of all
    answers (None where no rule leads to it), `similarity` its score by vectors, `why` the
    evidence in words.
    """

    value: int
    by: str
    why: str
    share: float | None = None
    bits: float | None = None
    similarity: float | None = None
    other_rules: tuple[str, ...] = ()


def analogy(
    a: int,
    b: int,
    c: int,
    options: Sequence[int] | None = None,
    k: int = 5,
    *,
    using: str = "both",
    scoring: str = "add",
    embeddings: Embeddings | None = None,
) -> list[Answer]:
    """Answers to a : b :: c : ?, best first: every option that has a case, or the k best values.

    Options may repeat (a repeat counts once) and may be numbers of the prompt. Using `both` is
    using `rules` where there is no model. An empty list means that nothing speaks for any answer.

    >>> best = analogy(5, 36, 6, options=[48, 49, 50, 56])[0]
    >>> best.value, best.why
    (49, '(n + 1)²')
    """
    a, b, c, k = as_integer(a), as_integer(b), as_integer(c), check_k(k)
    chosen = check_options(options) if options else None
    if using not in METHODS:
        raise InputError(f"{using!r} is not a method; use one of {', '.join(METHODS)}")
    if scoring not in SCORINGS:
        raise InputError(f"{scoring!r} is not a way to score; use one of {', '.join(SCORINGS)}")
    if using == "vectors":
        if embeddings is None:
            raise InputError("the method 'vectors' needs a model; give one or use 'rules'")
        return _by_vectors(embeddings, (a, b, c), chosen, scoring, k)
    found = _by_rules(find_rules(a, b, c, chosen), None if chosen else 4 * k)
    if using == "both" and embeddings is not None:
        found = _by_both(embeddings, (a, b, c), chosen, scoring, found)
    return found if chosen else found[:k]


def _by_vectors(
    embeddings: Embeddings,
    prompt: tuple[int, int, int],
    options: Sequence[int] | None,
    scoring: str,
    k: int,
) -> list[Answer]:
    measure = "cosine" if scoring == "add" else "3CosMul"
    return [
        Answer(
            value=value,
            by="vectors",
            why=f"{measure} {score:.3f} in {embeddings.name}",
            similarity=score,
        )
        for value, score in rank_by_vectors(embeddings, prompt, options, k, scoring=scoring)
    ]


def _by_rules(rules: list[Rule], most: int | None) -> list[Answer]:
    """The values that the rules lead to; each weighs what its simplest rule does.

    A sum over all its rules measured worse: one and the same function often has several names.
    """
    by_value: dict[int, list[Rule]] = {}
    for rule in rules:
        by_value.setdefault(rule.answer, []).append(rule)
    found = sorted(by_value.values(), key=lambda those: (those[0].bits, those[0].answer))[:most]
    # Weights beside the heaviest one: of a rule about long integers the weight itself is 0.0.
    weights = [2.0 ** (found[0][0].bits - simplest.bits) for simplest, *_ in found]
    total = sum(weights)
    return [
        Answer(
            value=simplest.answer,
            by="rules",
            why=simplest.words,
            share=weight / total,
            bits=round(simplest.bits, 2),
            other_rules=tuple(rule.words for rule in others[:SHOWN_RULES]),
        )
        for (simplest, *others), weight in zip(found, weights, strict=True)
    ]


def _by_both(
    embeddings: Embeddings,
    prompt: tuple[int, int, int],
    options: Sequence[int] | None,
    scoring: str,
    ruled: list[Answer],
) -> list[Answer]:
    """Rules first, near ties broken by cosine; vectors alone behind them."""
    values = options if options is not None else [answer.value for answer in ruled]
    try:
        cosines = dict(rank_by_vectors(embeddings, prompt, values))
        spoken = _by_vectors(embeddings, prompt, options, scoring, SPOKEN)
    except UnknownIntegerError:
        return ruled  # a, b or c has no vector: the rules stand alone

    def weight(answer: Answer) -> float:
        cosine = max(cosines.get(answer.value, 0.0), 0.0)
        return float((answer.share or 0.0) * FACTOR_PER_COSINE**cosine)

    known = {answer.value for answer in ruled}
    others = [answer for answer in spoken if answer.value not in known]
    return sorted(ruled, key=lambda answer: -weight(answer)) + others
