"""The bounds on a question, checked before any work starts."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from int2vec.errors import InputError
from int2vec.text import parse_terms

MAX_DIGITS = 1_000
MAX_TERMS = 1_000
MAX_MEMBERS = 500
MAX_OPTIONS = 20
MAX_K = 100
MAX_TEXT = 16_000
MAX_BODY = 256 * 1024
MAX_QUERY = 32 * 1024

SAFE = 2**53
"""Past this a JSON reader may lose digits, so that integers become strings."""

_DIGITS = re.compile(r"[+-]?[0-9]+")
_COMMA = "[,，、؛;；،]"  # any script's, as parse_terms reads them
_BLANKS, _DOTS = re.compile(r"\s+"), re.compile("[.…]{3,}")
_COMMAS = re.compile(f"(?:{_COMMA} ?){{3,}}")  # two already say that a term is missing
_BETWEEN = re.compile(f"(?:{_COMMA}| )+")


def read_integer(value: object) -> int:
    """`value` as an int: a JSON integer, or a string of decimal digits.

    >>> read_integer("-17")
    -17
    """
    if isinstance(value, str):
        text = value.strip().replace("−", "-")
        if not _DIGITS.fullmatch(text):
            raise ValueError("give a whole number such as 1729")
        if len(text.lstrip("+-")) > MAX_DIGITS:
            raise ValueError(f"give an integer of at most {MAX_DIGITS:,} digits")
        return int(text)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("give a whole number such as 1729")
    if value.bit_length() > MAX_DIGITS * 3.33:
        raise ValueError(f"give an integer of at most {MAX_DIGITS:,} digits")
    return value


def _json_integer(n: int) -> int | str:
    return n if -SAFE <= n <= SAFE else str(n)


Integer = Annotated[
    int,
    BeforeValidator(read_integer),
    PlainSerializer(_json_integer, return_type=int | str),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -SAFE, "maximum": SAFE},
                {"type": "string", "pattern": f"^[+-]?[0-9]{{1,{MAX_DIGITS}}}$"},
            ]
        }
    ),
]
"""An integer of any size; in JSON a string once it passes 2**53."""

K = Annotated[int, Field(ge=1, le=MAX_K, description="How many answers.")]
ModelName = Annotated[
    str, Field(min_length=1, max_length=80, description="A name that /api/models lists.")
]


def read_terms(text: str, most: int = MAX_TERMS) -> list[int]:
    """The integers in a line such as '1, 1, 2, 3', within the bounds of a question.

    >>> read_terms("1, 1, 2, 3,")
    [1, 1, 2, 3]
    """
    if len(text) > MAX_TEXT:
        raise InputError(
            f"{len(text):,} characters were given; give at most {MAX_TEXT:,}, or ask with POST"
        )
    # The event loop waits while this reads: words are counted first, and no run stays long.
    plain = _COMMAS.sub(",,", _DOTS.sub("...", _BLANKS.sub(" ", text)))
    words = [word for word in _BETWEEN.split(plain) if word]
    if len(words) > most + 1:  # one may be a closing "..." or "?"
        raise InputError(f"{len(words):,} integers were given; give at most {most:,}")
    _check_digits(max(map(len, words), default=0))
    terms = parse_terms(plain)
    if len(terms) > most:
        raise InputError(f"{len(terms):,} integers were given; give at most {most:,}")
    return terms


def _check_digits(digits: int) -> None:
    if digits > MAX_DIGITS + 1:
        raise InputError(
            f"an integer of {digits:,} digits was given; at most {MAX_DIGITS:,} are allowed"
        )


class BoundedBody:
    """Refuses a request that is too long, by its header or once too much of it has come."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if len(scope["query_string"]) > MAX_QUERY:
            error = f"the address is too long; ask with POST, or with at most {MAX_QUERY:,} bytes"
            await JSONResponse({"error": error}, 414)(scope, receive, send)
            return
        headers = dict(scope["headers"])
        announced = headers.get(b"content-length", b"0")
        if announced == b"0" and b"transfer-encoding" not in headers:
            await self.app(scope, receive, send)
            return
        too_long = JSONResponse(
            {"error": f"the body is too long; send at most {MAX_BODY:,} bytes"}, 413
        )
        if not announced.isdigit() or int(announced) > MAX_BODY:
            await too_long(scope, receive, send)
            return
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has gone
            body += message.get("body", b"")
            if len(body) > MAX_BODY:
                await too_long(scope, receive, send)
                return
            if not message.get("more_body", False):
                break
        waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, replay, send)
