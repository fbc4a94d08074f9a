"""Function tools: definitions, schemas, and the server as a client meets it."""

import datetime
import json
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from agent_home.function_tools import FunctionTool, ToolDefinitionError, tool, tools_of

_PROGRAM = '''
import asyncio
import sys
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from agent_home.function_tools import serve, tool


@dataclass
class Stock:
    """Pieces of an article."""

    article: str
    pieces: int


@tool(side_effects=False)
def count_stock(article: Annotated[str, Field(min_length=1, description="Name of the article.")]) -> Stock:
    """Counts the pieces of an article."""
    print("counting", article)
    return Stock(article, 7)


@tool(version="2.1.0", owner="ada", timeout_ms=5_000)
async def move(article: str, to: Literal["shop", "store"], pieces: int = 1) -> str:
    """Moves pieces of an article."""
    await asyncio.sleep(0)
    if pieces > 7:
        raise ValueError(f"there are 7 pieces of {article}")
    return f"{pieces} of {article} are in the {to}"


@tool
async def wait_long() -> str:
    """Waits until it is cancelled."""
    try:
        await asyncio.sleep(600)
    finally:
        print("cancelled", file=sys.stderr, flush=True)
    return "done"


@tool(side_effects=False)
def lie() -> int:
    """Returns another type than it says."""
    return "secret-7f2a"


serve()
'''


def _tool(function: Callable[..., Any], **traits: Any) -> FunctionTool:
    marked = tool(**traits)(function)
    module = types.ModuleType("made")
    vars(module)["one"] = marked
    return tools_of(module)[0]


class _Server:
    """The program as a child process, with one request at a time."""

    def __init__(self, folder: Path) -> None:
        file = folder / "tools.py"
        file.write_text(_PROGRAM)
        self.process = subprocess.Popen(
            [sys.executable, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._number = 0

    def send(self, message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, bytes) else json.dumps(message).encode()) + b"\n")
        self.process.stdin.flush()

    def receive(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def request(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}})
        return self.receive()

    def call(self, name: str, **arguments: Any) -> Any:
        return self.request("tools/call", {"name": name, "arguments": arguments})["result"]

    def close(self) -> str:
        assert self.process.stdin is not None and self.process.stderr is not None
        self.process.stdin.close()
        errors = self.process.stderr.read().decode()
        assert self.process.wait(10) == 0
        assert self.process.stdout is not None
        assert self.process.stdout.read() == b""
        return errors


def test_a_signature_becomes_a_tool_spec() -> None:
    class Guest(BaseModel):
        title: str
        since: datetime.date | None = None

    def invite(guest: Guest, count: int = 1, *, quiet: bool = False) -> list[str]:
        """Invites a guest."""
        return [guest.title] * count

    made = _tool(invite, owner="ada", version="1.2.0", side_effects=False)
    assert made.spec() == {
        "apiVersion": "agent.platform/v1",
        "kind": "Tool",
        "metadata": {"name": "invite", "version": "1.2.0", "owner": "ada", "description": "Invites a guest."},
        "spec": {
            "inputsSchema": {
                "$defs": {
                    "Guest": {
                        "type": "object",
                        "properties": {
                            "title": {"type": "string"},
                            "since": {
                                "anyOf": [{"type": "string", "format": "date"}, {"type": "null"}],
                                "default": None,
                            },
                        },
                        "required": ["title"],
                    }
                },
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "guest": {"$ref": "#/$defs/Guest"},
                    "count": {"type": "integer", "default": 1},
                    "quiet": {"type": "boolean", "default": False},
                },
                "required": ["guest"],
            },
            "outputsSchema": {
                "type": "object",
                "properties": {"result": {"type": "array", "items": {"type": "string"}}},
                "required": ["result"],
            },
            "timeoutMs": 30_000,
            "idempotent": True,
            "sideEffects": False,
        },
    }
    assert made.structured(["Ada"]) == {"result": ["Ada"]}


def _untyped(value) -> str:  # type: ignore[no-untyped-def]
    """Has no hint."""
    return str(value)


def _many(*values: str) -> str:
    """Takes any number."""
    return "".join(values)


def _silent(value: str) -> str:
    return value


def _endless(value: str):  # type: ignore[no-untyped-def]
    """Says nothing of its result."""
    return value


def _opaque(value: subprocess.Popen[bytes]) -> str:
    """Takes what is no JSON."""
    return str(value)


@pytest.mark.parametrize(
    ("function", "traits", "reason"),
    [
        (_untyped, {}, "parameter value has no type hint"),
        (_many, {}, "cannot be named by a model"),
        (_silent, {}, "has no docstring"),
        (_endless, {}, "has no return type"),
        (_opaque, {}, "have no JSON Schema"),
        (_many, {"name": "A"}, "is no tool name"),
        (_many, {"version": "1"}, "is no version"),
    ],
)
def test_an_unsuitable_function_is_refused(function: Callable[..., Any], traits: dict[str, Any], reason: str) -> None:
    with pytest.raises(ToolDefinitionError, match=reason):
        tool(**traits)(function)


def test_two_tools_of_one_name_are_refused() -> None:
    def first() -> str:
        """Is the first."""
        return ""

    def second() -> str:
        """Is the second."""
        return ""

    module = types.ModuleType("made")
    vars(module).update(first=tool(name="same-name")(first), second=tool(name="same-name")(second))
    with pytest.raises(ToolDefinitionError, match="two functions define"):
        tools_of(module)


def test_a_client_lists_and_calls_tools(tmp_path: Path) -> None:
    server = _Server(tmp_path)
    initialized = server.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})["result"]
    assert initialized["protocolVersion"] == "2025-06-18"
    server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    listed = {made["name"]: made for made in server.request("tools/list")["result"]["tools"]}
    assert list(listed) == ["count_stock", "move", "wait_long", "lie"]
    assert listed["count_stock"]["annotations"] == {"readOnlyHint": True, "idempotentHint": True}
    assert listed["move"]["inputSchema"]["properties"]["to"] == {"enum": ["shop", "store"], "type": "string"}
    counted = server.call("count_stock", article="cups")
    assert counted["structuredContent"] == {"article": "cups", "pieces": 7}
    assert json.loads(counted["content"][0]["text"]) == counted["structuredContent"]
    assert server.call("move", article="cups", to="shop")["structuredContent"] == {
        "result": "1 of cups are in the shop"
    }
    # Prints of a function are not part of the protocol.
    assert "counting cups" in server.close()


def test_failures_of_calls_are_results(tmp_path: Path) -> None:
    server = _Server(tmp_path)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"article": "cups", "to": "shop", "pieces": 9}, "ValueError: there are 7 pieces of cups"),
        ({"article": "cups", "to": "secret-place"}, "to: Input should be 'shop' or 'store'"),
        ({"article": "cups", "to": "shop", "more": 1}, "more: Extra inputs are not permitted"),
    ]
    for arguments, reason in cases:
        result = server.call("move", **arguments)
        assert result["isError"] is True
        assert reason in result["content"][0]["text"]
        assert "secret-place" not in result["content"][0]["text"]
    lied = server.call("lie")
    assert lied["isError"] is True
    assert "secret-7f2a" not in json.dumps(lied)
    assert server.request("tools/call", {"name": "nothing"})["error"]["code"] == -32602
    assert server.request("resources/list")["error"]["code"] == -32601
    errors = server.close()
    assert "lie returned another type" in errors
    assert "secret-7f2a" not in errors


def test_a_cancelled_call_is_stopped(tmp_path: Path) -> None:
    server = _Server(tmp_path)
    server.send({"jsonrpc": "2.0", "id": "long", "method": "tools/call", "params": {"name": "wait_long"}})
    assert server.request("ping")["result"] == {}
    server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "long"}})
    # The cancelled call has no response, so the next one is that of the ping.
    assert server.request("ping")["result"] == {}
    assert "cancelled" in server.close()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"{", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'{"id": {}, "method": "ping"}', -32600),
        (b"\xff\xfe", -32700),
    ],
)
def test_nonsense_does_not_end_the_server(tmp_path: Path, sent: bytes, code: int) -> None:
    server = _Server(tmp_path)
    server.send(sent)
    assert server.receive()["error"]["code"] == code
    assert server.request("ping")["result"] == {}
    server.close()


def test_a_message_over_the_limit_ends_the_server(tmp_path: Path) -> None:
    server = _Server(tmp_path)
    server.send(b" " * (4 * 1024 * 1024 + 2))
    assert server.receive()["error"]["code"] == -32600


def test_specs_of_a_file_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        textwrap.dedent(
            '''
            from agent_home.function_tools import tool

            @tool(side_effects=False)
            def shout(text: str) -> str:
                """Writes in capitals."""
                return text.upper()
            '''
        )
    )
    command = [sys.executable, "-m", "agent_home.function_tools"]
    printed = subprocess.run([*command, "specs", str(file)], capture_output=True, check=True, text=True)
    [spec] = json.loads(printed.stdout)
    assert spec["metadata"]["name"] == "shout"
    (tmp_path / "empty.py").write_text("")
    empty = subprocess.run([*command, "specs", str(tmp_path / "empty.py")], capture_output=True, text=True)
    assert (empty.returncode, "no function with @tool" in empty.stderr) == (1, True)
    assert subprocess.run(command, capture_output=True).returncode == 2
