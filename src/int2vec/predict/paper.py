"""The figures of Ryskina & Knight (2021), which `paper.toml` holds, to stand beside ours."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

_PAPER = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
Pairs = Sequence[tuple[float, float]]  # of the best single dimension, and of all

PROBE_PROPERTIES = ("even", "div3", "div4", "prime")
PROBE_QUANTITIES = ("value", "digits")
PROBE_ACCURACY: Mapping[str, Pairs] = MappingProxyType(_PAPER["probe-accuracy"])
PROBE_R2: Mapping[str, Pairs] = MappingProxyType(_PAPER["probe-r2"])
ROW_OF_MODEL: Mapping[str, str] = MappingProxyType(_PAPER["row-of-model"])
NEURON_156: Sequence[float] = tuple(_PAPER["neuron-156"])
COMPLETION: Mapping[str, Mapping[str, tuple[float, float]]] = MappingProxyType(_PAPER["completion"])
ANALOGY: Mapping[str, float] = MappingProxyType(_PAPER["analogy"])
SEED_SETS: Mapping[tuple[int, ...], Mapping[str, Sequence[int]]] = MappingProxyType(
    {tuple(one["seeds"]): one["expansions"] for one in _PAPER["seed-sets"]}
)
CORPORA: Mapping[str, Mapping[str, int]] = MappingProxyType(_PAPER["corpora"])
OEIS_SPLIT: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    # Singletons are counted in training alone.
    {part: {"n_singletons": None, **figures} for part, figures in _PAPER["oeis-split"].items()}
)


def published(row: str | None, column: str) -> dict[str, float]:
    """The paper's probes of one property or quantity: "single" and "all", where it has them.

    >>> published(ROW_OF_MODEL["oeis-lsa"], "even")["all"]
    0.62
    """
    for figures, columns in ((PROBE_ACCURACY, PROBE_PROPERTIES), (PROBE_R2, PROBE_QUANTITIES)):
        if row and row in figures and column in columns:
            return dict(zip(("single", "all"), figures[row][columns.index(column)], strict=True))
    return {}
