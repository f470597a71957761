"""The public functions: the questions of a session that stays open between calls."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar

from int2vec.session import Session, default_session

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _asked(method: Callable[Concatenate[Session, Given], Answer]) -> Callable[Given, Answer]:
    """A method of the session as a function, with its parameters and its words."""

    @wraps(method)
    def ask(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        return method(default_session(), *args, **kwargs)

    whole = signature(method)
    given = list(whole.parameters.values())[1:]
    ask.__signature__ = whole.replace(parameters=given)  # type: ignore[attr-defined]
    ask.__qualname__ = method.__name__
    return ask


complete = _asked(Session.complete)
fill = _asked(Session.fill)
guess = _asked(Session.guess)
search = _asked(Session.search)
similar = _asked(Session.similar)
neighbors = _asked(Session.neighbors)
expand = _asked(Session.expand)
analogy = _asked(Session.analogy)
info = _asked(Session.info)
probe = _asked(Session.probe)
