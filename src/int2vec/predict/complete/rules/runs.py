"""Terms that stay the same for a while: how long each run is, and what comes after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, listing, rule

MIN_RUNS = 4


@rule(group="runs", turn=38)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The values of the runs and their lengths, each solved as a sequence of its own."""
    groups = [(value, len(list(run))) for value, run in groupby(terms)]
    if len(groups) <= MIN_RUNS or len(groups) > 0.8 * len(terms):
        return
    values = [v for v, _ in groups]
    lengths = [n for _, n in groups]
    last = lengths[-1]
    # The first run may have been cut off by where the list starts, the last by where it ends.
    for first in (0, 1):
        for length in search.solve(lengths[first:-1], 1)[:2]:
            if length.checked < 2 or last > length.value:
                continue
            for value in search.solve(values, 1)[:2]:
                if value.checked < 1:
                    continue
                going_on = last < length.value
                yield Fit(
                    kind="runs",
                    value=values[-1] if going_on else value.value,
                    bits=5 + length.bits + value.bits + (int_bits(lengths[0]) if first else 0),
                    why=f"runs of {listing(values)}, of lengths {listing(lengths)}; "
                    f"of the lengths: {length.why}; of the values: {value.why}",
                    checked=length.checked + value.checked,
                )
