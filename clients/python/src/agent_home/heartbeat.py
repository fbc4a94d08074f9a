"""Says again and again that this agent is there. Never raises at its owner."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agent_home.api.answers import Me
from agent_home.credentials import HEARTBEAT_WRITE, CredentialManager
from agent_home.errors import AgentHomeError
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.moments import moment_of
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings, log, told

_FIRST_RETRY = 2.0
# Interval and key hardly ever change: a request with every beat would double the home's load.
_PLACE_KEPT_MS = 3_600_000


@dataclass(frozen=True)
class HeartbeatStatus:
    running: bool
    last_beat_at_ms: int | None
    failures_in_a_row: int


class HeartbeatLoop:
    def __init__(
        self, me: Callable[[], Awaitable[Me]], credentials: CredentialManager, surroundings: Surroundings
    ) -> None:
        self._me = me
        self._credentials = credentials
        self._surroundings = surroundings
        self._task: asyncio.Task[None] | None = None
        self._known: tuple[Me, int] | None = None
        self._last_beat_at: int | None = None
        self._failures = 0

    def start(self) -> None:
        """Starting twice is starting once."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def status(self) -> HeartbeatStatus:
        running = self._task is not None and not self._task.done()
        return HeartbeatStatus(running, self._last_beat_at, self._failures)

    async def beat(self) -> float:
        """One beat now; answers the seconds until the next."""
        me = await self._place()
        access = await self._credentials.reading(HEARTBEAT_WRITE)
        now = self._surroundings.now_ms()
        document = {"kind": "heartbeat", "schema_version": 1, "agent_id": me.agent_id, "observed_at": moment_of(now)}
        key = me.heartbeat.object_key
        try:
            await access.part_for(key).store.put(key, canonical_json(document), content_type="application/json")
        except ObjectStoreError:
            self._credentials.discard(HEARTBEAT_WRITE, access)
            self._known = None
            raise
        self._last_beat_at = now
        return me.heartbeat.interval_seconds

    async def _place(self) -> Me:
        now = self._surroundings.now_ms()
        if self._known is None or now >= self._known[1]:
            self._known = (await self._me(), now + _PLACE_KEPT_MS)
        return self._known[0]

    async def _run(self) -> None:
        interval = 60.0
        while True:
            try:
                interval = await self.beat()
                self._failures = 0
            except (AgentHomeError, ObjectStoreError) as error:
                self._failures += 1
                log.warning("a heartbeat failed: %s", told(error))
            wait = interval if self._failures == 0 else _FIRST_RETRY * 2 ** min(self._failures - 1, 10)
            await asyncio.sleep(self._surroundings.jittered(min(wait, interval), 0.1))
