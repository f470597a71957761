"""The page and the Markdown say the same, and nothing in a cell can break them."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from int2vec.report.document import Finding, Picture, to_html, to_markdown
from int2vec.report.figures import drawn, inlined
from int2vec.tables import Cell, Column, Line, Table, compared, paper_only, table_of

_TABLE = Table(
    key="t",
    title="Probes",
    caption="n = 1,000",
    columns=[Column("Vectors", align="left"), Column("all", "Evenness")],
    lines=[
        Line(["OEIS–LSTM", compared(0.99, (0.98, 0.995), 0.93)]),
        Line(["a | b <script>", Cell("0.50")], kind="baseline"),
        Line(["GloVe, the paper’s", paper_only(0.76)], kind="paper"),
    ],
    notes=["Run `int2vec fetch glove`."],
)
_REPORT = {
    "title": "Integers & company", "subtitle": "on the OEIS", "lead": "What *they* know.",
    "findings": [Finding(question="Primes?", paper="0.95", ours="1.00", detail="FastText")],
    "sections": [
        ("s", "What they know", [
            _TABLE, "So **be** it.",
            Picture(key="map", title="The map", caption="All of them.",
                    draw=lambda: drawn(lambda figure: None)),
        ]),
    ],
    "footer": "the end",
}  # fmt: skip


class _Tags(HTMLParser):
    """Checks that every tag is closed in its turn, and gathers what the page would load."""

    _VOID = ("meta", "br", "path", "img", "hr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.loads += [v or "" for k, v in attrs if k in ("src", "href") and not
                       (v or "").startswith(("#", "data:"))]  # fmt: skip
        if tag not in self._VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._VOID:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing() -> None:
    page = to_html(_REPORT, {"map": "<svg><path/></svg>"})
    tags = _Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.loads == []
    assert tags.scripts == 0
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert "Integers &amp; company" in page
    assert '<a href="#s">What they know</a>' in page
    assert "<svg>" in page
    assert "What <em>they</em> know." in page
    assert "<code>int2vec fetch glove</code>" in page


def test_ours_the_interval_and_the_papers_stand_in_one_cell() -> None:
    page = to_html(_REPORT, {"map": ""})
    assert "0.99" in page
    assert "0.98–1.00" in page
    assert "paper 0.93" in page
    assert "higher than the paper beyond the interval" in page


def test_markdown_says_the_same() -> None:
    text = to_markdown(_REPORT)
    assert "| OEIS–LSTM | 0.99 ▲<br><sub>[0.98–1.00], paper 0.93</sub> |" in text
    assert "| a \\| b <script> | 0.50 |" in text
    assert "*0.76*" in text
    assert "![The map](figures/map.png)" in text
    assert "| Vectors | Evenness: all |\n| --- | ---: |" in _TABLE.to_markdown()


@pytest.mark.parametrize(
    ("ours", "interval", "paper", "mark"),
    [
        (0.99, (0.985, 0.995), 1.00, ""),  # 1.00 may have been 0.995
        (0.98, (0.97, 0.99), 1.00, "▼"),
        (0.70, (0.67, 0.73), 0.69, ""),
        (0.80, (0.78, 0.82), 0.69, "▲"),
        (0.80, (0.78, 0.82), None, ""),
        (0.80, None, 0.69, ""),
    ],
)
def test_marks_stand_where_the_paper_lies_outside_the_interval(
    ours: float, interval: tuple[float, float] | None, paper: float | None, mark: str
) -> None:
    assert compared(ours, interval, paper).mark == mark


def test_another_corpus_is_named_beside_the_papers_figure() -> None:
    cell = compared(0.99, (0.98, 0.995), 0.93, paper_on="OEIS")
    table = table_of([Line([cell])], [">all"])
    assert cell.mark == ""
    assert "paper, OEIS: 0.93" in table.to_markdown()
    assert "paper, OEIS: 0.93" in table.to_html()
    finding = Finding(question="Primes?", paper="1.00", ours="0.9", detail="", paper_on="OEIS")
    report = {
        "title": "",
        "subtitle": "",
        "lead": "",
        "findings": [finding],
        "sections": [],
        "footer": "",
    }
    assert "<span>paper, OEIS</span>1.00" in to_html(report, {})
    assert "| the paper, OEIS | here |" in to_markdown(report)


def test_two_figures_in_one_page_keep_their_own_names() -> None:
    svg = '<svg width="1pt"><path id="m"/><use xlink:href="#m" clip-path="url(#c)"/></svg>'
    shown = inlined(svg, "map")
    assert 'id="map-m"' in shown
    assert 'href="#map-m"' in shown
    assert "url(#map-c)" in shown
    assert "width" not in shown
