"""Integer dependencies among the columns of a matrix, found modulo primes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.rules.fit import digits_of, ratio_bits
from int2vec.predict.complete.rules.recurrence import rational

# The largest primes below 2^31: products of two residues stay within 63 bits.
PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)

Matrix = NDArray[np.int64]


def residues(terms: list[int], prime: int) -> Matrix:
    """The terms modulo the prime, shape (n,)."""
    return np.array([t % prime for t in terms], dtype=np.int64)


def dependency(matrix: Matrix, prime: int) -> Matrix | None:
    """The vector v ≠ 0 with matrix·v = 0 that ends soonest, its last entry 1, where there is one.

    The matrix, of shape (rows, columns), holds residues. "Ends soonest" makes the answer unique,
    so that the same vector comes out for every prime that is not an unlucky one.
    """
    work = matrix.copy()
    for column in range(work.shape[1]):
        nonzero = np.flatnonzero(work[column:, column])  # empty past the last row
        if nonzero.size == 0:
            return _back_substituted(work, column, prime)
        first = column + int(nonzero[0])
        if first != column:
            work[[column, first]] = work[[first, column]]
        pivot = work[column, column:] * pow(int(work[column, column]), -1, prime) % prime
        work[column, column:] = pivot
        below = work[column + 1 :, column:]
        below -= below[:, :1] * pivot[None, :] % prime
        below %= prime
    return None


def _back_substituted(work: Matrix, column: int, prime: int) -> Matrix:
    """The mix of the columns before `column`, each with a pivot 1, that cancels it."""
    vector = np.zeros(work.shape[1], dtype=np.int64)
    vector[column] = 1
    for row in range(column - 1, -1, -1):
        products = work[row, row + 1 : column + 1] * vector[row + 1 : column + 1] % prime
        vector[row] = -int(products.sum()) % prime
    return vector


def lifted(vectors: list[tuple[Matrix, int]]) -> list[int] | None:
    """The integer vector in lowest terms of which these are the residues, one for each prime."""
    modulus = 1
    combined = [0] * len(vectors[0][0])
    for vector, prime in vectors:
        inverse = pow(modulus, -1, prime)
        for i, x in enumerate(vector.tolist()):
            combined[i] += modulus * ((x - combined[i]) * inverse % prime)
        modulus *= prime
    pairs = []
    for x in combined:
        pair = rational(x % modulus, modulus)
        if pair is None:
            return None
        pairs.append(pair)
    scale = lcm(*(q for _, q in pairs))
    if scale.bit_length() > 200:
        return None
    out = [p * (scale // q) for p, q in pairs]
    common = gcd(*out)
    return [x // common for x in out]


@dataclass(frozen=True, kw_only=True, slots=True)
class Relation:
    """The target as a mix of columns, holding on every row, and what it gives on the next one."""

    weights: tuple[Fraction, ...]
    value: int
    checked: int

    @property
    def bits(self) -> float:
        """Bits to write the weights down; a column left out costs one."""
        return sum(ratio_bits(w.numerator, w.denominator) for w in self.weights)


def relation(columns: list[list[int]], target: list[int], following: list[int]) -> Relation | None:
    """The rational mix of columns that makes up the target on all rows, where there is one.

    `following` holds the columns' entries on the row of the term to foretell. Columns that
    depend on those before them are left out.

    >>> relation([[1, 1, 1], [1, 2, 3]], [5, 7, 9], [1, 4]).value
    11
    """
    solved: list[tuple[Matrix, int]] = []
    rank = 0
    for prime in PRIMES[:4]:
        matrix = np.stack([residues(c, prime) for c in [*columns, target]], axis=1)
        weights = mix(matrix, prime)
        if weights is None:
            return None
        rank = int(np.count_nonzero(weights[:-1]))
        solved.append((weights, prime))
        if len(solved) == 1 and len(target) <= rank:
            return None
        lift = lifted(solved)
        if lift is None or not lift[-1]:
            continue
        scale, mixed = lift[-1], lift[:-1]
        if all(
            sum(w * column[i] for w, column in zip(mixed, columns, strict=True) if w)
            == scale * goal
            for i, goal in enumerate(target)
        ):
            value, rest = divmod(sum(w * f for w, f in zip(mixed, following, strict=True)), scale)
            if rest:
                return None
            fractions = tuple(Fraction(w, scale) for w in mixed)
            return Relation(weights=fractions, value=value, checked=len(target) - rank)
    return None


def mix(matrix: Matrix, prime: int) -> Matrix | None:
    """Residues w, w[-1] = 1, with Σ w[j]·column j = the last column; None where it is no mix."""
    work = matrix
    rows, columns = work.shape
    pivots: list[int] = []
    for column in range(columns - 1):
        rank = len(pivots)
        if rank == rows:
            break
        nonzero = np.flatnonzero(work[rank:, column])
        if len(nonzero) == 0:
            continue
        first = rank + int(nonzero[0])
        if first != rank:
            work[[rank, first]] = work[[first, rank]]
        work[rank] = work[rank] * pow(int(work[rank, column]), -1, prime) % prime
        factors = work[:, column].copy()
        factors[rank] = 0
        work -= factors[:, None] * work[rank][None, :] % prime
        work %= prime
        pivots.append(column)
    if np.any(work[len(pivots) :, -1]) or len(pivots) >= rows:
        return None
    out = np.zeros(columns, dtype=np.int64)
    out[pivots] = work[: len(pivots), -1]
    out[-1] = 1
    return out


def mixture(names: Sequence[str], weights: Sequence[Fraction]) -> str:
    """The mix as people write it.

    >>> mixture(["a(n)", "n", ""], [Fraction(2), Fraction(-1), Fraction(1)])
    '2·a(n) − n + 1'
    """
    text = ""
    for name, w in zip(names, weights, strict=True):
        if not w:
            continue
        number = digits_of(abs(w))
        body = number if not name else name if abs(w) == 1 else f"{number}·{name}"
        text += (" − " if w < 0 else " + ") + body
    if not text:
        return "0"
    return text[3:] if text.startswith(" + ") else "−" + text[3:]
