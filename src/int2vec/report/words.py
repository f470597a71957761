"""What the report says in words, which `words.toml` holds, put together with its figures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from int2vec.report.document import Finding, Picture
from int2vec.tables import Column, Line, Table, left, right

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Said = Mapping[str, Any]
_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NOTHING: Said = MappingProxyType({})
_CORPUS_LABELS = {"oeis": "OEIS", "catalog": "Catalog"}
_CORPUS_WORDS = {"oeis": "the OEIS", "catalog": "the built-in catalog"}


def table(
    key: str,
    lines: Sequence[Line],
    said: Said = _NOTHING,
    *,
    columns: Sequence[Column] = (),
    notes: Sequence[str] = (),
) -> Table:
    """The table of that name, its words filled with what is said; in its own columns or these.

    >>> table("leaks", []).title
    'How much of the test part stands in training already'
    """
    words = _WORDS["tables"][key]
    first, figures, last = (words.get(side, ()) for side in ("left", "right", "last"))
    return Table(
        key=key,
        title=words["title"].format_map(said),
        columns=columns or [*left(*first), *right(*figures), *left(*last)],
        lines=lines,
        caption=words["caption"].format_map(said),
        notes=notes,
    )


def picture(key: str, draw: Callable[[], Figure], said: Said = _NOTHING) -> Picture:
    """The picture of that name, its words filled with what is said."""
    words = _WORDS["pictures"][key]
    caption, size = words["caption"].format_map(said), words.get("size", "")
    return Picture(key=key, title=words["title"], caption=caption, draw=draw, size=size)


def finding(key: str, paper: str, ours: str, said: Said, paper_on: str = "") -> Finding:
    """The headline of that name: the paper's figure, ours, and the words around them."""
    words = _WORDS["findings"][key]
    detail = words["detail"].format_map(said)
    return Finding(
        question=words["question"], paper=paper, ours=ours, detail=detail, paper_on=paper_on
    )


def note(key: str, said: Said = _NOTHING) -> str:
    """The note of that name, filled with what is said.

    >>> note("left-out", {"names": "GloVe"})
    'Left out, as they know fewer than half of 1–1000 or of 1001–2000: GloVe.'
    """
    return str(_WORDS["notes"][key].format_map(said))


def corpus_label(corpus: str) -> str:
    """How tables name a corpus.

    >>> corpus_label("oeis"), corpus_label("data/mine.txt")
    ('OEIS', 'mine')
    """
    return _CORPUS_LABELS.get(corpus, Path(corpus).stem)


def corpus_words(corpus: str) -> str:
    """How sentences name a corpus.

    >>> corpus_words("catalog"), corpus_words("data/mine.txt")
    ('the built-in catalog', 'mine.txt')
    """
    return _CORPUS_WORDS.get(corpus, Path(corpus).name)
