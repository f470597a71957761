"""Conditions on an integer that a set may be cut out by, and which of them all terms meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product
from math import gcd
from operator import eq, ge, le
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, digits, is_prime, is_square, prime_mask
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.operations import operations
from int2vec.predict.complete.rules.fit import Search

SHIFTS = (1, -1, 2, -2)
MANY = 24  # terms from which on "is never prime" says something
MAX_QUANTITY = 10**12  # larger terms are not taken apart
MAX_COUNTED = 800_000  # primes up to here are counted
MOST_COMPARED = 10  # terms by which two quantities are compared first
MOST_RELATED = 60  # pairs of quantities of each relation


@dataclass(frozen=True, slots=True)
class Condition:
    """A yes-or-no question about n, in words that follow 'numbers n such that'."""

    words: str
    bits: float
    holds: Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """A function of n that is often asked to be prime, in words that say so."""

    words: str
    bits: float
    of: Callable[[int], int]


@cache
def prime_forms() -> tuple[Form, ...]:
    """Polynomials, quotients (n + b)/a, and n with digits written before or after it."""
    return (*_linear_forms(), *_square_forms(), *_far_forms(), *_power_forms(), *_other_forms())


def _linear_forms() -> Iterator[Form]:
    for a, b in product(range(1, 13), range(-21, 22)):
        if gcd(a, b) == 1 and (a, b) != (1, 0):
            bits = COST.prime_linear + int_bits(a - 1) + int_bits(b)
            yield _polynomial(bits, 0, a, b)
            if a > 1 and abs(b) < 12:
                yield Form(f"(n {b:+d})/{a} is prime", bits + 1, partial(_quotient, a, b))


def _square_forms() -> Iterator[Form]:
    for a, b, c in product(range(1, 9), range(-1, 4), range(-13, 18)):
        if c and gcd(a, b, c) == 1 and ((a + b) % 2 or c % 2):
            bits = COST.prime_square + int_bits(a - 1) + int_bits(b) + int_bits(c)
            yield _polynomial(bits, a, b, c)


def _far_forms() -> Iterator[Form]:
    for b in (*range(-60, -21), *range(22, 61)):
        yield _polynomial(COST.prime_far + int_bits(b), 0, 1, b)


def _power_forms() -> Iterator[Form]:
    for power in range(3, 11):
        for a, c in product(range(1, 9 if power == 3 else 2), range(-12, 13)):
            if c and gcd(a, c) == 1:
                bits = COST.prime_power + power + int_bits(a - 1) + int_bits(c)
                words = f"{'' if a == 1 else a}n^{power} {c:+d} is prime"
                yield Form(words, bits, partial(_power, power, a, 0, c))


def _other_forms() -> Iterator[Form]:
    for text in map(str, range(1, 100)):
        words = f"{text} written before n gives a prime"
        yield Form(words, COST.prime_written_before, partial(_written, text, ""))
        if text[-1] in "1379":
            words = f"{text} written after n gives a prime"
            yield Form(words, COST.prime_written_after, partial(_written, "", text))
    for power, b, c in product((2, 3, 4), (1, -1), (1, -1)):
        words = f"{Mix((f'n^{power}', 'n', ''), (1, b, c))} is prime"
        yield Form(words, COST.prime_trinomial, partial(_power, power, 1, b, c))


def _polynomial(bits: float, a: int, b: int, c: int) -> Form:
    words = f"{Mix(('n²', 'n', ''), (a, b, c), times='')} is prime"
    return Form(words, bits, lambda n: (a * n + b) * n + c)


def _quotient(a: int, b: int, n: int) -> int:
    return 0 if (n + b) % a else (n + b) // a


def _power(power: int, a: int, b: int, c: int, n: int) -> int:
    value: int = a * n**power + b * n + c
    return value


def _written(before: str, after: str, n: int) -> int:
    return int(f"{before}{n}{after}")


def met_by_all(terms: list[int], search: Search, *, dense: bool) -> Iterator[Condition]:
    """The conditions that every term meets; the last term is tried first, small ones meet many.

    Only a dense set is likely to be that of the numbers that are *not* of some form.
    """
    tried = [terms[-1], *terms[:-1]]
    yield from _properties(tried, search)
    yield from _digit_conditions(tried)
    yield from _quantity_conditions(tried, search)
    yield from _base_conditions(tried, search)
    yield from _related_conditions(tried, search)
    search.spend(2500)
    negated = dense and len(tried) >= MANY
    for form in prime_forms():
        if is_prime(form.of(tried[0])):
            if all(is_prime(form.of(t)) for t in tried):
                yield Condition(form.words, form.bits, partial(_is_prime, form.of, True))
        elif negated and not any(is_prime(form.of(t)) for t in tried):
            words = form.words.replace("is prime", "is not prime")
            yield Condition(words, form.bits + 1, partial(_is_prime, form.of, False))


def _is_prime(of: Callable[[int], int], wanted: bool, n: int) -> bool:
    return is_prime(of(n)) is wanted


def _properties(terms: list[int], search: Search) -> Iterator[Condition]:
    """Properties of n itself, or of a neighbor of n."""
    for prop in PROPERTIES.values():
        if prop.family == "remainders":
            continue
        search.spend(2)
        holds = prop.holds
        if all(map(holds, terms)):
            yield Condition(f"n {prop.words}", COST.condition, holds)
        for shift in SHIFTS:
            if all(holds(t + shift) for t in terms):
                words = f"n {shift:+d} {prop.words}".replace("-", "− ").replace("+", "+ ")
                yield Condition(words, COST.condition_shifted, partial(_shifted, holds, shift))


def _shifted(holds: Callable[[int], bool], shift: int, n: int) -> bool:
    return holds(n + shift)


def _digit_conditions(terms: list[int]) -> Iterator[Condition]:
    texts = [str(t) for t in terms]
    tests: tuple[tuple[str, float, Callable[[str, str], bool]], ...] = (
        ("has a digit", COST.condition_digit, lambda text, d: d in text),
        ("has no digit", COST.condition_digit_missing, lambda text, d: d not in text),
        ("ends in", COST.condition_digit, str.endswith),
        ("begins with", COST.condition_digit, str.startswith),
    )
    for digit in "0123456789":
        for words, bits, test in tests:
            if all(test(t, digit) for t in texts):
                yield Condition(f"n {words} {digit}", bits, partial(_written_so, test, digit))


def _written_so(test: Callable[[str, str], bool], digit: str, n: int) -> bool:
    return test(str(n), digit)


def _quantity_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """One quantity of all terms is the same, prime, a square, or the same modulo something."""
    if max(terms) > MAX_QUANTITY or min(terms) < 1:
        return
    for quantity in quantities():
        search.spend(4 + len(terms) // 2)
        values = [quantity.of(t) or 0 for t in terms]
        price = COST.condition_of_quantity + (" n" not in quantity.words) * 3
        for name, bits, test in _tests_of(values):
            meets = partial(_passes, quantity.of, test)
            yield Condition(f"{quantity.words} {name}", price + bits, meets)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that goes with n, in words."""

    words: str
    of: Callable[[int], int | None]


@cache
def quantities() -> tuple[Quantity, ...]:
    """n, its neighbors and powers, and what their divisors and digits give."""
    found = [Quantity("n", lambda n: n)]
    for operation in operations("quantity"):
        arguments = [("n", 1, 0), ("(n + 1)", 1, 1), ("(n − 1)", 1, -1)]
        if operation.family in ("digits", "binary"):
            arguments = [("n", 1, 0), ("n²", 2, 0), ("n³", 3, 0)]
        for name, power, shift in arguments:
            words = operation.sentence.format(x=name)
            found.append(Quantity(words, partial(_at, cache(operation.of), power, shift)))
    found.append(Quantity("the number of primes up to n", _primes_up_to))
    found.append(Quantity("n with its digits reversed", reverse_digits))
    return tuple(found)


def _at(of: Callable[[int], int | None], power: int, shift: int, n: int) -> int | None:
    return of(n**power + shift)


def _primes_up_to(n: int) -> int:
    return _counts()[n]


@cache
def _prime_table() -> NDArray[np.bool_]:
    return prime_mask(MAX_COUNTED)


@cache
def _counts() -> list[int]:
    """How many primes there are up to each integer."""
    counts: list[int] = np.cumsum(_prime_table()).tolist()
    return counts


def _divides(f: Any, g: Any) -> Any:
    return (f > 0) & (g % np.maximum(f, 1) == 0)


def _prime_sums(f: Any, g: Any) -> Any:
    return _prime_table()[np.clip(f + g, 0, MAX_COUNTED - 1)]


def _square_sums(f: Any, g: Any) -> Any:
    return np.rint(np.sqrt(np.maximum(f + g, 0))) ** 2 == f + g


@dataclass(frozen=True, slots=True)
class Relation:
    """What two quantities may do, in words that lead from f to g; of arrays, and of integers."""

    words: str
    bits: float
    of_arrays: Callable[[Any, Any], Any]
    of: Callable[[int, int], bool]


RELATIONS = (
    Relation("is", 0, eq, eq),
    Relation("divides", 0, _divides, lambda f, g: f > 0 and g % f == 0),
    Relation("plus {g} is prime", 1, _prime_sums, lambda f, g: is_prime(f + g)),
    Relation("plus {g} is a square", 1, _square_sums, lambda f, g: is_square(f + g)),
)


def _related_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """Two quantities of all terms: the same, one dividing the other, with a prime for a sum."""
    if max(terms) > MAX_COUNTED // 2 or min(terms) < 2:
        return
    search.spend(1500)
    sample = terms[:MOST_COMPARED]
    table = np.array([[q.of(t) or 0 for t in sample] for q in quantities()], dtype=np.int64)
    for relation in RELATIONS:
        found = relation.of_arrays(table[:, None, :], table[None, :, :]).all(axis=2)
        if relation.words != "divides":
            found = np.triu(found)
        np.fill_diagonal(found, False)
        for i, j in np.argwhere(found)[:MOST_RELATED].tolist():
            f, g = quantities()[i], quantities()[j]
            meets = partial(_related, f.of, g.of, relation.of)
            search.spend(len(terms))
            if all(map(meets, terms[MOST_COMPARED:])):
                words = relation.words if "{g}" in relation.words else relation.words + " {g}"
                said = f"{f.words} {words.format(g=g.words)}"
                yield Condition(said, COST.condition_related + relation.bits, meets)


def _related(
    f: Callable[[int], int | None],
    g: Callable[[int], int | None],
    relation: Callable[[int, int], bool],
    n: int,
) -> bool:
    left, right = f(n), g(n)
    return left is not None and right is not None and relation(left, right)


def _passes(of: Callable[[int], int | None], test: Callable[[int], bool], n: int) -> bool:
    value = of(n)
    return value is not None and test(value)


def _tests_of(values: list[int]) -> Iterator[tuple[str, float, Callable[[int], bool]]]:
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


def _base_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """How often a digit occurs in a base, or how many runs there are, is the same throughout."""
    for base in range(2, 11):
        search.spend(8 + len(terms))
        written = [digits(t, base) for t in terms]
        for digit in range(base):
            count = written[0].count(digit)
            if all(w.count(digit) == count for w in written):
                yield Condition(
                    f"the digit {digit} occurs {count} times in n in base {base}",
                    COST.condition_in_base + int_bits(count),
                    partial(_occurs, base, digit, count),
                )
            for other in range(digit):
                if all(w.count(digit) == w.count(other) for w in written):
                    yield Condition(
                        f"the digits {other} and {digit} are as many in n in base {base}",
                        COST.condition_balanced,
                        partial(_balanced, base, digit, other),
                    )
        runs = _runs(written[0])
        if all(_runs(w) == runs for w in written):
            yield Condition(
                f"n has {runs} runs of digits in base {base}",
                COST.condition_in_base + int_bits(runs),
                partial(_has_runs, base, runs),
            )


def _runs(places: list[int]) -> int:
    return 1 + sum(a != b for a, b in pairwise(places))


def _has_runs(base: int, runs: int, n: int) -> bool:
    return _runs(digits(n, base)) == runs


def _occurs(base: int, digit: int, count: int, n: int) -> bool:
    return digits(n, base).count(digit) == count


def _balanced(base: int, digit: int, other: int, n: int) -> bool:
    places = digits(n, base)
    return places.count(digit) == places.count(other)
