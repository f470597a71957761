"""Writes the table by which walks on the lattice are known from their first numbers.

python -m benchmarks.make_walks
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.rules.walks import ENDS, KEY, STEPS, TABLE, key_of, numbers_of

MOST_STEPS = 5
TRIVIAL = 100  # walks of so many sets are as many: powers, or none
FLAT = [number for number, step in enumerate(STEPS) if step[2] == 0]

_TURNS = [  # what becomes of every step where the axes change places
    [STEPS.index(tuple(step[axis] for axis in axes)) for step in STEPS]
    for axes in permutations(range(3))
]


def codes() -> Iterator[int]:
    """The walks of the table: a bit for each step, above them the number of the end."""
    flat = [c for n in range(2, len(FLAT) + 1) for c in combinations(FLAT, n)]
    yield from (_code(steps) | end << len(STEPS) for end in range(len(ENDS)) for steps in flat)
    for n in range(3, MOST_STEPS + 1):
        for steps in combinations(range(len(STEPS)), n):
            if _code(steps) == min(_code([turn[s] for s in steps]) for turn in _TURNS):
                yield _code(steps)


def _code(steps: Sequence[int]) -> int:
    return sum(1 << step for step in steps)


def made_table() -> NDArray[np.uint32]:
    """Keys and codes, sorted: of walks that are alike, those with the fewest steps."""
    found: dict[int, list[int]] = defaultdict(list)
    for code in codes():
        found[key_of(numbers_of(code, KEY)[0])].append(code)
    rows = []
    for key, alike in found.items():
        if len(alike) < TRIVIAL:
            distinct = {tuple(numbers_of(code, 2 * KEY)[0]): code for code in reversed(alike)}
            rows += [(key, code) for code in distinct.values()]
    return np.array(sorted(rows), np.uint32).T.copy()


if __name__ == "__main__":
    np.save(TABLE, made_table())
