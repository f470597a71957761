"""Members of every family are found again, and what is said of them is true."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.predict.complete.statements_of_formulas import statement_holds

from int2vec.arithmetic.primes import is_prime
from int2vec.predict.complete.rules import families, walks
from int2vec.predict.complete.rules.fit import Search, null_bits
from int2vec.predict.complete.rules.those import GAP, NEAR, Those

CODES = walks.table_of(families.TABLE)[1]
FAMILY = CODES >> families.FAMILY
ASKED, MEMBERS = 30, 4


@pytest.mark.parametrize("number", range(len(families.FAMILIES)))
def test_members_are_found_and_the_words_are_true(number: int) -> None:
    codes = CODES[number == FAMILY].tolist()
    assert codes, families.FAMILIES[number].words
    found = 0
    for code in Random(number).sample(codes, min(ASKED, len(codes))):
        *terms, value = islice(families.members(code), 26)
        if null_bits(terms) <= 30:
            continue
        fits = list(families.families(tuple(terms), Search((), steps=10**7, seconds=60)))
        found += value in [fit.value for fit in fits]
        for fit in fits:
            assert statement_holds(fit.why, terms, fit.value) is True, fit.why
            assert statement_holds(fit.why, terms, fit.value + 1) is False, fit.why
        if found == MEMBERS:
            break
    assert found >= min(MEMBERS, len(codes)) / 2


def test_sets_go_on_beyond_where_all_numbers_are_asked() -> None:
    ends_with_77 = [n for n in range(NEAR + 5_000) if n % 100 == 77]
    *terms, following = ends_with_77
    assert Those(lambda n: n % 100 == 77).after(terms) == following
    assert Those(lambda n: n % 100 == 77).after([*terms[:50], *terms[51:]]) is None
    assert Those(lambda n: n % 100 == 77).after([*terms, following + 1]) is None
    assert Those(lambda n: n % 100 == 77).after(terms[::-1]) is None
    assert Those(lambda n: n <= NEAR + 1 and is_prime(n)).after([2, 3, 5, 7, NEAR + 7]) is None


def test_a_set_is_not_sought_for_ever() -> None:
    rare = [n**6 for n in range(1, 7)]
    assert Those(rare.__contains__).after(rare[:5]) is None  # the gap is too long
    assert rare[5] - rare[4] > GAP
    assert Those(lambda n: True).after([10**12]) is None
