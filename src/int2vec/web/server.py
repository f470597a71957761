"""The app on a socket, with uvicorn, and what one client may do to it."""

import asyncio
import os
import socket
from contextlib import suppress

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from int2vec.errors import InputError, Int2vecError
from int2vec.web.app import create_app
from int2vec.web.guards import MAX_BODY
from int2vec.web.models import probe, sequence_map
from int2vec.web.worker import ServeConfig

GRACE = 5  # seconds that questions under way are given when the server is told to stop
QUIET_SECONDS = 10.0  # a connection that has asked nothing for so long is closed
BUSY_SECONDS = 180.0  # a connection whose answer is not through after so long is closed
MOST_CONNECTIONS = 128  # that one client may hold


class PatientProtocol(H11Protocol):
    """HTTP on one connection, which is closed once it has asked nothing for too long.

    A client that holds too many connections loses the one that has been quiet the longest, so
    that idle ones never keep anybody out.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.host, self.since = self.client and self.client[0], self.loop.time()
        self._check = self.loop.call_later(QUIET_SECONDS, self._close_if_late)
        held = [c for c in self.connections if isinstance(c, PatientProtocol)]
        held = [c for c in held if c.host == self.host and not c.transport.is_closing()]
        if len(held) > MOST_CONNECTIONS:
            min((c for c in held if not c.is_busy), key=lambda c: c.since).transport.abort()

    @property
    def is_busy(self) -> bool:
        """Whether a question has come to its end, and its answer is under way."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        self._check.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def _close_if_late(self) -> None:
        left = self.since + (BUSY_SECONDS if self.is_busy else QUIET_SECONDS) - self.loop.time()
        self._check = self.loop.call_later(min(max(left, 0), QUIET_SECONDS), self._close_if_late)
        if left <= 0:
            self.transport.abort()


def prepare(config: ServeConfig) -> None:
    """Compile what the workers will memory-map; what cannot be served fails here."""
    session = config.session()
    session.index()
    sequence_map(session)  # drawn once, so that it, vectors and postings lie in the cache
    for model in session.models:
        with suppress(Int2vecError):  # who asks for it is told
            probe(session, model)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on that address; InputError where it cannot be had."""
    if not host:  # which would mean every address of the machine
        raise InputError("--host is empty; give 127.0.0.1, or the address that others reach")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's algorithm off on sockets that say they are TCP; without it every
    # answer waits for the delayed acknowledgement of its headers, some 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows it would let two servers have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        problem = f"cannot listen on {host}:{port} ({error.strerror or error})"
        raise InputError(f"{problem}; give another --port, or 0 for any free one") from error
    return listening


def make_server(config: ServeConfig) -> uvicorn.Server:
    """A server that is ready to run."""
    return uvicorn.Server(
        uvicorn.Config(
            create_app(config),
            http=PatientProtocol,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            limit_concurrency=1000,
            h11_max_incomplete_event_size=MAX_BODY,
        )
    )
