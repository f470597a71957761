"""Fetching from a real server on this machine that misbehaves on request."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import http.server
import os
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from email.utils import formatdate
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from int2vec import fetch as fetching
from int2vec.data import SOURCES, PublishedFile
from int2vec.errors import DataError, InputError
from int2vec.fetch import download, fetch
from int2vec.progress import followed_by

TERMS = b"".join(b"A%06d ,%d,%d,\n" % (i, i, i * i) for i in range(60_000))
STRIPPED = gzip.compress(TERMS, 1)
NAMES = gzip.compress(b"A000045 Fibonacci numbers\n")


class Server(http.server.ThreadingHTTPServer):
    """Files by name, faults by name, and everything that was asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {"stripped.gz": STRIPPED, "names.gz": NAMES}
        self.faults: dict[str, list[str]] = {}  # one is used up by each request
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.etag: str | None = '"v1"'

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def ranges(self, name: str) -> list[str | None]:
        return [headers.get("Range") for asked, headers in self.requests if asked == name]


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        name = self.path.lstrip("/")
        self.server.requests.append((name, dict(self.headers)))
        faults = self.server.faults.get(name, [])
        fault = faults.pop(0) if faults else ""
        if fault[:3].isdigit():
            code, _, retry = fault.partition(" ")
            self.send_response(int(code))
            if retry:
                self.send_header("Retry-After", retry)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if fault == "slow":
            time.sleep(0.5)
        body, start = self.server.files[name], 0
        asked = self.headers.get("Range")
        if asked and self.headers.get("If-Range") == self.server.etag and fault != "no ranges":
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            if start >= len(body):
                self.send_response(416)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        else:
            self.send_response(200)
        rest = body[start:]
        length = len(rest) + (1000 if fault == "lie" else 0)
        if fault != "no length":
            self.send_header("Content-Length", str(length))
        if self.server.etag:
            self.send_header("ETag", self.server.etag)
        self.end_headers()
        self.wfile.write(rest[: len(rest) // 2] if fault == "drop" else rest)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield running
    finally:
        running.shutdown()
        running.server_close()
        thread.join()


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited for a server, in no time."""
    waited: list[float] = []
    monkeypatch.setattr(fetching, "_TIMEOUT", 5)
    monkeypatch.setattr(fetching, "_ATTEMPTS", 3)
    monkeypatch.setattr(fetching, "sleep", waited.append)
    return waited


def get(server: Server, folder: Path, *, force: bool = False) -> Path:
    return fetch("oeis", folder=folder, base=server.base, force=force)[0].path


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("oeis/*"))


def test_files_arrive_whole_and_once(server: Server, tmp_path: Path) -> None:
    shares: list[float] = []
    with followed_by(lambda share, _: shares.append(share)):
        files = fetch("oeis", folder=tmp_path, base=server.base)
    assert [file.path.read_bytes() for file in files] == [STRIPPED, NAMES]
    assert [file.new for file in files] == [True, True]
    assert shares[-1] == 1.0
    assert leftovers(tmp_path) == ["names.gz", "stripped.gz"]
    agents = {headers["User-Agent"] for _, headers in server.requests}
    assert all(agent.startswith("int2vec/") for agent in agents)

    again = fetch("oeis", folder=tmp_path, base=server.base)
    assert [file.new for file in again] == [False, False]
    assert len(server.requests) == 2

    server.files["stripped.gz"] = gzip.compress(b"1,2,3\n")
    get(server, tmp_path, force=True)
    assert (tmp_path / "oeis/stripped.gz").read_bytes() == server.files["stripped.gz"]


def test_a_dropped_connection_is_gone_on_with(server: Server, tmp_path: Path) -> None:
    server.faults["stripped.gz"] = ["drop", "drop"]
    assert get(server, tmp_path).read_bytes() == STRIPPED
    first, second, third = server.ranges("stripped.gz")
    assert first is None
    assert second == f"bytes={len(STRIPPED) // 2}-"
    assert third is not None
    assert third > second
    assert leftovers(tmp_path) == ["names.gz", "stripped.gz"]


def test_a_part_is_kept_for_the_next_run(server: Server, tmp_path: Path) -> None:
    server.faults["stripped.gz"] = ["drop", "500", "500", "500"]
    with pytest.raises(DataError, match=r"broke off after [\d,]+ bytes .*; fetch it again to go"):
        get(server, tmp_path)
    assert leftovers(tmp_path) == ["stripped.gz.part", "stripped.gz.part.json"]
    server.requests.clear()
    assert get(server, tmp_path).read_bytes() == STRIPPED
    assert server.ranges("stripped.gz") == [f"bytes={len(STRIPPED) // 2}-"]


def test_a_part_of_another_version_is_not_mixed_in(server: Server, tmp_path: Path) -> None:
    server.faults["stripped.gz"] = ["drop", "500", "500", "500"]
    with pytest.raises(DataError):
        get(server, tmp_path)
    server.etag = '"v2"'
    server.files["stripped.gz"] = gzip.compress(TERMS[:5000])
    assert get(server, tmp_path).read_bytes() == server.files["stripped.gz"]


def test_a_server_without_ranges_or_validators_still_serves(server: Server, tmp_path: Path) -> None:
    server.faults["stripped.gz"] = ["drop", "no ranges"]
    assert get(server, tmp_path).read_bytes() == STRIPPED
    server.etag = None
    server.faults["stripped.gz"] = ["drop", "no length"]
    assert get(server, tmp_path, force=True).read_bytes() == STRIPPED


def test_a_lie_about_the_length_is_noticed(server: Server, tmp_path: Path) -> None:
    server.etag = None
    server.faults["stripped.gz"] = ["lie"] * 4
    with pytest.raises(DataError, match=r"stripped\.gz broke off after"):
        get(server, tmp_path)
    assert not (tmp_path / "oeis/stripped.gz").exists()


@pytest.mark.parametrize("cut", [-9, -4000, 20])
def test_a_truncated_gzip_is_thrown_away(server: Server, tmp_path: Path, cut: int) -> None:
    server.files["stripped.gz"] = STRIPPED[:cut]
    with pytest.raises(
        DataError, match=r"arrived broken .*cut short.* thrown away; fetch it again"
    ):
        get(server, tmp_path)
    assert leftovers(tmp_path) == []


def test_a_login_page_is_no_gzip(server: Server, tmp_path: Path) -> None:
    server.files["stripped.gz"] = b"<html>Welcome to the hotel</html>"
    with pytest.raises(DataError, match="Not a gzipped file"):
        get(server, tmp_path)
    assert leftovers(tmp_path) == []


def test_a_broken_fetch_leaves_the_old_file(server: Server, tmp_path: Path) -> None:
    path = get(server, tmp_path)
    server.files["stripped.gz"] = STRIPPED[:-9]
    with pytest.raises(DataError):
        get(server, tmp_path, force=True)
    assert path.read_bytes() == STRIPPED


def test_a_missing_file_is_said_to_be_missing(server: Server, tmp_path: Path) -> None:
    server.faults["stripped.gz"] = ["404"]
    with pytest.raises(DataError, match=r"stripped.gz answers 404 .*; open http.* put the file at"):
        get(server, tmp_path)
    assert len(server.requests) == 1
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("code", ["429", "503"])
def test_a_busy_server_is_waited_for(
    server: Server, tmp_path: Path, waits: list[float], code: str
) -> None:
    server.faults["stripped.gz"] = [f"{code} 7", code, f"{code} {formatdate(0, usegmt=True)}"]
    with pytest.raises(DataError, match=f"could not be fetched .{code}"):
        get(server, tmp_path)
    assert len(server.requests) == 3
    assert waits[0] == 7
    waits.clear()
    server.faults["stripped.gz"] = [f"{code} 7"]
    assert get(server, tmp_path).read_bytes() == STRIPPED
    assert waits == [7]


def test_waiting_has_a_bound(server: Server, tmp_path: Path, waits: list[float]) -> None:
    server.faults["stripped.gz"] = ["429 86400"]
    with pytest.raises(DataError, match="busy and asks for 86400 s of patience"):
        get(server, tmp_path)
    assert waits == []


def test_offline_says_what_to_do_by_hand(tmp_path: Path) -> None:
    address = "http://127.0.0.1:9/stripped.gz"  # nothing listens there
    with pytest.raises(DataError) as caught:
        fetch("oeis", folder=tmp_path, base="http://127.0.0.1:9")
    target = tmp_path / "oeis/stripped.gz"
    assert str(caught.value).startswith(f"{address} cannot be reached (")
    assert str(caught.value).endswith(f"open {address} in a browser and put the file at {target}")
    assert "\n" not in str(caught.value)


def test_other_formats_are_checked_too(server: Server, tmp_path: Path) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("vectors.txt", "1 0.5 0.5\n" * 100)
    whole = packed.getvalue()
    broken = whole.replace(b"1 0.5", b"2 0.5", 1)
    for name, good, bad in (
        ("v.zip", whole, broken),
        ("t.tsv", b"prompt\tanswer\n1,2\t3\n", b"<html>"),
        ("c.json", b'{"a": 1}', b'{"a": '),
        ("w.bz2", bz2.compress(b"1 2 3\n"), b"BZh91AY"),
    ):
        server.files[name] = good
        download(f"{server.base}/{name}", tmp_path / name)
        assert (tmp_path / name).read_bytes() == good
        server.files[name] = bad
        with pytest.raises(DataError, match="arrived broken"):
            download(f"{server.base}/{name}", tmp_path / f"bad.{name}")
        assert not (tmp_path / f"bad.{name}").exists()


@pytest.mark.parametrize(
    ("known", "reason"),
    [({"size": 1}, "bytes where 1 are published"), ({"sha256": "0" * 64}, "SHA-256 is not")],
)
def test_a_file_that_is_not_the_published_one_is_thrown_away(
    server: Server, tmp_path: Path, known: dict[str, Any], reason: str
) -> None:
    address, path = f"{server.base}/stripped.gz", tmp_path / "stripped.gz"
    with pytest.raises(DataError, match=reason):
        download(
            address,
            path,
            PublishedFile(address=address, path="stripped.gz", **known),
        )
    assert list(tmp_path.iterdir()) == []
    real = {"size": len(STRIPPED), "sha256": hashlib.sha256(STRIPPED).hexdigest()}
    same = PublishedFile(address=address, path="stripped.gz", **real)  # type: ignore[arg-type]
    download(address, path, same)
    assert path.read_bytes() == STRIPPED


def test_of_three_fetches_at_once_one_works_and_the_others_wait(
    server: Server, tmp_path: Path
) -> None:
    server.faults["stripped.gz"] = ["slow"]
    said: list[str] = []

    def run() -> None:
        with followed_by(lambda _, what: said.append(what)):
            fetch("oeis", folder=tmp_path, base=server.base)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "oeis/stripped.gz").read_bytes() == STRIPPED
    assert len(server.ranges("stripped.gz")) == 1
    assert said.count("stripped.gz: waiting for another process that fetches it") == 2
    assert leftovers(tmp_path) == ["names.gz", "stripped.gz"]


def test_unknown_names_are_refused_and_all_addresses_are_sound(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'moon' cannot be fetched; give one of oeis, benchmarks"):
        fetch("moon", folder=tmp_path)
    for files in SOURCES.values():
        for file in files:
            assert file.address.startswith("http")
            assert file.address.endswith(Path(file.path).name)


def test_a_full_disk_is_one_sentence_and_leaves_nothing(server: Server, tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("mounting a tmpfs needs root")
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a tmpfs cannot be mounted here")
    try:
        with pytest.raises(DataError, match=r"cannot write .*No space left.*; free some space"):
            get(server, folder)
        assert leftovers(folder) == []
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
