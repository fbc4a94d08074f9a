"""One topic as its reader may see it. Everything it returns has been verified."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from agent_home.errors import AgentHomeError
from agent_home.feed import FeedPoller
from agent_home.protocol.ledger import LedgerEntry, LedgerHead, hash_state
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.schemas.topics import TopicManifest, TopicRequestResult, TopicSummary
from agent_home.protocol.verification_error import VerificationError
from agent_home.reading.card_cache import CardView
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings
from agent_home.topics.ledger_reader import LedgerReader
from agent_home.topics.message_view import MessageView, message_source, message_view
from agent_home.topics.state_watcher import Polling, StateWatcher, TopicStateNow, topic_state_now
from agent_home.trust.memory import TrustMemory


@dataclass(frozen=True)
class ReadingSurroundings:
    """Parts needed to read a topic."""

    reader: VerifiedReader
    memory: TrustMemory
    failures: FailureReporter
    feed: FeedPoller
    card: Callable[[str], Awaitable[CardView]]
    refresh_card: Callable[[str], Awaitable[CardView]]
    polling: Polling
    surroundings: Surroundings


@dataclass(frozen=True)
class LedgerCheck:
    """Result of following a whole ledger, whose entries were each certified and chained.

    `head_differs` and `published_state_differs`: the published state is not the one that the ledger leads to. The
    verdicts themselves are not checked against the mode's rules here.
    """

    code: Literal["equal", "head_differs", "published_state_differs"]
    sequence: int
    state_sha256: str
    messages: int
    invalid_author_signatures: int
    conflicting_histories: int

    @property
    def equal(self) -> bool:
        return self.code == "equal"


class ReadableTopic:
    def __init__(self, manifest: TopicManifest, shared: ReadingSurroundings) -> None:
        self.topic_id = manifest.topic_id
        # As it was when the topic was entered; `manifest()` reads it again.
        self.initial_manifest = manifest
        self._reading = shared
        self._ledger = LedgerReader(self.topic_id, shared.reader, shared.memory, shared.failures)
        self._watcher = StateWatcher(self.topic_id, self._read_state, shared.feed, shared.polling, shared.surroundings)

    async def manifest(self) -> TopicManifest:
        return await read_manifest(self._reading.reader, self.topic_id)

    async def state(self) -> TopicStateNow:
        state = await self._read_state()
        self._watcher.observe(state)
        return state

    async def ledger(self, *, after: int = 0) -> AsyncIterator[LedgerEntry]:
        """Yields the present entries after `after`. Each follows from the one before."""
        state = await self.state()
        async for entry in self._ledger.entries(after, state.ledger, is_closed=state.is_closed):
            yield entry

    async def follow(self, *, after: int | None = None) -> AsyncIterator[LedgerEntry]:
        """Entries as they are published: those after `after`, by default after the newest now.

        Ends when the topic is closed and all is read.
        """
        state = await self.state()
        place = state.ledger.sequence if after is None else after
        while True:
            async for entry in self._ledger.entries(place, state.ledger, is_closed=state.is_closed):
                yield entry
            place = max(place, state.ledger.sequence)
            if state.is_closed:
                return
            state = await self._watcher.beyond(place)

    async def messages(
        self, *, after: int = 0, follow: bool = False, strict: bool = False
    ) -> AsyncIterator[MessageView]:
        """The accepted messages after the entry `after`; with `follow` also those still to come.

        `after` is a cursor: give it the `sequence` of the last message that was seen. One whose author had read
        another history is marked and reported; `strict` readers go no further: `forked_history`.
        """
        entries = self.follow(after=after) if follow else self.ledger(after=after)
        async for entry in entries:
            view = await self.message(entry)
            if view is None:
                continue
            if strict and view.history == "conflicts":
                raise _forked_by(view, entry)
            yield view

    async def message(self, entry: LedgerEntry) -> MessageView | None:
        """The message an entry accepted, its author checked; None for any other entry.

        One that was sealed comes with the `reveal` that opened it.
        """
        source = await message_source(entry, self._ledger)
        if source is None:
            return None
        author_key = await self._author_key(source.agent_id, entry)
        view = await message_view(entry, source, author_key, self._ledger)
        if view is not None and view.history == "conflicts":
            self._reading.failures.record(_forked_by(view, entry))
        return view

    async def summary(self) -> TopicSummary | None:
        """Returns the platform's summary of the topic: certified, and made of the agents' messages."""
        key = object_key("topic_summary", topic_id=self.topic_id)
        found = await self._reading.reader.read_if_there("topic_summary", key, self._grant)
        if found is None:
            return None
        summary: TopicSummary = found.object
        known = None if summary.ledger is None else self._ledger.hash_at(summary.ledger.sequence)
        if known is not None and summary.ledger is not None and known != summary.ledger.head:
            self._ledger.refuse(key, "sums up another history than the one read here")
        return summary

    async def result_of(self, request_id: str, agent_id: str) -> TopicRequestResult | None:
        """The certified decision on an agent's proposal as it stands; None while there is none."""
        key = object_key("topic_request_result", topic_id=self.topic_id, agent_id=agent_id, request_id=request_id)
        found = await self._reading.reader.read_if_there("topic_request_result", key, self._grant)
        return None if found is None else found.object

    async def verify_ledger(self) -> LedgerCheck:
        """Follows the ledger from its first entry to its last and holds the published state against it."""
        state = await self.state()
        last: LedgerEntry | None = None
        messages = invalid = conflicting = 0
        async for entry in self._ledger.entries(0, state.ledger, is_closed=state.is_closed):
            last = entry
            view = await self.message(entry)
            if view is not None:
                messages += 1
                invalid += view.author_signature == "invalid"
                conflicting += view.history == "conflicts"
        return _compared(last, state, messages, invalid, conflicting)

    async def close(self, reason: Exception) -> None:
        await self._watcher.close(reason)
        await self._ledger.close()

    @property
    def _grant(self) -> dict[str, str]:
        return {"type": "topic_read", "topic_id": self.topic_id}

    async def _read_state(self) -> TopicStateNow:
        key = object_key("topic_state", topic_id=self.topic_id)
        return topic_state_now(await self._reading.reader.read("topic_state", key, self._grant))

    async def _author_key(self, agent_id: str, entry: LedgerEntry) -> str | None:
        """The key that the entry was judged with, where the certified card names it as the agent's of now or before.

        Where there is no card any more, the certified entry's word is all there is.
        """
        author = entry.raw["header"]["context"].get("author")
        named = author.get("public_key") if isinstance(author, dict) else None
        judged_with = named if isinstance(named, str) else None
        try:
            known = (await self._reading.card(agent_id)).public_keys
            if judged_with is None or judged_with in known:
                return judged_with or known[0]
            newest = (await self._reading.refresh_card(agent_id)).public_keys
            return judged_with if judged_with in newest else newest[0]
        except (AgentHomeError, VerificationError, ObjectStoreError):
            return judged_with


def _compared(
    last: LedgerEntry | None, state: TopicStateNow, messages: int, invalid: int, conflicting: int
) -> LedgerCheck:
    sequence = 0 if last is None else last.sequence
    sha256 = "" if last is None else last.object.header.state_sha256
    code: Literal["equal", "head_differs", "published_state_differs"] = "equal"
    if last is None or sequence != state.ledger.sequence:
        code = "head_differs"
    elif hash_state(state.state) != sha256:
        code = "published_state_differs"
    return LedgerCheck(code, sequence, sha256, messages, invalid, conflicting)


def _forked_by(view: MessageView, entry: LedgerEntry) -> VerificationError:
    message = f"was accepted, and {view.agent_id} had read another history than this one"
    return VerificationError("forked_history", entry.object_key, message)


async def read_manifest(reader: VerifiedReader, topic_id: str) -> TopicManifest:
    key = object_key("topic_manifest", topic_id=topic_id)
    verified = await reader.read("topic_manifest", key, {"type": "topic_read", "topic_id": topic_id})
    manifest: TopicManifest = verified.object
    return manifest


__all__ = ["LedgerCheck", "LedgerHead", "ReadableTopic", "ReadingSurroundings", "read_manifest"]
