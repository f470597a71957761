"""The data folder: what lies in it, and where each file is published."""

import os
from dataclasses import dataclass
from pathlib import Path

from int2vec.errors import DataError
from int2vec.files import toml_beside, user_path

_TEXT_ENDINGS = (".txt", ".vec", ".bin", ".gz", ".bz2", ".zip")


@dataclass(frozen=True, kw_only=True)
class PublishedFile:
    """A file that int2vec reads, and the address it is published at."""

    address: str
    path: str  # in the data folder
    size: int | None = None  # in bytes, where it is known
    sha256: str | None = None  # where it is known


SOURCES = {  # what the words of `int2vec fetch` stand for
    word: tuple(
        PublishedFile(address=f"{of['base']}/{name}", path=f"{of['folder']}/{name}", **known)
        for name, known in of["files"].items()
    )
    for word, of in toml_beside(__file__, "published.toml").items()
}


def data_folder() -> Path:
    """The folder that data is read from: INT2VEC_DATA, or the platform's user data folder."""
    return _folder("INT2VEC_DATA", "user_data_dir")


def cache_folder() -> Path:
    """The folder for compiled files: INT2VEC_CACHE, or the platform's user cache folder."""
    return _folder("INT2VEC_CACHE", "user_cache_dir")


def _folder(variable: str, kind: str) -> Path:
    """The folder that the environment names, or the platform's own folder of that kind."""
    if given := os.environ.get(variable):
        return user_path(given)
    import platformdirs  # a machine that is told its folders needs torch and NumPy alone

    return Path(getattr(platformdirs, kind)("int2vec"))


def has_oeis() -> bool:
    """Whether the OEIS dump lies in the data folder."""
    return (data_folder() / "oeis" / "stripped.gz").is_file()


def text_vector_files() -> list[Path]:
    """The files of text vectors in the data folder."""
    files = sorted((data_folder() / "vectors").glob("*"))
    return [file for file in files if file.is_file() and file.suffix in _TEXT_ENDINGS]


def find_optional(relative: str) -> Path | None:
    """The path of a file in the data folder, None where it is not there."""
    path = data_folder() / relative
    return path if path.is_file() else None


def find(relative: str) -> Path:
    """The path of a file in the data folder; DataError names the way to get it."""
    if found := find_optional(relative):
        return found
    words = [word for word, files in SOURCES.items() if relative in (file.path for file in files)]
    way = f"run 'int2vec fetch {words[0]}'" if words else "put it there"
    problem = f"{data_folder() / relative} is not there"
    raise DataError(f"{problem}; {way}, or set INT2VEC_DATA to a folder that has it")
