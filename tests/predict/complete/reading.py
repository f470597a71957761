"""Formulas read back from the words of a reason, as functions that can be tried on terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest
from math import comb, factorial, floor, gcd, isqrt

import mpmath

from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.known.stated import VOCABULARY
from int2vec.arithmetic.operations import OPERATIONS
from int2vec.arithmetic.primes import nth_prime

ARGUMENTS = ("n", "a(n−1)", "a(n−2)", "a(n−3)", "the previous")
NAMED = {known.a_number: known for known in everything_known() if known.a_number}
_LETTERS = re.compile(r"[a-z]{3}|[√∛∜]\{")
WORDS = {
    said.format(x=argument): f"op({i}, {argument.replace('−', '-')})".replace("the previous", "x")
    for i, operation in enumerate(OPERATIONS)
    for argument in ARGUMENTS
    for said in (operation.words, operation.sentence)
    if _LETTERS.search(said.replace("prime(", "").replace("Fibonacci(", ""))
}
LONGEST_FIRST = sorted(WORDS, key=len, reverse=True)
SIGNS = (
    ("the sum of all terms before", "before"), ("the product of all terms before", "product"),
    ("the previous", "x"), ("·", "*"), ("−", "-"), (" mod ", " % "), ("^", "**"), ("²", "**2"),
    ("³", "**3"), ("⁴", "**4"), ("⁵", "**5"), ("⁶", "**6"), ("⌊√n⌋", "isqrt(n)"),
    ("⌊", "floor("), ("⌋", ")"), ("Fibonacci(n)", "fibonacci(n)"), ("!!", "‼"),
)  # fmt: skip
KNOWN = "op|a|A|T|D|B|n|k|x|abs|max|min|before|product|gcd|prime|floor|isqrt|factorial|fibonacci"
KNOWN += "|Fraction|C|odd_factorial"
READ = re.compile(rf"(?:\b(?:{KNOWN})\b|[^A-Za-z√!‼…])*")


def integers(text: str) -> list[int]:
    return [
        int(t.replace("−", "-").replace(",", "")) for t in re.findall(r"[-−]?\d[\d,]*(?<!,)", text)
    ]


def in_python(formula: str) -> str | None:
    """A formula in n and a(n−1), a(n−2), … as Python; None where a word is not known."""
    for words in LONGEST_FIRST:
        if words in formula:
            formula = formula.replace(words, WORDS[words])
    for said, python in SIGNS:
        formula = formula.replace(said, python)
    formula = re.sub(r"A(\d{6})\((n(?:\+1)?)\)", r"A(1\1, \2)", formula)
    formula = re.sub(r"\(2n-1\)‼", "odd_factorial(n)", formula)
    formula = re.sub(r"\(([^()]*)\)!", r"factorial(\1)", formula).replace("n!", "factorial(n)")
    formula = re.sub(r"(?<![\w.])(\d+)([nx]|C\()", r"\1*\2", formula)
    formula = re.sub(r"\)(?=[(a-z])", ")*", formula)
    formula = re.sub(r"(?<=[nk])(?=\()", "*", formula)
    formula = re.sub(r"\|([^|]+)\|", r"abs(\1)", formula).replace("/", "*Fraction(1)/")
    return formula if READ.fullmatch(formula) else None


def scope(**names: object) -> dict[str, object]:
    """What a formula may call on, and these."""
    return {
        "floor": floor, "op": lambda of, x: OPERATIONS[of].of(x), "gcd": gcd, "prime": nth_prime,
        "isqrt": isqrt, "factorial": factorial, "Fraction": Fraction,
        "fibonacci": VOCABULARY["fibonacci"],
        "C": comb, "A": lambda number, i: NAMED[number - 10**6].terms[i],
        "odd_factorial": lambda n: factorial(2 * n) // (factorial(n) << n), **names,
    }  # fmt: skip


def where_is(formula: str) -> str:
    """What a formula must say of the known sequences in it."""
    numbers = dict.fromkeys(re.findall(r"A(\d{6})\(", formula))
    told = [f"A{number} is {NAMED[int(number)].name}" for number in numbers]
    return f", where {', and '.join(told)}" if told else ""


class Series:
    """A power series as far as it is known."""

    def __init__(self, terms: list[Fraction | int], length: int) -> None:
        self.terms, self.length = terms[:length], length

    def __add__(self, other: object) -> Series:
        theirs = other.terms if isinstance(other, Series) else [Fraction(str(other))]
        both = zip_longest(self.terms, theirs, fillvalue=0)
        return Series([x + y for x, y in both], self.length)

    def __mul__(self, other: object) -> Series:
        theirs = other.terms if isinstance(other, Series) else [Fraction(str(other))]
        made: list[Fraction | int] = [0] * (len(self.terms) + len(theirs))
        for i, x in enumerate(self.terms):
            for j, y in enumerate(theirs):
                made[i + j] += x * y
        return Series(made, self.length)

    def __pow__(self, power: int) -> Series:
        made = Series([1], self.length)
        for _ in range(power):
            made *= self
        return made

    def __neg__(self) -> Series:
        return self * -1

    def __sub__(self, other: object) -> Series:
        return self + (-other if isinstance(other, Series) else -Fraction(str(other)))

    def __rsub__(self, other: object) -> Series:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


def equation_of_series(text: str, whole: list[int], exponential: bool) -> bool | None:
    """Whether the generating function obeys an equation: (9) + (126x − 8)·A + … = 0."""
    if "…" in text:
        return None  # it was too long to be said
    python = in_python(text.replace("x·A'", "D").replace("A(x²)", "B"))
    n = len(whole)
    terms = [Fraction(t, factorial(i) if exponential else 1) for i, t in enumerate(whole)]
    names = {
        "x": Series([0, 1], n), "A": Series(terms, n),
        "D": Series([i * t for i, t in enumerate(terms)], n),
        "B": Series([0 if i % 2 else terms[i // 2] for i in range(n)], n),
    }  # fmt: skip
    assert python is not None, text
    made = eval(python, {**scope(), **names})
    return not any(made.terms)


REAL_NAMES = {
    *("exp", "log", "sqrt", "zeta", "gamma", "pi", "e", "euler", "catalan", "phi", "x", "n", "mpf"),
    *(a + name + h for a in ("", "a") for name in ("sin", "cos", "tan") for h in ("", "h")),
    *(name + h for name in ("sec", "csc", "cot") for h in ("", "h")),
    *("digamma", "erf", "erfc", "lambertw", "ei", "si", "ci", "altzeta", "ellipk", "harmonic"),
    *("factorial", "frac", "floor"),
}
REAL_SIGNS = (
    *(("Catalan's constant", "catalan"), ("Euler's constant", "euler"), ("φ", "phi"), ("π", "pi")),
    *(("·", "*"), ("−", "-"), ("^", "**"), ("arc", "a"), ("n!", "factorial(n)")),
)


def real_numbers(words: str, digits: int, n: int = 0) -> list[Fraction]:
    """The numbers that words may mean, also of n, to so many digits; none for what is not read.

    √2, (1 + √5)/2, log(3)/log(2), a root of x^3 − 2, the solution x = 0.567143290410 of x·e^x = 1.
    """
    solved = re.fullmatch(r"the solution x = ([\d.e+-]+) of (.*) = 0", words)
    rooted = re.fullmatch(r"a root of (.*)", words)
    function = in_mpmath(solved[2] if solved else rooted[1] if rooted else words, n)
    if function is None:
        return []
    with mpmath.workdps(2 * digits):
        if solved:
            shown = mpmath.mpf(solved[1])
            root = mpmath.findroot(function, shown)
            found = [root] if abs(root - shown) < abs(shown) / 10**10 else []
        else:
            found = roots_of(rooted[1]) if rooted else [function(0)]
        if any(mpmath.im(x) or not mpmath.isfinite(x) for x in found):
            return []
        return [Fraction(int(mpmath.ldexp(x, 4 * digits)), 2 ** (4 * digits)) for x in found]


def in_mpmath(words: str, n: int) -> Callable[[object], mpmath.mpf] | None:
    """A formula, perhaps with an x or an n in it; None where a word is not known."""
    python = words
    for said, meant in REAL_SIGNS:
        python = python.replace(said, meant)
    python = re.sub(r"√(\d+|[a-z]+)", r"sqrt(\1)", python).replace("√(", "sqrt(")
    python = re.sub(r"(?<![\w.])(\d+)", r"mpf(\1)", python).replace(")x", ")*x")
    known = REAL_NAMES.issuperset(re.findall(r"[a-z]+", python))
    if not known or re.search(r"[^-+*/()\da-z ]", python):
        return None
    try:
        formula = eval(f"lambda x, n: {python}", {**vars(mpmath)})
    except SyntaxError:
        return None
    return lambda x: mpmath.mpmathify(formula(x, mpmath.mpf(n)))


def roots_of(polynomial: str) -> list[mpmath.mpf]:
    """The real roots of x^3 − 3x − 1 and the like."""
    plain = polynomial.replace(" ", "").replace("−", "-")
    weights = {
        int(power or bool(x)): int(f"{sign}{number or 1}")
        for sign, number, x, power in re.findall(r"([+-]?)(\d*)(x?)(?:\^(\d+))?", plain)
        if number or x
    }
    falling = [weights.get(power, 0) for power in range(max(weights), -1, -1)]
    roots = mpmath.polyroots(falling, maxsteps=500, extraprec=500)
    return [root.real for root in roots if abs(root.imag) < mpmath.mpf(10) ** -30]
