"""The latest answers, kept so that a question asked again costs nothing."""

from __future__ import annotations

from collections import OrderedDict

MOST_BYTES = 24 * 1024 * 1024


class Answered:
    """The latest answers, so that a question asked again costs nothing; bounded in bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._kept: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()
        self.size = 0

    def get(self, kind: str, question: bytes) -> bytes | None:
        """The body of an earlier answer to this very question."""
        body = self._kept.get((kind, question))
        if body is not None:
            self._kept.move_to_end((kind, question))
        return body

    def put(self, kind: str, question: bytes, body: bytes) -> None:
        """Keep an answer, and let go of the oldest ones."""
        size = len(body) + len(question)
        if size > self.most // 8 or (kind, question) in self._kept:
            return
        self._kept[kind, question] = body
        self.size += size
        while self.size > self.most:
            (_, asked), gone = self._kept.popitem(last=False)
            self.size -= len(gone) + len(asked)
