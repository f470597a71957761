"""Rules as formulas that run."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, floor, isqrt

import pytest

from int2vec.arithmetic.divisors import phi, sigma, tau
from int2vec.arithmetic.primes import nth_prime
from int2vec.errors import InputError
from int2vec.predict.complete.formulas import Formula, formula_of, nth_term

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
    [1, 1, 2, 5, 14, 42, 132],
    [1, 0, 1, 2, 9, 44, 265],
    [1, 3, 4, 7, 6, 12, 8, 15],
    [1, 1, 2, 2, 4, 2, 6, 4, 6, 4, 10],
    [1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6],
    [0, 0, 1, 2, 4, 6, 9, 12],
    [1, 1, 1, 2, 2, 2, 2, 2, 3, 3],
    [1, 1, 4, 27, 256, 3125],
    [2, 3, 5, 7, 11, 13],
    [sum((10**30 + 7) ** i for i in range(n)) for n in range(1, 7)],
]
FUNCTIONS = {
    "binomial": comb, "euler_phi": phi, "eulerphi": phi, "factorial": factorial, "floor": floor,
    "isqrt": isqrt,
    "nth_prime": nth_prime, "number_of_divisors": tau, "numdiv": tau, "prime": nth_prime,
    "sigma": sigma, "sqrtint": isqrt,
}  # fmt: skip


def formula(terms: list[int]) -> Formula:
    found = formula_of(terms)
    assert found is not None
    return found


def values(body: str, n: int) -> list[int]:
    """What a one-line definition of a(n) gives, its signs turned into those of Python."""
    python = body.replace("^", "**").replace("\\", "//")
    python = re.sub(r"(?<![/*])/(?!/)", "*Fraction(1)/", python)
    python = re.sub(r"(\([^()]*\)|\bn)!", r"factorial(\1)", python)

    @lru_cache
    def a(n: int) -> int:
        scope = {**FUNCTIONS, "Fraction": Fraction, "a": a, "n": n}
        value = eval(python, scope)
        assert value == int(value)
        return int(value)

    return [a(i) for i in range(n)]


def from_latex(text: str) -> str:
    """LaTeX as this module writes it, in the signs that `values` reads; the first terms too."""
    step, *starts = text.removeprefix("a_n = ").split(", a_{")
    innermost = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
    for _ in range(4):
        step = re.sub(rf"\\frac{innermost}{innermost}", r"((\1)/(\2))", step)
        step = re.sub(rf"\\binom{innermost}{innermost}", r"binomial(\1, \2)", step)
        step = re.sub(rf"\\lfloor \\sqrt{innermost} \\rfloor", r"isqrt(\1)", step)
        step = re.sub(rf"a_{innermost}", r"a(\1)", step)
        step = re.sub(rf"p_{innermost}", r"prime(\1)", step)
        step = re.sub(rf"\^{innermost}", r"^(\1)", step)
    for drawn, name in (("\\sigma", "sigma"), ("\\varphi", "euler_phi"), ("\\tau", "numdiv")):
        step = step.replace(drawn, name)
    step = step.replace("\\lfloor ", "floor(").replace(" \\rfloor", ")").replace(" \\cdot ", "*")
    step = re.sub(r"(?<=[\w)]) (?=[\w(])", "*", step)
    first = [int(start.split(" = ")[1]) for start in starts]
    return f"{first}[n] if n < {len(first)} else {step}"


def from_pari(text: str) -> str:
    body = text.removeprefix("a(n) = ")
    if match := re.fullmatch(r"if\((n < \d+), (\[.*\])\[n\+1\], (.*)\)", body):
        return f"{match[2]}[n] if {match[1]} else {match[3]}"
    return body


READERS: dict[str, Callable[[str], str]] = {
    "latex": from_latex,
    "pari": from_pari,
    "sage": lambda text: text.removeprefix("a = lambda n: "),
}


@pytest.mark.parametrize("terms", TERMS, ids=str)
def test_every_language_gives_the_terms(terms: list[int]) -> None:
    found = formula(terms)
    assert found.terms(len(terms)) == terms
    scope: dict[str, object] = {}
    exec(found.written("python"), scope)
    assert [scope["a"](n) for n in range(len(terms))] == terms  # type: ignore[operator]
    for language, read in READERS.items():
        assert values(read(found.written(language)), len(terms)) == terms, language


@pytest.mark.skipif(shutil.which("gp") is None, reason="PARI/GP is not installed")
@pytest.mark.parametrize("terms", TERMS, ids=str)
def test_pari_itself_gives_the_terms(terms: list[int]) -> None:
    code = f"{formula(terms).written('pari')}\nprint(vector({len(terms)}, n, a(n-1)))\n"
    said = subprocess.run(["gp", "-qf"], input=code, capture_output=True, text=True, check=True)
    assert eval(said.stdout) == terms


@pytest.mark.parametrize("terms", TERMS[:13], ids=str)
def test_generating_functions_expand_to_the_terms(terms: list[int]) -> None:
    text = formula(terms).written("gf")
    if terms == [1, 2, 6, 24, 120]:
        assert text == "it is no quotient of polynomials"
        return
    step = re.sub(r"(\d)x", r"\1*x", text).replace("^", "**")
    x = Fraction(1, 10**12)  # so small that the series reads as the terms, one after the other
    rest = eval(
        re.sub(r"(?<!\*)\b(\d+)\b(?!\))", r"Fraction(\1)", step), {"Fraction": Fraction, "x": x}
    )
    for term in terms:
        assert round(rest) == term
        rest = (rest - term) / x


def test_formulas_as_people_write_them() -> None:
    fibonacci = formula([1, 1, 2, 3, 5, 8])
    assert fibonacci.written("text") == "a(n) = a(n−1) + a(n−2), a(0) = 1, a(1) = 1"
    assert fibonacci.written("latex") == "a_n = a_{n-1} + a_{n-2}, a_{0} = 1, a_{1} = 1"
    triangular = formula([0, 1, 3, 6, 10])
    assert triangular.written("pari") == "a(n) = (n^2 + n)/2"
    assert triangular.written("gf") == "x/(1 - x)^3"
    assert formula([10, 7, 4, 1, -2]).written("text") == "a(n) = −3n + 10"
    with pytest.raises(InputError, match="give text, latex, python, pari, sage, gf"):
        triangular.written("cobol")


def test_far_terms() -> None:
    assert nth_term([1, 4, 9, 16], 99) == 10_000
    assert nth_term([2, 3, 5, 7, 11, 13], 24) == 97
    assert nth_term([2, 3, 5, 7, 11, 13, 17], 24) == 97  # which a recurrence foretells, too, so far
    assert nth_term([4, 8, 15, 16, 23, 42], 9) is None
    assert nth_term([4, 8, 15, 16, 23, 42], 2) == 15


@pytest.mark.parametrize(
    "terms", [[1, 1, 2, 3, 5, 8], [1, 2, 6, 24, 120], [1, 2, 4, 8, 16], TERMS[-1]], ids=str
)
def test_terms_too_long_to_write_are_not_worked_out(terms: list[int]) -> None:
    with pytest.raises(InputError, match="term 100,000 has over 4,000 digits"):
        nth_term(terms, 99_999)
