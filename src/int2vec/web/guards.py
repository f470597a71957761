"""What stands between the network and the app: who may ask, how much, and the headers."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from int2vec.files import toml_beside

MAX_BODY = 256 * 1024
MAX_QUERY = 32 * 1024
_LONG_BODY = 413, f"the body is too long; send at most {MAX_BODY:,} bytes"
CHART = "/chart.html"

_HEADERS = toml_beside(__file__, "headers.toml")


def guarded(app: ASGIApp, hosts: tuple[str, ...]) -> ASGIApp:
    """The app, asked under loopback's names and these alone, for so many bytes, with headers."""
    names = {host.strip("[]").lower() for host in hosts} - {""}  # who asks under no name

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        # The server leaves the body out.
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        refused = _refused(scope, Headers(scope=scope), names)
        answer = JSONResponse({"error": refused[1]}, refused[0]) if refused else app
        await answer(asked, _bounded(receive), _with_headers(scope["path"], send))

    return guard


def _with_headers(path: str, send: Send) -> Send:
    chosen = _HEADERS["every"] | (_HEADERS["chart"] if path == CHART else {})
    # A browser asks each time whether a file has changed, which is cheap; answers are not kept.
    kept = "no-store" if path.startswith("/api") else "no-cache"

    async def say(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            headers.update(chosen)
            headers.setdefault("Cache-Control", kept)
        await send(message)

    return say


def is_loopback(host: str) -> bool:
    """Whether a name or address can only mean this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("evil.example")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _refused(scope: Scope, given: Headers, names: set[str]) -> tuple[int, str] | None:
    """Why nobody is answered who asks under another's name, for another site, or at length.

    A page on the internet may point a name of its own at this machine (DNS rebinding) or send
    requests here from its visitor's browser; neither may read what is served.
    """
    name = given.get("host", "")
    try:
        parts = urlsplit(f"//{name}")
        host = (parts.hostname or "").lower() * (parts.netloc == name and "@" not in name)
    except ValueError:  # half a bracket
        host = ""
    if not (host in names or is_loopback(host)):
        allowed = "ask under localhost, or serve with --allow-host"
        return 403, f"{name[:80]!r} is not a name of this server; {allowed}"
    # A person may follow a link to the page; the site that links cannot read it.
    followed = given.get("sec-fetch-mode"), given.get("sec-fetch-dest")
    is_link = scope["path"] == "/" and followed == ("navigate", "document")
    is_own = given.get("sec-fetch-site", "none") in ("none", "same-origin")
    origin = given.get("origin", f"://{name}").partition("://")[2]
    if origin.lower() != name.lower() or not (is_own or is_link):
        return 403, "another site's page asks for this; open the explorer itself"
    if len(scope["query_string"]) > MAX_QUERY:
        return 414, f"the address is too long; ask with POST, or with at most {MAX_QUERY:,} bytes"
    length = given.get("content-length", "")
    return _LONG_BODY if length.isdigit() and int(length) > MAX_BODY else None


def _bounded(receive: Receive) -> Receive:
    """What hands the body on, and refuses it once too much of it has come."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise HTTPException(*_LONG_BODY)
        return message

    return bounded
