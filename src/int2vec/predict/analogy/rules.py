"""Every rule that explains a : b, with what it makes of c."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from int2vec.arithmetic.costs import COST
from int2vec.predict.analogy.curves import find_pairs
from int2vec.predict.analogy.formulas import Formula, find_formulas
from int2vec.predict.analogy.rule import Rule
from int2vec.predict.analogy.shared import OPENNESS, find_shared, left_open

OPEN_SEARCH = 2000
"""How far an open question is searched for a d with f(d) = c."""
OPEN_FORMULAS = 12
"""The formulas that are read backwards in an open question, cheapest first."""


def find_rules(a: int, b: int, c: int, options: Sequence[int] | None = None) -> list[Rule]:
    """Every rule that explains a : b and leads to one answer, simplest first.

    >>> rule = find_rules(5, 36, 6, [48, 49, 50, 56])[0]
    >>> rule.words, rule.answer
    ('(n + 1)²', 49)
    """
    return list(_find_rules(a, b, c, None if options is None else tuple(options)))


@lru_cache(maxsize=256)
def _find_rules(a: int, b: int, c: int, options: tuple[int, ...] | None) -> tuple[Rule, ...]:
    found = _all_rules(a, b, c, options)
    allowed = [rule for rule in found if options is None or rule.answer in options]
    return tuple(sorted(allowed, key=lambda rule: rule.bits))


def _all_rules(a: int, b: int, c: int, options: Sequence[int] | None) -> Iterator[Rule]:
    yield from _forward(find_formulas(a, b), c)
    yield from find_pairs(a, b, c)
    for rule in (*_forward(find_formulas(a, c), b), *find_pairs(a, c, b)):
        yield Rule(f"first to third: {rule.words}", rule.bits + COST.across, rule.answer)
    backward = find_formulas(b, a)
    if options is not None:
        yield from _backward(backward, c, options)
        yield from find_shared(a, b, c, options)
    else:
        yield from _backward(backward[:OPEN_FORMULAS], c, range(OPEN_SEARCH))


def _forward(formulas: Iterable[Formula], n: int) -> Iterator[Rule]:
    for formula in formulas:
        value = formula.of(n)
        if value is not None:
            yield Rule(formula.words, formula.bits, value)


def _backward(formulas: Iterable[Formula], c: int, candidates: Sequence[int]) -> Iterator[Rule]:
    """Rules f(b) = a that find a d with f(d) = c; what f forgets is paid for."""
    for formula in formulas:

        def leads_to_c(d: int, formula: Formula = formula) -> bool:
            return formula.of(d) == c

        answers = [d for d in candidates if leads_to_c(d)]
        if len(answers) == 1:
            lost = OPENNESS * left_open(leads_to_c, answers[0])
            bits = formula.bits + COST.backwards + lost
            yield Rule(f"backwards: {formula.words}", bits, answers[0])
