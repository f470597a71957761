"""Terms with a slip: 1, 8, 27, 65, 125, 216 are the cubes, if 65 were 64.

One term at most is taken to be wrong, and only where the mended terms follow a rule that is far
shorter than any that explains the terms as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from int2vec.arithmetic.costs import int_bits
from int2vec.arithmetic.known.register import everything_known, famous
from int2vec.predict.complete.base import Prediction, Source
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.text import checked_terms

LEAST_TERMS = 6
MOST_TERMS = 40
MOST_DEGREE = 3
CHECKED = 3  # terms that a mended rule foretells, the mended one not counted
FAMOUS = 400  # known sequences that are tried
EARLY = 3  # of their terms at which the given ones may begin
LEAST_DISTINCT = 5  # terms; among few values one that is off means little
MISCOUNT = 2
SHORTER = 8.0  # bits that a mended rule must save beyond the best rule of the terms as they are

Mend = tuple[int, int]  # which term, and what it should be


class SlipCompleter:
    """What continues the terms once one of them is mended.

    >>> SlipCompleter().complete([1, 8, 27, 65, 125, 216])[0].why
    'if 65 were 64: these are the cubes in order, from 1 on'
    """

    name = "slips"

    def __init__(self) -> None:
        self._rules = RulesCompleter()

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """The continuation of the mended terms, or nothing."""
        given = checked_terms(terms, k)
        if not LEAST_TERMS <= len(given) <= MOST_TERMS:
            return []
        mends = [mend for mend in dict.fromkeys(_mends(given)) if _is_slip(given, *mend)]
        if not mends or len(set(given)) < LEAST_DISTINCT:
            return []
        as_given = max((p.evidence["saved"] for p in self._rules.complete(given, 1)), default=0.0)
        found = [p for mend in mends if (p := self._mended(given, mend, as_given))]
        return sorted(found, key=lambda p: -p.score)[:1]

    def _mended(self, given: list[int], mend: Mend, as_given: float) -> Prediction | None:
        at, right = mend
        mended = [*given[:at], right, *given[at + 1 :]]
        best = next(iter(self._rules.complete(mended, 1)), None)
        if best is None or best.evidence["checked"] < CHECKED:
            return None
        saved = best.evidence["saved"] - int_bits(at) - int_bits(given[at] - right)
        if saved - as_given < SHORTER:
            return None
        return Prediction(
            value=best.value,
            score=saved - as_given,
            by=self.name,
            why=f"if {given[at]} were {right}: {best.why}",
            evidence={
                "place": at, "instead": right, "saved": round(saved, 3),
                "shorter": round(saved - as_given, 3), "rule": best.evidence["rule"],
            },
        )  # fmt: skip


def _is_slip(terms: list[int], at: int, right: int) -> bool:
    """Whether one digit, or a small miscount, is wrong, and not at the end of the terms.

    >>> _is_slip([1, 8, 27, 65, 125], 3, 64), _is_slip([1, 3, 7, 15, 31, 21, 127], 5, 63)
    (True, False)
    """
    wrong = str(terms[at])
    kept = len(str(right)) == len(wrong)
    kept = kept and sum(a != b for a, b in zip(str(right), wrong, strict=True)) == 1
    return at < len(terms) - 1 and (kept or abs(terms[at] - right) <= MISCOUNT)


def _mends(terms: list[int]) -> Iterator[Mend]:
    """Every change of one term after which a simple rule or a known sequence gives them all."""
    for degree in range(1, MOST_DEGREE + 1):
        if len(terms) - degree - 2 >= CHECKED - 1:  # the mended rule's length decides
            yield from _of_polynomial(terms, degree)
    yield from _of_mixtures(terms)
    for members in _known(terms):
        off = [i for i, (a, b) in enumerate(zip(terms, members, strict=False)) if a != b]
        if len(off) == 1:
            yield off[0], members[off[0]]


def _of_polynomial(terms: list[int], degree: int) -> Iterator[Mend]:
    """Terms of a polynomial in n, but for one: it lies off the curve through the others."""
    for at in range(len(terms)):
        others = [i for i in range(len(terms)) if i != at]
        through = others[: degree + 1]
        if all(on_curve(through, terms, i) == terms[i] for i in others[degree + 1 :]):
            right = on_curve(through, terms, at)
            if right.denominator == 1 and right != terms[at]:
                yield at, int(right)


def on_curve(through: Sequence[int], terms: list[int], x: int) -> Fraction:
    """The value at x of the polynomial through some terms, after Lagrange."""
    total = Fraction(0)
    for i in through:
        part = Fraction(terms[i])
        for j in through:
            if j != i:
                part *= Fraction(x - j, i - j)
        total += part
    return total


def _of_mixtures(terms: list[int]) -> Iterator[Mend]:
    """Terms a(n) = p·a(n−1) + q or p·a(n−1) + q·a(n−2), but for one."""
    n = len(terms)
    for constant in (True, False):
        back = 1 if constant else 2
        rows = [(terms[i - 1], 1 if constant else terms[i - 2], terms[i]) for i in range(back, n)]
        for at in range(n):
            clean = [r for i, r in enumerate(rows, back) if not i - back <= at <= i]
            weights = _weights(clean)
            if weights is None or len(clean) < 3:
                continue
            p, q = weights
            before = at - back >= 0
            if not before and not p:
                continue
            right = (
                p * terms[at - 1] + q * (1 if constant else terms[at - 2])
                if before
                else _backwards(terms, at, p, q, constant=constant)
            )
            if right is None or right == terms[at]:
                continue
            mended = [*terms[:at], right, *terms[at + 1 :]]
            if all(
                mended[i] == p * mended[i - 1] + q * (1 if constant else mended[i - 2])
                for i in range(back, n)
            ):
                yield at, right


def _backwards(terms: list[int], at: int, p: int, q: int, *, constant: bool) -> int | None:
    """The first term, or one of the first two, from those behind it."""
    by, rest = (p, terms[at + 1] - q) if constant else (q, terms[at + 2] - p * terms[at + 1])
    return rest // by if by and rest % by == 0 else None


def _weights(rows: list[tuple[int, int, int]]) -> tuple[int, int] | None:
    """Whole p and q with p·a + q·b = c in all rows (a, b, c)."""
    for a, b, c in rows[1:]:
        first_a, first_b, first_c = rows[0]
        across = first_a * b - a * first_b
        if across:
            p = Fraction(first_c * b - c * first_b, across)
            q = Fraction(first_a * c - a * first_c, across)
            whole = p.denominator == q.denominator == 1
            if whole and all(p * x + q * y == z for x, y, z in rows):
                return int(p), int(q)
            return None
    return None


def _known(terms: list[int]) -> Iterator[list[int] | tuple[int, ...]]:
    """Runs of known sequences that agree with the first or the last two terms."""
    n = len(terms)
    for sequence in everything_known()[:FAMOUS]:
        members = sequence.terms
        for start in range(EARLY):
            ends = start + n
            if ends < len(members) and (
                members[start : start + 2] == terms[:2] or members[ends - 2 : ends] == terms[-2:]
            ):
                yield members[start:ends]
    for _, run in famous()[:8]:
        for end in (0, n - 1):
            if terms[end] in run:
                start = run.index(terms[end]) - end
                if start >= 0 and start + n <= len(run):
                    yield run[start : start + n]


SOURCES = (Source(name="slips", make=SlipCompleter, weighs_itself=True),)
