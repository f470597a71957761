"""Functions of n with a(m·n) = a(m)·a(n), or a(m) + a(n), for m and n without common factor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import add, mul

from int2vec.arithmetic import factorise
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.linear import mixture, relation

MIN_TERMS = 12
MAX_TERMS = 300


@rule(group="multiplicative", turn=34)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
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
                yield from _fit(values, combine, word, search)


def _split(n: int) -> tuple[int, int, int]:
    """(p, p^e, n/p^e) for the smallest prime p of n."""
    factors = factorise(n) or {}
    p = min(factors)
    power = p ** factors[p]
    return p, power, n // power


def _fit(
    values: dict[int, int], combine: Callable[[int, int], int], word: str, search: Search
) -> Iterator[Fit]:
    end = max(values) + 1
    made, left, powers = 0, [values[1]], []
    for n in range(2, end):
        p, power, rest = _split(n)
        if rest == 1:
            left.append(values[n])
            if power != p:
                powers.append((n, p))
            continue
        if combine(values[power], values[rest]) != values[n]:
            return
        made += 1
    if made < 4:
        return
    p, power, rest = _split(end)
    bits = 6 + null_bits(left)
    why = f"a {word} function of n"
    if rest > 1:
        value = combine(values[power], values[rest])
        why += f": a({end}) comes from a({power}) and a({rest})"
        yield Fit(kind="multiplicative", value=value, bits=bits, why=why, checked=made)
    elif power != p:
        # A prime power: completely so, or a mix of the two powers below it.
        if all(combine(values[q], values[n // q]) == values[n] for n, q in powers):
            value = combine(values[p], values[end // p])
            why = f"a completely {word} function of n: a({end}) comes from a({p}) and a({end // p})"
            yield Fit(
                kind="multiplicative",
                value=value,
                bits=bits + 1,
                why=why,
                checked=made + len(powers),
            )
        elif all(values[q] == values[n] for n, q in powers):
            why += ", the same at all powers of a prime"
            yield Fit(
                kind="multiplicative",
                value=values[p],
                bits=bits + 1,
                why=why,
                checked=made + len(powers),
            )
        else:
            yield from _power_term(values, end, p, bits, made, search)
    else:
        yield from _prime_term(values, end, made, why)


def _power_term(
    values: dict[int, int], end: int, p: int, bits: float, made: int, search: Search
) -> Iterator[Fit]:
    """At a prime power: continue the values at the powers of the same prime, from a(1) on."""
    known = []
    n = 1
    while n < end:
        known.append(values[n])
        n *= p
    for fit in search.solve(known, 1)[:1]:
        if fit.checked >= 1:
            why = f"a function fixed by its values at prime powers; at the powers of {p}: {fit.why}"
            yield Fit(
                kind="multiplicative",
                value=fit.value,
                bits=bits + 6,
                why=why,
                checked=made + fit.checked,
            )


def _prime_term(values: dict[int, int], end: int, made: int, why: str) -> Iterator[Fit]:
    """At a prime: a polynomial in p of degree 2 at most, where all primes so far agree."""
    primes = [n for n in range(2, end) if _split(n)[:2] == (n, n)]
    if len(primes) < 5:
        return
    columns = [[1] * len(primes), primes, [p * p for p in primes]]
    found = relation(columns, [values[p] for p in primes], [1, end, end * end])
    if found is not None and found.checked >= 2:
        left = [
            values[n] for n in range(1, end) if n == 1 or (_split(n)[2] == 1 and n not in primes)
        ]
        rule = mixture(["", "p", "p²"], found.weights)
        yield Fit(
            kind="multiplicative",
            value=found.value,
            bits=7 + found.bits + null_bits(left),
            why=f"{why}, with a(p) = {rule} at primes p",
            checked=made + found.checked,
        )
