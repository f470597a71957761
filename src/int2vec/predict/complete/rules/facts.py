"""Terms that depend on one fact alone: on the term before, on n's prime signature, on n mod m …"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache

from int2vec.arithmetic import is_prime
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.operations import operations
from int2vec.arithmetic.primes import factorise
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 10
MAX_TERMS = 400
MIN_REPEATS = 6

Fact = tuple[str, float, Callable[[int], Hashable]]  # its words, its price, what it says of n


@cache
def _facts() -> tuple[Fact, ...]:
    """Every fact that may decide the term at n, cheapest first."""
    joint: tuple[Fact, ...] = (
        ("the prime signature of n", 5, lambda n: tuple(sorted((factorise(n) or {}).values()))),
        ("whether n is prime", 5, is_prime),
        ("the numbers of binary digits and of 1s of n", 5, lambda n: (len(bin(n)), n.bit_count())),
    )
    single = ((f.sentence.format(x="n"), f.bits["fact"], f.of) for f in operations("fact"))
    found = sorted((*joint, *single), key=lambda fact: fact[1])
    return tuple((words, bits, cache(of)) for words, bits, of in found)


@rule(group="facts", turn=32)
def decided_by_a_fact(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every fact that decides all terms met so far and has been met before at the next index."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS:
        return
    yield from _by_index(terms, search)
    yield from _by_previous(terms, search)
    yield from _by_parent(terms, search)
    steps = differences(terms)
    for fit in _by_index(steps, search):
        yield fit.within(
            "differences",
            value=terms[-1] + fit.value,
            bits=COST.differences + int_bits(terms[0]),
            why=f"the differences are {listing(steps)}: {fit.why}",
        )


def _by_index(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for start in (1, 0, 2):
        for words, bits, of in _facts():
            search.spend(2 + n // 8)
            keys = (of(i) if i > 0 else 0 for i in range(start, start + n + 1))
            yield from _decided(terms, keys, bits, f"the term depends on {words}, n from {start}")


def _by_parent(terms: Terms, search: Search) -> Iterator[Fit]:
    """By the term at ⌊n/b⌋ and the last digit of n in base b: what an automaton reads off."""
    n = len(terms)
    for start in (0, 1):
        for base in (2, 3, 4, 10):
            search.spend(2 + n // 4)
            keys = (
                (terms[i // base - start], i % base) if start <= i // base < i else (None, i)
                for i in range(start, start + n + 1)
            )
            why = (
                f"the term depends on the one at ⌊n/{base}⌋ and on n modulo {base}, n from {start}"
            )
            yield from _decided(terms, keys, COST.table_of_parent, why)


def _by_previous(terms: Terms, search: Search) -> Iterator[Fit]:
    """By one to three terms before, alone or with n modulo something small."""
    n = len(terms)
    for lag in (1, 2, 3):
        for cycle in (1, 2, 3, 4):
            search.spend(2 + n // 4)
            keys = (
                ((None, i) if i < lag else tuple(terms[i - lag : i]), i % cycle)
                for i in range(n + 1)
            )
            name = "the term before" if lag == 1 else f"the {lag} terms before"
            name += f" and n modulo {cycle}" if cycle > 1 else ""
            bits = COST.table_of_previous if cycle == 1 else COST.table_of_previous_and_cycle
            yield from _decided(terms, keys, bits + lag, f"each term is decided by {name}")


def _decided(terms: Terms, keys: Iterator[Hashable], bits: float, why: str) -> Iterator[Fit]:
    """The next term by the last of the keys, where each key has always met the same term."""
    table: dict[Hashable, int] = {}
    for term in terms:
        if table.setdefault(next(keys), term) != term:
            return
    value = table.get(next(keys))
    repeats = len(terms) - len(table)
    if value is not None and repeats >= MIN_REPEATS and len(set(table.values())) > 1:
        bits += COST.table + null_bits(list(table.values()))
        yield Fit(kind="table", value=value, bits=bits, why=why, checked=repeats)
