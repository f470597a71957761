"""One integer: facts, neighbours, what probes read, sequences."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from int2vec.web import schemas as s
from int2vec.web.limits import Integer, K, ModelName
from int2vec.web.routes import ERRORS, answer

router = APIRouter(prefix="/api", tags=["integers"], responses=ERRORS)

InPath = Annotated[Integer, Path(alias="integer", description="Any integer of 1,000 digits.")]
Model = Annotated[ModelName | None, Query()]


@router.get("/integer/{integer}", response_model=s.IntegerAnswer)
async def integer(request: Request, n: InPath) -> Response:
    """The factorisation, the properties that hold (rarest first) and some quantities."""
    return await answer(request, "integer", s.IntegerQuestion(integer=n))


@router.get("/neighbors/{integer}", response_model=s.NeighborsAnswer)
async def neighbors(
    request: Request, n: InPath, k: Annotated[K, Query()] = 12, model: Model = None
) -> Response:
    """The integers whose vectors are nearest, with what each shares with the one asked about."""
    return await answer(request, "neighbors", s.VectorQuestion(integer=n, k=k, model=model))


@router.get("/readings/{integer}", response_model=s.ReadingsAnswer)
async def readings(request: Request, n: InPath, model: Model = None) -> Response:
    """What probes read off the integer's vector, beside the truth."""
    return await answer(request, "readings", s.VectorQuestion(integer=n, model=model))


@router.get("/sequences/{integer}", response_model=s.SequencesAnswer)
async def sequences(request: Request, n: InPath, k: Annotated[K, Query()] = 10) -> Response:
    """The sequences that hold the integer, those of the rarest company first."""
    return await answer(request, "sequences", s.SequencesQuestion(integer=n, k=k))
