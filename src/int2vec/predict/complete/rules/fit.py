"""What a rule is, what it hands back, what that costs to write down, and the budget it works under.

A rule is a function of `(terms, search)`, marked with `@rule`, that yields every way it can explain
*all* the terms. `search` lends it a step budget and solves the sequences hidden inside the terms.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log2

from int2vec.arithmetic.costs import int_bits
from int2vec.errors import OutOfBudgetError

Terms = Sequence[int]
CLOCK_STEPS = 1_000  # between two looks at the clock
LONG_INNER = 10  # inner sequences from this length on must be shortened by their rule
KEPT = 6  # fits of an inner sequence that are looked at


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

    def within(self, kind: str, *, value: int, bits: float, why: str, parts: int = 2) -> "Fit":
        """The fit of a whole sequence, built from this one of a sequence inside it.

        Its kind names the way in and then the kind of what is inside, so many parts in all.
        """
        kinds = "/".join([kind, *self.kind.split("/")][:parts])
        return Fit(kind=kinds, value=value, bits=self.bits + bits, why=why, checked=self.checked)


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


Fits = Callable[[Terms, "Search"], Iterator[Fit]]
TOP = 3  # the depth of the given terms themselves; sequences found inside them lie lower


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A rule as the engine knows it: what it yields, and when its turn comes."""

    fits: Fits
    group: str
    turn: int
    depth: int
    prepare: Callable[[], object] | None


RULES: dict[Fits, Rule] = {}
"""Every rule whose module has been imported; `engine.all_rules` imports them all."""


def rule(
    *, group: str, turn: int = 99, depth: int = TOP, prepare: Callable[[], object] | None = None
) -> Callable[[Fits], Fits]:
    """Mark a function as a rule.

    `group` is the name by which it is left out together with others. Rules run in order of
    `turn`, cheap ones first, as the budget may run out before the last. `depth` is the least at
    which the rule is tried: 0 for sequences however deep inside others, 1 for all but the
    deepest, `TOP` for the given terms alone. `prepare` makes tables that the rule looks things
    up in, outside the time of any query.
    """

    def marked(fits: Fits) -> Fits:
        RULES[fits] = Rule(fits=fits, group=group, turn=turn, depth=depth, prepare=prepare)
        return fits

    return marked


class Search:
    """The rules and the budget of one query, and what was found for sequences inside its terms.

    Steps make the answer the same on every machine; the deadline is only a safety net.
    """

    def __init__(
        self, rules: Sequence[Rule], *, steps: int, seconds: float, deep: bool = False
    ) -> None:
        self.deep = deep  # whether there is time for what seldom pays
        self.depth = TOP  # of the sequence that is being looked at
        self._at_depth = [[r.fits for r in rules if r.depth <= d] for d in range(TOP + 1)]
        # Time of this thread alone: a busy machine must not change the answer.
        self._deadline = time.thread_time() + seconds
        self._unclocked = 0
        self._steps = steps
        self._memo: dict[tuple[int, tuple[int, ...]], list[Fit]] = {}

    def spend(self, steps: int) -> None:
        """Take steps (about a microsecond each) off the budget; raises when it is spent."""
        self._steps -= steps
        self._unclocked += steps
        if self._unclocked >= CLOCK_STEPS:
            self._unclocked = 0
            if time.thread_time() > self._deadline:
                raise OutOfBudgetError
        if self._steps < 0:
            raise OutOfBudgetError

    def solve(self, terms: Terms, depth: int) -> list[Fit]:
        """Fits of a sequence found inside the terms, shortest first; depth bounds the nesting."""
        key = (depth, tuple(terms))
        if key not in self._memo:
            self.spend(20)
            found = self._inside(self._at_depth[depth], terms, depth) if terms else []
            if len(terms) >= LONG_INNER and found:
                most = null_bits(terms) + 8
                enough = 2 / 3 * len(terms)
                found = [fit for fit in found if fit.bits < most or fit.checked >= enough]
            self._memo[key] = sorted(found, key=lambda fit: fit.bits)[:KEPT]
        return self._memo[key]

    def ask(self, rule: Fits, terms: Terms) -> list[Fit]:
        """What one rule says of a sequence inside the terms; nothing where it is left out."""
        asked = [fits for fits in self._at_depth[TOP] if fits is rule]
        return self._inside(asked, terms, min(self.depth, TOP - 1))

    def _inside(self, rules: Sequence[Fits], terms: Terms, depth: int) -> list[Fit]:
        outer, self.depth = self.depth, depth
        try:
            return [fit for fits in rules for fit in fits(terms, self)]
        finally:
            self.depth = outer
