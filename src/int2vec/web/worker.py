"""What runs in a worker process: questions in on stdin, answers out on stdout.

A frame is a length, a status and that many bytes of JSON. The process ends when its stdin
closes, so that no worker outlives its server, however the server ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from typing import BinaryIO

from pydantic import ValidationError

from int2vec.errors import (
    Int2vecError,
    MissingExtraError,
    UnknownIntegerError,
    UnknownModelError,
)
from int2vec.web.answers import ANSWERS
from int2vec.web.config import ServeConfig
from int2vec.web.lanes import HEADER, READY
from int2vec.web.library import Library


def answer(library: Library, kind: str, question: bytes) -> tuple[int, bytes]:
    """A status and a JSON body: the answer, or one sentence that says why there is none."""
    asked, answers = ANSWERS[kind]
    try:
        found = answers(library, asked.model_validate_json(question))
        return 200, found.model_dump_json().encode()
    except (UnknownIntegerError, UnknownModelError) as error:
        return 404, _sentence(str(error))
    except MissingExtraError as error:
        return 404, _sentence(str(error))
    except (Int2vecError, ValidationError) as error:
        return 400, _sentence(str(error))
    except Exception:
        traceback.print_exc()
        return 500, _sentence(f"the question {kind} failed; the server's log says where")


def _sentence(text: str) -> bytes:
    return json.dumps({"error": text}, ensure_ascii=False).encode()


# What a lane is asked before it says that it is ready, so that the first question is not slow.
WARM_UP = {
    "light": [("models", b"{}"), ("neighbors", b'{"integer": 2, "k": 1}')],
    "sets": [("expand", b'{"members": [5, 13, 29], "k": 1}')],
    "rules": [("rules", b'{"terms": [1, 1, 2, 3, 5, 8]}')],
    "heavy": [("complete", b'{"terms": [1, 1, 2, 3, 5, 8]}'),
              ("sequences", b'{"integer": 2, "k": 1}')],
}  # fmt: skip


def serve_lane(config: ServeConfig, lane: str, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer frames from `source` until it ends."""
    library = Library(config)
    try:
        library.corpus  # noqa: B018  without it there is no point in starting
    except Int2vecError as error:
        _write(sink, 500, _sentence(str(error)))
        return
    for kind, question in WARM_UP[lane]:
        status, body = answer(library, kind, question)
        if status >= 500:
            _write(sink, status, body)
            return
    _write(sink, READY, b"{}")
    while len(head := source.read(HEADER.size)) == HEADER.size:
        length, name = HEADER.unpack(head)
        kind = source.read(name).decode()
        _write(sink, *answer(library, kind, source.read(length)))


def _write(sink: BinaryIO, status: int, body: bytes) -> None:
    sink.write(HEADER.pack(len(body), status) + body)
    sink.flush()


def main() -> None:
    """Serve one lane; the settings come as arguments from the server that started us."""
    lane, niceness, settings = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # Nothing but frames may reach the real stdout: prints go to stderr.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve_lane(ServeConfig.from_json(settings), lane, sys.stdin.buffer, sink)
    except BrokenPipeError:
        os._exit(0)  # the server is gone; there is nobody left to tell


if __name__ == "__main__":
    main()
