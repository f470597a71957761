"""The list of operations: values worked out by hand, domains, words and costs."""

from __future__ import annotations

import pytest

from int2vec.arithmetic.operations import OPERATIONS, PAIRINGS, operations

BY_WORDS = {operation.words: operation for operation in OPERATIONS}
USES = {
    "function",
    "step",
    "plus",
    "minus",
    "times",
    "fact",
    "quantity",
    "analogy",
    "curve",
    "famous",
    "feature",
    "part",
    "inner",
    "kind",
    "same",
}


@pytest.mark.parametrize(
    ("words", "n", "value"),
    [
        ("{x}³", -4, -64),
        ("√{x}", 144, 12),
        ("√{x}", 145, None),
        ("∛{x}", 1000, 10),
        ("{x}!", 6, 720),
        ("the triangular number of {x}", 7, 28),
        ("the sum of the squares up to {x}", 4, 30),
        ("the sum of the cubes up to {x}", 4, 100),
        ("Fibonacci({x})", 12, 144),
        ("C(2{x},{x})", 3, 20),
        ("the {x}-th Catalan number", 4, 14),
        ("(2{x}−1)!!", 4, 105),
        ("prime({x})", 10, 29),
        ("prime({x})·prime({x}+1)", 4, 77),
        ("the prime index of {x}", 29, 10),
        ("the 2nd prime after {x}", 7, 13),
        ("the 3rd prime before {x}", 20, 13),
        ("the gap from {x} to the next prime", 23, 6),
        ("the number of divisors of {x}", 60, 12),
        ("the sum of the divisors of {x}", 28, 56),
        ("the totient of {x}", 36, 12),
        ("the largest prime factor of {x}", 84, 7),
        ("the sum of the prime factors of {x}", 12, 7),
        ("the sum of the distinct prime factors of {x}", 12, 5),
        ("how often 2 divides {x}", 48, 4),
        ("the number of 1s of {x} in base 2", 23, 4),
        ("{x} written in base 2", 10, 1010),
        ("the digit sum of {x}", 1729, 19),
        ("{x} with its digits reversed", 1729, 9271),
        ("the sum of the squared digits of {x}", 345, 50),
        ("the difference of the digits of {x}", 72, 5),
        ("the middle digit of {x}", 385, 8),
        ("the digital root of {x}", 987, 6),
        ("{x} without its first digit", 1729, 729),
        ("{x} with its first digit moved to the end", 1729, 7291),
        ("{x} with its last digit moved to the front", 1729, 9172),
        ("{x} with its first and last digit swapped", 1729, 9721),
        ("the digits of {x} falling minus those rising", 3524, 3087),
        ("the digits of {x} swapped in pairs", 1234, 2143),
        ("what one reads aloud looking at {x}", 1211, 111221),
        ("the squares of the digits of {x} side by side", 234, 4916),
        ("the sums of neighboring digits of {x}", 1234, 357),
        ("{x} with each digit taken from 9", 1729, 8270),
        ("{x} with 2 added to each digit", 135, 357),
        ("{x} with 2 added to each digit", 189, None),
        ("{x} with its halves swapped", 1729, 2917),
        ("the difference of the halves of {x}", 1729, 12),
        ("the first half of {x} divided by the second", 63, 2),
        ("the second half of {x} divided by the first", 63, None),
        ("the second half of {x} to the power of the first", 32, 8),
    ],
)
def test_values_by_hand(words: str, n: int, value: int | None) -> None:
    assert BY_WORDS[words].of(n) == value


def test_every_operation_stands_once() -> None:
    assert len(BY_WORDS) == len(OPERATIONS)


def test_every_operation_has_words_for_its_argument_and_a_cost() -> None:
    for operation in OPERATIONS:
        bare = operation.words == "1" or {"kind", "same"} & set(operation.bits)
        assert bare or "{x}" in operation.words
        assert operation.bits
        assert set(operation.bits) <= USES
        assert all(0 <= bits <= 10 for bits in operation.bits.values())


@pytest.mark.parametrize("use", sorted(USES))
def test_each_use_has_its_operations_cheapest_first(use: str) -> None:
    bits = [operation.bits[use] for operation in operations(use)]
    assert bits
    assert bits == sorted(bits)


def test_a_value_too_large_or_too_plain_to_ask_for_is_left_out() -> None:
    assert BY_WORDS["{x}!"].at(17) == 355687428096000
    assert BY_WORDS["{x}!"].at(10**6) is None
    assert BY_WORDS["the digit sum of {x}"].at(7) is None
    assert BY_WORDS["the product of the digits of {x}"].at(105) is None


@pytest.mark.parametrize(
    ("words", "value", "x"),
    [("{x}²", 441, 21), ("{x}({x} + 1)", 132, 11), ("2^{x}", 4096, 12), ("prime({x})²", 841, 10)],
)
def test_what_rises_is_inverted(words: str, value: int, x: int) -> None:
    assert BY_WORDS[words].inverse(value) == x
    assert BY_WORDS[words].inverse(value + 1) is None


def test_functions_of_two_integers() -> None:
    found = {two.words: two.of(20, 5) for two in PAIRINGS}
    assert found == {
        "the sum of {both}": 25,
        "{first} minus {second}": 15,
        "the difference of {both}": 15,
        "the product of {both}": 100,
        "{first} divided by {second}": 4,
        "the mean of {both}": None,
        "{first} beside {second}": 205,
    }
