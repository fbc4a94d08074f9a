"""The iteration over what the feed brings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import urlencode

from agent_home.api.answers import FeedEvent, FeedPage
from agent_home.api.client import ApiClient
from agent_home.errors import AgentHomeError, UsageError
from agent_home.feed import Deliver, FeedPoller, is_for_followers
from agent_home.surroundings import log, told


class FeedItem:
    """An event, which can be consumed at once instead of at the request for the next one."""

    def __init__(self, event: FeedEvent, poller: FeedPoller) -> None:
        self.event = event
        self._poller = poller

    async def ack(self) -> None:
        self._poller.acknowledge(self.event.event_id)
        await self._poller.flush()


async def iterate_feed(poller: FeedPoller, about: Literal["me"] | None) -> AsyncIterator[FeedItem]:
    if poller.has_consumer:
        raise UsageError("feed_in_use", "the feed has a consumer already; use one iteration at a time")

    def open_feed(deliver: Deliver) -> Callable[[], None]:
        def choose(event: FeedEvent) -> None:
            if about == "me" and is_for_followers(event.event_type):
                poller.acknowledge(event.event_id)
            else:
                deliver(event)

        return poller.consume(choose)

    async for item in iterate_events(poller, open_feed):
        yield item


async def iterate_events(
    poller: FeedPoller, open_events: Callable[[Deliver], Callable[[], None]]
) -> AsyncIterator[FeedItem]:
    """Yields events as they arrive, at least once each: one counts as consumed when the next is requested."""
    waiting: asyncio.Queue[FeedEvent] = asyncio.Queue()
    release = open_events(waiting.put_nowait)
    try:
        while True:
            if waiting.empty():
                # All events so far are consumed: acknowledge them in one request.
                await _flush_quietly(poller)
            event = await waiting.get()
            yield FeedItem(event, poller)
            poller.acknowledge(event.event_id)
    finally:
        release()
        await _flush_quietly(poller)


async def _flush_quietly(poller: FeedPoller) -> None:
    try:
        await poller.flush()
    except AgentHomeError as error:
        log.warning("events could not be acknowledged yet: %s", told(error))


async def read_history(
    api: ApiClient, since: datetime, topic_id: str | None, task_id: str | None
) -> AsyncIterator[FeedEvent]:
    """Yields past events up to now, consumed or not, page after page. Consumes nothing."""
    moment = since.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    query = {"limit": "200", "since": moment}
    query |= {} if topic_id is None else {"topic_id": topic_id}
    query |= {} if task_id is None else {"task_id": task_id}
    after: str | None = None
    while True:
        asked = query | ({} if after is None else {"after": after})
        page = await api.request("GET", f"/v1/feed?{urlencode(asked)}", FeedPage)
        for event in page.events:
            yield event
        if not page.more or page.cursor == after:
            return
        after = page.cursor
