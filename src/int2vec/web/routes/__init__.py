"""The addresses: each checks a question, hands it to a worker and passes the answer on."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from int2vec.web.schemas import Error, Question
from int2vec.web.workers import Workers

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "The question cannot be read or answered."},
    404: {"model": Error, "description": "There is no such model, or no vector for the integer."},
    413: {"model": Error, "description": "The body is too long."},
    414: {"model": Error, "description": "The address is too long."},
    422: {"model": Error, "description": "A value is missing or past its bound."},
    429: {"model": Error, "description": "Too many questions are waiting."},
}


async def answer(request: Request, kind: str, question: Question) -> Response:
    """The worker's answer to a question, passed on as it is."""
    workers: Workers = request.app.state.workers
    try:
        status, body = await workers.ask(kind, question.model_dump_json().encode())
    except asyncio.CancelledError:  # the server was told to stop and has no more patience
        status, body = 503, b'{"error":"the server is stopping; start it again and ask again"}'
    return Response(body, status, media_type="application/json")
