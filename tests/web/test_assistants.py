"""The tools of an assistant, asked by the protocol's own client over stdin and stdout and HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import int2vec

pytest.importorskip("mcp", reason="the mcp extra is not installed")

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

COMMAND = ["-m", "int2vec", "mcp"]


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of a coroutine, in a thread of its own: a browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def over_stdio(talk: Callable[[Client], Awaitable[Any]]) -> Any:
    """What comes of a talk with a server that the client starts itself."""

    async def run() -> Any:
        started = StdioServerParameters(command=sys.executable, args=COMMAND, env=dict(os.environ))
        async with Client(stdio_client(started)) as client:
            return await talk(client)

    return _run(run())


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    """The answers to a few calls over one connection."""
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "complete": ("complete", {"terms": [1, 4, 10, 20, 35], "k": 3}),
        "info": ("info", {"integer": 1729}),
        "huge": ("info", {"integer": str(2**100)}),
        "analogy": ("analogy", {"a": 5, "b": 36, "c": 6, "options": [48, 49, 50, 56]}),
        "expand": ("expand", {"members": [73, 97, 83]}),
        "too many": ("complete", {"terms": [1] * 2000}),
        "no integer": ("neighbors", {"integer": "12.5"}),
        "no such model": ("neighbors", {"integer": 12, "model": "nothing"}),
    }

    async def talk(client: Client) -> dict[str, Any]:
        found: dict[str, Any] = {"tools": (await client.list_tools()).tools}
        for name, (tool, given) in calls.items():
            found[name] = await client.call_tool(tool, given)
        return found

    return over_stdio(talk)


def test_every_tool_says_what_it_takes_and_gives(said: dict[str, Any]) -> None:
    tools = {tool.name: tool for tool in said["tools"]}
    assert {"complete", "search", "info", "neighbors", "expand", "analogy"} <= set(tools)
    assert all(tool.description and tool.output_schema for tool in tools.values())
    assert tools["complete"].input_schema["properties"]["terms"]["maxItems"] == 1000
    assert tools["complete"].input_schema["required"] == ["terms"]


def test_answers_are_those_of_the_package(said: dict[str, Any]) -> None:
    best = said["complete"].structured_content["predictions"][0]
    ours = int2vec.complete([1, 4, 10, 20, 35], k=3)[0]
    assert (best["value"], best["why"]) == (ours.value, ours.why)
    assert best["probability"] == pytest.approx(ours.probability)
    assert said["analogy"].structured_content["rules"][0]["value"] == 49
    assert json.loads(said["info"].content[0].text) == said["info"].structured_content


def test_integers_past_json_are_strings(said: dict[str, Any]) -> None:
    assert said["huge"].structured_content["integer"] == str(2**100)


@pytest.mark.parametrize(
    ("call", "words"),
    [("too many", "1000"), ("no integer", "whole number"), ("no such model", "not served here")],
)
def test_bad_calls_get_one_sentence(said: dict[str, Any], call: str, words: str) -> None:
    assert said[call].is_error
    assert words in said[call].content[0].text
    assert "Traceback" not in said[call].content[0].text


def test_over_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, *COMMAND, "--http", "--port", str(port)])

    async def ask() -> Any:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            return await client.call_tool("complete", {"terms": [1, 2, 4, 8, 16], "k": 1})

    try:
        for _ in range(900):  # a busy machine takes its time
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        answer = _run(ask())
    finally:
        server.terminate()
        server.wait(20)
    assert answer.structured_content["predictions"][0]["value"] == 32
