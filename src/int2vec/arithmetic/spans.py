"""Which one or two columns make up a target, with any weights: by hashes, not by trying pairs.

Columns are reduced modulo the target and whatever else may be mixed in, and then taken up to a
factor. Two columns that become the same are a pair of which the target is a mix. All is modulo a
prime: what is found must be tried on the whole numbers.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.linear_algebra import Matrix, inverses

PRIME = 65_521  # small, so that inverses are looked up
Keys = NDArray[np.uint64]
Pairs = list[tuple[int, int]]

_HASH = np.random.default_rng(0).integers(1, 1 << 63, 512, dtype=np.uint64) | np.uint64(1)


@cache
def _inverse() -> Matrix:
    """The inverse of every residue modulo the prime, 0 for 0."""
    return inverses(np.arange(PRIME), PRIME)


def _keys(table: Matrix, blocks: Keys | int = 0) -> Keys:
    """A hash of each row up to a factor, another one in each block; 0 where the row is 0."""
    lead = table[np.arange(len(table)), (table != 0).argmax(axis=1)]
    scaled = table * _inverse()[lead][:, None] % PRIME
    hashed: Keys = (scaled.astype(np.uint64) * _HASH[: table.shape[1]]).sum(axis=1)
    return np.where(lead == 0, np.uint64(0), hashed + blocks * _HASH[-1])


def reduced(table: Matrix, basis: Sequence[Matrix] | Matrix) -> Matrix:
    """The rows of a table modulo the span of the basis: all its pivots are cleared."""
    work = np.concatenate([table, *(b[None] for b in basis)])
    first = len(table)
    for row in range(first, len(work)):
        places = np.flatnonzero(work[row])
        if places.size:
            at = int(places[0])
            unit = work[row] * pow(int(work[row, at]), -1, PRIME) % PRIME
            work = (work + work[:, at : at + 1] * (PRIME - unit)) % PRIME
    return work[:first]


def in_span(
    table: Matrix, target: Matrix, given: Sequence[Matrix], blocks: Keys | None = None
) -> tuple[list[int], Pairs]:
    """The rows, and the pairs of rows, of which the target is a mix together with the given ones.

    The table has shape (columns, places); only rows of the same block go together, and of rows
    that say the same the first is taken. Pairs are looked for where there are places enough to
    tell them from any others.

    >>> table = np.array([[1, 2, 3, 4], [1, 4, 9, 16], [2, 4, 8, 16]])
    >>> in_span(table, np.array([5, 10, 19, 34]), [np.ones(4, dtype=np.int64)])
    ([], [(1, 2)])
    """
    blocks = np.zeros(len(table), dtype=np.uint64) if blocks is None else blocks
    work = reduced(np.concatenate([table, target[None]]), given)
    plain = _keys(work[:-1], blocks)
    _, first = np.unique(plain, return_index=True)
    chosen = np.sort(first[plain[first] != 0])
    keys = _keys(reduced(work[chosen], work[-1:]), blocks[chosen])
    singles = chosen[keys == 0].tolist()
    if table.shape[1] < len(given) + 3:
        return singles, []
    rows = chosen.tolist()
    return singles, [(rows[i], rows[j]) for i, j in _equal(keys, keys) if i < j]


def _equal(left: Keys, right: Keys) -> Pairs:
    """The pairs i ≤ j with the same key other than 0, i on the left and j on the right."""
    every = left if left is right else np.concatenate([left, right])
    found, times = np.unique(every, return_counts=True)
    shared = found[(times > 1) & (found != 0)]
    if not shared.size:
        return []
    first, second = (np.flatnonzero(np.isin(keys, shared)) for keys in (left, right))
    places: dict[int, list[int]] = {}
    for i, key in zip(first.tolist(), left[first].tolist(), strict=True):
        places.setdefault(key, []).append(i)
    pairs = zip(second.tolist(), right[second].tolist(), strict=True)
    return [(i, j) for j, key in pairs for i in places.get(key, ()) if i <= j]


def products(table: Matrix, target: Matrix, blocks: Keys | None = None) -> Pairs:
    """The pairs of rows of a block whose product is the target up to a factor; no entry may be 0.

    >>> products(np.array([[1, 2, 3], [2, 4, 8], [1, 1, 1]]), np.array([4, 16, 48]))
    [(0, 1)]
    """
    whole = np.flatnonzero((table != 0).all(axis=1))
    kept = table[whole]
    own = 0 if blocks is None else blocks[whole]
    found = _equal(_keys(kept, own), _keys(target * _inverse()[kept] % PRIME, own))
    rows = whole.tolist()
    return [(rows[i], rows[j]) for i, j in found]
