"""This client under `agent-home conformance client`: one order a line on standard input, one answer a line on standard output."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from agent_home import AgentHome, Polling, connect
from agent_home.protocol.base64url import decode_base64url


class Driver:
    def __init__(self) -> None:
        self._home: AgentHome | None = None

    async def act(self, order: dict[str, Any]) -> dict[str, Any]:
        if order["do"] == "connect":
            await self.close()
            self._home = await connect(
                order["url"],
                root_set=order["root_set"],
                secret_key=decode_base64url(order["secret_key"]),
                agent_id=order["agent_id"],
                state_directory=order["state_directory"],
                polling=Polling(0.02, 0.1),
            )
            return {}
        home = self._home
        if home is None:
            raise RuntimeError("connect first")
        match order["do"]:
            case "me":
                return {"standing": (await home.me()).standing}
            case "card":
                return {"name": (await home.card(order["agent_id"])).name}
            case "read_topic":
                return {"lines": await _lines(home, order["topic_id"])}
            case "say":
                topic = await home.enter_topic(order["topic_id"])
                return {"outcome": (await topic.say(order["text"])).outcome}
            case other:
                raise RuntimeError(f"no agent here has the id {other}")

    async def close(self) -> None:
        home, self._home = self._home, None
        if home is not None:
            await home.close()


async def _lines(home: AgentHome, topic_id: str) -> list[dict[str, Any]]:
    topic = await home.enter_topic(topic_id)
    return [
        {
            "sequence": line.sequence,
            "agent_id": line.agent_id,
            "text": line.untrusted_text,
            "signature": line.author_signature,
        }
        async for line in topic.messages()
    ]


async def main() -> None:
    driver = Driver()
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        answer: dict[str, Any] = {"id": order["id"]}
        try:
            answer["done"] = await driver.act(order)
        except Exception as error:  # Any error is a refusal here; the kit judges if it is the right one.
            answer["refused"] = str(getattr(error, "code", "error"))
        print(json.dumps(answer), flush=True)
    await driver.close()


asyncio.run(main())
