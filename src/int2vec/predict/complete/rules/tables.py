"""Terms that depend on one fact alone: on the term before, on n's prime signature, on n mod m …"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from int2vec.arithmetic import digit_sum, factorise, is_prime, is_square
from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    int_bits,
    listing,
    nested,
    null_bits,
    rule,
)

MIN_TERMS = 10
MAX_TERMS = 400
MIN_REPEATS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
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


def _valuation(n: int, p: int) -> int:
    power = 0
    while n and n % p == 0:
        n //= p
        power += 1
    return power


FACTS = (
    Fact(words="the prime signature of n", bits=5, of=_signature),
    Fact(words="how often 2 divides n", bits=4, of=lambda n: _valuation(n, 2)),
    Fact(words="how often 3 divides n", bits=5, of=lambda n: _valuation(n, 3)),
    Fact(
        words="how often 2 and 3 divide n",
        bits=6,
        of=lambda n: (_valuation(n, 2), _valuation(n, 3)),
    ),
    Fact(
        words="how often 2 divides n and the rest modulo 4",
        bits=6,
        of=lambda n: (_valuation(n, 2), (n >> _valuation(n, 2)) % 4),
    ),
    Fact(words="the number of 1s of n in base 2", bits=4, of=lambda n: n.bit_count()),
    Fact(words="the number of binary digits of n", bits=4, of=lambda n: n.bit_length()),
    Fact(
        words="the numbers of binary digits and of 1s of n",
        bits=5,
        of=lambda n: (n.bit_length(), n.bit_count()),
    ),
    Fact(words="whether n is prime", bits=5, of=is_prime),
    Fact(words="whether n is a square", bits=5, of=is_square),
    Fact(words="whether n is squarefree, and its parity", bits=6, of=_squarefree),
    Fact(words="the digit sum of n", bits=5, of=digit_sum),
    Fact(words="the last digit and the length of n", bits=6, of=lambda n: (n % 10, len(str(n)))),
    Fact(words="the primes that divide n", bits=6, of=_primes_of),
    Fact(words="the smallest prime factor of n", bits=6, of=lambda n: _primes_of(n)[:1]),
    Fact(words="the largest prime factor of n", bits=6, of=lambda n: _primes_of(n)[-1:]),
)


@rule(group="facts", turn=32)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every fact that decides all terms met so far and has been met before at the next index."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS:
        return
    yield from _by_index(terms, search)
    yield from _by_previous(terms, search)
    yield from _by_parent(terms, search)
    steps = [b - a for a, b in pairwise(terms)]
    for fit in _by_index(steps, search):
        yield nested(
            fit,
            kind="differences/table",
            value=terms[-1] + fit.value,
            bits=2 + int_bits(terms[0]),
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
            yield from _decided(terms, keys, 5, why)


def _by_index(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for start in (1, 0, 2):
        for fact in FACTS:
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
        yield from _decided(terms, history, 3 + lag, f"each term is decided by {name}")
        for cycle in (2, 3, 4):
            search.spend(2 + n // 4)
            keys: list[Hashable] = [(k, i % cycle) for i, k in enumerate(history)]
            yield from _decided(
                terms, keys, 5 + lag, f"each term is decided by {name} and n modulo {cycle}"
            )


def _decided(terms: Terms, keys: list[Hashable], bits: float, why: str) -> Iterator[Fit]:
    table: dict[Hashable, int] = {}
    first: list[int] = []
    for key, term in zip(keys, terms, strict=False):
        seen = table.setdefault(key, term)
        if seen != term:
            return
    value = table.get(keys[-1])
    repeats = len(terms) - len(table)
    if value is None or repeats < MIN_REPEATS or len(set(table.values())) < 2:
        return
    first = list(table.values())
    yield Fit(
        kind="table",
        value=value,
        bits=2 + bits + null_bits(first),
        why=why,
        checked=repeats,
    )
