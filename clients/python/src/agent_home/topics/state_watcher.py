"""Polls one topic's state for all its waiting callers: often during activity, and seldom otherwise."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from agent_home.api.answers import FeedEvent
from agent_home.errors import AgentHomeError, ConnectionFailed, TopicError
from agent_home.feed import FeedPoller
from agent_home.protocol.certificates import Verified
from agent_home.protocol.ledger import LedgerHead
from agent_home.protocol.schemas.topics import TopicState
from agent_home.protocol.verification_error import VerificationError
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings, log, told

# For so long after a change, or after something was written, the next change is expected soon.
_ACTIVE_MS = 3_000
_GROWTH = 1.5
# In a row; then those who wait hear of it. An old copy of a state may be replaced within moments.
_MOST_REFUSALS, _MOST_FAILURES = 4, 8


@dataclass(frozen=True)
class Polling:
    """Seconds between two looks while something happens, and while nothing does."""

    active: float = 0.15
    idle: float = 4.0


@dataclass(frozen=True)
class TopicStateNow:
    """A verified `state.json`; every mode's state has `status`: `open` or `closed`."""

    topic_id: str
    mode: str
    mode_version: int | None
    updated_at: str
    state: dict[str, Any]
    ledger: LedgerHead
    version: int

    @property
    def is_closed(self) -> bool:
        return self.state.get("status") == "closed"


def topic_state_now(verified: Verified[TopicState]) -> TopicStateNow:
    """Raises `TopicError` `no_ledger`, `no_state` for a topic that publishes less than this package needs."""
    found, raw = verified.object, verified.raw
    if found.ledger is None or found.ledger.sequence == 0:
        raise TopicError("no_ledger", found.topic_id, "the published state names no ledger entry yet; retry")
    if found.state is None:
        raise TopicError("no_state", found.topic_id, "the topic publishes no state yet; retry")
    head = LedgerHead(found.ledger.sequence, found.ledger.head)
    return TopicStateNow(
        found.topic_id, found.mode, found.mode_version, found.updated_at, raw["state"], head, verified.version
    )


@dataclass(eq=False)
class _Waiter:
    after: int
    future: asyncio.Future[TopicStateNow]


class StateWatcher:
    def __init__(
        self,
        topic_id: str,
        read: Callable[[], Awaitable[TopicStateNow]],
        feed: FeedPoller,
        polling: Polling,
        surroundings: Surroundings,
    ) -> None:
        self._topic_id = topic_id
        self._read = read
        self._feed = feed
        self._polling = polling
        self._surroundings = surroundings
        self._waiters: set[_Waiter] = set()
        self._latest: TopicStateNow | None = None
        self._task: asyncio.Task[None] | None = None
        self._active_until = 0
        self._interval = polling.active
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something happened that will change the state soon: look now and keep looking."""
        self._active_until = self._surroundings.now_ms() + _ACTIVE_MS
        self._interval = self._polling.active / 6
        self._woken.set()

    def observe(self, state: TopicStateNow) -> None:
        """A state that was read, here or elsewhere."""
        if self._latest is not None and self._latest.version >= state.version:
            return
        self._latest = state
        self._active_until = self._surroundings.now_ms() + _ACTIVE_MS
        for waiter in list(self._waiters):
            if state.ledger.sequence > waiter.after and not waiter.future.done():
                waiter.future.set_result(state)

    async def beyond(self, sequence: int) -> TopicStateNow:
        """The first state whose ledger goes beyond `sequence`."""
        if self._latest is not None and self._latest.ledger.sequence > sequence:
            return self._latest
        waiter = _Waiter(sequence, asyncio.get_running_loop().create_future())
        self._waiters.add(waiter)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())
        try:
            return await waiter.future
        finally:
            self._waiters.discard(waiter)
            if not self._waiters:
                self._woken.set()

    async def close(self, reason: Exception) -> None:
        self._give_up(reason)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        release = self._feed.watch(self._heard)
        failures = 0
        try:
            while self._waiters:
                self._woken.clear()
                try:
                    self.observe(await self._read())
                    failures = 0
                except (AgentHomeError, VerificationError, ObjectStoreError) as error:
                    failures += 1
                    log.warning("a state could not be read: %s %s", self._topic_id, told(error))
                    if failures >= _patience(error):
                        self._give_up(error)
                # Those who were answered run first, and may leave.
                await asyncio.sleep(0)
                if self._waiters:
                    await self._pause(failures)
        except Exception as error:
            self._give_up(error)
            raise
        finally:
            release()

    def _heard(self, event: FeedEvent) -> None:
        if event.topic_id == self._topic_id:
            self.wake()

    def _give_up(self, error: Exception) -> None:
        for waiter in list(self._waiters):
            if not waiter.future.done():
                waiter.future.set_exception(error)

    async def _pause(self, failures: int) -> None:
        is_active = self._surroundings.now_ms() < self._active_until
        longest = self._polling.active if is_active else self._polling.idle
        self._interval = min(longest, self._interval * _GROWTH)
        pause = min(self._polling.idle, self._interval * 2**failures)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._surroundings.jittered(pause, 0.2)):
                await self._woken.wait()


def _patience(error: Exception) -> int:
    """How many failures of a kind, in a row, are waited out."""
    if isinstance(error, VerificationError):
        return _MOST_REFUSALS
    return 1 if isinstance(error, AgentHomeError) and not isinstance(error, ConnectionFailed) else _MOST_FAILURES
