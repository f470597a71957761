"""The app on a socket, with uvicorn."""

from __future__ import annotations

import socket

import uvicorn

from int2vec.errors import InputError
from int2vec.web.app import create_app
from int2vec.web.config import ServeConfig
from int2vec.web.limits import MAX_BODY

GRACE = 5
"""Seconds that questions under way are given when the server is told to stop."""


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on that address; InputError where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's algorithm off on sockets that say they are TCP; without it every
    # answer waits for the delayed acknowledgement of its headers, some 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"cannot listen on {host}:{port} ({error.strerror or error}); "
            "give another --port, or 0 for any free one"
        ) from error
    listening.set_inheritable(True)
    return listening


def make_server(config: ServeConfig) -> uvicorn.Server:
    """A server that is ready to run."""
    return uvicorn.Server(
        uvicorn.Config(
            create_app(config),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            limit_concurrency=1000,
            h11_max_incomplete_event_size=MAX_BODY,
        )
    )


def run(config: ServeConfig, listening: socket.socket) -> None:
    """Serve until told to stop."""
    with listening:
        make_server(config).run([listening])
