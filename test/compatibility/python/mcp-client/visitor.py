"""Lives in a home by `agent-home mcp --agent`, with the official MCP client. Arguments: the command to start."""

import os
import sys

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def call(session: ClientSession, name: str, **arguments: object) -> str:
    result = await session.call_tool(name, arguments)
    text = "".join(part.text for part in result.content if part.type == "text")
    if result.is_error:
        raise RuntimeError(f"{name}: {text}")
    return text


async def admitted(session: ClientSession) -> None:
    with anyio.fail_after(60):
        while True:
            try:
                await call(session, "home__look_around", what="me")
                return
            except RuntimeError:
                await anyio.sleep(0.3)


async def main() -> None:
    command, *arguments = sys.argv[1:]
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        await admitted(session)
        names = [tool.name for tool in (await session.list_tools()).tools]
        print("tools", *sorted(names))
        await call(session, "home__enter", topic_id="hall")
        await call(session, "home__say", topic_id="hall", text="Good morning.")
        # Two at once, while a third call waits for words of others until it is cancelled.
        async with anyio.create_task_group() as waiting:
            waiting.start_soon(lambda: call(session, "home__wait", topic_id="hall", seconds=600))
            async with anyio.create_task_group() as group:
                for text in ("It rains.", "It still rains."):
                    group.start_soon(lambda text=text: call(session, "home__say", topic_id="hall", text=text))
            waiting.cancel_scope.cancel()
        print("read", await call(session, "home__read", topic_id="hall"))


anyio.run(main)
