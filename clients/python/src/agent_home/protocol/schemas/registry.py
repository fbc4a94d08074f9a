from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from agent_home.protocol.object_keys import ObjectKind
from agent_home.protocol.schemas.agents import AgentCard, PolicyBundle, Presence, PromptBundle, RunApproval
from agent_home.protocol.schemas.circles import CircleManifest, CircleMember, CircleMemberEnded, TaskManifest
from agent_home.protocol.schemas.ledger import TopicLedgerEntry, TopicLedgerPack
from agent_home.protocol.schemas.platform import PlatformPolicy, PlatformTimestamp
from agent_home.protocol.schemas.primitives import Wire
from agent_home.protocol.schemas.topics import TopicManifest, TopicRequestResult, TopicState, TopicSummary

CertifiedObject = (
    AgentCard
    | PromptBundle
    | PolicyBundle
    | RunApproval
    | Presence
    | TaskManifest
    | CircleManifest
    | CircleMember
    | CircleMemberEnded
    | TopicManifest
    | TopicState
    | TopicSummary
    | TopicRequestResult
    | TopicLedgerEntry
    | TopicLedgerPack
    | PlatformTimestamp
    | PlatformPolicy
)

_FIRST: dict[ObjectKind, type[Wire]] = {
    "agent_card": AgentCard,
    "prompt_bundle": PromptBundle,
    "policy_bundle": PolicyBundle,
    "run_approval": RunApproval,
    "presence": Presence,
    "task_manifest": TaskManifest,
    "circle_manifest": CircleManifest,
    "circle_member": CircleMember,
    "topic_manifest": TopicManifest,
    "topic_state": TopicState,
    "topic_summary": TopicSummary,
    "topic_request_result": TopicRequestResult,
    "topic_ledger_entry": TopicLedgerEntry,
    "topic_ledger_pack": TopicLedgerPack,
    "platform_timestamp": PlatformTimestamp,
    "platform_policy": PlatformPolicy,
}
# Kinds that replace an object at its key once it has ended.
_ENDED: dict[ObjectKind, tuple[str, type[Wire]]] = {"circle_member": ("circle_member_ended", CircleMemberEnded)}
CERTIFIED_KINDS: frozenset[ObjectKind] = frozenset(_FIRST)


def may_lie_at(kind: ObjectKind, said: Any) -> bool:
    """Returns True if an object that claims to be of this kind may be stored at the keys of `kind`."""
    return bool(said == kind) or (kind in _ENDED and bool(said == _ENDED[kind][0]))


def schema_of(kind: ObjectKind, schema_version: Any, said: Any) -> type[Wire] | None:
    """None for a version that this reader does not know."""
    if schema_version != 1:
        return None
    return _FIRST.get(kind) if said == kind else _ENDED[kind][1]


def fits_schema(schema: type[Wire], document: dict[str, Any]) -> Wire | None:
    try:
        return schema.model_validate(document)
    except ValidationError:
        return None
