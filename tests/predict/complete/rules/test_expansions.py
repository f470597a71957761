"""Expansions of real numbers that are worth the time of deep questions alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial

import mpmath
import pytest
from mpmath import catalan, cos, e, euler, exp, log, mpf, pi, sqrt
from tests.predict.complete.statements_of_families import statement_holds

from int2vec.predict.complete.rules.expansions import expansions
from int2vec.predict.complete.rules.fit import Fit, Search

KNOWN = 400  # digits to which numbers are worked out


def digits(x: Fraction, base: int, n: int) -> list[int]:
    """The first digits of a number below the base, the one before the point among them."""
    return [x * base**k // 1 % base for k in range(n)]


def quotients(x: Fraction, n: int) -> list[int]:
    found = []
    for _ in range(n):
        found.append(x // 1)
        x = 1 / (x % 1)
    return found


def engel(x: Fraction, n: int) -> list[int]:
    """x = 1/a + 1/ab + 1/abc + …, each factor as small as can be."""
    found = []
    for _ in range(n):
        found.append(-(-1 // x))
        x = x * found[-1] - 1
    return found


def pierce(x: Fraction, n: int) -> list[int]:
    """x = 1/a − 1/ab + 1/abc − …, each factor as large as can be."""
    found = []
    for _ in range(n):
        found.append(1 // x)
        x = 1 - x * found[-1]
    return found


def dottie() -> mpf:
    return mpmath.findroot(lambda x: x - cos(x), 0.7)


def logarithmic() -> mpf:
    return mpmath.findroot(lambda x: x * log(x) - 3, 2.9)


DOTTIE = "the solution x = 0.739085133215 of x − cos(x) = 0"
LOGARITHMIC = "the solution x = 2.85739078351 of 3 − x·log(x) = 0"
CASES: dict[str, tuple[Callable[[], mpf], Callable[[Fraction], list[int]]]] = {
    "the digits in base 2 of √3": (lambda: sqrt(3), lambda x: digits(x, 2, 80)),
    "the digits in base 3 of e": (lambda: +e, lambda x: digits(x, 3, 60)),
    "the digits in base 7 of π": (lambda: +pi, lambda x: digits(x, 7, 40)),
    f"the digits in base 4 of {DOTTIE}": (dottie, lambda x: digits(x, 4, 110)),
    f"the digits of {DOTTIE}": (dottie, lambda x: digits(x, 10, 70)),
    "the digits of 1/2·π·log(2) − catalan": (
        lambda: pi * log(2) / 2 - catalan,
        lambda x: digits(x, 10, 80),
    ),
    f"the terms of the continued fraction of {LOGARITHMIC}": (
        logarithmic,
        lambda x: quotients(x, 60),
    ),
    "the Engel expansion of π": (lambda: +pi, lambda x: engel(x, 20)),
    f"the Engel expansion of {LOGARITHMIC}": (logarithmic, lambda x: engel(x, 24)),
    "the Pierce expansion of π/4": (lambda: pi / 4, lambda x: pierce(x, 16)),
    f"the Pierce expansion of {DOTTIE}": (dottie, lambda x: pierce(x, 20)),
    f"n!, n from 0, rounded down after it is multiplied by {LOGARITHMIC}": (
        logarithmic,
        lambda x: [x * factorial(n) // 1 for n in range(40)],
    ),
}


def best(terms: list[int], *, deep: bool = True) -> Fit | None:
    search = Search((), steps=10**7, seconds=20, deep=deep)
    return min(expansions(terms, search), key=lambda fit: fit.bits, default=None)


def terms_of(words: str) -> list[int]:
    number, expanded = CASES[words]
    with mpmath.workdps(KNOWN):
        scaled = int(mpmath.ldexp(number(), 3 * KNOWN))
    return expanded(Fraction(scaled, 2 ** (3 * KNOWN)))


@pytest.mark.parametrize("words", CASES)
def test_a_deep_question_is_told_the_number(words: str) -> None:
    *given, last = terms_of(words)
    found = best(given)
    assert found is not None
    assert (found.value, found.why) == (last, words)
    assert statement_holds(words, given, last) is True
    assert statement_holds(words, given, last + 1) is False


@pytest.mark.parametrize(
    "words", [words for words in CASES if "in base 4" in words or "base" not in words]
)
def test_other_questions_are_not(words: str) -> None:
    found = best(terms_of(words)[:-1], deep=False)
    assert found is None or found.why != words


@pytest.mark.parametrize("words", [words for words in CASES if DOTTIE not in words])
def test_a_spoiled_term_is_noticed(words: str) -> None:
    *given, last = terms_of(words)[:-1]
    found = best([*given, last - 1 if last else 1])
    assert found is None or found.why != words


def test_few_digits_tell_no_equation() -> None:
    assert best(terms_of(f"the digits of {DOTTIE}")[:16]) is None


def test_digits_without_a_rule_are_left_alone() -> None:
    with mpmath.workdps(KNOWN):
        mixed = int(mpf(10) ** 90 * sqrt(2 + euler + catalan * exp(sqrt(pi))))
    assert best([int(digit) for digit in str(mixed)]) is None
