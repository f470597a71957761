"""Generating functions that obey an equation: algebraic, differential, or with A(x²) in it.

Polynomials P_j(x) are sought with Σ P_j(x)·S_j(x) = 0 up to the last known term, where the
S_j are powers of A(x), its derivative, A(x²) and 1 (Hermite–Padé approximation). The next term
is the one that carries the equation one power of x further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import perm

import numpy as np

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import Mix, monomial, shortened
from int2vec.arithmetic.linear_algebra import Matrix, residues, whole_dependencies
from int2vec.arithmetic.power_series import exponential_product, multiply
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 9
MAX_TERMS = 44
MIN_SPARE = 2
MAX_UNKNOWNS = 34

Series = dict[str, list[int]]
Times = Callable[[Sequence[int], Sequence[int]], list[int]]

# The equations that are sought: words, the series in them, whether terms go over factorials.
SCHEMES = (
    ("an algebraic equation", ("1", "A", "A²"), False),
    ("an algebraic equation", ("1", "A", "A²", "A³"), False),
    ("an algebraic equation", ("1", "A", "A²", "A³", "A⁴"), False),
    ("an equation with A(x²)", ("1", "A", "A²", "A(x²)"), False),
    ("a differential equation", ("1", "A", "A²", "x·A'"), False),
    ("a differential equation of the exponential series", ("1", "A", "A²", "x·A'"), True),
    (
        "a differential equation of the exponential series",
        ("1", "A", "x·A'", "A²", "A·xA'", "(xA')²"),
        True,
    ),
)
# How each series is made of those before it; x·A' and not A', so that no term is lost.
MADE: dict[str, Callable[[Series, Times], list[int]]] = {
    "1": lambda s, times: [1] + [0] * (len(s["A"]) - 1),
    "A²": lambda s, times: times(s["A"], s["A"]),
    "A³": lambda s, times: times(s["A²"], s["A"]),
    "A⁴": lambda s, times: times(s["A³"], s["A"]),
    "A(x²)": lambda s, times: [0 if i % 2 else s["A"][i // 2] for i in range(len(s["A"]))],
    "x·A'": lambda s, times: [i * t for i, t in enumerate(s["A"])],
    "A·xA'": lambda s, times: times(s["A"], s["x·A'"]),
    "(xA')²": lambda s, times: times(s["x·A'"], s["x·A'"]),
}


@rule(group="generating functions", turn=39)
def generating_function(terms: Terms, search: Search) -> Iterator[Fit]:
    """Equations with at least two coefficients of x to spare as checks."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS or len(set(terms)) < 5:
        return
    made = {exponential: Equations(terms, exponential) for exponential in (False, True)}
    for words, names, exponential in SCHEMES:
        degree = min(n - MIN_SPARE, MAX_UNKNOWNS) // len(names) - 1
        if degree < 0:
            continue
        search.spend(120 + (len(names) * (degree + 1)) ** 2 // 3)
        for weights in made[exponential].among(names, degree):
            search.spend(800)
            fit = made[exponential].fit(words, names, weights)
            if fit is not None:
                yield fit
            break


class Equations:
    """The series of some terms, made when they are first asked for, and equations among them."""

    def __init__(self, terms: Terms, exponential: bool) -> None:
        self.terms, self.exponential = terms, exponential
        self.times: Times = exponential_product if exponential else multiply
        self.series: Series = {"A": list(terms)}

    def among(self, names: Sequence[str], degree: int) -> Iterator[list[int]]:
        """Weights by power of x and then by series with which all terms obey an equation."""
        for name in names:
            if name not in self.series:
                self.series[name] = MADE[name](self.series, self.times)
        n = len(self.terms)

        def system(prime: int) -> Matrix:
            """Row i: the coefficients of x^i in x^d·S_j, by rising d: low degrees end first."""
            columns = np.zeros((degree + 1, len(names), n), dtype=np.int64)
            for j, name in enumerate(names):
                columns[0, j] = residues(self.series[name], prime)
            for d in range(1, degree + 1):
                columns[d, :, d:] = columns[0, :, : n - d]
            if self.exponential:
                columns = columns * _falling(n, degree, prime)[:, None] % prime
            return columns.reshape(-1, n).T

        for weights in whole_dependencies(system):
            if not any(self.left_over(self.series, names, weights, i) for i in range(n)):
                yield weights

    def left_over(self, series: Series, names: Sequence[str], weights: list[int], at: int) -> int:
        """The coefficient of x^at on the left side of the equation."""
        total = 0
        for i, weight in enumerate(weights):
            d, j = divmod(i, len(names))
            if weight and d <= at:
                factor = perm(at, d) if self.exponential else 1
                total += weight * factor * series[names[j]][at - d]
        return total

    def fit(self, words: str, names: Sequence[str], weights: list[int]) -> Fit | None:
        """The equation, where it is more than a recurrence and settles a whole next term."""
        n = len(self.terms)
        rests = []
        for trial in (0, 1):  # the next term stands in the next coefficient by itself, no power
            series: Series = {"A": [*self.terms, trial]}
            for name in names:
                if name not in series:
                    series[name] = MADE[name](series, self.times)
            rests.append(self.left_over(series, names, weights, n))
        slope = rests[0] - rests[1]
        used = [i for i, w in enumerate(weights) if w]
        end = used[-1] + 1
        checked = n - max(len(used) - 1, end // 2)
        beyond_linear = any(i % len(names) > 1 for i in used)
        if not slope or rests[0] % slope or checked < MIN_SPARE or not beyond_linear:
            return None
        return Fit(
            kind="series",
            value=rests[0] // slope,
            bits=COST.algebraic_series + null_bits(weights[:end]),
            why=f"the generating function A obeys {words}: {_words(weights, names)}",
            checked=checked,
        )


@lru_cache(maxsize=512)
def _falling(n: int, degree: int, prime: int) -> Matrix:
    """i!/(i − d)! modulo the prime, for d up to the degree and i below n."""
    return np.array([[perm(i, d) % prime for i in range(n)] for d in range(degree + 1)])


def _words(weights: list[int], names: Sequence[str]) -> str:
    parts = []
    for j, name in enumerate(names):
        coefficients = weights[j :: len(names)]
        if any(coefficients):
            powers = [monomial({"x": d}) for d in range(len(coefficients))]
            parts.append(f"({Mix(powers, coefficients, times='')})" + f"·{name}" * (name != "1"))
    return shortened(" + ".join(parts), 200, 180) + " = 0"
