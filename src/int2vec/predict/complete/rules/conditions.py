"""Conditions on an integer that a set may be cut out by, and which of them all terms meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from math import gcd, isqrt
from operator import eq, ge, le

from int2vec.arithmetic import (
    PROPERTIES,
    Omega,
    digit_product,
    digit_sum,
    digits,
    is_prime,
    next_prime,
    omega,
    phi,
    sigma,
    tau,
)
from int2vec.predict.complete.rules.fit import Search, int_bits

SHIFTS = (1, -1, 2, -2)
MANY = 24  # terms from which on "is never prime" says something


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """A yes-or-no question about n, in words that follow 'numbers n such that'."""

    words: str
    bits: float
    holds: Callable[[int], bool]


QUANTITIES: tuple[tuple[str, Callable[[int], int | None]], ...] = (
    ("the number of divisors of n", tau),
    ("the sum of the divisors of n", sigma),
    ("the totient of n", phi),
    ("the number of prime factors of n", Omega),
    ("the number of different primes in n", omega),
    ("the digit sum of n", digit_sum),
    ("the digit product of n", digit_product),
    ("the number of 1s of n in base 2", int.bit_count),
    ("the number of 0s of n in base 2", lambda n: n.bit_length() - n.bit_count()),
    ("the digit sum of n in base 3", lambda n: digit_sum(n, 3)),
    ("the gap from n to the next prime", lambda n: next_prime(n) - n),
)


@cache
def prime_forms() -> tuple[tuple[str, float, Callable[[int], int]], ...]:
    """Polynomials a·n² + b·n + c and quotients (n + b)/a that are often asked to be prime."""
    forms: list[tuple[str, float, Callable[[int], int]]] = []
    for a in range(1, 13):
        for b in range(-21, 22):
            if gcd(a, b) == 1 and (a, b) != (1, 0):
                bits = 7 + int_bits(a - 1) + int_bits(b)
                forms.append((f"{_linear(a, b)} is prime", bits, _polynomial(0, a, b)))
                if a > 1 and abs(b) < 12:
                    forms.append((f"(n {b:+d})/{a} is prime", bits + 1, _quotient(a, b)))
    for a in range(1, 9):
        for b in range(-1, 4):
            for c in range(-13, 18):
                if c and gcd(a, gcd(b, c)) == 1 and ((a + b) % 2 or c % 2):
                    bits = 9 + int_bits(a - 1) + int_bits(b) + int_bits(c)
                    words = f"{_square(a, b)} {'+' if c > 0 else '−'} {abs(c)} is prime"
                    forms.append((words, bits, _polynomial(a, b, c)))
    forms += [
        (f"{_linear(1, b)} is prime", 8 + int_bits(b), _polynomial(0, 1, b))
        for b in (*range(-60, -21), *range(22, 61))
    ]
    for power in range(3, 11):
        for a in range(1, 9 if power == 3 else 2):
            for c in range(-12, 13):
                if c and gcd(a, c) == 1:
                    bits = 8 + power + int_bits(a - 1) + int_bits(c)
                    head = f"n^{power}" if a == 1 else f"{a}n^{power}"
                    forms.append((f"{head} {c:+d} is prime", bits, _power(a, power, c)))
    for text in map(str, range(1, 100)):
        forms.append((f"{text} written before n gives a prime", 14.0, _written(text, "")))
        if text[-1] in "1379":
            forms.append((f"{text} written after n gives a prime", 13.0, _written("", text)))
    for power in (2, 3, 4):
        for d in (1, -1):
            words = f"n^{power} {'+' if d > 0 else '−'} n ± 1 is prime"
            for c in (1, -1):
                name = words.replace("±", "+" if c > 0 else "−")
                forms.append((name, 11.0, _trinomial(power, d, c)))
    return tuple(forms)


def _linear(a: int, b: int) -> str:
    head = "n" if a == 1 else f"{a}n"
    return head if not b else f"{head} {'+' if b > 0 else '−'} {abs(b)}"


def _square(a: int, b: int) -> str:
    head = "n²" if a == 1 else f"{a}n²"
    middle = "n" if abs(b) == 1 else f"{abs(b)}n"
    return head if not b else f"{head} {'+' if b > 0 else '−'} {middle}"


def _polynomial(a: int, b: int, c: int) -> Callable[[int], int]:
    return lambda n: (a * n + b) * n + c


def _quotient(a: int, b: int) -> Callable[[int], int]:
    return lambda n: 0 if (n + b) % a else (n + b) // a


def _power(a: int, power: int, c: int) -> Callable[[int], int]:
    return lambda n: a * n**power + c


def _written(before: str, after: str) -> Callable[[int], int]:
    return lambda n: int(f"{before}{n}{after}")


def _trinomial(power: int, d: int, c: int) -> Callable[[int], int]:
    return lambda n: n**power + d * n + c


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
            yield Condition(words=f"n {prop.words}", bits=7, holds=prop.holds)
        for shift in SHIFTS:
            if prop.holds(tried[0] + shift) and all(prop.holds(t + shift) for t in tried):
                yield Condition(
                    words=f"n {shift:+d} {prop.words}".replace("-", "− ").replace("+", "+ "),
                    bits=10,
                    holds=_shifted(prop.holds, shift),
                )
    yield from _digit_conditions(tried)
    yield from _quantity_conditions(tried, search)
    yield from _base_conditions(tried, search)
    search.spend(2500)
    negated = dense and len(tried) >= MANY
    for words, bits, form in prime_forms():
        if is_prime(form(tried[0])):
            if all(is_prime(form(t)) for t in tried):
                yield Condition(words=words, bits=bits, holds=_of_form(form))
        elif negated and _none_prime(form, tried):
            name = words.replace("is prime", "is not prime")
            yield Condition(words=name, bits=bits + 1, holds=_not_of_form(form))


def _shifted(holds: Callable[[int], bool], shift: int) -> Callable[[int], bool]:
    return lambda n: holds(n + shift)


def _of_form(form: Callable[[int], int]) -> Callable[[int], bool]:
    return lambda n: is_prime(form(n))


def _not_of_form(form: Callable[[int], int]) -> Callable[[int], bool]:
    return lambda n: not is_prime(form(n))


def _none_prime(form: Callable[[int], int], terms: list[int]) -> bool:
    return not any(is_prime(form(t)) for t in terms)


def _digit_conditions(terms: list[int]) -> Iterator[Condition]:
    texts = [str(t) for t in terms]
    tests: tuple[tuple[str, float, Callable[[str, str], bool]], ...] = (
        ("has a digit", 6, lambda text, d: d in text),
        ("has no digit", 7, lambda text, d: d not in text),
        ("ends in", 6, lambda text, d: text.endswith(d)),
        ("begins with", 6, lambda text, d: text.startswith(d)),
    )
    for digit in "0123456789":
        for words, bits, test in tests:
            if all(test(t, digit) for t in texts):
                yield Condition(
                    words=f"n {words} {digit}", bits=bits, holds=_about_digits(test, digit)
                )


def _about_digits(test: Callable[[str, str], bool], digit: str) -> Callable[[int], bool]:
    return lambda n: test(str(n), digit)


def _is_square(n: int) -> bool:
    return isqrt(n) ** 2 == n


def _quantity_conditions(terms: list[int], search: Search) -> Iterator[Condition]:
    """One quantity of all terms is the same, prime, a square, or the same modulo something."""
    if max(terms) > 10**12 or min(terms) < 1:
        return
    for words, quantity in QUANTITIES:
        search.spend(4 + len(terms) // 2)
        values = [quantity(t) or 0 for t in terms]
        first = values[0]
        modulus = gcd(*(v - first for v in values))
        found: list[tuple[str, float, Callable[[int], bool]]] = []
        if not modulus:
            found.append((f"is {first}", int_bits(first), partial(eq, first)))
        else:
            if all(map(is_prime, values)):
                found.append(("is prime", 0, is_prime))
            if all(map(_is_square, values)):
                found.append(("is a square", 0, _is_square))
        low, high = min(values), max(values)
        found.append((f"is {low} or more", int_bits(low), partial(le, low)))
        found.append((f"is {high} or less", int_bits(high), partial(ge, high)))
        if modulus > 1:
            left = first % modulus
            name = f"leaves {left} when divided by {modulus}"
            found.append((name, int_bits(modulus) + int_bits(left), _leaves(modulus, left)))
        for name, bits, test in found:
            yield Condition(words=f"{words} {name}", bits=8 + bits, holds=_about(quantity, test))


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
                    bits=10 + int_bits(count),
                    holds=_counted(base, digit, count),
                )
            for other in range(digit):
                if all(w.count(digit) == w.count(other) for w in written):
                    yield Condition(
                        words=f"the digits {other} and {digit} are as many in n in base {base}",
                        bits=12,
                        holds=_balanced(base, digit, other),
                    )
        runs = _runs(written[0])
        if all(_runs(w) == runs for w in written):
            yield Condition(
                words=f"n has {runs} runs of digits in base {base}",
                bits=10 + int_bits(runs),
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
