"""Nobody but its user can ask the server, and nobody can keep its user out."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.testclient import TestClient

from int2vec.errors import BusyError, Int2vecError, SlowError, WorkerDiedError
from int2vec.web import server
from int2vec.web.app import create_app
from int2vec.web.worker import ServeConfig


def _page(host: str, hosts: tuple[str, ...] = (), **headers: str) -> httpx.Response:
    """The page as asked for under this name, of a server that goes by these names."""
    client = TestClient(create_app(ServeConfig(corpus="catalog", hosts=hosts)))
    return client.get("/", headers={"Host": host, **headers})


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8729", "localhost:8729", "LOCALHOST", "[::1]:8729"]
)
def test_loopback_names_are_served(host: str) -> None:
    assert _page(host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8729",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.168.0.9",
        "0.0.0.0",
        "",
        "[::1",
        "evil.example@localhost",
        "localhost/evil.example",
    ],
)
def test_another_name_is_refused_in_one_sentence(host: str) -> None:
    answer = _page(host)
    assert answer.status_code == 403
    assert "--allow-host" in answer.json()["error"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_names_that_were_given_are_served() -> None:
    hosts = ("0.0.0.0", "numbers.example", "2001:db8::7", "")
    assert _page("", hosts).status_code == 403  # an option left empty opens nothing
    assert _page("numbers.example:80", hosts).status_code == 200
    assert _page("Numbers.Example", hosts).status_code == 200
    assert _page("[2001:db8::7]:8729", hosts).status_code == 200
    assert _page("www.numbers.example", hosts).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://127.0.0.1:8729"}, 200),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403),
    ],
)
def test_what_another_site_asks_for_is_refused(headers: dict[str, str], status: int) -> None:
    answer = _page("127.0.0.1:8729", **headers)
    assert answer.status_code == status
    assert (status == 200) or "another site" in answer.json()["error"]


def test_a_link_to_the_page_may_be_followed_but_not_one_to_an_answer() -> None:
    link = {
        "Host": "localhost", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }  # fmt: skip
    client = TestClient(create_app(ServeConfig(corpus="catalog")))
    assert client.get("/", headers=link).status_code == 200
    assert client.get("/api/openapi.json", headers=link).status_code == 403
    assert client.get("/", headers=link | {"Sec-Fetch-Dest": "iframe"}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/integer/97", "/api/health", "/static/js/main.js"])
def test_head_is_get_without_the_body(client: httpx.Client, path: str) -> None:
    head, got = client.head(path), client.get(path)
    assert head.status_code == got.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers["Content-Security-Policy"] == got.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", "GET, HEAD"),
        ("/api/integer/97", "GET, HEAD"),
        ("/api/complete", "GET, HEAD, POST"),
        ("/static/js/main.js", "GET, HEAD"),
    ],
)
def test_allow_says_what_is_allowed(client: httpx.Client, path: str, allowed: str) -> None:
    answer = client.delete(path)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == allowed
    assert allowed in answer.json()["error"]


class _Failing:
    """Workers whose every answer is this error."""

    def __init__(self, error: Int2vecError) -> None:
        self.error = error

    async def ask(self, lane: str, kind: str, question: bytes, client: str) -> tuple[int, bytes]:
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (WorkerDiedError("it was ended; ask again"), 503, "was ended; ask again"),
        (BusyError("ask again in a moment"), 429, "ask again in a moment"),
        (SlowError(30), 422, "within 30 s"),
    ],
)
def test_what_happens_to_workers_is_told(error: Int2vecError, status: int, words: str) -> None:
    app = create_app(ServeConfig(corpus="catalog"))
    app.state.workers = _Failing(error)
    answer = TestClient(app, base_url="http://localhost").get("/api/search?terms=1,2,3")
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert (status == 422) or answer.headers["Retry-After"]


def _connect(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=10)


def test_a_connection_that_asks_nothing_is_closed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.2)
    with _connect(address) as quiet:
        assert _is_closed(quiet)


def test_a_question_that_trickles_in_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.2)
    with _connect(address) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        started = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() < started + 10:
                slow.sendall(b"x")
                time.sleep(0.1)
        assert time.monotonic() < started + 10


def _is_closed(opened: socket.socket) -> bool:
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_body_that_does_not_come_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.2)
    with _connect(address) as slow:
        slow.sendall(
            b"POST /api/complete HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n"
            b"Content-Type: application/json\r\n\r\n{"
        )
        assert _is_closed(slow)


def test_idle_connections_keep_nobody_out(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 8)
    idle = [_connect(address) for _ in range(40)]
    try:
        with httpx.Client(base_url=address, timeout=10) as client:
            assert client.get("/api/health").status_code == 200
        closed = 0
        for one in idle:
            one.settimeout(0.2)
            try:
                closed += _is_closed(one)
            except TimeoutError:
                continue
        assert closed >= 40 - 8
    finally:
        for one in idle:
            one.close()


def test_an_answer_that_is_not_read_is_not_kept_for_ever(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.1)
    monkeypatch.setattr(server, "BUSY_SECONDS", 0.3)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(10)
        parts = urlsplit(address)
        slow.connect((parts.hostname, parts.port))
        slow.sendall(b"GET /vendor/plotly.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(1.0)
        read = 0
        with suppress(ConnectionResetError):
            while part := slow.recv(65536):
                read += len(part)
    assert read < 4_000_000  # of more than that
