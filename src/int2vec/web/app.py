"""create_app: the server as a factory, testable without a port."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from int2vec import __version__
from int2vec.errors import BusyError, Int2vecError, SlowError, WorkerDiedError
from int2vec.web.guards import guarded
from int2vec.web.questions import ENDPOINTS, WORDS, Endpoint, Error, first_fault, sentence
from int2vec.web.worker import ServeConfig
from int2vec.web.workers import Workers, running

STATIC = Path(__file__).parent / "static"
_STARTED = time.monotonic()
_STATUS: dict[type, int] = {SlowError: 422, BusyError: 429, WorkerDiedError: 503}
_LINES = "application/x-ndjson"
_TOLD_SECONDS = 0.5  # between two lines of a deep question
_LOOK_SECONDS = 0.05  # between two looks whether anybody waits for its answer


def create_app(config: ServeConfig | None = None) -> FastAPI:
    """The explorer and its API over the given models and corpus."""
    settings = config or ServeConfig()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as app.state.workers:
            yield

    app = FastAPI(
        title="int2vec",
        version=__version__,
        description=WORDS["api"],
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # The stock documentation pages load scripts from a CDN; the explorer has its own.
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(_questions())
    _add_pages(app)
    _handle_errors(app)
    app.add_middleware(guarded, hosts=settings.hosts)
    return app


def _handle_errors(app: FastAPI) -> None:
    """One sentence for whatever goes wrong."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        fault = error.errors()[0]
        if isinstance(cause := fault.get("ctx", {}).get("error"), Int2vecError):
            return JSONResponse({"error": str(cause)}, 400)
        return JSONResponse({"error": first_fault(fault)}, 422)

    @app.exception_handler(Int2vecError)
    async def refused(request: Request, error: Int2vecError) -> JSONResponse:
        status = _STATUS.get(type(error), 400)
        again = {"Retry-After": "2"} if status in (429, 503) else None
        return JSONResponse({"error": str(error)}, status, again)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        path, headers, text = request.url.path[:80], dict(error.headers or {}), str(error.detail)
        if error.status_code == 404:
            text = f"there is nothing at {path}; /api/openapi.json lists what is"
        if error.status_code == 405:
            posted = {f"/api{one.path}" for one in ENDPOINTS.values() if one.posted}
            headers["Allow"] = "GET, HEAD, POST" if request.url.path in posted else "GET, HEAD"
            text = f"{request.method} is not for {path}; {headers['Allow']} are"
        return JSONResponse({"error": text}, error.status_code, headers)


def _questions() -> APIRouter:
    """The addresses of the endpoints, under /api: each asks a worker, and passes its answer on."""
    errors = {code: {"model": Error, "description": x} for code, x in WORDS["errors"].items()}
    router = APIRouter(prefix="/api", responses=errors)
    for endpoint in ENDPOINTS.values():
        words, body = endpoint.function.__doc__, Parameter("body", Parameter.KEYWORD_ONLY)
        ways = [("get", endpoint.parameters, words, {"x-sample": endpoint.sample})]
        if endpoint.posted:
            ways.append(("post", [body.replace(annotation=endpoint.question)], WORDS["posted"], {}))
        for method, parameters, said, extra in ways:
            router.add_api_route(
                endpoint.path,
                _handler(endpoint, f"{method}_{endpoint.kind}", parameters),
                methods=[method.upper()],
                response_model=endpoint.answer,
                tags=[endpoint.topic],
                description=said,
                openapi_extra=extra,
            )
    return router


def _handler(endpoint: Endpoint, name: str, parameters: list[Parameter]) -> Callable[..., Any]:
    """What answers an address, as FastAPI shall see it: with these parameters and their bounds."""

    async def handler(request: Request, **given: Any) -> Response:
        question = given.get("body") or endpoint.question(**given)
        client = request.client.host if request.client else ""
        return await _answer(request, (*endpoint.asked(question), client))

    asking = Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request)
    handler.__name__ = name
    handler.__signature__ = Signature([asking, *parameters])  # type: ignore[attr-defined]
    return handler


async def _answer(request: Request, asked: tuple[str, str, bytes, str]) -> Response:
    """The worker's answer to a question, passed on as it is; who leaves a deep one gives it up."""
    workers: Workers = request.app.state.workers
    is_deep = asked[0] == "deep"
    if is_deep and _LINES in request.headers.get("accept", ""):
        return StreamingResponse(_watched(workers, asked), media_type=_LINES)
    task = asyncio.ensure_future(workers.ask(*asked))
    try:
        while is_deep and not task.done():
            await asyncio.wait({task}, timeout=_LOOK_SECONDS)
            if await request.is_disconnected():
                task.cancel()
        status, answer = await task
    except asyncio.CancelledError:  # nobody waits, or the server was told to stop
        status, answer = 503, sentence(WORDS["stopping"])
    return Response(answer, status, media_type="application/json")


async def _watched(workers: Workers, asked: tuple[str, str, bytes, str]) -> AsyncIterator[bytes]:
    """Lines that say how long a question has waited, and the answer."""
    started, task = time.monotonic(), asyncio.ensure_future(workers.ask(*asked))
    try:
        while not task.done():
            seconds, waiting = time.monotonic() - started, workers.lanes[asked[0]].waiting
            said = {"seconds": round(seconds, 1), "waiting": waiting}
            yield f"{json.dumps(said)}\n".encode()
            await asyncio.wait({task}, timeout=_TOLD_SECONDS)
        yield task.result()[1] + b"\n"
    except Int2vecError as error:
        yield sentence(str(error)) + b"\n"
    finally:
        task.cancel()


class Health(BaseModel):
    """Whether every lane has a process that works, and how busy each is."""

    status: Literal["ok", "starting"]
    version: str
    uptime: float
    lanes: dict[str, dict[str, int]]


def _add_pages(app: FastAPI) -> None:
    """What the server answers by itself: the page, its files, plotly.js, and how it fares."""

    @app.get("/api/health", tags=["models"], openapi_extra={"x-sample": "health"})
    async def health(request: Request) -> Health:
        """Whether the server answers, and how busy each lane is."""
        lanes = request.app.state.workers.lanes
        told = ("processes", "idle", "waiting", "answered", "restarts")
        return Health(
            status="ok" if all(lane.pids for lane in lanes.values()) else "starting",
            version=__version__,
            uptime=round(time.monotonic() - _STARTED, 1),
            lanes={name: {key: getattr(lane, key) for key in told} for name, lane in lanes.items()},
        )

    app.router.add_route("/docs", lambda _: RedirectResponse("/#/api"), include_in_schema=False)
    # plotly.js as the installed package carries it; the package itself is not imported.
    app.mount("/vendor", StaticFiles(packages=[("plotly", "package_data")]))
    app.mount("/static", StaticFiles(directory=STATIC))
    app.mount("/", StaticFiles(directory=STATIC, html=True))
