"""The one long poll of a client."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Literal
from urllib.parse import quote

from agent_home.api.answers import Anything, Behind, FeedEvent, FeedPage
from agent_home.api.client import ApiClient
from agent_home.errors import AgentHomeError, ApiError
from agent_home.surroundings import Surroundings, log, told
from agent_home.trust.lru import Lru

_WAIT_SECONDS = 20
_LIMIT = 100
# The poller continues between two short waits, so that it does not restart for each.
_LINGER = 5.0
# A home that answers sooner than this without news does not hold the request.
_SHORT_WAIT_MS = 500
_LONGEST_PAUSE = 5.0
_REMEMBERED = 20_000

# Created here if the home reports that this agent is behind: its topics have to be read again.
RESYNC_TYPE = "feed.resync"

_OWN_TASK_EVENTS = frozenset(("task.invited", "task.left_out"))
_FOLLOWERS_TOPIC_EVENTS = frozenset(("topic.entry", "topic.closed", "topic.continued"))
_TRANSIENT_TOPIC_EVENTS = frozenset(("topic.input_judged", "topic.turn_started", "topic.entry", "topic.closed"))

# Handler of an event.
Deliver = Callable[[FeedEvent], None]


def _is_for_task_followers(kind: str) -> bool:
    return kind.startswith("task.") and kind not in _OWN_TASK_EVENTS


def is_for_followers(kind: str) -> bool:
    """Returns True if an event of this type goes to all followers of its topic or task."""
    return kind in _FOLLOWERS_TOPIC_EVENTS or _is_for_task_followers(kind)


def _is_transient(kind: str) -> bool:
    """Returns True if the event is consumed when there is no iteration: ledgers and listings have the same facts."""
    return kind in _TRANSIENT_TOPIC_EVENTS or _is_for_task_followers(kind)


class FeedPoller:
    """Watchers read events without consuming them; only events for a consumer or a taker are acknowledged."""

    def __init__(self, api: ApiClient, surroundings: Surroundings) -> None:
        self._api = api
        self._surroundings = surroundings
        self._watchers: list[Deliver] = []
        self._takers: list[tuple[Callable[[FeedEvent], bool], Deliver]] = []
        self._consumer: Deliver | None = None
        self._known: Lru[str, bool] = Lru(_REMEMBERED)
        # Not acknowledged yet, for a consumer that comes later.
        self._kept: dict[str, FeedEvent] = {}
        self._acknowledging: dict[str, None] = {}
        # Reads on from here in this process; another begins at what the home has as consumed.
        self._cursor: str | None = None
        # Cursor of each `feed.resync` by its id: it is consumed by cursor.
        self._resyncs: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._linger: asyncio.TimerHandle | None = None
        self._flushing = asyncio.Lock()

    @property
    def has_consumer(self) -> bool:
        return self._consumer is not None

    def watch(self, watch: Deliver) -> Callable[[], None]:
        """Calls `watch` with every new event until the returned function is called."""
        self._watchers.append(watch)
        self._start()
        return lambda: self._release(lambda: self._watchers.remove(watch))

    def take(self, takes: Callable[[FeedEvent], bool], deliver: Deliver) -> Callable[[], None]:
        """Gives a taker what it takes, also what came before, until the returned function is called."""
        taker = (takes, deliver)
        self._takers.append(taker)
        for event in list(self._kept.values()):
            if takes(event):
                deliver(event)
        self._start()
        return lambda: self._release(lambda: self._takers.remove(taker))

    def consume(self, deliver: Deliver) -> Callable[[], None]:
        self._consumer = deliver
        for event in list(self._kept.values()):
            deliver(event)
        self._start()

        def leave() -> None:
            self._consumer = None

        return lambda: self._release(leave)

    def acknowledge(self, event_id: str) -> None:
        self._kept.pop(event_id, None)
        self._acknowledging[event_id] = None

    async def flush(self) -> None:
        """Acknowledges consumed events. After a failure they are acknowledged later."""
        async with self._flushing:
            while self._acknowledging:
                ids = list(self._acknowledging)[:_LIMIT]
                cursor = next((self._resyncs[each] for each in ids if each in self._resyncs), None)
                named = [each for each in ids if each not in self._resyncs]
                body = {"event_ids": named, **({} if cursor is None else {"cursor": cursor})}
                try:
                    await self._api.request("POST", "/v1/feed/ack", Anything, body=body)
                except ApiError as error:
                    # The cursor is outdated: the home will report the missed events under another one.
                    if _is_unknown_cursor(error, "cursor"):
                        self._forget_resyncs()
                    raise
                for each in ids:
                    self._acknowledging.pop(each, None)
                    self._resyncs.pop(each, None)

    async def close(self) -> None:
        if self._linger is not None:
            self._linger.cancel()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _forget_resyncs(self) -> None:
        for each in self._resyncs:
            self._acknowledging.pop(each, None)
        self._resyncs.clear()

    def _start(self) -> None:
        if self._linger is not None:
            self._linger.cancel()
            self._linger = None
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    def _release(self, leave: Callable[[], None]) -> None:
        leave()
        if self._watchers or self._takers or self._consumer is not None or self._task is None:
            return
        self._linger = asyncio.get_running_loop().call_later(_LINGER, self._stop)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        quiet = 0
        while True:
            try:
                is_news = await self._poll()
                await self.flush()
                quiet = 0 if is_news else quiet + 1
            except AgentHomeError as error:
                # A home restored from a backup has new cursors: start at the consumed position.
                if isinstance(error, ApiError) and _is_unknown_cursor(error, "after"):
                    self._cursor = None
                quiet += 3
                log.warning("the feed could not be read: %s", told(error))
            if quiet > 0:
                pause = min(_LONGEST_PAUSE, 0.1 * 2 ** min(quiet, 10))
                await asyncio.sleep(self._surroundings.jittered(pause, 0.2))

    async def _poll(self) -> bool:
        """Returns True if the poll was worth it: new events, or none at all after a long wait."""
        asked_at = self._surroundings.now_ms()
        after = "" if self._cursor is None else f"&after={quote(self._cursor, safe='')}"
        path = f"/v1/feed?wait={_WAIT_SECONDS}&limit={_LIMIT}{after}"
        page = await self._api.request("GET", path, FeedPage, timeout=_WAIT_SECONDS + 15, attempts=1)
        if page.behind is not None:
            self._take(self._resync_of(page.behind))
        news = [event for event in page.events if event.event_id not in self._known]
        for event in news:
            self._take(event)
        self._cursor = page.cursor
        waited = self._surroundings.now_ms() - asked_at
        return len(news) > 0 or (len(page.events) == 0 and waited > _SHORT_WAIT_MS)

    def _resync_of(self, behind: Behind) -> FeedEvent:
        """To be consumed like any event: its cursor is where what is left begins."""
        event_id = f"resync {behind.cursor}"
        self._resyncs[event_id] = behind.cursor
        payload = {"missed_from": behind.missed_from, "missed_until": behind.missed_until}
        return FeedEvent(event_id=event_id, event_type=RESYNC_TYPE, occurred_at=behind.missed_until, payload=payload)

    def _take(self, event: FeedEvent) -> None:
        self._known.set(event.event_id, True)
        takers = [deliver for takes, deliver in self._takers if takes(event)]
        is_wanted = self._consumer is not None or len(takers) > 0
        if not is_wanted and _is_transient(event.event_type):
            self._acknowledging[event.event_id] = None
        else:
            self._kept[event.event_id] = event
        for watch in [*self._watchers, *takers]:
            watch(event)
        if self._consumer is not None:
            self._consumer(event)


def _is_unknown_cursor(error: ApiError, path: Literal["after", "cursor"]) -> bool:
    return error.code == "invalid_request" and error.path == path
