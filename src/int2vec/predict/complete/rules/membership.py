"""Consecutive members of a set: primes of a form, numbers that meet a few conditions."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from math import comb, gcd, log2
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST, fame_bits, int_bits
from int2vec.arithmetic.divisors import divisors as all_divisors
from int2vec.arithmetic.divisors import phi
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.known.register import rising_sequences
from int2vec.arithmetic.known.stated import Known
from int2vec.predict.complete.rules.conditions import Condition, met_by_all, primes_table
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 6
MAX_VALUE = 200_000
SAMPLE = 48  # outsiders by which a condition's worth is judged
MAX_CONDITIONS = 4
MAX_OUTSIDERS = 12_000
DENSE = 3.0
MOST_LEFT = 0.75
MARGIN = 8.0
MIN_TOGETHER = 9  # terms of two sequences
MAX_UNITED, MIN_UNITED = 200, 3  # known sequences that are tried, and members of one
AHEAD = 40  # how many average gaps past the last term the next one is looked for
MODULI = tuple(m for m in range(3, 1261) if m <= 120 or m % 4 == 0 or m % 5 == 0)

Numbers = NDArray[np.int64]


@rule(group="sets", turn=29)
def divisors(terms: Terms, search: Search) -> Iterator[Fit]:
    """All divisors of a number in order, the number itself still to come."""
    if len(terms) < 4 or terms[0] != 1 or not 1 < terms[1] < terms[-1] <= 10**9:
        return
    whole = terms[1] * terms[-1]
    if terms[2] * terms[-2] == whole and all_divisors(whole) == [*terms, whole]:
        why = f"these are the divisors of {whole} in order"
        bits = COST.divisors_of + int_bits(whole)
        yield Fit(kind="divisors", value=whole, bits=bits, why=why, checked=len(terms) - 2)


# Whatever is asked, the tables of all conditions are made.
@rule(group="sets", turn=30, prepare=lambda: [*met_by_all([2], Search((), steps=9_999, seconds=9))])
def members_of_a_set(terms: Terms, search: Search) -> Iterator[Fit]:
    """Sets whose members between the first term and the last are exactly the terms."""
    if len(terms) < MIN_TERMS or terms[0] < 0 or terms[-1] > MAX_VALUE:
        return
    if any(b <= a for a, b in pairwise(terms)):
        return
    # What shows at once: all leave the same rest when divided by a step, or all are prime.
    first, last = terms[0], terms[-1]
    step, prime = gcd(*(t - first for t in terms)), bool(primes_table()[list(terms)].all())
    shown = []
    if step > 1:
        bits = COST.member_remainder + int_bits(step) + int_bits(first % step)
        words = f"n leaves {first % step} when divided by {step}"
        shown.append((words, bits))
    if prime:
        shown.append(("n is prime", COST.member_prime))
    inside = _framed(first, last + 1, step, prime)
    outside = np.setdiff1d(inside, terms, assume_unique=True).tolist()
    if len(outside) > MAX_OUTSIDERS or (not outside and not shown):
        return
    chosen = _cover(list(terms), outside, search)
    if chosen is not None:
        reach = AHEAD * (last - first) // len(terms) + 100
        later = _framed(last + step, min(last + reach, primes_table().size - 1), step, prime)
        value = _next_member(later, chosen, search)
        conditions = [*shown, *((c.words, c.bits) for c in chosen)]
        if value is not None:
            bits = COST.members + sum(bits for _, bits in conditions) + int_bits(first)
            met = " and ".join(words for words, _ in conditions)
            why = f"these are the numbers n, in order, such that {met}"
            checked = len(terms) - len(conditions)
            yield Fit(kind="membership", value=value, bits=bits, why=why, checked=checked)
    elif shown and primes_table()[list(terms[3:])].all():
        yield from _residues(list(terms), search)


@rule(group="sets", turn=31)
def beside_others(terms: Terms, search: Search) -> Iterator[Fit]:
    """The integers that another sequence leaves out, or those of two known sequences together."""
    first, last = terms[0], terms[-1]
    if len(terms) < MIN_TERMS or first < 0 or any(b <= a for a, b in pairwise(terms)):
        return
    if last - first < DENSE * len(terms):
        missing = sorted({*range(first, last)}.difference(terms))
        sparse = len(missing) > 2 and all(b > a + 1 for a, b in pairwise(missing))
        for fit in search.solve(missing, 1)[:2] if sparse else ():
            if fit.value > last and fit.checked:
                value = last + 1 + (fit.value == last + 1)
                why = f"the integers that are not {listing(missing)}; of these: {fit.why}"
                checked = len(terms) - 1 - len(missing) + fit.checked
                bits = COST.members + fit.bits + int_bits(first)
                yield Fit(kind="complement", value=value, bits=bits, why=why, checked=checked)
    if len(terms) >= MIN_TOGETHER:
        yield from _together(terms, search)


def _together(terms: Terms, search: Search) -> Iterator[Fit]:
    """Two known sequences all of whose members from the first term to the last are terms."""
    search.spend(2 * MAX_UNITED)
    inside: list[tuple[int, Known, set[int]]] = []
    for rank, (known, _) in enumerate(rising_sequences()[:MAX_UNITED]):
        low, high = (bisect_left(known.terms, x) for x in (terms[0], terms[-1] + 1))
        part = {*known.terms[low:high]}
        if MIN_UNITED <= len(part) < len(terms) and high < len(known.terms) and part <= {*terms}:
            inside.append((rank, known, part))
    for (i, a, ours), (j, b, theirs) in combinations(inside, 2):
        if len(ours | theirs) == len(terms) and min(map(len, (ours - theirs, theirs - ours))) > 1:
            value = min(x for known in (a, b) for x in known.terms if x > terms[-1])
            bits = COST.members + sum(COST.catalog_name + fame_bits(rank) for rank in (i, j))
            why = f"together, in order: {a.label}, and {b.label}"
            yield Fit(kind="union", value=value, bits=bits, why=why, checked=len(terms) - 2)
            return


def _framed(start: int, stop: int, step: int, prime: bool) -> Numbers:
    found = np.arange(start, stop, step)
    return found[primes_table()[found]] if prime else found


def _cover(members: list[int], outside: list[int], search: Search) -> list[Condition] | None:
    """A few conditions that all members meet and that together shut every outsider out."""
    chosen: list[Condition] = []
    dense = len(outside) < DENSE * len(members)
    met = met_by_all(members, search, dense=dense) if outside else ()
    known = sorted(met, key=attrgetter("bits"))
    while outside:
        sample = outside[:: len(outside) // SAMPLE + 1]
        search.spend(len(known) * len(sample) // 2)
        # Few conditions have to do it: each must shut out a good part of what is left.
        best, fewest = None, int(MOST_LEFT * len(sample)) + 1
        for condition in known:
            left = len([*islice(filter(condition.holds, sample), fewest)])
            best, fewest = (condition, left) if left < fewest else (best, fewest)
        if best is None or len(chosen) == MAX_CONDITIONS:
            return None
        search.spend(len(outside) // 2)
        chosen.append(best)
        outside = [x for x in outside if best.holds(x)]
    return chosen


def _next_member(later: Numbers, conditions: list[Condition], search: Search) -> int | None:
    for x in later.tolist():
        search.spend(1)
        if all(c.holds(x) for c in conditions):
            return int(x)
    return None


def _residues(members: list[int], search: Search) -> Iterator[Fit]:
    """Primes in certain residue classes, learned from the terms; divisors of m are let through."""
    terms = np.array(members)
    outside = np.setdiff1d(_framed(members[0], members[-1] + 1, 1, True), terms, assume_unique=True)
    found: list[tuple[float, int]] = []
    for m in MODULI:
        search.spend(8 + len(outside) // 200)
        classes = np.unique(terms % m)
        wrong = outside[np.isin(outside % m, classes)]
        if len(wrong) and not all(m % int(p) == 0 for p in wrong[:5]):
            continue
        units = phi(m) or 0
        choices = comb(units, min(units, len(classes)))
        found.append((COST.member_residues + int_bits(m) + log2(choices), m))
    # Against telling for each prime whether it is in or out.
    bits, m = min(found, default=(0.0, 0))
    if not m or bits > log2(comb(len(outside) + len(members), len(members))) - MARGIN:
        return
    classes = np.unique(terms % m)
    later = _framed(members[-1] + 1, min(members[-1] * 2 + 200, primes_table().size - 1), 1, True)
    later = later[np.isin(later % m, classes)]
    if len(later):
        value, checked = int(later[0]), len(members) - len(classes)
        bits += int_bits(members[0])
        why = f"these are the primes that leave {listing(classes.tolist(), 8)} when divided by {m}"
        yield Fit(kind="membership", value=value, bits=bits, why=why, checked=checked)
