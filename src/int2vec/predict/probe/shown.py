"""The tables of what probes found, made from `ProbeTable.to_json()`, which may have been kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import atanh, sqrt, tanh
from typing import Any

from int2vec.files import toml_beside
from int2vec.predict.paper import ROW_OF_MODEL, published
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.readings import Neuron
from int2vec.predict.probe.result import Interval, ProbeTable
from int2vec.tables import Cell, Line, Table, compared, interval, paper_only, table_of, two

Result = Mapping[str, Any]
_ROWS_OF_VALUES = 10
_ONE = {"properties": "property", "quantities": "quantity"}
_WORDS = toml_beside(__file__, "shown.toml")


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What was found, `ProbeTable.to_json()`, in rows, each name by its words where it has any.

    A row has the `key` of its vectors, a `label`, and perhaps its `group`, the paper's row that
    stands beside it (`paper`), and the paper's corpus where theirs is another (`paper_on`).
    """

    found: Result
    rows: Sequence[Result]
    words: Mapping[str, str] = field(default_factory=dict)
    intervals: bool = True

    def grid(self, of: str, *kinds: str) -> Table:
        """A line for each of the vectors, columns for each of the properties or quantities."""
        results = {(result["embedding"], result[_ONE[of]]): result for result in self.found[of]}
        figures = list(product(dict.fromkeys(name for _, name in results), kinds))
        columns = ["Vectors", *(f">{self.words.get(name, name)}: {kind}" for name, kind in figures)]
        lines = []
        for row in self.rows:
            cells: list[Cell | str] = [row["label"]]
            for name, kind in figures:
                value, low_high = _figure(results[row["key"], name], kind)
                paper = published(row.get("paper"), name).get(kind)
                low_high = low_high if self.intervals else None
                cells.append(compared(value, low_high, paper, row.get("paper_on", "")))
            lines.append(Line(cells, "baseline" if row.get("group") == "baseline" else ""))
        return table_of(lines, columns)

    def checks(self, matched: Result | None = None) -> Table:
        """The tuned probe of each property held against controls; `matched` by frequency too."""
        labels, lines = {row["key"]: row["label"] for row in self.rows}, []
        pairs = matched["properties"] if matched else ()
        fair = {(r["embedding"], r["property"]): r["tuned"] for r in pairs}
        several = any(result["draws"] > 1 for result in self.found["properties"])
        for result in self.found["properties"]:
            of, name, tuned = result["embedding"], result["property"], result["tuned"]
            majority = two(result["majority"]["accuracy"])
            cells: list[Cell | str] = [labels[of], self.words.get(name, name), majority]
            kinds = ("accuracy", "balanced_accuracy", "auroc")
            cells += [compared(tuned[kind], tuned[f"{kind}_ci95"]) for kind in kinds]
            cells += [two(tuned["accuracy_sd"])] if several else []
            cells += [_or_dash(result["selectivity"], lambda gain: two(gain, sign="+"))]
            cells += [_or_dash(result["by_heart"], two)]
            cells += [_or_dash(result["compression"], "{:.1f}×".format)]
            same = fair[of, name] if matched else None
            cells += [compared(same["accuracy"], same["accuracy_ci95"])] if same else []
            lines.append(Line(cells))
        tuned = ["accuracy", "balanced", "AUROC", *["sd"] * several]
        columns = ["Vectors", "Property", ">majority", *(f">tuned probe: {kind}" for kind in tuned)]
        columns += [">control labels: selectivity", ">control labels: by heart", ">code"]
        return table_of(lines, columns + [">matched"] * bool(matched))


def _figure(result: Result, kind: str) -> tuple[float, Interval | None]:
    """A figure of a property or quantity, and its 95 % interval where there is one."""
    if kind == "held out":
        return result["r2_held_out"], None
    if "quantity" in result:
        r2, dim = result[f"r2_{kind}"], 1 if kind == "single" else result["dim"]
        return r2, r2_interval(r2, result["n_covered"], dim)
    return result[kind]["accuracy"], result[kind]["accuracy_ci95"]


def _or_dash(value: float | None, shown: Callable[[float], str]) -> str:
    return "–" if value is None else shown(value)


def probe_tables(table: ProbeTable, details: bool = False) -> Iterator[Table]:
    """The accuracies, with details their checks, and the R² of what was probed."""
    config = table.config
    # The paper's figures stand beside ours where the question asked is the paper's.
    same = (config.first, config.last, config.split) == (1, 2000, "paper")
    paper = ROW_OF_MODEL if same else {}
    rows = [{"key": name, "label": name, "paper": paper.get(name)} for name in table.embeddings]
    sheet = Sheet(found=table.to_json(), rows=rows, intervals=details)
    made = {}
    if table.properties:
        accuracy = sheet.grid("properties", "single", "all", *["tuned"] * config.tune)
        made["accuracy"] = replace(accuracy, notes=coverage_note(sheet.found))
    if table.properties and details and config.tune:
        made["checks"] = sheet.checks()
    if table.quantities:
        made["r2"] = sheet.grid("quantities", "single", "all", "held out")
    said = {**config.as_dict(), "parts": parts_in_words(config)}
    for name, one in made.items():
        yield replace(one, **{key: words.format_map(said) for key, words in _WORDS[name].items()})


def neuron_tables(neuron: Neuron) -> Iterator[Table]:
    """The values of a neuron for the first integers, then what it is worth."""
    cells: list[list[Cell]] = [[] for _ in neuron.values[:_ROWS_OF_VALUES]]
    for i, one in enumerate(neuron.values):
        side = one.holds == one.right  # on the side of those that have the property
        for text, has in ((str(one.integer), one.holds), (f"{one.value:.2f}", side)):
            cells[i % _ROWS_OF_VALUES].append(Cell(text, tone="has" if has else "lacks"))
    names = [">n", f">v[{neuron.dimension}]"] * -(-len(neuron.values) // _ROWS_OF_VALUES)
    title = _WORDS["neuron"]["title"].format_map({**vars(neuron), "n": len(neuron.values)})
    yield table_of(map(Line, cells), names, title)
    lines = []
    for kind, words in _WORDS["scores"].items():
        score = getattr(neuron, kind)
        lines.append(Line([words, f"{score.accuracy:.3f}", interval(score.accuracy_ci95)]))
    yield table_of(lines, ["accuracy on unseen integers", ">", ">95 %"])


def paper_alone(
    figures: Mapping[str, Sequence[tuple[float, float]]], rows: Sequence[Result], further: int = 0
) -> Iterator[Line]:
    """The paper's lines that no row stands beside, with `further` empty cells a column."""
    here = {row["paper"] for row in rows}
    for name in (name for name in figures if name not in here):
        cells: list[Cell | str] = [f"{name}, the paper’s alone"]
        for single, everything in figures[name]:
            cells += [paper_only(single), paper_only(everything)]
            cells += [Cell("not given", tone="none")] * further
        yield Line(cells, kind="paper")


def coverage_note(found: Result) -> list[str]:
    """Which vectors lack the most integers, where any do."""
    results = found["properties"] or found["quantities"]
    least = min(results, key=lambda result: result["n_covered"])
    if least["n_covered"] == max(result["n_covered"] for result in results) == least["n_asked"]:
        return []
    return [
        f"Integers without a vector are left out of both parts: `{least['embedding']}` has one "
        f"for {least['n_covered']:,} of {least['n_asked']:,}, the fewest."
    ]


def parts_in_words(config: ProbeConfig) -> str:
    """What was fitted on, and what tested on."""
    middle = config.first + len(config.integers) // 2
    if config.split == "paper":
        return f"trained on {config.first}–{middle - 1}, tested on {middle}–{config.last}"
    what = {"random": "random halves", "frequency": "pairs matched by frequency, random halves"}
    draws = f", mean of {config.seeds} draws" if config.seeds > 1 else ""
    return f"{what[config.split]} of {config.first}–{config.last}{draws}"


def r2_interval(r2: float, n: int, dim: int) -> tuple[float, float] | None:
    """The 95 % interval of R² by Fisher's z of the multiple correlation; None where it is 1.

    >>> low, high = r2_interval(0.5, 2000, 1)
    >>> round(low, 2), round(high, 2)
    (0.47, 0.53)
    """
    room = n - dim - 2
    if not 0 <= r2 < 1 - 1e-9 or room <= 0:
        return None
    z, half = atanh(sqrt(r2)), 1.959964 / sqrt(room)
    return max(0.0, tanh(max(0.0, z - half))) ** 2, tanh(z + half) ** 2
