"""Generating functions: equations that they obey, and transforms of a simple sequence.

An equation is Σ P_j(x)·S_j(x) = 0 up to the last known term, where the S_j are powers of A(x), its
derivative, A(x²) and 1, and the P_j polynomials (Hermite–Padé approximation). The next term is the
one that carries it one power of x further. A transform is undone, the sequence underneath solved,
its next term added and the whole transformed again; term n of one side depends on terms up to n of
the other.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import perm
from operator import mul
from typing import NamedTuple

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic import sums
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import listing, polynomial, shortened
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.holonomic import holding, solved
from int2vec.predict.complete.rules.known import catalog_sequence
from int2vec.predict.complete.rules.recurrence import linear
from int2vec.predict.complete.rules.simple import sparse

MIN_TERMS, MAX_TERMS = 9, 44
MIN_SPARE = 2
MAX_UNKNOWNS = 34

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
    if MIN_TERMS <= len(terms) <= MAX_TERMS and len(set(terms)) >= 5:
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
    times = series.exponential_product if exponential else series.multiply
    for power, before in (("A²", "A"), ("A³", "A²"), ("A⁴", "A³")):
        if power in names:
            made[power] = times(made[before], a)
    return made


def _words(weights: list[int], names: Sequence[str]) -> str:
    text = " + ".join(
        f"({polynomial(part, 'x')})" + f"·{name}" * (name != "1")
        for j, name in enumerate(names)
        if any(part := weights[j :: len(names)])
    )
    return shortened(text, 200, 180) + " = 0"


MIN_WITH_POWERS, MIN_TRANSFORMED, MAX_TRANSFORMED = 5, 7, 60
BASES = [(a, b) for b in range(1, 6) for a in range(-3, 8) if a or b > 1]

Map = Callable[[list[int]], list[int] | None]


class Transform(NamedTuple):
    """A map of sequences and the map that undoes it."""

    words: str
    bits: float
    undo: Map
    do: Map
    leads: tuple[tuple[int, ...], ...] = ((),)  # what may be put in front of the terms first
    keeps_recurrences: bool = False  # one underneath shows in the terms themselves


def _over_series(sign: int, a: list[int]) -> list[int] | None:
    """Coefficients of (1 ± x)/A(x)."""
    turned = series.reciprocal(a)
    return None if turned is None else series.multiply(turned, [1, sign, *[0] * len(a)])


def _turned(words: str, bits: float, do: Map, keeps_recurrences: bool = False) -> Transform:
    """A transform that undoes itself."""
    return Transform(words, bits, do, do, keeps_recurrences=keeps_recurrences)


def _with_factors(factor: str, sign: int) -> Transform:
    undo, do = partial(series.factors, sign=sign), partial(series.product, sign=sign)
    return Transform(f"coefficients of Π {factor} for c =", 6, undo, do)


def _with_powers(a: int, b: int, start: int) -> Transform:
    def powers(terms: list[int]) -> list[int]:
        return [(a + b * n) ** n for n in range(start, start + len(terms))]

    def undo(terms: list[int]) -> list[int] | None:
        last = start + len(terms) - 1
        if abs(terms[-1]) < abs((a + b * last) ** last):
            return None  # as it is most often
        pairs = [*zip(terms, powers(terms), strict=True)]
        return None if any(not p or t % p for t, p in pairs) else [t // p for t, p in pairs]

    words = f"({polynomial([a, b])})^n, n from {start}, times"
    bits = COST.formula + sum(map(int_bits, (start, a, b)))
    return Transform(words, bits, undo, lambda terms: [*map(mul, terms, powers(terms))])


WITH_SIGN = ((), (1,), (-1,))
TRANSFORMS = (
    Transform("the Euler transform of", 5, series.inverse_euler, series.euler, ((), (1,))),
    Transform("sums over the divisors of n of", 5, sums.mobius, sums.divisor_sums),
    Transform("the reciprocal series of", 5, series.reciprocal, series.reciprocal, WITH_SIGN, True),
    _turned("the series (1 + x) over that of", 7, partial(_over_series, 1), True),
    _turned("the series (1 − x) over that of", 7, partial(_over_series, -1), True),
    Transform("the exponential transform of", 5, series.logarithm, series.exponential, ((), (1,))),
    _turned("the reciprocal exponential series of", 6, series.exponential_reciprocal),
    _with_factors("(1 + c(k)·x^k)", 1),
    _with_factors("1/(1 − c(k)·x^k)", -1),
    Transform("n times", 4, sums.over_n, sums.times_n, keeps_recurrences=True),
    Transform("the binomial transform of", 6, sums.inverse_binomial, sums.binomial, ((),), True),
)
POWERS = [_with_powers(*base, start) for start, base in product((0, 1), BASES)]


@rule(group="transforms", turn=37)
def transformed(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    n, size = len(terms), max(t.bit_length() for t in terms)
    if not MIN_WITH_POWERS <= n <= MAX_TRANSFORMED:
        return
    for transform in (*(TRANSFORMS if n >= MIN_TRANSFORMED else ()), *POWERS):
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
                bits = transform.bits + len(lead)
                why = f"{transform.words} {listing(inner, 6)}; of that: {fit.why}"
                yield fit.within("transform", value=result[len(whole)], bits=bits, why=why)


def _underneath(inner: list[int], search: Search, keeps_recurrences: bool) -> Fit | None:
    """The shortest explanation of the sequence underneath."""
    found = [*search.solve(inner, 0), *sparse(inner), *search.ask(catalog_sequence, inner)]
    if not keeps_recurrences:
        found += search.ask(linear, inner)
    return min(found, key=lambda fit: fit.bits, default=None)
