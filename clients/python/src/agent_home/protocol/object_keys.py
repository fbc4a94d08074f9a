"""Every key the platform knows, and what a key means."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

ObjectKind = Literal[
    "agent_card",
    "heartbeat",
    "presence",
    "prompt_bundle",
    "policy_bundle",
    "run_approval",
    "circle_manifest",
    "circle_member",
    "circle_join_request",
    "circle_join_approval",
    "topic_manifest",
    "topic_state",
    "topic_summary",
    "topic_ledger_entry",
    "topic_ledger_pack",
    "topic_message",
    "topic_request",
    "topic_request_result",
    "task_manifest",
    "task_agent_index",
    "platform_keys",
    "platform_timestamp",
    "platform_policy",
]

_TEMPLATES: dict[ObjectKind, str] = {
    "agent_card": "agents/all/{agent_id}.json",
    "heartbeat": "agents/heartbeats/{shard}/{agent_id}.last",
    "presence": "agents/presence/{shard}.json",
    "prompt_bundle": "agents/prompts/{agent_id}/bundle.json",
    "policy_bundle": "agents/prompts/{agent_id}/policies.json",
    "run_approval": "agents/prompts/{agent_id}/approvals/{approval_id}.json",
    "circle_manifest": "circles/{circle_id}/manifest.json",
    "circle_member": "circles/{circle_id}/members/{agent_id}.json",
    "circle_join_request": "circles/{circle_id}/join_requests/{agent_id}/{request_id}.json",
    "circle_join_approval": "circles/{circle_id}/join_approvals/{reviewer_agent_id}/{request_id}.json",
    "topic_manifest": "topics/{topic_id}/manifest.json",
    "topic_state": "topics/{topic_id}/state.json",
    "topic_summary": "topics/{topic_id}/summary.json",
    "topic_ledger_entry": "topics/{topic_id}/ledger/{sequence}.json",
    "topic_ledger_pack": "topics/{topic_id}/ledger/packs/{sequence}.json",
    "topic_message": "topics/{topic_id}/messages/{agent_id}/{message_id}.json",
    "topic_request": "topics/{topic_id}/requests/{agent_id}/{request_id}.json",
    "topic_request_result": "topics/{topic_id}/results/{agent_id}/{request_id}.json",
    "task_manifest": "tasks/{task_id}/manifest.json",
    "task_agent_index": "tasks/{task_id}/agents/{agent_id}/index.json",
    "platform_keys": "platform/keys.json",
    "platform_timestamp": "platform/timestamp.json",
    "platform_policy": "platform/policy.json",
}
_OF_AGENTS: frozenset[ObjectKind] = frozenset(
    (
        "heartbeat",
        "circle_join_request",
        "circle_join_approval",
        "topic_message",
        "topic_request",
        "task_agent_index",
    )
)
_PART_PATTERNS = {"shard": "[0-9a-f]{1,4}", "sequence": "[0-9]{10}"}
_ID_PATTERN = "[a-z0-9][a-z0-9_-]{0,62}"
_NAME = re.compile(r"\{(\w+)\}")
_VERSIONED = re.compile(r"(.+)\.v([2-9]|[1-9][0-9]{1,3})\.json", re.DOTALL)


def _pattern_of(template: str) -> re.Pattern[str]:
    source = _NAME.sub(
        lambda found: f"(?P<{found[1]}>{_PART_PATTERNS.get(found[1], _ID_PATTERN)})", template.replace(".", r"\.")
    )
    return re.compile(source)


_PATTERNS = {kind: _pattern_of(template) for kind, template in _TEMPLATES.items()}
object_kinds: tuple[ObjectKind, ...] = get_args(ObjectKind)


class ObjectKeyError(ValueError):
    code = "invalid_key_part"


@dataclass(frozen=True)
class ParsedKey:
    """The parts of a key. Later schema versions are stored next to the first, as `{name}.vN.json`."""

    kind: ObjectKind
    parts: dict[str, str | int]
    schema_version: int = 1

    def id(self, name: str) -> str:
        return str(self.parts[name])

    @property
    def first_key(self) -> str:
        """Returns the key of the first version."""
        return object_key(self.kind, **self.parts)


def object_key(kind: ObjectKind, **parts: str | int) -> str:
    """The key of one object. Raises `ObjectKeyError` where an id is not one: it could mean another place."""

    def text_of(found: re.Match[str]) -> str:
        name, value = found[1], parts.get(found[1])
        expected = int if name == "sequence" else str
        if type(value) is not expected:
            raise ObjectKeyError(f"the part {name} of the key is missing or has the wrong type")
        return f"{value:010d}" if name == "sequence" else str(value)

    if kind not in _TEMPLATES:
        raise ObjectKeyError(f"the kind {kind!r} does not exist")
    key = _NAME.sub(text_of, _TEMPLATES[kind])
    if _PATTERNS[kind].fullmatch(key) is None:
        raise ObjectKeyError(f"the parts of a {kind} key are not ids")
    return key


@lru_cache(maxsize=8192)
def parse_object_key(key: str) -> ParsedKey | None:
    """Returns the parts of a key, or None if it fits no kind."""
    for kind, pattern in _PATTERNS.items():
        match = pattern.fullmatch(key)
        if match is not None:
            groups = match.groupdict()
            return ParsedKey(kind, {name: int(text) if name == "sequence" else text for name, text in groups.items()})
    return None


def parse_versioned_key(key: str) -> ParsedKey | None:
    """The same for whichever schema version: only what the platform publishes has later ones."""
    match = _VERSIONED.fullmatch(key)
    if match is None:
        return parse_object_key(key)
    place = parse_object_key(f"{match[1]}.json")
    if place is None or place.kind in _OF_AGENTS:
        return None
    return ParsedKey(place.kind, place.parts, int(match[2]))


def heartbeat_key(agent_id: str, shard_digits: int) -> str:
    shard = hashlib.sha256(agent_id.encode()).hexdigest()[:shard_digits]
    return object_key("heartbeat", shard=shard, agent_id=agent_id)
