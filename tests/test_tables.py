"""One description of a table, shown three ways; nothing in a cell can break it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from int2vec.cli import console
from int2vec.tables import Cell, Line, Table, compared, paper_only, table_of

_GROUPS = (">Evenness: single", ">Evenness: all", ">Primality: single", ">Primality: all")
_LINES = [
    Line(["OEIS–LSTM", *[compared(0.99, (0.98, 0.995), 0.93)] * 4]),
    Line(["a | b <script> 2*x*y [n]", *["0.50"] * 4], kind="baseline"),
    Line([Cell("**GloVe**, the paper’s"), *[paper_only(0.76)] * 4], kind="paper"),
]
_NOTES = ["Run `int2vec fetch glove`."]
_TABLE = replace(table_of(_LINES, ["Vectors", *_GROUPS], "Probes", _NOTES), caption="n = 1,000")


def _printed(table: Table, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    screen = Console(file=io.StringIO(), width=width, markup=False, emoji=False)
    monkeypatch.setattr(console, "console", screen)
    console.show(table)
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_markdown_holds_every_figure_with_what_stands_beside_it() -> None:
    lines = _TABLE.to_markdown().splitlines()
    assert lines[0].startswith("| Vectors | Evenness: single | Evenness: all |")
    assert lines[1] == "| --- | ---: | ---: | ---: | ---: |"
    assert "| OEIS–LSTM | 0.99 ▲<br><sub>[0.98–1.00], paper 0.93</sub> |" in lines[2]
    assert lines[3].startswith("| a \\| b <script> 2\\*x\\*y [n] | 0.50 |")
    assert lines[4].startswith("| **GloVe**, the paper’s | *0.76* |")


def test_html_escapes_plain_text_and_reads_markup_in_cells() -> None:
    page = _TABLE.to_html()
    assert "a | b &lt;script&gt; 2*x*y [n]" in page
    assert "<strong>GloVe</strong>, the paper’s" in page
    assert 'class="group" style="text-align:center">Primality</th>' in page
    assert "higher than the paper beyond the interval" in page
    assert "<code>int2vec fetch glove</code>" in page
    # Jupyter's own style would put words to the right, too.
    assert 'class="left" style="text-align:left">Vectors</th>' in page
    assert _TABLE._repr_html_() == page


def test_a_terminal_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    out = _printed(_TABLE, 140, monkeypatch)
    for words in ("Probes", "0.99 ▲ 0.98–1.00", "paper 0.93", "a | b <script> 2*x*y [n]",
                  "GloVe, the paper’s", "n = 1,000", "Run int2vec fetch glove."):  # fmt: skip
        assert words in out, words


def test_a_narrow_terminal_gets_a_part_for_each_group(monkeypatch: pytest.MonkeyPatch) -> None:
    out = _printed(_TABLE, 70, monkeypatch)
    assert out.count("OEIS–LSTM") == 2
    first, second = out.split("Probes")[1:]
    assert "Evenness" in first
    assert "Primality" not in first
    assert "Primality" in second
    assert all(len(line) <= 70 for line in out.splitlines())


def test_lines_that_share_their_first_cell_share_it_in_html() -> None:
    table = table_of([Line(["x", "1"]), Line(["x", "2"])], ["a", "b"])
    page = table.to_html()
    assert 'rowspan="2"' in page
    assert page.count(">x<") == 1


def test_long_numbers_lose_no_digit_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of([Line(["7" * 200])], [">n"])
    assert _printed(table, 40, monkeypatch).count("7") == 200
