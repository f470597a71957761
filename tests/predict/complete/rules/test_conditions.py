"""Conditions that all members of a set meet, on sets worked out by hand."""

from __future__ import annotations

import pytest

from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.rules.conditions import Condition, met_by_all, prime_forms
from int2vec.predict.complete.rules.fit import Search


def conditions(terms: list[int], *, dense: bool = False) -> dict[str, Condition]:
    """Every condition that the terms meet, by its words."""
    found = met_by_all(terms, Search([], steps=10**7, seconds=60.0), dense=dense)
    return {condition.words: condition for condition in found}


@pytest.mark.parametrize(
    ("terms", "words", "outsider"),
    [
        ([4, 9, 25, 49, 121, 169], "the number of divisors of n is 3", 36),
        ([5, 14, 23, 32, 41, 50], "the digit sum of n is 5", 59),
        ([3, 5, 6, 9, 10, 12], "the number of 1s of n in base 2 is 2", 7),
        ([7, 13, 19, 37, 79, 97], "the gap from n to the next prime is 4", 11),
        ([3, 13, 23, 30, 31, 32], "n has a digit 3", 24),
        ([10, 20, 40, 50, 70, 80], "n ends in 0", 81),
        ([2, 4, 6, 10, 14, 16], "n^2 + 1 is prime", 8),
        ([3, 8, 15, 24, 35, 48], "n + 1 is a square", 14),
        ([2, 10, 12, 42, 52, 56], "the digits 0 and 1 are as many in n in base 2", 3),
        ([5, 6, 14, 41], "the number of 2s in n in base 3 is 1", 26),
        ([6, 28, 496, 8128], "the totient of n leaves 0 when divided by 2", 2),
        ([9, 13, 37], "(n + 1)/2 is prime", 23),
    ],
)
def test_what_the_members_have_in_common(terms: list[int], words: str, outsider: int) -> None:
    found = conditions(terms)
    assert words in found
    assert all(found[words].holds(n) for n in terms)
    assert not found[words].holds(outsider)


def test_a_condition_that_one_member_misses_is_not_named() -> None:
    assert "n is a square" in conditions([4, 16, 25, 49])
    assert "n is a square" not in conditions([4, 16, 25, 48])


def test_what_is_never_prime_needs_many_members_of_a_dense_set() -> None:
    even = list(range(8, 60, 2))
    assert "n + 2 is not prime" in conditions(even, dense=True)
    assert "n + 2 is not prime" not in conditions(even, dense=False)
    assert "n + 2 is not prime" not in conditions(even[:10], dense=True)


def test_rarer_conditions_cost_more() -> None:
    form = conditions([2, 4, 6, 10, 14, 16, 20])["n^2 + 1 is prime"]
    assert form.bits > conditions([4, 16, 25])["n is a square"].bits


def test_forms_that_may_be_prime_mean_what_their_words_say() -> None:
    forms = {form.words: form for form in prime_forms()}
    assert forms["3n^2 − n + 5 is prime"].holds(6)  # 107
    assert not forms["3n^2 − n + 5 is prime"].holds(10)  # 295
    assert forms["n^3 + 2 is prime"].holds(3)
    assert forms["n^4 − n − 1 is prime"].holds(2)
    assert forms["2n + 1 is prime"].bits < forms["12n + 1 is prime"].bits


@pytest.mark.parametrize(
    ("modulus", "classes", "shown"),
    [(7, {1, 2, 4}, "1, 2, 4 when divided by 7"), (24, {1, 5}, "1, 5 when divided by 24")],
)
def test_primes_in_residue_classes_are_recognised(
    modulus: int, classes: set[int], shown: str
) -> None:
    primes = [n for n in range(2, 1000) if all(n % d for d in range(2, n))]
    *terms, following = [p for p in primes if p % modulus in classes][:25]
    best = RulesCompleter().complete(terms)[0]
    assert best.value == following
    assert shown in best.why
