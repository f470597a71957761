"""The server's questions as tools of an assistant, over the Model Context Protocol.

Every tool is an endpoint of the HTTP API under another roof: the same question with its bounds,
the same answer, the same worker processes with their time limits.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from inspect import Signature
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, ValidationError

from int2vec import __version__
from int2vec.errors import Int2vecError
from int2vec.web.questions import ENDPOINTS, WORDS, Endpoint, Error, first_fault
from int2vec.web.worker import ServeConfig
from int2vec.web.workers import Workers, running


def make_tools(config: ServeConfig | None = None) -> MCPServer[Workers]:
    """A server of the tools, whose worker processes live as long as it serves."""
    lanes: dict[str, Workers] = {}

    @asynccontextmanager
    async def lifespan(_: MCPServer[Workers]) -> AsyncIterator[Workers]:
        async with running(config or ServeConfig()) as lanes["now"]:
            yield lanes["now"]

    words: str = WORDS["assistants"]
    server = MCPServer(
        "int2vec", version=__version__, instructions=words, lifespan=lifespan, log_level="WARNING"
    )
    for name in WORDS["tools"]:
        server.add_tool(
            _tool(ENDPOINTS[name], lanes),
            name=name,
            description=ENDPOINTS[name].function.__doc__,
            annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
    return server


def _tool(endpoint: Endpoint, lanes: dict[str, Workers]) -> Callable[..., Awaitable[BaseModel]]:
    """A function with the fields of the endpoint's question as its parameters."""

    async def ask(**given: Any) -> BaseModel:
        try:
            asked = endpoint.asked(endpoint.question(**given))
            status, reply = await lanes["now"].ask(*asked)
        except ValidationError as error:
            raise ToolError(first_fault(error.errors()[0])) from None
        except Int2vecError as error:
            raise ToolError(str(error)) from None
        if status != 200:
            raise ToolError(Error.model_validate_json(reply).error)
        return endpoint.answer.model_validate_json(reply)

    seen = Signature(endpoint.parameters, return_annotation=endpoint.answer)
    ask.__signature__ = seen  # type: ignore[attr-defined]
    return ask
