"""`int2vec serve` as it is typed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from int2vec.web.worker import LANES, ServeConfig

_COMMAND = [sys.executable, "-c", "from int2vec.cli import main; main()", "serve", "--no-browser"]


def test_it_serves_on_loopback_and_stops_cleanly(config: ServeConfig) -> None:
    process = subprocess.Popen(
        [*_COMMAND, "--port", "0", "--corpus", str(config.corpus), "--model", config.models[0],
         "--allow-host", "numbers.example"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"COLUMNS": "200"},
    )  # fmt: skip
    try:
        assert process.stderr is not None
        # Where there is much to prepare, lines before it say how far that is.
        lines = (re.search(r"http://127\.0\.0\.1:\d+/", line) for line in process.stderr)
        found = next(filter(None, lines), None)
        assert found
        transport = httpx.HTTPTransport(retries=30)  # it answers once its workers are ready
        with httpx.Client(transport=transport, base_url=found[0], timeout=60) as client:
            health = client.get("/api/health").json()
            assert health["status"] == "ok"
            assert client.get("/api/models").json()["default"] == "clear"
            for host, status in (("numbers.example", 200), ("evil.example", 403)):
                assert client.get("/", headers={"Host": host}).status_code == status
        workers = _children(process.pid)
        assert len(workers) == sum(lane["processes"] for lane in LANES.values())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode in (0, 130)
    assert out == ""
    assert "Traceback" not in err
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("there is no /proc here to count processes with")
    return [int(child) for child in path.read_text().split()]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--model", "/nowhere/model"], "/nowhere/model"),
        (["--corpus", "/nowhere/terms.txt"], "/nowhere/terms.txt is not there"),
    ],
)
def test_what_cannot_be_served_is_one_line(options: list[str], words: str) -> None:
    done = subprocess.run([*_COMMAND, "--port", "0", *options], capture_output=True, text=True)
    assert done.returncode == 1
    assert words in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_one_line(config: ServeConfig) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*_COMMAND, "--port", port, "--corpus", str(config.corpus)],
            capture_output=True, text=True,
        )  # fmt: skip
    assert done.returncode == 1
    assert "give another --port" in done.stderr.replace("\n", " ")
