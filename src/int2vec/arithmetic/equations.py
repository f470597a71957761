"""Equations that a real number, known to many digits, solves: 3x² − 2x = 4·cos(x).

Which ones are sought says equations.txt; small whole weights are found by lattice reduction. It
takes a second where there is none, and is for questions with time. The other way round, a number
that is written as in a reason, √2 + sin(1/2), is worked out to any digit.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import mpmath

from int2vec.arithmetic import read_lines
from int2vec.arithmetic.costs import int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.real_numbers import Formula, relation

DIGITS = 6, 3  # that each part wants, and needs, so that a relation is no chance
SHOWN = 12  # digits of a root, which tell it from others
SETTLED = 1_000  # times the precision: a smaller step changes nothing
GUARD = 20  # digits that are worked out beside those asked for
_SIGNS = (
    *(("Catalan's constant", "catalan"), ("Euler's constant", "euler"), ("φ", "phi"), ("π", "pi")),
    *(("·", "*"), ("−", "-"), ("^", "**"), ("arc", "a"), ("⌊", "floor("), ("⌋", ")")),
    ("n!", "factorial(n)"),
)

Parts = Callable[[Any], list[Any]]  # their values at x


def _equation(line: str) -> tuple[list[str], Parts]:
    """The parts of an equation: their words, none for 1, and what they are at x."""
    python = line.replace("^", "**").replace("1/", "mpf(1)/").replace(" | ", ", ")
    words = line.replace("*", "·").replace("pi", "π").split(" | ")
    return ["" if word == "1" else word for word in words], eval(
        f"lambda x: [+mpf(part) for part in [{python}]]", vars(mpmath)
    )


EQUATIONS = [_equation(line) for line in read_lines("equations.txt", r"[^#\n].*")]


def solved_by(number: Fraction, places: int) -> Iterator[Formula]:
    """The equations of a positive number that is known to so many digits.

    >>> next(solved_by(Fraction(7390851332151606416553120876738734042, 10**37), 36)).words
    'the solution x = 0.739085133215 of x − cos(x) = 0'
    """
    with mpmath.workdps(places + 10):
        x = mpmath.mpf(number.numerator) / number.denominator
        shown = mpmath.nstr(x, SHOWN)
    for names, parts in EQUATIONS:
        used = min(places, DIGITS[0] * len(names))
        if used < DIGITS[1] * len(names):
            continue
        with mpmath.workdps(places + 10), localcontext(prec=places + 10):
            weights = relation([Decimal(str(part)) for part in parts(x)], used) or []
        used_parts = [name for name, w in zip(names, weights, strict=False) if w]
        if names[0] == "x" and weights and weights[0]:
            words = str(Mix(names[1:], [Fraction(-w, weights[0]) for w in weights[1:]]))
        elif any(re.search(r"\bx\b", name) for name in used_parts):
            sign = 1 if next(filter(None, weights)) > 0 else -1
            words = f"the solution x = {shown} of {Mix(names, [sign * w for w in weights])} = 0"
        else:
            continue
        yield Formula(words, sum(map(int_bits, weights)), partial(_root, parts, weights, x))


def _root(parts: Parts, weights: list[int], x: Any) -> Decimal:
    """The root near x, to the context's digits, by Newton's method."""

    def rest(x: Any) -> Any:
        return mpmath.fdot(weights, parts(x))

    with mpmath.workdps(getcontext().prec):
        for _ in range(getcontext().prec.bit_length()):
            step = rest(x) / mpmath.diff(rest, x)
            x -= step
            if abs(step) < mpmath.eps * abs(x) * SETTLED:
                break
        return Decimal(str(x))


@lru_cache(maxsize=256)
def _function(words: str) -> Callable[[Any], Any]:
    """What some words say of n; they are ours, never what a user gave."""
    for ours, theirs in _SIGNS:
        words = words.replace(ours, theirs)
    python = re.sub(r"√(\w+)", r"sqrt(\1)", words).replace("√", "sqrt")
    python = re.sub(r"(?<![\w.])\d+", r"mpf(\g<0>)", python)
    made: Callable[[Any], Any] = eval(f"lambda n: {python}", {**vars(mpmath)})
    return made


@lru_cache(maxsize=256)
def real(words: str, digits: int, n: int = 0) -> Fraction | None:
    """The number that a formula of n stands for, to so many digits; None where it is not real.

    >>> float(real("√2 + sin(1/2)", 20)), real("√(n − 5)", 20, 1)
    (1.8936391009772982, None)
    """
    with mpmath.workdps(digits + GUARD), suppress(ValueError, ZeroDivisionError):  # at a pole
        x = _function(words)(mpmath.mpf(n))
        if mpmath.isfinite(x) and not mpmath.im(x):
            return Fraction(int(x * (scale := 10 ** (digits + GUARD))), scale)
    return None
