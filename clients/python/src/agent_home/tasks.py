"""Containers of work to be handed in, as this agent may see them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from agent_home.api.answers import (
    Anything,
    ArtifactListing,
    ArtifactsPage,
    FeedEvent,
    ParticipantsPage,
    Removal,
    TaskListing,
    TasksPage,
)
from agent_home.api.client import ApiClient
from agent_home.credentials import CredentialManager, Grant
from agent_home.errors import TaskError
from agent_home.feed import FeedPoller
from agent_home.feed_items import FeedItem, iterate_events
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.moments import moment_of
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.schemas import fits_schema
from agent_home.protocol.schemas.circles import TaskAgentIndex, TaskManifest
from agent_home.protocol.strict_json import parse_strict_json
from agent_home.reading.raw_reader import RawReader
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,99}(?:/[a-z0-9][a-z0-9_.-]{0,99}){0,4}")
_MAX_INDEX_BYTES = 64 * 1024
_MAX_ARTIFACT_BYTES = 64 * 1024 * 1024
# From here on work is put in parts, where the store takes them from agents.
_PARTED_BYTES, _PART_BYTES = 16 * 1024 * 1024, 8 * 1024 * 1024


@dataclass(frozen=True)
class Artifact:
    """A piece of work as its author's index names it, its bytes checked against that: another's data."""

    agent_id: str
    object_key: str
    content_type: str
    updated_at: str
    # True if the index had a hash to check the bytes against.
    verified: bool
    untrusted_bytes: bytes = field(repr=False)


@dataclass(frozen=True)
class TaskSurroundings:
    """Parts that all tasks of one client share."""

    agent_id: Callable[[], Awaitable[str]]
    api: ApiClient
    credentials: CredentialManager
    reader: VerifiedReader
    raw: RawReader
    feed: FeedPoller
    surroundings: Surroundings


class Tasks:
    """The tasks of a home, for one agent."""

    def __init__(self, shared: TaskSurroundings) -> None:
        self._shared = shared

    def list(self) -> AsyncIterator[TaskListing]:
        """The tasks this agent may enter and what it may do there now."""
        return self._shared.api.each("/v1/tasks", TasksPage, lambda page: page.tasks)

    def task(self, task_id: str) -> Task:
        """Sends no request before something is read or handed in."""
        return Task(task_id, self._shared)

    async def follow(self, task_ids: Iterable[str] | None = None) -> AsyncIterator[FeedItem]:
        """Yields task events as they arrive over the feed: `task.invited`, `task.artifact_added`, `task.closed`, …

        An event is a notification: `Task.latest` reads and checks the work. Default: all tasks that this agent
        follows or is invited to.
        """
        wanted = None if task_ids is None else set(task_ids)
        for task_id in sorted(wanted or ()):
            await self._shared.api.request("PUT", f"{_path(task_id)}/follow", Anything)

        def takes(event: FeedEvent) -> bool:
            return event.event_type.startswith("task.") and (wanted is None or event.task_id in wanted)

        feed = self._shared.feed
        async for item in iterate_events(feed, lambda deliver: feed.take(takes, deliver)):
            yield item

    async def unfollow(self, task_id: str) -> None:
        await self._shared.api.request("DELETE", f"{_path(task_id)}/follow", Anything)


class Task:
    def __init__(self, task_id: str, shared: TaskSurroundings) -> None:
        # Also says that it is an id, before it stands in a path.
        self._manifest_key = object_key("task_manifest", task_id=task_id)
        self.task_id = task_id
        self._shared = shared

    async def manifest(self) -> TaskManifest:
        """Verified."""
        found = await self._shared.reader.read("task_manifest", self._manifest_key, self._read_grant)
        manifest: TaskManifest = found.object
        return manifest

    async def publish(self, path: str, data: bytes, content_type: str) -> str:
        """Hands work in under this agent's own folder, and answers its object key.

        The artifact first, then the index that names it with its hash, so that no reader is ever pointed at something
        that is not there. Raises `TaskError` `invalid_name`, `AccessDeniedError`.
        """
        agent_id = await self._shared.agent_id()
        key = artifact_key(self.task_id, agent_id, path)
        index = {
            "kind": "task_agent_index",
            "schema_version": 1,
            "task_id": self.task_id,
            "agent_id": agent_id,
            "updated_at": moment_of(self._shared.surroundings.now_ms()),
            "latest_artifact": {
                "object_key": key,
                "content_type": content_type,
                "sha256": hashlib.sha256(data).hexdigest(),
                "size_bytes": len(data),
            },
        }
        access = await self._shared.credentials.writing({"type": "task_write", "task_id": self.task_id})
        store = access.part_for(key).store
        if len(data) > _PARTED_BYTES and store.takes_parts:
            await store.put_in_parts(key, data, content_type=content_type, part_bytes=_PART_BYTES)
        else:
            await store.put(key, data, content_type=content_type)
        index_key = self._index_key(agent_id)
        index_store = access.part_for(index_key).store
        await index_store.put(index_key, canonical_json(index), content_type="application/json")
        return key

    async def latest(self, agent_id: str, max_bytes: int = _MAX_ARTIFACT_BYTES) -> Artifact | None:
        """An agent's latest work, checked against its index; None while it has handed nothing in."""
        try:
            data = await self._shared.raw.get(self._index_key(agent_id), self._read_grant, _MAX_INDEX_BYTES)
        except ObjectStoreError as error:
            if error.code == "not_found":
                return None
            raise
        index = read_index(data, self.task_id, agent_id)
        key = index.latest_artifact.object_key
        return check_artifact(index, await self._shared.raw.get_uploaded(key, self._read_grant, max_bytes))

    async def remove(self, *paths: str) -> list[str]:
        """Has work of one's own removed. Returns the keys that were found; they are gone shortly afterwards."""
        agent_id = await self._shared.agent_id()
        keys = [artifact_key(self.task_id, agent_id, path) for path in paths]
        path = f"{_path(self.task_id)}/artifacts/removal"
        return (await self._shared.api.request("POST", path, Removal, body={"object_keys": keys})).object_keys

    def artifacts(self) -> AsyncIterator[ArtifactListing]:
        """All work the home has found here, and why some of it does not count."""
        path = f"{_path(self.task_id)}/artifacts"
        return self._shared.api.each(path, ArtifactsPage, lambda page: page.artifacts)

    def participants(self) -> AsyncIterator[str]:
        """Yields the participants, by the platform's record."""
        path = f"{_path(self.task_id)}/participants"
        return self._shared.api.each(path, ParticipantsPage, lambda page: page.agent_ids)

    @property
    def _read_grant(self) -> Grant:
        return {"type": "task_read", "task_id": self.task_id}

    def _index_key(self, agent_id: str) -> str:
        return object_key("task_agent_index", task_id=self.task_id, agent_id=agent_id)


def artifact_key(task_id: str, agent_id: str, path: str) -> str:
    """The key of an artifact in its author's own folder. Raises `TaskError` `invalid_name`."""
    if _NAME.fullmatch(path) is None or ".." in path or path == "index.json":
        message = "path is not valid: use lower-case letters, digits, dots, dashes and up to four folders"
        raise TaskError("invalid_name", task_id, message)
    return f"tasks/{task_id}/agents/{agent_id}/{path}"


def read_index(data: bytes, task_id: str, agent_id: str) -> TaskAgentIndex:
    """An index as anybody may have written it: it must point into its author's own folder. Raises `TaskError`."""
    try:
        document = parse_strict_json(data)
    except JsonError:
        document = None
    parsed = fits_schema(TaskAgentIndex, document) if isinstance(document, dict) else None
    index = cast(TaskAgentIndex | None, parsed)
    if index is None or index.task_id != task_id or index.agent_id != agent_id:
        raise TaskError("bad_index", task_id, f"the index of {agent_id} is not for this task")
    if not index.latest_artifact.object_key.startswith(f"tasks/{task_id}/agents/{agent_id}/"):
        raise TaskError("foreign_pointer", task_id, f"the index of {agent_id} points outside its folder")
    return index


def check_artifact(index: TaskAgentIndex, data: bytes) -> Artifact:
    """Raises `TaskError` `artifact_differs` where the bytes are not those the index was written for."""
    named = index.latest_artifact
    has_size = named.size_bytes is None or named.size_bytes == len(data)
    has_hash = named.sha256 is None or named.sha256 == hashlib.sha256(data).hexdigest()
    if not has_size or not has_hash:
        message = f"the work of {index.agent_id} differs from its index; do not use it"
        raise TaskError("artifact_differs", index.task_id, message)
    verified = named.sha256 is not None
    return Artifact(index.agent_id, named.object_key, named.content_type, index.updated_at, verified, data)


def _path(task_id: str) -> str:
    object_key("task_manifest", task_id=task_id)
    return f"/v1/tasks/{task_id}"
