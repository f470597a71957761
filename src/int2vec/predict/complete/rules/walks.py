"""Walks on the lattice that start at the origin and stay in the first octant or quadrant.

Which steps they take is looked up by their first few numbers in `walks.npy`, which
`python -m benchmarks.make_tables` writes; the others are then counted and compared.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

KEY = 8  # numbers of walks that they are looked up by
LONGEST = 512  # bits of those
MIN_TERMS, MAX_TERMS = 10, 40
Step = tuple[int, ...]
STEPS: tuple[Step, ...] = tuple(s for s in product((-1, 0, 1), repeat=3) if any(s))
ENDS = ("", ", ending on the vertical axis", ", ending at the origin")
_WHERE = (np.s_[...], np.s_[0], np.s_[0, 0])
TABLE = Path(__file__).with_name("walks.npy")


def counted(steps: list[Step], end: int, n_terms: int) -> Iterator[int]:
    """How many walks of 0, 1, 2, … steps there are, modulo 2 to the 64.

    >>> list(counted([(1, 0, 0), (-1, 0, 0)], 0, 6))
    [1, 1, 2, 3, 6, 10]
    """
    sizes = [n_terms if any(step[axis] > 0 for step in steps) else 1 for axis in range(3)]
    ways = np.zeros(sizes, np.uint64)
    ways[0, 0, 0] = 1
    for _ in range(n_terms):
        yield int(ways[_WHERE[end]].sum())
        following = np.zeros_like(ways)
        for step in steps:
            following[_inside(step, sizes)] += ways[_inside([-s for s in step], sizes)]
        ways = following


def _inside(step: Sequence[int], sizes: list[int]) -> tuple[slice, ...]:
    """The places that a step leads to."""
    pairs = zip(step, sizes, strict=True)
    return tuple(slice(max(0, s), size - max(0, -s)) for s, size in pairs)


def numbers_of(code: int, n_terms: int) -> tuple[list[int], str]:
    """The numbers of a code's walks, and of how many steps: 2n where no odd number leads there."""
    end, steps = code >> len(STEPS), steps_of(code)
    found = list(counted(steps, end, 2 * n_terms if end else n_terms))
    return (found[::2], "2n") if end and not any(found[1::2]) else (found[:n_terms], "n")


def steps_of(code: int) -> list[Step]:
    """The steps whose bits are set."""
    return [step for number, step in enumerate(STEPS) if code >> number & 1]


def key_of(terms: Terms, width: int = KEY) -> int:
    """What walks are looked up by."""
    return crc32(repr(list(terms[:width])).encode())


@cache
def table_of(path: Path) -> NDArray[np.uint32]:
    """Keys and codes, sorted: (2, n), kept as (2, 4, n) bytes, of which those alike pack well."""
    planes = np.load(path, allow_pickle=False)
    table: NDArray[np.uint32] = np.ascontiguousarray(planes.transpose(0, 2, 1)).view("<u4")[..., 0]
    return table


def looked_up(path: Path, terms: Terms, width: int = KEY) -> list[int]:
    """The codes that a table has for these first terms, which are not long there."""
    long = max(map(abs, terms[:width])).bit_length() > LONGEST
    return [] if long else codes_of(path, key_of(terms, width))


def codes_of(path: Path, key: int) -> list[int]:
    """The codes that a table has for a key."""
    keys, codes = table_of(path)
    low, high = np.searchsorted(keys, np.array([key, key + 1]))
    found: list[int] = codes[low:high].tolist()
    return found


@rule(group="walks", turn=12, prepare=lambda: table_of(TABLE))
def walks(terms: Terms, search: Search) -> Iterator[Fit]:
    """The numbers of walks of n steps, all in one set."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS or terms[0] != 1 or min(terms) < 0:
        return
    for code in looked_up(TABLE, terms):
        search.spend(n**3 // 8)
        steps, end = steps_of(code), code >> len(STEPS)
        numbers, length = numbers_of(code, n + 1)
        bound = len(steps) ** (1 + (end > 0)) * terms[-1]
        if numbers[:n] == list(terms) and bound < 1 << 64:
            flat = all(step[2] == 0 for step in steps)
            shown = ", ".join(str(step[: 2 if flat else 3]).replace("-", "−") for step in steps)
            where = "quadrant" if flat else "octant"
            ways = f"walks of {length} steps from the origin within the first {where}"
            why = f"the numbers of {ways}{ENDS[end]}, by {shown}"
            yield Fit(kind="walks", value=numbers[n], bits=COST.walks, why=why, checked=n - 5)
