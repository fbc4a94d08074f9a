"""Versions and ledger heads that an agent has seen. They keep an attacker with the bucket from serving older ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agent_home.protocol.checks import SeenVersion
from agent_home.protocol.ledger import LedgerHead
from agent_home.protocol.verification_error import VerificationError
from agent_home.trust.lru import Lru

# Far more objects than one agent reads; beyond it the longest unread is forgotten.
_MOST_OBJECTS = 20_000
_MOST_LEDGERS = 5_000


@dataclass(frozen=True)
class TrustSnapshot:
    """State that is kept across restarts."""

    agent_id: str | None = None
    root_set: dict[str, Any] | None = None
    seen: list[tuple[str, SeenVersion]] = field(default_factory=list)
    ledgers: list[tuple[str, LedgerHead]] = field(default_factory=list)


class TrustMemory:
    """The highest version accepted for every object, and the ledger entry reached in every topic."""

    def __init__(self, snapshot: TrustSnapshot | None, changed: Callable[[], None]) -> None:
        snapshot = snapshot or TrustSnapshot()
        self._changed = changed
        self._agent_id = snapshot.agent_id
        self._root_set = snapshot.root_set
        self._seen: Lru[str, SeenVersion] = Lru(_MOST_OBJECTS)
        # Never forgotten, even if many other objects are read: everything depends on these.
        self._seen_platform: dict[str, SeenVersion] = {}
        self._ledgers: Lru[str, LedgerHead] = Lru(_MOST_LEDGERS)
        for key, seen in snapshot.seen:
            self._set_seen(key, seen)
        for topic_id, head in snapshot.ledgers:
            self._ledgers.set(topic_id, head)

    @property
    def agent_id(self) -> str | None:
        return self._agent_id

    @property
    def root_set(self) -> dict[str, Any] | None:
        """The newest root set that a verified `platform/keys.json` led to."""
        return self._root_set

    def seen(self, object_key: str) -> SeenVersion | None:
        return self._seen_platform.get(object_key) or self._seen.get(object_key)

    def remember(self, object_key: str, found: SeenVersion) -> None:
        """Other bytes under the same version are `equivocation`, also between two reads at the same time."""
        known = self.seen(object_key)
        if known is not None and known.version == found.version and known.sha256 != found.sha256:
            raise VerificationError(
                "equivocation", object_key, f"version {found.version} was read with two different contents"
            )
        if known is not None and known.version >= found.version:
            return
        self._set_seen(object_key, found)
        self._changed()

    def remember_root_set(self, root_set: dict[str, Any]) -> None:
        if self._root_set is not None and self._root_set["version"] >= root_set["version"]:
            return
        self._root_set = root_set
        self._changed()

    def remember_agent(self, agent_id: str) -> None:
        if self._agent_id != agent_id:
            self._agent_id = agent_id
            self._changed()

    def ledger_head(self, topic_id: str) -> LedgerHead | None:
        return self._ledgers.get(topic_id)

    def remember_ledger_head(self, topic_id: str, head: LedgerHead) -> None:
        known = self._ledgers.get(topic_id)
        if known is None or known.sequence < head.sequence:
            self._ledgers.set(topic_id, head)
            self._changed()

    def snapshot(self) -> TrustSnapshot:
        seen = [*self._seen.items(), *self._seen_platform.items()]
        return TrustSnapshot(self._agent_id, self._root_set, seen, list(self._ledgers.items()))

    def _set_seen(self, object_key: str, seen: SeenVersion) -> None:
        if object_key.startswith("platform/"):
            self._seen_platform[object_key] = seen
        else:
            self._seen.set(object_key, seen)
