"""Pictures of probes are written, and refused where they cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import pytest

from int2vec.errors import DataError, InputError
from int2vec.predict.probe.baselines import one_hot_digits
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.readings import find_neuron
from int2vec.report.figures import drawn, heat_figure, neuron_figure, save_figure

DIGITS = one_hot_digits(range(1, 201))
CONFIG = ProbeConfig(last=200, tune=False)


def test_a_neuron_has_a_bar_for_each_integer(tmp_path: Path) -> None:
    figure = drawn(neuron_figure, find_neuron(DIGITS, "even", CONFIG).to_json(), "even in digits")
    assert len(figure.axes[0].patches) == 50
    assert save_figure(figure, tmp_path / "new" / "neuron.png").stat().st_size > 5000


def test_a_heat_map_prints_each_accuracy(tmp_path: Path) -> None:
    table = probe(DIGITS, ["even", "div3", "value"], CONFIG)
    figure = drawn(heat_figure, table.to_json(), kind="all")
    assert figure.axes[0].texts[0].get_text() == "1.00"
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == [
        "even",
        "divisible by 3",
    ]
    assert b"<svg" in save_figure(figure, tmp_path / "map.svg").read_bytes()


def test_what_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    figure = drawn(neuron_figure, find_neuron(DIGITS, "even", CONFIG).to_json(), "even in digits")
    with pytest.raises(InputError, match="end it in"):
        save_figure(figure, tmp_path / "neuron.gif")
    with pytest.raises(InputError, match="no yes-or-no property"):
        drawn(heat_figure, probe(DIGITS, ["value"], CONFIG).to_json())


def test_a_picture_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    figure = drawn(neuron_figure, find_neuron(DIGITS, "even", CONFIG).to_json(), "even in digits")
    path = tmp_path / "neuron.svg"
    path.write_text("old")

    def half(file: IO[bytes], **_: object) -> None:
        Path(file).write_text("half") if isinstance(file, Path) else file.write(b"half")
        raise OSError(28, "No space left on device")

    figure.savefig = half  # type: ignore[method-assign]
    with pytest.raises(DataError, match=r"cannot write .*No space left"):
        save_figure(figure, path)
    assert path.read_text() == "old"
    assert [left.name for left in tmp_path.iterdir()] == ["neuron.svg"]
