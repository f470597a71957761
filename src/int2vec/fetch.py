"""Fetching the published files into the data folder: resumed where they broke off, and checked.

What has arrived lies in `NAME.part`, with `NAME.part.json` beside it that says which version of
the file it is part of: a later request asks for the rest of that very version (Range, If-Range).
"""

import bz2
import errno
import gzip
import http.client
import json
import os
import urllib.error
import urllib.request
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any

from int2vec.data import SOURCES, PublishedFile, data_folder
from int2vec.errors import BrokenOffError, DataError, InputError, ModelError
from int2vec.files import file_hash, open_tensors, read_json, write_json, writing
from int2vec.locks import locked
from int2vec.progress import progress

_AGENT = {"User-Agent": "int2vec/0.1 (vectors for integers; fetches each file once)"}
_PIECE = 1 << 18
_BUSY = (429, 500, 502, 503, 504)
_TIMEOUT = 30.0  # seconds without a byte
_ATTEMPTS = 5  # in a row that bring nothing new
_LONGEST_WAIT = 120.0  # seconds that a server may ask for


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A file of the data folder after `fetch`."""

    path: Path
    address: str
    size: int
    new: bool  # False where it was there already


def fetch(
    name: str, *, folder: Path | None = None, force: bool = False, base: str | None = None
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
        address = f"{base.rstrip('/')}/{path.name}" if base else file.address
        if new := force or not path.is_file():
            download(address, path, file)
        results.append(Fetched(path=path, address=address, size=path.stat().st_size, new=new))
    return results


def download(address: str, path: Path, known: PublishedFile | None = None) -> None:
    """Fetch `address` to `path`, which is replaced when the file is whole and is what is known."""
    coming = _Download(address, path)
    told = f"{path.name}: waiting for another process that fetches it"
    advice = "free some space or set INT2VEC_DATA to another folder"
    there_already = path.parent.exists()
    try:
        with writing(path, advice), locked(path, lambda: progress(0.0, told)) as waited:
            if not (waited and path.is_file()):
                coming.persist()
                coming.place(known)
    finally:
        if not there_already:
            with suppress(OSError):  # what is not empty stays
                path.parent.rmdir()


class _Download:
    """A file on its way."""

    def __init__(self, address: str, path: Path) -> None:
        self._address, self._path = address, path
        self._part = path.with_name(f"{path.name}.part")  # what has arrived
        self._note = path.with_name(f"{path.name}.part.json")  # which version it is part of
        self._by_hand = f"open {address} in a browser and put the file at {path}"

    def place(self, known: PublishedFile | None) -> None:
        """Put what has arrived in its place, unless something is wrong with it."""
        if reason := _fault(self._part, self._path.suffix, known):
            self._forget()
            problem = f"{self._address} arrived broken ({reason}) and was thrown away"
            raise DataError(f"{problem}; fetch it again, or {self._by_hand}")
        os.replace(self._part, self._path)
        self._forget()

    def _arrived(self) -> int:
        return self._part.stat().st_size if self._part.exists() else 0

    def _forget(self) -> None:
        self._part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    def persist(self) -> None:
        """Go on until the file is whole, or patience is at an end."""
        failures, answered = 0, False
        while True:
            before = self._arrived()
            try:
                return self._receive()
            except BrokenOffError as error:
                answered |= not error.unreachable
                failures = 0 if self._arrived() > before else failures + 1
                if not answered or failures >= _ATTEMPTS:
                    raise self._given_up(error, answered) from error
                wait = 2.0 ** (failures - 1) if error.wait is None else error.wait
                if wait > _LONGEST_WAIT:
                    problem = f"{self._address} is busy and asks for {wait:.0f} s of patience"
                    raise DataError(f"{problem}; fetch it again then") from error
                sleep(wait)

    def _given_up(self, error: BrokenOffError, answered: bool) -> DataError:
        n, then = self._arrived(), self._by_hand
        state = "could not be fetched" if answered else "cannot be reached"
        if answered and n:
            state, then = f"broke off after {n:,} bytes", "fetch it again to go on from there"
        return DataError(f"{self._address} {state} ({error}); {then}")

    def _receive(self) -> None:
        """One request for what is missing, appended until the file is whole."""
        validator = self._validator()
        have = self._arrived() if validator else 0
        headers = _AGENT | {"Accept-Encoding": "identity"}
        if have:
            headers |= {"Range": f"bytes={have}-", "If-Range": validator}
        request = urllib.request.Request(self._address, headers=headers)
        try:
            response = urllib.request.urlopen(request, timeout=_TIMEOUT)
        except urllib.error.HTTPError as error:
            raise self._refused(error) from error
        except urllib.error.URLError as error:
            raise BrokenOffError(str(error.reason), unreachable=True) from error
        except (OSError, http.client.HTTPException) as error:
            raise BrokenOffError(str(error) or type(error).__name__) from error
        with response:
            self._append(response, have if response.status == 206 else 0)

    def _refused(self, error: urllib.error.HTTPError) -> Exception:
        """What an answer without the file comes to."""
        error.close()
        if error.code == 416:  # what lies here is no part of what lies there
            self._forget()
            return BrokenOffError("the server has another version", wait=0.0)
        if error.code in _BUSY:
            asked = error.headers.get("Retry-After", "").strip()
            wait = float(asked) if asked.isdigit() else None
            return BrokenOffError(f"{error.code}, {error.reason}", wait=wait)
        return DataError(f"{self._address} answers {error.code} ({error.reason}); {self._by_hand}")

    def _validator(self) -> str:
        """What identifies the version that has begun; "" where it cannot be gone on with."""
        with suppress(ModelError):
            noted = read_json(self._note)
            return str(noted.get("validator", "")) if noted.get("address") == self._address else ""
        return ""

    def _append(self, response: Any, have: int) -> None:
        total = _total(response.headers, have)
        if not have:  # note which version comes, where the server says: a strong ETag, or its time
            self._note.unlink(missing_ok=True)
            etag, changed = map(response.headers.get, ("ETag", "Last-Modified"))
            if validator := changed if (etag or "W/").startswith("W/") else etag:
                write_json(self._note, {"address": self._address, "validator": validator})
        try:
            with self._part.open("ab" if have else "wb") as file:
                while piece := _piece(response):
                    file.write(piece)
                    have += len(piece)
                    of = f" of {total / 1e6:,.1f}" if total else ""
                    what = f"{self._path.name}, {have / 1e6:,.1f}{of} MB"
                    progress(have / total if total else 0.0, what)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self._forget()
            raise
        if total is not None and have != total:
            raise BrokenOffError(f"{have:,} of {total:,} bytes came")


def _piece(response: Any) -> bytes:
    try:
        return bytes(response.read(_PIECE))
    except (OSError, http.client.HTTPException) as error:
        raise BrokenOffError(str(error) or type(error).__name__) from error


def _total(headers: Any, have: int) -> int | None:
    """The size of the whole file, as far as the server says."""
    total = headers.get("Content-Length", "")
    if have:
        span, _, total = headers.get("Content-Range", "").partition("/")
        if not span.startswith(f"bytes {have}-"):
            raise BrokenOffError("the server sent another range than the one asked for")
    return int(total) if total.isdigit() else None


def _fault(path: Path, ending: str, known: PublishedFile | None) -> str | None:
    """What is wrong with a file that arrived, as far as its format and what is published tell."""
    size = path.stat().st_size
    if not size:
        return "it is empty"
    try:
        _read_through(path, ending.lower())
    except EOFError:
        return "it is cut short"
    except (OSError, ValueError, zlib.error, zipfile.BadZipFile, ModelError) as error:
        return str(error) or type(error).__name__
    if known and known.size not in (None, size):
        return f"it has {size:,} bytes where {known.size:,} are published"
    if known and known.sha256 and file_hash(path) != known.sha256:
        return "its SHA-256 is not the published one"
    return None


def _read_through(path: Path, ending: str) -> None:
    """Read a file as its ending says; an exception where it cannot be."""
    if ending in (".gz", ".bz2"):
        with (gzip if ending == ".gz" else bz2).open(path) as file:
            while file.read(1 << 20):
                pass
    elif ending == ".zip":
        with zipfile.ZipFile(path) as archive:
            if broken := archive.testzip():
                raise ValueError(f"its member {broken} is broken")
    elif ending == ".json":
        json.loads(path.read_text(encoding="utf-8"))
    elif ending == ".safetensors":
        open_tensors(path)
    elif ending == ".tsv" and "\t" not in path.read_text(encoding="utf-8").partition("\n")[0]:
        raise ValueError("its first line has no tabs")
