"""Mixes and products of columns, against trying every one and every pair."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from int2vec.arithmetic.spans import PRIME, Spans

Rows = list[list[int]]


def rank(rows: Rows) -> int:
    """By elimination in whole numbers modulo the prime."""
    left, found = [row[:] for row in rows], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in left if row[column] % PRIME), None)
        if pivot is None:
            continue
        left.remove(pivot)
        found += 1
        unit = pow(pivot[column], -1, PRIME)
        left = [
            [(x - row[column] * unit * y) % PRIME for x, y in zip(row, pivot, strict=True)]
            for row in left
        ]
    return found


def said(spans: Spans, target: list[int], given: tuple[int, ...]) -> tuple[list[int], Rows]:
    found, pairs = spans.mixes(np.array(target), given)
    return found.tolist(), sorted(pairs.tolist())


def tried(
    rows: Rows, blocks: list[int], target: list[int], given: tuple[int, ...]
) -> tuple[list[int], Rows]:
    base = [rows[i] for i in given]
    size = rank(base)
    fresh: list[int] = []  # rows that say something new, the first of those that say the same
    for i, row in enumerate(rows):
        same = (j for j in fresh if blocks[j] == blocks[i])
        if rank([*base, row]) > size and all(rank([*base, rows[j], row]) > size + 1 for j in same):
            fresh.append(i)
    whole = [*base, target]
    all_of_it = rank(whole)
    alone = [i for i in fresh if rank([*whole, rows[i]]) == all_of_it]
    pairs = [
        [i, j]
        for i, j in combinations(fresh, 2)
        if blocks[i] == blocks[j]
        and i not in alone
        and j not in alone
        and rank([*whole, rows[i], rows[j]]) == all_of_it + 1
    ]
    return alone, pairs if len(target) >= len(given) + 3 else []


@pytest.mark.parametrize("seed", range(30))
def test_mixes_are_those_of_trying_every_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(2, 6))
    table = rng.integers(0, 3, (9, width))
    blocks = rng.integers(0, 2, 9).astype(np.uint64)
    spans = Spans(table, blocks)
    for given in ((), (0,), (0, 4)):
        for target in (rng.integers(0, 3, width), table[1] + 2 * table[5], 7 * table[3]):
            wanted = tried(table.tolist(), blocks.tolist(), target.tolist(), given)
            assert said(spans, target.tolist(), given) == wanted


def test_a_target_that_the_given_rows_make_up_has_no_other_mix() -> None:
    rows = [[1, 1, 1, 1, 1], [1, 2, 3, 4, 5], [1, 4, 9, 16, 25], [2, 3, 5, 7, 11]]
    assert said(Spans(np.array(rows)), [3] * 5, (0,)) == ([], [])
    assert said(Spans(np.array(rows)), [4, 5, 6, 7, 8], (0,)) == ([1], [])


@pytest.mark.parametrize("seed", range(20))
def test_products_are_those_of_trying_every_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 5))
    table, blocks = rng.integers(0, 4, (12, width)), rng.integers(0, 2, 12).astype(np.uint64)
    spans = Spans(table, blocks)
    for target in (rng.integers(0, 5, width), 3 * table[2] * table[7], 5 * table[4] ** 2):
        wanted = [
            [i, j]
            for i, j in combinations_with_replacement(range(12), 2)
            if width > 1
            and blocks[i] == blocks[j]
            and (table[i] * table[j] * target).all()
            and rank([(table[i] * table[j]).tolist(), target.tolist()]) == 1
        ]
        assert sorted(spans.products(target).tolist()) == wanted
