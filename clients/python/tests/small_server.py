"""A server with responses set by a test: for those that a real home or store would never send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Asked:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class SmallServer:
    url: str = ""
    asked: list[Asked] = field(default_factory=list)


@asynccontextmanager
async def small_server(answer: Callable[[Asked], bytes], *, then_hang: bool = False) -> AsyncIterator[SmallServer]:
    """`answer` gives the whole answer, status line and all, after which the connection ends, or hangs."""
    serving = SmallServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, target, _ = head[0].split(" ")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            asked = Asked(method, target, headers)
            serving.asked.append(asked)
            asked.body = await reader.readexactly(int(headers.get("content-length", "0")))
            writer.write(answer(asked))
            await writer.drain()
            if then_hang:
                await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    serving.url = f"http://127.0.0.1:{port}"
    try:
        yield serving
    finally:
        server.close()


def http(status: str, body: bytes = b"", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if "content_length" not in headers:
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def json_answer(document: object, status: str = "200 OK") -> bytes:
    return http(status, json.dumps(document).encode(), content_type="application/json")
