"""Generating functions that obey an equation: algebraic, differential, or with A(x²) in it.

Polynomials P_j(x) are sought with Σ P_j(x)·S_j(x) = 0 up to the last known term, where the
S_j are powers of A(x), its derivative, A(x²) and 1 (Hermite–Padé approximation). The next term
is the one that carries the equation one power of x further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import factorial

import numpy as np

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import monomial, shortened
from int2vec.arithmetic.linear_algebra import (
    PRIMES,
    Matrix,
    dependency,
    joined,
    lifted,
    prime_below_2_31,
    residues,
)
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 9
MAX_TERMS = 44
MIN_SPARE = 2
MAX_UNKNOWNS = 34
MAX_PRIMES = 64
N_PRIMES = 4  # by which the equation is found


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """The series among which an equation is sought; `exponential`: terms over factorials."""

    words: str
    names: tuple[str, ...]
    exponential: bool = False


ALGEBRAIC = "an algebraic equation"
DIFFERENTIAL = "a differential equation"
EXPONENTIAL = "a differential equation of the exponential series"
SCHEMES = (
    Scheme(words=ALGEBRAIC, names=("1", "A", "A²")),
    Scheme(words=ALGEBRAIC, names=("1", "A", "A²", "A³")),
    Scheme(words=ALGEBRAIC, names=("1", "A", "A²", "A³", "A⁴")),
    Scheme(words="an equation with A(x²)", names=("1", "A", "A²", "A(x²)")),
    Scheme(words=DIFFERENTIAL, names=("1", "A", "A²", "x·A'")),
    Scheme(words=EXPONENTIAL, names=("1", "A", "A²", "x·A'"), exponential=True),
    Scheme(words=EXPONENTIAL, names=("1", "A", "x·A'", "A²", "A·xA'", "(xA')²"), exponential=True),
)


def _one(a: Matrix) -> Matrix:
    out = np.zeros_like(a)
    out[0] = 1
    return out


def _stretched(a: Matrix) -> Matrix:
    """A(x²)."""
    out = np.zeros_like(a)
    out[::2] = a[: (len(a) + 1) // 2]
    return out


def _times(a: Matrix, b: Matrix, prime: int) -> Matrix:
    """The product of two power series, truncated: one of two integers with 128 bits a term."""
    n = len(a)
    packed = np.zeros((2, n, 2), dtype="<u8")
    packed[:, :, 0] = a, b
    first, second = (int.from_bytes(x.tobytes(), "little") for x in packed)
    product = (first * second).to_bytes(32 * n, "little")
    low, high = np.frombuffer(product, dtype="<u8").reshape(2 * n, 2)[:n].T
    terms: Matrix = ((low % prime + high * (2**64 % prime)) % prime).astype(np.int64)
    return terms


# How each series is made of those before it; x·A' and not A', so that no term is lost.
MADE: dict[str, Callable[[dict[str, Matrix], int], Matrix]] = {
    "1": lambda s, prime: _one(s["A"]),
    "A²": lambda s, prime: _times(s["A"], s["A"], prime),
    "A³": lambda s, prime: _times(s["A²"], s["A"], prime),
    "A⁴": lambda s, prime: _times(s["A³"], s["A"], prime),
    "A(x²)": lambda s, prime: _stretched(s["A"]),
    "x·A'": lambda s, prime: s["A"] * np.arange(len(s["A"])) % prime,
    "A·xA'": lambda s, prime: _times(s["A"], s["x·A'"], prime),
    "(xA')²": lambda s, prime: _times(s["x·A'"], s["x·A'"], prime),
}


@rule(group="generating functions", turn=39)
def generating_function(terms: Terms, search: Search) -> Iterator[Fit]:
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


def _fit(terms: list[int], scheme: Scheme, degree: int, search: Search) -> Fit | None:
    vectors: list[tuple[Matrix, int]] = []
    for prime in PRIMES[:N_PRIMES]:
        vector = dependency(_system(terms, scheme, degree, prime), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
        search.spend(200)
    weights = lifted(vectors)
    if weights is None:
        return None
    value = _next(terms, scheme, degree, weights)
    used = [i for i, w in enumerate(weights) if w]
    end = used[-1] + 1
    checked = len(terms) - max(len(used) - 1, end // 2)
    beyond_linear = any(i % len(scheme.names) > 1 for i in used)
    if value is None or checked < MIN_SPARE or not beyond_linear:
        return None
    return Fit(
        kind="series",
        value=value,
        bits=COST.algebraic_series + null_bits(weights[:end]),
        why=f"the generating function A obeys {scheme.words}: {_words(weights, scheme)}",
        checked=checked,
    )


def _system(terms: list[int], scheme: Scheme, degree: int, prime: int) -> Matrix:
    """Row i: the coefficients of x^i in x^d·S_j; columns by rising d, so low degrees end first."""
    series = {"A": _modular(terms, prime, scheme.exponential)}
    for name in scheme.names:
        if name not in series:
            series[name] = MADE[name](series, prime)
    shifted = []
    for d in range(degree + 1):
        for name in scheme.names:
            moved = np.zeros(len(terms), dtype=np.int64)
            moved[d:] = series[name][: len(terms) - d]
            shifted.append(moved)
    return np.stack(shifted, axis=1)


def _modular(terms: list[int], prime: int, exponential: bool) -> Matrix:
    if not exponential:
        return residues(terms, prime)
    inverse = pow(factorial(len(terms)) % prime, -1, prime)
    out = [0] * len(terms)
    for i in range(len(terms) - 1, -1, -1):
        inverse = inverse * (i + 1) % prime
        out[i] = terms[i] % prime * inverse % prime
    return np.array(out, dtype=np.int64)


def _next(terms: list[int], scheme: Scheme, degree: int, weights: list[int]) -> int | None:
    """The whole number for which the equation holds one power further, by residues."""
    combined, modulus = 0, 1
    bound = 4 * max(abs(terms[-1]), 1) * (max(abs(terms[-1]), 1) // max(abs(terms[-2]), 1) + 4) ** 2
    for i in range(MAX_PRIMES):
        prime = prime_below_2_31(i)
        w = np.array([x % prime for x in weights], dtype=np.int64)
        rests = [
            int((_system([*terms, trial], scheme, degree, prime)[-1] * w % prime).sum() % prime)
            for trial in (0, 1)
        ]
        slope = (rests[1] - rests[0]) % prime
        if not slope:
            return None
        residue = -rests[0] * pow(slope, -1, prime) % prime
        combined = joined(combined, modulus, residue, prime)
        modulus *= prime
        signed = combined if 2 * combined < modulus else combined - modulus
        if modulus > bound * PRIMES[0]:
            # A fraction shows as a residue far beyond any size that the terms suggest.
            return signed if abs(signed) < bound else None
    return None


def _words(weights: list[int], scheme: Scheme) -> str:
    parts = []
    for j, name in enumerate(scheme.names):
        coefficients = weights[j :: len(scheme.names)]
        if any(coefficients):
            summands = [f"{c}{monomial({'x': d})}" for d, c in enumerate(coefficients) if c]
            parts.append(f"({' + '.join(summands)})" + (f"·{name}" if name != "1" else ""))
    return shortened(" + ".join(parts), 200, 180) + " = 0"
