"""What comes next, and where the terms stand."""

from __future__ import annotations

import re

from int2vec.predict.complete.base import Completer, Prediction
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import SourcesConfig, open_sources
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.search.matches import Match, find_matches, find_transformed
from int2vec.text import parse_pattern
from int2vec.web import schemas as s
from int2vec.web.library import Library

SHOWN_TERMS = 40
_MANY = 100
_A_NUMBER = re.compile(r"\bA\d{6,7}\b")


def complete(library: Library, question: s.CompleteQuestion) -> s.CompleteAnswer:
    """Conjectures about the next term, the likeliest first."""
    completer = _ensemble(library)
    found = completer.complete(question.terms, question.k)
    return _answer(question, found, library.config.corpus_label)


def rules(library: Library, question: s.CompleteQuestion) -> s.CompleteAnswer:
    """The same by exact rules alone, which need no corpus."""
    return _answer(question, RulesCompleter().complete(question.terms, question.k), None)


def _ensemble(library: Library) -> Completer:
    if "ensemble" not in library.kept:
        sources = open_sources(SourcesConfig(corpus=library.config.corpus_name))
        library.kept["ensemble"] = Ensemble(sources)
    kept: Completer = library.kept["ensemble"]
    return kept


def _answer(
    question: s.CompleteQuestion, found: list[Prediction], corpus: str | None
) -> s.CompleteAnswer:
    return s.CompleteAnswer(
        terms=question.terms,
        corpus=corpus,
        predictions=[
            s.PredictionOut(
                value=p.value,
                probability=p.probability,
                by=p.by,
                why=p.why,
                sequences=list(dict.fromkeys(_A_NUMBER.findall(f"{p.why} {p.evidence}")))[:5],
            )
            for p in found
        ],
    )


def search(library: Library, question: s.SearchQuestion) -> s.SearchAnswer:
    """The sequences in which the pattern stands, as given or after a simple change."""
    pattern = parse_pattern(question.pattern)
    matches = find_matches(library.index, pattern, question.k)
    if question.transforms:
        # "Plus a constant" finds what was found as given again, with the constant 0.
        seen = {match.a_number for match in find_matches(library.index, pattern, _MANY)}
        changed = find_transformed(library.index, pattern, question.k + len(seen))
        fresh = [match for match in changed if match.a_number not in seen]
        matches = matches + fresh[: question.k]
    return s.SearchAnswer(
        pattern=question.pattern,
        corpus=library.config.corpus_label,
        matches=[_match(match) for match in matches],
    )


def _match(match: Match) -> s.MatchOut:
    start = max(match.position - 2, 0)
    return s.MatchOut(
        label=match.a_number,
        name=match.name,
        position=match.position,
        transform=match.transform,
        terms=match.terms[start : start + SHOWN_TERMS],
    )
