"""A report as data: sections of text, tables and figures, for one page or for Markdown."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from int2vec.files import toml_beside
from int2vec.tables import Cell, Line, Table, from_template, table_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Report = Mapping[str, Any]
"""Its title, subtitle, lead, findings and footer; a section has a key, a title, and blocks."""
_HERE = Path(__file__).parent
WORDS = toml_beside(__file__, "words.toml")


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A figure, by the name of its files, and how it is drawn."""

    key: str
    title: str
    caption: str
    draw: Callable[[], "Figure"]
    size: str = ""  # "wide", "small", or the width of the text


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A headline; `paper_on` is the corpus of the paper's figure where ours is of another."""

    question: str
    paper: str
    ours: str
    detail: str
    paper_on: str = ""


Block = Table | Picture | Finding | str


def label(kind: str, name: str, other: str | None = None) -> str:
    """The words for a name among those of a kind; where there are none, others or the name itself.

    >>> label("quantities", "ones"), label("quantities", "divisors")
    ('binary ones', 'divisors')
    """
    return str(WORDS["labels"][kind].get(name, name if other is None else other))


def corpus_label(corpus: str) -> str:
    """How tables name a corpus."""
    return label("corpus", corpus, Path(corpus).stem)


def table(
    key: str, made: Table | Iterable[Any], said: Mapping[str, Any] = {}, notes: Sequence[str] = ()
) -> Table:
    """The table of that name, its words filled with what is said; of rows in its own columns.

    >>> table("leaks", []).title
    'How much of the test part stands in training already'
    """
    words = WORDS["tables"][key]
    body = made if isinstance(made, Table) else table_of(made, words["columns"])
    title, caption = (words[name].format_map(said) for name in ("title", "caption"))
    return replace(body, key=key, title=title, caption=caption, notes=notes)


def picture(key: str, draw: Callable[[], "Figure"], said: Mapping[str, Any] = {}) -> Picture:
    """The picture of that name, its words filled with what is said."""
    words = WORDS["pictures"][key]
    return Picture(key=key, draw=draw, **words | {"caption": words["caption"].format_map(said)})


def finding(
    key: str, paper: str, ours: str, said: Mapping[str, Any], paper_on: str = ""
) -> Finding:
    """The headline of that name: the paper's figure, ours, and the words around them."""
    question, detail = (text.format_map(said) for text in WORDS["findings"][key].values())
    return Finding(question=question, paper=paper, ours=ours, detail=detail, paper_on=paper_on)


def note(key: str, said: Mapping[str, Any] = {}) -> str:
    """The note of that name, filled with what is said.

    >>> note("left-out", {"names": "GloVe"})
    'Left out, as they know fewer than half of 1–1000 or of 1001–2000: GloVe.'
    """
    return str(WORDS["notes"][key].format_map(said))


def findings_table(findings: Sequence[Finding], details: bool = True) -> Table:
    """The headlines, each with its detail or without."""
    corpora = sorted({finding.paper_on for finding in findings} - {""})
    columns = ["", f">{', '.join(['the paper', *corpora])}", ">here", *[""] * details]
    lines = [
        Line([f.question, f.paper, Cell(f"**{f.ours}**"), *[Cell(f.detail)] * details])
        for f in findings
    ]
    return table_of(lines, columns)


def to_markdown(report: Report) -> str:
    """The whole report; pictures are links into the folder `figures`."""
    brief = findings_table(report["findings"])
    text = from_template(_HERE / "page.md", report=report, brief=brief)
    return re.sub("\n{3,}", "\n\n", text) + "\n"


def to_html(report: Report, figures: Mapping[str, str]) -> str:
    """The whole page; `figures` holds the SVG text of each picture by its key."""
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    return from_template(_HERE / "page.html", report=report, figures=figures, style=style)
