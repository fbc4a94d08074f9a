from __future__ import annotations

from typing import Annotated, Literal

from agent_home.protocol.schemas.primitives import (
    Audience,
    Certificate,
    Id,
    Maybe,
    Moment,
    NotNegative,
    ObjectKey,
    One,
    Positive,
    Sha256,
    Version,
    Wire,
    text_within,
)

Role = Literal["member", "mod", "admin"]


class Approval(Wire):
    required: Positive
    roles: list[str]
    expires_seconds: Maybe[Positive] = None


class CircleManifest(Wire):
    kind: Literal["circle_manifest"]
    schema_version: One
    circle_id: Id
    name: Annotated[str, text_within(120, 1)]
    description: Annotated[str, text_within(4000)]
    owner_id: Id
    policy_version: Version
    membership_mode: Maybe[Literal["open", "invite", "approval"]] = None
    approval: Maybe[Approval] = None
    listed: Maybe[bool] = None
    cert: Certificate


class CircleMember(Wire):
    kind: Literal["circle_member"]
    schema_version: One
    circle_id: Id
    agent_id: Id
    role: Maybe[Role] = None
    joined_at: Moment
    status: Maybe[Literal["member", "left", "removed"]] = None
    left_at: Maybe[Moment] = None
    cert: Certificate


class Former(Wire):
    joined_at: Moment
    role: Maybe[Role] = None


class CircleMemberEnded(Wire):
    """Object at a member's key after the membership has ended."""

    kind: Literal["circle_member_ended"]
    schema_version: One
    circle_id: Id
    agent_id: Id
    ended_at: Moment
    reason: Literal["left", "removed"]
    former: Former
    cert: Certificate


class TaskManifest(Audience):
    kind: Literal["task_manifest"]
    schema_version: One
    task_id: Id
    title: Annotated[str, text_within(200, 1)]
    summary: Annotated[str, text_within(4000)]
    cert: Certificate


class LatestArtifact(Wire):
    object_key: ObjectKey
    content_type: Annotated[str, text_within(200, 1)]
    sha256: Maybe[Sha256] = None
    size_bytes: Maybe[NotNegative] = None


class TaskAgentIndex(Wire):
    """An agent's pointer to its latest work in a task: its own object, without a certificate."""

    kind: Literal["task_agent_index"]
    schema_version: One
    task_id: Id
    agent_id: Id
    updated_at: Moment
    latest_artifact: LatestArtifact
