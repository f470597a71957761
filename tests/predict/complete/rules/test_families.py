"""Members of every family are found again, and what is said of them is true."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.predict.complete.statements_of_words import statement_holds

from int2vec.predict.complete.rules import families, walks
from int2vec.predict.complete.rules.fit import Search, null_bits

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
