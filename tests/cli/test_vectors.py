"""The commands about vectors: neighbors, models, train, export; and how the command line fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from int2vec import __version__
from int2vec.cli.app import COMMANDS, app, load_commands

_SEQUENCES = "\n".join(
    ", ".join(str(i % 5 + k * (i % 9 + 1)) for k in range(14)) for i in range(150)
)


def _int2vec(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from int2vec.cli import main; main()", *arguments],
        capture_output=True, text=True, timeout=120, check=False,
        env=os.environ | {"COLUMNS": "100"},
    )  # fmt: skip


def test_neighbors_of_a_power_of_two() -> None:
    done = _int2vec("neighbors", "1024", "-k", "3", "--json")
    answer = json.loads(done.stdout)
    assert answer["inferred"] is False
    assert len(answer["neighbors"]) == 3
    assert all(n & (n - 1) == 0 for n in (abs(x["integer"]) for x in answer["neighbors"]))


def test_any_integer_has_neighbors() -> None:
    done = _int2vec("neighbors", "71234567654399")
    assert done.returncode == 0
    assert "inferred: it was not seen in training" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["neighbors", "seven"], "'seven' is not a whole number"),
        (["neighbors", "1, 2"], "2 integers were given; give one"),
        (["neighbors", "7", "-k", "0"], "k is 0; give a whole number from 1"),
        (["neighbors", "7", "--model", "nope"], "'nope' is neither a model"),
        (
            ["neighbors", "71234567654399", "--model", "oeis-lsa"],
            "71234567654399 has no vector in 'oeis-lsa'",
        ),
        (["export", "oeis-lsa", "--format", "csv"], "the format is 'csv'; give one of"),
        (["train", "lsa", "--corpus", "nowhere.txt"], "nowhere.txt is not there"),
        (["train", "lsa", "--resume"], "the other methods keep checkpoints"),
        (["train", "lsa", "--out", f"{__file__}/model"], "give another --out"),
    ],
)
def test_a_fault_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = _int2vec(*arguments)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_models_lists_what_ships() -> None:
    done = _int2vec("models")
    for name in ("oeis-units", "oeis-fasttext", "oeis-lsa", "oeis-lstm"):
        assert name in done.stdout
    assert [m["bundled"] for m in json.loads(_int2vec("models", "--json").stdout)] == [True] * 4


def test_train_then_use_then_export(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(_SEQUENCES)
    (tmp_path / "c.toml").write_text('dim = 6\nweighting = "ppmi"\n')
    out = str(tmp_path / "mine")
    done = _int2vec("train", "lsa", "--corpus", str(tmp_path / "s.txt"), "--out", out,
                    "--config", str(tmp_path / "c.toml"), "--json")  # fmt: skip
    assert json.loads(done.stdout)["dim"] == 6, done.stderr
    assert "Nearest to 12 in mine" in _int2vec("neighbors", "12", "--model", out).stdout
    file = str(tmp_path / "mine.vec")
    assert _int2vec("export", out, "--format", "word2vec", "--out", file).returncode == 0
    assert Path(file).read_text().splitlines()[0].endswith(" 6")


def test_an_unknown_setting_lists_the_valid_ones(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(_SEQUENCES)
    (tmp_path / "c.toml").write_text("dims = 6\n")
    done = _int2vec("train", "lsa", "--corpus", str(tmp_path / "s.txt"), "--out",
                    str(tmp_path / "m"), "--config", str(tmp_path / "c.toml"))  # fmt: skip
    assert done.returncode == 1
    assert "there is no setting 'dims'; the settings are dim, weighting" in done.stderr
    assert not (tmp_path / "m").exists()


def test_every_command_has_help_with_an_example() -> None:
    load_commands()
    words = [(name,) for name in COMMANDS]
    for group in app.registered_groups:
        assert group.typer_instance is not None
        inner = group.typer_instance.registered_commands
        words.remove((str(group.name),))
        words += [(str(group.name), c.callback.__name__) for c in inner if c.callback]
    assert len(words) > 20
    for asked in words:
        done = CliRunner().invoke(app, [*asked, "--help"])
        assert done.exit_code == 0, asked
        assert "Example" in done.stdout, asked


def test_what_is_known_of_an_integer_on_a_terminal() -> None:
    load_commands()
    done = CliRunner().invoke(app, ["info", "1729"], env={"COLUMNS": "100"})
    assert done.exit_code == 0, done.output
    assert "1729 = 7 · 13 · 19" in done.stdout
    assert "-12 = -1 · 2^2 · 3" in CliRunner().invoke(app, ["info", "-12"]).stdout
    assert CliRunner().invoke(app, ["info", "twelve"]).exit_code == 1


def test_an_lstm_trained_here_completes_sequences(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (tmp_path / "mine.txt").write_text(_SEQUENCES)
    (tmp_path / "tiny.toml").write_text("dim = 8\nhidden = 8\nepochs = 2\nbatch = 4\nseed = 3\n")
    model = tmp_path / "mine-lstm"
    trained = _int2vec(
        "train", "lstm", "--corpus", str(tmp_path / "mine.txt"), "--preset", "small",
        "--config", str(tmp_path / "tiny.toml"), "--out", str(model), "--json",
    )  # fmt: skip
    assert json.loads(trained.stdout)["manifest"]["split_seed"] == 3
    assert json.loads(trained.stdout)["dim"] == 8
    assert _int2vec("neighbors", "7", "--model", str(model)).returncode == 0
    answer = _int2vec("complete", "1 2 3 4", "--using", "lstm", "--model", str(model), "--json")
    assert answer.returncode == 0, answer.stderr
    assert len(json.loads(answer.stdout)["predictions"]) == 5


def test_two_seeds_are_refused(tmp_path: Path) -> None:
    (tmp_path / "seed.toml").write_text("seed = 3\n")
    done = _int2vec("train", "lsa", "--config", str(tmp_path / "seed.toml"), "--seed", "4")
    assert done.returncode == 1
    assert "--seed is 4 and the settings say 3; give one of them" in done.stderr


def test_ctrl_c_ends_a_command_without_a_traceback() -> None:
    code = (
        "import sys, signal; from int2vec.cli import app\n"
        # A parent such as nohup or a background job of a shell may have it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.argv = ['int2vec', 'models']; app.load_commands(['models'])\n"
        "import int2vec.library as m\n"
        "m.installed = lambda: signal.raise_signal(signal.SIGINT)\n"
        "app.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_version_is_shown() -> None:
    done = _int2vec("--version")
    assert (done.returncode, done.stdout) == (0, f"int2vec {__version__}\n")
