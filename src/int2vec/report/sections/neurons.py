"""The neuron that tells even from odd, as the paper shows its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.arithmetic import PROPERTIES
from int2vec.errors import InputError
from int2vec.predict.paper import NEURON_156
from int2vec.predict.probe import Neuron, find_neuron
from int2vec.report.document import Block, Picture
from int2vec.report.materials import TRAINED, Materials
from int2vec.report.part import Found, Part
from int2vec.report.sections import probes
from int2vec.report.stages import Progress, Result, Stage
from int2vec.report.style import INK, MUTED, A, B, new_figure, quiet_axes, titled
from int2vec.tables import Cell, Line, Table, interval, left, right, signed, two

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def collect_neuron(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The dimension of each LSTM, and of our other vectors, that best tells even from odd."""
    found: dict[str, Any] = {}
    for one in materials.vector_sets("trained", "shipped"):
        if one.group == "shipped" and one.paper != "OEIS–LSTM":
            continue
        try:
            neuron = find_neuron(one.embeddings, "even")
        except InputError:
            continue  # too few integers have a vector
        found[one.key] = {"label": one.label, "paper": one.paper, **neuron.to_json()}
    return {"neurons": found}


def blocks(found: Found) -> Iterator[Block]:
    """The neuron's values, and a picture of them."""
    neuron = _evenness_neuron(found.get("neuron"))
    if neuron:
        yield neuron_table(neuron)
        yield Picture(
            key="neuron",
            title="One dimension that tells even from odd",
            caption=f"Dimension {neuron['dimension']} of {neuron['label']} for 1–50. The "
            "dashed line is where the probe cuts.",
            draw=lambda: neuron_figure(neuron),
        )


def _evenness_neuron(found: Result | None) -> Mapping[str, Any] | None:
    """The LSTM's neuron; of several LSTMs the one whose neuron knows most."""
    neurons = found["neurons"].values() if found else ()
    lstms = [one for one in neurons if one["paper"] == "OEIS–LSTM"]
    return max(lstms, key=lambda one: one["alone"]["accuracy"]) if lstms else None


def neuron_table(neuron: Mapping[str, Any]) -> Table:
    """The neuron's values for 1–10, as the paper prints them."""
    values = neuron["values"][:10]
    ours = [Cell(signed(v["value"]), tone="right" if v["right"] else "wrong") for v in values]
    paper = [Cell(signed(v), tone="paper") for v in NEURON_156]
    alone, whole, zeroed = (neuron[kind] for kind in ("alone", "all", "zeroed"))
    return Table(
        key="neuron",
        title="The evenness neuron, for 1–10",
        columns=[*left(""), *right(*(str(v["integer"]) for v in values))],
        lines=[
            Line([f"{neuron['label']}, dimension {neuron['dimension']}", *ours]),
            Line(["The paper’s LSTM, dimension 156", *paper], kind="paper"),
        ],
        caption=f"The dimension that best tells even from odd in 1–1000. It lies on the right side "
        f"for {neuron['n_right']} of 1–50; alone it is right for {two(alone['accuracy'])} "
        f"[{interval(alone['accuracy_ci95'])}] of 1001–2000, all dimensions together for "
        f"{two(whole['accuracy'])}, and the same probe with this dimension zeroed for "
        f"{two(zeroed['accuracy'])} [{interval(zeroed['accuracy_ci95'])}].",
    )


def neuron_figure(
    neuron: Mapping[str, Any], has: str = "even", lacks: str = "odd", title: str = ""
) -> Figure:
    """A bar for each integer: its value in the dimension, colored by the property."""
    figure = new_figure(7.2, 2.9)
    axes = figure.add_subplot()
    for holds, color, label in ((True, A, has), (False, B, lacks)):
        chosen = [v for v in neuron["values"] if v["holds"] == holds]
        places, heights = ([v[key] for v in chosen] for key in ("integer", "value"))
        axes.bar(places, heights, 0.72, color=color, label=label)
    axes.axhline(neuron["threshold"], color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.axhline(0.0, color=MUTED, linewidth=0.5)
    last = max(v["integer"] for v in neuron["values"])
    axes.set(xlabel="integer", ylabel=f"dimension {neuron['dimension']}", xlim=(0, last + 1))
    axes.set_xticks([1, *range(5, last + 1, 5)])
    quiet_axes(axes)
    titled(figure, title)
    place: Any = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
    axes.legend(frameon=False, fontsize=8, labelcolor=INK, ncols=2, handlelength=1, **place)
    return figure


def neuron_picture(neuron: Neuron) -> Figure:
    """A neuron's figure with a title of its own."""
    title = (
        f"{neuron.property_name} in {neuron.embedding}: dimension {neuron.dimension} is right for "
        f"{neuron.n_right} of {len(neuron.values)}; accuracy {neuron.alone.accuracy:.2f} on unseen "
        "integers"
    )
    words = PROPERTIES[neuron.property_name].words
    return neuron_figure(neuron.to_json(), words, "all others", title)


_SETTINGS = Materials.settings_with_vectors
_CODE = ("predict/probe", "arithmetic")
PART = Part(
    key=probes.PART.key,
    title=probes.PART.title,
    stages=[Stage("neuron", collect_neuron, _SETTINGS, TRAINED, _CODE)],
    blocks=blocks,
)
