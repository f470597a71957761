"""One look for all figures, in light, in dark and on paper.

Figures are drawn in the colours of the light page. In the page itself each of those colours
becomes a CSS variable, so that the same drawing follows the reader's light or dark mode.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.errors import InputError, MissingExtraError
from int2vec.files import atomic_write, write_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER = "#22211e", "#77736a", "#e4e0d6", "#fcfbf8"
A, B, C, D, E = "#b5482a", "#35618f", "#5b8c5a", "#b58a2a", "#7a5c99"
_VARIABLES = {INK: "--fig-ink", MUTED: "--fig-muted", GRID: "--fig-grid", PAPER: "--paper"}
_VARIABLES |= {
    color: f"--fig-{letter}" for color, letter in zip((A, B, C, D, E), "abcde", strict=True)
}
FORMATS = (".png", ".svg", ".pdf")


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that size in inches."""
    try:
        from matplotlib.figure import Figure  # needed by pictures alone, and slow to import
    except ImportError:
        raise MissingExtraError("a figure of the report", "report") from None
    return Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)


def new_axes(
    width: float, height: float, *, grid: str = "y", title: str = ""
) -> tuple[Figure, Axes]:
    """A figure with one pair of quiet axes; a title where it stands alone, as the page has one."""
    figure = new_figure(width, height)
    if title:
        figure.suptitle(title, fontsize=9, color=INK)
    axes = figure.add_subplot()
    quiet_axes(axes, grid=grid)
    return figure, axes


def legend(axes: Axes, place: str, above: float | None = None, ncols: int = 1) -> None:
    """What each color means: inside at a place, or above the axes at that share of the width."""
    where: Any = {"loc": place}
    if above is not None:
        where["bbox_to_anchor"] = (above, 1.0)
    look: Any = {"frameon": False, "fontsize": 7.5, "labelcolor": INK, "handlelength": 1}
    axes.legend(**where, **look, ncols=ncols, columnspacing=1.2)


def quiet_axes(axes: Axes, *, grid: str = "y") -> None:
    """Axes with two thin lines, small labels and a faint grid."""
    axes.set_facecolor("none")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set(color=MUTED, linewidth=0.6)
    axes.tick_params(colors=MUTED, labelsize=8, width=0.6, length=3, which="both")
    axes.xaxis.label.set(color=INK, fontsize=8.5)
    axes.yaxis.label.set(color=INK, fontsize=8.5)
    if grid:
        axes.grid(axis=grid, color=GRID, linewidth=0.6)  # type: ignore[arg-type]
        axes.set_axisbelow(True)


def shades_between(light: str, deep: str) -> Colormap:
    """The colors from one to another."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list(f"{light} {deep}", [light, deep])


def check_figure(path: Path) -> None:
    """InputError where the ending of a name says no format of a figure."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"'{path.name}' is no name for a figure; end it in {', '.join(FORMATS)}")


def save_figure(figure: Figure, path: Path | str) -> Path:
    """The path written; its ending (.png, .svg, .pdf) says the format."""
    path = Path(path)
    check_figure(path)
    with atomic_write(path) as file:
        figure.savefig(file, format=path.suffix.lower()[1:], dpi=150)
    return path


def save_both(figure: Figure, folder: Path, key: str, dpi: int = 160) -> str:
    """The SVG text for the page, after writing `key`.svg and `key`.png to the folder."""
    from matplotlib import rc_context

    # The same drawing gives the same file, by its salt; words stay words.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": f"int2vec-{key}"}
    settings |= {"font.sans-serif": ["DejaVu Sans"]}
    buffer = io.StringIO()
    with rc_context(settings):
        figure.savefig(buffer, format="svg", dpi=dpi, metadata={"Date": None})
        text = buffer.getvalue()
        write_text(folder / f"{key}.svg", text)
        with atomic_write(folder / f"{key}.png") as file:
            figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
    return inlined(text, key)


def inlined(svg: str, key: str) -> str:
    """An SVG file's text made fit to stand in the page.

    The prologue goes, identifiers become the figure's own, the size is left to the page, the
    background to the page's, and colours become variables.

    >>> inlined('<?xml?><svg width="9pt" height="9pt"><path style="fill: #22211e"/></svg>', "x")
    '<svg><path style="fill: var(--fig-ink, #22211e)"/></svg>'
    """
    text = svg[svg.index("<svg") :].strip()
    head, rest = text.split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    # The first patch is the figure's own background, which the page has already.
    rest = re.sub(r'(<g id="patch_1">.*?fill: )' + PAPER, r"\1none", rest, count=1, flags=re.DOTALL)
    rest = re.sub(r'\bid="', f'id="{key}-', rest)
    rest = re.sub(r'xlink:href="#', f'xlink:href="#{key}-', rest)
    rest = re.sub(r"url\(#", f"url(#{key}-", rest)
    for colour, variable in _VARIABLES.items():
        rest = rest.replace(colour, f"var({variable}, {colour})")
    return f"{head}>{rest}"
