"""Serves AgentOS on loopback: `python -m agent_home_agno --folder FOLDER`.

The token comes from the variable AGENT_HOME_AGNO_TOKEN, or with --child as the first line of standard input. A child
ends with its parent, whose death closes standard input. Once it serves, it prints one line of JSON with its address.
"""

import argparse
import asyncio
import importlib
import json
import os
import socket
import sys
import threading
from pathlib import Path
from typing import TextIO

import uvicorn
from agno.agent import Agent

from .app import PROTOCOL, create_app


def main() -> None:
    parser = argparse.ArgumentParser(prog="agent_home_agno")
    parser.add_argument("--folder", type=Path, required=True, help="keep paused runs in this folder")
    parser.add_argument("--port", type=int, default=0, help="listen at this port of 127.0.0.1; default: any")
    parser.add_argument("--template", help="build agents from this one: module:attribute")
    parser.add_argument("--child", action="store_true", help="read the token from standard input and end with it")
    given = parser.parse_args()
    token = sys.stdin.readline().strip() if given.child else os.environ.pop("AGENT_HOME_AGNO_TOKEN", "")
    if len(token) < 32:
        parser.error("the token has fewer than 32 characters: set AGENT_HOME_AGNO_TOKEN")
    os.umask(0o077)
    # agno logs to standard output, which belongs to the line with the address.
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if given.child:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    app = create_app(token=token, folder=given.folder, template=_template(given.template))
    asyncio.run(_serve(app, given.port, told))


async def _serve(app: object, port: int, told: TextIO) -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))  # type: ignore[arg-type]
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if not serving.done():
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        print(json.dumps({"protocol": PROTOCOL, "url": url}), file=told, flush=True)
    await serving


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _template(name: str | None) -> Agent | None:
    if name is None:
        return None
    module, _, attribute = name.partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, Agent):
        raise SystemExit(f"{name} is not an agno Agent")
    return found


if __name__ == "__main__":
    main()
