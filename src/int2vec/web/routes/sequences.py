"""Sequences: what comes next, and where terms stand."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from int2vec.web import schemas as s
from int2vec.web.limits import MAX_TEXT, K, read_terms
from int2vec.web.routes import ERRORS, answer

router = APIRouter(prefix="/api", tags=["sequences"], responses=ERRORS)

Text = Annotated[str, Query(min_length=1, max_length=MAX_TEXT, examples=["1, 1, 2, 3, 5, 8"])]


@router.get("/complete", response_model=s.CompleteAnswer)
async def complete(
    request: Request,
    terms: Text,
    k: Annotated[K, Query()] = 5,
    using: Annotated[Literal["all", "rules"], Query()] = "all",
) -> Response:
    """Conjectures about the next term, each with its evidence."""
    return await _complete(request, s.CompleteQuestion(terms=read_terms(terms), k=k, using=using))


@router.post("/complete", response_model=s.CompleteAnswer)
async def complete_long(request: Request, question: s.CompleteQuestion) -> Response:
    """The same for terms that are too long for an address."""
    return await _complete(request, question)


async def _complete(request: Request, question: s.CompleteQuestion) -> Response:
    return await answer(request, "rules" if question.using == "rules" else "complete", question)


@router.get("/search", response_model=s.SearchAnswer)
async def search(
    request: Request, terms: Text, transforms: bool = False, k: Annotated[K, Query()] = 10
) -> Response:
    """The sequences in which the terms stand; ? stands for any term."""
    return await answer(
        request, "search", s.SearchQuestion(pattern=terms, transforms=transforms, k=k)
    )


@router.post("/search", response_model=s.SearchAnswer)
async def search_long(request: Request, question: s.SearchQuestion) -> Response:
    """The same for patterns that are too long for an address."""
    return await answer(request, "search", question)
