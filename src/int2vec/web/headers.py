"""Security headers on every response, and the policy that our own page satisfies."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

# plotly.js compiles code for its shaders at run time and brings style sheets of its own. It may
# do so in its frame alone, which can neither ask the server nor be framed by others.
CHART = "/chart"
CHART_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
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


class SecurityHeaders:
    """Adds the headers above to whatever the application answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        chosen = _API if path.startswith("/api") else _CHART if path == CHART else _PAGE

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *chosen]
            await send(message)

        await self.app(scope, receive, with_headers)
