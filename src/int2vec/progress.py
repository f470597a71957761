"""How far long work is: the work says so, and whoever waits for it follows."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

Follower = Callable[[float, str], None]
_follower: ContextVar[Follower] = ContextVar("_follower", default=lambda share, what: None)


def progress(share: float, what: str) -> None:
    """Say which share of the work is done, and what is done now.

    >>> with followed_by(print), one_part(0.5, 0.5, "probe"):
    ...     progress(0.5, "fitting")
    0.75 probe: fitting
    """
    _follower.get()(share, what)


@contextmanager
def followed_by(follower: Follower) -> Iterator[None]:
    """Within this block the follower is told how far the work is."""
    token = _follower.set(follower)
    try:
        yield
    finally:
        _follower.reset(token)


def one_part(start: float, length: float, name: str = "") -> AbstractContextManager[None]:
    """Within this block the work is one part of all, of that length."""
    whole, words = _follower.get(), f"{name}: " if name else ""
    return followed_by(
        lambda share, what: whole(min(start + length * min(share, 1.0), 1.0), words + what)
    )
