"""Functions of n that formulas are put together from, as tables of exact values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.operations import operations

LENGTH = 128  # values of each function, n from 0
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """A function of n ≥ `first`: how it is written, what it costs to name, its exact values."""

    words: str
    bits: float
    values: tuple[int, ...]
    first: int = 0


@cache
def functions() -> tuple[Function, ...]:
    """The functions, the plainest first: 1 and n lead."""
    found = []
    for operation in operations("function"):
        values = [operation.of(n) for n in range(LENGTH)]
        found.append(
            Function(
                words=operation.words.format(x="n"),
                bits=operation.bits["function"],
                values=tuple(value or 0 for value in values),
                first=next(n for n, value in enumerate(values) if value is not None),
            )
        )
    return tuple(found)


@cache
def window(start: int, length: int) -> Floats:
    """Each function at n = start, …, start + length − 1 as floats; NaN where it is not defined."""
    rows = []
    for f in functions():
        part = f.values[start : start + length]
        too_large = max(part).bit_length() > 900
        rows.append([np.nan] * length if start < f.first or too_large else [float(v) for v in part])
    return np.array(rows)
