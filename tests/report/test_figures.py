"""Figures are written in both formats and show what they are given."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from int2vec.errors import DataError
from int2vec.report.figures import (
    by_size_figure,
    drawn,
    frequency_rank_figure,
    neuron_figure,
    ranges_figure,
    reliability_figure,
    save_both,
)
from int2vec.report.maps import map_figure, panels_figure

_TEST = {
    "n": 100, "split": "random",
    "methods": {"ensemble": {}, "rules": {}},
    "by_size_methods": {
        "below 10": {"n": 60, "hits": {"ensemble": 60, "rules": 0}},
        "10 to 99": {"n": 40, "hits": {"ensemble": 10, "rules": 5}},
    },
    "calibration": {"bins": [
        {"from": 0.0, "n": 50, "said": 0.05, "right": 0.04},
        {"from": 0.9, "n": 50, "said": 0.97, "right": 1.0},
    ]},
}  # fmt: skip


def test_every_figure_is_written_twice_and_follows_the_page(tmp_path: Path) -> None:
    corpus = {
        "curve": [(1, 1000), (10, 100), (100, 3), (1000, 1)], "min_count": 3, "n_vocabulary": 100,
        "sizes": [{"digits": d, "n_test": 10, "n_test_seen": 9, "n_test_vocabulary": 8}
                  for d in (1, 2, 3)],
    }  # fmt: skip
    values = [{"integer": n, "value": (-1) ** n * 0.3, "holds": n % 2 == 0} for n in range(1, 51)]
    figures = {
        "frequency-rank": drawn(frequency_rank_figure, corpus),
        "by-size": drawn(by_size_figure, _TEST),
        "reliability": drawn(reliability_figure, _TEST),
        "neuron": drawn(
            neuron_figure, {"values": values, "threshold": 0.0, "dimension": 7, "property": "even"}
        ),
    }
    for key, figure in figures.items():
        svg = save_both(figure, tmp_path, key)
        assert svg.startswith("<svg")
        assert "var(--fig-ink" in svg  # dark pages need light words
        assert (tmp_path / f"{key}.svg").stat().st_size > 1000
        assert (tmp_path / f"{key}.png").read_bytes().startswith(b"\x89PNG")
    assert "dimension 7" in (tmp_path / "neuron.svg").read_text()


def test_the_map_names_its_landmarks(tmp_path: Path) -> None:
    integers = list(range(1, 1201))
    angles = np.array(integers) * 2.399963  # a sunflower, so that no two lie together
    xy = (np.sqrt(integers) * np.stack([np.cos(angles), np.sin(angles)])).T
    svg = save_both(drawn(map_figure, integers, xy, "toy vectors"), tmp_path, "map", dpi=50)
    for words in ("1000", "prime", "smallest factor 7", "toy vectors", "1–1,200"):
        assert words in svg
    panels = save_both(drawn(panels_figure, integers, xy), tmp_path, "panels", dpi=50)
    assert "even (600)" in panels


def test_curves_by_size_have_a_panel_a_property_and_a_line_for_each_of_the_vectors(
    tmp_path: Path,
) -> None:
    up_to, sure = (10**4, 10**6, 10**9), (1.0, 1.0, 0.9)
    curves = [
        {"embedding": name, "property": of, "up_to": up_to, "accuracy": sure,
         "majority": (0.5, 0.6, 0.7), "is_baseline": name == "digits, one-hot"}
        for of in ("even", "prime", "div7") for name in ("mine", "digits, one-hot")
    ]  # fmt: skip
    figure = drawn(ranges_figure, curves, {"mine": "My vectors"})
    shown = [axes for axes in figure.axes if axes.get_title()]
    assert [axes.get_title() for axes in shown] == ["even", "prime", "divisible by 7"]
    assert all(len(axes.lines) == 3 for axes in shown)  # and the majority's
    svg = save_both(figure, tmp_path, "ranges")
    assert "My vectors" in svg
    assert "digits, one-hot" in svg


def test_the_same_drawing_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        save_both(drawn(reliability_figure, _TEST), tmp_path / name, "reliability")
    for ending in ("svg", "png"):
        one, two = ((tmp_path / n / f"reliability.{ending}").read_bytes() for n in ("one", "two"))
        assert one == two


def test_a_figure_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    figure = drawn(reliability_figure, _TEST)
    save_both(figure, tmp_path, "old")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def half(file: IO[bytes], **_: object) -> None:
        if not isinstance(file, StringIO):
            Path(file).write_text("half") if isinstance(file, Path) else file.write(b"half")
            raise OSError(28, "No space left on device")
        file.write("<svg></svg>")

    figure.savefig = half  # type: ignore[method-assign]
    with pytest.raises(DataError, match=r"cannot write .*No space left"):
        save_both(figure, tmp_path, "old")
    assert (tmp_path / "old.png").read_bytes() == before["old.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(before)
