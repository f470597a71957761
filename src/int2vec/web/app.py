"""create_app: the server as a factory, testable without a port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from inspect import Parameter, Signature
from operator import getitem
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic.fields import FieldInfo
from starlette.exceptions import HTTPException

from int2vec import __version__
from int2vec.errors import BusyError, Int2vecError, SlowError, WorkerDiedError
from int2vec.text import parse_terms
from int2vec.web import pages
from int2vec.web.config import ServeConfig
from int2vec.web.guards import BoundedBody, Headers, OwnNames
from int2vec.web.questions import (
    MAX_DIGITS,
    MAX_TEXT,
    Endpoint,
    Error,
    Line,
    Question,
    first_fault,
)
from int2vec.web.worker import ENDPOINTS
from int2vec.web.workers import Workers

_ABOUT = """The questions of the explorer as JSON.

Integers may be given and are returned as strings once they pass 2**53. An error is a 4xx with one
sentence: `{"error": "…"}`. Predictions are conjectures; OEIS sequences are cited by A-number.
"""
_STATUS: dict[type, int] = {SlowError: 422, BusyError: 429, WorkerDiedError: 503}
_ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "The question cannot be read or answered."},
    403: {"model": Error, "description": "Another site asks, or under a name that is not served."},
    404: {"model": Error, "description": "There is no such model, or no vector for the integer."},
    413: {"model": Error, "description": "The body is too long."},
    414: {"model": Error, "description": "The address is too long."},
    422: {"model": Error, "description": "A value is missing or past its bound."},
    429: {"model": Error, "description": "Too many questions are waiting."},
    503: {"model": Error, "description": "What worked on the question was ended."},
}
_POSTED = {f"/api{endpoint.path}" for endpoint in ENDPOINTS.values() if endpoint.posted}

Handler = Callable[..., Any]


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
    app.include_router(_router())
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


def _router() -> APIRouter:
    """The addresses of the endpoints, under /api: each asks a worker, and passes its answer on."""
    router = APIRouter(prefix="/api", responses=_ERRORS)
    for endpoint in ENDPOINTS.values():
        shared: Any = {"response_model": endpoint.answer, "tags": [endpoint.topic]}
        router.add_api_route(
            endpoint.path,
            _asked_by_address(endpoint),
            **shared,
            methods=["GET"],
            description=endpoint.function.__doc__,
            openapi_extra={"x-sample": endpoint.sample},
        )
        if endpoint.posted:
            router.add_api_route(
                endpoint.path,
                _asked_by_body(endpoint),
                **shared,
                methods=["POST"],
                description="The same with a JSON body, for what is too long for an address.",
            )
    return router


def _asked_by_address(endpoint: Endpoint) -> Handler:
    async def handler(request: Request, **given: Any) -> Response:
        return await _answer(request, endpoint, endpoint.question(**_read(endpoint, given)))

    return _with_parameters(handler, endpoint.kind, _address_parameters(endpoint))


def _asked_by_body(endpoint: Endpoint) -> Handler:
    async def handler(request: Request, question: Question) -> Response:
        return await _answer(request, endpoint, question)

    body = Parameter("question", Parameter.KEYWORD_ONLY, annotation=endpoint.question)
    return _with_parameters(handler, f"{endpoint.kind}_posted", [body])


def _with_parameters(handler: Handler, name: str, parameters: list[Parameter]) -> Handler:
    """The handler as FastAPI shall see it: with these parameters, each with its bounds."""
    request = Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request)
    handler.__name__ = name
    handler.__signature__ = Signature([request, *parameters])  # type: ignore[attr-defined]
    return handler


def _fields(endpoint: Endpoint) -> Iterator[tuple[str, FieldInfo, Line | None]]:
    for name, info in endpoint.question.model_fields.items():
        yield name, info, next((m for m in info.metadata if isinstance(m, Line)), None)


def _address_parameters(endpoint: Endpoint) -> list[Parameter]:
    """One parameter a field of the question: in the path, as a line of text or as it is."""
    found = []
    hint: Any
    mark: Any
    for given, (name, info, line) in zip(endpoint.parameters, _fields(endpoint), strict=True):
        hint, needed = given.annotation, info.is_required()
        if f"{{{name}}}" in endpoint.path:
            mark = Path(description=info.description or "Any integer of 1,000 digits.")
        elif line is not None:
            hint, mark = str if needed else str | None, _line_query(line, needed)
        else:
            mark = Query(examples=info.examples)
        found.append(given.replace(annotation=getitem(Annotated, (hint, mark))))
    return found


def _line_query(line: Line, needed: bool) -> Any:
    return Query(
        alias=line.name,
        min_length=1 if needed else None,
        max_length=MAX_TEXT,
        examples=[line.example],
    )


def _read(endpoint: Endpoint, given: dict[str, Any]) -> dict[str, Any]:
    """The fields of a question, out of the parameters of an address."""
    for name, info, line in _fields(endpoint):
        if line is not None and line.most is not None:
            text = given[name]
            blank = not info.is_required() and not (text and text.strip())
            given[name] = None if blank else parse_terms(text, most=line.most, digits=MAX_DIGITS)
    return given


async def _answer(request: Request, endpoint: Endpoint, question: Question) -> Response:
    """The worker's answer to a question, passed on as it is."""
    workers: Workers = request.app.state.workers
    lane, body = endpoint.lane_of(question), question.model_dump_json().encode()
    try:
        client = request.client.host if request.client else ""
        status, answer = await workers.ask(lane, endpoint.kind, body, client)
    except asyncio.CancelledError:  # the server was told to stop and has no more patience
        status, answer = 503, b'{"error":"the server is stopping; start it again and ask again"}'
    return Response(answer, status, media_type="application/json")
