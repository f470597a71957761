"""Rules as formulas that run."""

from __future__ import annotations

import pytest

from int2vec.errors import InputError
from int2vec.predict.complete.formulas import LANGUAGES, formula_of, nth_term

TERMS = [
    [3, 3, 3],
    [3, 7, 11, 15],
    [1, 3, 6, 10, 15],
    [1, 5, 14, 30, 55, 91],
    [10, 7, 4, 1, -2],
    [2, 6, 18, 54],
    [1, -2, 4, -8],
    [1, 2, 6, 24, 120],
    [1, 2, 3, 1, 2, 3],
    [1, 1, 2, 3, 5, 8],
    [1, 3, 7, 15, 31],
    [1, 1, 2, 4, 7, 13, 24, 44],
    [1, -1, -5, -7, 1, 23],
]


@pytest.mark.parametrize("terms", TERMS, ids=str)
def test_the_python_gives_the_terms(terms: list[int]) -> None:
    formula = formula_of(terms)
    assert formula is not None
    scope: dict[str, object] = {}
    exec(formula.written("python"), scope)
    assert [scope["a"](n) for n in range(len(terms))] == terms  # type: ignore[operator]
    assert formula.terms(len(terms)) == terms
    for language in LANGUAGES:
        text = formula.written(language)
        assert text.count("(") == text.count(")")
        assert text.count("{") == text.count("}")


def test_formulas_as_people_write_them() -> None:
    fibonacci = formula_of([1, 1, 2, 3, 5, 8])
    assert fibonacci is not None
    assert fibonacci.written("text") == "a(n) = a(n−1) + a(n−2), a(0) = 1, a(1) = 1"
    assert fibonacci.written("latex") == "a_n = a_{n-1} + a_{n-2}, a_{0} = 1, a_{1} = 1"
    triangular = formula_of([0, 1, 3, 6, 10])
    assert triangular is not None
    assert triangular.written("pari") == "a(n) = (n^2 + n)/2"
    with pytest.raises(InputError, match="give text, latex, python, pari, sage"):
        triangular.written("cobol")


def test_far_terms() -> None:
    assert nth_term([1, 4, 9, 16], 99) == 10_000
    assert nth_term([2, 3, 5, 7, 11, 13], 24) == 97
    assert nth_term([4, 8, 15, 16, 23, 42], 9) is None
