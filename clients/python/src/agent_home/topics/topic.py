"""One topic as this agent may see it, and what it may do there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent_home.credentials import CredentialManager
from agent_home.errors import AccessDeniedError, InputRejectedError, TopicError
from agent_home.protocol.ed25519 import Signer
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.object_keys import parse_object_key
from agent_home.protocol.schemas.topics import TopicManifest, TopicRequestResult
from agent_home.topics.input_writer import InputWriter, Judged
from agent_home.topics.known_modes import CurrentTurn, KnownMode, find_mode, is_queue_full
from agent_home.topics.message_view import MessageView
from agent_home.topics.readable_topic import ReadableTopic, ReadingSurroundings
from agent_home.topics.state_watcher import TopicStateNow

# Refusals of a join that say that there is a seat already.
_SEATED = frozenset(("already_queued", "already_speaking", "already_joined"))
_FULL_QUEUE = 5.0
# A refusal by the mode is followed by its decision at once; one by the platform's door has none.
_REFUSED_PATIENCE = 3.0


@dataclass(frozen=True)
class Turn:
    """A message after `expires_at` (RFC 3339) is too late."""

    turn_id: str
    expires_at: str


class Topic(ReadableTopic):
    def __init__(
        self,
        manifest: TopicManifest,
        shared: ReadingSurroundings,
        *,
        agent_id: Callable[[], Awaitable[str]],
        signer: Signer,
        credentials: CredentialManager,
    ) -> None:
        super().__init__(manifest, shared)
        self._agent_id = agent_id
        self._mode = find_mode(manifest.mode, manifest.mode_version)
        self._writer = InputWriter(
            topic_id=self.topic_id,
            agent_id=agent_id,
            signer=signer,
            credentials=credentials,
            ledger=self._ledger,
            watcher=self._watcher,
            surroundings=shared.surroundings,
        )

    async def say(
        self,
        text: str,
        *,
        meta: Mapping[str, Any] | None = None,
        reply_to: MessageView | None = None,
        format: str | None = None,
        end_turn: bool = True,
        patience: float = 30.0,
        raise_on_rejection: bool = True,
    ) -> Judged:
        """Says something and waits for the verdict. Where turns end with `turn_done`, ends this one, by default.

        Raises `AccessDeniedError` when it may not be said now, `InputRejectedError` when the platform did not accept
        it, `TopicError` `not_judged_in_time` when no verdict came within `patience` seconds.
        """
        mode = self._require_known_mode("topic_message_write")

        async def draft(message_id: str, agent_id: str) -> dict[str, Any]:
            placed = await self._place_in_mode(mode, agent_id, message_id)
            said = _meta_of(placed, meta or {}, reply_to)
            content = {"text": text, **({} if format is None else {"format": format})}
            return {"content": content, **({"meta": said} if said else {})}

        judged = await self._writer.post("message", draft, patience=patience, refuse=raise_on_rejection)
        if end_turn and mode.ends_with_turn_done and judged.outcome == "accepted":
            await self._end_turn(mode, judged)
        return judged

    async def request(
        self,
        type: str,
        payload: Mapping[str, Any] | None = None,
        *,
        patience: float = 30.0,
        raise_on_rejection: bool = True,
    ) -> Judged:
        """Sends a request within the topic, such as `queue_join`, and waits for the verdict."""
        self._require_known_mode("topic_request_write")

        async def draft(request_id: str, agent_id: str) -> dict[str, Any]:
            return {"type": type, **({} if payload is None else {"payload": dict(payload)})}

        return await self._writer.post("request", draft, patience=patience, refuse=raise_on_rejection)

    async def vote(self, target_object_key: str, score: float | None = None, *, patience: float = 30.0) -> Judged:
        """Votes for what is at an object key: a message, a proposal's vote target, a deliverable.

        A vote on what the topic reviews names the hash that its state has, so that it is about these bytes.
        """
        reviewed = (await self.state()).state.get("deliverable")
        payload: dict[str, Any] = {"target_object_key": target_object_key}
        if isinstance(reviewed, dict) and reviewed.get("object_key") == target_object_key and "sha256" in reviewed:
            payload["target_sha256"] = reviewed["sha256"]
        if score is not None:
            payload["score"] = score
        return await self.request("vote", payload, patience=patience)

    async def propose(
        self, type: Literal["propose_topic", "propose_task"], payload: Mapping[str, Any], *, patience: float = 30.0
    ) -> TopicRequestResult:
        """Proposes a topic or a task and waits for the certified decision; `rejected` is an answer as well.

        Raises `InputRejectedError` where it was refused before anybody decided on it, `TopicError` `no_decision`.
        """
        judged = await self.request(type, payload, patience=patience, raise_on_rejection=False)
        place = parse_object_key(judged.object_key)
        if place is None:
            raise TopicError("no_decision", self.topic_id, "the proposal has no key; retry")
        agent_id, request_id = place.id("agent_id"), place.id("request_id")
        accepted = judged.outcome == "accepted"
        try:
            async with asyncio.timeout(patience if accepted else _REFUSED_PATIENCE):
                pause = self._reading.polling.active
                while True:
                    decision = await self.result_of(request_id, agent_id)
                    if decision is not None:
                        return decision
                    await asyncio.sleep(self._reading.surroundings.jittered(pause, 0.2))
                    pause = min(self._reading.polling.idle, pause * 1.5)
        except TimeoutError:
            if accepted:
                message = f"no decision on {request_id} was published in time; read its result later"
                raise TopicError("no_decision", self.topic_id, message) from None
            raise InputRejectedError(judged.outcome, judged.reason, judged.explanation, judged.sequence) from None

    async def wait_for_turn(
        self, *, join: Mapping[str, Any] | bool = True, join_with: tuple[str, Mapping[str, Any]] | None = None
    ) -> Turn:
        """Takes a seat where this agent has none and waits until it is its turn.

        `join` is the payload of the `queue_join`, as `{"side": "pro"}`; False never joins. `join_with` is another
        request, as `("role_claim", {"role_id": "lead"})`. Bound it with `asyncio.timeout`. Raises `AccessDeniedError`
        `topic_closed`, `TopicError` `no_turns`, `not_joined`.
        """
        mode = self._require_known_mode("topic_request_write")
        agent_id = await self._agent_id()
        kind, payload = join_with or ("queue_join", join if isinstance(join, Mapping) else None)
        may_join = join_with is not None or join is not False
        after = 0
        while True:
            now = await self._watcher.beyond(after)
            after = now.ledger.sequence
            own = self._own_turn(mode, now, agent_id)
            if own is not None:
                if not mode.has_posted(now.state):
                    if milliseconds_of(own.expires_at) > self._reading.surroundings.now_ms():
                        return Turn(own.turn_id, own.expires_at)
                elif mode.ends_with_turn_done:
                    await self.request("turn_done", {"turn_id": own.turn_id}, raise_on_rejection=False)
                continue
            rules = self.initial_manifest.rules or {}
            if not may_join or mode.is_seated(now.state, agent_id) or is_queue_full(now.state, rules):
                continue
            joined = await self.request(kind, payload, raise_on_rejection=False)
            await self._bear_refusal(joined)
            # The state after this very entry already shows the present position.
            after = joined.sequence - 1

    async def result(self, request_id: str) -> TopicRequestResult | None:
        """The certified decision on a proposal of this agent as it stands; None while there is none."""
        return await self.result_of(request_id, await self._agent_id())

    def _own_turn(self, mode: KnownMode, now: TopicStateNow, agent_id: str) -> CurrentTurn | None:
        if now.is_closed:
            grant = {"type": "topic_message_write", "topic_id": self.topic_id}
            raise AccessDeniedError("topic_closed", grant, "the topic has ended")
        turn = mode.turn(now.state)
        if isinstance(turn, bool):
            raise TopicError("no_turns", self.topic_id, "the mode of this topic has no turns")
        return turn if turn is not None and turn.agent_id == agent_id else None

    async def _bear_refusal(self, joined: Judged) -> None:
        """A place that became free is sought by all who wait: not all of them are to knock again in a hurry."""
        reason = joined.reason or ""
        if joined.outcome == "accepted" or reason in _SEATED:
            return
        if reason != "queue_full":
            raise TopicError("not_joined", self.topic_id, joined.explanation or reason, reason=reason)
        await asyncio.sleep(self._reading.surroundings.jittered(_FULL_QUEUE, 0.5))

    async def _place_in_mode(self, mode: KnownMode, agent_id: str, message_id: str) -> dict[str, Any]:
        """Returns the place by the last state that was read if that has it, else by the newest."""
        known = mode.meta_of((await self._watcher.beyond(0)).state, agent_id, message_id)
        if known is not None:
            return known
        return mode.meta_of((await self.state()).state, agent_id, message_id) or {}

    async def _end_turn(self, mode: KnownMode, judged: Judged) -> None:
        """Ends the turn. The message is accepted in any case: a turn that has expired meanwhile has ended anyway."""
        state = (await self._watcher.beyond(judged.sequence - 1)).state
        turn = mode.turn(state)
        if not isinstance(turn, CurrentTurn) or turn.agent_id != await self._agent_id():
            return
        # Not a turn of ours that came after the one the message was for.
        if f"/{turn.turn_id}_" in judged.object_key:
            await self.request("turn_done", {"turn_id": turn.turn_id}, raise_on_rejection=False)

    def _require_known_mode(self, type: str) -> KnownMode:
        if self._mode is not None:
            return self._mode
        manifest = self.initial_manifest
        message = (
            f"mode {manifest.mode} version {manifest.mode_version or '?'} is not supported: the topic is read-only"
        )
        raise AccessDeniedError("mode_not_supported", {"type": type, "topic_id": self.topic_id}, message)


def _meta_of(placed: dict[str, Any], meta: Mapping[str, Any], reply_to: MessageView | None) -> dict[str, Any]:
    """The author's own word before what it replies to, and that before the mode's."""
    found = {**placed, **({} if reply_to is None else _reply_meta(reply_to, placed))}
    # A reference has two forms, and a message that has both must mean the same by them.
    return {**{name: value for name, value in found.items() if f"{name}_object_key" not in meta}, **meta}


def _reply_meta(reply_to: MessageView, placed: dict[str, Any]) -> dict[str, Any]:
    parent = {"agent_id": reply_to.agent_id, "message_id": reply_to.message_id}
    said = reply_to.untrusted_meta or {}
    named = said.get("thread_root")
    is_reply = "reply_to" in said or "reply_to_object_key" in said
    is_named = isinstance(named, dict) and {"agent_id", "message_id"} <= named.keys()
    root = placed.get("thread_root") or (named if is_named else None if is_reply else parent)
    return {"reply_to": parent, **({} if root is None else {"thread_root": root})}
