"""What stands between the network and the app: who may ask, how much, and the headers.

Each guard is ASGI middleware around the app.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 256 * 1024
MAX_QUERY = 32 * 1024
BODY_SECONDS = 10.0
CHART = "/chart"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

# plotly.js compiles code for its shaders at run time and brings style sheets of its own. It may
# do so in its frame alone, which can neither ask the server nor be framed by others.
CHART_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
CHART_HEADERS = HEADERS | {
    "Content-Security-Policy": CHART_POLICY,
    "X-Frame-Options": "SAMEORIGIN",
}


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_PAGE, _CHART = _raw(HEADERS), _raw(CHART_HEADERS)
_API = [*_PAGE, (b"cache-control", b"no-store")]


class Headers:
    """Adds the headers above to whatever the app answers; HEAD is answered like GET, bodiless."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        chosen = _API if path.startswith("/api") else _CHART if path == CHART else _PAGE
        head = scope["method"] == "HEAD"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *chosen]
            elif head:
                message = {**message, "body": b""}
            await send(message)

        asked = {**scope, "method": "GET"} if head else scope
        await self.app(asked, receive, with_headers)


@lru_cache(maxsize=64)
def is_loopback(host: str) -> bool:
    """Whether a name or address can only mean this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("evil.example")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class OwnNames:
    """Refuses what is asked under another's name, or for another site.

    A page on the internet may point a name of its own at this machine (DNS rebinding) or send
    requests here from its visitor's browser; neither may read what is served.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = {host.strip("[]").lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = self._fault(scope) if scope["type"] == "http" else None
        if error is None:
            await self.app(scope, receive, send)
        else:
            await JSONResponse({"error": error}, 403)(scope, receive, send)

    def _fault(self, scope: Scope) -> str | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        given = headers.get(b"host", "")
        host = _host_of(given)
        if not (host in self.hosts or is_loopback(host)):
            return (
                f"{given[:80]!r} is not a name of this server; ask under localhost, or serve with "
                "--allow-host"
            )
        site = headers.get(b"sec-fetch-site", "none")
        origin = headers.get(b"origin", f"://{given}").partition("://")[2]
        if origin.lower() != given.lower() or (
            site not in ("none", "same-origin") and not _is_link(scope, headers)
        ):
            return "another site's page asks for this; open the explorer itself"
        return None


@lru_cache(maxsize=64)
def _host_of(header: str) -> str:
    """The name or address in a Host header, without its port."""
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:  # half a bracket
        return ""


def _is_link(scope: Scope, headers: dict[bytes, str]) -> bool:
    """Whether a person followed a link to the page; the site that links cannot read it."""
    followed = headers.get(b"sec-fetch-mode"), headers.get(b"sec-fetch-dest")
    return scope["path"] == "/" and followed == ("navigate", "document")


class BoundedBody:
    """Refuses a request that is too long, by its header or once too much of it has come."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused: JSONResponse | None = None
        if scope["type"] == "http":
            if len(scope["query_string"]) > MAX_QUERY:
                error = (
                    f"the address is too long; ask with POST, or with at most {MAX_QUERY:,} bytes"
                )
                refused = JSONResponse({"error": error}, 414)
            elif _announced(scope) != 0:
                receive, refused = await _whole_body(scope, receive)
        await (refused or self.app)(scope, receive, send)


def _announced(scope: Scope) -> int | None:
    """The bytes of the body that are to come; None where nobody says."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"" if b"transfer-encoding" in headers else b"0")
    return int(length) if length.isdigit() else None


async def _whole_body(scope: Scope, receive: Receive) -> tuple[Receive, JSONResponse | None]:
    """The body as one message, or the answer that refuses it."""
    too_long = JSONResponse(
        {"error": f"the body is too long; send at most {MAX_BODY:,} bytes"}, 413
    )
    if (_announced(scope) or 0) > MAX_BODY:
        return receive, too_long
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    break  # the client has gone; nobody reads the answer
                body += message.get("body", b"")
                if len(body) > MAX_BODY:
                    return receive, too_long
                more = message.get("more_body", False)
    except TimeoutError:
        error = f"the body did not come within {BODY_SECONDS:g} s; send it at once"
        return receive, JSONResponse({"error": error}, 408)
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay, None
