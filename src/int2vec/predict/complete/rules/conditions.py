"""Conditions on an integer that a set may be cut out by, and which of them all terms meet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, combinations, compress, product, repeat
from math import gcd
from operator import eq, ge, le

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import digits, reverse_digits
from int2vec.arithmetic.formulas import plus, polynomial
from int2vec.arithmetic.operations import operations
from int2vec.arithmetic.primes import is_prime, prime_mask
from int2vec.arithmetic.properties import PROPERTIES
from int2vec.arithmetic.shapes import is_square
from int2vec.predict.complete.rules.fit import Search

SHIFTS = (0, 1, -1, 2, -2)
LEAST = min(SHIFTS)
TABLED = 511  # up to here properties are looked up
TOLD = [prop for prop in PROPERTIES.values() if prop.family != "remainders"]
MANY = 24  # terms from which on "is never prime" says something
MAX_QUANTITY = 10**12  # larger terms are not taken apart
MAX_COUNTED = 800_000  # primes up to here are counted
WHEEL, SMALL_PRIMES = 210, (2, 3, 5, 7)
SMALL = 68  # from which on no polynomial is a small prime
DEGREE = 10

Test = Callable[[int], bool]
Of = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Condition:
    """A yes-or-no question about n, in words that follow 'numbers n such that'."""

    subject: object
    says: str
    bits: float
    holds: Test

    @property
    def words(self) -> str:
        """The whole question; polynomials are only written out where it is asked."""
        return f"{self.subject} {self.says}"


def met_by_all(terms: list[int], search: Search, *, dense: bool = False) -> Iterator[Condition]:
    """The conditions that every term meets; the last term is tried first, small ones meet many.

    Only a dense set is likely to be that of the numbers that are *not* of some form.
    """
    tried = [terms[-1], *terms[:-1]]
    search.spend(3_000)
    rows = [t if t < SMALL else SMALL + t % WHEEL for t in tried]
    perhaps: list[bool] = np.all(_without_small_factors()[rows], axis=0).tolist()
    # Of small terms all properties are looked up at once: rows are (terms, shifts).
    small = np.array([t for t in tried if 0 <= t <= TABLED - max(SHIFTS)], dtype=np.int64)
    held = _held()[small[:, None] + SHIFTS - LEAST].all(axis=0)  # (shifts, properties)
    fixed = (*compress(_properties(), held.T.ravel().tolist()), *_written())
    fixed += tuple(compress(prime_forms(), chain(perhaps, repeat(True))))
    if dense and len(tried) >= MANY:
        fixed += prime_forms(False)
    yield from (c for c in fixed if all(map(c.holds, tried)))
    yield from _quantity_conditions(tried, search)


@cache
def _held() -> NDArray[np.bool_]:
    """Which properties the integers from the least shift on have: (integers, properties)."""
    below = [[prop.holds(n) for prop in TOLD] for n in range(LEAST, 0)]
    return np.concatenate([np.array(below), np.array([prop.mask(TABLED) for prop in TOLD]).T])


@cache
def _properties() -> tuple[Condition, ...]:
    """Properties of n itself, or of a neighbor of n."""
    return tuple(
        Condition(
            f"n{plus(shift)}",
            prop.words,
            COST.condition_shifted if shift else COST.condition,
            partial(_has, column.tobytes(), prop.holds, shift),
        )
        for prop, column in zip(TOLD, _held().T, strict=True)
        for shift in SHIFTS
    )


def _has(column: bytes, holds: Test, shift: int, n: int) -> bool:
    return bool(column[n + shift - LEAST]) if n + shift <= TABLED else holds(n + shift)


@cache
def _written() -> tuple[Condition, ...]:
    """Conditions on the digits: one that is there, missing, first or last; two that are as many."""
    tests: tuple[tuple[str, float, Callable[[str, str], bool]], ...] = (
        ("has a digit", COST.condition_digit, str.__contains__),
        ("has no digit", COST.condition_digit_missing, lambda text, d: d not in text),
        ("ends in", COST.condition_digit, str.endswith),
        ("begins with", COST.condition_digit, str.startswith),
    )
    single = [
        Condition("n", f"{words} {d}", bits, partial(lambda test, d, n: test(str(n), d), test, d))
        for (words, bits, test), d in product(tests, "0123456789")
    ]
    balanced = [
        Condition(
            f"the digits {two[0]} and {two[1]}",
            f"are as many in n in base {base}",
            COST.condition_balanced,
            partial(lambda b, x, y, n: (d := _digits(n, b)).count(x) == d.count(y), base, *two),
        )
        for base in range(2, 11)
        for two in combinations(range(base), 2)
    ]
    return (*single, *balanced)


_digits = lru_cache(maxsize=1 << 15)(digits)


@cache
def prime_forms(wanted: bool = True) -> tuple[Condition, ...]:
    """Polynomials in n, and quotients (n + b)/a, that are prime, or that are not.

    >>> prime_forms()[0].words
    'n − 60 is prime'
    """
    verb, more = ("is prime", 0) if wanted else ("is not prime", 1)
    found: list[tuple[object, float, Callable[[int], int]]] = []
    for coefficients, price in _polynomials():
        numbers = (coefficients[0] - 1, *coefficients[1:])
        words = polynomial(coefficients[::-1])
        bits = price + sum(int_bits(x) for x in numbers if x)
        found.append((words, bits, partial(_value, coefficients)))
    for a, b in product(range(2, 13), range(-11, 12)):
        if gcd(a, b) == 1:
            bits = COST.prime_linear + int_bits(a - 1) + int_bits(b) + 1
            found.append((f"(n{plus(b)})/{a}", bits, partial(_quotient, a, b)))
    return tuple(
        Condition(words, verb, bits + more, partial(lambda of, n: is_prime(of(n)) is wanted, of))
        for words, bits, of in found
    )


@cache
def _without_small_factors() -> NDArray[np.bool_]:
    """Which polynomials may be prime at n, (n, polynomials); from `SMALL` on n is a remainder."""
    every = [(*[0] * (DEGREE + 1 - len(c)), *c) for c, _ in _polynomials()]
    coefficients = np.array(every, dtype=float).T
    powers = [[n**k for k in range(DEGREE, -1, -1)] for n in (*range(SMALL), *range(WHEEL))]
    rests = np.array([[p % WHEEL for p in row] for row in powers], dtype=float) @ coefficients
    coprime = np.gcd(np.arange(WHEEL), WHEEL) == 1
    found: NDArray[np.bool_] = coprime.take(rests.astype(np.int32), mode="wrap")
    found[:SMALL] |= np.isin(np.array(powers[:SMALL], dtype=float) @ coefficients, SMALL_PRIMES)
    return found


@cache
def _polynomials() -> list[tuple[tuple[int, ...], float]]:
    """Coefficients without common factor, the highest first, and the price of the kind."""
    linear = [(1, b) for b in range(-60, 61)] + [*product(range(2, 13), range(-21, 22))]
    square = product(range(1, 9), range(-1, 4), range(-13, 18))
    found: list[tuple[tuple[int, ...], float]] = [(c, COST.prime_linear) for c in linear]
    found += [((a, b, c), COST.prime_square) for a, b, c in square if (a + b) % 2 or c % 2]
    for power in range(3, DEGREE + 1):
        for a, c in product(range(1, 9 if power == 3 else 2), range(-12, 13)):
            found.append(((a, *[0] * (power - 1), c), COST.prime_power + power))
    for power, b, c in product((3, 4), (1, -1), (1, -1)):
        found.append(((1, *[0] * (power - 2), b, c), COST.prime_trinomial))
    return [(c, price) for c, price in found if c[-1] and gcd(*c) == 1]


def _value(coefficients: tuple[int, ...], n: int) -> int:
    value = 0
    for c in coefficients:
        value = value * n + c
    return value


def _quotient(a: int, b: int, n: int) -> int:
    return 0 if (n + b) % a else (n + b) // a


@cache
def quantities() -> tuple[tuple[str, float, Of], ...]:
    """n, its neighbors and powers, and what their divisors and digits give: words, price, value."""
    price = COST.condition_of_quantity
    found: list[tuple[str, float, Of]] = [
        ("n", price, lambda n: n),
        ("the number of primes up to n", price, lambda n: int(_prime_counts()[n])),
        ("n with its digits reversed", price, reverse_digits),
    ]
    for operation in operations("quantity"):
        arguments = [("n", 1, 0), ("(n + 1)", 1, 1), ("(n − 1)", 1, -1)]
        if operation.family in ("digits", "binary"):
            arguments = [("n", 1, 0), ("n²", 2, 0), ("n³", 3, 0)]
        for name, power, shift in arguments:
            at = partial(lambda of, p, s, n: of(n**p + s), cache(operation.of), power, shift)
            found.append((operation.sentence.format(x=name), price + 3 * (name != "n"), at))
    return tuple(found)


@cache
def primes_table() -> NDArray[np.bool_]:
    """Which integers are prime, as far as they are counted."""
    return prime_mask(MAX_COUNTED)


@cache
def _prime_counts() -> NDArray[np.int64]:
    """How many primes there are up to each integer."""
    return np.cumsum(primes_table())


def _quantity_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """One quantity of all terms is the same, prime, a square, or the same modulo something."""
    if max(terms) > MAX_QUANTITY or min(terms) < 1:
        return
    for words, price, of in quantities():
        search.spend(4 + len(terms) // 2)
        for name, bits, test in _tests_of([of(t) or 0 for t in terms]):
            yield Condition(words, name, price + bits, partial(_passes, of, test))
    search.spend(90 + 9 * len(terms))
    for base, digit in ((b, d) for b in range(2, 11) for d in range(b)):
        of = partial(lambda b, d, n: _digits(n, b).count(d), base, digit)
        times = of(terms[0])
        if all(of(t) == times for t in terms):
            words, bits = f"the number of {digit}s in n in base {base}", COST.condition_in_base
            test = partial(_passes, of, times.__eq__)
            yield Condition(words, f"is {times}", bits + int_bits(times), test)


def _passes(of: Of, test: Test, n: int) -> bool:
    value = of(n)
    return value is not None and test(value)


def _tests_of(values: list[int]) -> Iterator[tuple[str, float, Test]]:
    """What all the values have in common."""
    first, low, high = values[0], min(values), max(values)
    modulus = gcd(*(v - first for v in values))
    if not modulus:
        yield f"is {first}", int_bits(first), partial(eq, first)
    else:
        if all(map(is_prime, values)):
            yield "is prime", 0, is_prime
        if all(map(is_square, values)):
            yield "is a square", 0, is_square
    yield f"is {low} or more", int_bits(low), partial(le, low)
    yield f"is {high} or less", int_bits(high), partial(ge, high)
    if modulus > 1:
        left = first % modulus
        name = f"leaves {left} when divided by {modulus}"
        yield name, int_bits(modulus) + int_bits(left), lambda v: v % modulus == left
