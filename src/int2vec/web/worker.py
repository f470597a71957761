"""What runs in a worker process: questions in on stdin, answers out on stdout, a line each.

A question is its kind and its JSON, an answer a status and its JSON; JSON holds no line break.
The process ends when its stdin closes, so that no worker outlives its server, however it ended.
"""

import json
import os
import signal
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from int2vec.errors import Int2vecError
from int2vec.files import read_json, toml_beside
from int2vec.models import ModelInfo, installed
from int2vec.session import Session
from int2vec.web import integers, models, sequences  # noqa: F401  register endpoints
from int2vec.web.questions import ENDPOINTS, sentence

LANES = toml_beside(__file__, "lanes.toml")


@dataclass(frozen=True, kw_only=True)
class ServeConfig:
    """The settings of a server; all come from the person who starts it, none from a request."""

    corpus: str | None = None  # "oeis", "catalog" or a file; None: as the session chooses
    models: tuple[str, ...] = ()  # folders that are served
    installed: bool = True  # whether the bundled and trained models are served besides them
    hosts: tuple[str, ...] = ()  # besides loopback's, under which the server may be asked

    def session(self) -> Session:
        """What answers the questions: over this corpus, and with these models alone."""
        served: dict[str, ModelInfo] = {}
        for folder in map(Path, self.models):
            manifest, name = read_json(folder / "manifest.json"), folder.resolve().name
            served[name] = ModelInfo(name=name, folder=folder, bundled=False, manifest=manifest)
        for model in installed() if self.installed else ():
            served.setdefault(model.name, model)
        return Session(self.corpus, models=served)


def answer(session: Session, kind: str, question: bytes) -> tuple[int, bytes]:
    """A status and a JSON body: the answer, or one sentence that says why there is none."""
    endpoint = ENDPOINTS[kind]
    try:
        asked = endpoint.question.model_validate_json(question)
        found = endpoint.function(session, **dict(asked))
        return 200, endpoint.answer.model_validate(found).model_dump_json().encode()
    except (Int2vecError, ValidationError) as error:
        is_missing = isinstance(error, LookupError | ImportError)
        return 404 if is_missing else 400, sentence(str(error))
    except Exception:
        traceback.print_exc()
        return 500, sentence(f"the question {kind} failed; the server's log says where")


def main() -> None:
    """Serve one lane; the settings come as arguments from the server that started us."""
    lane, settings = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    # Nothing but answers may reach the real stdout: prints go to stderr.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(status: int, body: bytes) -> None:
        sink.write(b"%d %s\n" % (status, body))
        sink.flush()

    try:
        session = ServeConfig(**json.loads(settings)).session()
        session.corpus  # noqa: B018  without it there is no point in starting
        session.prepare(*LANES[lane]["prepared"])
        if hasattr(os, "nice"):  # from here on: somebody may wait for it to be ready
            os.nice(LANES[lane]["niceness"])
        say(200, b"{}")
        for line in sys.stdin.buffer:
            kind, _, question = line.partition(b" ")
            say(*answer(session, kind.decode(), question))
    except Int2vecError as error:
        say(500, sentence(str(error)))
    except BrokenPipeError:
        os._exit(0)  # the server is gone; there is nobody left to tell


if __name__ == "__main__":
    main()
