"""Digit sets and digit functions, in several bases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, count, product

from int2vec.arithmetic import digits, from_digits
from int2vec.arithmetic.known.digital import gray, in_base, spread, stern, valuation
from int2vec.corpus.catalog.base import Entry, family

_REACH = 2600
_ROOM = 120
BASES = range(2, 17)


@lru_cache(maxsize=32)
def written(base: int) -> list[list[int]]:
    """The digits of 0..2599 in a base."""
    return [digits(n, base) for n in range(_REACH)]


def _in(base: int) -> str:
    return "" if base == 10 else f" in base {base}"


@family("digit functions")
def _functions() -> Iterator[Entry]:
    for base in BASES:
        rows = written(base)[:_ROOM]
        end = _in(base)
        yield f"Digit sums{end}", [sum(d) for d in rows]
        yield f"n plus its digit sum{end}", [n + sum(d) for n, d in enumerate(rows)]
        yield f"n less its digit sum{end}", [n - sum(d) for n, d in enumerate(rows)]
        yield f"n times its digit sum{end}", [n * sum(d) for n, d in enumerate(rows)]
        yield f"n modulo its digit sum{end}", [n % max(sum(d), 1) for n, d in enumerate(rows)]
        yield f"How many digits n has{end}", [len(d) for d in rows]
        yield f"Largest digits{end}", [max(d) for d in rows]
        yield f"First digits{end}", [d[0] for d in rows]
        yield f"How many different digits n has{end}", [len(set(d)) for d in rows]
        yield f"Sums of the squares of the digits{end}", [sum(x * x for x in d) for d in rows]
        yield f"Digits of n read backwards{end}", [from_digits(d[::-1], base) for d in rows]
        yield (
            f"n plus n read backwards{end}",
            [n + from_digits(d[::-1], base) for n, d in enumerate(rows)],
        )
        yield f"n with its first digit taken off{end}", [from_digits(d[1:], base) for d in rows]
        yield (
            f"n with its digits turned by one{end}",
            [from_digits(d[1:] + d[:1], base) for d in rows],
        )
        yield (
            f"n with its digits in rising order{end}",
            [from_digits(sorted(d), base) for d in rows],
        )
        yield (
            f"Alternating digit sums{end}",
            [sum(x * (-1) ** i for i, x in enumerate(reversed(d))) for d in rows],
        )
        yield f"All digits of 0, 1, 2, ... in a row{end}", [x for d in rows for x in d]
        yield f"Products of the digits{end}", [_product(d) for d in rows]


def _product(places: list[int]) -> int:
    value = 1
    for digit in places:
        value *= digit
    return value


@family("counts of a digit")
def _counts() -> Iterator[Entry]:
    for base in BASES:
        rows = written(base)
        for digit in range(min(base, 10)):
            yield (
                f"How many digits {digit} are in n{_in(base)}",
                [d.count(digit) for d in rows[:_ROOM]],
            )
            for times in (1, 2):
                yield (
                    f"Integers with exactly {times} digits {digit}{_in(base)}",
                    [n for n, d in enumerate(rows) if d.count(digit) == times],
                )


@family("digit sums by remainder")
def _remainders() -> Iterator[Entry]:
    for base, modulus in product(BASES, range(2, 7)):
        rows = written(base)[:600]
        yield f"Digit sums{_in(base)} modulo {modulus}", [sum(d) % modulus for d in rows[:_ROOM]]
        for left in range(modulus):
            yield (
                f"Integers whose digit sum{_in(base)} leaves {left} modulo {modulus}",
                [n for n, d in enumerate(rows) if sum(d) % modulus == left],
            )


@family("digit sums of a size")
def _levels() -> Iterator[Entry]:
    for base, total in product(BASES, range(2, 24)):
        yield (
            f"Integers with digit sum {total}{_in(base)}",
            [n for n, d in enumerate(written(base)) if sum(d) == total],
        )


@family("integers with chosen digits")
def _chosen() -> Iterator[Entry]:
    for size in (2, 3):
        for allowed in combinations(range(10), size):
            letters = "".join(map(str, allowed))
            yield f"Integers with the digits {', '.join(letters)} alone", _over(allowed, 10)
    for base in range(3, 10):
        for digit in range(base):
            rest = tuple(d for d in range(base) if d != digit)
            yield f"Integers without a {digit} in base {base}", _over(rest, base)
            yield (
                f"Integers with a {digit} in base {base}",
                [n for n, d in enumerate(written(base)[:700]) if digit in d],
            )
    for digit in range(10):
        yield (
            f"Integers without a digit {digit}",
            [n for n, d in enumerate(written(10)) if digit not in d],
        )
        yield f"Integers with a digit {digit}", [n for n, d in enumerate(written(10)) if digit in d]
        yield (
            f"Integers that begin with {digit}",
            [n for n, d in enumerate(written(10)) if d[0] == digit],
        )
    for size in (2, 3):
        for wanted in combinations(range(10), size):
            yield (
                f"Integers with the digits {', '.join(map(str, wanted))} in them",
                [n for n, d in enumerate(written(10)) if all(w in d for w in wanted)],
            )


def _over(allowed: tuple[int, ...], base: int) -> list[int]:
    found = list(allowed)
    level = [d for d in allowed if d]
    while len(found) < _ROOM:
        level = [n * base + d for n in level for d in allowed]
        found += level
    return found


@family("integers in other bases")
def _bases() -> Iterator[Entry]:
    for base in range(2, 10):
        yield f"The integers{_in(base)}", [in_base(base, n) for n in range(_ROOM)]
        yield f"The squares{_in(base)}", [in_base(base, n * n) for n in range(_ROOM)]
        yield f"Powers of 2{_in(base)}", [in_base(base, 2**n) for n in range(40)]
        yield f"Multiples of 3{_in(base)}", [in_base(base, 3 * n) for n in range(_ROOM)]
    for source, target in product(range(2, 8), range(3, 17)):
        if source < target:
            yield (
                f"Digits of n in base {source} read in base {target}",
                [from_digits(d, target) for d in written(source)[:_ROOM]],
            )


@family("palindromes and their kin")
def _palindromes() -> Iterator[Entry]:
    for base in BASES:
        rows = written(base)
        end = _in(base)
        yield f"Palindromes{end}", [n for n, d in enumerate(rows) if d == d[::-1]]
        yield (
            f"Squares that are palindromes{end}",
            [n * n for n in range(1200) if _mirrored(n * n, base)],
        )
        yield (
            f"Integers divisible by their digit sum{end}",
            [n for n, d in enumerate(rows) if n and n % sum(d) == 0],
        )
        yield (
            f"Integers whose digits never fall{end}",
            [n for n, d in enumerate(rows) if d == sorted(d)],
        )
        yield (
            f"Integers whose digits never rise{end}",
            [n for n, d in enumerate(rows) if d == sorted(d, reverse=True)],
        )
        yield (
            f"Integers without a repeated digit{end}",
            [n for n, d in enumerate(rows) if len(set(d)) == len(d)],
        )
        yield (
            f"Integers that are not palindromes{end}",
            [n for n, d in enumerate(rows[:400]) if d != d[::-1]],
        )
        yield (
            f"Integers with as many even as odd digits{end}",
            [n for n, d in enumerate(rows) if 2 * sum(x % 2 for x in d) == len(d)],
        )


def _mirrored(n: int, base: int) -> bool:
    places = digits(n, base)
    return places == places[::-1]


@family("binary functions")
def _binary() -> Iterator[Entry]:
    rows: dict[str, Callable[[int], int]] = {
        "Stern's diatomic sequence": stern,
        "Gray code": gray,
        "n and 2n in carry-free sum": lambda n: n ^ (2 * n),
        "n and 3n in carry-free sum": lambda n: n ^ (3 * n),
        "Bits common to n and 2n": lambda n: n & (2 * n),
        "Bits of n or 2n": lambda n: n | (2 * n),
        "Longest run of ones in n": lambda n: max(map(len, f"{n:b}".split("0"))),
        "Longest run of zeros in n": lambda n: max(map(len, f"{n:b}".split("1"))),
        "Ones at even places of n": lambda n: (n & 0x55555555).bit_count(),
        "Ones at odd places of n": lambda n: (n & 0xAAAAAAAA).bit_count(),
        "Places where neighbouring bits are 11": lambda n: (n & n >> 1).bit_count(),
        "Rudin and Shapiro: the sign of the number of 11s": lambda n: (
            1 - 2 * ((n & n >> 1).bit_count() % 2)
        ),
        "n with its bits swapped in pairs": lambda n: (n & 0x55555555) << 1 | (n & 0xAAAAAAAA) >> 1,
        "n with its bits flipped": lambda n: n ^ ((1 << n.bit_length()) - 1),
    }
    for name, function in rows.items():
        yield name, map(function, count(0))
    for k in range(1, 40):
        yield f"Carry-free sum of n and {k} in binary", [n ^ k for n in range(_ROOM)]
        yield f"Bits common to n and {k}", [n & k for n in range(_ROOM)]
        yield f"Bits of n or {k}", [n | k for n in range(_ROOM)]
        yield f"Ones in {k}n in binary", [(k * n).bit_count() for n in range(_ROOM)]
    for k in range(2, 12):
        yield f"Sums of different powers of {k}", [spread(n, k) for n in range(_ROOM)]
        yield f"Last of n people when every {k}th leaves", _josephus(k)
        yield f"Integers with {k} ones in binary", [n for n in range(_REACH) if n.bit_count() == k]


def _josephus(k: int) -> list[int]:
    found, place = [], 0
    for n in range(1, _ROOM):
        place = (place + k) % n if n > 1 else 0
        found.append(place + 1)
    return found


@family("valuations")
def _valuations() -> Iterator[Entry]:
    for p in range(2, 13):
        row = [valuation(n, p) for n in range(1, 400)]
        yield f"How often {p} divides n", row
        yield f"The ruler of {p}: how often it divides {p}n", [v + 1 for v in row]
        total, sums = 0, []
        for v in row:
            total += v
            sums.append(total)
        yield f"How often {p} divides the numbers 1..n", sums
        yield f"The largest power of {p} in n", [p**v for v in row]
        yield f"n with all factors {p} taken out", [n // p**v for n, v in enumerate(row, start=1)]
        yield (
            f"Last digit that is not 0 in base {p}",
            [n // p**v % p for n, v in enumerate(row, start=1)],
        )
        for parity in (0, 1):
            yield (
                f"n that {p} divides {'oddly' if parity else 'evenly'} often",
                [n for n, v in enumerate(row, start=1) if v % 2 == parity],
            )
