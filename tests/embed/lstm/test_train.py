from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from int2vec.embed.lstm import (
    LstmConfig,
    TokenStreams,
    extract_embeddings,
    load_lstm,
    save_streams,
    train_lstm,
)  # fmt: skip
from int2vec.embed.lstm.perplexity import stream_loss
from int2vec.embed.lstm.team import Team
from int2vec.errors import CorpusError, InputError, ModelError
from int2vec.files import read_json


def test_it_learns_arithmetic_progressions(streams: TokenStreams, tiny: LstmConfig) -> None:
    result = train_lstm(streams, replace(tiny, epochs=20, layers=1), device="cpu")
    assert result.dev_perplexity < 6  # of 32 tokens; the first two terms cannot be foreseen
    assert result.test_perplexity < 6
    assert result.history[0].dev_perplexity > 2 * result.dev_perplexity


@pytest.mark.parametrize(
    "settings",
    [
        {"softmax": "full", "optimizer": "sgd", "lr": 5.0, "schedule": "plateau", "shuffle": False},
        {"softmax": "adaptive"},
        {"dim": 16, "tie_weights": True, "embedding_dropout": 0.1, "schedule": "cosine"},
    ],
    ids=lambda settings: str(settings.get("softmax", "tied")),
)
def test_every_kind_of_model_learns(
    streams: TokenStreams, tiny: LstmConfig, settings: dict[str, object], tmp_path: Path
) -> None:
    config = replace(tiny, epochs=20, layers=1, **settings)  # type: ignore[arg-type]
    result = train_lstm(streams, config, tmp_path, device="cpu")
    assert result.dev_perplexity < 20
    vectors = extract_embeddings(tmp_path)
    assert vectors.integers == tuple(range(30))
    assert vectors.matrix.shape == (30, config.dim)


def test_the_same_seed_gives_the_same_vectors(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        train_lstm(streams, replace(tiny, seed=seed), tmp_path / name, device="cpu")
    a, b, c = (extract_embeddings(tmp_path / name).matrix for name in "abc")
    assert np.array_equal(a, b)
    assert not np.allclose(a, c)
    assert np.isfinite(a).all()


@pytest.mark.parametrize(
    "device",
    [
        "cpu",
        pytest.param(
            "cuda",
            marks=pytest.mark.skipif(
                not torch.cuda.is_available(), reason="CUDA graphs need a CUDA device"
            ),
        ),
    ],
)
@pytest.mark.parametrize("optimizer", ["sgd", "adamw"])
def test_a_step_replayed_as_a_graph_learns_the_same(
    streams: TokenStreams, tiny: LstmConfig, device: str, optimizer: str
) -> None:
    plain, graphed = (
        train_lstm(streams, replace(tiny, graph=graph, optimizer=optimizer), device=device)
        for graph in (False, True)
    )
    for before, after in zip(plain.history, graphed.history, strict=True):
        assert after.train_loss == pytest.approx(before.train_loss, abs=1e-3)
        assert after.dev_loss == pytest.approx(before.dev_loss, abs=1e-3)


def test_training_leaves_the_callers_random_numbers_alone(
    streams: TokenStreams, tiny: LstmConfig
) -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    train_lstm(streams, replace(tiny, epochs=1), device="cpu")
    assert torch.equal(torch.rand(3), expected)


def test_the_perplexity_does_not_hang_on_the_columns(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    train_lstm(streams, replace(tiny, epochs=10), tmp_path, device="cpu")
    network = load_lstm(tmp_path).network
    stream = torch.from_numpy(streams.train.astype(np.int64))
    with torch.no_grad():  # one column, one token at a time
        hidden, _ = network(stream[:-1, None], network.start(1))
        plain = float(network.total_loss(hidden, stream[1:])) / (len(stream) - 1)
    assert stream_loss(network, stream, Team(torch.device("cpu"))) == pytest.approx(plain, abs=0.1)
    short = stream[: 2 * tiny.bptt]
    hidden, _ = network(short[:-1, None], network.start(1))
    plain = float(network.total_loss(hidden, short[1:])) / (len(short) - 1)
    assert stream_loss(network, short, Team(torch.device("cpu"))) == pytest.approx(plain, rel=1e-5)


def test_the_learning_rate_falls_by_four_on_a_plateau(
    streams: TokenStreams, tiny: LstmConfig
) -> None:
    config = replace(tiny, optimizer="sgd", schedule="plateau", lr=1e-30, epochs=3)
    rates = [log.lr for log in train_lstm(streams, config, device="cpu").history]
    assert rates == [1e-30, 1e-30, 0.25e-30]


def test_a_run_stopped_for_time_goes_on_to_the_same_result(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    whole = train_lstm(streams, tiny, tmp_path / "whole", device="cpu")
    for _ in range(tiny.epochs):
        part = train_lstm(
            streams, tiny, tmp_path / "parts", device="cpu", resume=True, max_seconds=0
        )
        assert part.finished == (len(part.history) == tiny.epochs)
    assert part.test_perplexity == pytest.approx(whole.test_perplexity, rel=1e-6)
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("whole", "parts")]
    np.testing.assert_allclose(*pair, atol=1e-6)


def test_resuming_with_other_settings_or_another_corpus_is_refused(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    train_lstm(streams, tiny, tmp_path, device="cpu", max_seconds=0)
    with pytest.raises(ModelError, match=r"other settings \(lr\)"):
        train_lstm(streams, replace(tiny, lr=0.5), tmp_path, device="cpu", resume=True)
    with pytest.raises(ModelError, match="another corpus"):
        train_lstm(replace(streams, dev=streams.test), tiny, tmp_path, device="cpu", resume=True)


def test_no_pickle_is_written(streams: TokenStreams, tiny: LstmConfig, tmp_path: Path) -> None:
    train_lstm(streams, replace(tiny, epochs=1), tmp_path, device="cpu")
    assert {path.name for path in tmp_path.iterdir()} == {
        "checkpoint.safetensors", "manifest.json", "model.safetensors",
    }  # fmt: skip
    manifest = read_json(tmp_path / "manifest.json")
    assert manifest["config"]["hidden"] == 16
    assert manifest["dev_perplexity"] > 1 < manifest["test_perplexity"]
    assert manifest["source"] == {"corpus": "progressions"}


@pytest.mark.skipif(torch.cuda.is_available(), reason="a CUDA device is there")
def test_a_device_that_is_not_there_is_named(streams: TokenStreams, tiny: LstmConfig) -> None:
    with pytest.raises(InputError, match="cuda was asked for but 0 CUDA devices are there"):
        train_lstm(streams, tiny, device="cuda")
    with pytest.raises(InputError, match="'toaster' is no device"):
        train_lstm(streams, tiny, device="toaster")


def test_a_corpus_too_small_is_refused(streams: TokenStreams, tiny: LstmConfig) -> None:
    with pytest.raises(CorpusError, match="the training part is too small"):
        train_lstm(replace(streams, train=streams.train[:10]), tiny, device="cpu")
    with pytest.raises(CorpusError, match="the dev part is too small"):
        train_lstm(replace(streams, dev=streams.dev[:1]), tiny, device="cpu")


def test_a_run_that_diverges_says_so(streams: TokenStreams, tiny: LstmConfig) -> None:
    config = replace(tiny, softmax="full", optimizer="sgd", lr=1e30, clip=1e30)
    with pytest.raises(ModelError, match="training diverged in epoch 1"):
        train_lstm(streams, config, device="cpu")


_ENV = {**os.environ, "OMP_NUM_THREADS": "1"}


def _command(folder: Path, out: Path, config: LstmConfig) -> list[str]:
    pairs = [f"{name}={str(value).lower()}" for name, value in config.as_dict().items()]
    settings = [word for pair in pairs for word in ("--set", pair)]
    train = ["-m", "int2vec.embed.lstm", "train", str(folder), "--out", str(out)]
    return [*train, "--device", "cpu", *settings]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_killed_run_goes_on_to_the_same_result(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, epochs=25)
    save_streams(tmp_path / "prepared", streams)
    whole = train_lstm(streams, config, tmp_path / "whole", device="cpu")
    command = [sys.executable, *_command(tmp_path / "prepared", tmp_path / "killed", config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_ENV) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "epoch  3" in line:
                process.send_signal(signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "killed" / "manifest.json").exists()
    subprocess.run([*command, "--resume"], check=True, capture_output=True, env=_ENV)
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("whole", "killed")]
    np.testing.assert_allclose(*pair, atol=1e-4)
    manifest = read_json(tmp_path / "killed" / "manifest.json")
    assert manifest["test_perplexity"] == pytest.approx(whole.test_perplexity, rel=1e-4)


@pytest.mark.slow
def test_two_processes_train_the_model_that_one_trains(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, dropout=0.0)
    save_streams(tmp_path / "prepared", streams)
    alone = train_lstm(streams, config, tmp_path / "alone", device="cpu")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    subprocess.run(
        [*launcher, "--nproc-per-node", "2",
         *_command(tmp_path / "prepared", tmp_path / "together", config)],
        check=True, capture_output=True, env=_ENV,
    )  # fmt: skip
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("alone", "together")]
    np.testing.assert_allclose(*pair, atol=1e-4)
    manifest = read_json(tmp_path / "together" / "manifest.json")
    assert manifest["processes"] == 2
    assert manifest["dev_perplexity"] == pytest.approx(alone.dev_perplexity, rel=0.1)


def test_the_trainer_starts_with_torch_and_numpy_alone() -> None:
    banned = ["typer", "rich", "platformdirs", "scipy", "gensim", "sklearn", "safetensors"]
    start = "import int2vec.embed.lstm.__main__"
    code = f"import sys; sys.modules.update(dict.fromkeys({banned})); {start}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_missing_torch_is_one_sentence_with_the_command() -> None:
    code = "import sys; sys.modules['torch'] = None; import int2vec.embed.lstm"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "MissingExtraError" in done.stderr
    assert "pip install 'int2vec[lstm]'" in done.stderr
