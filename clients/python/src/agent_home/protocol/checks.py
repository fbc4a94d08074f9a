"""Helpers for several checks: size-limited bytes to an object, versions seen before, the signing key of a
certificate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent_home.protocol.json_error import JsonError
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.object_keys import ObjectKind, ParsedKey
from agent_home.protocol.schemas.platform import RootSet, SigningKey
from agent_home.protocol.schemas.primitives import Certificate
from agent_home.protocol.strict_json import parse_strict_json
from agent_home.protocol.verification_error import VerificationError

MAX_OBJECT_BYTES = 1024 * 1024
_MAX_LEDGER_PACK_BYTES = 4 * 1024 * 1024


def max_object_bytes_of(kind: ObjectKind) -> int:
    """The most bytes that a reader takes for an object of a kind."""
    return _MAX_LEDGER_PACK_BYTES if kind == "topic_ledger_pack" else MAX_OBJECT_BYTES


@dataclass(frozen=True)
class SeenVersion:
    """The newest certified version a reader has accepted for one key."""

    version: int
    sha256: str


@dataclass(frozen=True)
class TrustedKeys:
    """The content of a verified `platform/keys.json`. Created by `verify_platform_keys` alone."""

    issuer: str
    version: int
    sha256: str
    root_set: RootSet
    raw_root_set: dict[str, Any]
    keys: Mapping[str, tuple[SigningKey, bytes]]


def parse_object(data: bytes, object_key: str, max_bytes: int) -> dict[str, Any]:
    """Bounded bytes to a JSON object, with failures in the checklist's terms."""
    if len(data) > max_bytes:
        raise VerificationError("too_large", object_key, f"is larger than {max_bytes} bytes")
    try:
        value = parse_strict_json(data, max_bytes=max_bytes)
    except JsonError as error:
        raise VerificationError("malformed_json", object_key, f"is not strict JSON ({error.code})") from error
    if not isinstance(value, dict):
        raise VerificationError("malformed_json", object_key, "is not a JSON object")
    return value


def check_seen(seen: SeenVersion | None, found: SeenVersion, object_key: str) -> None:
    """Refuses an older version (`rollback`) and other bytes under a version already seen (`equivocation`)."""
    if seen is None or found.version > seen.version:
        return
    if found.version < seen.version:
        message = f"is version {found.version}, {seen.version} was seen before"
        raise VerificationError("rollback", object_key, message)
    if found.sha256 != seen.sha256:
        raise VerificationError("equivocation", object_key, f"version {found.version} was seen with other bytes")


def require_ids(document: Mapping[str, Any], place: ParsedKey, object_key: str) -> None:
    """Every id in the key that the object also names must agree."""
    for name, value in place.parts.items():
        if name in document and (document[name] != value or type(document[name]) is not type(value)):
            raise VerificationError("wrong_object_key", object_key, f"its {name} differs from its key")


def check_signing_key(
    trust: TrustedKeys, certificate: Certificate, purpose: Literal["registry", "timestamp"], object_key: str
) -> bytes:
    """The key that a certificate names, where it may have signed it, for this purpose, at the time it names.

    A retired key's earlier signatures stand; a compromised key's never do, since it can write any date.
    """
    entry = trust.keys.get(certificate.key_id)
    if entry is None or certificate.issuer != trust.issuer:
        raise VerificationError("unknown_key", object_key, f"no trusted key {certificate.key_id}")
    key, public_key = entry
    if key.purpose != purpose:
        raise VerificationError("wrong_key_purpose", object_key, f"{key.key_id} may not sign this kind")
    if key.revoked is not None and key.revoked.reason == "compromised":
        raise VerificationError("key_compromised", object_key, f"{key.key_id} is compromised")
    issued_at = milliseconds_of(certificate.issued_at)
    if issued_at < milliseconds_of(key.valid_from):
        raise VerificationError("key_not_yet_valid", object_key, f"{key.key_id} was not valid yet")
    if issued_at >= milliseconds_of(key.valid_until):
        raise VerificationError("key_expired", object_key, f"{key.key_id} had expired")
    if key.revoked is not None and issued_at > milliseconds_of(key.revoked.at):
        raise VerificationError("key_retired", object_key, f"{key.key_id} had been retired")
    return public_key
