"""Numbers with a formula are known by their digits, continued fractions and multiples of n!."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from random import Random

import pytest
from tests.predict.complete.reading import real_numbers
from tests.predict.complete.statements_of_formulas import statement_holds

from int2vec.arithmetic import equations
from int2vec.predict.complete.rules import constants, walks
from int2vec.predict.complete.rules.expansions import expansions
from int2vec.predict.complete.rules.fit import Fit, Search

CODES = walks.table_of(constants.TABLE)[1]
KNOWN, ASKED = 300, 3


def found(terms: list[int], *, deep: bool = False) -> list[Fit]:
    search = Search((), steps=10**8, seconds=60, deep=deep)
    return [fit for fit in expansions(tuple(terms[:-1]), search) if fit.value == terms[-1]]


def digits(x: Fraction, n: int, base: int = 10) -> list[int]:
    """The first digits, from the first that is not 0 on."""
    while x < 1:
        x *= base
    while x >= base:
        x /= base
    return [x * base**k // 1 % base for k in range(n)]


def quotients(x: Fraction, n: int) -> list[int]:
    terms = []
    for _ in range(n):
        terms.append(x // 1)
        x = 1 / (x % 1)
    return terms


@pytest.mark.parametrize("number", range(len(constants.FORMS)))
def test_members_of_every_line_are_known_by_their_digits(number: int) -> None:
    codes = CODES[number == CODES >> constants.FORM].tolist()
    assert codes, constants.FORMS[number].words
    for code in Random(number).sample(codes, min(ASKED, len(codes))):
        words = constants.words_of(code)
        (x,) = real_numbers(words, KNOWN)
        terms = digits(x, 40)
        (fit,) = found(terms)
        assert statement_holds(fit.why, terms[:-1], fit.value) is True, (words, fit.why)
        assert statement_holds(fit.why, terms[:-1], fit.value + 1) is False, fit.why


@pytest.mark.parametrize(
    "words", ["tan(1/2)", "zeta(3)", "Catalan's constant", "√7 + √5", "e^π", "10 − π"]
)
def test_a_number_is_known_whatever_is_shown_of_it(words: str) -> None:
    (x,) = real_numbers(words, KNOWN)
    (fraction,) = found(quotients(x, 31))
    assert fraction.why == f"the terms of the continued fraction of {words}"
    (multiple,) = found([x * factorial(n) // 1 for n in range(20)])
    assert multiple.why == f"n!, n from 0, rounded down after it is multiplied by {words}"
    (ternary,) = found(digits(x, 60, base=3))
    assert ternary.why.endswith(f"in base 3 of {words}")


def test_a_number_that_is_not_known_is_not_told() -> None:
    (x,) = real_numbers("√5 + √7", KNOWN)
    wrong = digits(x, 40)
    wrong[30] = (wrong[30] + 1) % 10
    assert found(wrong) == []
    assert found(quotients(10 * x, 20)) == []  # digits alone stand wherever the point is


def test_no_function_is_worked_out_to_digits_that_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (x,) = real_numbers("gamma(7/11)", 500)
    asked: list[int] = []
    monkeypatch.setattr(equations, "real", lambda words, digits: asked.append(digits))
    for terms in (digits(x, 400), digits(x, 120), quotients(x, 300), quotients(x, 60)):
        found(terms)
    assert len({*asked}) == 2  # of 120 digits, and of 60 quotients
    assert max(asked) < 400
