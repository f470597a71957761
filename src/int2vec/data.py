"""The data folder: where files live."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from int2vec.errors import DataError

# What lies in the data folder, and the `int2vec fetch` word that brings it.
KNOWN_FILES = {
    "oeis/stripped.gz": "oeis",
    "oeis/names.gz": "oeis",
    "benchmarks/sequence_completion_tests.tsv": "benchmarks",
    "benchmarks/number_analogy_tests.tsv": "benchmarks",
}


def data_folder() -> Path:
    """The folder that data is read from: INT2VEC_DATA, or the platform's user data folder."""
    given = os.environ.get("INT2VEC_DATA")
    return Path(given).expanduser() if given else Path(platformdirs.user_data_dir("int2vec"))


def cache_folder() -> Path:
    """The folder for compiled files: INT2VEC_CACHE, or the platform's user cache folder."""
    given = os.environ.get("INT2VEC_CACHE")
    return Path(given).expanduser() if given else Path(platformdirs.user_cache_dir("int2vec"))


def find(relative: str) -> Path:
    """The path of a file in the data folder; DataError names the way to get it."""
    path = data_folder() / relative
    if path.is_file():
        return path
    word = KNOWN_FILES.get(relative, "--help")
    raise DataError(
        f"{path} is not there; run 'int2vec fetch {word}', "
        "or set INT2VEC_DATA to a folder that has it"
    )
