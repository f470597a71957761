"""Writes the tables by which walks and cellular automata are known from their first numbers.

python -m benchmarks.make_tables
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.rules import automata, walks
from int2vec.predict.complete.rules.walks import ENDS, KEY, STEPS, key_of

MOST_STEPS = 5
TRIVIAL = 100  # walks of so many sets are as many: powers, or none
FLAT = [number for number, step in enumerate(STEPS) if step[2] == 0]

_TURNS = [  # what becomes of every step where the axes change places
    [STEPS.index(tuple(step[axis] for axis in axes)) for step in STEPS]
    for axes in permutations(range(3))
]


def walk_codes() -> Iterator[int]:
    """The walks of the table: a bit for each step, above them the number of the end."""
    flat = [c for n in range(2, len(FLAT) + 1) for c in combinations(FLAT, n)]
    yield from (_code(steps) | end << len(STEPS) for end in range(len(ENDS)) for steps in flat)
    for n in range(3, MOST_STEPS + 1):
        for steps in combinations(range(len(STEPS)), n):
            if _code(steps) == min(_code([turn[s] for s in steps]) for turn in _TURNS):
                yield _code(steps)


def _code(steps: Sequence[int]) -> int:
    return sum(1 << step for step in steps)


def made_table(
    codes: Iterable[int], numbers: Callable[[int, int], Sequence[int]]
) -> NDArray[np.uint32]:
    """Keys and codes, sorted: of codes that are alike, the first."""
    found: dict[int, list[int]] = defaultdict(list)
    for code in codes:
        found[key_of(numbers(code, KEY))].append(code)
    rows = []
    for key, alike in found.items():
        if len(alike) < TRIVIAL:
            distinct = {tuple(numbers(code, 2 * KEY)): code for code in reversed(alike)}
            rows += [(key, code) for code in distinct.values()]
    return np.array(sorted(rows), np.uint32).T.copy()


def automaton_codes() -> Iterator[int]:
    """The automata of the table: the number of the rule, above it that of the view."""
    for view, (_, plane) in enumerate(automata.VIEWS):
        yield from (view << automata.RULE_BITS | n for n in range(1024 if plane else 256))


if __name__ == "__main__":
    np.save(walks.TABLE, made_table(walk_codes(), lambda code, n: walks.numbers_of(code, n)[0]))
    np.save(automata.TABLE, made_table(automaton_codes(), lambda c, n: [*automata.seen(c, n)]))
