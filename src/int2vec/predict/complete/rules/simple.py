"""Constant, arithmetic, geometric, affine and periodic sequences, and polynomials in n."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import listing, plus_in_words, polynomial, times_in_words, written
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, null_bits, rule

MAX_BEGUN, MIN_CONSTANT = 3, 3  # other terms before a constant, and how often that stands
MIN_ZEROS = 2  # after the last term that is not zero
MAX_DEGREE = 40
MAX_INNER_DEGREE = 4  # of sequences inside others
ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
MAX_SHOWN = 10**6  # the formula of a polynomial with larger differences is not worth showing


@rule(group="simple", turn=0, depth=0)
def constant(terms: Terms, search: Search) -> Iterator[Fit]:
    """The same term over and over."""
    first = terms[0]
    if len(terms) >= 2 and all(t == first for t in terms):
        why = f"every term is {written(first)}"
        bits = COST.constant + int_bits(first)
        yield Fit(kind="constant", value=first, bits=bits, why=why, checked=len(terms) - 1)
    elif search.depth == TOP:
        yield from _in_the_end(terms)


def _in_the_end(terms: Terms) -> Iterator[Fit]:
    """The same term over and over after a few others."""
    last, n = terms[-1], len(terms)
    begun = next((i + 1 for i in range(n - 1, -1, -1) if terms[i] != last), 0)
    if 0 < begun <= MAX_BEGUN and n - begun >= MIN_CONSTANT and n - begun > begun:
        bits = COST.constant_in_the_end + sum(map(int_bits, terms[: begun + 1]))
        why = f"after the first {begun} every term is {written(last)}"
        yield Fit(kind="constant", value=last, bits=bits, why=why, checked=n - begun - 1)


@rule(group="simple", turn=1, depth=0)
def arithmetic(terms: Terms, search: Search) -> Iterator[Fit]:
    """A constant step."""
    if len(terms) < 2:
        return
    step = terms[1] - terms[0]
    if step and all(b - a == step for a, b in pairwise(terms)):
        yield Fit(
            kind="arithmetic",
            value=terms[-1] + step,
            bits=COST.arithmetic + int_bits(terms[0]) + int_bits(step),
            why=f"each term is the previous{plus_in_words(step)}",
            checked=len(terms) - 2,
        )


@rule(group="simple", turn=2, depth=0)
def geometric(terms: Terms, search: Search) -> Iterator[Fit]:
    """A constant factor, whole or not."""
    if len(terms) < 2 or 0 in terms or abs(terms[0]) == abs(terms[1]) == abs(terms[-1]):
        return
    factor = Fraction(terms[1], terms[0])
    p, q = factor.numerator, factor.denominator
    if any(a * p != b * q for a, b in pairwise(terms)):
        return
    value, rest = divmod(terms[-1] * p, q)
    if not rest and p != q:
        yield Fit(
            kind="geometric",
            value=value,
            bits=COST.geometric + int_bits(terms[0]) + ratio_bits(p, q),
            why=f"each term is the previous {times_in_words(factor)}",
            checked=len(terms) - 2,
        )


@rule(group="recurrences", turn=11, depth=1)
def affine(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q with any fraction p and constant q."""
    if len(terms) < 4 or terms[0] == terms[1]:
        return
    a, b, c = terms[:3]
    p = Fraction(c - b, b - a)
    q = b - p * a
    top, bottom = p.numerator, p.denominator
    shift = q * bottom
    if p in (0, 1) or not q or shift.denominator != 1:
        return
    add = int(shift)
    if any(bottom * y != top * x + add for x, y in pairwise(terms)):
        return
    value, rest = divmod(top * terms[-1] + add, bottom)
    if not rest:
        numbers = int_bits(terms[0]) + ratio_bits(top, bottom) + ratio_bits(add, bottom)
        yield Fit(
            kind="affine",
            value=value,
            bits=COST.affine + numbers,
            why=f"each term is the previous {times_in_words(p)}{plus_in_words(q)}",
            checked=len(terms) - 3,
        )


@rule(group="simple", turn=3, depth=0)
def periodic(terms: Terms, search: Search) -> Iterator[Fit]:
    """A block that comes again and again; the shortest one."""
    n = len(terms)
    last = terms[-1]
    for period in range(2, n):
        if terms[-1 - period] != last or terms[period] != terms[0]:
            continue
        if any(terms[i] != terms[i - period] for i in range(period, n)):
            continue
        block = terms[:period]
        why = f"the terms repeat with period {period}: {listing(block, 8)}"
        if (missing := 2 * period - n) > 0:
            why = f"the terms begin again after {listing(block, 8)}"
        yield Fit(
            kind="periodic",
            value=terms[n - period],
            bits=COST.periodic + int_bits(period) + null_bits(block) + max(missing, 0) / 4,
            why=why,
            checked=n - period,
        )
        return


def sparse(terms: Terms) -> Iterator[Fit]:
    """Zeros, but for a few terms further back; no rule of its own, too much is so."""
    n = len(terms)
    places = [i for i, t in enumerate(terms) if t]
    if not places or n - 1 - places[-1] < MIN_ZEROS or 2 * len(places) > n:
        return
    gaps = [b - a for a, b in pairwise([-1, *places])]
    others = [terms[i] for i in places]
    yield Fit(
        kind="sparse",
        value=0,
        bits=COST.periodic_but_for_places + sum(map(int_bits, gaps)) + sum(map(int_bits, others)),
        why=f"zeros, but for {listing(others)} at places {listing(places)}",
        checked=n - 2 * len(places),
    )


@rule(group="simple", turn=5, depth=0)
def polynomial_in_n(terms: Terms, search: Search) -> Iterator[Fit]:
    """The polynomial of least degree of at least 2, by repeated differences."""
    highest = MAX_DEGREE if search.depth == TOP else MAX_INNER_DEGREE
    row = list(terms)
    first: list[int] = []
    last: list[int] = []
    for degree in range(min(len(terms) - 1, highest + 1)):
        first.append(row[0])
        if row[0] == row[-1] and all(x == row[0] for x in row):
            if degree >= 2:
                # Newton's forward form: the first entry of each row of differences determines it.
                yield Fit(
                    kind="polynomial",
                    value=sum(last) + row[0],
                    bits=COST.polynomial + degree + sum(map(int_bits, first)),
                    why=_polynomial_words(degree, first),
                    checked=len(row) - 1,
                )
            return
        last.append(row[-1])
        search.spend(len(row) // 8 + 1)
        row = [b - a for a, b in pairwise(row)]


def _polynomial_words(degree: int, first: list[int]) -> str:
    order = ORDINALS.get(degree, f"{degree}th")
    why = f"a polynomial in n: the {order} differences are all {written(first[-1])}"
    if degree in ORDINALS and max(map(abs, first)) < MAX_SHOWN:
        formula = polynomial(coefficients(first), minus="-")
        why += f", a(n) = {formula} for n = 0, 1, 2, …"
    return why


def coefficients(newton: list[int]) -> list[Fraction]:
    """Coefficients in powers of n of Σ newton[k]·C(n, k), lowest first.

    >>> coefficients([0, 1, 2])
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    out = [Fraction(0)] * len(newton)
    basis = [Fraction(1)]  # C(n, k) in powers of n
    for k, weight in enumerate(newton):
        for i, c in enumerate(basis):
            out[i] += weight * c
        # C(n, k+1) = C(n, k)·(n − k)/(k + 1)
        basis = [
            (up - k * same) / (k + 1)
            for up, same in zip([Fraction(0), *basis], [*basis, Fraction(0)], strict=True)
        ]
    return out
