"""What a and b have in common, on facts worked out by hand."""

from __future__ import annotations

import pytest

from int2vec.arithmetic.operations import operations
from int2vec.predict.analogy.shared import find_shared, left_open


def answers(a: int, b: int, c: int, options: list[int]) -> dict[str, int]:
    """The option that each rule leads to, by the words of the rule."""
    return {rule.words: rule.answer for rule in find_shared(a, b, c, options)}


SAME = "both have the same value of: "
BETWEEN = "each is a number whose middle digit is the sum of the outer ones"


@pytest.mark.parametrize(
    ("prompt", "options", "words", "answer"),
    [
        ((49, 64, 100), [121, 120, 122], "each is a square", 121),
        ((17, 29, 41), [53, 51, 55], "each is a prime", 53),
        ((36, 25, 60), [41, 40, 45], "the two differ by a prime", 41),
        ((10, 26, 40), [60, 59, 61], "the two add up to a square", 60),
        ((123, 321, 456), [645, 789, 455], SAME + "the digits, in some order", 645),
        ((27, 36, 45), [54, 55, 56], SAME + "the digit sum", 54),
        ((12, 18, 20), [25, 28, 30], SAME + "the number of divisors", 28),
        ((12, 30, 18), [24, 25, 27], "the greatest common divisor is 6", 24),
        ((132, 253, 374), [495, 496, 499], BETWEEN, 495),
        ((14, 28, 30), [41, 60, 77], "the digit sum is 2 times as much", 60),
    ],
)
def test_rules_by_hand(
    prompt: tuple[int, int, int], options: list[int], words: str, answer: int
) -> None:
    assert answers(*prompt, options)[words] == answer


def test_a_rule_that_fits_two_options_decides_nothing() -> None:
    assert "each is a square" not in answers(49, 64, 100, [121, 144, 122])


def test_a_rule_costs_what_it_leaves_open() -> None:
    assert left_open(lambda n: n % 2 == 0, 1000) > left_open(lambda n: n % 50 == 0, 1000)
    even, prime = (
        next(rule.bits for rule in find_shared(*prompt, options) if rule.words == words)
        for prompt, options, words in (
            ((10, 24, 36), [41, 42, 43], "both have the same value of: the parity"),
            ((11, 23, 37), [41, 42, 44], "each is a prime"),
        )
    )
    assert prime < even


def test_of_one_digit_there_is_nothing_to_compare() -> None:
    assert any("digit" in words for words in answers(77, 86, 78, [87, 90]))
    assert not any("digit" in words for words in answers(7, 7, 8, [8, 9]))
    assert not any(kind.at(7) for kind in operations("kind") if "palindrome" in kind.words)


def test_negative_and_very_long_integers_are_left_aside() -> None:
    assert not answers(-49, 64, 100, [121, 120])
    assert not answers(49, 64, 100, [121, 10**13])
