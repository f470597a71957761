"""Polynomials in n, by repeated differences."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, digits_of, int_bits, rule

MAX_DEGREE = 40
MAX_INNER_DEGREE = 4  # of sequences inside others
ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


@rule(group="simple", turn=5, depth=0)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The polynomial of least degree of at least 2, checked on one term or more."""
    highest = MAX_DEGREE if search.depth == TOP else MAX_INNER_DEGREE
    row = list(terms)
    first: list[int] = []
    last: list[int] = []
    for degree in range(min(len(terms) - 1, highest + 1)):
        if row[0] == row[-1] and all(x == row[0] for x in row):
            if degree < 2:
                return
            # Newton's forward form: the first entry of each row of differences determines it.
            first.append(row[0])
            yield Fit(
                kind="polynomial",
                value=sum(last) + row[0],
                bits=2 + degree + sum(map(int_bits, first)),
                why=_words(degree, first),
                checked=len(row) - 1,
            )
            return
        first.append(row[0])
        last.append(row[-1])
        search.spend(len(row) // 8 + 1)
        row = [b - a for a, b in pairwise(row)]


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
        shifted = [Fraction(0), *basis]
        basis = [
            (shifted[i] - k * (basis[i] if i < len(basis) else 0)) / (k + 1)
            for i in range(len(shifted))
        ]
    return out


def formula(newton: list[int]) -> str:
    """The polynomial as people write it, n counted from 0.

    >>> formula([1, 3, 2])
    'n^2 + 2n + 1'
    """
    parts = []
    for power, c in reversed(list(enumerate(coefficients(newton)))):
        if not c:
            continue
        size = abs(c)
        number = (
            "" if size == 1 and power else (f"{size}" if size.denominator == 1 else f"({size})")
        )
        variable = "" if not power else ("n" if power == 1 else f"n^{power}")
        sign = "-" if c < 0 else "+"
        parts.append(f"{sign} {number}{variable}")
    text = " ".join(parts) or "0"
    return text.removeprefix("+ ").replace("- ", "-", 1) if text.startswith("-") else text[2:]


def _words(degree: int, first: list[int]) -> str:
    order = ORDINALS.get(degree, f"{degree}th")
    why = f"a polynomial in n: the {order} differences are all {digits_of(first[-1])}"
    if degree <= 6 and max(map(abs, first)) < 10**6:
        why += f", a(n) = {formula(first)} for n = 0, 1, 2, …"
    return why
