"""The page itself, its files, and plotly.js out of the installed package."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

from int2vec.web.config import STATIC
from int2vec.web.headers import CHART

router = APIRouter(include_in_schema=False)


@lru_cache
def plotly_file() -> Path | None:
    """plotly.js as the installed package carries it; the package itself is not imported."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "package_data" / "plotly.min.js"
    return path if path.is_file() else None


@router.get("/")
async def index() -> FileResponse:
    """The explorer."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


@router.get(CHART)
async def chart() -> FileResponse:
    """The frame that the map is drawn in."""
    return FileResponse(STATIC / "chart.html", headers={"Cache-Control": "no-cache"})


@router.get("/docs")
async def docs() -> RedirectResponse:
    """The page about the API."""
    return RedirectResponse("/#/api")


@router.get("/favicon.ico")
async def favicon() -> FileResponse:
    """The icon, for browsers that ask for it by its old name."""
    return FileResponse(STATIC / "icon.svg", media_type="image/svg+xml")


@router.get("/vendor/plotly.min.js")
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
