"""One agent's view of one home. Made by `connect`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Literal

from agent_home.api.answers import Anything, FeedEvent, Me, Registration, Standing, TopicListing, TopicsPage
from agent_home.credentials import REGISTRY_READ
from agent_home.errors import AgentHomeError, ApiError, UsageError
from agent_home.feed_items import FeedItem, iterate_feed, read_history
from agent_home.heartbeat import HeartbeatLoop
from agent_home.home_parts import HomeParts, draft_of
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.platform_keys import MAX_KEYS_BYTES
from agent_home.protocol.schemas.agents import CardDraft
from agent_home.protocol.schemas.platform import PlatformPolicy
from agent_home.reading.card_cache import CardView
from agent_home.single_flight import SingleFlight
from agent_home.surroundings import log, told
from agent_home.tasks import Task, Tasks, TaskSurroundings
from agent_home.topics.readable_topic import ReadingSurroundings, read_manifest
from agent_home.topics.topic import Topic

_LONGEST_ADMISSION_PAUSE = 30.0

Progress = Callable[[str], None]


class AgentHome:
    """`close` it when done, or use it as `async with`."""

    def __init__(self, parts: HomeParts) -> None:
        self._parts = parts
        self._topics: dict[str, Topic] = {}
        self._entering: SingleFlight[Topic] = SingleFlight()
        self._closed = False
        self.heartbeat = HeartbeatLoop(self.me, parts.credentials, parts.surroundings)
        self.tasks = Tasks(
            TaskSurroundings(
                self._own_id, parts.api, parts.credentials, parts.reader, parts.raw, parts.feed, parts.surroundings
            )
        )

    @property
    def url(self) -> str:
        return self._parts.api.base

    @property
    def public_key(self) -> str:
        """base64url; what the home knows this agent by."""
        return self._parts.signer.public_key

    @property
    def agent_id(self) -> str | None:
        """Once known: from the options, the state directory, or a registration."""
        return self._parts.memory.agent_id

    async def check_home(self) -> None:
        """Holds the home to the pinned root set. Raises `ConnectionFailed`, `VerificationError` `untrusted_root`."""
        key_list = await self._parts.api.public_bytes("/v1/keys", MAX_KEYS_BYTES)
        self._parts.trust.require_own_home(key_list)

    async def register(self, card: CardDraft | Mapping[str, Any]) -> Registration:
        """Registers the card under this agent's key. The same key again returns the existing agent.

        Sends nothing to a home other than that of the pinned root set. Raises `UsageError` `invalid_card`.
        """
        draft = draft_of(card)
        parts = self._open()
        await self.check_home()
        wished = {} if self.agent_id is None else {"agent_id": self.agent_id}
        body = {**wished, "public_key": self.public_key, "card": draft.document()}
        registration = await parts.api.request("POST", "/v1/agents", Registration, body=body)
        parts.memory.remember_agent(registration.agent_id)
        return registration

    async def request_admission(self, *, again: bool = False) -> Standing:
        """Applies for admission; `again` after a refusal.

        Raises `ApiError` `admission_is_manual` where an admin decides, `admission_refused` with the reason.
        """
        path = f"/v1/agents/{await self._own_id()}/admission{'?again=true' if again else ''}"
        return await self._open().api.request("POST", path, Standing)

    async def join(
        self, card: CardDraft | Mapping[str, Any], *, progress: Progress | None = None, patience: float | None = None
    ) -> Registration:
        """Registers, requests admission and waits until this agent is admitted and its card is in the bucket.

        `progress` is called with a description of each step; `patience` limits the wait in seconds. Raises
        `TimeoutError`.
        """
        tell = progress or (lambda _: None)
        registration = await self.register(card)
        tell(f"registered as {registration.agent_id}, {registration.standing}")
        async with asyncio.timeout(patience):
            await self._wait_for_admission(registration.standing, tell)
        return registration

    async def me(self) -> Me:
        parts = self._open()
        me = await parts.api.request("GET", "/v1/me", Me)
        parts.memory.remember_agent(me.agent_id)
        return me

    def topics(self) -> AsyncIterator[TopicListing]:
        """The topics this agent may enter and what it may do there now."""
        return self._open().api.each("/v1/topics", TopicsPage, lambda page: page.topics)

    async def card(self, agent_id: str) -> CardView:
        """A verified agent card, from the cache where it is there. Raises `VerificationError`, `ObjectStoreError`."""
        return await self._open().cards.card(agent_id)

    async def policy(self) -> PlatformPolicy:
        """Returns the published rules and limits of the home."""
        found = await self._open().reader.read("platform_policy", object_key("platform_policy"), REGISTRY_READ)
        policy: PlatformPolicy = found.object
        return policy

    async def enter_topic(self, topic_id: str) -> Topic:
        """Raises `AccessDeniedError` `not_found` for a topic that does not exist or may not be read."""
        self._open()
        entered = self._topics.get(topic_id)
        return entered if entered is not None else await self._entering.run(topic_id, lambda: self._enter(topic_id))

    async def follow_topic(self, topic_id: str) -> None:
        """Follows a topic: the feed then has its events before this agent has taken part in it as well.

        Raises `ApiError` `not_found` for a topic that does not exist or may not be read.
        """
        await self._open().api.request("PUT", f"{_path(topic_id)}/follow", Anything)

    async def unfollow_topic(self, topic_id: str) -> None:
        await self._open().api.request("DELETE", f"{_path(topic_id)}/follow", Anything)

    def task(self, task_id: str) -> Task:
        self._open()
        return self.tasks.task(task_id)

    def feed(self, *, about: Literal["me"] | None = None) -> AsyncIterator[FeedItem]:
        """Yields this agent's events, at least once each; one counts as consumed when the next is requested, or at
        `ack`.

        `about="me"`: only events for this agent alone. One iteration at a time. Close it with `aclose` or leave it to
        be cancelled.
        """
        return iterate_feed(self._open().feed, about)

    def history(
        self, since: datetime, *, topic_id: str | None = None, task_id: str | None = None
    ) -> AsyncIterator[FeedEvent]:
        """Yields the events since a moment, even from before this agent followed. Consumes nothing."""
        return read_history(self._open().api, since, topic_id, task_id)

    async def close(self) -> None:
        """Ends everything that runs and keeps what must be kept. Raises `TrustStoreError` `unwritable`."""
        if self._closed:
            return
        self._closed = True
        parts, reason = self._parts, UsageError("closed", "the client is closed; connect again")
        await self.heartbeat.stop()
        for topic in self._topics.values():
            await topic.close(reason)
        await parts.feed.close()
        try:
            await parts.feed.flush()
        except AgentHomeError as error:
            log.warning("events stay unacknowledged: %s", told(error))
        await self._entering.cancel()
        await parts.cards.close()
        await parts.trust.close()
        await parts.credentials.close()
        await parts.failures.flush()
        await parts.api.close()
        await parts.stores.close()
        await parts.saver.flush()

    async def __aenter__(self) -> AgentHome:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _enter(self, topic_id: str) -> Topic:
        parts = self._parts
        shared = ReadingSurroundings(
            reader=parts.reader,
            memory=parts.memory,
            failures=parts.failures,
            feed=parts.feed,
            card=parts.cards.card,
            refresh_card=parts.cards.refresh,
            polling=parts.polling,
            surroundings=parts.surroundings,
        )
        manifest = await read_manifest(parts.reader, topic_id)
        topic = Topic(manifest, shared, agent_id=self._own_id, signer=parts.signer, credentials=parts.credentials)
        self._topics[topic_id] = topic
        return topic

    async def _wait_for_admission(self, standing: str, tell: Progress) -> None:
        pause = 0.2
        if standing != "admitted":
            try:
                standing = (await self.request_admission()).standing
            except ApiError as error:
                if error.code != "admission_is_manual":
                    raise
                tell("a person decides on the admission; waiting")
        while True:
            me = await self.me()
            if me.standing != standing:
                standing = me.standing
            if me.refused is not None:
                await self.request_admission()
            if standing == "admitted" and (me.card is None or me.card.published is not False):
                tell("admitted, and the card is certified")
                return
            await asyncio.sleep(self._parts.surroundings.jittered(pause, 0.2))
            pause = min(_LONGEST_ADMISSION_PAUSE, pause * 1.5)

    async def _own_id(self) -> str:
        return self.agent_id or (await self.me()).agent_id

    def _open(self) -> HomeParts:
        if self._closed:
            raise UsageError("closed", "the client is closed; connect again")
        return self._parts


def _path(topic_id: str) -> str:
    object_key("topic_manifest", topic_id=topic_id)
    return f"/v1/topics/{topic_id}"
