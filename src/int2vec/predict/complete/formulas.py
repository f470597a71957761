"""A rule as a formula that can be run: as text, LaTeX, Python, PARI/GP, SageMath, or as the
generating function, where that is a quotient of polynomials.

The formula is found again from the terms and the next one, so that whatever rule led there it
holds of every term: it is compared with all of them before it is shown.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import lcm

from int2vec.arithmetic.formulas import Mix, monomial
from int2vec.arithmetic.known.stated import VOCABULARY, function, in_python, terms_of
from int2vec.arithmetic.linear_algebra import relation
from int2vec.errors import InputError
from int2vec.predict.complete.citations import known_with
from int2vec.predict.complete.rules.simple import coefficients
from int2vec.predict.complete.writing import generating_function, written

LANGUAGES = ("text", "latex", "python", "pari", "sage", "gf")
MOST_DEGREE, MOST_ORDER = 6, 4
CHECKED = 1  # terms that a formula must foretell beyond those that determine it
STARTS = 8  # terms of a known sequence that may be left out
SERIES = 60  # terms that a generating function is read off
_PLAIN = re.compile(r"(?:n|a|C|factorial|gcd|phi|prime|root|sigma|tau|modulo|[^A-Za-z_])*")


@dataclass(frozen=True)
class Formula:
    """The terms for n from 0 on, stated as in known/sequences.txt.

    `step` is a function of n or, after some `first` terms, also of a(n-1), a(n-2), …
    """

    step: str
    first: tuple[int, ...] = ()

    def terms(self, n: int) -> list[int]:
        """The first n terms."""
        first = ", ".join(map(str, self.first))
        meaning = f"a(n) = {self.step} from {first}" if self.first else self.step
        return list(islice(terms_of(meaning), n))

    def written(self, language: str) -> str:
        """The formula in one of LANGUAGES; n counts from 0.

        >>> formula_of([1, 4, 9, 16, 25]).written("python")
        'def a(n):\\n    return n ** 2 + 2 * n + 1'
        >>> formula_of([1, 1, 2, 3, 5, 8]).written("text")
        'a(n) = a(n−1) + a(n−2), a(0) = 1, a(1) = 1'
        >>> formula_of([1, 1, 2, 3, 5, 8]).written("gf")
        '1/(1 - x - x^2)'
        """
        if language not in LANGUAGES:
            raise InputError(f"'{language}' is no way to write; give {', '.join(LANGUAGES)}")
        if language == "gf":
            return generating_function(self.terms(SERIES)) or "it is no quotient of polynomials"
        tree = ast.parse(in_python(self.step), mode="eval")
        return written(tree, self.first, language, exact=self._divides(tree))

    def _divides(self, tree: ast.Expression) -> bool:
        """Whether no division in the formula leaves a rest on the first terms."""
        terms = self.terms(SERIES)
        for node in ast.walk(tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
                rest = ast.unparse(ast.BinOp(node.left, ast.Mod(), node.right)).replace("//", "/")
                at = function("n", rest, {**VOCABULARY, "a": terms.__getitem__})
                if any(map(at, range(len(self.first), len(terms)))):
                    return False
        return True


def formula_of(terms: Sequence[int]) -> Formula | None:
    """The simplest formula that gives all the terms, n from 0; None where none is found.

    >>> formula_of([3, 7, 11, 15]).written("text")
    'a(n) = 4n + 3'
    >>> formula_of([1, 1, 2, 5, 14, 42]).written("text")
    'a(n) = a(n−1)·(4n − 2)/(n + 1), a(0) = 1'
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
    if formula is not None and not formula.first:
        return int(function("n", formula.step, VOCABULARY)(n))
    if formula is not None:
        return formula.terms(n + 1)[-1]
    for _, sequence, start in known_with(terms, STARTS):
        found = sequence.terms[start:]
        return found[n] if n < len(found) else None
    return None


def _candidates(terms: list[int]) -> Iterator[Formula]:
    yield from _polynomials(terms)
    if len(terms) > 1 + CHECKED and terms[0] and not terms[1] % terms[0]:
        base = f"({terms[1] // terms[0]})^n"
        yield Formula(
            re.sub(r"\((\d+)\)", r"\1", base if terms[0] == 1 else f"{terms[0]} * {base}")
        )
    for period in range(2, len(terms) // 2 + 1):
        if terms[period:] == terms[:-period]:
            yield Formula(f"a(n - {period})", tuple(terms[:period]))
    yield from _recurrences(terms)
    for _, sequence, start in known_with(terms, STARTS):
        yield from _stated(sequence.meaning, start, terms)


def _polynomials(terms: list[int]) -> Iterator[Formula]:
    row, first = list(terms), list[int]()
    for _ in range(min(MOST_DEGREE + 1, len(terms) - CHECKED)):
        first.append(row[0])
        if len(set(row)) == 1:
            weights = coefficients(first)[::-1]
            divisor = lcm(*(w.denominator for w in weights))
            names = [monomial({"n": power}) for power in range(len(weights))][::-1]
            text = str(Mix(names, [w * divisor for w in weights], times=" * ", minus="-"))
            yield Formula(text if divisor == 1 else f"({text})/{divisor}")
            return
        row = [b - a for a, b in pairwise(row)]


def _recurrences(terms: list[int]) -> Iterator[Formula]:
    """Recurrences with whole weights, the shortest first; with and without a constant."""
    n = len(terms)
    for order in range(1, MOST_ORDER + 1):
        for constant in (0, 1):
            columns = [terms[order - back : n - back] for back in range(1, order + 1)]
            columns += [[1] * (n - order)] * constant
            if n - order < order + constant + CHECKED:
                continue
            found = relation(columns, terms[order:], [0] * len(columns))
            if found is not None and all(w.denominator == 1 for w in found.weights):
                names = [f"a(n - {back})" for back in range(1, order + 1)] + [""] * constant
                mixed = Mix(names, found.weights, times=" * ", minus="-")
                yield Formula(str(mixed), tuple(terms[:order]))


def _stated(meaning: str, start: int, terms: list[int]) -> Iterator[Formula]:
    """The formula of a known sequence, where its line states one, n counted from its start."""
    recurrent = re.fullmatch(r"a\(n\) = (.*) from (.*)", meaning)
    meaning = re.sub(r"\bp\b", "prime(n + 1)", meaning.removesuffix(" for the primes p"))
    closed = re.fullmatch(r"(.*?)(?: for n >= (\d+))?", meaning)
    if recurrent and not start and _PLAIN.fullmatch(recurrent[1]):
        yield Formula(recurrent[1], tuple(terms[: recurrent[2].count(",") + 1]))
    elif closed and _PLAIN.fullmatch(closed[1]):
        shift = int(closed[2] or 0) + start
        step = in_python(closed[1]).replace("//", "/").replace("**", "^").replace("%", "modulo")
        yield Formula(re.sub(r"\bn\b", f"(n + {shift})", step) if shift else step)
