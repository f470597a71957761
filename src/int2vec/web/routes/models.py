"""The models: what is served, the map, the probes; and the server's health."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from int2vec import __version__
from int2vec.web import schemas as s
from int2vec.web.routes import ERRORS, answer
from int2vec.web.routes.integers import Model
from int2vec.web.workers import Workers

router = APIRouter(prefix="/api", tags=["models"], responses=ERRORS)

_STARTED = time.monotonic()


@router.get("/models", response_model=s.ModelsAnswer)
async def models(request: Request) -> Response:
    """The models and the corpus that are served."""
    return await answer(request, "models", s.Question())


@router.get("/properties", response_model=s.PropertiesAnswer)
async def properties(request: Request) -> Response:
    """The catalogue of properties and quantities."""
    return await answer(request, "properties", s.Question())


@router.get("/map", response_model=s.MapAnswer)
async def integer_map(request: Request, model: Model = None) -> Response:
    """Two coordinates for each integer from 1 to 10,000."""
    return await answer(request, "map", s.ModelQuestion(model=model))


@router.get("/map/colors", response_model=s.ColorAnswer)
async def colors(
    request: Request,
    by: Annotated[str, Query(min_length=1, max_length=40, examples=["prime"])],
    limit: Annotated[int, Query(ge=1, le=20_000)] = 10_000,
) -> Response:
    """A property or quantity of every integer from 0 to the limit."""
    return await answer(request, "colors", s.ColorQuestion(by=by, limit=limit))


@router.get("/probe", response_model=s.ProbeAnswer)
async def probe(request: Request, model: Model = None) -> Response:
    """What linear probes find in a model's vectors: the paper's columns."""
    return await answer(request, "probe", s.ModelQuestion(model=model))


@router.get("/health", response_model=s.Health)
async def health(request: Request) -> s.Health:
    """Whether the server answers, and how busy each lane is."""
    workers: Workers = request.app.state.workers
    return s.Health(
        status="ok" if all(lane.workers for lane in workers.lanes.values()) else "starting",
        version=__version__,
        uptime=round(time.monotonic() - _STARTED, 1),
        lanes={
            name: s.LaneHealth(
                processes=lane.processes, idle=lane.idle, waiting=lane.waiting,
                answered=lane.answered, restarts=lane.restarts,
            )
            for name, lane in workers.lanes.items()
        },
    )  # fmt: skip
