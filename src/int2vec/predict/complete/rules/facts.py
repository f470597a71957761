"""Terms that depend on one fact alone: on the term before, on n's prime signature, on n mod m …"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from int2vec.arithmetic import factorise, is_prime, is_square
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.divisors import valuation
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.operations import operations
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 10
MAX_TERMS = 400
MIN_REPEATS = 6


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that may decide the term at index n."""

    words: str
    bits: float
    of: Callable[[int], Hashable]


@cache
def _signature(n: int) -> tuple[int, ...]:
    return tuple(sorted((factorise(n) or {}).values()))


@cache
def _primes_of(n: int) -> tuple[int, ...]:
    return tuple(sorted(factorise(n) or {}))


def _squarefree(n: int) -> tuple[bool, int]:
    return all(e == 1 for e in _signature(n)), n % 2


def _twos_and_rest(n: int) -> tuple[int, int]:
    twos = valuation(n, 2)
    return twos, (n >> twos) % 4


JOINT_FACTS = (
    Fact("the prime signature of n", 5, _signature),
    Fact("the primes that divide n", 6, _primes_of),
    Fact("how often 2 and 3 divide n", 6, lambda n: (valuation(n, 2), valuation(n, 3))),
    Fact("how often 2 divides n and the rest modulo 4", 6, _twos_and_rest),
    Fact(
        "the numbers of binary digits and of 1s of n", 5, lambda n: (n.bit_length(), n.bit_count())
    ),
    Fact("whether n is prime", 5, is_prime),
    Fact("whether n is a square", 5, is_square),
    Fact("whether n is squarefree, and its parity", 6, _squarefree),
    Fact("the last digit and the length of n", 6, lambda n: (n % 10, len(str(n)))),
)
"""What says more, or less, about n than one of the operations."""


@cache
def facts() -> tuple[Fact, ...]:
    """Every fact that may decide a term, cheapest first."""
    single = [
        Fact(operation.sentence.format(x="n"), operation.bits["fact"], cache(operation.of))
        for operation in operations("fact")
    ]
    return tuple(sorted((*single, *JOINT_FACTS), key=lambda fact: fact.bits))


@rule(group="facts", turn=32)
def decided_by_a_fact(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every fact that decides all terms met so far and has been met before at the next index."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS:
        return
    yield from _by_index(terms, search)
    yield from _by_previous(terms, search)
    yield from _by_parent(terms, search)
    steps = [b - a for a, b in pairwise(terms)]
    for fit in _by_index(steps, search):
        yield fit.within(
            "differences",
            value=terms[-1] + fit.value,
            bits=COST.differences + int_bits(terms[0]),
            why=f"the differences are {listing(steps)}: {fit.why}",
        )


def _by_parent(terms: Terms, search: Search) -> Iterator[Fit]:
    """By the term at ⌊n/b⌋ and the last digit of n in base b: what an automaton reads off."""
    n = len(terms)
    for start in (0, 1):
        for base in (2, 3, 4, 10):
            search.spend(2 + n // 4)
            keys: list[Hashable] = []
            for i in range(start, start + n + 1):
                parent = i // base
                whole = start <= parent < i
                keys.append((terms[parent - start], i % base) if whole else (None, i))
            why = (
                f"the term depends on the one at ⌊n/{base}⌋ and on n modulo {base}, n from {start}"
            )
            yield from _decided(terms, keys, COST.table_of_parent, why)


def _by_index(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for start in (1, 0, 2):
        for fact in facts():
            search.spend(2 + n // 8)
            keys = [fact.of(i) if i > 0 else 0 for i in range(start, start + n + 1)]
            yield from _decided(
                terms, keys, fact.bits, f"the term depends on {fact.words}, n from {start}"
            )


def _by_previous(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for lag in (1, 2, 3):
        search.spend(2 + n // 4)
        history: list[Hashable] = [
            (None, i) if i < lag else tuple(terms[i - lag : i]) for i in range(n + 1)
        ]
        name = "the term before" if lag == 1 else f"the {lag} terms before"
        bits = COST.table_of_previous + lag
        yield from _decided(terms, history, bits, f"each term is decided by {name}")
        for cycle in (2, 3, 4):
            search.spend(2 + n // 4)
            keys: list[Hashable] = [(k, i % cycle) for i, k in enumerate(history)]
            bits = COST.table_of_previous_and_cycle + lag
            why = f"each term is decided by {name} and n modulo {cycle}"
            yield from _decided(terms, keys, bits, why)


def _decided(terms: Terms, keys: list[Hashable], bits: float, why: str) -> Iterator[Fit]:
    table: dict[Hashable, int] = {}
    for key, term in zip(keys, terms, strict=False):
        seen = table.setdefault(key, term)
        if seen != term:
            return
    value = table.get(keys[-1])
    repeats = len(terms) - len(table)
    if value is None or repeats < MIN_REPEATS or len(set(table.values())) < 2:
        return
    bits += COST.table + null_bits(list(table.values()))
    yield Fit(kind="table", value=value, bits=bits, why=why, checked=repeats)
