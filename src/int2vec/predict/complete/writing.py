"""How a formula is written: in words or code of five languages, and as a generating function.

A formula is an expression of Python; each language has its signs, names and brackets.
"""

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

from int2vec.arithmetic.formulas import Mix, monomial
from int2vec.arithmetic.known.stated import VOCABULARY
from int2vec.arithmetic.linear_algebra import PRIMES, connections

MOST_ROOTS = 24  # the degree of a generating function's numerator and denominator


def _imports(tree: ast.Expression) -> str:
    """What Python code must import for the functions in a formula."""
    found = ""
    for name in sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}):
        if name not in ("n", "a"):
            of = VOCABULARY[name]
            renamed = "" if of.__name__ == name else f" as {name}"
            found += f"from {of.__module__} import {of.__name__}{renamed}\n"
    return f"{found}\n\n" if found else ""


def _starts(first: Sequence[int], name: str) -> str:
    return ", ".join(f"{name.format(i)} = {term}" for i, term in enumerate(first))


_CLOSED: dict[str, Callable[[str, str], str]] = {
    "text": lambda closed, _: f"a(n) = {closed}",
    "latex": lambda closed, _: f"a_n = {closed}",
    "python": lambda closed, imports: f"{imports}def a(n):\n    return {closed}",
    "pari": lambda closed, _: f"a(n) = {closed}",
    "sage": lambda closed, _: f"a = lambda n: {closed}",
}
_STEPWISE: dict[str, Callable[[str, Sequence[int], str], str]] = {
    "text": lambda step, first, _: f"a(n) = {step}, {_starts(first, 'a({})')}",
    "latex": lambda step, first, _: f"a_n = {step}, {_starts(first, 'a_{{{}}}')}",
    "python": lambda step, first, imports: (
        f"{imports}def a(m):\n    terms = {list(first)}\n    for n in range({len(first)}, m + 1):\n"
        f"        terms.append({step})\n    return terms[m]"
    ),
    "pari": lambda step, first, _: f"a(n) = if(n < {len(first)}, {list(first)}[n+1], {step})",
    "sage": lambda step, first, _: (
        f"a = lambda n: {list(first)}[n] if n < {len(first)} else {step}"
    ),
}
_NAMES = {
    "pari": {"C": "binomial", "phi": "eulerphi", "root": "sqrtint", "tau": "numdiv"},
    "sage": {
        "C": "binomial", "phi": "euler_phi", "prime": "nth_prime", "root": "isqrt",
        "tau": "number_of_divisors",
    },
    "latex": {"gcd": "\\gcd", "phi": "\\varphi", "sigma": "\\sigma", "tau": "\\tau"},
}  # fmt: skip
_LOOSE, _TIGHT, _POWER, _ATOM = range(4)  # how closely what is written holds together


def written(tree: ast.Expression, first: Sequence[int], language: str, *, exact: bool) -> str:
    """A formula of n in a language, or a recurrence after some first terms.

    Where divisions are not exact they are rounded down.
    """
    if language == "python":
        said = re.sub(r"\ba\(n - (\d+)\)", r"terms[-\1]", ast.unparse(tree))
    else:
        said, _ = _Writer(language, exact).write(tree.body)
    if first:
        return _STEPWISE[language](said, first, _imports(tree))
    return _CLOSED[language](said, _imports(tree))


@dataclass(frozen=True)
class _Writer:
    language: str
    exact: bool

    def write(self, node: ast.expr) -> tuple[str, int]:
        """What stands for the node, and how closely it holds together."""
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        if isinstance(node, ast.UnaryOp):
            return f"{self._minus}{self._held(node.operand, _POWER)}", _TIGHT
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._call(node.func.id, node.args)
        return ast.unparse(node), _ATOM

    @property
    def _minus(self) -> str:
        return "−" if self.language == "text" else "-"

    def _held(self, node: ast.expr, least: int) -> str:
        text, holds = self.write(node)
        return text if holds >= least else f"({text})"

    def _binary(self, node: ast.BinOp) -> tuple[str, int]:
        left, op, right, latex = node.left, node.op, node.right, self.language == "latex"
        if isinstance(op, ast.Add | ast.Sub):
            sign = "+" if isinstance(op, ast.Add) else self._minus
            return f"{self.write(left)[0]} {sign} {self._held(right, _TIGHT)}", _LOOSE
        if isinstance(op, ast.Pow):
            power = f"{{{self.write(right)[0]}}}" if latex else self._held(right, _ATOM)
            return f"{self._held(left, _ATOM)}^{power}", _POWER
        if isinstance(op, ast.FloorDiv):
            return self._quotient(left, right)
        if isinstance(op, ast.Mod):
            sign = {"latex": " \\bmod ", "text": " mod "}.get(self.language, " % ")
            return f"{self._held(left, _ATOM)}{sign}{self._held(right, _ATOM)}", _TIGHT
        first, second = self._held(left, _TIGHT), self._held(right, _POWER)
        sign = "*"
        if latex:
            sign = " \\cdot " if second[0].isdigit() else " "
        elif self.language == "text":
            sign = "" if first.lstrip("−").isdigit() and second[0] in "n(" else "·"
        return f"{first}{sign}{second}", _TIGHT

    def _quotient(self, left: ast.expr, right: ast.expr) -> tuple[str, int]:
        if self.language == "latex":
            text = f"\\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}"
            return (text if self.exact else f"\\lfloor {text} \\rfloor"), _ATOM
        sign = "/" if self.exact else {"pari": "\\", "sage": "//"}.get(self.language, "/")
        text = f"{self._held(left, _TIGHT)}{sign}{self._held(right, _POWER)}"
        return (
            (f"⌊{text}⌋", _ATOM) if self.language == "text" and not self.exact else (text, _TIGHT)
        )

    def _call(self, name: str, given: Sequence[ast.expr]) -> tuple[str, int]:
        inside = [self.write(each)[0] for each in given]
        if name == "a":
            (place,) = (text.replace(" ", "") for text in inside)
            return (f"a_{{{place}}}" if self.language == "latex" else f"a({place})"), _ATOM
        if name == "factorial" and self.language in ("text", "latex", "pari"):
            return f"{self._held(given[0], _ATOM)}!", _ATOM
        if self.language == "latex" and name in ("C", "prime", "root"):
            drawn = {"C": "\\binom{{{}}}{{{}}}", "prime": "p_{{{}}}"}
            return drawn.get(name, "\\lfloor \\sqrt{{{}}} \\rfloor").format(*inside), _ATOM
        if name == "root" and self.language == "text":
            return f"⌊√({inside[0]})⌋", _ATOM
        return f"{_NAMES.get(self.language, {}).get(name, name)}({', '.join(inside)})", _ATOM


def generating_function(terms: Sequence[int]) -> str | None:
    """P(x)/Q(x) whose power series has these coefficients; None where a small one has not.

    >>> generating_function([n * n for n in range(40)])
    '(x + x^2)/(1 - x)^3'
    """
    prime = PRIMES[0]
    *_, found = connections(terms, prime)
    while found[-1] == 0:
        found = found[:-1]
    bottom = [w if w <= prime // 2 else w - prime for w in found]  # small integers of either sign
    product = [
        sum(w * terms[i - j] for j, w in enumerate(bottom) if j <= i) for i in range(len(terms))
    ]
    degree = max((i for i, value in enumerate(product) if value), default=0)
    if max(len(bottom) - 1, degree) > MOST_ROOTS or 3 * len(bottom) > len(terms):
        return None
    order = len(bottom) - 1
    power = [(-1) ** i * comb(order, i) for i in range(order + 1)]
    top, below = _series(product[: degree + 1]), _series(bottom)
    if bottom == power and order > 1:
        return f"{_bracketed(top)}/(1 - x)^{order}"
    return f"{_bracketed(top)}/({below})" if order else top


def _series(weights: Sequence[int]) -> str:
    names = [monomial({"x": power}) for power in range(len(weights))]
    return str(Mix(names, weights, times="", minus="-"))


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text else text
