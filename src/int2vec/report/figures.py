"""The figures of the report in one look, which follows the page into light and dark mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from int2vec.arithmetic.properties import PROPERTIES
from int2vec.errors import InputError, needing
from int2vec.files import atomic_write
from int2vec.predict.intervals import wilson
from int2vec.report.document import WORDS, label
from int2vec.report.stages import Result
from int2vec.tables import two

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Asked = ParamSpec("Asked")
_VARIABLES: Mapping[str, str] = WORDS["colors"]
INK, MUTED, GRID, PAPER, *COLORS = _VARIABLES
_LOOK = Path(__file__).with_name("figures.mplstyle")
FORMATS = (".png", ".svg", ".pdf")


def drawn(
    plot: Callable[Concatenate[Figure, Asked], None], *asked: Asked.args, **named: Asked.kwargs
) -> Figure:
    """A figure in our look, on which `plot` has drawn what it was asked to."""
    with needing("a figure of the report", "report"):
        from matplotlib import rc_context  # needed by pictures alone, and slow to import
        from matplotlib.figure import Figure
    with rc_context(fname=_LOOK):
        figure = Figure(figsize=LOOKS["sizes"].get(plot.__name__))
        plot(figure, *asked, **named)
        for axes, look in zip(figure.axes, LOOKS["axes"].get(plot.__name__, ()), strict=False):
            axes.set(**look)
    return figure


def check_figure(path: Path | None) -> None:
    """InputError where the ending of a name says no format of a figure."""
    if path and path.suffix.lower() not in FORMATS:
        raise InputError(f"'{path.name}' is no name for a figure; end it in {', '.join(FORMATS)}")


def save_figure(figure: Figure, path: Path, dpi: int = 150) -> Path:
    """The path written; its ending (.png, .svg, .pdf) says the format."""
    check_figure(path)
    ending = path.suffix.lower()
    # The same drawing gives the same file: no date, no version.
    about: Any = {".svg": {"Date": None}, ".png": {"Software": None}}.get(ending)
    with atomic_write(path) as file:
        figure.savefig(file, format=ending[1:], dpi=dpi, metadata=about)
    return path


def save_both(figure: Figure, folder: Path, key: str, dpi: int = 160) -> str:
    """The SVG text for the page, after writing `key`.svg and `key`.png to the folder."""
    from matplotlib import rc_context

    # Names inside the file depend on the salt alone, and words stay words.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": f"int2vec-{key}"}
    with rc_context(settings | {"font.sans-serif": ["DejaVu Sans"]}):
        svg = save_figure(figure, folder / f"{key}.svg", dpi)
        save_figure(figure, folder / f"{key}.png", dpi)
    return inlined(svg.read_text(encoding="utf-8"), key)


def inlined(svg: str, key: str) -> str:
    """An SVG file's text made fit to stand in the page.

    Identifiers become the figure's own, size and background the page's, and colours variables.

    >>> inlined('<?xml?><svg width="9pt" height="9pt"><path style="fill: #22211e"/></svg>', "x")
    '<svg><path style="fill: var(--fig-ink, #22211e)"/></svg>'
    """
    head, rest = svg[svg.index("<svg") :].strip().split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    # The first patch is the figure's own background, which the page has already.
    rest = re.sub(r'(<g id="patch_1">.*?fill: )' + PAPER, r"\1none", rest, count=1, flags=re.DOTALL)
    rest = re.sub(r'(\bid="|xlink:href="#|url\(#)', rf"\1{key}-", rest)
    for colour, variable in _VARIABLES.items():
        rest = rest.replace(colour, f"var({variable}, {colour})")
    return f"{head}>{rest}"


METHODS_SHOWN = ("ensemble", "rules", "search", "search-last-5", "search-full")
_A, _B = COLORS[:2]
LOOKS: Mapping[str, Any] = WORDS["looks"]


def frequency_rank_figure(figure: Figure, corpus: Result) -> None:
    """Occurrences by rank, and beside it how much of each size of integer is covered."""
    axes, beside = figure.subplots(1, 2, width_ratios=[1.25, 1])
    ranks, counts = zip(*corpus["curve"], strict=True)
    axes.plot(ranks, counts)
    known = corpus["n_vocabulary"]
    axes.axvline(known, **LOOKS["dashed"])
    words = f"{known:,}\nseen {corpus['min_count']}+ times"
    axes.annotate(words, (known, max(counts)), **LOOKS["vocabulary"])
    axes.grid(axis="both")
    shown = [size for size in corpus["sizes"] if size["n_test"] and size["digits"] <= 12]
    digits = [size["digits"] for size in shown]
    curves = {"n_test_seen": ("seen in training", _B), "n_test_vocabulary": ("has a vector", _A)}
    for key, (words, color) in curves.items():
        shares = [size[key] / size["n_test"] for size in shown]
        beside.plot(digits, shares, color=color, label=words, marker="o")
    beside.set_xticks(digits[::2] if len(digits) > 8 else digits)
    beside.legend(loc="upper right")


def neuron_figure(figure: Figure, neuron: Result, title: str = "") -> None:
    """A bar for each integer: its value in the dimension, colored by the property."""
    axes, name, values = figure.add_subplot(), neuron["property"], neuron["values"]
    figure.suptitle(title)
    sides = ("even", "odd") if name == "even" else (PROPERTIES[name].words, "all others")
    for holds, words in zip((True, False), sides, strict=True):
        chosen = [v for v in values if v["holds"] == holds]
        places, heights = ([v[key] for v in chosen] for key in ("integer", "value"))
        axes.bar(places, heights, 0.72, label=words)
    axes.axhline(neuron["threshold"], **LOOKS["cut"])
    axes.axhline(0.0, color=MUTED, linewidth=0.5)
    last = max(v["integer"] for v in values)
    axes.set(xlabel="integer", ylabel=f"dimension {neuron['dimension']}", xlim=(0, last + 1))
    axes.set_xticks([1, *range(5, last + 1, 5)])
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2)


def by_size_figure(figure: Figure, test: Result) -> None:
    """P@1 of each method, by the size of the answer."""
    axes, groups = figure.add_subplot(), test["by_size_methods"]
    shown = [name for name in METHODS_SHOWN if name in test["methods"]]
    width = 0.8 / len(shown)
    for i, method in enumerate(shown):
        places = [x - 0.4 + width * (i + 0.5) for x in range(len(groups))]
        counts = [(group["hits"][method], group["n"]) for group in groups.values()]
        shares = [hits / n for hits, n in counts]
        look: Any = {"color": COLORS[METHODS_SHOWN.index(method)], "linewidth": 0}
        axes.bar(places, shares, width * 0.86, **look, label=label("methods", method))
        axes.errorbar(places, shares, _spread(counts), fmt="none", ecolor=MUTED, elinewidth=0.7)
    labels = [f"{size}\nn = {group['n']:,}" for size, group in groups.items()]
    axes.set_xticks(range(len(groups)), labels)
    axes.set(ylabel="P@1", ylim=(0, None))
    axes.tick_params(axis="x", length=0, labelcolor=INK)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(shown))


def reliability_figure(figure: Figure, test: Result) -> None:
    """What the ensemble said against how often it was right, over the count of each bin."""
    bins = test["calibration"]["bins"]
    axes, below = figure.subplots(2, 1, height_ratios=[4, 1], sharex=True)
    axes.plot([0, 1], [0, 1], **LOOKS["dashed"])
    said, right = ([one[key] for one in bins] for key in ("said", "right"))
    spread = _spread([(round(one["right"] * one["n"]), one["n"]) for one in bins])
    axes.errorbar(said, right, spread, **LOOKS["reliability"])
    axes.grid(axis="both")
    centers, counts = [one["from"] + 0.05 for one in bins], [one["n"] for one in bins]
    below.bar(centers, counts, 0.094, color=GRID, edgecolor=MUTED, linewidth=0.5)


def _spread(counts: Sequence[tuple[int, int]]) -> list[list[float]]:
    """How far the 95 % interval reaches below and above each share."""
    pairs = [(hits / n, *wilson(hits, n)) for hits, n in counts]
    # A share of 1 may be a hair above its bound.
    below = [max(0.0, share - low) for share, low, _ in pairs]
    return [below, [max(0.0, high - share) for share, _, high in pairs]]


def ranges_figure(figure: Figure, curves: Sequence[Result], labels: Mapping[str, str]) -> None:
    """Accuracy by the size of the integers: a panel a property, a line for each of the vectors."""
    names = list(dict.fromkeys(curve["property"] for curve in curves))
    every = figure.subplots(2, -(-len(names) // 2), sharex=True, sharey=True, squeeze=False).flat
    marks = [{"color": color, "marker": marker} for marker in "o^s" for color in COLORS]
    looks = dict(zip(labels, marks, strict=False))
    for axes, name in zip(every, names, strict=False):
        panel = [curve for curve in curves if curve["property"] == name]
        longest = max(panel, key=lambda curve: len(curve["up_to"]))
        axes.plot(longest["up_to"], longest["majority"], **LOOKS["dashed"], label="majority class")
        for curve in panel:
            key = curve["embedding"]
            look: Any = looks.get(key)
            if curve["is_baseline"]:
                look = LOOKS["digits" if key.startswith("digits") else "residues"]
            axes.plot(curve["up_to"], curve["accuracy"], **look, label=labels.get(key, key))
        axes.set(xscale="log", ylim=(0.45, 1.02), title=_property_words(name))
    figure.supxlabel("integers up to", fontsize=8.5)
    figure.supylabel("accuracy on unseen integers", fontsize=8.5)
    handles, words = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, words, loc="outside upper center", ncols=3, handlelength=2)


def heat_figure(
    figure: Figure, found: Result, rows: Sequence[Result] = (), kind: str = "tuned", title: str = ""
) -> None:
    """Embedding × property; the deeper the color, the more is known beyond the majority class."""
    results = {(r["embedding"], r["property"]): r for r in found["properties"]}
    if not results:
        raise InputError("the table holds no yes-or-no property; probe at least one, such as even")
    names = list(dict.fromkeys(name for _, name in results))
    labels = {row["key"]: row["label"] for row in rows} or {key: key for key, _ in results}
    figure.set_size_inches(3.0 + 0.42 * len(names), 1.5 + 0.34 * len(labels))
    figure.suptitle(title)
    axes = figure.add_subplot()
    for i, j in ((i, j) for i in range(len(labels)) for j in range(len(names))):
        result = results[list(labels)[i], names[j]]
        accuracy, majority = (result[of]["accuracy"] for of in (kind, "majority"))
        # Common and rare properties share one scale.
        gain = (accuracy - majority) / (1 - majority) if majority < 1 else 0.0
        strength, color = min(1.0, abs(gain)), _A if gain >= 0 else _B
        alpha = 0.06 + 0.94 * strength
        axes.barh(i, 0.96, 0.92, left=j - 0.48, linewidth=0, alpha=alpha, color=color)
        shown, ink = two(accuracy).removeprefix("0"), PAPER if strength > 0.55 else INK
        axes.text(j, i, shown, ha="center", va="center", fontsize=7, color=ink)
    axes.set(xlim=(-0.6, len(names) - 0.4), ylim=(len(labels) - 0.4, -0.6))
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.grid(visible=False)
    axes.xaxis.tick_top()
    words = [_property_words(name) for name in names]
    axes.set_xticks(range(len(names)), words, **LOOKS["slant"])
    axes.set_yticks(range(len(labels)), list(labels.values()))
    axes.tick_params(length=0, labelsize=7.5, labelcolor=INK)


def _property_words(name: str) -> str:
    words = re.sub("^(is|has|leaves) ", "", PROPERTIES[name].words)
    return words if len(words) <= 22 else name
