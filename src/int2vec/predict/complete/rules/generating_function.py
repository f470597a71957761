"""Equations that the generating function obeys.

An equation is Σ P_j(x)·S_j(x) = 0 up to the last known term, where the S_j are powers of A(x), its
derivative, A(x²) and 1, and the P_j polynomials (Hermite–Padé approximation). The next term is the
one that carries it one power of x further.
"""

from collections.abc import Iterator, Sequence
from math import perm

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import polynomial, shortened
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.holonomic import holding, solved

MIN_TERMS, MAX_TERMS = 9, 44
MIN_SPARE = 2
MAX_UNKNOWNS = 34
MAX_BITS = 60_000  # of all terms together, which are multiplied by each other

# The equations that are sought: words, the series in them, whether terms go over factorials.
SCHEMES = (
    ("an algebraic equation", ("1", "A", "A²"), False),
    ("an algebraic equation", ("1", "A", "A²", "A³"), False),
    ("an algebraic equation", ("1", "A", "A²", "A³", "A⁴"), False),
    ("an equation with A(x²)", ("1", "A", "A²", "A(x²)"), False),
    ("a differential equation", ("1", "A", "A²", "x·A'"), False),
    ("a differential equation of the exponential series", ("1", "A", "A²", "x·A'"), True),
)


@rule(group="generating functions", turn=39)
def generating_function(terms: Terms, search: Search) -> Iterator[Fit]:
    """Equations with at least two coefficients of x to spare as checks."""
    short = sum(map(int.bit_length, terms)) <= MAX_BITS
    if MIN_TERMS <= len(terms) <= MAX_TERMS and len(set(terms)) >= 5 and short:
        for words, names, exponential in SCHEMES:
            yield from _obeyed(terms, words, names, exponential, search)


def _obeyed(
    terms: Terms, words: str, names: Sequence[str], exponential: bool, search: Search
) -> Iterator[Fit]:
    n = len(terms)
    degree = min(n - MIN_SPARE, MAX_UNKNOWNS) // len(names) - 1
    made = _series([*terms], names, exponential)

    def row(of: dict[str, list[int]], i: int) -> list[int]:
        """The coefficients of x^i in x^d·S_j, by rising d: low degrees end first."""
        return [
            of[name][i - d] * (perm(i, d) if exponential else 1) if d <= i else 0
            for d in range(degree + 1)
            for name in names
        ]

    for weights in holding([[1]] * n, [row(made, i) for i in range(n)], search):
        value = solved(weights, [1], lambda x: row(_series([*terms, x], names, exponential), n))
        used = [i for i, w in enumerate(weights) if w]
        checked = n - max(len(used) - 1, (used[-1] + 1) // 2)
        beyond_linear = any(i % len(names) > 1 for i in used)
        if value is not None and checked >= MIN_SPARE and beyond_linear:
            bits = COST.algebraic_series + null_bits(weights[: used[-1] + 1])
            why = f"the generating function A obeys {words}: {_words(weights, names)}"
            yield Fit(kind="series", value=value, bits=bits, why=why, checked=checked)
        return


def _series(a: list[int], names: Sequence[str], exponential: bool) -> dict[str, list[int]]:
    """The series in an equation; x·A' and not A', so that no term is lost."""
    made = {
        "1": [1] + [0] * (len(a) - 1),
        "A": a,
        "A(x²)": [0 if i % 2 else a[i // 2] for i in range(len(a))],
        "x·A'": [i * t for i, t in enumerate(a)],
    }
    for power, before in (("A²", "A"), ("A³", "A²"), ("A⁴", "A³")):
        if power in names:
            made[power] = series.multiply(made[before], a, exponential=exponential)
    return made


def _words(weights: list[int], names: Sequence[str]) -> str:
    text = " + ".join(
        f"({polynomial(part, 'x')})" + f"·{name}" * (name != "1")
        for j, name in enumerate(names)
        if any(part := weights[j :: len(names)])
    )
    return shortened(text, 200, 180) + " = 0"
