"""Progressions, powers, exponentials and polynomials."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from math import comb, gcd

from int2vec.corpus.catalog.base import Entry, family

_LONG = 120


def signed(*parts: tuple[int, str]) -> str:
    """A polynomial in words: signed((2, "n^2"), (-1, "n"), (3, "")) is "2n^2 - n + 3".

    >>> signed((2, "n^2"), (-1, "n"), (3, ""))
    '2n^2 - n + 3'
    >>> signed((0, "n"), (0, ""))
    '0'
    """
    text = ""
    for factor, symbol in parts:
        if factor == 0:
            continue
        size = "" if abs(factor) == 1 and symbol else str(abs(factor))
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        text += f"{sign}{size}{symbol}"
    return text or "0"


@family("progressions")
def _progressions() -> Iterator[Entry]:
    for step in range(1, 27):
        for start in range(step):
            yield f"Arithmetic progression {signed((step, 'n'), (start, ''))}", count(start, step)
    for step in range(27, 100):
        for start in (0, 1, step - 1):
            yield f"Arithmetic progression {signed((step, 'n'), (start, ''))}", count(start, step)
    for start in range(1, 60):
        yield f"The integers from {start} on", count(start)
    for step in (100, 111, 125, 128, 144, 150, 200, 250, 256, 365, 500, 512, 1000, 1024):
        yield f"Multiples of {step}", count(0, step)


@family("falling progressions")
def _falling() -> Iterator[Entry]:
    for step in range(1, 13):
        for start in (0, 1, 5, 10, 12, 20, 24, 50, 64, 99, 100, 144, 200):
            yield f"{start} less {step} at each step", count(start, -step)


@family("progressions with alternating signs")
def _alternating() -> Iterator[Entry]:
    for step in range(1, 11):
        for start in range(step):
            yield (
                f"{signed((step, 'n'), (start, ''))} with signs in turn",
                ((-1) ** n * (step * n + start) for n in count(0)),
            )


@family("powers")
def _powers() -> Iterator[Entry]:
    for k in range(2, 17):
        yield f"The powers n^{k}", (n**k for n in count(0))
        for shift in (-2, -1, 1, 2, 3):
            yield f"{signed((1, f'n^{k}'), (shift, ''))}", (n**k + shift for n in count(0))
    for k, j in product(range(2, 8), range(1, 7)):
        if j < k:
            yield f"n^{k} + n^{j}", (n**k + n**j for n in count(0))
            yield f"n^{k} - n^{j}", (n**k - n**j for n in count(0))
    for k, c in product(range(3, 7), range(2, 12)):
        yield f"{c}n^{k}", (c * n**k for n in count(0))
    for k, step in product(range(2, 6), range(2, 8)):
        for start in range(step):
            base = signed((step, "n"), (start, ""))
            yield f"({base})^{k}", ((step * n + start) ** k for n in count(0))


@family("exponentials")
def _exponentials() -> Iterator[Entry]:
    for base in range(2, 70):
        yield f"Powers of {base}", (base**n for n in count(0))
    for base, shift in product(range(2, 21), (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)):
        yield signed((1, f"{base}^n"), (shift, "")), (base**n + shift for n in count(0))
    for base, factor in product(range(2, 13), range(2, 26)):
        if gcd(base, factor) < base:
            yield f"{factor} times the powers of {base}", (factor * base**n for n in count(0))
    for base, factor, shift in product((2, 3, 4, 5, 10), range(2, 12), (-3, -1, 1, 3)):
        yield (
            signed((factor, f"*{base}^n"), (shift, "")),
            (factor * base**n + shift for n in count(0)),
        )
    for base in range(2, 16):
        yield f"(-{base})^n", ((-base) ** n for n in count(0))
        yield (
            f"Sums of the first powers of {base}",
            ((base**n - 1) // (base - 1) for n in count(0)),
        )


@family("sums and differences of exponentials")
def _exponential_sums() -> Iterator[Entry]:
    for a in range(2, 15):
        for b in range(1, a):
            yield f"{a}^n + {b}^n", (a**n + b**n for n in count(0))
            yield f"{a}^n - {b}^n", (a**n - b**n for n in count(0))
    for a, b in product(range(2, 11), range(1, 6)):
        yield f"{a}^n + n^{b}", (a**n + n**b for n in count(0))
        yield f"{a}^n - n^{b}", (a**n - n**b for n in count(0))
        yield f"n^{b} times {a}^n", (n**b * a**n for n in count(0))
        yield f"(n + {b}) times {a}^n", ((n + b) * a**n for n in count(0))


@family("n to powers of n")
def _towers() -> Iterator[Entry]:
    for shift in range(-3, 5):
        power = signed((1, "n"), (shift, ""))
        yield f"n^({power})", (n ** (n + shift) for n in count(max(1, -shift)))
        yield f"(n + {abs(shift)})^n", ((n + abs(shift)) ** n for n in count(0))
        yield signed((1, "n^n"), (shift, "")), (n**n + shift for n in count(1))
    for k in range(2, 8):
        yield f"({k}n)^n", ((k * n) ** n for n in count(0))
        yield f"n^n modulo {k + 3}", (pow(n, n, k + 3) for n in count(1))
        yield f"{k}^(n(n - 1)/2)", (k ** (n * (n - 1) // 2) for n in count(0))


def _values(*factors: int) -> list[int]:
    """A polynomial at 0, 1, 2, ..., with the factor of the highest power first."""
    found = []
    for n in range(_LONG):
        value = 0
        for factor in factors:
            value = value * n + factor
        found.append(value)
    return found


@family("quadratics")
def _quadratics() -> Iterator[Entry]:
    for a in range(1, 21):
        reach = range(-6, 7) if a < 9 else range(-3, 4)
        for b, c in product(reach, range(-5, 8) if a < 5 else (-1, 0, 1)):
            yield signed((a, "n^2"), (b, "n"), (c, "")), _values(a, b, c)
    for c in range(8, 60):
        yield f"n^2 + {c}", _values(1, 0, c)
        yield f"n^2 - {c}", _values(1, 0, -c)
        yield f"n^2 + n + {c}", _values(1, 1, c)
    for c in range(2, 50):
        yield f"n(n + {c})", _values(1, c, 0)
        yield f"{c} - n^2", _values(-1, 0, c)


@family("halved quadratics")
def _halves() -> Iterator[Entry]:
    for a, b, c in product(range(1, 16), range(-9, 14), range(4)):
        if (a + b) % 2 == 0 and a % 2:
            name = f"({signed((a, 'n^2'), (b, 'n'))})/2"
            name += f" + {c}" if c else ""
            yield name, [x // 2 + c for x in _values(a, b, 0)]


@family("cubics")
def _cubics() -> Iterator[Entry]:
    for a, b, c, d in product((1, 2, 3, 4), range(-3, 4), range(-2, 3), (-1, 0, 1, 2)):
        yield signed((a, "n^3"), (b, "n^2"), (c, "n"), (d, "")), _values(a, b, c, d)
    for a, b in product(range(0, 8), range(0, 8)):
        if a < b:
            yield f"n(n + {a})(n + {b})", [n * (n + a) * (n + b) for n in range(_LONG)]


@family("quartics")
def _quartics() -> Iterator[Entry]:
    for a, b, c, d in product((1, 2), (-2, 0, 1), (-1, 0, 1, 3), (-1, 0, 2)):
        for e in (0, 1):
            name = signed((a, "n^4"), (b, "n^3"), (c, "n^2"), (d, "n"), (e, ""))
            yield name, _values(a, b, c, d, e)
    for k in range(1, 24):
        yield f"n^4 + {k}", _values(1, 0, 0, 0, k)
        yield f"n^5 + {k}", _values(1, 0, 0, 0, 0, k)


@family("products in progression")
def _products() -> Iterator[Entry]:
    for step, start in product(range(1, 9), range(1, 9)):
        for gap in range(1, 7):
            name = f"({signed((step, 'n'), (start, ''))})({signed((step, 'n'), (start + gap, ''))})"
            yield name, [(step * n + start) * (step * n + start + gap) for n in range(_LONG)]


@family("sums of binomials")
def _binomial_sums() -> Iterator[Entry]:
    for a, b, c in product(range(0, 5), range(0, 5), range(1, 4)):
        yield (
            f"{c} C(n, 3) + {b} C(n, 2) + {a} n + 1",
            [c * comb(n, 3) + b * comb(n, 2) + a * n + 1 for n in range(_LONG)],
        )


@family("periodic sequences")
def _periodic() -> Iterator[Entry]:
    for value in range(4, 40):
        yield f"{value}, for ever", (value for _ in count())
    for a, b in product(range(0, 10), range(-1, 10)):
        if a != b:
            yield f"{a} and {b} in turn", [a, b] * 60
    for pattern in product((0, 1), repeat=5):
        yield f"The pattern {pattern} over and over", list(pattern) * 24
    for pattern in product((-1, 0, 1), repeat=4):
        yield f"The pattern {pattern} over and over", list(pattern) * 30
    for pattern in product((1, 2, 3), repeat=4):
        yield f"The pattern {pattern} over and over", list(pattern) * 30
    for pattern in product((0, 1, 2, 5), repeat=3):
        yield f"The pattern {pattern} over and over", list(pattern) * 40
