"""Fetching the published files into the data folder, each checked as far as its format can tell."""

from dataclasses import dataclass
from pathlib import Path

from int2vec.cache import Progress
from int2vec.data import SOURCES, data_folder
from int2vec.errors import InputError
from int2vec.fetch.download import Patience, download

__all__ = ["Fetched", "Patience", "fetch"]


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A file of the data folder after `fetch`."""

    path: Path
    address: str
    size: int
    new: bool  # False where it was there already


def fetch(
    name: str,
    *,
    folder: Path | None = None,
    force: bool = False,
    base: str | None = None,
    patience: Patience | None = None,
    progress: Progress | None = None,
) -> list[Fetched]:
    """The files that `name` stands for, fetched unless they are there or `force` is set.

    `folder` takes the place of the data folder, and `base` of the published address: a mirror
    that has the files under their own names.
    """
    if name not in SOURCES:
        raise InputError(f"'{name}' cannot be fetched; give one of {', '.join(SOURCES)}")
    results = []
    for file in SOURCES[name]:
        path = (folder or data_folder()) / file.path
        address = f"{base.rstrip('/')}/{file.name}" if base else file.address
        new = force or not path.is_file()
        if new:
            download(address, path, file, patience=patience or Patience(), progress=progress)
        results.append(Fetched(path=path, address=address, size=path.stat().st_size, new=new))
    return results
