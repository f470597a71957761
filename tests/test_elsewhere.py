"""Commands on a machine that lacks what Windows lacks: locks, fork, UTF-8, moving open files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_POOR = """
import os, sys

for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("fork", "nice", "O_NONBLOCK", "getuid", "killpg", "setsid", "symlink", "mkfifo"):
    delattr(os, name)

def careful(move):
    def moved(path, *rest, **given):
        held = {os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")}
        places = [os.path.realpath(one) for one in (path, *rest)]
        if any(one == place or one.startswith(place + os.sep) for one in held for place in places):
            raise PermissionError(13, "it is being used by another process", str(path))
        return move(path, *rest, **given)
    return moved

for name in ("replace", "rename", "unlink"):
    setattr(os, name, careful(getattr(os, name)))
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="reads /proc")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "sitecustomize.py").write_text(_POOR, encoding="utf-8")
    (folder / "terms.txt").write_text("1, 2, 3, 4\n1, 4, 9, 16\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("search 1,3,6,10", "Triangular numbers"),
        ("complete --file terms.txt --out said.jsonl", "2 sequences answered"),
        ("export oeis-lsa --format glove --out lsa.txt", "Wrote lsa.txt"),
        ("info 1729", "7 · 13 · 19"),
        ("cache --verify", "whole"),
    ],
)
def test_a_poor_machine_answers(folder: Path, command: str, words: str) -> None:
    source = Path(__file__).parents[1] / "src"
    own = {"PYTHONPATH": f"{folder}{os.pathsep}{source}", "PYTHONIOENCODING": "cp1252"}
    own |= {"INT2VEC_DATA": str(folder / "data"), "INT2VEC_CACHE": str(folder / "cache")}
    own |= {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONUTF8": "0", "LC_ALL": "C"}
    strict = "-Werror::EncodingWarning:int2vec"
    done = subprocess.run(
        [sys.executable, strict, "-m", "int2vec", *command.split()],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("cp1252")
    assert words in done.stdout.decode("cp1252")
    assert list((folder / "cache").rglob(".*")) == []
