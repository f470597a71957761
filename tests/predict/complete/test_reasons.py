"""Every reason that is shown is true of the terms."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from tests.predict.complete.reading import integers
from tests.predict.complete.statements_of_formulas import statement_holds

from benchmarks.puzzles import make_puzzles
from int2vec.arithmetic.known.register import everything_known
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.questions import read_table
from int2vec.predict.complete.registry import SourcesConfig, make_sources

PEOPLE = Path(__file__).parents[3] / "benchmarks" / "questions" / "dev.tsv"


def prompts(n: int, seed: int) -> list[list[int]]:
    rng = random.Random(seed)
    found = [list(question.prompt) for question in read_table(PEOPLE)]
    found += [list(question.prompt) for question in make_puzzles(n // 3, seed)]
    while len(found) < n:
        terms = rng.choice(everything_known()).terms
        start = rng.choice((0, 0, 0, 1, 2, 7))
        cut = terms[start : start + rng.randint(3, 12)]
        if rng.random() < 0.1 and len(cut) > 4:
            cut[rng.randrange(len(cut))] += rng.choice((-1, 1))
        if len(cut) >= 3 and max(map(abs, cut)) < 10**12:
            found.append(cut)
    return rng.sample(found, n)


@cache
def ensemble() -> Ensemble:
    return Ensemble(make_sources(SourcesConfig(), None))


def not_true(n: int, seed: int) -> list[tuple[list[int], Prediction]]:
    """What is shown and is false, or says something that nobody has checked."""
    return [
        (terms, p)
        for terms in prompts(n, seed)
        for p in ensemble().complete(terms, 3)
        if not statement_holds(p.why, terms, p.value) and not broken_off(p.why)
    ]


def broken_off(why: str) -> bool:
    """Whether an equation was too long to be said."""
    return re.search(r"… (= 0|\(\d+ terms back\))", why) is not None


def test_what_is_said_is_true() -> None:
    assert not_true(150, seed=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_what_is_said_is_true_of_thousands_of_prompts(seed: int) -> None:
    assert not_true(500, seed) == []


def stated() -> list[list[str]]:
    lines = Path(__file__).with_name("statements.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("why", "terms", "right", "wrong"), stated())
def test_what_is_false_is_found_out(why: str, terms: str, right: str, wrong: str) -> None:
    assert statement_holds(why, integers(terms), int(right)) is True
    assert statement_holds(why, integers(terms), int(wrong)) is False
