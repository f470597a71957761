"""One file over HTTP: resumed where it broke off, checked, and put in place whole.

What has arrived lies in `NAME.part`, with `NAME.part.json` beside it that says which version of
the file it is part of: a later request asks for the rest of that very version (Range, If-Range).
"""

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

from int2vec.cache import Progress
from int2vec.data import PublishedFile
from int2vec.errors import BrokenOffError, DataError, ModelError
from int2vec.fetch.integrity import fault
from int2vec.files import read_json, write_json, writing
from int2vec.locks import locked

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
    coming = _Download(address, path, patience, progress)
    waited, is_new = False, not path.parent.exists()

    def waiting() -> None:
        nonlocal waited
        waited = True
        coming.tell(0.0, ": waiting for another process that fetches it")

    advice = "free some space or set INT2VEC_DATA to another folder"
    try:
        with writing(path, advice), locked(path, waiting):
            if not (waited and path.is_file()):
                coming.persist()
                coming.place(known)
    finally:
        with suppress(OSError):
            if is_new:  # and empty, if nothing came
                path.parent.rmdir()


class _Download:
    """A file on its way."""

    def __init__(
        self, address: str, path: Path, patience: Patience, progress: Progress | None
    ) -> None:
        self._address, self._path = address, path
        self._patience, self._progress = patience, progress
        self._part = path.with_name(f"{path.name}.part")  # what has arrived
        self._note = path.with_name(f"{path.name}.part.json")  # which version it is part of
        self._by_hand = f"open {address} in a browser and put the file at {path}"

    def tell(self, share: float, what: str) -> None:
        """Report progress."""
        if self._progress:
            self._progress(share, f"{self._path.name}{what}")

    def place(self, known: PublishedFile | None) -> None:
        """Put what has arrived in its place, unless something is wrong with it."""
        reason = fault(self._part, self._path.name, known)
        if not reason:
            os.replace(self._part, self._path)
        self._forget()
        if reason:
            raise DataError(
                f"{self._address} arrived broken ({reason}) and was thrown away; fetch it again, "
                f"or {self._by_hand}"
            )

    def _arrived(self) -> int:
        return self._part.stat().st_size if self._part.exists() else 0

    def _forget(self) -> None:
        self._part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    def persist(self) -> None:
        """Go on until the file is whole, or patience is at an end."""
        failures, pause, answered = 0, self._patience.pause, False
        while True:
            before = self._arrived()
            try:
                return self._receive()
            except urllib.error.HTTPError as error:
                raise DataError(
                    f"{self._address} answers {error.code} ({error.reason}); {self._by_hand}"
                ) from error
            except BrokenOffError as error:
                answered |= not error.unreachable
                failures = 0 if self._arrived() > before else failures + 1
                if not answered or failures >= self._patience.attempts:
                    raise self._given_up(error, answered) from error
                pause = 2 * pause if failures else self._patience.pause
                wait = pause / 2 if error.wait is None else error.wait
                if wait > self._patience.longest_wait:
                    raise DataError(
                        f"{self._address} is busy and asks for {wait:.0f} s of patience; "
                        "fetch it again then"
                    ) from error
                self._patience.sleep(wait)

    def _given_up(self, error: BrokenOffError, answered: bool) -> DataError:
        if not answered:
            return DataError(f"{self._address} cannot be reached ({error}); {self._by_hand}")
        n = self._arrived()
        state = f"broke off after {n:,} bytes" if n else "could not be fetched"
        again = "fetch it again to go on from there" if n else self._by_hand
        return DataError(f"{self._address} {state} ({error}); {again}")

    def _receive(self) -> None:
        """One request for what is missing, appended until the file is whole."""
        validator = self._validator()
        have = self._arrived() if validator else 0
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        if have:
            headers |= {"Range": f"bytes={have}-", "If-Range": validator}
        request = urllib.request.Request(self._address, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self._patience.timeout) as response:
                have = have if response.status == 206 else 0
                total = _total(response.headers, have)
                if not have:
                    self._begin(response.headers)
                self._append(response, have, total)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 416:  # what lies here is no part of what lies there
                self._forget()
                raise BrokenOffError("the server has another version", wait=0.0) from error
            if error.code in _BUSY:
                wait = _retry_after(error.headers.get("Retry-After"))
                raise BrokenOffError(f"{error.code}, {error.reason}", wait=wait) from error
            raise
        except urllib.error.URLError as error:
            raise BrokenOffError(str(error.reason), unreachable=True) from error
        except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
            raise BrokenOffError(str(error) or type(error).__name__) from error
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self._forget()
            raise

    def _begin(self, headers: Any) -> None:
        """Note which version is coming, where the server says: a strong ETag, else its time."""
        self._part.parent.mkdir(parents=True, exist_ok=True)
        self._note.unlink(missing_ok=True)
        etag = headers.get("ETag") or "W/"
        if validator := headers.get("Last-Modified") if etag.startswith("W/") else etag:
            write_json(self._note, {"address": self._address, "validator": validator})

    def _validator(self) -> str:
        """What identifies the version that has begun; "" where it cannot be gone on with."""
        try:
            noted = read_json(self._note)
        except ModelError:
            return ""
        return str(noted.get("validator", "")) if noted.get("address") == self._address else ""

    def _append(self, response: Any, have: int, total: int | None) -> None:
        with self._part.open("r+b" if have else "wb") as file:
            file.seek(have)
            while piece := _piece(response):
                file.write(piece)
                have += len(piece)
                of = f" of {total / 1e6:,.1f}" if total else ""
                self.tell(have / total if total else 0.0, f", {have / 1e6:,.1f}{of} MB")
            file.flush()
            os.fsync(file.fileno())
        if total is not None and have != total:
            raise BrokenOffError(f"{have:,} of {total:,} bytes came")


def _piece(response: Any) -> bytes:
    try:
        return bytes(response.read(_PIECE))
    except (OSError, http.client.HTTPException) as error:
        raise BrokenOffError(str(error) or type(error).__name__) from error


def _total(headers: Any, have: int) -> int | None:
    """The size of the whole file, as far as the server says."""
    if not have:
        total = headers.get("Content-Length", "")
    else:
        span, _, total = headers.get("Content-Range", "").partition("/")
        if not span.startswith(f"bytes {have}-"):
            raise BrokenOffError("the server sent another range than the one asked for")
    return int(total) if total.isdigit() else None


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
