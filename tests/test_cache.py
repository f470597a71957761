"""The cache: damage is noticed and mended, killed runs are cleared up after, many start at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from int2vec import cache, locks
from int2vec.cache import cached, entries, find_fault, prune
from int2vec.cli import main
from int2vec.corpus import open_corpus
from int2vec.data import cache_folder
from int2vec.files import write_text
from int2vec.predict.complete.search.index import open_index
from int2vec.predict.expand.postings import open_postings

SQUARES = "A000290 ,0,1,4,9,16,25,\nA000027 ,1,2,3,4,5,\n"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    (tmp_path / "squares.txt").write_text(SQUARES)
    return tmp_path / "squares.txt"


def _answers(path: Path | str) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """What a corpus, its postings and its index say, all opened anew."""
    corpus = open_corpus(path)
    postings = open_postings(corpus)
    return corpus.terms(0)[:6], postings.of(4).tolist(), open_index(corpus).stretches([1, 4])


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _flip(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 4
    path.write_bytes(whole)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [_cut, _flip, _empty, Path.unlink])
@pytest.mark.parametrize("name", ["well-known", None])
def test_every_damaged_file_is_noticed_and_made_again(
    squares: Path,
    name: str | None,
    damage: Callable[[Path], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    expected = _answers(name or squares)
    files = sorted(path for path in cache_folder().rglob("*/*/*") if path.is_file())
    assert len(files) >= 7
    for file in files:
        caplog.clear()
        damage(file)
        assert _answers(name or squares) == expected
        assert "is damaged" in caplog.text, file
        assert "is made again" in caplog.text
    caplog.clear()
    assert _answers(name or squares) == expected
    assert not caplog.text


def test_a_flip_deep_in_a_large_file_is_found_by_verifying_and_after_a_crash(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def make(folder: Path) -> None:
        write_text(folder / "large", "1" * (1 << 20))

    folder = cached("corpus", "large", make, source="ones")
    with (folder / "large").open("r+b") as file:
        file.seek(50_000)  # between two places that are looked at
        file.write(b"2")
    assert find_fault(folder) is None
    assert [entry.fault for entry in entries(thorough=True)] == ["large has changed"]
    (cache_folder() / "corpus" / ".other.abc.part").mkdir()  # a run that was killed
    cache._after_a_crash.cache_clear()
    assert cached("corpus", "large", make, source="ones") == folder
    assert "large has changed" in caplog.text
    assert find_fault(folder, thorough=True) is None
    cache._after_a_crash.cache_clear()


def test_what_a_killed_run_left_is_cleared_and_what_a_living_one_writes_is_not(
    tmp_path: Path, squares: Path
) -> None:
    code = (
        "import pathlib, sys, time\n"
        "from int2vec.cache import cached\n"
        "from int2vec.files import atomic_write\n"
        "def make(part):\n"
        "    (part / 'half').write_text('x')\n"
        "    with atomic_write(pathlib.Path(sys.argv[1]) / 'file'):\n"
        "        print('ready', flush=True)\n"
        "        time.sleep(60)\n"
        "cached('corpus', 'slow', make, source='x')\n"
    )
    place = cache_folder() / "corpus"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(place)], stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        cache._after_a_crash.cache_clear()
        open_corpus(squares)
        assert len(list(place.glob(".*.part"))) == 2
        run.send_signal(signal.SIGKILL)
    cache._after_a_crash.cache_clear()
    open_corpus(squares)
    assert not list(place.glob(".*"))


def test_a_folder_appears_when_it_is_complete_and_is_read_by_everyone() -> None:
    def make(part: Path) -> None:
        write_text(part / "deep" / "first", "all of it")
        assert not list((cache_folder() / "corpus").glob("[!.]*"))

    folder = cached("corpus", "whole", make, source="x")
    assert (folder / "deep" / "first").read_text() == "all of it"
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    assert folder.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_fails_leaves_nothing() -> None:
    def make(part: Path) -> None:
        write_text(part / "first", "half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cached("corpus", "half", make, source="x")
    assert list((cache_folder() / "corpus").iterdir()) == []


def test_a_whole_folder_placed_meanwhile_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "fcntl", None)  # as where nothing can be locked

    def late(part: Path) -> None:
        cached("corpus", "same", lambda early: write_text(early / "first", "early"), source="x")
        write_text(part / "first", "late")

    folder = cached("corpus", "same", late, source="x")
    assert (folder / "first").read_text() == "early"
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_pruning_removes_what_nothing_uses(squares: Path, tmp_path: Path) -> None:
    _answers(squares)
    other = tmp_path / "other.txt"
    other.write_text("1 2 3\n")
    kept = _answers(other)
    (cache_folder() / "corpus" / "0123.v1").mkdir()
    (cache_folder() / "well-known").mkdir()
    (cache_folder() / "well-known" / "v1").mkdir()
    squares.unlink()
    removed = prune()
    assert [entry.kind for entry in removed].count("index") == 1
    assert sorted({entry.kind for entry in removed}) == [
        "corpus",
        "index",
        "postings",
        "well-known",
    ]
    assert {entry.kind for entry in entries()} == {"corpus", "index", "postings"}
    assert all(entry.source.startswith(str(other)) for entry in entries())
    assert _answers(other) == kept
    other.write_text("1 2 4\n")
    assert {entry.useless for entry in prune()} >= {f"{other} has changed"}
    assert not list(entries())


def test_only_the_last_used_runs_of_a_stage_are_kept(tmp_path: Path) -> None:
    for i in range(cache.KEPT_RUNS + 3):
        folder = tmp_path / f"probe-{i:016x}"
        write_text(folder / "result.json", "{}")
        cache.seal(folder, source="probe")
        os.utime(folder / "seal.json", (i, i))
    write_text(tmp_path / "probe-more-0123456789abcdef" / "result.json", "{}")
    cache.prune_runs(tmp_path, "probe")
    left = sorted(path.name[-1] for path in tmp_path.glob("probe-0*"))
    assert left == ["3", "4", "5", "6"]
    assert (tmp_path / "probe-more-0123456789abcdef").is_dir()


def test_one_process_makes_it_and_the_others_wait(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, time\n"
        "from int2vec.cache import cached\n"
        "from int2vec.progress import followed_by\n"
        "def make(folder):\n"
        "    with open(sys.argv[1], 'a') as file: file.write('made\\n')\n"
        "    time.sleep(2); (folder / 'a').write_text('a')\n"
        "with followed_by(lambda share, what: print(what)):\n"
        "    print(cached('corpus', 'one', make, source='x'))\n"
    )
    count = tmp_path / "count"
    said = _together([sys.executable, "-c", code, str(count)], n=3)
    assert count.read_text() == "made\n"
    assert len({text.splitlines()[-1] for text in said}) == 1  # all find the same folder
    assert any("waiting for another process" in text for text in said)


def _together(command: list[str], n: int) -> list[str]:
    """What n processes of the same command print, started at once; all must end well."""
    pipe = subprocess.PIPE
    runs = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(n)]
    said = [run.communicate(timeout=200) for run in runs]
    assert [run.returncode for run in runs] == [0] * n, [errors[-300:] for _, errors in said]
    return [text for text, _ in said]


def _ask_an_empty_cache(times: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sequences = folder / "few.txt"
    sequences.write_text(SQUARES)
    ask = [sys.executable, "-m", "int2vec", "search", "1, 4, 9", "--corpus", str(sequences)]
    answers = set()
    for i in range(times):
        monkeypatch.setenv("INT2VEC_CACHE", str(folder / f"cache{i}"))
        answers.update(_together(ask, n=8))
        assert not list(cache_folder().rglob("*.part"))
    assert len(answers) == 1
    assert "A000290" in answers.pop()


def test_eight_processes_share_an_empty_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ask_an_empty_cache(1, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif("INT2VEC_SLOW" not in os.environ, reason="ten minutes; set INT2VEC_SLOW")
def test_eight_processes_share_an_empty_cache_fifty_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ask_an_empty_cache(50, tmp_path, monkeypatch)


def test_what_a_killed_run_left_is_cleared_before_the_cache_is_shown(squares: Path) -> None:
    _answers(squares)
    left = cache_folder() / "corpus" / ".x.v3.abc.part"
    left.mkdir()
    cache._after_a_crash.cache_clear()  # as in a new process
    assert all(entry.folder != left for entry in entries())
    assert not left.exists()


def test_the_command_shows_verifies_and_prunes(
    squares: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _answers(squares)
    (cache_folder() / "index" / "old").mkdir()

    def run(*options: str) -> dict[str, Any]:
        monkeypatch.setattr(sys, "argv", ["int2vec", "cache", "--json", *options])
        with pytest.raises(SystemExit):
            main()
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    shown = run()["entries"]
    assert [entry["kind"] for entry in shown] == ["corpus", "index", "index", "postings"]
    assert all(entry["size"] > 0 and entry["version"] for entry in shown if not entry["useless"])
    _flip(open_corpus(squares).folder / "corpus.safetensors")
    assert run("--verify")["entries"][0]["fault"] == "corpus.safetensors has changed"
    assert run("--prune")["entries"] == []
