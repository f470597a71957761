"""Numbers that mpmath works out are known by the equations that they solve."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import mpmath
import pytest
from mpmath import catalan, cos, cosh, e, euler, exp, log, mpf, phi, pi, sin, sqrt, zeta

from int2vec.arithmetic.equations import solved_by

AGREE = 140  # digits, of 150
Number = Callable[[], mpf]


def root(of: Callable[[mpf], mpf], near: float) -> Number:
    return lambda: mpmath.findroot(of, near)


NUMBERS: dict[str, Number] = {
    "the solution x = 0.739085133215 of x − cos(x) = 0": root(lambda x: x - cos(x), 0.7),
    "the solution x = 1.14606958021 of 2·x − 3·x^2 + 4·cos(x) = 0": root(
        lambda x: 3 * x**2 - 2 * x - 4 * cos(x), 1.1
    ),
    "the solution x = 0.852605502014 of 2 − x·exp(x) = 0": root(lambda x: x * exp(x) - 2, 0.9),
    "the solution x = 2.85739078351 of 3 − x·log(x) = 0": root(lambda x: x * log(x) - 3, 2.9),
    "the solution x = 0.451361965936 of 2·x − 3·cos(π·x) − x·sin(π·x) = 0": root(
        lambda x: x * sin(pi * x) + 3 * cos(pi * x) - 2 * x, 0.4
    ),
    "1/2·π·log(2) − catalan": lambda: pi * log(2) / 2 - catalan,
    "−1/3·sqrt(2) + euler + zeta(3)": lambda: zeta(3) + euler - sqrt(2) / 3,
    "the solution x = 5.2778460045 of log(x) − 1 − log(π) + log(phi) = 0": lambda: pi * e / phi,
    "the solution x = 1.53763877744 of 7 − x + 3·x^5 − x^8 = 0": root(
        lambda x: x**8 - 3 * x**5 + x - 7, 1.5
    ),
    "the solution x = 0.58625946297 of 1 + 2·cos(3·x) − 3·sin(5·x) = 0": root(
        lambda x: 1 + 2 * cos(3 * x) - 3 * sin(5 * x), 0.6
    ),
}


def to(places: int, number: Number) -> Fraction:
    """The number, cut off behind so many digits after the point."""
    with mpmath.workdps(places + 30):
        return Fraction(int(number() * mpf(10) ** places), 10**places)


@pytest.mark.parametrize("places", [80, 100])
@pytest.mark.parametrize("words", NUMBERS)
def test_a_number_is_known_by_its_equation_and_goes_on(words: str, places: int) -> None:
    number = NUMBERS[words]
    found = {formula.words: formula for formula in solved_by(to(places, number), places)}
    assert words in found
    error = abs(Fraction(found[words].to(150)) - to(200, number))
    assert error < Fraction(1, 10**AGREE)


def test_each_equation_found_has_the_number_for_its_root() -> None:
    # cosh(x) = 2: powers of e, and none other
    number = root(lambda x: cosh(x) - 2, 1.3)
    found = list(solved_by(to(90, number), 90))
    assert found
    for formula in found:
        assert "exp(" in formula.words
        assert abs(Fraction(formula.to(150)) - to(200, number)) < Fraction(1, 10**AGREE)


@pytest.mark.parametrize("words", NUMBERS)
def test_few_digits_tell_no_equation(words: str) -> None:
    assert list(solved_by(to(15, NUMBERS[words]), 15)) == []


@pytest.mark.parametrize("seed", range(4))
def test_digits_at_random_solve_nothing(seed: int) -> None:
    digits = Random(seed).randrange(10**99, 10**100)
    assert list(solved_by(Fraction(digits, 10**99), 100)) == []


def test_a_digit_that_is_off_is_noticed() -> None:
    number = to(100, NUMBERS["1/2·π·log(2) − catalan"])
    assert list(solved_by(number + Fraction(1, 10**40), 100)) == []
