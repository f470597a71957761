"""Generating functions: equations that they obey, and transforms of a simple sequence.

An equation is Σ P_j(x)·S_j(x) = 0 up to the last known term, where the S_j are powers of A(x), its
derivative, A(x²) and 1, and the P_j polynomials (Hermite–Padé approximation). The next term is the
one that carries it one power of x further. A transform is undone, the sequence underneath solved,
its next term added and the whole transformed again; term n of one side depends on terms up to n of
the other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import perm

import numpy as np

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic import sums
from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import Mix, listing, monomial, shortened
from int2vec.arithmetic.linear_algebra import Matrix, residues, whole_dependencies
from int2vec.arithmetic.power_series import exponential_product, multiply
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.known import catalog_sequence
from int2vec.predict.complete.rules.recurrence import linear
from int2vec.predict.complete.rules.simple import sparse

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


MIN_TRANSFORMED, MAX_TRANSFORMED = 7, 60

Map = Callable[[list[int]], list[int] | None]


@dataclass(frozen=True, slots=True)
class Transform:
    """A map of sequences and the map that undoes it.

    `leads` are what may be put in front of the terms first, a bit for each further choice.
    `keeps_recurrences`: a recurrence underneath shows in the terms themselves.
    """

    words: str
    bits: float
    undo: Map
    do: Map
    leads: tuple[tuple[int, ...], ...] = ((),)
    keeps_recurrences: bool = False


def _over_series(sign: int, a: list[int]) -> list[int] | None:
    """Coefficients of (1 ± x)/A(x)."""
    turned = series.reciprocal(a)
    return None if turned is None else series.multiply(turned, [1, sign, *[0] * len(a)])


WITH_ONE = ((), (1,))
WITH_SIGN = ((), (1,), (-1,))
TRANSFORMS = (
    Transform("the Euler transform of", 5, series.inverse_euler, series.euler, WITH_ONE),
    Transform("sums over the divisors of n of", 5, sums.mobius, sums.divisor_sums),
    Transform("the reciprocal series of", 5, series.reciprocal, series.reciprocal, WITH_SIGN, True),
    *(
        Transform(
            f"the series (1 {sign} x) over that of",
            7,
            partial(_over_series, unit),
            partial(_over_series, unit),
            keeps_recurrences=True,
        )
        for sign, unit in (("+", 1), ("−", -1))
    ),
    Transform("the exponential transform of", 5, series.logarithm, series.exponential, WITH_ONE),
    Transform(
        "the reciprocal exponential series of",
        6,
        series.exponential_reciprocal,
        series.exponential_reciprocal,
    ),
    Transform(
        "the square of the series", 6, series.square_root, series.squared, keeps_recurrences=True
    ),
    Transform("the square root of the series", 6, series.squared, series.square_root),
    *(
        Transform(
            f"coefficients of Π {factor} for c =",
            6,
            partial(series.factors, sign=unit),
            partial(series.product, sign=unit),
        )
        for factor, unit in (("(1 + c(k)·x^k)", 1), ("1/(1 − c(k)·x^k)", -1))
    ),
    Transform("n times", 4, sums.over_n, sums.times_n, keeps_recurrences=True),
    Transform(
        "the binomial transform of",
        6,
        sums.inverse_binomial,
        sums.binomial,
        keeps_recurrences=True,
    ),
)


@rule(group="transforms", turn=37)
def transformed(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    if not MIN_TRANSFORMED <= len(terms) <= MAX_TRANSFORMED:
        return
    size = max(t.bit_length() for t in terms)
    for transform in TRANSFORMS:
        for lead in transform.leads:
            whole = [*lead, *terms]
            search.spend(len(whole) ** 2 // 20 + len(whole) * size // 400)
            inner = transform.undo(whole)
            if inner is None:
                continue
            fit = _underneath(inner, search, transform.keeps_recurrences)
            plain = fit is not None and fit.kind == "constant" and transform.keeps_recurrences
            if fit is None or fit.checked < 2 or plain:  # what is plain, simpler rules say
                continue
            result = transform.do([*inner, fit.value])
            if result is not None and result[: len(whole)] == whole:
                yield fit.within(
                    "transform",
                    value=result[len(whole)],
                    bits=transform.bits + len(lead),
                    why=f"{transform.words} {listing(inner, 6)}; of that: {fit.why}",
                )


def _underneath(inner: list[int], search: Search, keeps_recurrences: bool) -> Fit | None:
    """The shortest explanation of the sequence underneath."""
    found = [*search.solve(inner, 0), *sparse(inner), *search.ask(catalog_sequence, inner)]
    if not keeps_recurrences:
        found += search.ask(linear, inner)
    return min(found, key=lambda fit: fit.bits, default=None)
