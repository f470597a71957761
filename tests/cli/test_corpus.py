"""`int2vec corpus stats` as a person runs it, on good input and bad."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from int2vec.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """A function that runs a command; exit code, stdout and stderr come back."""
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))

    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["int2vec", "corpus", "stats", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return int(stop.value.code or 0), captured.out, captured.err

    return command


@pytest.fixture
def sequences(tmp_path: Path) -> Path:
    """A hundred sequences that have nothing in common."""
    path = tmp_path / "sequences.txt"
    terms = np.random.default_rng(0).integers(0, 2000, (100, 30)).tolist()
    lines = [f"A{i:06d} ,{','.join(map(str, row))},\n" for i, row in enumerate(terms, 1)]
    path.write_text("# some\n" + "".join(lines))
    return path


@pytest.mark.parametrize("split", ["random", "family", "temporal"])
def test_both_tables_stand_beside_the_papers(run: Run, sequences: Path, split: str) -> None:
    code, out, err = run("--corpus", str(sequences), "--split", split)
    assert (code, err) == (0, "")
    for words in ("302,281", "12,979,924", "1,268,771", "133,004", f"{split} split, seed 0"):
        assert words in out
    sizes = next(line for line in out.splitlines() if line.startswith("Sequences"))
    assert sizes.split()[1:4] == ["90", "5", "5"]
    assert "leak: the whole prefix of 0 of 5 test sequences (0.0%) occurs in training" in out


def test_json_is_alone_on_stdout(run: Run, sequences: Path) -> None:
    code, out, _ = run("--corpus", str(sequences), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["train"]["n_sequences"] == 90
    assert found["train"]["n_tokens"] == 2700
    assert found["train"]["mean_length"] == 30
    assert found["train"]["oov_rate"] == 0
    assert 0 < found["test"]["oov_rate"] < found["test"]["unk_rate"] < 1
    assert found["paper"]["train"]["n_types"] == 1_531_064
    assert found["leak"] == 0


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_the_figure_is_written(run: Run, sequences: Path, tmp_path: Path, ending: str) -> None:
    figure = tmp_path / f"picture{ending}"
    code, _, err = run("--corpus", str(sequences), "--figure", str(figure))
    assert code == 0
    assert str(figure) in err
    head = figure.read_bytes()[:400]
    assert b"<svg" in head or head.startswith(b"\x89PNG")


def test_bad_lines_are_listed_on_request(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text("1,2,3,1,2,3\n1,oops\n" + "4,5,6\n" * 30)
    code, _, err = run("--corpus", str(path))
    assert code == 1
    assert err.splitlines() == [
        f"error: {path}, line 2: 'oops' is not an integer; mend the line "
        "('int2vec corpus stats --skip-bad' lists all such lines)"
    ]
    code, out, _ = run("--corpus", str(path), "--skip-bad")
    assert code == 0
    assert "skipped: 1 malformed lines" in out
    assert "line 2: 'oops' is not an integer" in out


def _bad_files(folder: Path) -> dict[str, bytes | None]:
    return {
        "missing.txt": None,
        "empty.txt": b"",
        "rubbish.bin": bytes(range(256)) * 50,
        "cut.gz": gzip.compress(b"1,2,3\n" * 1000)[:-20],
        "words.txt": b"1,2,three\n",
        "long.txt": b"A000001 ,1," + b"7" * 5000 + b",\n",
        "comments.txt": b"# nothing\n",
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.txt", "is not there; give 'catalog', 'oeis' or a sequence file"),
        ("empty.txt", "holds no sequences; give lines such as"),
        ("rubbish.bin", "rubbish.bin, line 1: "),
        ("cut.gz", "is a broken gzip file (Compressed file ended before"),
        ("words.txt", "line 1: 'three' is not an integer; mend the line ('int2vec corpus"),
        ("long.txt", "line 1: a term of 5,000 characters; at most 4,000 digits are allowed"),
        ("comments.txt", "holds no sequences"),
        ("folder", "is a folder; give 'catalog', 'oeis' or a sequence file"),
        ("/dev/null", "cannot be read (it is no plain file); give 'catalog', 'oeis'"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(
    run: Run, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "folder").mkdir()
    for file, contents in _bad_files(tmp_path).items():
        if contents is not None:
            (tmp_path / file).write_bytes(contents)
    code, out, err = run("--corpus", str(tmp_path / name))
    assert (code, out) == (1, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert words in err
    left = [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert left in ([], ["hashes.json"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--corpus", "oeis"], "run 'int2vec fetch oeis'"),
        (["--split", "alphabetical"], "give one of random, family, temporal"),
        (["--seed", "-1"], "the seed is -1; give 0 or more"),
        (["--min-count", "0"], "min_count is 0; give 1 or more"),
        (["--figure", "picture.doc"], "end it in .png, .svg, .pdf"),
        (["--figure", "/proc/nowhere/a.svg"], "cannot write /proc/nowhere/a.svg"),
    ],
)
def test_bad_options_are_one_sentence(
    run: Run, sequences: Path, arguments: list[str], words: str
) -> None:
    given = arguments if "--corpus" in arguments else ["--corpus", str(sequences), *arguments]
    code, out, err = run(*given)
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """A function that mounts a small file system of its own; skips where that is not allowed."""
    places = []

    def mount(options: str) -> Path:
        place = tmp_path / f"mount{len(places)}"
        place.mkdir()
        program = shutil.which("mount")
        if not program or os.getuid() != 0:
            pytest.skip("mounting a tmpfs needs root")
        made = subprocess.run(
            [program, "-t", "tmpfs", "-o", options, "tmpfs", str(place)],
            capture_output=True, check=False,
        )  # fmt: skip
        if made.returncode:
            pytest.skip(f"a tmpfs cannot be mounted here: {made.stderr.decode().strip()}")
        places.append(place)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", "-l", str(place)], check=True)  # maps may still be open


def test_a_read_only_cache_is_one_sentence(
    run: Run, sequences: Path, mounted: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = mounted("ro,size=1m")
    monkeypatch.setenv("INT2VEC_CACHE", str(cache))
    code, out, err = run("--corpus", str(sequences))
    assert (code, out) == (1, "")
    assert "(Read-only file system); free some space or set INT2VEC_CACHE" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("room", ["16k", "64k", "300k", "700k"])
def test_a_full_disk_is_one_sentence_and_leaves_nothing(
    run: Run, mounted: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    room: str,
) -> None:  # fmt: skip
    cache = mounted(f"size={room}")
    monkeypatch.setenv("INT2VEC_CACHE", str(cache))
    path = tmp_path / "large.txt"
    terms = np.random.default_rng(0).integers(0, 10**6, (2000, 30)).tolist()
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in terms))
    code, out, err = run("--corpus", str(path), "--split", "family")
    assert (code, out) == (1, "")
    assert "No space left on device" in err
    assert err.count("\n") == 1
    left = {path.name for path in cache.rglob("*") if path.is_file()}
    assert left <= {"hashes.json"}
