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

from int2vec.errors import BrokenOffError, DataError, ModelError
from int2vec.fetch.integrity import fault
from int2vec.files import read_json, write_json

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
    address: str, path: Path, *, patience: Patience,
    progress: Callable[[float, str], None] | None = None,
) -> None:  # fmt: skip
    """Fetch `address` to `path`, which is replaced when the file is whole."""
    part, note = _beside(path, ".part"), _beside(path, ".part.json")
    by_hand = f"open {address} in a browser and put the file at {path}"
    try:
        _persist(address, part, note, by_hand, patience, progress)
        if reason := fault(part, path.name):
            part.unlink()
            note.unlink(missing_ok=True)
            raise DataError(
                f"{address} arrived broken ({reason}) and was thrown away; fetch it again, "
                f"or {by_hand}"
            )
        os.replace(part, path)
        note.unlink(missing_ok=True)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            with suppress(OSError):
                part.unlink(missing_ok=True)
                note.unlink(missing_ok=True)
        raise DataError(
            f"cannot write {path} ({error.strerror or error}); "
            "free some space or set INT2VEC_DATA to another folder"
        ) from error


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _persist(
    address: str, part: Path, note: Path, by_hand: str, patience: Patience,
    progress: Callable[[float, str], None] | None,
) -> None:  # fmt: skip
    """Go on until the file is whole, or `patience` is at an end."""
    failures, pause, answered = 0, patience.pause, False
    while True:
        before = _size(part)
        try:
            _receive(address, part, note, patience, progress)
            return
        except urllib.error.HTTPError as error:
            raise DataError(
                f"{address} answers {error.code} ({error.reason}); {by_hand}"
            ) from error
        except BrokenOffError as error:
            arrived = _size(part)
            answered |= not error.unreachable
            if not answered:
                raise DataError(f"{address} cannot be reached ({error}); {by_hand}") from error
            failures = 0 if arrived > before else failures + 1
            if failures >= patience.attempts:
                state = f"broke off after {arrived:,} bytes" if arrived else "could not be fetched"
                again = "fetch it again to go on from there" if arrived else by_hand
                raise DataError(f"{address} {state} ({error}); {again}") from error
            pause = 2 * pause if failures else patience.pause
            wait = pause / 2 if error.wait is None else error.wait
            if wait > patience.longest_wait:
                raise DataError(
                    f"{address} is busy and asks for {wait:.0f} s of patience; fetch it again then"
                ) from error
            patience.sleep(wait)


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _receive(
    address: str, part: Path, note: Path, patience: Patience,
    progress: Callable[[float, str], None] | None,
) -> None:  # fmt: skip
    """One request for what is missing, appended to `part` until the file is whole."""
    version = _version(note, address) if part.exists() else None
    have = _size(part) if version else 0
    headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
    if have and version:
        headers |= {"Range": f"bytes={have}-", "If-Range": str(version["validator"])}
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=patience.timeout) as response:
            have = have if response.status == 206 else 0
            total = _total(response, have)
            if have and version and total != version.get("size"):
                raise _restart(part, note, "the server changed its mind about the size")
            validator = _validator(response.headers)
            if not have:
                part.parent.mkdir(parents=True, exist_ok=True)
                note.unlink(missing_ok=True)
                if validator:
                    write_json(note, {"address": address, "validator": validator, "size": total})
            _append(response, part, have, total, progress)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:  # what lies here is no part of what lies there
            raise _restart(part, note, "the server has another version") from error
        if error.code in _BUSY:
            wait = _retry_after(error.headers.get("Retry-After"))
            raise BrokenOffError(f"{error.code}, {error.reason}", wait=wait) from error
        raise
    except urllib.error.URLError as error:
        raise BrokenOffError(str(error.reason), unreachable=True) from error
    except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
        raise BrokenOffError(str(error) or type(error).__name__) from error


def _append(
    response: Any, part: Path, have: int, total: int | None,
    progress: Callable[[float, str], None] | None,
) -> None:  # fmt: skip
    with part.open("r+b" if have else "wb") as file:
        file.seek(have)
        while piece := _piece(response):
            file.write(piece)
            have += len(piece)
            if progress:
                of = f" of {total / 1e6:,.1f}" if total else ""
                name = part.name.removesuffix(".part")
                progress(have / total if total else 0.0, f"{name}, {have / 1e6:,.1f}{of} MB")
        file.flush()
        os.fsync(file.fileno())
    if total is not None and have != total:
        raise BrokenOffError(f"{have:,} of {total:,} bytes came")


def _piece(response: Any) -> bytes:
    try:
        return bytes(response.read(_PIECE))
    except (OSError, http.client.HTTPException) as error:
        raise BrokenOffError(str(error) or type(error).__name__) from error


def _restart(part: Path, note: Path, reason: str) -> BrokenOffError:
    part.unlink(missing_ok=True)
    note.unlink(missing_ok=True)
    return BrokenOffError(reason, wait=0.0)


def _version(note: Path, address: str) -> dict[str, Any] | None:
    """What is known of the version that a part belongs to; None if it cannot be gone on with."""
    try:
        version = read_json(note)
    except ModelError:
        return None
    return version if version.get("address") == address and version.get("validator") else None


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
