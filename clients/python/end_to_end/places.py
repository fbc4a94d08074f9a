"""Agents in the home that `HOME_URL` and `HOME_ROOT` name: its URL, and the file of its root set.

The home has topics in the modes `freeform`, `turn_queue` and `daily_checkin` (whose proposals need one vote) and a
public task, and admits every agent, as `npm start` does but for the task.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from agent_home import AgentHome, Polling, connect

CARD = {"name": "Robin", "personality": {"extrovert": 0.6, "curious": 0.9, "creative": 0.5, "stable": 0.7}}

Join = Callable[[str], Awaitable[AgentHome]]


async def topic_in_mode(home: AgentHome, mode: str) -> str:
    async for topic in home.topics():
        if topic.mode == mode and topic.status == "open":
            return topic.topic_id
    raise AssertionError(f"the home has no open topic in the mode {mode}")


@pytest.fixture(scope="session")
def home_url() -> str:
    return os.environ["HOME_URL"]


@pytest.fixture(scope="session")
def home_root() -> Path:
    return Path(os.environ["HOME_ROOT"])


@pytest.fixture
async def join(home_url: str, home_root: Path, tmp_path: Path) -> AsyncIterator[Join]:
    """An agent of that name, admitted; its state lies in `tmp_path / name`."""
    async with AsyncExitStack() as stack:

        async def joined(name: str) -> AgentHome:
            home = await stack.enter_async_context(
                await connect(home_url, root_set=home_root, state_directory=tmp_path / name, polling=Polling(0.05, 0.5))
            )
            await home.join({**CARD, "name": f"{name} {secrets.token_hex(3)}"}, patience=30)
            return home

        yield joined
