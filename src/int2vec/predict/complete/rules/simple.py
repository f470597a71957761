"""Constant, arithmetic, geometric, affine and periodic sequences, and polynomials in n."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from int2vec.arithmetic.costs import COST, int_bits, lowest, ratio_bits
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
    """The same term over and over, perhaps after a few others."""
    last, n = terms[-1], len(terms)
    begun = next((i + 1 for i in range(n - 1, -1, -1) if terms[i] != last), 0)
    enough = max(MIN_CONSTANT, begun + 1) if begun else 2
    if n - begun >= enough and begun <= (MAX_BEGUN if search.depth == TOP else 0):
        price = COST.constant_in_the_end if begun else COST.constant
        bits = price + sum(map(int_bits, terms[: begun + 1]))
        why = f"after the first {begun} " * bool(begun) + f"every term is {written(last)}"
        yield Fit(kind="constant", value=last, bits=bits, why=why, checked=n - begun - 1)


@rule(group="simple", turn=1, depth=0)
def step(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q: a constant step, a constant factor, whole or not, or both."""
    prices = {"arithmetic": COST.arithmetic, "geometric": COST.geometric, "affine": COST.affine}
    for kind, top, bottom, add in _steps(terms, search) if len(terms) > 1 else ():
        if any(bottom * y != top * x + add for x, y in pairwise(terms)):
            continue
        value, rest = divmod(top * terms[-1] + add, bottom)
        if not rest:
            p, q = Fraction(top, bottom), Fraction(add, bottom)
            numbers = int_bits(int(q))
            if p != 1:
                numbers = ratio_bits(top, bottom) + (ratio_bits(*q.as_integer_ratio()) if q else 0)
            bits = prices[kind] + int_bits(terms[0]) + numbers
            times = f" {times_in_words(p)}" if p != 1 else ""
            why = f"each term is the previous{times}{plus_in_words(q)}"
            checked = len(terms) - (3 if kind == "affine" else 2)
            yield Fit(kind=kind, value=value, bits=bits, why=why, checked=checked)


def _steps(terms: Terms, search: Search) -> Iterator[tuple[str, int, int, int]]:
    """The kind of rule, and whole p, r, q: (p·a(n−1) + q)/r leads through the first terms."""
    a, b = terms[:2]
    if a != b:
        yield "arithmetic", 1, 1, b - a
    if a and b and abs(a) != abs(b):
        yield "geometric", *lowest(b, a), 0
    if len(terms) >= 4 and a != b and search.depth > 0:
        top, bottom = lowest(terms[2] - b, b - a)
        add = bottom * b - top * a
        if top not in (0, bottom) and add:
            yield "affine", top, bottom, add


@rule(group="simple", turn=3, depth=0)
def periodic(terms: Terms, search: Search) -> Iterator[Fit]:
    """A block that comes again and again; the shortest one."""
    n = len(terms)
    for period in range(2, n):
        if any(terms[i] != terms[i - period] for i in range(period, n)):
            continue
        block = terms[:period]
        why = f"the terms repeat with period {period}: {listing(block, 8)}"
        if (missing := 2 * period - n) > 0:
            why = f"the terms begin again after {listing(block, 8)}"
        bits = COST.periodic + int_bits(period) + null_bits(block)
        bits += max(missing, 0) * COST.periodic_missing
        yield Fit(kind="periodic", value=terms[n - period], bits=bits, why=why, checked=n - period)
        return


def sparse(terms: Terms) -> Iterator[Fit]:
    """Zeros, but for a few terms further back; no rule of its own, too much is so."""
    n = len(terms)
    places = [i for i, t in enumerate(terms) if t]
    if not places or n - 1 - places[-1] < MIN_ZEROS or 2 * len(places) > n:
        return
    gaps = [b - a for a, b in pairwise([-1, *places])]
    others = [terms[i] for i in places]
    bits = COST.periodic_but_for_places + sum(map(int_bits, gaps + others))
    why = f"zeros, but for {listing(others)} at places {listing(places)}"
    yield Fit(kind="sparse", value=0, bits=bits, why=why, checked=n - 2 * len(places))


@rule(group="simple", turn=5, depth=0)
def polynomial_in_n(terms: Terms, search: Search) -> Iterator[Fit]:
    """The polynomial of least degree of at least 2, by repeated differences."""
    # Two differences prove nothing; that they go on evenly is still worth a guess.
    guessed = len(terms) == 3 and search.depth > 0
    highest = MAX_DEGREE if search.depth == TOP else MAX_INNER_DEGREE
    row, first, value = list(terms), [terms[0]], terms[-1]
    for degree in range(1, min(len(terms) - 1 + guessed, highest + 1)):
        search.spend(len(row) // 8 + 1)
        row = [b - a for a, b in pairwise(row)]
        first.append(row[0])
        value += row[-1]
        if row[0] == row[-1] and all(x == row[0] for x in row):
            # Newton's forward form: the first entry of each row of differences determines it.
            if degree >= 2 and row[0]:
                price = COST.differences_guessed if guessed else COST.polynomial + degree
                bits = price + sum(map(int_bits, first))
                why = _guess_words(first) if guessed else _polynomial_words(degree, first)
                yield Fit(kind="polynomial", value=value, bits=bits, why=why, checked=len(row) - 1)
            return


def _guess_words(first: list[int]) -> str:
    steps = listing([first[1], first[1] + first[2]])
    return f"the differences {steps} may go on evenly; no term is left to check it"


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
        pairs = zip([Fraction(0), *basis], [*basis, Fraction(0)], strict=True)
        basis = [(up - k * same) / (k + 1) for up, same in pairs]
    return out
