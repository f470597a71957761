"""Number-series questions of the kind that aptitude tests ask, made up at random.

The ensemble is fitted on these as well as on sequences of the corpus: a short prompt is as
likely to come from a test as from the OEIS, and the two go on differently.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import accumulate, count, cycle, islice

from int2vec.predict.complete.questions import Question

Series = list[int]
Maker = Callable[[random.Random, int], Series]
_PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61]


def _walk(start: int, steps: Series) -> Series:
    return list(accumulate([start, *steps]))


def _arithmetic(rng: random.Random, n: int) -> Series:
    step = rng.choice([-1, 1, 1]) * rng.randint(1, 15)
    return _walk(rng.randint(0, 60) if step > 0 else rng.randint(40, 200), [step] * (n - 1))


def _geometric(rng: random.Random, n: int) -> Series:
    ratio, start = rng.randint(2, 5), rng.randint(1, 12)
    series = [start * ratio**i for i in range(n)]
    return series[::-1] if rng.random() < 0.3 else series


def _quadratic(rng: random.Random, n: int) -> Series:
    step, bend = rng.randint(-3, 12), rng.choice([1, 1, 2, 2, 3, 4, 5, -1, -2])
    return _walk(rng.randint(0, 50), [step + bend * i for i in range(n - 1)])


def _growing_steps(rng: random.Random, n: int) -> Series:
    first = rng.randint(1, 6)
    steps = rng.choice([
        [first * 2**i for i in range(n)],
        [first * 3**i for i in range(n)],
        _PRIMES[rng.randint(0, 4) :],
        [(i + first) ** 2 for i in range(n)],
        [(i + 1) ** 3 for i in range(n)],
        _fibonacci(rng, n),
    ])[: n - 1]  # fmt: skip
    return _walk(rng.randint(0, 40), steps)


def _multiply_add(rng: random.Random, n: int) -> Series:
    factor, added = rng.randint(2, 4), rng.choice([-3, -2, -1, 1, 2, 3, 4, 5])
    return list(accumulate(range(n), lambda a, _: factor * a + added, initial=rng.randint(2, 9)))


def _multiply_growing(rng: random.Random, n: int) -> Series:
    start, first, added = rng.randint(1, 5), rng.randint(1, 3), rng.choice([0, 0, 1, 2, -1])
    return list(accumulate(range(first, first + n), lambda a, i: a * i + added, initial=start))


def _fibonacci(rng: random.Random, n: int) -> Series:
    series = sorted(rng.randint(0, 12) for _ in range(2))
    added = rng.choice([0, 0, 0, 1, 2])
    while len(series) < n:
        series.append(series[-1] + series[-2] + added)
    return series


def _three_before(rng: random.Random, n: int) -> Series:
    series = [rng.randint(0, 6) for _ in range(3)]
    while len(series) < n:
        series.append(sum(series[-3:]))
    return series


def _cyclic_steps(rng: random.Random, n: int) -> Series:
    steps = [
        rng.choice([-6, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8]) for _ in range(rng.randint(2, 3))
    ]
    return _walk(rng.randint(5, 60), list(islice(cycle(steps), n - 1)))


def _cyclic_operations(rng: random.Random, n: int) -> Series:
    added, factor = rng.choice([-4, -3, -2, -1, 1, 2, 3, 5, 7]), rng.randint(2, 3)
    series, first = [rng.randint(2, 15)], rng.randint(0, 1)
    for i in range(n - 1):
        series.append(series[-1] * factor if (i + first) % 2 else series[-1] + added)
    return series


def _powers(rng: random.Random, n: int) -> Series:
    start, power, added = rng.randint(0, 6), rng.choice([2, 2, 3]), rng.choice([0, 0, -1, 1, 2, 3])
    return [i**power + added for i in islice(count(start), n)]


def _oblong(rng: random.Random, n: int) -> Series:
    start, gap = rng.randint(0, 6), rng.randint(1, 3)
    return [i * (i + gap) for i in islice(count(start), n)]


def _primes(rng: random.Random, n: int) -> Series:
    start, stride, power = rng.randint(0, 5), rng.choice([1, 1, 1, 2]), rng.choice([1, 1, 2])
    return [p**power for p in _PRIMES[start::stride]][:n]


def _exponential(rng: random.Random, n: int) -> Series:
    base, added, start = rng.choice([2, 2, 2, 3]), rng.choice([-2, -1, 1, 2, 3]), rng.randint(0, 3)
    return [base ** (i + start) + added for i in range(n)]


SIMPLE: tuple[Maker, ...] = (
    _arithmetic, _arithmetic, _geometric, _quadratic, _fibonacci, _powers, _primes,
)  # fmt: skip


def _interleaved(rng: random.Random, n: int) -> Series:
    first, second = (rng.choice(SIMPLE[:4])(rng, n) for _ in range(2))
    return [x for pair in zip(first, second, strict=False) for x in pair][:n]


KINDS: tuple[Maker, ...] = (
    *SIMPLE, _growing_steps, _growing_steps, _multiply_add, _multiply_growing, _three_before,
    _cyclic_steps, _cyclic_operations, _oblong, _exponential, _interleaved, _interleaved,
)  # fmt: skip


def make_puzzles(n: int, seed: int = 0) -> list[Question]:
    """`n` questions of 4 to 8 terms, the same for the same seed.

    >>> make_puzzles(1, seed=3) == make_puzzles(1, seed=3)
    True
    """
    rng = random.Random(seed)
    puzzles: list[Question] = []
    while len(puzzles) < n:
        kind = rng.choice(KINDS)
        shown = rng.randint(4, 8) + 2 * (kind is _interleaved)
        series = kind(rng, shown + 1)[: shown + 1]
        if len(series) > 4 and max(series) < 10**6:
            puzzles.append(Question(prompt=tuple(series[:-1]), answer=series[-1]))
    return puzzles
