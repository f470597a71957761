"""Many sequences at once: the answers of one at a time, and none lost when a run is stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import int2vec
from int2vec import batch
from int2vec.errors import CorpusError

SEQUENCES = [[n + step * i for i in range(6)] for n in range(5) for step in range(1, 11)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "many.txt"
    path.write_text("# fifty\n" + "\n".join(", ".join(map(str, s)) for s in SEQUENCES))
    return path


def _read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_answers_stand_in_order_and_are_those_of_one_question(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    assert batch.complete_file(source, out, k=2, using="rules") == (50, 0)
    answers = _read(out)
    assert [a["terms"] for a in answers] == SEQUENCES
    best = int2vec.complete(SEQUENCES[17], k=1, using="rules")[0]
    assert answers[17]["predictions"][0]["value"] == best.value == SEQUENCES[17][-1] + 8  # type: ignore[index]


def test_a_stopped_run_goes_on_where_it_ended(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole = tmp_path / "answers.jsonl", tmp_path / "whole.jsonl"
    batch.complete_file(source, whole, using="rules")

    def stops(*given: object) -> object:
        lines = b"".join(whole.read_bytes().splitlines(keepends=True)[:20])
        yield lines
        yield b'{"terms": [0, 4'  # the process died inside a line
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(batch, "spread", stops)
        with pytest.raises(KeyboardInterrupt):
            batch.complete_file(source, out, using="rules")
    assert not out.exists()
    assert batch.complete_file(source, out, using="rules") == (50, 20)
    assert out.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.unfinished"))


def test_other_settings_begin_anew(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    batch.complete_file(source, out, k=1, using="rules")
    assert batch.complete_file(source, out, k=2, using="rules") == (50, 0)
    assert len(_read(out)) == 50


def test_a_bad_line_is_named_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1, 2, 3\n1, x, 3\n")
    with pytest.raises(CorpusError, match="line 2"):
        batch.complete_file(tmp_path / "bad.txt", tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()
