from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus
from int2vec.embed.lstm.folder import extract_embeddings, load_lstm
from int2vec.embed.lstm.model import LstmConfig, stream_loss
from int2vec.embed.lstm.streams import Team, TokenStreams, prepare_streams
from int2vec.embed.lstm.train import train_lstm
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError, ModelError
from int2vec.files import open_tensors, read_json
from int2vec.progress import followed_by


def test_it_learns_arithmetic_progressions(streams: TokenStreams, tiny: LstmConfig) -> None:
    result = train_lstm(streams, replace(tiny, epochs=20, layers=1), device="cpu")
    assert result.dev_perplexity < 6  # of 32 tokens; the first two terms cannot be foreseen
    assert result.test_perplexity < 6
    assert math.exp(result.history[0]["dev_loss"]) > 2 * result.dev_perplexity


@pytest.mark.parametrize(
    "settings",
    [
        {"softmax": "full", "optimizer": "sgd", "lr": 5.0, "schedule": "plateau", "shuffle": False},
        {"softmax": "adaptive"},
    ],
    ids=lambda settings: str(settings["softmax"]),
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
    config = replace(tiny, optimizer="sgd", schedule="plateau", lr=1e-12, epochs=3)
    rates = [log["lr"] for log in train_lstm(streams, config, device="cpu").history]
    assert rates == [1e-12, 1e-12, 0.25e-12]


def _stopped(streams: TokenStreams, config: LstmConfig, out: Path, at: float) -> None:
    """A run that is interrupted when that share of it is done."""

    def interrupt(share: float, _: str) -> None:
        if share > at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), followed_by(interrupt):
        train_lstm(streams, config, out, device="cpu", resume=True)


def test_a_run_that_was_stopped_goes_on_to_the_same_result(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, bptt=3, epochs=6)
    whole = train_lstm(streams, config, tmp_path / "whole", device="cpu")
    for at in (0.3, 0.7):
        _stopped(streams, config, tmp_path / "parts", at)
    assert 0 < _epochs(tmp_path / "parts" / "checkpoint.safetensors") < config.epochs
    part = train_lstm(streams, config, tmp_path / "parts", device="cpu", resume=True)
    assert len(part.history) == config.epochs
    assert part.test_perplexity == pytest.approx(whole.test_perplexity, rel=1e-6)
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("whole", "parts")]
    np.testing.assert_allclose(*pair, atol=1e-6)


def test_resuming_with_other_settings_or_another_corpus_is_refused(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    _stopped(streams, replace(tiny, bptt=3), tmp_path, 0.5)
    with pytest.raises(ModelError, match=r"other settings \(bptt, lr\)"):
        train_lstm(streams, replace(tiny, lr=0.5), tmp_path, device="cpu", resume=True)
    again = replace(streams, dev=streams.test)
    with pytest.raises(ModelError, match="another corpus"):
        train_lstm(again, replace(tiny, bptt=3), tmp_path, device="cpu", resume=True)


def test_no_pickle_is_written(streams: TokenStreams, tiny: LstmConfig, tmp_path: Path) -> None:
    train_lstm(streams, replace(tiny, epochs=1), tmp_path, device="cpu")
    assert {path.name for path in tmp_path.iterdir()} == {
        "checkpoint.safetensors",
        "manifest.json",
        "model.safetensors",
    }
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
    config = replace(tiny, softmax="full", optimizer="sgd", lr=1e6, clip=1e6)
    with pytest.raises(ModelError, match="training diverged in epoch 1"):
        train_lstm(streams, config, device="cpu")


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """The progressions in a file, with a cache of their own."""
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    starts = [(a, step) for step in (1, 2, 3) for a in range(13)] * 6
    lines = (",".join(str(a + step * i) for i in range(6)) for a, step in starts)
    (tmp_path / "progressions.txt").write_text("\n".join(lines))
    return open_corpus(tmp_path / "progressions.txt")


def _command(corpus: Corpus, config: LstmConfig, out: Path) -> list[str]:
    """`int2vec train lstm` with this config, for Python to run."""
    toml = (f"{name} = {json.dumps(value)}" for name, value in config.as_dict().items())
    settings = out.with_suffix(".toml")
    settings.write_text("\n".join(toml))
    words = ["train", "lstm", "--corpus", corpus.name, "--device", "cpu", "--out", str(out)]
    return ["-m", "int2vec", *words, "--config", str(settings)]


def _epochs(checkpoint: Path) -> int:
    """How many epochs a checkpoint holds."""
    if not checkpoint.is_file():
        return 0
    _, metadata = open_tensors(checkpoint)
    return len(json.loads(metadata["state"])["history"])


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_killed_run_goes_on_to_the_same_result(
    corpus: Corpus, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, epochs=25)
    whole = train_lstm(prepare_streams(corpus, make_split(corpus)), config, tmp_path / "whole")
    killed = tmp_path / "killed"
    model = killed / "language-model"
    command = [sys.executable, *_command(corpus, config, killed)]
    with subprocess.Popen(command) as process:
        while _epochs(model / "checkpoint.safetensors") < 3:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not (model / "manifest.json").exists()
    subprocess.run([*command, "--resume"], check=True, capture_output=True)
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("whole", "killed")]
    np.testing.assert_allclose(*pair, atol=1e-4)
    manifest = read_json(model / "manifest.json")
    assert manifest["test_perplexity"] == pytest.approx(whole.test_perplexity, rel=1e-4)


@pytest.mark.slow
def test_two_processes_train_the_model_that_one_trains(
    corpus: Corpus, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, dropout=0.0)
    alone = train_lstm(prepare_streams(corpus, make_split(corpus)), config, tmp_path / "alone")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command = [*launcher, "--nproc-per-node", "2", *_command(corpus, config, tmp_path / "together")]
    done = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["n"] == 28  # one of the two prints
    pair = [extract_embeddings(tmp_path / name).matrix for name in ("alone", "together")]
    np.testing.assert_allclose(*pair, atol=1e-4)
    assert Embeddings.load(tmp_path / "together").name == "together"
    manifest = read_json(tmp_path / "together" / "language-model" / "manifest.json")
    assert manifest["processes"] == 2
    assert manifest["dev_perplexity"] == pytest.approx(alone.dev_perplexity, rel=0.1)


@pytest.mark.usefixtures("corpus")
def test_torch_and_numpy_alone_are_enough_to_train(tmp_path: Path) -> None:
    banned = ["typer", "rich", "platformdirs", "scipy", "gensim", "sklearn", "safetensors"]
    code = f"""
import sys
sys.modules.update(dict.fromkeys({banned}))
from pathlib import Path
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus
from int2vec.embed.train import Training, train
corpus = open_corpus("progressions.txt")
small = {{"dim": 8, "hidden": 8, "batch": 8, "epochs": 1}}
asked = Training(method="lstm", preset="small", settings=small, device="cpu")
train(asked, corpus, make_split(corpus), Path("model"))
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert Embeddings.load(tmp_path / "model").dim == 8


def test_a_missing_torch_is_one_sentence_with_the_command() -> None:
    code = "import sys; sys.modules['torch'] = None; import int2vec.embed.lstm"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "MissingExtraError" in done.stderr
    assert "pip install 'int2vec[lstm]'" in done.stderr
