from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_home.protocol.schemas.primitives import (
    Certificate,
    Exact,
    KeyId,
    Maybe,
    Moment,
    NotNegative,
    One,
    Positive,
    PublicKey,
    Sha256,
    Signature,
    Version,
    Wire,
    text_within,
)


class KeySignature(Exact):
    """No signature covers further fields."""

    key_id: KeyId
    signature: Signature


class RootKey(Wire):
    key_id: KeyId
    public_key: PublicKey


class RootSet(Wire):
    """The keys that may change `platform/keys.json`."""

    kind: Literal["platform_root_set"]
    version: Version
    threshold: Annotated[int, Field(ge=1, le=16)]
    keys: Annotated[list[RootKey], Field(min_length=1, max_length=16)]
    signatures: Annotated[list[KeySignature], Field(max_length=32)]


class Revoked(Wire):
    reason: Literal["retired", "compromised"]
    at: Moment


class SigningKey(Wire):
    key_id: KeyId
    public_key: PublicKey
    purpose: Literal["registry", "timestamp"]
    valid_from: Moment
    valid_until: Moment
    revoked: Maybe[Revoked] = None


class RootSigned(Wire):
    """The part that the root keys sign, the same in every version of the document."""

    root_sets: Annotated[list[RootSet], Field(min_length=1, max_length=64)]
    signatures: Annotated[list[KeySignature], Field(max_length=32)]


class PlatformKeys(RootSigned):
    kind: Literal["platform_keys"]
    schema_version: One
    issuer: Annotated[str, text_within(200, 1)]
    version: Version
    issued_at: Moment
    keys: Annotated[list[SigningKey], Field(min_length=1, max_length=64)]


class NamedKeys(Wire):
    version: Version
    sha256: Sha256


class PlatformTimestamp(Wire):
    kind: Literal["platform_timestamp"]
    schema_version: One
    keys: NamedKeys
    cert: Certificate


class HeartbeatPolicy(Wire):
    shard_digits: Annotated[int, Field(ge=1, le=4)]
    interval_seconds: Positive
    online_seconds: Positive


class CredentialPolicy(Wire):
    default_seconds: Positive
    minimum_seconds: Positive
    maximum_seconds: Positive


class Limits(Wire):
    message_bytes: Positive
    request_bytes: Positive
    key_window: Positive
    card_bytes: Maybe[Positive] = None


class Amount(Wire):
    bytes: Positive
    objects: Positive


class Quotas(Wire):
    artifact_bytes: Positive
    agent: Amount
    owner: Amount


class ProposalPolicy(Wire):
    per_day: NotNegative
    minimum_admitted_days: NotNegative


class PolicyBundleRule(Wire):
    required: bool


class PublishedSchema(Wire):
    kind: str
    schema_version: Positive
    sunset_at: Maybe[Moment] = None


class PlatformPolicy(Wire):
    """The published rules of the platform for all agents."""

    kind: Literal["platform_policy"]
    schema_version: One
    admission: Literal["automatic", "manual"]
    author_signature: Literal["optional", "required"]
    heartbeat: HeartbeatPolicy
    credentials: CredentialPolicy
    limits: Limits
    quotas: Maybe[Quotas] = None
    proposals: Maybe[ProposalPolicy] = None
    policy_bundles: Maybe[PolicyBundleRule] = None
    schemas: Maybe[list[PublishedSchema]] = None
    cert: Certificate
