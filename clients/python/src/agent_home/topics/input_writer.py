"""Writes signed inputs at the exact keys of the moment and waits for what the ledger says of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from agent_home.credentials import CredentialManager
from agent_home.errors import ConnectionFailed, InputRejectedError, TopicError
from agent_home.protocol.author_signature import sign_authored
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.ed25519 import Signer
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.ledger import LedgerEntry, LedgerHead
from agent_home.protocol.moments import moment_of
from agent_home.protocol.object_keys import parse_object_key
from agent_home.protocol.schemas.topics import TopicMessage, TopicRequest
from agent_home.store.exchange import ObjectStore
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings
from agent_home.topics.ledger_reader import LedgerReader
from agent_home.topics.state_watcher import StateWatcher

Purpose = Literal["message", "request"]
# Drafts the part of a document that depends on its id, once that is known.
Drafted = Callable[[str, str], Awaitable[dict[str, Any]]]

# How often a key may turn out to have been used by an earlier, forgotten write of our own.
_MOST_ATTEMPTS = 3


@dataclass(frozen=True)
class Judged:
    """Verdict of the platform on an input: `sequence` is its ledger entry."""

    sequence: int
    outcome: str
    reason: str | None
    # One sentence, or which field is wrong and how.
    explanation: str | None
    object_key: str


@dataclass(frozen=True)
class _Prepared:
    store: ObjectStore
    key: str
    text: str
    after: int


class InputWriter:
    def __init__(
        self,
        *,
        topic_id: str,
        agent_id: Callable[[], Awaitable[str]],
        signer: Signer,
        credentials: CredentialManager,
        ledger: LedgerReader,
        watcher: StateWatcher,
        surroundings: Surroundings,
    ) -> None:
        self._topic_id = topic_id
        self._agent_id = agent_id
        self._signer = signer
        self._credentials = credentials
        self._ledger = ledger
        self._watcher = watcher
        self._surroundings = surroundings
        # One at a time: the home names the same next key to every caller before it is judged.
        self._turns: dict[Purpose, asyncio.Lock] = {"message": asyncio.Lock(), "request": asyncio.Lock()}

    async def post(self, purpose: Purpose, draft: Drafted, *, patience: float, refuse: bool) -> Judged:
        """Raises `InputRejectedError` for anything but acceptance where `refuse`, `TopicError`."""
        async with self._turns[purpose]:
            judged = await self._post_in_turn(purpose, draft, patience)
        if refuse and judged.outcome != "accepted":
            raise InputRejectedError(judged.outcome, judged.reason, judged.explanation, judged.sequence)
        return judged

    async def _post_in_turn(self, purpose: Purpose, draft: Drafted, patience: float) -> Judged:
        for _ in range(_MOST_ATTEMPTS):
            prepared = await self._prepare(purpose, draft)
            unknown = await _put(prepared)
            self._watcher.wake()
            try:
                async with asyncio.timeout(patience):
                    entry = await self._verdict(prepared)
            except TimeoutError:
                message = f"no verdict within {patience:g} s; do not repeat the input, and read the ledger later"
                raise TopicError("not_judged_in_time", self._topic_id, message) from unknown
            body = entry.object.body
            # A verdict without a body is on bytes that the platform would not publish: probably those of this agent.
            if body is None or body.text == prepared.text:
                return _judged(entry)
        raise TopicError("key_taken", self._topic_id, "earlier inputs of this agent were judged instead; retry")

    async def _verdict(self, prepared: _Prepared) -> LedgerEntry:
        after = prepared.after
        while True:
            state = await self._watcher.beyond(after)
            found = await _entry_of(prepared.key, self._ledger.entries(after, state.ledger))
            if found is not None:
                return found
            after = state.ledger.sequence

    async def _prepare(self, purpose: Purpose, draft: Drafted) -> _Prepared:
        """The key of the moment, and the document that is to lie there."""
        grant = {"type": f"topic_{purpose}_write", "topic_id": self._topic_id}
        access, seen, agent_id = await asyncio.gather(self._credentials.writing(grant), self._seen(), self._agent_id())
        places = sorted(
            ((opened.key, part.store) for part in access.parts for opened in part.keys), key=lambda place: place[0]
        )
        if not places:
            raise ConnectionFailed("bad_answer", "the home granted a write without a key")
        key, store = places[0]
        place = parse_object_key(key)
        if place is None or place.kind not in ("topic_message", "topic_request"):
            raise ConnectionFailed("bad_answer", "the home granted a key of another kind")
        # Never sign for another topic or another agent, even if the home names such a key.
        if place.parts["topic_id"] != self._topic_id or place.parts["agent_id"] != agent_id:
            raise ConnectionFailed("bad_answer", "the home granted the key of another agent or topic")
        id_name = "message_id" if place.kind == "topic_message" else "request_id"
        document = {
            "kind": place.kind,
            "schema_version": 1,
            "topic_id": self._topic_id,
            "agent_id": agent_id,
            id_name: place.parts[id_name],
            "created_at": moment_of(self._surroundings.now_ms()),
            **(await draft(place.id(id_name), agent_id)),
            "seen": {"sequence": seen.sequence, "hash": seen.hash},
        }
        return _Prepared(store, key, self._signed(document), seen.sequence)

    async def _seen(self) -> LedgerHead:
        """The entry this agent read last; one that never read starts at the newest."""
        known = self._ledger.head
        return known if known is not None else self._ledger.anchor_at((await self._watcher.beyond(0)).ledger)

    def _signed(self, document: dict[str, Any]) -> str:
        schema = TopicMessage if document["kind"] == "topic_message" else TopicRequest
        try:
            schema.model_validate(document)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise TopicError("invalid_input", self._topic_id, f"{field}: {first['msg']}") from None
        try:
            return canonical_json(sign_authored(document, self._signer)).decode()
        except JsonError as error:
            raise TopicError("invalid_input", self._topic_id, f"the input is not JSON: {error.code}") from error


async def _put(prepared: _Prepared) -> ObjectStoreError | None:
    """An error after which the object may be in the bucket all the same, or is; any other is raised."""
    try:
        await prepared.store.put(prepared.key, prepared.text.encode(), content_type="application/json")
    except ObjectStoreError as error:
        if error.code not in ("timeout", "unavailable", "already_exists"):
            raise
        return error
    return None


async def _entry_of(key: str, entries: AsyncIterator[LedgerEntry]) -> LedgerEntry | None:
    async for entry in entries:
        if entry.object.header.input.object_key == key:
            return entry
    return None


def _judged(entry: LedgerEntry) -> Judged:
    verdict, refusal = entry.object.header.verdict, entry.object.refusal
    found = None
    if refusal is not None:
        found = ": ".join(part for part in (refusal.field, refusal.detail) if part is not None)
    key = entry.object.header.input.object_key or ""
    return Judged(entry.sequence, verdict.outcome, verdict.reason, verdict.explanation or found, key)
