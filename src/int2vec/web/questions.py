"""What a question is: its types and bounds, and how one is registered, by `@endpoint(…)`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache, reduce
from inspect import Parameter, getdoc, signature
from operator import getitem, or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema, create_model
from pydantic.functional_serializers import PlainSerializer

from int2vec.files import toml_beside
from int2vec.text import SAFE, as_integer, parse_integer, parse_terms, plain

MAX_DIGITS = 1_000
LONG_DIGITS = 250  # in all integers of a question
MAX_TEXT = 16_000
WORDS = toml_beside(__file__, "words.toml")
FIELDS = WORDS["fields"]
_LONG = re.compile(rb"[0-9]{17,}")


class Question(BaseModel, extra="forbid", frozen=True):
    """A question; an unknown field is an error, not a silent default."""


class Error(BaseModel):
    """What went wrong: what was given, what is allowed, what to do, in one sentence."""

    error: str


def sentence(text: str) -> bytes:
    """An error in JSON."""
    return Error(error=text).model_dump_json().encode()


def first_fault(fault: Mapping[str, Any]) -> str:
    """One sentence for a value that a question does not take."""
    where = ".".join(str(part) for part in fault["loc"] if part not in ("body", "query", "path"))
    what = str(fault["msg"]).removeprefix("Value error, ")
    return f"{where or 'the request'}: {what}; {fault.get('input')!r:.40} was given"


def read_integer(value: object) -> int:
    """`value` as an int: a JSON integer, or a string of decimal digits."""
    if isinstance(value, str):
        return parse_integer(value, digits=MAX_DIGITS)
    return as_integer(value, MAX_DIGITS)


def _written(digits: str) -> tuple[PlainSerializer, WithJsonSchema]:
    """How JSON has integers of any size: as strings once they pass 2**53."""
    number = {"type": "integer", "minimum": -SAFE, "maximum": SAFE}
    text = {"type": "string", "pattern": f"^[+-]?[0-9]{digits}$"}
    return PlainSerializer(plain, return_type=int | str), WithJsonSchema({"anyOf": [number, text]})


_WRITTEN = {int: Annotated[int, *_written("+")], Any: Annotated[Any, PlainSerializer(plain)]}
Integer = Annotated[int, BeforeValidator(read_integer), *_written(f"{{1,{MAX_DIGITS}}}")]
"""An integer of a question."""

K = Annotated[int, Field(ge=1, le=100, description=FIELDS["k"])]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
ModelName = Annotated[str, Field(max_length=80, description=FIELDS["model"])] | None
_LABEL = "^([Aa]?[0-9]+|sequence [0-9,]+)$"
Label = Annotated[str, Field(max_length=21, pattern=_LABEL, description=FIELDS["label"])]


def listed(most: int, **about: Any) -> tuple[Any, BeforeValidator]:
    """The bounds of some integers, and what reads them where an address writes `terms=1,4,10`."""

    def read(given: Any) -> Any:
        if not isinstance(given, list) or len(given) != 1 or not isinstance(given[0], str):
            return given
        if len(given[0]) > MAX_TEXT:
            raise ValueError(f"give at most {MAX_TEXT} characters")
        return parse_terms(given[0], most=most, digits=MAX_DIGITS)

    return Query(max_length=most, **about), BeforeValidator(read)


# None stands inside: older FastAPI sees no list in Annotated[…] | None.
Options = Annotated[list[Integer] | None, *listed(20, description=FIELDS["options"])]


def _shown(hint: Any) -> Any:
    """A type of an answer as JSON shall show it, with integers of any size."""
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return answer_model(hint)
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return getitem(Annotated, (_shown(parts[0]), *parts[1:]))
    if not parts or kind is Literal:
        return _WRITTEN.get(hint, hint)
    inside = tuple(part if part is ... else _shown(part) for part in parts)
    return reduce(or_, inside) if kind in (Union, UnionType) else kind[inside]


@cache
def answer_model(made: type[Any]) -> type[BaseModel]:
    """The model that describes a dataclass or a named tuple and writes it as JSON."""
    hints = get_type_hints(made, include_extras=True)
    shown: Any = {name: (_shown(hint), ...) for name, hint in hints.items()}
    settings: Any = {"__config__": {"from_attributes": True}, "__doc__": getdoc(made)}
    return create_model(made.__name__, **settings, **shown)


class Endpoint:
    """All that there is to know about one kind of question.

    kind        its name between server and worker: that of the function
    topic       the file that it stands in, by which the OpenAPI description groups it
    path        its address under /api, with a field of the question in braces
    lane        the lane that it waits in, as a rule
    sample      a question to try, as it stands behind /api/
    parameters  the fields of the question as those of a function, by keyword
    posted      whether it may be asked with a JSON body too: where something must be given
    """

    def __init__(self, function: Callable[..., Any], path: str, lane: str, sample: str) -> None:
        known = signature(function, eval_str=True)
        self.function, self.path, self.lane, self.sample = function, path, lane, sample
        self.kind, self.topic = function.__name__, function.__module__.rpartition(".")[2]
        _, *taken = known.parameters.values()
        self.parameters = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in taken]
        required = [one for one in self.parameters if one.default is Parameter.empty]
        self.posted = bool(required) and "{" not in path
        asked: Any = {}
        for one in self.parameters:
            asked[one.name] = one.annotation, ... if one in required else one.default
        self.question = create_model(f"{self.kind.title()}Question", __base__=Question, **asked)
        self.answer = answer_model(known.return_annotation)

    def asked(self, question: Question) -> tuple[str, str, bytes]:
        """The lane that this question waits in, its kind, and itself in JSON.

        Deep questions, those for rules alone and those of long integers wait among their own kind.
        """
        text, lane = question.model_dump_json().encode(), self.lane
        if getattr(question, "effort", "") == "deep":
            lane = "deep"
        elif getattr(question, "using", "") == "rules":
            lane = "rules"
        elif lane != "heavy" and sum(map(len, _LONG.findall(text))) > LONG_DIGITS:
            lane = "long"
        return lane, self.kind, text


ENDPOINTS: dict[str, Endpoint] = {}
"""Those of the topics that are imported, by kind."""
Function = TypeVar("Function", bound=Callable[..., Any])


def endpoint(path: str, *, lane: str, sample: str) -> Callable[[Function], Function]:
    """Register a function that takes the session and what is asked, and gives an answer."""

    def register(function: Function) -> Function:
        ENDPOINTS[function.__name__] = Endpoint(function, path, lane, sample)
        return function

    return register
