"""The wheel and the sdist: built, small, and at work in an empty environment."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(_ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "No matching distribution" in done.stdout + done.stderr:
        pytest.skip("the build backend cannot be installed: no package registry")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_what_is_in_the_files(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    (source,) = built.glob("*.tar.gz")
    assert wheel.stat().st_size < 30e6
    names = zipfile.ZipFile(wheel).namelist()
    for model in ("oeis-units", "oeis-fasttext", "oeis-lsa", "oeis-lstm"):
        assert f"int2vec/models/{model}/vectors.safetensors" in names
        assert f"int2vec/models/{model}/README.md" in names, "the model card travels along"
    assert "int2vec/web/static/index.html" in names
    assert any(name.endswith("NOTICE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
        assert {"conftest.py", "tests/test_wheel.py"} <= inside


@pytest.mark.slow
def test_the_wheel_answers_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    done = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", str(wheel)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode and "No matching distribution" in done.stderr:
        pytest.skip("NumPy cannot be installed: no package registry")
    assert done.returncode == 0, done.stderr
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path),
        "INT2VEC_DATA": str(tmp_path / "data"), "INT2VEC_CACHE": str(tmp_path / "cache"),
    }  # fmt: skip
    expected = {
        ("complete", "1, 4, 10, 20, 35,"): "56",
        ("neighbors", "1729"): "2465",  # another Carmichael number
        ("expand", "73", "97", "83"): "is prime",
        ("analogy", "5", "36", "6"): "49",
    }
    for command, answer in expected.items():
        ran = subprocess.run(
            [str(python.parent / "int2vec"), *command], env=environment, cwd=tmp_path,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        assert answer in ran.stdout, f"{command}: {ran.stdout}"
