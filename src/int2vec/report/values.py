"""Results as plain JSON values, the same from run to run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import Any

import numpy as np

_SAFE = 2**53  # past this a JSON reader may lose digits
_DECIMALS = 6  # beyond these a figure is noise of the arithmetic


def plain(value: object, decimals: int | None = _DECIMALS) -> Any:
    """`value` as JSON values: long integers as strings, floats with six decimals or all (None).

    >>> plain({"a": 2**60, "b": (1, 1 / 3)})
    {'a': '1152921504606846976', 'b': [1, 0.333333]}
    """
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int | np.integer):
        return int(value) if abs(int(value)) <= _SAFE else str(int(value))
    if isinstance(value, float | np.floating):
        if not isfinite(value):
            return None
        return float(value) if decimals is None else round(float(value), decimals)
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value), decimals)
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), decimals)
    if isinstance(value, Mapping):
        return {str(key): plain(item, decimals) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(item, decimals) for item in value]
    return str(value)


def digest(value: object) -> str:
    """A hash of plain values, the same in every process.

    >>> digest({"a": 1}) == digest({"a": 1}) != digest({"a": 2})
    True
    """
    text = json.dumps(plain(value), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
