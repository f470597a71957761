"""A rule as a formula that can be run: as text, LaTeX, Python, PARI/GP and SageMath.

The formula is found again from the terms and the next one, so that whatever rule led there it
holds of every term: it is compared with all of them before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial, lcm

from int2vec.arithmetic.formulas import polynomial, recurrence
from int2vec.arithmetic.known.register import everything_known
from int2vec.errors import InputError
from int2vec.predict.complete.rules.simple import coefficients

LANGUAGES = ("text", "latex", "python", "pari", "sage")
MOST_DEGREE = 6
MOST_ORDER = 4
CHECKED = 1  # terms that a formula must foretell beyond those that determine it


@dataclass(frozen=True, kw_only=True)
class Formula:
    """The terms from `start` on as a closed form in n, or as a recurrence with its first terms.

    `weights` are the coefficients of a polynomial in n, lowest first, over `divisor`; of a
    recurrence, those of a(n-1), a(n-2), … and then a constant that is added.
    """

    kind: str  # polynomial, geometric, factorial, recurrence, periodic
    weights: tuple[int, ...]
    divisor: int = 1
    first: tuple[int, ...] = ()  # terms that lead

    def terms(self, n: int) -> list[int]:
        """The first n terms."""
        if self.kind == "recurrence":
            made = list(self.first)
            while len(made) < n:
                *weights, constant = self.weights
                made.append(
                    sum(w * t for w, t in zip(weights, made[::-1], strict=False)) + constant
                )
            return made[:n]
        return [self._term(i) for i in range(n)]

    def _term(self, n: int) -> int:
        if self.kind == "geometric":
            return int(self.weights[0] * self.weights[1] ** n)
        if self.kind == "factorial":
            return factorial(n + self.weights[0])
        if self.kind == "periodic":
            return self.weights[n % len(self.weights)]
        powers = (w * int(n**degree) for degree, w in enumerate(self.weights))
        return sum(powers) // self.divisor

    def written(self, language: str) -> str:
        """The formula in one of LANGUAGES; n counts from 0.

        >>> formula_of([1, 4, 9, 16, 25]).written("python")
        'def a(n):\\n    return n**2 + 2*n + 1'
        >>> formula_of([1, 1, 2, 3, 5, 8]).written("text")
        'a(n) = a(n−1) + a(n−2), a(0) = 1, a(1) = 1'
        """
        if language not in LANGUAGES:
            raise InputError(f"'{language}' is no way to write; give {', '.join(LANGUAGES)}")
        if language == "python":
            return self._python()
        closed = self._closed(language)
        if closed is not None:
            return {
                "text": f"a(n) = {closed}", "latex": f"a_n = {closed}",
                "pari": f"a(n) = {closed}", "sage": f"a = lambda n: {closed}",
            }[language]  # fmt: skip
        return self._stepwise(language)

    def _closed(self, language: str) -> str | None:
        """The right-hand side of a closed form; None for a recurrence."""
        power, times = ("^", "*") if language in ("pari", "sage") else ("^", "·")
        if self.kind == "geometric":
            start, ratio = self.weights
            base = f"({ratio})" if ratio < 0 else str(ratio)
            power_of = f"{base}^{{n}}" if language == "latex" else f"{base}{power}n"
            dot = " \\cdot " if language == "latex" else times
            return power_of if start == 1 else f"{start}{dot}{power_of}"
        if self.kind == "factorial":
            (shift,) = self.weights
            inside = f"(n+{shift})" if shift else "n"
            return f"factorial{inside if shift else '(n)'}" if language == "sage" else f"{inside}!"
        if self.kind == "periodic":
            listed = ", ".join(map(str, self.weights))
            if language in ("pari", "sage"):
                step = f"n%{len(self.weights)}"
                return f"[{listed}][{step}+1]" if language == "pari" else f"[{listed}][{step}]"
            if language == "latex":
                return f"({listed})_{{n \\bmod {len(self.weights)}}}"
            return f"entry n modulo {len(self.weights)}, from 0, of {listed}"
        if self.kind == "polynomial":
            if language in ("text", "latex"):
                return str(polynomial([Fraction(w, self.divisor) for w in self.weights], minus="-"))
            return self._sum([_power(d, power) for d in range(len(self.weights))])
        return None

    def _sum(self, parts: Sequence[str]) -> str:
        """Weights times parts, over the divisor, as code writes them; the highest first."""
        text = ""
        for weight, part in reversed(list(zip(self.weights, parts, strict=True))):
            if weight:
                size = "" if abs(weight) == 1 and part else str(abs(weight))
                joined = "*".join(filter(None, (size, part)))
                sign = "-" if weight < 0 else "+"
                text += f" {sign} {joined}" if text else sign.removeprefix("+") + joined
        return text if self.divisor == 1 else f"({text})/{self.divisor}"

    def _python(self) -> str:
        if self.kind == "polynomial":
            body = self._sum([_power(d, "**") for d in range(len(self.weights))])
            return f"def a(n):\n    return {body.replace('/', '//') or '0'}"
        if self.kind == "geometric":
            return f"def a(n):\n    return {self.weights[0]} * ({self.weights[1]}) ** n"
        if self.kind == "factorial":
            body = f"factorial(n + {self.weights[0]})"
            return f"from math import factorial\n\n\ndef a(n):\n    return {body}"
        if self.kind == "periodic":
            return f"def a(n):\n    return {list(self.weights)}[n % {len(self.weights)}]"
        step = self._step("terms[-{}]")
        return (
            f"def a(n):\n    terms = {list(self.first)}\n    while len(terms) <= n:\n"
            f"        terms.append({step})\n    return terms[n]"
        )

    def _step(self, earlier: str) -> str:
        """The next term of a recurrence, as code."""
        *weights, constant = self.weights
        text = ""
        for back, weight in enumerate(weights, 1):
            if weight:
                part = earlier.format(back)
                part = part if abs(weight) == 1 else f"{abs(weight)}*{part}"
                sign = "-" if weight < 0 else "+"
                text += f" {sign} {part}" if text else sign.removeprefix("+") + part
        if constant:
            text += f" {'-' if constant < 0 else '+'} {abs(constant)}"
        return text or "0"

    def _stepwise(self, language: str) -> str:
        """A recurrence with its first terms."""
        *weights, constant = self.weights
        order = len(self.first)
        if language == "pari":
            starts = "; ".join(f"if(n=={i}, return({t}))" for i, t in enumerate(self.first))
            return f"a(n) = {{ {starts}; {self._step('a(n-{})')} }}"
        if language == "sage":
            listed = list(self.first)
            return f"a = lambda n: {listed}[n] if n < {order} else {self._step('a(n-{})')}"
        added = "" if not constant else f" {'-' if constant < 0 else '+'} {abs(constant)}"
        if language == "latex":
            starts = ", ".join(f"a_{{{i}}} = {t}" for i, t in enumerate(self.first))
            return f"a_n = {self._step('a_{{n-{}}}').replace('*', ' ')}, {starts}"
        starts = ", ".join(f"a({i}) = {t}" for i, t in enumerate(self.first))
        return f"{recurrence([Fraction(w) for w in weights])}{added}, {starts}"


def formula_of(terms: Sequence[int]) -> Formula | None:
    """The simplest formula that gives all the terms, n from 0; None where none is found.

    >>> formula_of([3, 7, 11, 15]).written("text")
    'a(n) = 4n + 3'
    """
    for found in _candidates(list(terms)):
        if found.terms(len(terms)) == list(terms):
            return found
    return None


def nth_term(terms: Sequence[int], n: int) -> int | None:
    """The term at place n, from 0, by a formula or a known sequence; None where there is none.

    >>> nth_term([1, 4, 9, 16], 9)
    100
    """
    formula = formula_of(terms)
    if formula is not None:
        return formula.terms(n + 1)[-1]
    for sequence in everything_known():
        for start in range(3):
            if sequence.terms[start : start + len(terms)] == list(terms):
                found = sequence.terms[start:]
                return found[n] if n < len(found) else None
    return None


def _candidates(terms: list[int]) -> Iterator[Formula]:
    yield from _polynomials(terms)
    yield from _powers(terms)
    n = len(terms)
    for period in range(2, n // 2 + 1):
        if all(terms[i] == terms[i - period] for i in range(period, n)):
            yield Formula(kind="periodic", weights=tuple(terms[:period]))
            break
    yield from _recurrences(terms)


def _polynomials(terms: list[int]) -> Iterator[Formula]:
    row, first = list(terms), list[int]()
    for _ in range(min(MOST_DEGREE + 1, len(terms) - CHECKED)):
        first.append(row[0])
        if len(set(row)) == 1:
            weights = coefficients(first)
            divisor = lcm(*(w.denominator for w in weights))
            whole = tuple(int(w * divisor) for w in weights)
            yield Formula(kind="polynomial", weights=whole, divisor=divisor)
            return
        row = [b - a for a, b in pairwise(row)]


def _powers(terms: list[int]) -> Iterator[Formula]:
    if len(terms) > 1 + CHECKED and terms[0] and not terms[1] % terms[0]:
        yield Formula(kind="geometric", weights=(terms[0], terms[1] // terms[0]))
    if len(terms) >= 4:
        for shift in range(8):
            if factorial(shift) == terms[0]:
                yield Formula(kind="factorial", weights=(shift,))


def _recurrences(terms: list[int]) -> Iterator[Formula]:
    """Recurrences with whole weights, the shortest first; with and without a constant."""
    for order in range(1, MOST_ORDER + 1):
        for constant in (0, 1):
            rows = [
                [*(terms[i - back] for back in range(1, order + 1)), *([1] * constant), terms[i]]
                for i in range(order, len(terms))
            ]
            unknown = order + constant
            weights = _solved(rows[:unknown], unknown) if len(rows) >= unknown + CHECKED else None
            if weights is not None:
                tail = () if constant else (0,)
                first = tuple(terms[:order])
                yield Formula(kind="recurrence", weights=(*weights, *tail), first=first)


def _solved(rows: list[list[int]], unknown: int) -> list[int] | None:
    """The whole solution of as many equations as unknowns; None where there is no single one."""
    work = [[Fraction(x) for x in row] for row in rows]
    for i in range(unknown):
        pivot = next((r for r in range(i, unknown) if work[r][i]), None)
        if pivot is None:
            return None
        work[i], work[pivot] = work[pivot], work[i]
        work[i] = [x / work[i][i] for x in work[i]]
        for r in range(unknown):
            if r != i and work[r][i]:
                by = work[r][i]
                work[r] = [x - by * y for x, y in zip(work[r], work[i], strict=True)]
    found = [row[-1] for row in work]
    return [int(x) for x in found] if all(x.denominator == 1 for x in found) else None


def _power(degree: int, sign: str) -> str:
    return "" if degree == 0 else "n" if degree == 1 else f"n{sign}{degree}"
