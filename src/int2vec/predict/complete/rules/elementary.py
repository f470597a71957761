"""Exponential generating functions put together from elementary ones: exp(tan(x)), sin(x)·cosh(x).

Which one it is is looked up by its first coefficients in `elementary.npy`, which
`python -m benchmarks.make_tables` writes; the others are then worked out.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import factorial, prod
from operator import add, mul
from pathlib import Path

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.power_series import multiply, reciprocal
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.walks import looked_up, table_of

MIN_TERMS, MAX_TERMS = 9, 40
KNOWN_BY = 5  # coefficients that it takes to tell which it is
TABLE = Path(__file__).with_name("elementary.npy")
# The first ones are 0 at 0; log is that of 1 more.
ODD = ("x", "sin", "tan", "arcsin", "arctan", "sinh", "tanh", "arcsinh", "arctanh", "log")
NAMES = (*ODD, "exp", "cos", "sec", "cosh", "sech")
POWERS = ("", ", even powers alone", ", odd powers alone")
Series = list[int]


@lru_cache(maxsize=2)
def _series(n: int) -> dict[str, Series]:
    """The first n coefficients of each function, times n!."""
    sine = [(0, 1, 0, -1)[k % 4] for k in range(n)]
    cosine = [(1, 0, -1, 0)[k % 4] for k in range(n)]
    found = {"x": [int(k == 1) for k in range(n)], "exp": [1] * n, "sin": sine, "cos": cosine}
    found |= {"sinh": list(map(abs, sine)), "cosh": list(map(abs, cosine))}
    for end in ("", "h"):
        found[f"sec{end}"] = reciprocal(found[f"cos{end}"], exponential=True) or []
        found[f"tan{end}"] = _times(found[f"sin{end}"], found[f"sec{end}"])
    slopes = [factorial(max(k - 1, 0)) for k in range(n)]
    odd = [prod(range(1, k - 1, 2)) ** 2 for k in range(n)]
    for end, other in (("", "h"), ("h", "")):  # the signs of a sine are those of arctan and arsinh
        found[f"arctan{end}"] = list(map(mul, slopes, found[f"sin{end}"]))
        found[f"arcsin{end}"] = list(map(mul, odd, found[f"sin{other}"]))
    found["log"] = [-slope * (-1) ** k * (k > 0) for k, slope in enumerate(slopes)]
    return found


def _times(a: Series, b: Series) -> Series:
    return multiply(a, b, exponential=True)


def _of(outer: Series, inner: Series) -> Series:
    """f(g(x)), where g(0) = 0: Σ f(k)·g^k/k!, and each g^k/k! is that of k − 1 times g′, summed."""
    found, power = [outer[0]] + [0] * (len(inner) - 1), [1] + [0] * (len(inner) - 1)
    for weight in outer[1:]:
        power = [0, *_times(power, inner[1:])]
        found = [a + weight * b for a, b in zip(found, power, strict=True)]
    return found


def code_of(form: int, f: int, g: int, h: int) -> int:
    """The numbers of form and functions in one; above them, that of the powers that are left."""
    return form << 12 | f << 8 | g << 4 | h


def _named(code: int) -> list[str]:
    return [NAMES[code >> shift & 15] for shift in (8, 4, 0)]


def coefficients(code: int, n: int) -> Series:
    """The first n numbers of a code: n! times coefficients, of all powers or of every second one.

    >>> coefficients(code_of(0, 10, 1, 0), 7)
    [1, 1, 1, 0, -3, -8, -3]
    """
    form, powers = code >> 12 & 15, code >> 16
    f, g, h = (_series(2 * n if powers else n)[name] for name in _named(code))
    insides = (lambda: _of(g, h), lambda: _times(g, h), lambda: list(map(add, g, h)), lambda: g)
    found = _of(f, insides[form]())
    found = _times(found, h) if form == 3 else found
    return found[powers // 2 :: 2] if powers else found


def _words(code: int) -> str:
    """The function as it is written."""
    f, g, h = _named(code)
    of_x, beside = _call(g, "x"), _call(h, "x")
    inside = (_call(g, beside), f"{of_x}·{beside}", f"{of_x} + {beside}", of_x)[code >> 12 & 15]
    times = f"·{beside}" if code >> 12 & 15 == 3 else ""
    return _call(f, inside) + times + POWERS[code >> 16]


def _call(name: str, inside: str) -> str:
    return inside if name == "x" else f"{name}({'1 + ' if name == 'log' else ''}{inside})"


@rule(group="elementary", turn=31, prepare=lambda: table_of(TABLE))
def elementary(terms: Terms, search: Search) -> Iterator[Fit]:
    """The coefficients of an exponential generating function made of elementary ones."""
    n = len(terms)
    for code in looked_up(TABLE, terms) if MIN_TERMS <= n <= MAX_TERMS else ():
        search.spend(2 * n**3)
        *given, value = coefficients(code, n + 1)
        if given == list(terms):
            why = f"the exponential generating function is {_words(code)}"
            bits, checked = COST.elementary, n - KNOWN_BY
            yield Fit(kind="elementary", value=value, bits=bits, why=why, checked=checked)
