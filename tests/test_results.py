"""Whatever a notebook is given is shown as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import int2vec
from int2vec.predict.probe.baselines import one_hot_digits
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.session import Session
from int2vec.tables import Cell, Line, Table, table_of

SHOWN: dict[str, tuple[Callable[[Session], Any], list[str]]] = {
    "complete": (lambda s: s.complete([1, 1, 2, 3, 5, 8]), ["13", "something else", "gradient"]),
    "fill": (lambda s: s.fill([None, 5, 8, 13, 21]), ["missing", ">3<", "gradient"]),
    "go_on": (lambda s: s.go_on([2, 4, 8, 16], 2), ["32", "64"]),
    "guess": (lambda s: s.guess([2, 4, 8, 16, 32]), ["equation", "checked", ">64<"]),
    "search": (lambda s: s.search([1, 3, 6, 10, 15]), ["A000217", "from term"]),
    "named": (lambda s: s.named("catalan", 1), ["A000108", "1, 1, 2, 5, 14"]),
    "similar": (lambda s: s.similar("A000292", 3), ["score", "A000217"]),
    "neighbors": (lambda s: s.neighbors(1024, 2), ["Nearest to 1024", "cosine", "16384"]),
    "expand": (lambda s: s.expand([73, 97, 83]), ["Further members", "is prime", "Members: 73"]),
    "analogy": (lambda s: s.analogy(5, 36, 6, [48, 49, 50, 56]), ["rule or evidence", ">49<"]),
    "facts": (lambda s: s.info(1729), ["1729 = 7 · 13 · 19", "share of the integers"]),
    "corpus": (lambda s: s.corpus, ["sequences", "distinct integers", "well-known"]),
    "ranges": (lambda s: s.probe_ranges(["oeis-units"], ["even"]), ["up to", "oeis-units", "÷2"]),
}


@pytest.mark.parametrize("asked", SHOWN)
def test_every_answer_has_its_table(asked: str) -> None:
    ask, words = SHOWN[asked]
    page = ask(Session("well-known"))._repr_html_()
    assert page.count("<table>") == page.count("</table>") == 1
    for word in words:
        assert word in page, word


def test_probes_and_vectors_have_theirs() -> None:
    table = probe(one_hot_digits(range(1, 201)), ["even", "value"], ProbeConfig(last=200))
    page = table._repr_html_()
    assert page.count("<table>") == 2
    assert "trained on 1–100, tested on 101–200" in page
    assert "dimensions" in int2vec.load()._repr_html_()


def test_what_is_not_there_is_shown_as_nothing_and_lists_stay_lists() -> None:
    found = int2vec.complete([3, 141, 59, 2653], least=0.99)
    assert found == []
    assert found._repr_html_() == ""  # type: ignore[attr-defined]
    assert isinstance(int2vec.analogy(5, 36, 6), list)


def test_templates_fill_mappings_and_objects_alike() -> None:
    row = {"value": 10**99, "share": Cell("0.50", interval="0.40–0.60"), "none": None, "of": (1, 2)}
    columns = {"a": "{value:n}", ">b": "{share}", ">c": "{none:.2f}", "d": "{of}"}
    (line,) = table_of([row], columns).lines
    assert str(line.cells[0]).endswith("(100 digits)")
    assert list(line.cells[1:]) == [row["share"], "", "1, 2"]
    cell = table_of([Cell("x", tone="right")], {"text": "{text}", "tone": "is {tone}"}).lines[0]
    assert cell == Line(["x", "is right"])
    assert isinstance(table_of([], ["a"]), Table)
