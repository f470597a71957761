"""A rule as a formula that can be run: as text, LaTeX, Python, PARI/GP, SageMath, or as the
generating function, where that is a quotient of polynomials.

The formula is found again from the terms and the next one, so that whatever rule led there it
holds of every term: it is compared with all of them before it is shown. It is an expression of
Python; languages.toml has each language's signs, names and brackets.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice, pairwise
from math import comb, lcm, log2

from int2vec.arithmetic.formulas import Mix, monomial, polynomial
from int2vec.arithmetic.known.stated import VOCABULARY, function, in_python, terms_of
from int2vec.arithmetic.linear_algebra import PRIMES, connections, relation
from int2vec.arithmetic.power_series import multiply
from int2vec.errors import InputError
from int2vec.files import toml_beside
from int2vec.predict.complete.citations import known_with
from int2vec.predict.complete.rules.simple import coefficients
from int2vec.text import MAX_DIGITS

LANGUAGES = ("text", "latex", "python", "pari", "sage", "gf")
MOST_DEGREE, MOST_ORDER = 6, 4
CHECKED = 1  # terms that a formula must foretell beyond those that determine it
STARTS = 8  # terms of a known sequence that may be left out
SERIES = 60  # terms that a generating function is read off
TELLING = 24  # terms that a formula is found from; it is compared with all
MOST_ROOTS = 24  # the degree of its numerator and denominator
_PLAIN = re.compile(r"(?:n|a|C|factorial|gcd|phi|prime|root|sigma|tau|modulo|[^A-Za-z_])*")

_HOLDS = ("loose", "tight", "power", "atom")  # how closely what is written holds together


@dataclass(frozen=True)
class Formula:
    """The terms for n from 0 on, stated as in known/sequences.txt.

    `step` is a function of n or, after some `first` terms, also of a(n-1), a(n-2), …
    """

    step: str
    first: tuple[int, ...] = ()

    def all_terms(self) -> Iterator[int]:
        """The terms, without end."""
        first = ", ".join(map(str, self.first))
        return terms_of(f"a(n) = {self.step} from {first}" if self.first else self.step)

    def terms(self, n: int) -> list[int]:
        """The first n terms."""
        return list(islice(self.all_terms(), n))

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
        return _written(tree, self.first, language, exact=self._divides(tree))

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
    for found in _candidates(list(terms[:TELLING])):
        if found.terms(len(terms)) == list(terms):
            return found
    return None


def nth_term(terms: Sequence[int], n: int) -> int | None:
    """The term at place n, from 0, by a formula or a known sequence; None where there is none.

    >>> nth_term([1, 4, 9, 16], 9)
    100
    """
    if n < len(terms):
        return terms[n]
    found: int | None = None
    on_the_way: Iterable[int] = ()
    if (formula := formula_of(terms)) is None:
        for _, sequence, start in known_with(terms, STARTS):
            return sequence.terms[start + n] if start + n < len(sequence.terms) else None
    elif formula.first:
        on_the_way = islice(formula.all_terms(), n + 1)
    else:
        places = (n >> shift for shift in range(n.bit_length(), -1, -1))
        on_the_way = map(function("n", formula.step, VOCABULARY), places)
    for found in on_the_way:
        if found.bit_length() > MAX_DIGITS * log2(10):
            problem = f"term {n + 1:,} has over {MAX_DIGITS:,} digits"
            raise InputError(f"{problem}; ask for an earlier one")
    return found


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
    for _, sequence, start in known_with(terms, STARTS):
        yield from _stated(sequence.meaning, start, terms)
    yield from _recurrences(terms)


def _polynomials(terms: list[int]) -> Iterator[Formula]:
    row, first = list(terms), list[int]()
    for _ in range(min(MOST_DEGREE + 1, len(terms) - CHECKED)):
        first.append(row[0])
        if len(set(row)) == 1:
            weights = coefficients(first)
            divisor = lcm(*(w.denominator for w in weights))
            text = polynomial([w * divisor for w in weights], minus="-")
            yield Formula(str(text) if divisor == 1 else f"({text})/{divisor}")
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


_languages = cache(partial(toml_beside, __file__, "languages.toml"))


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


def _written(tree: ast.Expression, first: Sequence[int], language: str, *, exact: bool) -> str:
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
    product = multiply([*bottom, *[0] * len(terms)], terms)
    degree = max((i for i, value in enumerate(product) if value), default=0)
    if max(len(bottom) - 1, degree) > MOST_ROOTS or 3 * len(bottom) > len(terms):
        return None
    order, top = len(bottom) - 1, _series(product[: degree + 1])
    if not order:
        return top
    power = [(-1) ** i * comb(order, i) for i in range(order + 1)]
    below = f"(1 - x)^{order}" if bottom == power and order > 1 else f"({_series(bottom)})"
    return f"({top})/{below}" if " " in top else f"{top}/{below}"


def _series(weights: Sequence[int]) -> str:
    names = [monomial({"x": power}) for power in range(len(weights))]
    return str(Mix(names, weights, times="", minus="-"))
