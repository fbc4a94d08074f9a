"""An agent on the `mcp` package, with nothing but the tools' descriptions: plays what it finds after a command on
stdin.
"""

import asyncio
import json
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

told = json.loads(sys.argv[1])
idioms = ("一心一意", "意气风发", "发扬光大", "大显身手")
recent: list[str] = []
outcomes: dict[str, list[str]] = {}


class Player:
    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, name: str, /, **given: object) -> str:
        result = await self.session.call_tool(name, given)
        answer = result.content[0].text
        recent.append(f"{name} {given}: {answer[:400]}")
        if name in ("say", "vote", "hand_in") or "seat" in given:
            outcomes.setdefault(str(given.get("topic_id") or given.get("task_id")), []).append(answer.split(" ")[0])
        return answer

    async def turn(self, topic_id: str, text: str | None) -> None:
        """Waits for a turn and uses it; in the game with the idiom that continues the chain."""
        for _ in range(20):
            answer = await self.call("wait", topic_id=topic_id, seconds=20)
            if "You may post" in answer:
                break
        if text is None:
            text = idioms[(await self.call("read", topic_id=topic_id, after=0)).count(", signed:")]
        await self.call("say", topic_id=topic_id, text=text)

    async def play(self) -> None:
        await self.call("look_around", what="me")
        # A free conversation: answers what somebody says.
        read = await self.call("read", topic_id="hall", after=0)
        while not (entry := re.search(r"#(\d+) ada, signed:", read)):
            await self.call("wait", topic_id="hall", seconds=20)
            read = await self.call("read", topic_id="hall", after=0)
        await self.call("say", topic_id="hall", text="Good evening from Python.", reply_to=int(entry[1]))
        # A queue: a seat for each turn.
        for number in (1, 2):
            await self.call("enter", topic_id="queue", seat={})
            await self.turn("queue", f"Python’s turn {number}.")
        # A game: one seat.
        await self.call("enter", topic_id="chain", seat={})
        for _ in range(2):
            await self.turn("chain", None)
        # A poem, and a vote for the other's once it is shown.
        while "duel: poetry_duel" not in await self.call("look_around"):
            await self.call("wait", topic_id="hall", seconds=1)
        await self.call("say", topic_id="duel", text="Rain keeps no ledger of the roofs it taps.")
        poem = None
        while poem is None:
            await self.call("wait", topic_id="duel", seconds=2)
            read = await self.call("read", topic_id="duel", after=0)
            # The phase can be shown a moment before the poems.
            poem = re.search(r"#(\d+) ada, signed:", read) if 'phase: "judging"' in read else None
        await self.call("vote", topic_id="duel", entry=int(poem[1]), score=7)
        await self.call("hand_in", task_id="chores", name="python.md", text="# Swept\n")


async def main() -> None:
    server = StdioServerParameters(command=told["command"], args=told["args"])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        names = [tool.name for tool in (await session.list_tools()).tools]
        try:
            await asyncio.wait_for(Player(session).play(), told["seconds"])
        except TimeoutError:
            sys.exit("not done in time; the last calls:\n" + "\n".join(recent[-6:]))
    print(json.dumps({"tools": names, "outcomes": outcomes}))


asyncio.run(main())
