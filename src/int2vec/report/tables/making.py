"""How the vectors were made, and how long each stage took."""

from __future__ import annotations

from collections.abc import Mapping

from int2vec.report.document import Column, Line, Table
from int2vec.report.materials import METHODS
from int2vec.report.stages import Result

_SHOWN = ("dim", "window", "negative", "epochs", "min_n", "max_n", "weighting", "hidden", "layers",
          "dropout", "batch", "bptt", "optimizer", "lr", "seed")  # fmt: skip


def making_table(results: Mapping[str, Result], seconds: Mapping[str, float]) -> Table:
    """A line for each stage: what it was given, and the seconds it took when it ran."""
    lines = []
    for name, result in results.items():
        took = f"{seconds[name]:,.0f} s" if name in seconds else "—"
        lines.append(Line(cells=[name, took, _words(name, result)]))
    return Table(
        key="making",
        title="Stages",
        columns=[Column(title="Stage", align="left"), Column(title="Took"),
                 Column(title="What", align="left")],
        lines=lines,
        caption="Seconds on the machine and in the run in which the stage was last computed; a "
        "stage whose inputs have not changed is read from the cache. `results.json` beside this "
        "page holds every figure of it.",
    )  # fmt: skip


def _words(name: str, result: Result) -> str:
    if "missing" in result:
        return str(result["missing"])
    if name in METHODS:
        config = result["config"]
        settings = ", ".join(f"{key} {config[key]}" for key in _SHOWN if key in config)
        start = "given, trained before" if result["given"] else "trained"
        words = f"{start}: {result['n']:,} integers, {result['dim']}-d; {settings}"
        model = result.get("language_model")
        if model and model.get("test_perplexity"):
            words += (f"; perplexity {model['dev_perplexity']:.1f} on dev, "
                      f"{model['test_perplexity']:.1f} on test")  # fmt: skip
        return words
    if name == "corpus":
        return f"`{result['name']}`, SHA-256 {result['hash'][:16]}…, seed {result['seed']}"
    if name in ("probe", "extended"):
        return f"{len(result['rows'])} sets of vectors, baselines included; 1–2000"
    if name == "expansion":
        return f"{result['n_sets']} hidden sets of each kind"
    n = result.get("n")
    if isinstance(n, int):
        return f"n = {n:,}"
    counted = next((value for value in result.values() if isinstance(value, list | dict)), ())
    return f"n = {len(counted):,}" if counted else str(result.get("none", "done"))
