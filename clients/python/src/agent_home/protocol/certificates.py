"""The checklist that every reader goes through before it believes a platform object, in this order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from agent_home.protocol.base64url import decode_base64url
from agent_home.protocol.canonical_json import canonical_of_parsed
from agent_home.protocol.checks import (
    SeenVersion,
    TrustedKeys,
    check_seen,
    check_signing_key,
    max_object_bytes_of,
    parse_object,
    require_ids,
)
from agent_home.protocol.ed25519 import verify_ed25519
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.object_keys import ObjectKind, object_key, parse_versioned_key
from agent_home.protocol.schemas import fits_schema, may_lie_at, schema_of
from agent_home.protocol.schemas.platform import PlatformTimestamp
from agent_home.protocol.schemas.primitives import Certificate, Wire
from agent_home.protocol.verification_error import VerificationCode, VerificationError

TIMESTAMP_MAX_AGE_MS = 3_600_000
# Clocks differ; what claims to be from further ahead was made to outlive its key.
CLOCK_TOLERANCE_MS = 300_000

Model = TypeVar("Model", bound=Wire)


@dataclass(frozen=True)
class Verified(Generic[Model]):
    """An object that may be believed. `raw` is it as published, `sha256` that of its bytes."""

    object: Model
    raw: dict[str, Any]
    version: int
    sha256: str
    certificate: Certificate


def verify_certified(
    data: bytes,
    *,
    key: str,
    kind: ObjectKind,
    trust: TrustedKeys,
    now_ms: int,
    seen: SeenVersion | None,
    max_bytes: int | None = None,
) -> Verified[Any]:
    """`seen` is the version that this reader has seen at this key, None only when it truly never read it.

    Raises `VerificationError`, with the code of the first check that fails. The cheapest checks, and those that
    separate a forgery from a misplaced object, come before the signature; those that only concern a genuine object
    come after it.
    """

    def refuse(code: VerificationCode, message: str) -> VerificationError:
        return VerificationError(code, key, message)

    document = parse_object(data, key, max_object_bytes_of(kind) if max_bytes is None else max_bytes)
    place = parse_versioned_key(key)
    if place is None or place.kind != kind or not may_lie_at(kind, document.get("kind")):
        raise refuse("wrong_kind", f"is not a {kind}")
    schema_version = _number_of(document.get("schema_version"))
    if place.schema_version not in (1, schema_version):
        raise refuse("wrong_object_key", "is of another schema_version")
    schema = schema_of(kind, schema_version, document["kind"])
    # A version without a schema waits until after the signature: only then is it known to be new, and not forged.
    model: Any = None if schema is None else fits_schema(schema, document)
    if schema is not None and model is None:
        raise refuse("invalid_schema", "does not fit the schema of its kind")
    certificate = _certificate_of(document) if model is None else cast(Certificate, model.cert)
    if certificate is None:
        raise refuse("invalid_schema", "has no valid cert block")
    if certificate.object_key != key:
        raise refuse("wrong_object_key", f"was certified for {certificate.object_key}")
    require_ids(document, place, key)
    purpose = "timestamp" if kind == "platform_timestamp" else "registry"
    public_key = check_signing_key(trust, certificate, purpose, key)  # type: ignore[arg-type]
    issued_at = milliseconds_of(certificate.issued_at)
    if issued_at > now_ms + CLOCK_TOLERANCE_MS:
        raise refuse("issued_in_future", "claims to be issued in the future")
    canonical, signed = signed_bytes(document)
    signature = decode_base64url(certificate.signature)
    if signature is None or not verify_ed25519(public_key, signed, signature):
        raise refuse("bad_signature", "the platform signature does not verify")
    if canonical != data:
        raise refuse("not_canonical", "is not in canonical form")
    if model is None:
        raise refuse("unsupported_schema_version", "has an unknown schema_version")
    sha256 = hashlib.sha256(data).hexdigest()
    check_seen(seen, SeenVersion(certificate.version, sha256), key)
    expires_at = certificate.expires_at
    has_ended = expires_at is not None and milliseconds_of(expires_at) <= now_ms
    if has_ended or (kind == "platform_timestamp" and now_ms - issued_at > TIMESTAMP_MAX_AGE_MS):
        raise refuse("stale", "is out of date")
    return Verified(model, document, certificate.version, sha256, certificate)


def signed_bytes(document: dict[str, Any]) -> tuple[bytes, bytes]:
    """The object in canonical form, and the same without `cert.signature`, which is what the signature covers."""
    # Against a name of ASCII letters, the order of UTF-16 units is that of code points.
    before = {name: value for name, value in document.items() if name < "cert"}
    after = {name: value for name, value in document.items() if name != "cert" and name not in before}
    first, last = canonical_of_parsed(before)[1:-1], canonical_of_parsed(after)[1:-1]

    def around(cert: dict[str, Any]) -> bytes:
        parts = (first, b'"cert":' + canonical_of_parsed(cert), last)
        return b"{" + b",".join(part for part in parts if part) + b"}"

    unsigned = {name: value for name, value in document["cert"].items() if name != "signature"}
    return around(document["cert"]), around(unsigned)


def verify_platform_timestamp(
    data: bytes, *, trust: TrustedKeys, now_ms: int, seen: SeenVersion | None
) -> Verified[PlatformTimestamp]:
    """The timestamp, and that `trust` is the `keys.json` it names."""
    key = object_key("platform_timestamp")
    verified: Verified[PlatformTimestamp] = verify_certified(
        data, key=key, kind="platform_timestamp", trust=trust, now_ms=now_ms, seen=seen
    )
    named = verified.object.keys
    if named.version != trust.version or named.sha256 != trust.sha256:
        raise VerificationError(
            "outdated_keys", object_key("platform_keys"), "differs from the key list that the timestamp names"
        )
    return verified


def _certificate_of(document: dict[str, Any]) -> Certificate | None:
    cert = document.get("cert")
    return cast(Certificate | None, fits_schema(Certificate, cert)) if isinstance(cert, dict) else None


def _number_of(value: Any) -> float | None:
    """As the platform's own readers take a version that is no number: for what it spells, and then refuse it."""
    if isinstance(value, list) and len(value) == 1:
        return _number_of(value[0])
    if value is None or value == [] or isinstance(value, dict):
        return None
    try:
        return float(value)
    except ValueError:
        return None
