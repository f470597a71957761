"""Hostile inputs: whatever is given, a command ends soon, in an answer or in one sentence."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NoReturn

import pytest

from int2vec import models
from int2vec.cli import app as cli
from int2vec.cli.app import main
from int2vec.predict.complete import neural
from int2vec.web.worker import ServeConfig, answer

SECONDS = 60
LONG = "x" * 5000
BIG = "9" * 5000


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pipe that nobody writes to, a file, and things that look like files."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder").mkdir()
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 1 << 40)
    (tmp_path / "rubbish").write_bytes(b"\xff\xfe\x00\x01" * 50)
    (tmp_path / "deep.toml").write_text("x = " + "[" * 100_000)
    (tmp_path / "big.toml").write_text(f"dim = {BIG}")
    (tmp_path / "huge.toml").write_text(f"dim = {'9' * 4000}")
    (tmp_path / "table.toml").write_text("[dim]\nx = 1")
    (tmp_path / "few.txt").write_text("1 4 9\n")
    (tmp_path / "completion.tsv").write_text("prompt\tanswer\n1, 2, 3\t4\n")
    (tmp_path / "analogies.tsv").write_text("a\tb\tc\tanswer\n1\t2\t3\t4\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _ends_soon() -> Iterator[None]:
    def late(*_: object) -> NoReturn:
        pytest.fail(f"no end after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit code of a command, run in this process."""
    monkeypatch.setattr(sys, "argv", ["int2vec", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


def _sentence(text: str) -> str:
    """What a person reads on stderr, which must be a sentence and no exception of Python's."""
    assert "Traceback" not in text
    assert "Errno" not in text
    assert "fault of int2vec" not in text
    last = text.strip().splitlines()[-1]
    assert last
    assert len(last) < 1500
    return last


REFUSED = [
    # paths
    "complete 1,2,3 --corpus ~nobody-here/x",
    f"complete 1,2,3 --corpus {LONG}",
    "complete 1,2,3 --corpus pipe",
    "complete 1,2,3 --corpus /dev/zero",
    "complete 1,2,3 --corpus folder",
    "complete 1,2,3 --corpus file/under",
    "complete 1,2,3 --corpus rubbish",
    "corpus stats --corpus sparse",
    "corpus stats --corpus nothing-here",
    f"neighbors 5 --model {LONG}",
    "neighbors 5 --model ~nobody-here/x",
    "neighbors 5 --model pipe",
    "neighbors 5 --model /dev/zero",
    "neighbors 5 --model sparse",
    "neighbors 5 --model rubbish",
    "neighbors 5 --model folder",
    "neighbors 5 --model file/under",
    "export nothing --format glove",
    f"export oeis-lsa --format glove --out {LONG}",
    "export oeis-lsa --format glove --out file/under",
    "export oeis-lsa --format glove --out /proc/x",
    "export oeis-lsa --format glove --out pipe",
    "export oeis-lsa --format glove --out ~nobody-here/x",
    # settings
    "train lsa --config pipe",
    "train lsa --config /dev/zero",
    "train lsa --config sparse",
    "train lsa --config deep.toml",
    "train lsa --config big.toml",
    "train lsa --config huge.toml",
    "train lsa --config table.toml",
    "train lsa --config rubbish",
    "train lsa --config folder",
    f"train lsa --config {LONG}",
    "train lsa --out file/under",
    "train lsa --out /proc/x",
    f"train lsa --out {LONG}",
    "train lsa --out ~nobody-here/x",
    "train lsa --config ~nobody-here/x",
    "train lsa --preset small",
    "train nonsense",
    f"train lsa --seed {'9' * 30}",
    # reports
    "reproduce --out file",
    "reproduce --out file/under",
    "reproduce --out /proc/x",
    f"reproduce --out {LONG}",
    "reproduce --out out --models nothing-here",
    "reproduce --out out --models file",
    "reproduce --out out --only nonsense",
    "reproduce --out out --corpus nothing-here",
    # questions
    "complete",
    "complete x",
    f"complete {BIG}",
    "complete 1,2,3 --using nonsense",
    "complete 1,2,3 -k 0",
    "complete 1,2,3 -k -1",
    "complete 1,2,3 --least nan",
    "complete 1,2,3 --model folder --using lstm",
    "complete --file nothing-here --out answers",
    "complete --file pipe --out answers",
    "complete --file completion.tsv --out file/under",
    "complete --file folder --out answers",
    "complete --file few.txt --out pipe",
    "complete --file few.txt --out ~nobody-here/x",
    "neighbors ''",
    "neighbors x",
    "neighbors 1.5",
    f"neighbors {BIG}",
    "info ''",
    f"info {BIG}",
    "search ''",
    "search ?",
    "expand",
    "expand ''",
    "expand x",
    "expand 1 2 --using nonsense",
    "expand 1 2 --using ''",
    "analogy 5 36 ''",
    "analogy 5 36 6 --using ''",
    "analogy 5 36 6 --options ''",
    "analogy 5 36 6 --options x",
    "analogy 5 36 6 --using nonsense",
    # measuring
    "evaluate completion --file nofile",
    "evaluate completion --file pipe",
    "evaluate completion --file folder",
    "evaluate completion --file ~nobody-here/x",
    "evaluate completion --file rubbish",
    "evaluate completion --file sparse",
    "evaluate completion --file analogies.tsv",
    "evaluate analogies --file nofile",
    "evaluate analogies --file pipe",
    "evaluate analogies --file completion.tsv",
    "evaluate analogies --file rubbish",
    "evaluate expansion --corpus nothing-here",
    "benchmark score nofile",
    "probe --model folder",
    "probe --property nonsense",
    f"probe --last {'9' * 20}",
    "fetch nonsense",
    "serve --port 99999",
    "serve --corpus nothing-here",
    "serve --host nothing.invalid",
    "serve --host ''",
]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:60])
def test_what_cannot_be_done_is_said_in_a_sentence(
    line: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["" if word == "''" else word for word in line.split()]
    before = {path: path.lstat().st_mode for path in place.iterdir()}
    assert _run(monkeypatch, *arguments) in (1, 2)
    assert _sentence(capsys.readouterr().err)
    left = {path: path.lstat().st_mode for path in place.iterdir()}
    assert {path: mode for path, mode in left.items() if path.suffix != ".unfinished"} == before


@pytest.mark.parametrize("variable", ["INT2VEC_DATA", "INT2VEC_CACHE"])
@pytest.mark.parametrize("value", ["~nobody-here/x", LONG, "file/under", "/proc/x", "/dev/null"])
def test_folders_that_cannot_be(
    variable: str,
    value: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(variable, value)
    for line in ("search 1,4,9 --corpus few.txt", "models", "cache", "neighbors 5"):
        code = _run(monkeypatch, *line.split())
        said = capsys.readouterr()
        assert code == 0 or _sentence(said.err)
        assert "Traceback" not in said.err


def _is_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _is_endless(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _is_vast(path: Path) -> None:
    os.truncate(path, 1 << 40)


def _is_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _is_deep(path: Path) -> None:
    path.write_text('{"n": ' + "[" * 100_000)


def _has_a_big_number(path: Path) -> None:
    path.write_text(f'{{"n": {BIG}}}')


def _has_odd_values(path: Path) -> None:
    path.write_text(json.dumps({"format": 1, "n": "many", "dim": [], "method": None}))


@pytest.mark.parametrize("name", ["manifest.json", "vectors.safetensors"])
@pytest.mark.parametrize(
    "spoil",
    [_is_pipe, _is_endless, _is_vast, _is_folder, _is_deep, _has_a_big_number, _has_odd_values],
)
def test_a_broken_model_is_refused_and_hides_no_other(
    spoil: Callable[[Path], None],
    name: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(place))
    bundled = Path(models.__file__).parent / "oeis-lsa"
    shutil.copytree(bundled, place / "models" / "mine")
    spoil(place / "models" / "mine" / name)
    assert _run(monkeypatch, "neighbors", "5", "--model", "mine") == 1
    assert "mine" in _sentence(capsys.readouterr().err)
    assert _run(monkeypatch, "models", "--json") == 0
    assert "oeis-units" in {model["name"] for model in json.loads(capsys.readouterr().out)}
    assert _run(monkeypatch, "models") == 0
    assert "oeis-fasttext" in capsys.readouterr().out
    status, served = answer(ServeConfig(corpus="few.txt").session(), "models", b"{}")
    assert status == 200
    assert "oeis-units" in {model["name"] for model in json.loads(served)["models"]}


def test_a_full_folder_for_temporary_files_is_said(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    (place / "few.txt").write_text("1 2 3 4\n" * 9)
    monkeypatch.setattr("int2vec.files.owned", full)
    assert _run(monkeypatch, "train", "fasttext", "--corpus", "few.txt", "--out", "mine") == 1
    assert "No space left on device); free some space" in _sentence(capsys.readouterr().err)


def test_a_text_model_without_a_network_is_said_at_once(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(neural, "_HUB", "http://127.0.0.1:9")  # nothing listens there
    assert _run(monkeypatch, "reproduce", "--out", "out", "--text-model", "no-such-model") == 1
    said = _sentence(capsys.readouterr().err)
    assert "'no-such-model' is not on this machine and http://127.0.0.1:9 cannot be reach" in said
    assert not (place / "out").exists()


def test_our_own_faults_are_one_sentence_with_details_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken() -> NoReturn:
        raise KeyError("what we did not think of")

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(cli, "app", broken)
    assert _run(monkeypatch, "models") == 1
    said = capsys.readouterr().err.strip()
    assert said.startswith("error: this is a fault of int2vec, please report it; the details are")
    (details,) = tmp_path.glob("int2vec-fault-*.txt")
    assert str(details) in said
    assert "what we did not think of" in details.read_text()
    assert "Traceback" in details.read_text()


def _command(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process and a shell of its own."""
    return subprocess.run(
        line.replace("int2vec", f"{sys.executable} -m int2vec"),
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        env=os.environ | environment,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii"])
def test_consoles_that_are_not_utf8_get_plain_characters(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = (TextIOWrapper(BytesIO(), encoding, write_through=True) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert _run(monkeypatch, "info", "1728") == 0
    assert _run(monkeypatch, "info", "9" * 300, "--json") == 0
    assert _run(monkeypatch, "analogy", "5", "36", "6") == 0
    assert _run(monkeypatch, "neighbors", "é ✓ \udcff") == 1
    text, errors = (stream.buffer.getvalue().decode(encoding) for stream in (out, err))  # type: ignore[attr-defined]
    assert "1728 = 2^6" in text
    assert "49" in text
    assert errors.startswith("error: ")


def test_output_that_nobody_takes_is_no_traceback() -> None:
    full = _command("int2vec info 1728 > /dev/full", PYTHONIOENCODING="ascii")
    assert full.returncode == 1
    assert full.stderr.startswith(b"error: No space left on device")
    closed = _command("int2vec info 1728 --json | true; exit ${PIPESTATUS[0]}")
    assert closed.stderr == b""
