"""The addresses of the endpoints: each checks a question, hands it to a worker, passes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from operator import getitem
from typing import Annotated, Any, get_type_hints

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic.fields import FieldInfo

from int2vec.text import parse_terms
from int2vec.web.questions import MAX_DIGITS, MAX_TEXT, Endpoint, Error, Line, Question, Topic
from int2vec.web.workers import Workers

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "The question cannot be read or answered."},
    403: {"model": Error, "description": "Another site asks, or under a name that is not served."},
    404: {"model": Error, "description": "There is no such model, or no vector for the integer."},
    413: {"model": Error, "description": "The body is too long."},
    414: {"model": Error, "description": "The address is too long."},
    422: {"model": Error, "description": "A value is missing or past its bound."},
    429: {"model": Error, "description": "Too many questions are waiting."},
    503: {"model": Error, "description": "What worked on the question was ended."},
}


def router_of(topic: Topic) -> APIRouter:
    """The addresses of a topic's endpoints, under /api."""
    router = APIRouter(prefix="/api", tags=[topic.name], responses=ERRORS)
    for endpoint in topic.endpoints:
        router.add_api_route(
            endpoint.path,
            _asked_by_address(endpoint),
            methods=["GET"],
            response_model=endpoint.answer,
            description=endpoint.function.__doc__,
            openapi_extra={"x-sample": endpoint.sample},
        )
        if endpoint.posted:
            router.add_api_route(
                endpoint.path,
                _asked_by_body(endpoint),
                methods=["POST"],
                response_model=endpoint.answer,
                description="The same with a JSON body, for what is too long for an address.",
            )
    return router


Handler = Callable[..., Any]


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
    hints = get_type_hints(endpoint.question, include_extras=True)
    found = []
    hint: Any
    mark: Any
    for name, info, line in _fields(endpoint):
        needed = info.is_required()
        if f"{{{name}}}" in endpoint.path:
            hint, mark = hints[name], Path(description="Any integer of 1,000 digits.")
        elif line is not None:
            hint, mark = str if needed else str | None, _line_query(line, needed)
        else:
            hint, mark = hints[name], Query(examples=info.examples)
        kind = getitem(Annotated, (hint, mark))
        default = Parameter.empty if needed else info.default
        found.append(Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default))
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
