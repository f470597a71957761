"""One look for all figures, in light, in dark and on paper.

`figures.mplstyle` holds it, in the colours of the light page. In the page itself each of those
colours becomes a CSS variable, so that the same drawing follows the reader's light or dark mode.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from int2vec.errors import InputError, MissingExtraError
from int2vec.files import atomic_write, write_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Asked = ParamSpec("Asked")
INK, MUTED, GRID, PAPER = "#22211e", "#77736a", "#e4e0d6", "#fcfbf8"
COLORS = ("#b5482a", "#35618f", "#5b8c5a", "#b58a2a", "#7a5c99")
_VARIABLES = {INK: "--fig-ink", MUTED: "--fig-muted", GRID: "--fig-grid", PAPER: "--paper"}
_VARIABLES |= {color: f"--fig-{letter}" for color, letter in zip(COLORS, "abcde", strict=True)}
_LOOK = Path(__file__).with_name("figures.mplstyle")
FORMATS = (".png", ".svg", ".pdf")


def check_drawing() -> None:
    """MissingExtraError where no figure can be drawn."""
    try:
        import matplotlib  # noqa: F401  needed by pictures alone, and slow to import
    except ImportError:
        raise MissingExtraError("a figure of the report", "report") from None


def drawn(
    width: float, height: float
) -> Callable[[Callable[Concatenate[Figure, Asked], None]], Callable[Asked, Figure]]:
    """Gives a function that draws an empty figure of that size in inches, in our look."""

    def of(draw: Callable[Concatenate[Figure, Asked], None]) -> Callable[Asked, Figure]:
        @wraps(draw)
        def made(*asked: Asked.args, **named: Asked.kwargs) -> Figure:
            check_drawing()
            from matplotlib import rc_context
            from matplotlib.figure import Figure

            with rc_context(fname=_LOOK):
                figure = Figure(figsize=(width, height))
                draw(figure, *asked, **named)
            return figure

        return made

    return of


def check_figure(path: Path) -> None:
    """InputError where the ending of a name says no format of a figure."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"'{path.name}' is no name for a figure; end it in {', '.join(FORMATS)}")


def save_figure(figure: Figure, path: Path) -> Path:
    """The path written; its ending (.png, .svg, .pdf) says the format."""
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
    head, rest = svg[svg.index("<svg") :].strip().split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    # The first patch is the figure's own background, which the page has already.
    rest = re.sub(r'(<g id="patch_1">.*?fill: )' + PAPER, r"\1none", rest, count=1, flags=re.DOTALL)
    rest = re.sub(r'(\bid="|xlink:href="#|url\(#)', rf"\1{key}-", rest)
    for colour, variable in _VARIABLES.items():
        rest = rest.replace(colour, f"var({variable}, {colour})")
    return f"{head}>{rest}"
