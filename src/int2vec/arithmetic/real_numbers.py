"""Real numbers that are known to some digits, and the short formulas that they may have."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, product
from math import gcd, isqrt
from operator import mul

from int2vec.arithmetic.costs import int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix, polynomial, written
from int2vec.arithmetic.known.computed import pi
from int2vec.arithmetic.shapes import is_square

LOOKED_AT = 40  # digits by which a formula is found; whoever asks compares the others
# Roots of order k of rational multiples of powers of pi and e, as (k, i, j), the plainest first.
_OF_PI_AND_E = [*product(range(-2, 3), range(-3, 4)), *product((-4, -3, *range(3, 13)), (0,))]
ROOTS = (
    *((k, 0, 0) for k in range(1, 25)),
    *sorted(
        ((k, i, j) for i, j in _OF_PI_AND_E if i or j for k in (1, 2, 3)),
        key=lambda form: sum(map(abs, form)),
    ),
)
# Logarithms of rational numbers over k, to base b; 0 is that of natural ones.
LOGARITHMS = (*((k, 0) for k in range(1, 7)), *((1, b) for b in range(2, 31)))
LARGEST_LOGARITHM = 60
DEGREE = 4  # of polynomials that it may be a root of
_EXTRA = 25  # digits that are worked out beyond those that are asked for


@dataclass(frozen=True)
class Formula:
    """A short formula, what its numbers cost in bits, and its value to the context's digits."""

    words: str
    bits: float
    value: Callable[[], Decimal]

    def to(self, places: int) -> Decimal:
        """The value to so many digits."""
        with localcontext(prec=places + _EXTRA):
            return self.value()


def formulas(number: Fraction, places: int, *, plain: bool) -> Iterator[Formula]:
    """The formula of a positive number that is known to so many digits, if there is one.

    A plain one has a fraction in it; others are roots of equations.

    >>> next(formulas(Fraction(isqrt(7 * 10**40), 10**20), 20, plain=True)).words
    '√7'
    """
    places = min(places, LOOKED_AT)
    with localcontext(prec=places + 5):
        found = (_rational_inside if plain else _related)(_real(number), places)
        yield from list(islice(found, 1))


def roots_of_integers(number: Fraction, places: int) -> Iterator[Formula]:
    """The formula of a root of an integer, for which few digits suffice.

    >>> next(roots_of_integers(Fraction(2645751311, 10**9), 9)).words
    '√7'
    """
    square = round(number * number)
    if not is_square(square) and abs(number * number - square) * 10 ** (places - 1) <= square:
        value = partial(_VALUE["root"], Fraction(square), 2, 0, 0)
        yield Formula(f"√{square}", int_bits(square), value)


def _rational_inside(x: Decimal, places: int) -> Iterator[Formula]:
    """A function of x is a fraction, so that x is its inverse of that fraction."""
    for k, i, j in ROOTS:
        if r := _fraction(x**k / _powers(i, j), places):
            bits = _bits(r, k) + sum(map(int_bits, filter(None, (i, j))))
            words = _root_words(_product_words(r, i, j), k)
            yield Formula(words, bits, partial(_VALUE["root"], r, k, i, j))
    if r := _fraction(x.ln(), places):
        yield Formula(f"e^({written(r)})", _bits(r, 1), partial(_VALUE["power"], r))
    for k, b in LOGARITHMS if x < LARGEST_LOGARITHM else ():
        if r := _fraction((x * k * (Decimal(b).ln() if b else 1)).exp(), places):
            plain = f"log({written(r)})" + (f"/{k}" if k > 1 else "")
            words = f"log({written(r)})/log({b})" if b else plain
            yield Formula(words, _bits(r, b or k), partial(_VALUE["logarithm"], r, k, b))


_VALUE: dict[str, Callable[..., Decimal]] = {
    "root": lambda r, k, i, j: (_real(r) * _powers(i, j)) ** (1 / Decimal(k)),
    "power": lambda r: _real(r).exp(),
    "logarithm": lambda r, k, b: _real(r).ln() / k / (Decimal(b).ln() if b else 1),
}


def _bits(r: Fraction, k: int) -> float:
    return ratio_bits(r.numerator, r.denominator) + int_bits(k)


def _real(r: Fraction) -> Decimal:
    return Decimal(r.numerator) / r.denominator


@lru_cache(maxsize=512)
def _powers_to(i: int, j: int, precision: int) -> Decimal:
    return Decimal(pi(precision)).scaleb(-precision) ** i * Decimal(j).exp()


def _powers(i: int, j: int) -> Decimal:
    return _powers_to(i, j, getcontext().prec)


def _root_words(of: str, k: int) -> str:
    bare = of if of.isalnum() else f"({of})"
    return of if k == 1 else f"√{bare}" if k == 2 else f"{bare}^(1/{k})"


def _product_words(r: Fraction, i: int, j: int) -> str:
    named = [(f"{name}^{abs(k)}" if abs(k) > 1 else name, k) for name, k in (("π", i), ("e", j))]
    over = [str(r.numerator)] * (r.numerator > 1) + [name for name, k in named if k > 0]
    under = [str(r.denominator)] * (r.denominator > 1) + [name for name, k in named if k < 0]
    below = "·".join(under)
    return ("·".join(over) or "1") + (
        f"/({below})" if len(under) > 1 else f"/{below}" * bool(under)
    )


def _fraction(y: Decimal, places: int) -> Fraction | None:
    """The fraction that y is to all its digits, if one of far fewer digits is."""
    if abs(y.adjusted()) > places // 2:
        return None
    unit = 10 ** (places - y.adjusted())
    given = int(y * unit)
    above, below, p, q, p_before, q_before = given, unit, 1, 0, 0, 1
    while below:
        times, rest = divmod(above, below)
        p, q, p_before, q_before = times * p + p_before, times * q + q_before, p, q
        above, below = below, rest
        if p * q >= 10 ** (places // 2):
            return None
        if abs(given * q - p * unit) * 10 ** (places - 4) <= p * unit:
            return Fraction(p, q)
    return None


def _related(x: Decimal, places: int) -> Iterator[Formula]:
    """Small whole numbers relate 1, x and x², or more powers of x."""
    yield from _algebraic(x, 2, places)
    yield from _algebraic(x, DEGREE, places)


def _polynomial(weights: Sequence[int], x: Decimal) -> Decimal:
    return sum((w * x**k for k, w in enumerate(weights)), Decimal(0))


def _algebraic(x: Decimal, degree: int, places: int) -> Iterator[Formula]:
    weights = relation([x**k for k in range(degree + 1)], places)
    if weights and any(weights[2:]):
        c, b, a, *more = weights
        if not more and is_square(b * b - 4 * a * c):
            return  # fractions are told as such where they are short enough
        words = f"a root of {polynomial(weights, 'x')}" if more else _surd(weights, x)
        yield Formula(words, sum(map(int_bits, weights)), partial(_newton, weights, x))


def _newton(weights: Sequence[int], x: Decimal) -> Decimal:
    slopes = [k * w for k, w in enumerate(weights)][1:]
    for _ in range(getcontext().prec.bit_length()):
        x -= _polynomial(weights, x) / _polynomial(slopes, x)
    return x


def _surd(weights: Sequence[int], x: Decimal) -> str:
    """The root near x of a square equation."""
    c, b, a = weights
    under = b * b - 4 * a * c
    out = max(k for k in range(1, min(isqrt(under), 2000) + 1) if under % (k * k) == 0)
    parts = [-b, out if 2 * a * x + b > 0 else -out, 2 * a]
    common = gcd(*parts) if a > 0 else -gcd(*parts)
    one, other, below = (k // common for k in parts)
    over = Mix(["", f"√{under // out**2}"], [one, other])
    return f"{over}" if below == 1 else f"({over})/{below}" if one else f"{over}/{below}"


def relation(values: Sequence[Decimal], places: int) -> list[int] | None:
    """Small whole numbers, the last not 0 above it, whose products with the values add up to 0."""
    n = len(values)
    scaled = [int(value.scaleb(places - 3)) for value in values]
    rows = [[*(int(i == j) for j in range(n)), scaled[i]] for i in range(n)]
    best = min(reduced(rows), key=lambda row: max(map(abs, row)))
    small = max(map(abs, best)) < 10 ** (places // (2 * n))
    # A power that is all but 0 relates to nothing else.
    if not small or sum(map(bool, best[:n])) < 2:
        return None
    return best[:n] if next(filter(None, best[n - 1 :: -1])) > 0 else [-w for w in best[:n]]


def reduced(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """A basis of the same lattice with short vectors, by Lenstra, Lenstra and Lovász.

    >>> reduced([[1, 0, 1414], [0, 1, 1000]])[0]
    [-12, 17, 32]
    """
    basis = [list(row) for row in rows]
    inner, sizes = _orthogonal(basis)

    def subtract(k: int, j: int) -> None:
        times = (2 * inner[k][j] + sizes[j + 1]) // (2 * sizes[j + 1])
        if times:
            basis[k] = [a - times * b for a, b in zip(basis[k], basis[j], strict=True)]
            for i in range(j + 1):
                inner[k][i] -= times * inner[j][i]

    k = 1
    while k < len(basis):
        subtract(k, k - 1)
        if 4 * (sizes[k + 1] * sizes[k - 1] + inner[k][k - 1] ** 2) < 3 * sizes[k] ** 2:
            basis[k - 1], basis[k] = basis[k], basis[k - 1]
            _swap(inner, sizes, k)
            k = max(1, k - 1)
        else:
            for j in range(k - 2, -1, -1):
                subtract(k, j)
            k += 1
    return basis


def _orthogonal(basis: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[int]]:
    """The products with the orthogonal basis, and the determinants that make them whole."""
    inner, sizes = [[0] * len(basis) for _ in basis], [1] * (len(basis) + 1)
    for k, row in enumerate(basis):
        for j in range(k + 1):
            size = sum(map(mul, row, basis[j]))
            for i in range(j):
                size = (sizes[i + 1] * size - inner[k][i] * inner[j][i]) // sizes[i]
            inner[k][j] = size
        sizes[k + 1] = inner[k][k]
    return inner, sizes


def _swap(inner: list[list[int]], sizes: list[int], k: int) -> None:
    """Bring both up to date where a vector has changed places with the one before it."""
    for j in range(k - 1):
        inner[k][j], inner[k - 1][j] = inner[k - 1][j], inner[k][j]
    shared = inner[k][k - 1]
    smaller = (sizes[k - 1] * sizes[k + 1] + shared * shared) // sizes[k]
    for row in inner[k + 1 :]:
        above = row[k]
        row[k] = (sizes[k + 1] * row[k - 1] - shared * above) // sizes[k]
        row[k - 1] = (smaller * above + shared * row[k]) // sizes[k + 1]
    sizes[k] = inner[k - 1][k - 1] = smaller
