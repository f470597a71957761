"""Every rule that explains a : b, and the votes of the rules for what they make of c."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from int2vec.arithmetic.costs import COST
from int2vec.predict.analogy.curves import find_pairs
from int2vec.predict.analogy.formulas import Formula, find_formulas
from int2vec.predict.analogy.rule import Rule
from int2vec.predict.analogy.shared import OPENNESS, find_shared, left_open

OPEN_SEARCH = 2000
"""How far an open question is searched for a d with f(d) = c."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A value for the missing number, with the rules that lead to it, simplest first.

    `weight` is 2⁻ᵇⁱᵗˢ of the simplest. A sum over all of them measured worse: one and the same
    function often has several names.
    """

    value: int
    weight: float
    rules: tuple[Rule, ...]


def find_rules(a: int, b: int, c: int, options: Sequence[int] | None = None) -> list[Rule]:
    """Every rule that explains a : b and leads to one answer, simplest first.

    >>> rule = find_rules(5, 36, 6, [48, 49, 50, 56])[0]
    >>> rule.words, rule.answers
    ('(n + 1)²', (49,))
    """
    return list(_find_rules(a, b, c, None if options is None else tuple(options)))


@lru_cache(maxsize=256)
def _find_rules(a: int, b: int, c: int, options: tuple[int, ...] | None) -> tuple[Rule, ...]:
    allowed = None if options is None else set(options)
    rules = [
        rule
        for rule in _all_rules(a, b, c, options)
        if len(rule.answers) == 1 and (allowed is None or rule.answers[0] in allowed)
    ]
    return tuple(sorted(rules, key=lambda rule: rule.bits))


def count_votes(rules: Iterable[Rule]) -> list[Vote]:
    """The answers that the rules lead to, the heaviest first."""
    votes: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        votes[rule.answers[0]].append(rule)
    answers = []
    for value, supporters in votes.items():
        supporters.sort(key=lambda rule: rule.bits)
        weight = 2.0 ** -supporters[0].bits
        answers.append(Vote(value, weight, tuple(supporters)))
    return sorted(answers, key=lambda answer: (-answer.weight, answer.rules[0].bits, answer.value))


def _all_rules(a: int, b: int, c: int, options: Sequence[int] | None) -> Iterator[Rule]:
    yield from _forward(find_formulas(a, b), c)
    yield from find_pairs(a, b, c)
    for rule in (*_forward(find_formulas(a, c), b), *find_pairs(a, c, b)):
        yield Rule(f"first to third: {rule.words}", rule.bits + COST.across, rule.answers)
    backward = find_formulas(b, a)
    if options is not None:
        yield from _backward(backward, c, options)
        yield from find_shared(a, b, c, options)
    else:
        yield from _backward(backward[:12], c, range(OPEN_SEARCH))


def _forward(formulas: Iterable[Formula], n: int) -> Iterator[Rule]:
    for formula in formulas:
        value = formula.of(n)
        if value is not None:
            yield Rule(formula.words, formula.bits, (value,))


def _backward(formulas: Iterable[Formula], c: int, candidates: Sequence[int]) -> Iterator[Rule]:
    """Rules f(b) = a that find a d with f(d) = c; what f forgets is paid for."""
    for formula in formulas:
        answers = tuple(d for d in candidates if formula.of(d) == c)
        if len(answers) == 1:
            lost = OPENNESS * left_open(_leads_to(formula, c), answers[0])
            bits = formula.bits + COST.backwards + lost
            yield Rule(f"backwards: {formula.words}", bits, answers)


def _leads_to(formula: Formula, c: int) -> Callable[[int], bool]:
    return lambda d: formula.of(d) == c
