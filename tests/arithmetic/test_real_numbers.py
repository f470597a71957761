"""Numbers are known by their digits, and formulas go on where the digits end."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain
from math import gcd, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.arithmetic.real_numbers import Formula, formulas, reduced


def formula_of(number: Fraction, places: int) -> Formula | None:
    ways = (formulas(number, places, plain=plain) for plain in (True, False))
    return next(chain.from_iterable(ways), None)


PI = (
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534"
)
# Python's decimal arithmetic works these out; the words are what a reader sees.
NUMBERS = {
    "38^(1/3)": lambda pi: Decimal(38) ** (1 / Decimal(3)),
    "√7": lambda pi: Decimal(7).sqrt(),
    "5/7": lambda pi: 5 / Decimal(7),
    "π/12": lambda pi: pi / 12,
    "14/π": lambda pi: 14 / pi,
    "32·π^3": lambda pi: 32 * pi**3,
    "√(16/π)": lambda pi: 4 / pi.sqrt(),
    "π·e/3": lambda pi: pi * Decimal(1).exp() / 3,
    "√(1/(2·π·e))": lambda pi: 1 / (2 * pi * Decimal(1).exp()).sqrt(),
    "e^(5/7)": lambda pi: (5 / Decimal(7)).exp(),
    "log(69/2)": lambda pi: (Decimal(69) / 2).ln(),
    "log(8)/2": lambda pi: Decimal(2).ln() * 3 / 2,
    "log(23)/log(14)": lambda pi: Decimal(23).ln() / Decimal(14).ln(),
    "(9 + 27·√2)/17": lambda pi: (9 + 27 * Decimal(2).sqrt()) / 17,
    "−4 + √51": lambda pi: Decimal(51).sqrt() - 4,
    "(5 − √3)/2": lambda pi: (5 - Decimal(3).sqrt()) / 2,
    "π": lambda pi: pi,
    "1/π": lambda pi: 1 / pi,
    "√π": lambda pi: pi.sqrt(),
    "e/π^2": lambda pi: Decimal(1).exp() / pi**2,
    "7/(2·e^3)": lambda pi: 7 / (2 * Decimal(3).exp()),
    "(π/2)^(1/3)": lambda pi: (pi / 2) ** (1 / Decimal(3)),
    "√(e^2/π)": lambda pi: Decimal(1).exp() / pi.sqrt(),
    "2^(1/12)": lambda pi: Decimal(2) ** (1 / Decimal(12)),
    "log(2)": lambda pi: Decimal(2).ln(),
    "log(2)/log(3)": lambda pi: Decimal(2).ln() / Decimal(3).ln(),
    "log(2)/6": lambda pi: Decimal(2).ln() / 6,
    "(7 − √2)/2": lambda pi: (7 - Decimal(2).sqrt()) / 2,
    "(1 + √5)/2": lambda pi: (1 + Decimal(5).sqrt()) / 2,
    "(−1 + √5)/2": lambda pi: (Decimal(5).sqrt() - 1) / 2,
}


@pytest.mark.parametrize("words", NUMBERS)
def test_a_number_is_known_by_45_digits_and_goes_on(words: str) -> None:
    with localcontext(prec=88):
        number = NUMBERS[words](Decimal(PI))
        known = Fraction(int(number.scaleb(45)), 10**45)
        found = formula_of(known, 44)
        assert found is not None
        assert found.words == words
        assert abs(found.to(80) - number) < Decimal(10) ** -80 * max(1, abs(number))


def test_a_root_of_an_equation_is_told_by_the_equation() -> None:
    found = formula_of(Fraction(18793852415718167681082185546494629398724, 10**40), 40)
    assert found is not None
    assert found.words == "a root of x^3 − 3x − 1"
    with localcontext(prec=90):
        root = found.to(60)
        assert abs(root**3 - 3 * root - 1) < Decimal(10) ** -60


def test_plainer_formulas_cost_less() -> None:
    with localcontext(prec=60):
        bits = [
            found.bits
            for n in (2, 31, 997, 10007)
            if (found := formula_of(Fraction(Decimal(n).sqrt()), 50))
        ]
    assert len(bits) == 4
    assert bits == sorted(bits)


@pytest.mark.parametrize("seed", range(12))
def test_digits_without_a_rule_have_no_formula(seed: int) -> None:
    digits = "".join(str(pow(1_000_003 + seed, n + 7, 999_983) * 10 // 999_983) for n in range(45))
    assert formula_of(Fraction(int(digits), 10**44), 44) is None


@pytest.mark.parametrize("seed", range(25))
def test_reduced_vectors_are_nearly_at_right_angles(seed: int) -> None:
    """Both conditions of Lenstra, Lenstra and Lovász, in exact fractions."""
    dice = Random(seed)
    n = 2 + seed % 4
    rows = [[dice.randint(-40, 40) for _ in range(n)] for _ in range(n)]
    rows[0][0] += 10**seed  # one that is far too long
    if all(not any(row) for row in rows):
        return
    short = reduced(rows)
    upright: list[list[Fraction]] = []
    sizes: list[Fraction] = []
    for k, row in enumerate(short):
        shares = [_dot(row, other) / size for other, size in zip(upright, sizes, strict=True)]
        assert all(abs(share) <= Fraction(1, 2) for share in shares)
        rest = [Fraction(x) for x in row]
        for share, other in zip(shares, upright, strict=True):
            rest = [x - share * y for x, y in zip(rest, other, strict=True)]
        upright.append(rest)
        sizes.append(_dot(rest, rest))
        if k:
            assert sizes[k] >= (Fraction(3, 4) - shares[-1] ** 2) * sizes[k - 1]
    assert prod(sizes) == prod(_orthogonal_sizes(rows))  # the volume stays


def _dot(a: Sequence[Fraction | int], b: Sequence[Fraction | int]) -> Fraction:
    return sum((Fraction(x) * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _orthogonal_sizes(rows: Sequence[Sequence[int]]) -> list[Fraction]:
    upright: list[list[Fraction]] = []
    for row in rows:
        rest = [Fraction(x) for x in row]
        for other in upright:
            share = _dot(row, other) / _dot(other, other)
            rest = [x - share * y for x, y in zip(rest, other, strict=True)]
        upright.append(rest)
    return [_dot(row, row) for row in upright]


def test_a_formula_needs_more_digits_than_its_numbers_have() -> None:
    with localcontext(prec=60):
        root = Fraction(Decimal(7907).sqrt())
        third = Fraction(7, 3)
        for places in (5, 8, 12, 16, 24, 40):
            for number, words, least in ((root, "√7907", 8), (third, "7/3", 5)):
                known = Fraction(int(number * 10**places), 10**places)
                found = formula_of(known, places)
                assert (found is not None and found.words == words) is (places >= least)


@pytest.mark.parametrize("places", [8, 10, 11, 13, 16, 40])
def test_a_root_close_to_a_fraction_is_told_from_it(places: int) -> None:
    # 7920/89 differs in the tenth digit; only with 12 places is it short enough, and near enough.
    with localcontext(prec=60):
        found = formula_of(Fraction(int(Decimal(7919).sqrt().scaleb(places)), 10**places), places)
    assert found is not None
    assert found.words == "√7919"


@given(st.lists(st.lists(st.integers(-50, 50), min_size=3, max_size=3), min_size=3, max_size=3))
def test_reduced_vectors_span_the_same_lattice_and_are_short(rows: list[list[int]]) -> None:
    volume = abs(_determinant(rows))
    if not volume:
        return
    short = reduced(rows)
    assert abs(_determinant(short)) == volume
    assert _in_lattice(short, rows)
    # Lovász: the first vector is at most 2^((n−1)/4) times the cube root of the volume.
    assert sum(x * x for x in short[0]) ** 3 <= 8 * volume**2


def _determinant(m: list[list[int]]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _in_lattice(vectors: list[list[int]], rows: list[list[int]]) -> bool:
    """Whether the vectors are whole mixes of the rows, by Cramer's rule."""
    volume = _determinant(rows)
    return all(
        _determinant([*rows[:i], vector, *rows[i + 1 :]]) % volume == 0
        for vector in vectors
        for i in range(3)
    )


def test_the_relation_of_numbers_is_the_shortest_vector() -> None:
    # 3 log 2 + 2 log 3 = log 72, to twelve digits.
    logs = [693147180560, 1098612288668, 4276666119016]
    rows = [[1, 0, 0, logs[0]], [0, 1, 0, logs[1]], [0, 0, 1, logs[2]]]
    best = reduced(rows)[0]
    assert gcd(*best[:3]) == 1
    assert [abs(x) for x in best[:3]] == [3, 2, 1]


@pytest.mark.parametrize("places", [18, 20, 22, 30])
@pytest.mark.parametrize("over", [7439, 104729, 1299709])
def test_long_fractions_are_no_roots(places: int, over: int) -> None:
    found = formula_of(Fraction(over * 10**places // 8015718694, 10**places), places)
    assert found is None or "√" not in found.words
