"""Conditions on an integer that a set may be cut out by, and which of them all terms meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from math import gcd
from operator import eq, ge, le

from int2vec.arithmetic import PROPERTIES, digits, is_prime, is_square
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.operations import operations
from int2vec.predict.complete.rules.fit import Search

SHIFTS = (1, -1, 2, -2)
MANY = 24  # terms from which on "is never prime" says something


@dataclass(frozen=True, kw_only=True, slots=True)
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
    for a in range(1, 13):
        for b in range(-21, 22):
            if gcd(a, b) == 1 and (a, b) != (1, 0):
                bits = COST.prime_linear + int_bits(a - 1) + int_bits(b)
                yield Form(f"{_shown(0, a, b)} is prime", bits, _polynomial(0, a, b))
                if a > 1 and abs(b) < 12:
                    yield Form(f"(n {b:+d})/{a} is prime", bits + 1, _quotient(a, b))


def _square_forms() -> Iterator[Form]:
    for a in range(1, 9):
        for b in range(-1, 4):
            for c in range(-13, 18):
                if c and gcd(a, gcd(b, c)) == 1 and ((a + b) % 2 or c % 2):
                    bits = COST.prime_square + int_bits(a - 1) + int_bits(b) + int_bits(c)
                    yield Form(f"{_shown(a, b, c)} is prime", bits, _polynomial(a, b, c))


def _far_forms() -> Iterator[Form]:
    for b in (*range(-60, -21), *range(22, 61)):
        bits = COST.prime_far + int_bits(b)
        yield Form(f"{_shown(0, 1, b)} is prime", bits, _polynomial(0, 1, b))


def _power_forms() -> Iterator[Form]:
    for power in range(3, 11):
        for a in range(1, 9 if power == 3 else 2):
            for c in range(-12, 13):
                if c and gcd(a, c) == 1:
                    bits = COST.prime_power + power + int_bits(a - 1) + int_bits(c)
                    head = f"n^{power}" if a == 1 else f"{a}n^{power}"
                    yield Form(f"{head} {c:+d} is prime", bits, _power(power, a, 0, c))


def _other_forms() -> Iterator[Form]:
    for text in map(str, range(1, 100)):
        words = f"{text} written before n gives a prime"
        yield Form(words, COST.prime_written_before, _written(text, ""))
        if text[-1] in "1379":
            words = f"{text} written after n gives a prime"
            yield Form(words, COST.prime_written_after, _written("", text))
    for power in (2, 3, 4):
        for b in (1, -1):
            for c in (1, -1):
                words = f"{_shown(1, b, c, power=f'n^{power}')} is prime"
                yield Form(words, COST.prime_trinomial, _power(power, 1, b, c))


def _shown(a: int, b: int, c: int, power: str = "n²") -> str:
    return str(Mix((power, "n", ""), (a, b, c), times=""))


def _polynomial(a: int, b: int, c: int) -> Callable[[int], int]:
    return lambda n: (a * n + b) * n + c


def _quotient(a: int, b: int) -> Callable[[int], int]:
    return lambda n: 0 if (n + b) % a else (n + b) // a


def _power(power: int, a: int, b: int, c: int) -> Callable[[int], int]:
    return lambda n: a * n**power + b * n + c


def _written(before: str, after: str) -> Callable[[int], int]:
    return lambda n: int(f"{before}{n}{after}")


def met_by_all(terms: list[int], search: Search, *, dense: bool) -> Iterator[Condition]:
    """The conditions that every term meets; the last term is tried first, small ones meet many.

    Only a dense set is likely to be that of the numbers that are *not* of some form.
    """
    tried = [terms[-1], *terms[:-1]]
    for prop in PROPERTIES.values():
        if prop.family == "remainders":
            continue
        search.spend(2)
        if all(map(prop.holds, tried)):
            yield Condition(words=f"n {prop.words}", bits=COST.condition, holds=prop.holds)
        for shift in SHIFTS:
            if prop.holds(tried[0] + shift) and all(prop.holds(t + shift) for t in tried):
                yield Condition(
                    words=f"n {shift:+d} {prop.words}".replace("-", "− ").replace("+", "+ "),
                    bits=COST.condition_shifted,
                    holds=_shifted(prop.holds, shift),
                )
    yield from _digit_conditions(tried)
    yield from _quantity_conditions(tried, search)
    yield from _base_conditions(tried, search)
    search.spend(2500)
    negated = dense and len(tried) >= MANY
    for form in prime_forms():
        if is_prime(form.of(tried[0])):
            if all(is_prime(form.of(t)) for t in tried):
                yield Condition(words=form.words, bits=form.bits, holds=_is_prime(form.of, True))
        elif negated and not any(is_prime(form.of(t)) for t in tried):
            words = form.words.replace("is prime", "is not prime")
            yield Condition(words=words, bits=form.bits + 1, holds=_is_prime(form.of, False))


def _shifted(holds: Callable[[int], bool], shift: int) -> Callable[[int], bool]:
    return lambda n: holds(n + shift)


def _is_prime(form: Callable[[int], int], wanted: bool) -> Callable[[int], bool]:
    return lambda n: is_prime(form(n)) is wanted


def _digit_conditions(terms: list[int]) -> Iterator[Condition]:
    texts = [str(t) for t in terms]
    tests: tuple[tuple[str, float, Callable[[str, str], bool]], ...] = (
        ("has a digit", COST.condition_digit, lambda text, d: d in text),
        ("has no digit", COST.condition_digit_missing, lambda text, d: d not in text),
        ("ends in", COST.condition_digit, lambda text, d: text.endswith(d)),
        ("begins with", COST.condition_digit, lambda text, d: text.startswith(d)),
    )
    for digit in "0123456789":
        for words, bits, test in tests:
            if all(test(t, digit) for t in texts):
                yield Condition(
                    words=f"n {words} {digit}", bits=bits, holds=_about_digits(test, digit)
                )


def _about_digits(test: Callable[[str, str], bool], digit: str) -> Callable[[int], bool]:
    return lambda n: test(str(n), digit)


def _quantity_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """One quantity of all terms is the same, prime, a square, or the same modulo something."""
    if max(terms) > 10**12 or min(terms) < 1:
        return
    for operation in operations("quantity"):
        search.spend(4 + len(terms) // 2)
        values = [operation.of(t) or 0 for t in terms]
        first = values[0]
        modulus = gcd(*(v - first for v in values))
        found: list[tuple[str, float, Callable[[int], bool]]] = []
        if not modulus:
            found.append((f"is {first}", int_bits(first), partial(eq, first)))
        else:
            if all(map(is_prime, values)):
                found.append(("is prime", 0, is_prime))
            if all(map(is_square, values)):
                found.append(("is a square", 0, is_square))
        low, high = min(values), max(values)
        found.append((f"is {low} or more", int_bits(low), partial(le, low)))
        found.append((f"is {high} or less", int_bits(high), partial(ge, high)))
        if modulus > 1:
            left = first % modulus
            name = f"leaves {left} when divided by {modulus}"
            found.append((name, int_bits(modulus) + int_bits(left), _leaves(modulus, left)))
        words = operation.sentence.format(x="n")
        for name, bits, test in found:
            yield Condition(
                words=f"{words} {name}",
                bits=operation.bits["quantity"] + bits,
                holds=_about(operation.of, test),
            )


def _leaves(modulus: int, left: int) -> Callable[[int], bool]:
    return lambda v: v % modulus == left


def _about(
    quantity: Callable[[int], int | None], test: Callable[[int], bool]
) -> Callable[[int], bool]:
    def holds(n: int) -> bool:
        value = quantity(n)
        return value is not None and test(value)

    return holds


def _base_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """How often a digit occurs in a base, or how many runs there are, is the same throughout."""
    for base in range(2, 11):
        search.spend(8 + len(terms))
        written = [digits(t, base) for t in terms]
        for digit in range(base):
            count = written[0].count(digit)
            if all(w.count(digit) == count for w in written):
                yield Condition(
                    words=f"the digit {digit} occurs {count} times in n in base {base}",
                    bits=COST.condition_in_base + int_bits(count),
                    holds=_counted(base, digit, count),
                )
            for other in range(digit):
                if all(w.count(digit) == w.count(other) for w in written):
                    yield Condition(
                        words=f"the digits {other} and {digit} are as many in n in base {base}",
                        bits=COST.condition_balanced,
                        holds=_balanced(base, digit, other),
                    )
        runs = _runs(written[0])
        if all(_runs(w) == runs for w in written):
            yield Condition(
                words=f"n has {runs} runs of digits in base {base}",
                bits=COST.condition_in_base + int_bits(runs),
                holds=_run_count(base, runs),
            )


def _runs(places: list[int]) -> int:
    return 1 + sum(a != b for a, b in pairwise(places))


def _counted(base: int, digit: int, count: int) -> Callable[[int], bool]:
    return lambda n: digits(n, base).count(digit) == count


def _balanced(base: int, digit: int, other: int) -> Callable[[int], bool]:
    def holds(n: int) -> bool:
        places = digits(n, base)
        return places.count(digit) == places.count(other)

    return holds


def _run_count(base: int, runs: int) -> Callable[[int], bool]:
    return lambda n: _runs(digits(n, base)) == runs
