"""How a formula is written: in words or code of five languages, and as a generating function.

A formula is an expression of Python; languages.toml has each language's signs, names and brackets.
"""

import ast
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import comb
from typing import Any

from int2vec.arithmetic.formulas import Mix, monomial
from int2vec.arithmetic.known.stated import VOCABULARY
from int2vec.arithmetic.linear_algebra import PRIMES, connections

MOST_ROOTS = 24  # the degree of a generating function's numerator and denominator
_HOLDS = ("loose", "tight", "power", "atom")  # how closely what is written holds together


@lru_cache(maxsize=1)
def _languages() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "languages.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class _Part:
    text: str
    holds: str = "atom"

    def __format__(self, least: str) -> str:
        """The text, in brackets where it holds less closely than a place in a template needs."""
        if least == "close":
            return self.text.replace(" ", "")
        enough = _HOLDS.index(self.holds) >= _HOLDS.index(least)
        return self.text if enough else f"({self.text})"


def written(tree: ast.Expression, first: Sequence[int], language: str, *, exact: bool) -> str:
    """A formula of n in a language, or a recurrence after some first terms.

    Where divisions are not exact they are rounded down.
    """
    ways = _languages()[language]
    signs = {**_languages()["every"]["signs"], **ways["signs"]}
    signs["FloorDiv"] = signs["exact" if exact else "floor"]
    pattern, shorter = ways.get("shorter", ("$", ""))
    start = ways.get("start", "")
    return str(ways["stepwise" if first else "closed"]).format(
        step=re.sub(pattern, shorter, _part(tree.body, signs).text),
        starts=", ".join(start.format(i, term) for i, term in enumerate(first)),
        first=list(first),
        n=len(first),
        imports=_imports(tree) if language == "python" else "",
    )


def _part(node: ast.expr, signs: Mapping[str, str]) -> _Part:
    """What stands for the node."""
    if isinstance(node, ast.BinOp):
        name, given = type(node.op).__name__, [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        name, given = type(node.op).__name__, [node.operand]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name, given = node.func.id, node.args
    else:
        return _Part(ast.unparse(node))
    parts = [_part(each, signs) for each in given]
    if name not in signs:
        return _Part(f"{name}({', '.join(part.text for part in parts)})")
    holds, _, template = signs[name].partition(" ")
    return _Part(template.format(*parts), holds)


def _imports(tree: ast.Expression) -> str:
    """What Python code must import for the functions in a formula."""
    found = ""
    for name in sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}):
        if name not in ("n", "a"):
            of = VOCABULARY[name]
            renamed = "" if of.__name__ == name else f" as {name}"
            found += f"from {of.__module__} import {of.__name__}{renamed}\n"
    return f"{found}\n\n" if found else ""


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
