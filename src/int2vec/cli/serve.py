"""`int2vec serve` and `mcp`: the explorer in the browser, and tools for an assistant."""

import threading
import webbrowser

from int2vec.cli.app import command
from int2vec.cli.console import progress_bar, say, stderr
from int2vec.errors import needing


@command()
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8729,
    corpus: str | None = None,
    model: list[str] | None = None,
    allow_host: list[str] | None = None,
    browser: bool = True,
) -> None:
    """Open the explorer: integers, sequences, sets, analogies and the map, in the browser."""
    with needing("the explorer", "web"):  # slow to import, and for this command alone
        from int2vec.web.guards import is_loopback
        from int2vec.web.server import bind, make_server, prepare
        from int2vec.web.worker import ServeConfig

    hosts = (host, *(allow_host or ()))
    config = ServeConfig(corpus=corpus, models=tuple(model or ()), hosts=hosts)
    with progress_bar("prepare the corpus"):
        prepare(config)
    listening = bind(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    if not is_loopback(host):
        words = "everyone who can reach it may ask, under that name or one that --allow-host gives"
        say(f"listening on {host}: {words}", to=stderr, style="yellow")
    say(f"int2vec explorer at {address} (Ctrl-C stops it)", to=stderr)
    if browser:
        timer = threading.Timer(1.5, webbrowser.open, (address,))
        timer.daemon = True
        timer.start()
    with listening:
        make_server(config).run([listening])


@command()
def mcp(*, corpus: str | None = None, http: bool = False, port: int = 8730) -> None:
    """Serve complete, search, info, neighbors, expand and analogy to an assistant (MCP)."""
    with needing("the server for assistants", "mcp"):
        from int2vec.web.assistants import make_tools
        from int2vec.web.server import prepare
        from int2vec.web.worker import ServeConfig

    config = ServeConfig(corpus=corpus)
    with progress_bar("prepare the corpus"):
        prepare(config)
    server = make_tools(config)
    if http:
        say(f"int2vec tools at http://127.0.0.1:{port}/mcp (Ctrl-C stops it)", to=stderr)
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
