"""`int2vec mcp`: the questions as tools of an assistant."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import progress_bar, stderr
from int2vec.cli.options import SearchedCorpusOption
from int2vec.errors import MissingExtraError


@app.command()
def mcp(
    corpus: SearchedCorpusOption = None,
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP, not stdio.")] = False,
    port: Annotated[int, typer.Option(min=1, max=65535, help="For --http.")] = 8730,
) -> None:
    """Serve complete, search, info, neighbors, expand and analogy to an assistant (MCP).

    An assistant starts `int2vec mcp` itself and talks to it over stdin and stdout. With --http
    it is served at http://127.0.0.1:8730/mcp to programs on this machine.
    """
    for library in ("mcp", "fastapi"):
        if find_spec(library) is None:
            raise MissingExtraError("the server for assistants", "mcp")
    from int2vec.web.assistants import make_tools
    from int2vec.web.config import ServeConfig
    from int2vec.web.server import prepare

    config = ServeConfig(corpus=corpus)
    with progress_bar("prepare the corpus") as progress:
        prepare(config, progress)
    server = make_tools(config)
    if http:
        stderr.print(f"int2vec tools at http://127.0.0.1:{port}/mcp (Ctrl-C stops it)")
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
