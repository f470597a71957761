"""Formulas read back from the words of a reason, as functions that can be tried on terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import zip_longest
from math import comb, factorial, floor, gcd, isqrt

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


PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899863"
)


def real_number(words: str) -> Callable[[], Decimal] | None:
    """√2, (1 + √5)/2, π^2/6, log(3)/log(2), e^(1/2), π^(1/3); None for what is not read."""
    python = words.replace("·", "*").replace("−", "-").replace("^", "**").replace("π", "PI")
    python = re.sub(r"√(\d+|PI|e|\([^()]*\))", r"(\1)**HALF", python)
    python = re.sub(r"log\(([^()]*)\)", r"D(\1).ln()", python)
    python = re.sub(r"(?<![\w.])(\d+)", r"D(\1)", python)
    if re.search(r"[^-+*/().D\dPIelnHALF ]", python):
        return None
    names = {"D": Decimal, "PI": PI, "HALF": Decimal("0.5")}

    def worked_out() -> Decimal:
        with localcontext(prec=70):
            return Decimal(eval(python, {**names, "e": Decimal(1).exp()}))

    return worked_out
