"""One file over HTTP: resumed where it broke off, checked, and put in place whole.

What has arrived lies in `NAME.part`, with `NAME.part.json` beside it that says which version of
the file it is part of: a later request asks for the rest of that very version (Range, If-Range).
"""

from __future__ import annotations

import errno
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from int2vec.data import PublishedFile
from int2vec.errors import BrokenOffError, DataError, ModelError
from int2vec.fetch.integrity import difference, fault
from int2vec.files import read_json, write_json
from int2vec.locks import locked

Progress = Callable[[float, str], None]

USER_AGENT = "int2vec/0.1 (vectors for integers; fetches each file once)"
_PIECE = 1 << 18
_BUSY = (429, 500, 502, 503, 504)


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long to wait for a server, and how often to come back."""

    timeout: float = 30.0  # seconds without a byte
    attempts: int = 5  # in a row that bring nothing new
    longest_wait: float = 120.0  # seconds that a server may ask for
    pause: float = 1.0  # seconds after the first failure; doubled each time
    sleep: Callable[[float], None] = time.sleep


def download(
    address: str,
    path: Path,
    known: PublishedFile | None = None,
    *,
    patience: Patience,
    progress: Progress | None = None,
) -> None:
    """Fetch `address` to `path`, which is replaced when the file is whole and is what is known.

    Of several processes that fetch the same file one works; the others wait and take its file.
    """
    fetching = _Download(address=address, path=path, patience=patience, progress=progress)
    waited, is_new = False, not path.parent.exists()

    def waiting() -> None:
        nonlocal waited
        waited = True
        if progress:
            progress(0.0, f"{path.name}: waiting for another process that fetches it")

    try:
        with locked(path, waiting):
            if not (waited and path.is_file()):
                fetching.persist()
                _place(fetching, known)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            with suppress(OSError):
                fetching.forget()
        raise DataError(
            f"cannot write {path} ({error.strerror or error}); "
            "free some space or set INT2VEC_DATA to another folder"
        ) from error
    finally:
        with suppress(OSError):
            if is_new:  # and empty, if nothing came
                path.parent.rmdir()


def _place(fetching: _Download, known: PublishedFile | None) -> None:
    """Put what has arrived in its place, unless something is wrong with it."""
    reason = fault(fetching.part, fetching.path.name)
    if not reason and known is not None:
        reason = difference(fetching.part, known)
    if reason:
        fetching.forget()
        raise DataError(
            f"{fetching.address} arrived broken ({reason}) and was thrown away; fetch it again, "
            f"or {fetching.by_hand}"
        )
    os.replace(fetching.part, fetching.path)
    fetching.forget()


@dataclass(frozen=True, kw_only=True)
class _Download:
    """A file on its way."""

    address: str
    path: Path
    patience: Patience
    progress: Progress | None

    @property
    def part(self) -> Path:
        """What has arrived."""
        return self.path.with_name(f"{self.path.name}.part")

    @property
    def note(self) -> Path:
        """Which version it is part of."""
        return self.path.with_name(f"{self.path.name}.part.json")

    @property
    def arrived(self) -> int:
        """How many bytes have arrived."""
        return self.part.stat().st_size if self.part.exists() else 0

    @property
    def by_hand(self) -> str:
        """What a person can do instead."""
        return f"open {self.address} in a browser and put the file at {self.path}"

    def forget(self) -> None:
        """Throw away what has arrived."""
        self.part.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def persist(self) -> None:
        """Go on until the file is whole, or patience is at an end."""
        failures, pause, answered = 0, self.patience.pause, False
        while True:
            before = self.arrived
            try:
                return self._receive()
            except urllib.error.HTTPError as error:
                raise DataError(
                    f"{self.address} answers {error.code} ({error.reason}); {self.by_hand}"
                ) from error
            except BrokenOffError as error:
                answered |= not error.unreachable
                failures = 0 if self.arrived > before else failures + 1
                if not answered or failures >= self.patience.attempts:
                    raise self._given_up(error, answered) from error
                pause = 2 * pause if failures else self.patience.pause
                wait = pause / 2 if error.wait is None else error.wait
                if wait > self.patience.longest_wait:
                    raise DataError(
                        f"{self.address} is busy and asks for {wait:.0f} s of patience; "
                        "fetch it again then"
                    ) from error
                self.patience.sleep(wait)

    def _given_up(self, error: BrokenOffError, answered: bool) -> DataError:
        if not answered:
            return DataError(f"{self.address} cannot be reached ({error}); {self.by_hand}")
        n = self.arrived
        state = f"broke off after {n:,} bytes" if n else "could not be fetched"
        again = "fetch it again to go on from there" if n else self.by_hand
        return DataError(f"{self.address} {state} ({error}); {again}")

    def _receive(self) -> None:
        """One request for what is missing, appended until the file is whole."""
        version = self._version() if self.part.exists() else None
        have = self.arrived if version else 0
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        if have and version:
            headers |= {"Range": f"bytes={have}-", "If-Range": str(version["validator"])}
        request = urllib.request.Request(self.address, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self.patience.timeout) as response:
                have = have if response.status == 206 else 0
                total = _total(response, have)
                if have and version and total != version.get("size"):
                    raise self._restart("the server changed its mind about the size")
                if not have:
                    self._begin(_validator(response.headers), total)
                self._append(response, have, total)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 416:  # what lies here is no part of what lies there
                raise self._restart("the server has another version") from error
            if error.code in _BUSY:
                wait = _retry_after(error.headers.get("Retry-After"))
                raise BrokenOffError(f"{error.code}, {error.reason}", wait=wait) from error
            raise
        except urllib.error.URLError as error:
            raise BrokenOffError(str(error.reason), unreachable=True) from error
        except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
            raise BrokenOffError(str(error) or type(error).__name__) from error

    def _begin(self, validator: str | None, total: int | None) -> None:
        """Note which version is coming, where the server says."""
        self.part.parent.mkdir(parents=True, exist_ok=True)
        self.note.unlink(missing_ok=True)
        if validator:
            noted = {"address": self.address, "validator": validator, "size": total}
            write_json(self.note, noted)

    def _append(self, response: Any, have: int, total: int | None) -> None:
        with self.part.open("r+b" if have else "wb") as file:
            file.seek(have)
            while piece := _piece(response):
                file.write(piece)
                have += len(piece)
                if self.progress:
                    of = f" of {total / 1e6:,.1f}" if total else ""
                    share = have / total if total else 0.0
                    self.progress(share, f"{self.path.name}, {have / 1e6:,.1f}{of} MB")
            file.flush()
            os.fsync(file.fileno())
        if total is not None and have != total:
            raise BrokenOffError(f"{have:,} of {total:,} bytes came")

    def _restart(self, reason: str) -> BrokenOffError:
        self.forget()
        return BrokenOffError(reason, wait=0.0)

    def _version(self) -> dict[str, Any] | None:
        """What is known of the version that has begun; None if it cannot be gone on with."""
        try:
            version = read_json(self.note)
        except ModelError:
            return None
        same = version.get("address") == self.address and version.get("validator")
        return version if same else None


def _piece(response: Any) -> bytes:
    try:
        return bytes(response.read(_PIECE))
    except (OSError, http.client.HTTPException) as error:
        raise BrokenOffError(str(error) or type(error).__name__) from error


def _total(response: Any, have: int) -> int | None:
    """The size of the whole file, as far as the server says."""
    if have:
        span, _, total = response.headers.get("Content-Range", "").partition("/")
        if not span.startswith(f"bytes {have}-"):
            raise BrokenOffError("the server sent another range than the one asked for")
        return int(total) if total.isdigit() else None
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdigit() else None


def _validator(headers: Any) -> str | None:
    """What identifies this very version: a strong ETag, else the time of change."""
    etag, changed = headers.get("ETag"), headers.get("Last-Modified")
    strong = etag and not etag.startswith("W/")
    return str(etag) if strong else str(changed) if changed else None


def _retry_after(given: str | None) -> float | None:
    """The seconds that a Retry-After header asks for (a number, or a date)."""
    if not given:
        return None
    if given.strip().isdigit():
        return float(given)
    try:
        then = parsedate_to_datetime(given)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
