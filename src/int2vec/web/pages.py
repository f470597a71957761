"""What the server answers by itself: the page, its files, plotly.js, and how it fares."""

from __future__ import annotations

import time
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

from int2vec import __version__
from int2vec.web.guards import CHART
from int2vec.web.questions import Answer
from int2vec.web.workers import Workers

STATIC = Path(__file__).parent / "static"
_STARTED = time.monotonic()

router = APIRouter()


@lru_cache
def plotly_file() -> Path | None:
    """plotly.js as the installed package carries it; the package itself is not imported."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "package_data" / "plotly.min.js"
    return path if path.is_file() else None


@router.get("/", include_in_schema=False)
async def index() -> FileResponse:
    """The explorer."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


@router.get(CHART, include_in_schema=False)
async def chart() -> FileResponse:
    """The frame that the map is drawn in."""
    return FileResponse(STATIC / "chart.html", headers={"Cache-Control": "no-cache"})


@router.get("/docs", include_in_schema=False)
async def docs() -> RedirectResponse:
    """The page about the API."""
    return RedirectResponse("/#/api")


@router.get("/favicon.ico", include_in_schema=False)
async def favicon() -> FileResponse:
    """The icon, for browsers that ask for it by its old name."""
    return FileResponse(STATIC / "icon.svg", media_type="image/svg+xml")


@router.get("/vendor/plotly.min.js", include_in_schema=False)
async def plotly() -> FileResponse:
    """plotly.js, which draws the map."""
    path = plotly_file()
    if path is None:
        raise HTTPException(404, "plotly is not installed; run pip install 'int2vec[web]'")
    return FileResponse(path, headers={"Cache-Control": "public, max-age=86400"})


class _Files(StaticFiles):
    """Our files; a browser asks each time whether one has changed, which is cheap."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def mount_static(app: FastAPI) -> None:
    """Serve the files of the page under /static."""
    app.mount("/static", _Files(directory=STATIC), name="static")


class LaneHealth(Answer):
    processes: int
    idle: int
    waiting: int
    answered: int
    restarts: int


class Health(Answer):
    status: Literal["ok", "starting"]
    version: str
    uptime: float
    lanes: dict[str, LaneHealth]


@router.get("/api/health", tags=["models"], openapi_extra={"x-sample": "health"})
async def health(request: Request) -> Health:
    """Whether the server answers, and how busy each lane is."""
    workers: Workers = request.app.state.workers
    lanes = workers.lanes.items()
    return Health(
        status="ok" if all(lane.workers for _, lane in lanes) else "starting",
        version=__version__,
        uptime=round(time.monotonic() - _STARTED, 1),
        lanes={name: LaneHealth.model_validate(lane) for name, lane in lanes},
    )
