"""Linear algebra modulo primes, and the way back to fractions and whole numbers.

A system is solved modulo one or more primes, where it is quick, and its solution lifted: exact
answers without exact elimination. What is lifted must be tried on the whole numbers themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from math import gcd, lcm
from operator import mul

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import ratio_bits

# The largest primes below 2^31: products of two residues stay within 63 bits.
PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
MAX_SCALE_BITS = 200  # of the common denominator of a solution

Matrix = NDArray[np.int64]


def residues(terms: Sequence[int], prime: int) -> Matrix:
    """The terms modulo the prime, shape (n,)."""
    return np.array([t % prime for t in terms], dtype=np.int64)


def inverses(values: Matrix, prime: int) -> Matrix:
    """1 over each value modulo the prime, 0 for 0.

    >>> inverses(np.array([1, 2, 3, 0]), 11).tolist()
    [1, 6, 4, 0]
    """
    distinct, which = np.unique(values, return_inverse=True)
    found = np.ones_like(distinct)
    for bit in f"{prime - 2:b}":  # Fermat: b^(p-2) is 1/b
        found = found * found % prime
        if bit == "1":
            found = found * distinct % prime
    return found[which]


def echelon(work: Matrix, columns: int, prime: int, *, stop: bool = False) -> list[int]:
    """The pivots among the first columns of a matrix of residues, brought to echelon form in place.

    Each pivot is 1 and has zeros above and below it, so that the entries of any other column are
    its weights in the columns of the pivots. A column that depends on those before it is passed
    over; with `stop` it is the last one looked at.
    """
    pivots: list[int] = []
    for column in range(columns):
        rank = len(pivots)
        nonzero = np.flatnonzero(work[rank:, column])  # empty past the last row
        if not nonzero.size:
            if stop:
                break
            continue
        first = rank + int(nonzero[0])
        work[[rank, first]] = work[[first, rank]]
        pivot = work[rank, column:] * pow(int(work[rank, column]), -1, prime) % prime
        # A product of residues has 62 bits, so that a residue may be added before it is reduced.
        work[:, column:] += work[:, column, None] * (prime - pivot)
        work[:, column:] %= prime
        work[rank, column:] = pivot
        pivots.append(column)
    return pivots


def dependency(matrix: Matrix, prime: int) -> Matrix | None:
    """The vector v ≠ 0 with matrix·v = 0 that ends soonest, its last entry 1, where there is one.

    The matrix, of shape (rows, columns), holds residues. "Ends soonest" makes the answer unique,
    so that the same vector comes out for every prime that is not an unlucky one.

    >>> dependency(np.array([[1, 2, 3], [2, 4, 5]]), 101).tolist()
    [99, 1, 0]
    """
    work = matrix.copy()
    columns = work.shape[1]
    end = len(echelon(work, columns, prime, stop=True))
    if end == columns:
        return None
    vector = np.zeros(columns, dtype=np.int64)
    vector[:end] = -work[:end, end] % prime
    vector[end] = 1
    return vector


def rationals(residues: Iterable[int], modulus: int) -> list[Fraction] | None:
    """The fractions of small numerators and denominators that the residues stand for, all or None.

    >>> rationals([pow(3, -1, PRIMES[0]) * 2 % PRIMES[0], 5], PRIMES[0])
    [Fraction(2, 3), Fraction(5, 1)]
    """
    bound = 1 << ((modulus.bit_length() - 1) // 2)
    found = []
    for residue in residues:
        a, b, s, t = modulus, residue, 0, 1
        while b >= bound:
            quotient = a // b
            a, b = b, a - quotient * b
            s, t = t, s - quotient * t
        if not 0 < abs(t) < bound:
            return None
        found.append(Fraction(b, t))
    return found


def lifted(vectors: list[tuple[Matrix, int]]) -> list[int] | None:
    """The integer vector in lowest terms of which these are the residues, one for each prime.

    >>> lifted([(np.array([pow(2, -1, 101), 1]), 101)])
    [1, 2]
    """
    modulus = 1
    combined = [0] * len(vectors[0][0])
    for vector, prime in vectors:
        inverse = pow(modulus, -1, prime)
        pairs = zip(combined, vector.tolist(), strict=True)
        combined = [x + modulus * ((y - x) * inverse % prime) for x, y in pairs]
        modulus *= prime
    fractions = rationals(combined, modulus)
    if fractions is None:
        return None
    scale = lcm(*(f.denominator for f in fractions))
    if scale.bit_length() > MAX_SCALE_BITS:
        return None
    whole = [int(f * scale) for f in fractions]
    common = gcd(*whole)
    return [x // common for x in whole]


def whole_dependencies(system: Callable[[int], Matrix]) -> Iterator[list[int]]:
    """What `dependency` says of a system of whole numbers, given modulo any prime, in lowest terms.

    It is lifted from two, four and six primes: the first that holds for the whole numbers will do.

    >>> next(whole_dependencies(lambda prime: np.array([[2, 1, 3], [4, 2, 5]])))
    [-1, 2, 0]
    """
    vectors: list[tuple[Matrix, int]] = []
    for prime in PRIMES:
        vector = dependency(system(prime), prime)
        if vector is None:
            return
        vectors.append((vector, prime))
        weights = lifted(vectors) if len(vectors) % 2 == 0 else None
        if weights is not None:
            yield weights


@dataclass(frozen=True, kw_only=True, slots=True)
class Relation:
    """The target as a mix of columns, holding on every row, and what it gives on the next one."""

    weights: tuple[int | Fraction, ...]
    value: int
    checked: int

    @property
    def bits(self) -> float:
        """Bits to write the weights down; a column left out costs one."""
        return sum(ratio_bits(w.numerator, w.denominator) for w in self.weights)


def relation(
    columns: Sequence[Sequence[int]], target: Sequence[int], following: Sequence[int]
) -> Relation | None:
    """The rational mix of columns that makes up the target on all rows, where there is one.

    `following` holds the columns' entries on the row of the term to foretell. Columns that
    depend on those before them are left out.

    >>> relation([[1, 1, 1], [1, 2, 3]], [5, 7, 9], [1, 4]).value
    11
    """
    # Rows in echelon form, each with the place of its first entry; zeros at the places before.
    basis: list[tuple[int, list[int]]] = []
    given = list(zip(*columns, target, strict=True))
    for row in map(list, given):
        if len(basis) == len(columns):
            break
        for place, other in basis:
            if factor := row[place]:
                row = [other[place] * x - factor * y for x, y in zip(row, other, strict=True)]
        pivot = next(compress(range(len(columns)), row), None)
        if pivot is not None:
            common = gcd(*row)
            basis.append((pivot, [x // common for x in row] if common > 1 else row))
        elif row[-1]:
            return None
    weights, scale = [0] * len(columns), 1
    for place, row in reversed(basis):
        rest = scale * row[-1] - sum(map(mul, weights, row))
        weights = [w * row[place] for w in weights]
        weights[place], scale = rest, scale * row[place]
    if any(sum(map(mul, weights, whole)) != scale * whole[-1] for whole in given):
        return None
    value, rest = divmod(sum(map(mul, weights, following)), scale)
    checked = len(target) - sum(map(bool, weights))
    if checked < 1 or rest:
        return None
    shares = tuple([Fraction(w, scale) if w % scale else w // scale for w in weights])
    return Relation(weights=shares, value=value, checked=checked)


def connections(terms: Sequence[int], prime: int) -> Iterator[list[int]]:
    """Berlekamp–Massey: after each term the shortest c with Σ c[j]·term(i−j) = 0 for all i so far.

    c[0] = 1, and all is modulo the prime. The same list comes again until a term breaks it.

    >>> list(connections([1, 1, 2, 3, 5, 8], 101))[-1]
    [1, 100, 100]
    """
    c, b = [1], [1]
    shift, last = 1, 1
    for i in range(len(terms)):
        order = len(c) - 1
        discrepancy = sum(map(mul, c, terms[i - order : i + 1][::-1])) % prime
        if not discrepancy:
            shift += 1
            yield c
            continue
        factor = discrepancy * pow(last, -1, prime) % prime
        longer = c + [0] * (len(b) + shift - len(c))
        for j, x in enumerate(b, shift):
            longer[j] = (longer[j] - factor * x) % prime
        if 2 * order <= i:
            b, last, shift = c, discrepancy, 1
        else:
            shift += 1
        c = longer
        yield c
