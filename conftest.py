"""Fixtures for tests and docstrings: folders of their own, and data that may lie beside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import int2vec

# As many tests as cores run at a time, so that each does its linear algebra on one.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

# A busy machine is no failure: hangs are caught by the timeout of each test.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")

_BESIDE = Path(__file__).resolve().parents[1] / "shared"


def _data_file(relative: str) -> Path:
    for folder in (os.environ.get("INT2VEC_TEST_DATA"), os.environ.get("INT2VEC_DATA"), _BESIDE):
        if folder and (Path(folder) / relative).exists():
            return Path(folder) / relative
    pytest.skip(f"{relative} is not in INT2VEC_DATA; 'int2vec fetch' brings it")


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see an empty data folder and a cache of their own, shared by a session."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # whose folders lie side by side in the session's
        base = base.parent
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path_factory.getbasetemp() / "no-data"))
    monkeypatch.setenv("INT2VEC_CACHE", str(base / "int2vec-cache"))


@pytest.fixture(autouse=True)
def _names_in_docstrings(doctest_namespace: dict[str, object]) -> None:
    """Examples may use the package without importing it first."""
    doctest_namespace["int2vec"] = int2vec


@pytest.fixture(scope="session")
def oeis_dump() -> Path:
    """The OEIS dump, or a skip."""
    return _data_file("oeis/stripped.gz")


@pytest.fixture(scope="session")
def oeis_names() -> Path:
    """The OEIS names, or a skip."""
    return _data_file("oeis/names.gz")


@pytest.fixture(scope="session")
def benchmarks_folder() -> Path:
    """The folder of the paper's two benchmark files, or a skip."""
    return _data_file("benchmarks")


@pytest.fixture(scope="session")
def vectors_folder() -> Path:
    """The folder of text vectors, or a skip."""
    return _data_file("vectors")
