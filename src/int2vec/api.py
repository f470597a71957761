"""The public functions: each asks a session that stays open between calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from int2vec.arithmetic.about import IntegerFacts
from int2vec.library import Model
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.complete.base import Prediction
from int2vec.predict.expand.expansion import Expansion
from int2vec.results import Neighbors, SearchResult, SimilarResult
from int2vec.session import Session, default_session
from int2vec.text import parse_pattern

if TYPE_CHECKING:
    from int2vec.predict.probe.config import ProbeConfig
    from int2vec.predict.probe.result import ProbeTable


def complete(
    terms: Sequence[int],
    k: int = 5,
    using: str | Sequence[str] | None = None,
    *,
    corpus: str | None = None,
    model: str | None = None,
    least: float = 0.0,
    effort: str = "normal",
) -> list[Prediction]:
    """At most `k` conjectured next terms with calibrated probabilities, the likeliest first.

    Where the OEIS is in the data folder it is searched, after an index is built once; `using`
    names the completers to ask, `corpus` another corpus to search, `model` a trained LSTM. What
    is less probable than `least` is left out, so that there may be no answer at all. `effort` is
    quick, normal or deep: about .05, .25 or up to 20 seconds.

    >>> complete([1, 1, 2, 3, 5, 8], k=1, using=["rules"])[0].value
    13
    """
    session = default_session(corpus)
    return session.complete(terms, k, using=using or (), model=model, least=least, effort=effort)


def search(
    terms: str | Sequence[int | None],
    k: int = 10,
    *,
    transforms: bool = False,
    corpus: str | None = None,
) -> SearchResult:
    """The sequences in which the terms stand; None, or '?' in a text, is any term.

    >>> [match.a_number for match in search([1, 3, 6, 10, 15], corpus="well-known").matches]
    ['A000217']
    """
    pattern = parse_pattern(terms) if isinstance(terms, str) else terms
    return default_session(corpus).search(pattern, k, transforms=transforms)


def similar(query: str | Sequence[int], k: int = 10, *, corpus: str | None = None) -> SimilarResult:
    """The `k` sequences near in meaning to some terms, or to that of an A-number.

    >>> found = similar([1, 4, 10, 20, 35, 56, 84, 120, 165], corpus="well-known").similar
    >>> next(one.why for one in found if one.sequence == "A000217")
    'differences here, terms there: 8 in a row agree'
    """
    return default_session(corpus).similar(query, k)


def neighbors(n: int, k: int = 10, *, model: Model | None = None) -> Neighbors:
    """The `k` integers whose vectors are nearest to n's, each with what both share.

    >>> [neighbor.integer for neighbor in neighbors(1024, k=2).neighbors]
    [16384, 256]
    """
    return default_session().neighbors(n, k, model=model)


def expand(
    seeds: Sequence[int],
    k: int = 10,
    *,
    using: str = "fused",
    corpus: str | None = None,
    model: Model | None = None,
) -> Expansion:
    """What the seeds share, and the `k` likeliest further members of their set.

    `using` is "fused", or one of "vector", "property" and "sequence" alone.

    >>> expand([73, 97, 83], corpus="well-known").properties[0].words
    'is prime'
    """
    return default_session(corpus).expand(seeds, k, using=using, model=model)


def analogy(
    a: int,
    b: int,
    c: int,
    options: Sequence[int] | None = None,
    k: int = 5,
    *,
    using: str = "both",
    scoring: str = "add",
    model: Model | None = None,
) -> list[Answer]:
    """Answers to a : b :: c : ?, best first: every option that has a case, or the `k` best.

    `using` is "both", "rules" or "vectors"; `scoring` says how vectors are compared.

    >>> best = analogy(5, 36, 6, options=[48, 49, 50, 56])[0]
    >>> best.value, best.why
    (49, '(n + 1)²')
    """
    session = default_session()
    return session.analogy(a, b, c, options, k, using=using, scoring=scoring, model=model)


def info(n: int) -> IntegerFacts:
    """The factorisation of n, the properties that it has, the rarest first, some quantities.

    >>> info(1729).factors
    {7: 1, 13: 1, 19: 1}
    """
    return default_session().facts(n)


def probe(
    models: Model | Sequence[Model] | None = None,
    properties: Sequence[str] | None = None,
    config: ProbeConfig | None = None,
    *,
    baselines: bool = False,
) -> ProbeTable:
    """What linear probes read from vectors: the paper's columns, or any of the catalog.

    `models` are embeddings or names; all that are installed, where none are given.
    `properties` names yes-or-no properties and quantities alike.
    """
    given = models if models is None or isinstance(models, Sequence) else [models]
    chosen = [given] if isinstance(given, str) else given
    return Session().probe(chosen, properties, config, baselines=baselines)
