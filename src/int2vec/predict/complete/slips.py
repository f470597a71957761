"""Terms with a slip: 1, 8, 27, 65, 125, 216 are the cubes, if 65 were 64.

One term at most is taken to be wrong, and only where the mended terms follow a rule that is far
shorter than any that explains the terms as they are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import digits

from int2vec.arithmetic.costs import int_bits
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.citations import known_with
from int2vec.predict.complete.rules import RulesCompleter, RulesConfig
from int2vec.text import checked_terms

LEAST_TERMS = 6
MOST_TERMS = 40
MOST = 10**15  # longer integers are not typed
MOST_DEGREE = 3
CHECKED = 3  # terms that a mended rule foretells, the mended one not counted
FAMOUS, WELL_KNOWN = 400, 8  # known sequences that are tried,
EARLY, LATE = 3, 40  # and at how many of their terms the given ones may begin
LEAST_DISTINCT = 5  # terms; among few values one that is off means little
MISCOUNT = 2
SHORTER = 8.0  # bits that a mended rule must save beyond the best rule of the terms as they are


class SlipCompleter:
    """What continues the terms once one of them is mended.

    >>> SlipCompleter().complete([1, 8, 27, 65, 125, 216])[0].why
    'if 65 were 64: these are the cubes in order, from 1 on'
    """

    name = "slips"

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """The continuation of the mended terms, or nothing."""
        given, mended = checked_terms(terms, k), RulesCompleter(RulesConfig(settled=CHECKED))
        few = not LEAST_TERMS <= len(given) <= MOST_TERMS or len(set(given)) < LEAST_DISTINCT
        if few or max(map(abs, given)) > MOST:
            return []
        mends = dict.fromkeys(_mends(given))
        as_given = RulesCompleter().complete(given, 1) if mends else []
        found: list[Prediction] = []
        for at, right in mends:
            for best in mended.complete([*given[:at], right, *given[at + 1 :]], 1):
                saved = best.evidence["saved"] - int_bits(at) - int_bits(given[at] - right)
                shorter = saved - max((p.evidence["saved"] for p in as_given), default=0.0)
                if best.evidence["checked"] >= CHECKED and shorter >= SHORTER:
                    why = f"if {given[at]} were {right}: {best.why}"
                    evidence = {"place": at, "instead": right, "rule": best.evidence["rule"]}
                    evidence |= {"saved": round(saved, 3), "shorter": round(shorter, 3)}
                    said = replace(best, by=self.name, score=shorter, why=why)
                    found.append(replace(said, evidence=evidence))
        return sorted(found, key=lambda p: -p.score)[:1]


def _mends(terms: list[int]) -> Iterator[tuple[int, int]]:
    """Which term, and what it should be, so that a simple rule or a known sequence gives all."""
    half = len(terms) // 2  # a slip leaves one of the halves alone
    alone = half < CHECKED + 4 or _is_simple(terms[:half]) or _is_simple(terms[half:])
    if alone and not _is_simple(terms):
        for at, term in enumerate(terms[:-1]):
            for right in _near(term):
                if _is_simple([*terms[:at], right, *terms[at + 1 :]]):
                    yield at, right
    for starts, most in ((LATE, WELL_KNOWN), (EARLY, FAMOUS)):
        for _, known, start in known_with(terms, starts, wrong=1, most=most):
            run = known.terms[start : start + len(terms)]
            off = next((i for i, term in enumerate(terms[:-1]) if term != run[i]), None)
            if off is not None and run[off] in _near(terms[off]):
                yield off, run[off]


def _near(term: int) -> set[int]:
    """What a term may be a slip of: one digit, or a small miscount, is wrong.

    >>> 64 in _near(65), 63 in _near(21)
    (True, False)
    """
    text, places = str(term), range(term < 0, len(str(term)))
    changed = {int(text[:i] + digit + text[i + 1 :]) for i in places for digit in digits}
    whole = {n for n in changed if len(str(n)) == len(text)}
    return (whole | set(range(term - MISCOUNT, term + MISCOUNT + 1))) - {term}


def _is_simple(terms: list[int]) -> bool:
    """Whether they are a polynomial in n, or p·a(n−1) + q, or p·a(n−1) + q·a(n−2)."""
    row = steps = differences(terms)
    for _ in range(MOST_DEGREE):
        row = differences(row)
        if not any(row):
            return len(row) >= CHECKED
    windows = zip(steps, steps[1:], steps[2:], strict=False)
    if all(b * b == a * c for a, b, c in windows):  # the steps are a geometric progression
        return True
    if len(terms) < CHECKED + 4:
        return False
    wide = zip(terms, terms[1:], terms[2:], terms[3:], terms[4:], strict=False)
    return all(
        a * (c * e - d * d) - b * (b * e - c * d) + c * (b * d - c * c) == 0
        for a, b, c, d, e in wide
    )
