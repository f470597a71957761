"""Sets and analogies."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from int2vec.web import schemas as s
from int2vec.web.limits import MAX_MEMBERS, MAX_OPTIONS, MAX_TEXT, Integer, K, read_terms
from int2vec.web.routes import ERRORS, answer
from int2vec.web.routes.integers import Model

router = APIRouter(prefix="/api", tags=["sets and analogies"], responses=ERRORS)


@router.get("/expand", response_model=s.ExpandAnswer)
async def expand(
    request: Request,
    members: Annotated[str, Query(min_length=1, max_length=MAX_TEXT, examples=["73, 97, 83"])],
    k: Annotated[K, Query()] = 20,
    model: Model = None,
) -> Response:
    """What the members share, with the surprise of each property, and what else may belong."""
    given = read_terms(members, MAX_MEMBERS)
    return await answer(request, "expand", s.ExpandQuestion(members=given, k=k, model=model))


@router.post("/expand", response_model=s.ExpandAnswer)
async def expand_long(request: Request, question: s.ExpandQuestion) -> Response:
    """The same for sets that are too long for an address."""
    return await answer(request, "expand", question)


@router.get("/analogy", response_model=s.AnalogyAnswer)
async def analogy(
    request: Request,
    a: Annotated[Integer, Query(examples=[5])],
    b: Annotated[Integer, Query(examples=[36])],
    c: Annotated[Integer, Query(examples=[6])],
    options: Annotated[str | None, Query(max_length=MAX_TEXT, examples=["48, 49, 50"])] = None,
    k: Annotated[K, Query()] = 5,
    model: Model = None,
) -> Response:
    """Answers to a : b :: c : ?, by rules and by vectors side by side."""
    chosen = read_terms(options, MAX_OPTIONS) if options and options.strip() else None
    question = s.AnalogyQuestion(a=a, b=b, c=c, options=chosen, k=k, model=model)
    return await answer(request, "analogy", question)


@router.post("/analogy", response_model=s.AnalogyAnswer)
async def analogy_long(request: Request, question: s.AnalogyQuestion) -> Response:
    """The same with a JSON body."""
    return await answer(request, "analogy", question)
