"""Known sequences: right, told apart, and shared by whoever names one."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from itertools import combinations, count
from math import comb
from pathlib import Path

import pytest

from int2vec.arithmetic.divisors import tau
from int2vec.arithmetic.known.register import everything_known, fame, famous, well_known
from int2vec.arithmetic.known.stated import MAX_CHARACTERS, MAX_TERMS, clip, terms_of
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.properties import PROPERTIES


@pytest.fixture(scope="module")
def known() -> dict[int, list[int]]:
    return {s.a_number: s.terms for s in everything_known()}


def test_golden_facts(known: dict[int, list[int]]) -> None:
    assert known[40][:10] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert known[45][:10] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert known[108][:9] == [1, 1, 2, 5, 14, 42, 132, 429, 1430]
    assert known[110][:8] == [1, 1, 2, 5, 15, 52, 203, 877]
    assert known[41][:11] == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
    assert known[2][:10] == [1, 2, 2, 1, 1, 2, 1, 2, 2, 1]
    assert known[5132][:10] == [0, 1, 3, 6, 2, 7, 13, 20, 12, 21]
    assert known[796][:8] == [3, 1, 4, 1, 5, 9, 2, 6]
    assert known[27][:3] == [1, 2, 3]
    assert all(map(is_prime, known[40]))
    assert known[396][:4] == [6, 28, 496, 8128]
    assert known[170][:9] == [1, 0, 0, 2, 10, 4, 40, 92, 352]
    assert known[984][:12] == [comb(2 * n, n) for n in range(12)]
    assert known[8884][-1] in (1, 2, 4) or len(known[8884]) > 50


def test_a_number_and_a_name_belong_to_one_sequence() -> None:
    numbers = [known.a_number for known in everything_known() if known.a_number]
    assert len(set(numbers)) == len(numbers) >= 980
    assert len({known.name for known in everything_known()}) == len(everything_known())
    assert len({known.a_number for known in well_known()}) == len(well_known()) >= 588
    assert len({known.name for known in well_known()}) == len(well_known())
    assert [known.a_number for known in well_known()] == sorted(k.a_number for k in well_known())


def test_the_best_known_sequences_come_first() -> None:
    assert everything_known()[0].name == "Prime numbers"
    assert [known.a_number for known in everything_known()[-20:]] == [0] * 20
    assert fame(45) < fame(108) < fame(124) < fame(396) < fame(61909)


def test_the_kept_terms_are_those_that_the_lines_give() -> None:
    other = [known.label for known in well_known() if known.terms != clip(known.generate())]
    assert not other, "python -m benchmarks.make_tables writes known/terms.txt anew"


def test_every_line_fits_the_oeis() -> None:
    for known in well_known():
        assert 8 <= len(known.terms) <= MAX_TERMS, known.name
        assert sum(len(str(t)) + 1 for t in known.terms) <= MAX_CHARACTERS, known.name
        assert all(type(t) is int for t in known.terms), known.name


def test_what_everybody_knows_comes_in_order_of_fame() -> None:
    names = [plural for plural, _ in famous()]
    assert names[:4] == ["primes", "squares", "cubes", "powers of 2"]
    terms = dict(famous())
    assert terms["primes"][-1] > 10_000
    assert terms["odd-numbered primes"][:4] == (2, 5, 11, 17)
    assert terms["even-numbered primes"][:4] == (3, 7, 13, 19)
    assert terms["repunits"][:3] == (1, 11, 111)
    assert terms["composite numbers"][-1] == 1998
    assert terms["numbers of divisors"] == tuple(tau(n) for n in range(1, 64))


@pytest.mark.parametrize(
    ("name", "a_number"),
    [("fibonacci", 45), ("lucas", 204), ("catalan", 108), ("bell", 110), ("primorial", 2110)],
)
def test_properties_and_sequences_agree(name: str, a_number: int) -> None:
    terms = next(known.terms for known in well_known() if known.a_number == a_number)
    assert all(PROPERTIES[name].holds(term) for term in terms)
    assert not PROPERTIES[name].holds(terms[-1] + 1)


@pytest.mark.parametrize(
    ("meaning", "terms"),
    [
        ("2n^2 + n(n - 1)/2", [0, 2, 9, 21]),
        ("n 2^n - (n + 1)(n + 2)", [-2, -4, -4, 4]),
        ("7, then n! for n >= 3", [7, 6, 24, 120]),
        ("3p modulo 5 for the primes p", [1, 4, 0, 1]),
        ("a(n) = 6a(n-1) - a(n-2) + 2 from 0, 1", [0, 1, 8, 49]),
        ("a(n) = a(n - 4) from 5, 6", [5, 6]),  # which it does not have
        ("T(n, k) = 10n + k", [0, 10, 11, 20]),
        ("stirling1(4)[n][2] for n >= 3", [3]),  # one row is left
        ("the terms of (d for d in divisors(6))", [1, 2, 3, 6]),
    ],
)
def test_a_line_states_its_terms(meaning: str, terms: list[int]) -> None:
    assert clip(terms_of(meaning), 4) == terms


def test_clip_stops_before_giants() -> None:
    assert clip([1, 2, 10**5000, 3]) == [1, 2]
    assert clip([]) == []


def _sieved(kept: list[int], step: Callable[[int], int]) -> list[int]:
    """What is left when every step(i)-th of what is left is struck out, for i = 1, 2, ..."""
    i = 1
    while step(i) <= len(kept):
        del kept[step(i) - 1 :: step(i)]
        i += 1
    return kept


def test_survivors_of_sieves(known: dict[int, list[int]]) -> None:
    odd = list(range(1, 600, 2))
    assert known[959] == _sieved(odd, odd.__getitem__)[: len(known[959])]
    assert known[960] == _sieved(list(range(1, 2500)), lambda i: i + 1)[: len(known[960])]
    rest, ludic = list(range(2, 600)), [1]
    while rest:
        ludic.append(rest[0])
        del rest[:: rest[0]]
    assert known[3309] == ludic[: len(known[3309])]


def test_greedy_sequences(known: dict[int, list[int]]) -> None:
    for n, term in enumerate(known[2858][2:30], 2):
        sums = [x + y for x, y in combinations(known[2858][:n], 2)]
        assert term == min(s for s in sums if s > known[2858][n - 1] and sums.count(s) == 1)
    for n, term in enumerate(known[5282][1:20], 1):
        before = known[5282][:n]
        taken = {x + y - z for x in before for y in before for z in before}
        assert term == next(m for m in count(before[-1] + 1) if m not in taken)
    for n, term in enumerate(known[3278][1:30], 1):
        middles = {2 * y - x for x, y in combinations(known[3278][:n], 2)}
        assert term == next(m for m in count(known[3278][n - 1] + 1) if m not in middles)


@pytest.mark.data
def test_every_well_known_sequence_is_that_of_the_oeis(
    oeis_dump: Path, known: dict[int, list[int]]
) -> None:
    found = 0
    with gzip.open(oeis_dump, "rt") as lines:
        for line in lines:
            if line.startswith("#") or int(line[1:7]) not in known:
                continue
            theirs = [int(t) for t in line.split(" ,", 1)[1].rstrip(",\n").split(",")]
            ours = known[int(line[1:7])]
            shared = min(len(ours), len(theirs))
            assert shared >= 4, line[:7]
            assert ours[:shared] == theirs[:shared], line[:7]
            found += 1
    # A dump may lack a few sequences, but not many.
    assert found >= 0.95 * len(known)
