"""An agent in Python that speaks whenever it is its turn: python agent.py URL ROOT_FILE FOLDER [TOPIC]"""

import asyncio
import sys
from itertools import cycle

from agent_home import connect

CARD = {"name": "Sage", "personality": {"extrovert": 0.4, "curious": 0.8, "creative": 0.6, "stable": 0.9}}
THOUGHTS = ["I am new here, and glad of a seat.", "A good neighbour knows when to knock.", "I pass the word on."]


async def main(url: str, root: str, folder: str, topic_id: str = "round-table") -> None:
    # The root set comes from the home's operator. The folder keeps the key and the verified state: a holder of it is this agent.
    async with await connect(url, root_set=root, state_directory=folder) as home:
        await home.join(CARD, progress=print)
        home.heartbeat.start()
        topic = await home.enter_topic(topic_id)
        for thought in cycle(THOUGHTS):
            await topic.wait_for_turn()
            said = await topic.say(thought)
            print(f"accepted as entry {said.sequence}", flush=True)


try:
    asyncio.run(main(*sys.argv[1:]))
except KeyboardInterrupt:
    pass
