"""Which one or two columns make up a target, with any weights: by hashes, not by trying pairs.

Columns are reduced modulo the target and whatever else may be mixed in, and then taken up to a
factor. Two columns that become the same are a pair of which the target is a mix. All is modulo a
prime: what is found must be tried on the whole numbers.
"""

from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.linear_algebra import Matrix, inverses

PRIME = 65_521  # small, so that inverses are looked up
Keys = NDArray[np.uint64]

_HASH = np.random.default_rng(PRIME).integers(2**63, size=512, dtype=np.uint64)


@cache
def _inverse() -> Matrix:
    """The inverse of every residue modulo the prime, 0 for 0."""
    return inverses(np.arange(PRIME), PRIME)


def _keys(table: Matrix, blocks: Keys) -> Keys:
    """A hash of each row up to a factor, another one in each block; 0 where the row is 0."""
    width = table.shape[1]
    lead = table.take((table != 0).argmax(axis=1) + np.arange(0, table.size, width))
    scaled = table * _inverse().take(lead)[:, None] % PRIME
    keys: Keys = (scaled.view(np.uint64) @ _HASH[:width] ^ blocks) * (lead != 0)
    return keys


def _cleared(table: Matrix, row: Matrix) -> Matrix:
    """The rows of a table less as much of one other as clears its first entry."""
    at = int((row != 0).argmax())
    unit = row * (PRIME - _inverse()[row[at]]) % PRIME
    less: Matrix = (table + table[:, at, None] * unit) % PRIME
    return less


class Spans:
    """Columns, as rows of a table of residues, of which targets may be made up.

    Only rows of the same block go together. What does not depend on a target is kept.

    >>> spans = Spans(np.array([[1, 2, 3, 4], [1, 4, 9, 16], [2, 4, 8, 16], [1, 1, 1, 1]]))
    >>> found, pairs = spans.mixes(np.array([5, 10, 19, 34]), given=(3,))
    >>> found.tolist(), pairs.tolist()
    ([], [[1, 2]])
    >>> spans.products(np.array([2, 8, 24, 64])).tolist()
    [[0, 2]]
    >>> spans.convolutions(np.array([2, 8, 22, 52])).tolist()
    [[0, 2]]
    """

    def __init__(self, table: Matrix, blocks: Keys | None = None) -> None:
        self.table = table
        self.blocks = np.zeros(len(table), np.uint64) if blocks is None else blocks * _HASH[-1]
        self._less: dict[tuple[int, ...], tuple[list[Matrix], Matrix, Matrix]] = {}

    def mixes(self, target: Matrix, given: tuple[int, ...] = ()) -> tuple[Matrix, Matrix]:
        """The rows, and the pairs of rows, of which the target is a mix together with given ones.

        Of rows that say the same the first is taken. Pairs, of shape (n, 2), are looked for where
        there are places enough to tell them from any others.
        """
        cleared, table, chosen = self._without(given)
        for row in cleared:
            target = _cleared(target[None], row)[0]
        keys = _keys(_cleared(table.take(chosen, axis=0), target), self.blocks[chosen])
        pairs = _twice(keys) if table.shape[1] >= len(given) + 3 else _NONE
        return chosen[keys == 0], chosen[pairs]

    def _without(self, given: tuple[int, ...]) -> tuple[list[Matrix], Matrix, Matrix]:
        """Rows that span the given ones, the table modulo them, and its rows that differ."""
        if given not in self._less:
            rows, table = list[Matrix](), self.table
            if given:
                rows, table, _ = self._without(given[:-1])
                row = table[given[-1]]
                rows, table = [*rows, row], _cleared(table, row)
            keys = _keys(table, self.blocks)
            order = keys.argsort(kind="stable")
            new = keys[order] != 0
            new[1:] &= keys[order[1:]] != keys[order[:-1]]
            self._less[given] = rows, table, np.sort(order[new])
        return self._less[given]

    def products(self, target: Matrix) -> Matrix:
        """The pairs of rows, (n, 2), whose product is the target up to a factor.

        No entry may be 0, and of one place alone any two would do.
        """
        if len(target) < 2 or not target.all():
            return _NONE
        rows, own, over = self._whole
        return rows[_equal(own, _keys(target * over % PRIME, self.blocks[rows]))]

    def convolutions(self, target: Matrix) -> Matrix:
        """The pairs of rows, (n, 2), whose product as power series is the target up to a factor.

        Rows and target begin with something other than 0.
        """
        if not target[0]:
            return _NONE
        rows, own = self._begun
        over, table = np.zeros((len(rows), len(target)), np.int64), self.table[rows]
        for k, entry in enumerate(target.tolist()):
            known = (table[:, 1 : k + 1] * over[:, :k][:, ::-1] % PRIME).sum(axis=1)
            over[:, k] = (entry - known) % PRIME * _inverse()[table[:, 0]] % PRIME
        return rows[_equal(own, _keys(over, self.blocks[rows]))]

    @cached_property
    def _begun(self) -> tuple[Matrix, Keys]:
        """The rows that begin with something other than 0, and their keys."""
        rows = np.flatnonzero(self.table[:, 0])
        return rows, _keys(self.table[rows], self.blocks[rows])

    @cached_property
    def _whole(self) -> tuple[Matrix, Keys, Matrix]:
        """The rows without a 0, their keys, and 1 over their entries."""
        rows = np.flatnonzero(self.table.all(axis=1))
        return rows, _keys(self.table[rows], self.blocks[rows]), _inverse()[self.table[rows]]


_NONE = np.empty((0, 2), dtype=np.int64)


def _twice(keys: Keys) -> Matrix:
    """The pairs i < j, (n, 2), with the same key other than 0."""
    ranked = np.sort(keys)
    twice = ranked[1:][ranked[1:] == ranked[:-1]]
    if not twice.any():
        return _NONE
    rows = np.flatnonzero(twice.take(twice.searchsorted(keys), mode="clip") == keys)
    pairs = rows[_equal(keys[rows], keys[rows])]
    return pairs[pairs[:, 0] < pairs[:, 1]]


def _equal(left: Keys, right: Keys) -> Matrix:
    """The pairs i ≤ j, (n, 2), with the same key other than 0, i on the left and j on the right."""
    order = left.argsort(kind="stable")
    ranked = left[order]
    low = ranked.searchsorted(right)
    shared = np.flatnonzero((ranked.take(low, mode="clip") == right) & (right != 0))
    if not shared.size:
        return _NONE
    low = low[shared]
    times = ranked.searchsorted(right[shared], "right") - low
    second = shared.repeat(times)
    within = np.arange(len(second)) - (times.cumsum() - times).repeat(times)
    first = order[low.repeat(times) + within]
    pairs: Matrix = np.stack([first, second], axis=1)[first <= second]
    return pairs
