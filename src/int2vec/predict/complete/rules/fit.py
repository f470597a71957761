"""What a rule hands back, what it costs to write down, and the budget it works under.

A rule is a function `fits(terms, search)` that yields every way it can explain *all* the terms.
`search` lends it a step budget and the solver for the sequences hidden inside the terms
(differences, interleaved parts, operands).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import inf, log2

from int2vec.arithmetic.costs import int_bits as int_bits
from int2vec.arithmetic.costs import ratio_bits as ratio_bits
from int2vec.errors import OutOfBudgetError

Terms = Sequence[int]
CLOCK_STEPS = 200  # between two looks at the clock


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """One exact explanation of all the terms, and the term it says comes next.

    `bits` is what it takes to write the rule, its parameters and its initial terms down;
    `checked` counts the terms that the rule foretells beyond those that determine it.
    """

    kind: str
    value: int
    bits: float
    why: str
    checked: int


def terms_bits(terms: Terms) -> float:
    """Bits to write the terms down plainly, one after the other."""
    return sum(map(int_bits, terms))


def null_bits(terms: Terms) -> float:
    """Bits to write the terms down without any rule: plainly, as steps, or by a small alphabet."""
    if not terms:
        return 0.0
    steps = [b - a for a, b in pairwise(terms)]
    return min(
        terms_bits(terms),
        _alphabet_bits(terms),
        int_bits(terms[0]) + min(terms_bits(steps), _alphabet_bits(steps)),
    )


def _alphabet_bits(values: Terms) -> float:
    """Bits by a code fitted to how often each value occurs, the values themselves included."""
    n = len(values)
    counts = Counter(values)
    if 2 * len(counts) > n:
        return inf
    return sum(c * log2(n / c) for c in counts.values()) + sum(map(int_bits, counts))


def listing(values: Sequence[int | str], limit: int = 5) -> str:
    """The first values as people write them.

    >>> listing([2, 4, 6], 2)
    '2, 4, …'
    """
    shown = ", ".join(v if isinstance(v, str) else digits_of(v) for v in values[:limit])
    return shown + (", …" if len(values) > limit else "")


def digits_of(number: int | Fraction) -> str:
    """The number as people write it, its middle left out where it is too long to read.

    >>> digits_of(Fraction(3, 2)), digits_of(10**30)
    ('3/2', '1000000000…000000')
    """
    if isinstance(number, Fraction):
        top, bottom = number.numerator, number.denominator
        return digits_of(top) if bottom == 1 else f"{digits_of(top)}/{digits_of(bottom)}"
    # Python refuses to write integers past 4,300 digits, and is slow long before.
    if number.bit_length() > 2000:
        return f"(a number of {int(number.bit_length() * 0.30103) + 1} digits)"
    text = str(number)
    return text if len(text) <= 24 else f"{text[:10]}…{text[-6:]}"


Solver = Callable[["Search", Terms, int], list[Fit]]


class Search:
    """The budget of one query and the solver for the sequences inside its terms.

    Steps make the answer the same on every machine; the deadline is only a safety net.
    """

    def __init__(self, solver: Solver, *, steps: int, seconds: float) -> None:
        self._solver = solver
        # Time of this thread alone: a busy machine must not change the answer.
        self._deadline = time.thread_time() + seconds
        self._unclocked = 0
        self._steps = steps
        self._memo: dict[tuple[int, tuple[int, ...]], list[Fit]] = {}

    def spend(self, steps: int) -> None:
        """Take steps (about a microsecond each) off the budget; raises when it is spent."""
        self._steps -= steps
        self._unclocked += steps
        if self._steps < 0 or (self._unclocked >= CLOCK_STEPS and self._late()):
            raise OutOfBudgetError

    def _late(self) -> bool:
        self._unclocked = 0
        return time.thread_time() > self._deadline

    def solve(self, terms: Terms, depth: int) -> list[Fit]:
        """Fits of a sequence found inside the terms, shortest first; depth bounds the nesting."""
        key = (depth, tuple(terms))
        found = self._memo.get(key)
        if found is None:
            self.spend(20)
            found = self._memo[key] = self._solver(self, terms, depth)
        return found


def nested(fit: Fit, *, kind: str, value: int, bits: float, why: str, checked: int = 0) -> Fit:
    """The fit of a whole sequence, built from the fit of one inside it."""
    return replace(
        fit, kind=kind, value=value, bits=fit.bits + bits, why=why, checked=fit.checked + checked
    )
