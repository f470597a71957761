"""Functions of n with a(m·n) = a(m)·a(n), or a(m) + a(n), for m and n without common factor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import add, mul

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.arithmetic.primes import factorise
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 12
MAX_TERMS = 300
MIN_MADE = 4  # terms that come from two others
MIN_PRIMES = 5

Combine = Callable[[int, int], int]


@rule(group="multiplicative", turn=34)
def multiplicative(terms: Terms, search: Search) -> Iterator[Fit]:
    """Multiplicative and additive functions, a(1) being the first or the second term."""
    if len(terms) < MIN_TERMS or len(set(terms)) < 3:
        return
    for start in (1, 0):
        values = {i: t for i, t in enumerate(terms[:MAX_TERMS], start) if i >= 1}
        if len(values) < len(terms) - 1:
            return
        for combine, unit, word in ((mul, 1, "multiplicative"), (add, 0, "additive")):
            if values[1] == unit:
                search.spend(len(terms))
                made = _made(values, combine)
                if made >= MIN_MADE:
                    yield from _next(values, combine, word, made, search)


def _split(n: int) -> tuple[int, int, int]:
    """(p, p^e, n/p^e) for the smallest prime p of n."""
    factors = factorise(n) or {}
    p = min(factors)
    power = p ** factors[p]
    return p, power, n // power


def _made(values: dict[int, int], combine: Combine) -> int:
    """How many values come from those at two smaller places; 0 where one should but does not."""
    made = 0
    for n in range(2, len(values) + 1):
        _, power, rest = _split(n)
        if rest > 1:
            if combine(values[power], values[rest]) != values[n]:
                return 0
            made += 1
    return made


def _next(
    values: dict[int, int], combine: Combine, word: str, made: int, search: Search
) -> Iterator[Fit]:
    """The value at the next n, which is a product, a prime power or a prime."""
    end = len(values) + 1
    p, power, rest = _split(end)
    places = [n for n in range(2, end) if _split(n)[2] == 1]
    bits = COST.multiplicative + null_bits([values[1], *(values[n] for n in places)])
    if rest > 1:
        why = f"a {word} function of n: a({end}) comes from a({power}) and a({rest})"
        value = combine(values[power], values[rest])
        yield Fit(kind="multiplicative", value=value, bits=bits, why=why, checked=made)
    elif power == p:
        yield from _at_prime(values, places, word, made)
    else:
        powers = [(n, _split(n)[0]) for n in places if n != _split(n)[0]]
        checked = made + len(powers)
        if all(combine(values[q], values[n // q]) == values[n] for n, q in powers):
            value = combine(values[p], values[end // p])
            why = f"a completely {word} function of n: a({end}) comes from a({p}) and a({end // p})"
        elif all(values[q] == values[n] for n, q in powers):
            value = values[p]
            why = f"a {word} function of n, the same at all powers of a prime"
        else:
            yield from _at_power(values, p, bits, made, search)
            return
        yield Fit(kind="multiplicative", value=value, bits=bits + 1, why=why, checked=checked)


def _at_power(
    values: dict[int, int], p: int, bits: float, made: int, search: Search
) -> Iterator[Fit]:
    """At a prime power: continue the values at the powers of the same prime, from a(1) on."""
    powers = [1]
    while powers[-1] * p <= len(values):
        powers.append(powers[-1] * p)
    for fit in search.solve([values[n] for n in powers], 1)[:1]:
        if fit.checked >= 1:
            yield Fit(
                kind="multiplicative",
                value=fit.value,
                bits=bits + COST.multiplicative_at_power,
                why="a function fixed by its values at prime powers; "
                f"at the powers of {p}: {fit.why}",
                checked=made + fit.checked,
            )


def _at_prime(values: dict[int, int], places: list[int], word: str, made: int) -> Iterator[Fit]:
    """At a prime: a polynomial in p of degree 2 at most, where all primes so far agree."""
    end = len(values) + 1
    primes = [n for n in places if _split(n)[0] == n]
    if len(primes) < MIN_PRIMES:
        return
    columns = [[1] * len(primes), primes, [p * p for p in primes]]
    found = relation(columns, [values[p] for p in primes], [1, end, end * end])
    if found is not None and found.checked >= 2:
        left = [values[1], *(values[n] for n in places if n not in primes)]
        formula = Mix(["", "p", "p²"], found.weights)
        yield Fit(
            kind="multiplicative",
            value=found.value,
            bits=COST.multiplicative_linear + found.bits + null_bits(left),
            why=f"a {word} function of n, with a(p) = {formula} at primes p",
            checked=made + found.checked,
        )
