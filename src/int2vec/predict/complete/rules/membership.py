"""Consecutive members of a set: primes of a form, numbers that meet a few conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, gcd, log2

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import divisors as all_divisors
from int2vec.arithmetic import phi, prime_mask
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import listing
from int2vec.predict.complete.rules.conditions import Condition, met_by_all, prime_forms
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 6
MAX_VALUE = 200_000
MAX_NEXT = 800_000
SAMPLE = 48  # outsiders by which a condition's worth is judged
MAX_CONDITIONS = 4
MAX_OUTSIDERS = 12_000
DENSE = 3.0
MOST_LEFT = 0.75
MARGIN = 8.0
CHUNK = 512  # numbers looked at together
AHEAD = 40  # how many average gaps past the last term the next one is looked for
MODULI = tuple(m for m in range(3, 1261) if m <= 120 or m % 4 == 0 or m % 5 == 0)

Mask = NDArray[np.bool_]


@cache
def _primes() -> Mask:
    """Which integers are prime, as far as the next member is looked for."""
    return prime_mask(MAX_NEXT)


@rule(group="sets", turn=29)
def divisors(terms: Terms, search: Search) -> Iterator[Fit]:
    """All divisors of a number in order, the number itself still to come."""
    n = len(terms)
    if n < 4 or terms[0] != 1 or not 1 < terms[1] < terms[2] or terms[-1] > 10**9:
        return
    whole = terms[1] * terms[-1]
    if any(terms[i] * terms[n - i] != whole for i in range(1, n)):
        return
    found = all_divisors(whole)
    if found is not None and found[:-1] == list(terms):
        why = f"these are the divisors of {whole} in order"
        bits = COST.divisors_of + int_bits(whole)
        yield Fit(kind="divisors", value=whole, bits=bits, why=why, checked=n - 2)


def _tables() -> None:
    """Make the tables that the members of a set are looked up in."""
    _primes()
    prime_forms()


@rule(group="sets", turn=30, prepare=_tables)
def members_of_a_set(terms: Terms, search: Search) -> Iterator[Fit]:
    """Sets whose members between the first term and the last are exactly the terms."""
    n = len(terms)
    if n < MIN_TERMS or terms[0] < 0 or terms[-1] > MAX_VALUE:
        return
    if any(b <= a for a, b in pairwise(terms)):
        return
    members = list(terms)
    is_prime = _primes()
    frame = Frame(step=gcd(*(t - members[0] for t in members)), prime=bool(is_prime[members].all()))
    inside = frame.numbers(members[0], members[-1] + 1)
    base = list(frame.conditions(members[0]))
    outside = np.setdiff1d(inside, members, assume_unique=True).tolist()
    if len(outside) > MAX_OUTSIDERS or (not outside and not base):
        return
    chosen = _cover(members, outside, search)
    if chosen is not None:
        value = _next_member(members, frame, chosen, search)
        if value is not None:
            conditions = [*base, *chosen]
            words = " and ".join(c.words for c in conditions)
            yield Fit(
                kind="membership",
                value=value,
                bits=COST.members + sum(c.bits for c in conditions) + int_bits(members[0]),
                why=f"these are the numbers n, in order, such that {words}",
                checked=len(members) - len(conditions),
            )
    elif base and bool(is_prime[members[3:]].all()):
        yield from _residues(members, search)


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """What shows at once in the members: they leave the same rest by `step`, they are prime."""

    step: int
    prime: bool

    def numbers(self, start: int, stop: int) -> NDArray[np.int64]:
        """Every number within the frame, from a first one up to another that is left out."""
        found = np.arange(start, stop, self.step)
        return found[_primes()[found]] if self.prime else found

    def conditions(self, member: int) -> Iterator[Condition]:
        """The frame in words."""
        step, left = self.step, member % self.step
        if step > 1:
            bits = COST.member_remainder + int_bits(step) + int_bits(left)
            words = f"n leaves {left} when divided by {step}"
            yield Condition(words, bits, lambda n: n % step == left)
        if self.prime:
            yield Condition("n is prime", COST.member_prime, _primes().item)


def _cover(members: list[int], outside: list[int], search: Search) -> list[Condition] | None:
    """A few conditions that all members meet and that together shut every outsider out."""
    chosen: list[Condition] = []
    if not outside:
        return chosen
    dense = len(outside) < DENSE * len(members)
    known = list(met_by_all(members, search, dense=dense))
    while outside:
        sample = outside[:: len(outside) // SAMPLE + 1]
        search.spend(len(known) * len(sample) // 2)
        # Bits a condition saves: an outsider that is not shut out spoils everything.
        kept = [(sum(map(c.holds, sample)), c.bits, i) for i, c in enumerate(known)]
        if not kept or len(chosen) == MAX_CONDITIONS:
            return None
        left, _, best = min(kept)
        # Few conditions have to do it: each must shut out a good part of what is left.
        if left > MOST_LEFT * len(sample):
            return None
        search.spend(len(outside) // 2)
        condition = known.pop(best)
        remaining = [x for x in outside if condition.holds(x)]
        if len(remaining) == len(outside):
            return None
        outside = remaining
        chosen.append(condition)
    return chosen


def _next_member(
    members: list[int], frame: Frame, conditions: list[Condition], search: Search
) -> int | None:
    """The next number that meets the conditions, where one is near enough."""
    reach = AHEAD * (members[-1] - members[0]) // len(members) + 100
    end = min(members[-1] + reach, MAX_NEXT)
    for start in range(members[-1] + frame.step, end, CHUNK * frame.step):
        later = frame.numbers(start, min(start + CHUNK * frame.step, end))
        search.spend(1 + len(later) // 2)
        for x in later.tolist():
            if all(c.holds(x) for c in conditions):
                return int(x)
    return None


def _residues(members: list[int], search: Search) -> Iterator[Fit]:
    """Primes in certain residue classes, learned from the terms; divisors of m are let through."""
    is_prime = _primes()
    terms = np.array(members)
    span = np.arange(members[0], members[-1] + 1)
    outside = np.setdiff1d(span[is_prime[span]], terms, assume_unique=True)
    best: tuple[float, int, Mask] | None = None
    for m in MODULI:
        search.spend(8 + len(outside) // 200)
        present = np.zeros(m, dtype=bool)
        present[terms % m] = True
        wrong = outside[present[outside % m]]
        if len(wrong) and not all(m % int(p) == 0 for p in wrong[:5]):
            continue
        units = phi(m) or 0
        classes = min(units, int(present.sum()))
        bits = COST.member_residues + int_bits(m) + log2(comb(units, classes))
        if best is None or bits < best[0]:
            best = (bits, m, present)
    if best is None:
        return
    bits, m, present = best
    # Against telling for each prime whether it is in or out.
    if bits > log2(comb(len(outside) + len(members), len(members))) - MARGIN:
        return
    later = np.arange(members[-1] + 1, min(members[-1] * 2 + 200, MAX_NEXT))
    later = later[is_prime[later]]
    later = later[present[later % m]]
    if len(later):
        shown = listing(np.flatnonzero(present).tolist(), 8)
        yield Fit(
            kind="membership",
            value=int(later[0]),
            bits=bits + int_bits(members[0]),
            why=f"these are the primes that leave {shown} when divided by {m}",
            checked=len(members) - int(present.sum()),
        )
