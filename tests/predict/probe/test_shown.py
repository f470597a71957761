"""The tables of what probes found, line by line."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.embeddings import Embeddings
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.ranges import RangeCurve, ranges_table
from int2vec.predict.probe.readings import Neuron, NeuronValue
from int2vec.predict.probe.result import Score
from int2vec.predict.probe.shown import Sheet, neuron_tables, paper_alone, probe_tables
from int2vec.tables import Cell


def parity(name: str = "parity") -> Embeddings:
    noise = np.random.default_rng(0).standard_normal((60, 3))
    noise[:, 1] += np.where(np.arange(1, 61) % 2 == 0, 3.0, -3.0)
    return Embeddings(range(1, 61), noise, name=name)


@pytest.mark.parametrize("seeds", [1, 2])
def test_the_spread_stands_where_there_are_several_draws(seeds: int) -> None:
    config = ProbeConfig(last=60, split="random", seeds=seeds, controls=1, code=True)
    _, checks = probe_tables(probe(parity(), ["even"], config), details=True)
    assert [column.title for column in checks.columns].count("sd") == (seeds == 2)
    assert len(checks.lines[0].cells) == len(checks.columns)


def test_a_probe_that_was_not_tuned_has_no_such_column_and_no_checks() -> None:
    found = probe(parity(), ["even"], ProbeConfig(last=60, tune=False))
    (accuracy,) = probe_tables(found, details=True)
    assert [column.title for column in accuracy.columns] == ["Vectors", "single", "all"]


def test_checks_stand_beside_those_matched_by_frequency() -> None:
    plain, matched = (
        probe(parity(), ["even"], ProbeConfig(last=60, split=split)).to_json()
        for split in ("random", "frequency")
    )
    sheet = Sheet(found=plain, rows=[{"key": "parity", "label": "P"}], words={"even": "is even"})
    for other in (None, matched):
        table = sheet.checks(other)
        assert ("matched" in [column.title for column in table.columns]) is (other is not None)
        (line,) = table.lines
        assert len(line.cells) == len(table.columns)
        assert line.cells[:2] == ["P", "is even"]
        assert line.cells[6:9] == ["–", "–", "–"]  # no control labels, no code


def test_baselines_and_rows_of_the_paper_are_told_from_models() -> None:
    both = [parity("ours"), parity("plain")]
    found = probe(both, ["even"], ProbeConfig(last=60, tune=False)).to_json()
    rows = [{"key": "ours", "label": "ours"}]
    rows.append({"key": "plain", "label": "plain", "group": "baseline"})
    lines = Sheet(found=found, rows=rows).grid("properties", "single", "all").lines
    assert [line.kind for line in lines] == ["", "baseline"]


@pytest.mark.parametrize("further", [0, 1])
def test_what_the_paper_alone_has_fills_its_columns(further: int) -> None:
    figures = {"theirs": [(0.5, 0.6), (0.7, 0.8)], "both": [(0.1, 0.2), (0.3, 0.4)]}
    (line,) = paper_alone(figures, [{"paper": "both"}], further)
    nothing = [Cell("not given", tone="none")] * further
    shown = [cell if isinstance(cell, str) else cell.text for cell in line.cells]
    assert shown[0] == "theirs, the paper’s alone"
    assert len(shown) == 1 + 2 * (2 + further)
    assert [*line.cells[3 : 3 + further]] == nothing
    assert shown[1:3] == ["0.50", "0.60"]


def test_values_of_a_neuron_stand_ten_to_a_column_by_the_side_they_are_on() -> None:
    values = tuple(
        NeuronValue(integer=n, value=n / 4, holds=n % 2 == 0, right=n % 3 > 0) for n in range(1, 24)
    )
    score = Score(n=4, accuracy=0.75, accuracy_ci95=(0.3, 0.9), balanced_accuracy=0.5, auroc=0.5)
    neuron = Neuron(
        embedding="e", property="even", n_right=16, dimension=5, threshold=1.5, sign=1,
        alone=score, all=score, zeroed=score, without=score, values=values,
    )  # fmt: skip
    shown, scores = neuron_tables(neuron)
    assert [column.title for column in shown.columns] == ["n", "v[5]"] * 3
    assert "16 of 23 on the right side of 1.50" in shown.title
    assert len(shown.lines) == 10
    assert [cell.text for cell in shown.lines[2].cells] == ["3", "0.75", "13", "3.25", "23", "5.75"]
    assert len(shown.lines[3].cells) == 4  # 4 and 14: there is no 24
    # 3 lacks the property and lies on the side of those that have it; 13 does not.
    assert [cell.tone for cell in shown.lines[2].cells[:4]] == ["lacks", "has", "lacks", "lacks"]
    assert [cell.tone for cell in shown.lines[3].cells[:2]] == ["has", "has"]
    assert [line.cells[1] for line in scores.lines] == ["0.750"] * 4


def test_ranges_tell_models_from_baselines_and_round_to_three_signs() -> None:
    points = {"up_to": (10_000, 10**6), "accuracy": (0.98765, 1.0), "majority": (0.5, 0.6)}
    found = [
        RangeCurve(embedding=name, property=wanted, **points)
        for name in ("ours", "digits, one-hot", "residues, one-hot")
        for wanted in ("even", "div7")
    ]
    table = ranges_table(found)
    assert [column.title for column in table.columns] == ["up to", "vectors", "÷2", "÷7"]
    lines = [line for line in table.lines if line.cells[1] != "majority class"]
    assert [line.cells[0] for line in lines] == ["10,000"] * 3 + ["10^6"] * 3
    assert [line.kind for line in lines] == ["", "baseline", "baseline"] * 2
    assert lines[0].cells == ["10,000", "ours", ".988", ".988"]
    assert lines[3].cells == ["10^6", "ours", "1.00", "1.00"]
    assert len(table.lines) == 2 * 4  # no line of a range that no curve reaches
    kinds = {line.kind for line in table.lines if line.cells[1] == "majority class"}
    assert kinds == {"baseline"}
