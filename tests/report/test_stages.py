"""Stages are kept by the hash of their inputs."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from int2vec.errors import InputError, MissingExtraError
from int2vec.progress import followed_by
from int2vec.report.stages import (
    Found,
    Result,
    Stage,
    choose,
    own_code,
    run_stages,
)


@dataclass
class _Kitchen:
    flour: int = 1
    sugar: int = 1
    ran: list[str] = field(default_factory=list)

    def settings(self, stage: Stage) -> int | None:
        return {"dough": self.flour, "icing": self.sugar}.get(stage.name)


def _plan() -> list[Stage]:
    def dough(kitchen: _Kitchen) -> Result:
        kitchen.ran.append("dough")
        return {"weight": kitchen.flour}

    def icing(kitchen: _Kitchen) -> Result:
        kitchen.ran.append("icing")
        return {"sweet": kitchen.sugar}

    def cake(kitchen: _Kitchen) -> Result:
        kitchen.ran.append("cake")
        return {"third": 1 / 3}

    return [
        Stage(name="dough", run=dough),
        Stage(name="icing", run=icing),
        Stage(name="cake", run=cake, needs=("dough",)),
    ]


def test_a_second_run_computes_nothing(tmp_path: Path) -> None:
    first, second = _Kitchen(), _Kitchen()
    one, two = Found(folder=tmp_path), Found(folder=tmp_path)
    run_stages(_plan(), first, one)
    run_stages(_plan(), second, two)
    assert first.ran == ["dough", "icing", "cake"]
    assert second.ran == []
    assert one.results == two.results == {
        "dough": {"weight": 1}, "icing": {"sweet": 1}, "cake": {"third": 0.333333}
    }  # fmt: skip


def test_a_changed_setting_reruns_what_depends_on_it_alone(tmp_path: Path) -> None:
    run_stages(_plan(), _Kitchen(), Found(folder=tmp_path))
    more_flour = _Kitchen(flour=2)
    run_stages(_plan(), more_flour, Found(folder=tmp_path))
    assert more_flour.ran == ["dough", "cake"]
    more_sugar = _Kitchen(sugar=2)
    run_stages(_plan(), more_sugar, Found(folder=tmp_path))
    assert more_sugar.ran == ["icing"]


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    plan, stopped_at = _plan(), Found(folder=tmp_path)

    def burnt(kitchen: _Kitchen) -> Result:
        folder = stopped_at.place("cake")
        folder.mkdir(parents=True)
        (folder / "half").write_text("baked")
        raise KeyboardInterrupt

    stopped = [*plan[:2], Stage(name="cake", run=burnt, needs=("dough",))]
    with pytest.raises(KeyboardInterrupt):
        run_stages(stopped, _Kitchen(), stopped_at)
    found, kitchen = Found(folder=tmp_path), _Kitchen()
    run_stages(plan, kitchen, found)
    assert kitchen.ran == ["cake"]
    assert (found.place("cake") / "half").read_text() == "baked"  # what was left is there to use


def test_a_missing_extra_is_told_and_not_kept(tmp_path: Path) -> None:
    def needs_torch(kitchen: _Kitchen) -> Result:
        raise MissingExtraError("the LSTM", "lstm")

    plan = [Stage(name="lstm", run=needs_torch)]
    found = Found(folder=tmp_path)
    run_stages(plan, _Kitchen(), found)
    assert "pip install" in found.results["lstm"]["missing"]
    assert found.ran == []
    assert not found.place("lstm").exists()


def test_progress_rises_to_the_end(tmp_path: Path) -> None:
    seen: list[float] = []
    with followed_by(lambda share, what: seen.append(share)):
        run_stages(_plan(), _Kitchen(), Found(folder=tmp_path))
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= 1


def test_only_brings_what_is_needed() -> None:
    assert [stage.name for stage in choose(_plan(), ["cake"])] == ["dough", "cake"]
    assert len(choose(_plan(), [])) == 3
    with pytest.raises(InputError, match="'bread' is no stage; give some of dough, icing, cake"):
        choose(_plan(), ["bread"])


_SPICE = 3


def _spiced(kitchen: _Kitchen) -> Result:
    return {"spice": _SPICE}


def test_a_stage_depends_on_what_its_function_uses_and_on_nothing_else_in_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = own_code(_spiced)
    source = Path(__file__).read_text()
    changed = source.replace("_SPICE = 3", "_SPICE = 4")
    elsewhere = source.replace("sugar: int = 1", "sugar: int = 2").replace("import inspect", "")
    monkeypatch.setattr(inspect, "getsource", lambda module: changed)
    assert own_code(_spiced) != before
    monkeypatch.setattr(inspect, "getsource", lambda module: f"# a comment\n{elsewhere}")
    assert own_code(_spiced) != before  # the kitchen is part of its signature
    untouched = source.replace("bread", "cakes")
    monkeypatch.setattr(inspect, "getsource", lambda module: untouched)
    assert own_code(_spiced) == before
