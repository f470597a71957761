from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.embed.lstm import TokenStreams, load_lstm, save_streams
from int2vec.embed.lstm.__main__ import main

_TINY = ["--set", "dim=8", "--set", "hidden=8", "--set", "batch=8", "--set", "bptt=9"]


@pytest.fixture
def prepared(streams: TokenStreams, tmp_path: Path) -> str:
    save_streams(tmp_path / "prepared", streams)
    return str(tmp_path / "prepared")


def test_train_pack_and_load(
    prepared: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, small = tmp_path / "run", tmp_path / "small"
    train = ["train", prepared, "--out", str(run), "--preset", "small", *_TINY, "--device", "cpu"]
    assert main([*train, "--set", "epochs=2"]) == 0
    printed = capsys.readouterr().out
    assert "epoch  2" in printed
    assert "finished: dev perplexity" in printed
    assert main(["pack", str(run), "--out", str(small), "--shard-mib", "0.2"]) == 0
    assert load_lstm(small).manifest["dev_perplexity"] == load_lstm(run).manifest["dev_perplexity"]
    assert load_lstm(small).manifest["precision"] == "int8"


def test_a_sweep_ranks_its_trials_and_outlives_one_that_diverges(
    prepared: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trials = [
        "--trial",
        "lr=1e30 optimizer=sgd clip=1e30",
        "--trial",
        "lr=1e-9",
        "--trial",
        "lr=0.02",
    ]
    sweep = ["sweep", prepared, "--preset", "fast", *_TINY, "--device", "cpu"]
    assert main([*sweep, "--set", "epochs=2", *trials]) == 0
    table = capsys.readouterr().out.split("best dev perplexity first\n")[1].splitlines()
    assert [line.split()[0] for line in table] == ["lr=0.02", "lr=1e-9", "lr=1e30"]
    assert "training diverged" in table[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "speed=9"], "no setting 'speed'"),
        (["--set", "lr"], "write NAME=VALUE"),
        (["--preset", "huge"], "no preset 'huge'"),
        (["--device", "cuda:99"], "cuda:99 was asked for but"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_1(
    prepared: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", prepared, *words]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert message in errors[0]
