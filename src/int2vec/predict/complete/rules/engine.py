"""Runs the rules over the terms, cheap ones first, and ranks what they say."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import accumulate, groupby
from pkgutil import iter_modules

from int2vec.errors import InputError, OutOfBudgetError
from int2vec.predict.complete import rules as package
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.rules.fit import (
    RULES,
    Fit,
    Rule,
    Search,
    Terms,
    null_bits,
    terms_bits,
)
from int2vec.text import checked_terms

MAX_TOTAL_BITS = 120_000
FIRST_TURNS = 20  # after the rules of these turns it is seen whether the terms are settled
SETTLED, SETTLED_BITS = 0.5, 24.0
SHORT, VERY_SHORT = 8, 3  # prompts of fewer terms, or of no more, get the benefit of the doubt
MARGIN, SHORT_MARGIN, VERY_SHORT_MARGIN = -4.0, 2.0, 6.0  # bits above those of the terms
AGREED = 5
CHECKED_ALONE, SETTLING = 2, 12  # to few terms a rule is told that saves nothing, if none does
EDGE = "triangle/edge"
SURE, SURE_BITS = ("recurrence", "holonomic"), 12


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule that a module of this folder holds, in the order in which they run."""
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    return tuple(sorted(RULES.values(), key=lambda rule: rule.turn))


def rule_groups() -> tuple[str, ...]:
    """The names of the groups that rules may be left out by, in the order in which they run.

    >>> rule_groups()[:2]
    ('simple', 'known')
    """
    return tuple(dict.fromkeys(rule.group for rule in all_rules()))


@dataclass(frozen=True, kw_only=True)
class RulesConfig:
    """The bounds of one query (steps are about a microsecond each) and the groups left out."""

    steps: int = 200_000
    seconds: float = 3.0
    without: frozenset[str] = frozenset()
    deep: bool = False  # also what only a question with time is worth
    settled: int = 6  # terms that a short rule must foretell so that no other need be tried


EFFORTS = {
    "quick": RulesConfig(steps=30_000),
    "normal": RulesConfig(),
    "deep": RulesConfig(steps=10_000_000, seconds=20.0, deep=True),
}
"""How much a question is worth: about .05, .25 and up to 20 seconds."""


def check_effort(effort: str) -> str:
    """The effort, checked.

    >>> check_effort("deep")
    'deep'
    """
    if effort not in EFFORTS:
        raise InputError(f"'{effort}' is no effort; give one of {', '.join(EFFORTS)}")
    return effort


class RulesCompleter:
    """Exact rules that explain all the given terms, ranked by how short they are.

    >>> RulesCompleter().complete([2, 5, 7, 12, 19])[0].why
    'each term is the sum of the previous two'
    """

    name = "rules"

    def __init__(self, config: RulesConfig | None = None, *, effort: str = "normal") -> None:
        self.config = config or EFFORTS[check_effort(effort)]

    def prepare(self) -> None:
        """Make the tables of the rules now, not with the first question."""
        _prepared(self.config.without)

    def guess(self, terms: Sequence[int], k: int = 5) -> list[Fit]:
        """At most `k` different equations that all the terms obey, the shortest first.

        >>> [fit.checked for fit in RulesCompleter().guess([1, 4, 9, 16, 25, 36], k=1)]
        [5]
        """
        given = _bounded(terms, k)
        # Transforms of known sequences are no equations.
        config = replace(EFFORTS["deep"], without=self.config.without | {"chains"})
        found = _worthy(_found(given, config), given)
        distinct = {fit.why: fit for fit in reversed(found)}
        return sorted(distinct.values(), key=_length)[:k]

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with distinct values, the shortest explanation first."""
        given = _bounded(terms, k)
        return _predictions(_found(given, self.config), given, k)


@lru_cache(maxsize=8)
def _found(terms: tuple[int, ...], config: RulesConfig) -> tuple[Fit, ...]:
    """All fits of the terms; kept for a moment, as several completers ask for them."""
    rules = _prepared(config.without)
    search = Search(rules, steps=config.steps, seconds=config.seconds, deep=config.deep)
    found: list[Fit] = []
    with suppress(OutOfBudgetError):
        for first, turns in groupby(rules, lambda rule: rule.turn < FIRST_TURNS):
            if len(terms) > 1 and (first or config.deep or not _settled(found, terms, config)):
                for rule in turns:
                    found.extend(rule.fits(terms, search))
    return tuple(found)


@cache
def _prepared(without: frozenset[str]) -> tuple[Rule, ...]:
    """The rules of all other groups, their tables made outside the time of any query."""
    unknown = without.difference(rule_groups())
    if unknown:
        problem = f"there is no group of rules {', '.join(sorted(unknown))}"
        raise InputError(f"{problem}; leave out any of {', '.join(rule_groups())}")
    rules = tuple(rule for rule in all_rules() if rule.group not in without)
    with _uncollected():
        for rule in rules:
            if rule.prepare is not None:
                rule.prepare()
    return rules


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: there is none among tables, and many are made at once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _bounded(terms: Sequence[int], k: int) -> tuple[int, ...]:
    """The last terms that fit into the size that the rules can look at."""
    given = checked_terms(terms, k) if len(terms) else []
    sizes = accumulate(t.bit_length() for t in reversed(given))
    return tuple(given[sum(size > MAX_TOTAL_BITS for size in sizes) :])


def _settled(found: list[Fit], terms: Terms, config: RulesConfig) -> bool:
    """Whether a rule is so short and so well checked that no other need be tried."""
    best = min(found, key=lambda fit: fit.bits, default=None)
    if best is None or best.checked < config.settled:
        return False
    return best.bits < max(SETTLED * null_bits(terms), SETTLED_BITS)


def _worth_it(fit: Fit, n_terms: int, plain: float, null: float) -> bool:
    """Whether the rule is shorter than the terms; many terms must be shortened by more."""
    if n_terms < SHORT:
        return fit.bits < plain + (SHORT_MARGIN if n_terms > VERY_SHORT else VERY_SHORT_MARGIN)
    # A linear relation among large terms does not hold by chance, however long it is; two full
    # turns of a cycle, or long agreement, speak for a rule even where the terms are plain.
    free = n_terms - fit.checked
    return (
        fit.bits < null + MARGIN
        or (fit.kind in SURE and fit.checked >= 3 and null > SURE_BITS * n_terms)
        or (fit.kind == "periodic" and fit.checked >= free)
        or (fit.checked >= AGREED and 2 * fit.checked >= 3 * free)
    )


def _length(fit: Fit) -> tuple[float, int]:
    return fit.bits, -fit.checked


def _worthy(found: Iterable[Fit], terms: Terms) -> list[Fit]:
    """The fits that are worth telling, the shortest first."""
    plain, null = terms_bits(terms), null_bits(terms)
    return sorted((f for f in found if _worth_it(f, len(terms), plain, null)), key=_length)


def _predictions(found: Sequence[Fit], terms: Terms, k: int) -> list[Prediction]:
    """One prediction a value: its shortest fit, with how many fits agree on it."""
    worthy = _worthy(found, terms)
    if not worthy:
        # Many terms are often those of a triangle, even where its edges alone save little.
        told = [fit for fit in found if len(terms) < SETTLING or fit.kind == EDGE]
        checked = [fit for fit in told if fit.checked >= CHECKED_ALONE]
        worthy = sorted(checked, key=_length)[:1]
    by_value: dict[int, list[Fit]] = {}
    for fit in worthy:
        by_value.setdefault(fit.value, []).append(fit)
    data_bits = terms_bits(terms)
    return [
        Prediction(
            value=value,
            score=data_bits - best.bits,
            by="rules",
            why=best.why,
            evidence={
                "rule": best.kind,
                "description_length": round(best.bits, 3),
                "data_bits": round(data_bits, 3),
                "saved": round(data_bits - best.bits, 3),
                "checked": best.checked,
                "agreeing": len({f.kind for f in fits}),
                "rivals": len(by_value) - 1,
            },
        )
        for value, fits in list(by_value.items())[:k]
        for best in fits[:1]
    ]
