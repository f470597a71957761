"""create_app: the server as a factory, testable without a port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from int2vec import __version__
from int2vec.errors import BusyError, Int2vecError, SlowError, WorkerDiedError
from int2vec.web import pages
from int2vec.web.config import ServeConfig
from int2vec.web.guards import BoundedBody, Headers, OwnNames
from int2vec.web.questions import first_fault
from int2vec.web.routes import router_of
from int2vec.web.worker import ENDPOINTS, TOPICS
from int2vec.web.workers import Workers

_ABOUT = """The questions of the explorer as JSON.

Integers may be given and are returned as strings once they pass 2**53. An error is a 4xx with one
sentence: `{"error": "…"}`. Predictions are conjectures; OEIS sequences are cited by A-number.
"""
_STATUS: dict[type, int] = {SlowError: 422, BusyError: 429, WorkerDiedError: 503}
_POSTED = {f"/api{endpoint.path}" for endpoint in ENDPOINTS.values() if endpoint.posted}


def create_app(config: ServeConfig | None = None) -> FastAPI:
    """The explorer and its API over the given models and corpus.

    >>> create_app(ServeConfig(corpus="catalog")).title
    'int2vec'
    """
    settings = config or ServeConfig()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        workers = Workers(settings)
        await workers.start()
        app.state.workers = workers
        try:
            yield
        finally:
            await workers.stop()

    app = FastAPI(
        title="int2vec",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # The stock documentation pages load scripts from a CDN; the explorer has its own.
        docs_url=None,
        redoc_url=None,
    )
    for topic in TOPICS:
        app.include_router(router_of(topic))
    app.include_router(pages.router)
    pages.mount_static(app)
    _handle_errors(app)
    app.add_middleware(BoundedBody)
    app.add_middleware(OwnNames, hosts=settings.hosts)
    app.add_middleware(Headers)
    return app


def _sentence(status: int, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": text}, status, headers)


def _handle_errors(app: FastAPI) -> None:
    """One sentence for whatever goes wrong."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return _sentence(422, first_fault(error.errors()[0]))

    @app.exception_handler(Int2vecError)
    async def refused(request: Request, error: Int2vecError) -> JSONResponse:
        status = _STATUS.get(type(error), 400)
        again = {"Retry-After": "2"} if status in (429, 503) else None
        return _sentence(status, str(error), again)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        path, headers, text = request.url.path[:80], dict(error.headers or {}), str(error.detail)
        if error.status_code == 404:
            text = f"there is nothing at {path}; /api/openapi.json lists what is"
        if error.status_code == 405:
            headers["Allow"] = "GET, HEAD, POST" if request.url.path in _POSTED else "GET, HEAD"
            text = f"{request.method} is not for {path}; {headers['Allow']} are"
        return _sentence(error.status_code, text, headers)
