"""Mixes of earlier terms that are no plain recurrence: products of them, or terms far back.

a(n) = a(n−1)² + … and Somos-like quotients; divide and conquer, a(2n) = p·a(n) + q; and sequences
that call on themselves, a(n) = a(n − a(n−1)) + …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import prod

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MAX_BITS = 6_000
MAX_TERMS = 60
MIN_PLACES = 10
MIN_CHECKED = 3

# Each monomial lists how far back its factors lie; the empty one is the constant 1.
Monomial = tuple[int, ...]
MONOMIALS: tuple[tuple[Monomial, ...], ...] = (
    ((1, 1), (1,), ()),
    ((1, 1), (1, 2), (2,), ()),
    ((1, 2), (1,), (2,), ()),
    ((1, 1), (2, 2), (1,), (2,), ()),
    ((1, 1, 1), (1, 1), (1,), ()),
    ((1, 2), (2, 3), (1, 3), (3,), ()),
)
SOMOS = range(2, 8)

Lookup = Callable[[int], int]
PARTS: dict[str, Callable[[Lookup, int], int]] = {
    "": lambda a, n: 1,
    "n": lambda a, n: n,
    "a(n)": lambda a, n: a(n),
    "a(n+1)": lambda a, n: a(n + 1),
    "a(n−1)": lambda a, n: a(n - 1),
    "a(2n)": lambda a, n: a(2 * n),
    "a(2n+1)": lambda a, n: a(2 * n + 1),
    "a(⌊n/2⌋)": lambda a, n: a(n // 2),
    "a(⌊n/3⌋)": lambda a, n: a(n // 3),
    "a(⌊(n−1)/2⌋)": lambda a, n: a((n - 1) // 2),
    "a(a(n−1))": lambda a, n: a(a(n - 1)),
    "a(a(n−2))": lambda a, n: a(a(n - 2)),
    "a(a(a(n−1)))": lambda a, n: a(a(a(n - 1))),
    "a(n−a(n−1))": lambda a, n: a(n - a(n - 1)),
    "a(n−a(n−2))": lambda a, n: a(n - a(n - 2)),
    "a(n−1−a(n−1))": lambda a, n: a(n - 1 - a(n - 1)),
    "a(n−2−a(n−2))": lambda a, n: a(n - 2 - a(n - 2)),
}
# What a(base·n + class) may be a mix of, by base.
Scheme = tuple[int, tuple[str, ...]]
DIVIDING: tuple[Scheme, ...] = (
    (2, ("a(n)", "a(n+1)", "", "n")),
    (2, ("a(n)", "a(n−1)", "", "n")),
    (3, ("a(n)", "a(n+1)", "", "n")),
    (4, ("a(n)", "a(2n)", "a(2n+1)", "", "n")),
    (1, ("a(n−1)", "a(⌊n/2⌋)", "a(⌊(n−1)/2⌋)", "", "n")),
    (1, ("a(n−1)", "a(⌊n/3⌋)", "a(⌊n/2⌋)", "")),
)
CALLING: tuple[Scheme, ...] = (
    (1, ("a(n−a(n−1))", "a(n−a(n−2))", "")),
    (1, ("a(a(n−1))", "a(n−a(n−1))", "n", "")),
    (1, ("a(a(n−1))", "a(n−1)", "n", "")),
    (1, ("a(n−1−a(n−1))", "a(n−2−a(n−2))", "a(a(n−2))", "")),
    (1, ("n", "a(a(n−1))", "a(a(a(n−1)))", "")),
)


@rule(group="products", turn=28)
def products_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """Mixes of products of earlier terms, and the same divided by a term some way back."""
    part = list(terms[-MAX_TERMS:])
    if len(part) < 5 or max(t.bit_length() for t in part) > MAX_BITS or len(set(part)) < 4:
        return
    for monomials in MONOMIALS:
        yield from _of_products(part, monomials, 0, search)
    for back in SOMOS:
        # a(n)·a(n−back) = Σ a(n−i)·a(n−back+i), after Somos
        pairs = tuple((i, back - i) for i in range(1, back // 2 + 1))
        yield from _of_products(part, (*pairs, ()), back, search)


def _of_products(
    part: list[int], monomials: tuple[Monomial, ...], back: int, search: Search
) -> Iterator[Fit]:
    n = len(part)
    lag = max([back, *(i for m in monomials for i in m)])
    if n - lag <= len(monomials):
        return
    search.spend(40 + n)
    columns = [[prod(part[at - i] for i in m) for at in range(lag, n + 1)] for m in monomials]
    target = [part[at] * (part[at - back] if back else 1) for at in range(lag, n)]
    found = relation([c[:-1] for c in columns], target, [c[-1] for c in columns])
    if found is None:
        return
    divisor = part[n - back] if back else 1
    nonlinear = any(w and len(m) > 1 for w, m in zip(found.weights, monomials, strict=True))
    if not nonlinear or not divisor or found.value % divisor:
        return
    mix = Mix(["·".join(f"a(n−{i})" for i in m) for m in monomials], found.weights)
    yield Fit(
        kind="quadratic",
        value=found.value // divisor,
        bits=COST.quadratic_recurrence + found.bits + sum(map(int_bits, part[:lag])),
        why=f"a(n) = ({mix}) / a(n−{back})" if back else f"a(n) = {mix}",
        checked=found.checked,
    )


@rule(group="self-reference", turn=33)
def places_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every scheme that foretells the next term, n counted from 0 and from 1."""
    if len(terms) < MIN_PLACES or len(set(terms)) < 3:
        return
    small = max(map(abs, terms)) <= len(terms) + 2
    for start in (0, 1):
        for scheme in DIVIDING + (CALLING if small else ()):
            search.spend(150 + 4 * len(terms))
            fit = _of_places(terms, start, scheme)
            if fit is not None:
                yield fit


def _of_places(terms: Terms, start: int, scheme: Scheme) -> Fit | None:
    base, names = scheme
    end = start + len(terms)
    turn = end % base

    def row(n: int) -> list[int]:
        def a(i: int) -> int:
            # Only terms before the one to be made may be called on.
            if start <= i < n:
                return terms[i - start]
            raise LookupError

        return [PARTS[name](a, n // base) for name in names]

    try:
        following = row(end)
    except LookupError:
        return None
    rows, target = [], []
    for n in range(start + (turn - start) % base, end, base):
        with suppress(LookupError):
            rows.append(row(n))
            target.append(terms[n - start])
    if len(rows) < len(names) + 1 or len(set(target)) < 3:
        return None
    found = relation(list(zip(*rows, strict=True)), target, following)
    if found is None or found.checked < MIN_CHECKED:
        return None
    if not any(w and "a(" in name for w, name in zip(found.weights, names, strict=True)):
        return None  # a function of n that holds from somewhere on, and calls no term
    left = [t for n, t in enumerate(terms, start) if n % base != turn]
    left += terms[: len(terms) - len(left) - len(target)]
    place = f"{base}n+{turn}" if base > 1 and turn else f"{base}n" if base > 1 else "n"
    return Fit(
        kind="self-referring" if scheme in CALLING else "regular",
        value=found.value,
        bits=COST.regular + found.bits + null_bits(left),
        why=f"a({place}) = {Mix(names, found.weights)}, n counted from {start}",
        checked=found.checked,
    )
