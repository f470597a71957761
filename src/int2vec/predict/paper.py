"""The figures of Ryskina & Knight (2021), which `paper.toml` holds, to stand beside ours."""

from typing import Any

from int2vec.files import toml_beside

_PAPER: dict[str, Any] = toml_beside(__file__, "paper.toml")

PROBE_PROPERTIES = ("even", "div3", "div4", "prime")
PROBE_QUANTITIES = ("value", "digits")
# Pairs of the best single dimension's figure and that of all dimensions, by row.
PROBE_ACCURACY, PROBE_R2 = _PAPER["probe-accuracy"], _PAPER["probe-r2"]
ROW_OF_MODEL, NEURON_156 = _PAPER["row-of-model"], _PAPER["neuron-156"]
COMPLETION, ANALOGY, CORPORA = _PAPER["completion"], _PAPER["analogy"], _PAPER["corpora"]
SEED_SETS = {tuple(one["seeds"]): one["expansions"] for one in _PAPER["seed-sets"]}
# Singletons are counted in training alone.
OEIS_SPLIT = {part: {"n_singletons": None} | one for part, one in _PAPER["oeis-split"].items()}


def published(row: str | None, column: str) -> dict[str, float]:
    """The paper's probes of one property or quantity: "single" and "all", where it has them.

    >>> published(ROW_OF_MODEL["oeis-lsa"], "even")["all"]
    0.62
    """
    for figures, columns in ((PROBE_ACCURACY, PROBE_PROPERTIES), (PROBE_R2, PROBE_QUANTITIES)):
        if row and row in figures and column in columns:
            return dict(zip(("single", "all"), figures[row][columns.index(column)], strict=True))
    return {}
