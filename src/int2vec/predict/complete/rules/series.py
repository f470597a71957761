"""Generating functions that obey an equation: algebraic, differential, or with A(x²) in it.

Polynomials P_j(x) are sought with Σ P_j(x)·S_j(x) = 0 up to the last known term, where the
S_j are powers of A(x), its derivative, A(x²) and 1 (Hermite–Padé approximation). The next term
is the one that carries the equation one power of x further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np

from int2vec.arithmetic import is_prime
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.linear import PRIMES, Matrix, dependency, lifted, residues

MIN_TERMS = 9
MAX_TERMS = 44
MIN_SPARE = 2
MAX_UNKNOWNS = 34

Series = list[int]
Modular = tuple[Matrix, int]


def _times(a: Matrix, b: Matrix, prime: int) -> Matrix:
    """The product of two power series, truncated; sums of 44 products of 31 bits need care."""
    out = np.zeros(len(a), dtype=np.int64)
    for i, x in enumerate(a.tolist()):
        if x:
            out[i:] = (out[i:] + x * b[: len(b) - i]) % prime
    return out


def _derivative(a: Matrix, prime: int) -> Matrix:
    """x·A'(x), so that no term is lost."""
    return a * np.arange(len(a), dtype=np.int64) % prime


def _stretched(a: Matrix) -> Matrix:
    """A(x²)."""
    out = np.zeros_like(a)
    out[::2] = a[: (len(a) + 1) // 2]
    return out


def _one(a: Matrix) -> Matrix:
    out = np.zeros_like(a)
    out[0] = 1
    return out


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """The series among which an equation is sought, given A(x) modulo a prime."""

    words: str
    names: tuple[str, ...]
    columns: Callable[[Matrix, int], list[Matrix]]
    exponential: bool = False


def _powers(count: int) -> Callable[[Matrix, int], list[Matrix]]:
    def columns(a: Matrix, prime: int) -> list[Matrix]:
        out = [_one(a), a]
        while len(out) <= count:
            out.append(_times(out[-1], a, prime))
        return out

    return columns


def _riccati(a: Matrix, prime: int) -> list[Matrix]:
    return [_one(a), a, _times(a, a, prime), _derivative(a, prime)]


def _second_order(a: Matrix, prime: int) -> list[Matrix]:
    first = _derivative(a, prime)
    return [
        _one(a),
        a,
        first,
        _times(a, a, prime),
        _times(a, first, prime),
        _times(first, first, prime),
    ]


def _mahler(a: Matrix, prime: int) -> list[Matrix]:
    return [_one(a), a, _times(a, a, prime), _stretched(a)]


SCHEMES = (
    Scheme(words="an algebraic equation", names=("1", "A", "A²"), columns=_powers(2)),
    Scheme(words="an algebraic equation", names=("1", "A", "A²", "A³"), columns=_powers(3)),
    Scheme(words="an algebraic equation", names=("1", "A", "A²", "A³", "A⁴"), columns=_powers(4)),
    Scheme(words="an equation with A(x²)", names=("1", "A", "A²", "A(x²)"), columns=_mahler),
    Scheme(
        words="a differential equation",
        names=("1", "A", "A²", "x·A'"),
        columns=_riccati,
    ),
    Scheme(
        words="a differential equation of the exponential series",
        names=("1", "A", "A²", "x·A'"),
        columns=_riccati,
        exponential=True,
    ),
    Scheme(
        words="a differential equation of the exponential series",
        names=("1", "A", "x·A'", "A²", "A·xA'", "(xA')²"),
        columns=_second_order,
        exponential=True,
    ),
)


@rule(group="generating functions", turn=39)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Equations with at least two coefficients of x to spare as checks."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS or len(set(terms)) < 5:
        return
    for scheme in SCHEMES:
        blocks = len(scheme.names)
        degree = min(n - MIN_SPARE, MAX_UNKNOWNS) // blocks - 1
        if degree < 0:
            continue
        search.spend(120 + (blocks * (degree + 1)) ** 2 // 3)
        fit = _fit(list(terms), scheme, degree, search)
        if fit is not None:
            yield fit


def _modular(terms: list[int], prime: int, exponential: bool) -> Matrix:
    if not exponential:
        return residues(terms, prime)
    inverse = pow(factorial(len(terms)) % prime, -1, prime)
    out = [0] * len(terms)
    for i in range(len(terms) - 1, -1, -1):
        inverse = inverse * (i + 1) % prime
        out[i] = terms[i] % prime * inverse % prime
    return np.array(out, dtype=np.int64)


def _system(terms: list[int], scheme: Scheme, degree: int, prime: int) -> Matrix:
    """Row i: the coefficients of x^i in x^d·S_j; columns by rising d, so low degrees end first."""
    columns = scheme.columns(_modular(terms, prime, scheme.exponential), prime)
    shifted = []
    for d in range(degree + 1):
        for column in columns:
            moved = np.zeros_like(column)
            moved[d:] = column[: len(column) - d]
            shifted.append(moved)
    return np.stack(shifted, axis=1)


def _fit(terms: list[int], scheme: Scheme, degree: int, search: Search) -> Fit | None:
    vectors: list[Modular] = []
    for prime in PRIMES[:4]:
        vector = dependency(_system(terms, scheme, degree, prime), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
        search.spend(200)
    weights = lifted(vectors)
    if weights is None:
        return None
    value = _next(terms, scheme, degree, weights)
    used = sum(1 for w in weights if w)
    end = max(i for i, w in enumerate(weights) if w) + 1
    blocks = len(scheme.names)
    checked = len(terms) - max(used - 1, end // 2)
    beyond_linear = any(w for j, w in enumerate(weights) if j % blocks > 1)
    if value is None or checked < MIN_SPARE or not beyond_linear:
        return None
    return Fit(
        kind="series",
        value=value,
        bits=9 + null_bits(weights[:end]),
        why=f"the generating function A obeys {scheme.words}: {_words(weights, scheme)}",
        checked=checked,
    )


def _next(terms: list[int], scheme: Scheme, degree: int, weights: list[int]) -> int | None:
    """The whole number for which the equation holds one power further, by residues."""
    combined, modulus = 0, 1
    bound = 4 * max(abs(terms[-1]), 1) * (max(abs(terms[-1]), 1) // max(abs(terms[-2]), 1) + 4) ** 2
    for i in range(64):
        prime = _prime(i)
        w = np.array([x % prime for x in weights], dtype=np.int64)
        rests = [
            int((_system([*terms, trial], scheme, degree, prime)[-1] * w % prime).sum() % prime)
            for trial in (0, 1)
        ]
        slope = (rests[1] - rests[0]) % prime
        if not slope:
            return None
        residue = -rests[0] * pow(slope, -1, prime) % prime
        combined += modulus * ((residue - combined) * pow(modulus, -1, prime) % prime)
        modulus *= prime
        signed = combined if 2 * combined < modulus else combined - modulus
        if modulus > bound * PRIMES[0]:
            # A fraction shows as a residue far beyond any size that the terms suggest.
            return signed if abs(signed) < bound else None
    return None


@cache
def _prime(i: int) -> int:
    """The i-th prime below 2^31, counted downwards."""
    if i < len(PRIMES):
        return PRIMES[i]
    n = _prime(i - 1) - 2
    while not is_prime(n):
        n -= 2
    return n


def _words(weights: list[int], scheme: Scheme) -> str:
    blocks = len(scheme.names)
    parts = []
    for j, name in enumerate(scheme.names):
        polynomial = " + ".join(
            f"{c}" if not d else f"{c}x" if d == 1 else f"{c}x^{d}"
            for d, c in enumerate(weights[j::blocks])
            if c
        )
        if polynomial:
            parts.append(f"({polynomial})·{name}" if name != "1" else f"({polynomial})")
    text = " + ".join(parts)
    return (text if len(text) < 200 else text[:180] + "…") + " = 0"
