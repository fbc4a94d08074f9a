"""Serves function tools over MCP on the standard streams of a process."""

import asyncio
import inspect
import json
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, BinaryIO

from pydantic import BaseModel, ValidationError

from .define import FunctionTool, ToolDefinitionError, calling_module, tools_of

_PROTOCOLS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_MOST_MESSAGE_BYTES = 4 * 1024 * 1024
_MOST_CALLS = 16
_INVALID_REQUEST, _UNKNOWN_METHOD, _INVALID_PARAMS, _PARSE_ERROR = -32600, -32601, -32602, -32700


class _Call(BaseModel):
    name: str
    arguments: dict[str, Any] = {}


def serve(tools: Sequence[FunctionTool] | None = None) -> None:
    """Serves tools until the client closes the standard input.

    Without `tools`, those of the program's main module. Functions print to the standard error, because the standard
    output belongs to the protocol. The program ends with 1 and a message if it defines no sound tools.
    """
    try:
        served = list(tools) if tools is not None else tools_of(calling_module())
    except ToolDefinitionError as error:
        print(f"agent_home.function_tools: {error}", file=sys.stderr)
        raise SystemExit(1) from error
    output = sys.stdout.buffer
    sys.stdout = sys.stderr
    asyncio.run(_Server(served, output).run(sys.stdin.buffer))


class _Server:
    def __init__(self, tools: Sequence[FunctionTool], output: BinaryIO) -> None:
        self._tools = {made.wire_name: made for made in tools}
        self._output = output
        self._calls: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(_MOST_CALLS)

    async def run(self, source: BinaryIO) -> None:
        while True:
            line = await asyncio.to_thread(source.readline, _MOST_MESSAGE_BYTES + 1)
            if not line:
                break
            if len(line) > _MOST_MESSAGE_BYTES:
                self._fail(None, _INVALID_REQUEST, f"a message has more than {_MOST_MESSAGE_BYTES} bytes")
                break
            self._receive(line)
        for task in self._calls.values():
            task.cancel()
        await asyncio.gather(*self._calls.values(), return_exceptions=True)

    def _receive(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._fail(None, _PARSE_ERROR, "a message is not JSON")
            return
        if not isinstance(message, dict):
            self._fail(None, _INVALID_REQUEST, "a message is not an object")
            return
        method, request_id = message.get("method"), message.get("id")
        params = message.get("params") or {}
        if not isinstance(method, str) or not isinstance(params, dict):
            # A response, for which the server has no request.
            return
        if request_id is None:
            if method == "notifications/cancelled":
                self._cancel(params.get("requestId"))
            return
        if not isinstance(request_id, (str, int)):
            self._fail(None, _INVALID_REQUEST, "the id of a request is a text or a number")
            return
        self._handle(method, request_id, params)

    def _handle(self, method: str, request_id: str | int, params: dict[str, Any]) -> None:
        match method:
            case "initialize":
                self._result(request_id, _initialized(params))
            case "ping":
                self._result(request_id, {})
            case "tools/list":
                self._result(request_id, {"tools": [_listed(made) for made in self._tools.values()]})
            case "tools/call":
                self._begin(request_id, params)
            case _:
                self._fail(request_id, _UNKNOWN_METHOD, "the server has tools alone")

    def _begin(self, request_id: str | int, params: dict[str, Any]) -> None:
        try:
            call = _Call.model_validate(params)
        except ValidationError:
            self._fail(request_id, _INVALID_PARAMS, "a call has a name and arguments")
            return
        made = self._tools.get(call.name)
        if made is None:
            self._fail(request_id, _INVALID_PARAMS, "there is no such tool: list the tools")
            return
        key = _key(request_id)
        task = asyncio.get_running_loop().create_task(self._call(request_id, made, call.arguments))
        self._calls[key] = task
        task.add_done_callback(lambda ended: self._calls.pop(key, None) if self._calls.get(key) is ended else None)

    async def _call(self, request_id: str | int, made: FunctionTool, given: dict[str, Any]) -> None:
        async with self._slots:
            self._result(request_id, await _perform(made, given))

    def _cancel(self, request_id: Any) -> None:
        task = self._calls.get(_key(request_id))
        if task is not None:
            task.cancel()

    def _result(self, request_id: str | int, result: dict[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "id": request_id, "result": result})

    def _fail(self, request_id: str | int | None, code: int, message: str) -> None:
        self._send({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})

    def _send(self, message: dict[str, Any]) -> None:
        self._output.write(json.dumps(message, ensure_ascii=True, allow_nan=False).encode() + b"\n")
        self._output.flush()


async def _perform(made: FunctionTool, given: dict[str, Any]) -> dict[str, Any]:
    """Calls a function with checked arguments. Its exceptions become results that a model can act on."""
    try:
        checked = made.arguments.model_validate(given)
    except ValidationError as error:
        return _error(f"The arguments do not fit [invalid_arguments]: {_describe(error)}")
    arguments = {name: getattr(checked, name) for name in type(checked).model_fields}
    try:
        if inspect.iscoroutinefunction(made.function):
            value = await made.function(**arguments)
        else:
            value = await asyncio.to_thread(made.function, **arguments)
    except Exception as error:
        return _error(f"{type(error).__name__}: {error}")
    try:
        structured = made.structured(value)
        text = json.dumps(structured, ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError) as error:
        # Details name fields and never values, which the function did not mean to return.
        detail = _describe(error) if isinstance(error, ValidationError) else type(error).__name__
        print(f"{made.name} returned another type than its hint says: {detail}", file=sys.stderr)
        return _error(f"{made.name} returned another type than its hint says [invalid_result].")
    return {"content": [{"type": "text", "text": text}], "structuredContent": structured}


def _error(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": True}


def _describe(error: ValidationError) -> str:
    """Returns fields and reasons of the first problems, without their values."""
    problems = error.errors(include_input=False, include_url=False, include_context=False)[:5]
    return "; ".join(f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}" for each in problems)


def _initialized(params: dict[str, Any]) -> dict[str, Any]:
    wanted = params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in _PROTOCOLS else _PROTOCOLS[0],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "agent-home-function-tools", "version": version("agent-home")},
    }


def _listed(made: FunctionTool) -> dict[str, Any]:
    return {
        "name": made.wire_name,
        "description": made.description,
        "inputSchema": made.inputs_schema(),
        "outputSchema": made.outputs_schema(),
        "annotations": {"readOnlyHint": not made.side_effects, "idempotentHint": made.idempotent},
    }


def _key(request_id: Any) -> str:
    """Distinguishes the ids 1 and "1"."""
    return json.dumps(request_id)
