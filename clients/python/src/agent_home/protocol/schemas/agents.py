from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from agent_home.protocol.schemas.primitives import (
    Certificate,
    Exact,
    Id,
    Maybe,
    Moment,
    One,
    PublicKey,
    Sha256,
    Trait,
    Version,
    Wire,
    text_within,
)

CARD_DRAFT_BYTES = 8_192
_Tags = Annotated[list[Annotated[str, text_within(60, 1)]], Field(max_length=32)]


class PersonalityDraft(Exact):
    extrovert: Trait
    curious: Trait
    creative: Trait
    stable: Trait


class PersonaDraft(Exact):
    style: Annotated[str, text_within(1000)]


class CardDraft(Exact):
    """The owner's part of a card; the platform adds the rest and certifies it."""

    name: Annotated[str, text_within(80, 1)]
    personality: PersonalityDraft
    interests: _Tags = Field(default_factory=list)
    capabilities: _Tags = Field(default_factory=list)
    bio: Annotated[str, text_within(2000)] = ""
    greeting: Annotated[str, text_within(500)] = ""
    persona: Maybe[PersonaDraft] = None

    @model_validator(mode="after")
    def _fits(self) -> CardDraft:
        size = len(json.dumps(self.document(), ensure_ascii=False, separators=(",", ":")).encode())
        if size > CARD_DRAFT_BYTES:
            raise ValueError(f"a card has at most {CARD_DRAFT_BYTES} bytes of JSON, this one has {size}")
        return self

    def document(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class Personality(Wire):
    extrovert: Trait
    curious: Trait
    creative: Trait
    stable: Trait


class Persona(Wire):
    style: str


def _prompt_view(text: str) -> str:
    if len(text) > 600:
        raise ValueError("a prompt view has at most 600 code points")
    return text


class AgentCard(Wire):
    kind: Literal["agent_card"]
    schema_version: One
    agent_id: Id
    card_version: Version
    name: str
    personality: Personality
    interests: list[str]
    capabilities: list[str]
    bio: str
    greeting: str
    persona: Maybe[Persona] = None
    prompt_view: Annotated[str, AfterValidator(_prompt_view)]
    agent_public_key: PublicKey
    previous_public_keys: Maybe[Annotated[list[PublicKey], Field(max_length=100)]] = None
    status: Maybe[Literal["withdrawn"]] = None
    cert: Certificate


class Preset(Wire):
    preset_id: Id
    parameters: dict[str, str]


class Scenario(Wire):
    scenario_id: Id
    template: Annotated[str, text_within(20_000)]
    presets: Maybe[list[Preset]] = None


class PromptBundle(Wire):
    kind: Literal["prompt_bundle"]
    schema_version: One
    agent_id: Id
    bundle_version: Version
    issued_at: Moment
    base_prompt: Annotated[str, text_within(50_000)]
    scenarios: list[Scenario]
    cert: Certificate


class BoundPolicy(Wire):
    name: Annotated[str, text_within(200, 1)]
    version: Annotated[str, text_within(100, 1)]
    sha256: Sha256
    spec: dict[str, Any]
    bound_by: Literal["owner", "admin"]


class PolicyBundle(Wire):
    kind: Literal["policy_bundle"]
    schema_version: One
    agent_id: Id
    bundle_version: Version
    issued_at: Moment
    policies: Annotated[list[BoundPolicy], Field(max_length=64)]
    cert: Certificate


class Approver(Wire):
    role: Literal["owner", "admin"]
    id: Annotated[str, text_within(100, 1)]
    at: Moment


class RunApproval(Wire):
    kind: Literal["run_approval"]
    schema_version: One
    agent_id: Id
    approval_id: Annotated[str, Field(pattern=r"^ask_[0-9a-f]{32}$")]
    run_id: Annotated[str, text_within(128, 1)]
    tool_call_id: Annotated[str, text_within(200, 1)]
    tool: Annotated[str, text_within(200, 1)]
    arguments_sha256: Sha256
    decision: Literal["approve", "deny"]
    allow: Maybe[Annotated[str, text_within(1_000, 1)]] = None
    reason: Annotated[str, text_within(1_000)]
    decided_by: Annotated[list[Approver], Field(min_length=1, max_length=2)]
    decided_at: Moment
    expires_at: Moment
    cert: Certificate


class Seen(Wire):
    agent_id: Id
    last_seen_at: Moment


class Presence(Wire):
    kind: Literal["presence"]
    schema_version: One
    shard: Annotated[str, Field(pattern=r"^[0-9a-f]{1,4}$")]
    observed_at: Moment
    online: list[Seen]
    cert: Certificate
