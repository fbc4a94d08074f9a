"""From the pinned root set to the keys of today."""

from __future__ import annotations

import hashlib
from typing import Any, cast

from agent_home.protocol.base64url import decode_base64url
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.checks import SeenVersion, TrustedKeys, check_seen, parse_object
from agent_home.protocol.ed25519 import is_acceptable_public_key, key_id_of, verify_ed25519
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.schemas import fits_schema
from agent_home.protocol.schemas.platform import PlatformKeys, RootSet, RootSigned, SigningKey
from agent_home.protocol.verification_error import VerificationCode, VerificationError

KEYS_KEY = object_key("platform_keys")
MAX_KEYS_BYTES = 256 * 1024


def verify_platform_keys(data: bytes, *, pinned: dict[str, Any], seen: SeenVersion | None) -> TrustedKeys:
    """The document carries every root set; the walk starts at the pinned one and must be signed all the way.

    Raises `VerificationError`.
    """
    document = parse_object(data, KEYS_KEY, MAX_KEYS_BYTES)
    if document.get("kind") != "platform_keys":
        raise _failure("wrong_kind", "is not platform_keys")
    version = document.get("schema_version")
    parsed = cast(PlatformKeys | None, fits_schema(PlatformKeys, document))
    if type(version) is int and version == 1 and parsed is None:
        raise _failure("invalid_schema", "does not fit its schema")
    # The part signed by the roots has the same shape in every version, so a newer version differs from a forged one.
    if fits_schema(RootSigned, document) is None:
        raise _failure("invalid_schema", "has no root sets or no signatures")
    raw_root_set = walk_root_sets(document["root_sets"], pinned)
    root_set = RootSet.model_validate(raw_root_set)
    if not _all_signatures_hold(document, root_set) or not _meets_threshold(document, root_set):
        raise _failure("bad_signature", "is not signed by enough root keys and no other")
    if canonical_json(document) != data:
        raise _failure("not_canonical", "is not in canonical form")
    if parsed is None:
        raise _failure("unsupported_schema_version", "has an unknown schema_version")
    sha256 = hashlib.sha256(data).hexdigest()
    check_seen(seen, SeenVersion(parsed.version, sha256), KEYS_KEY)
    keys = _keys_by_name(parsed.keys)
    return TrustedKeys(parsed.issuer, parsed.version, sha256, root_set, raw_root_set, keys)


def walk_root_sets(root_sets: list[dict[str, Any]], pinned: dict[str, Any]) -> dict[str, Any]:
    """The newest root set, reached from the pinned one step by step.

    Each next set is one number higher and signed by the set before it and by itself. The pinned one is compared
    whole, so that a set with its number but other keys is refused.
    """
    start = next((place for place, each in enumerate(root_sets) if each["version"] == pinned["version"]), None)
    if start is None or _content(root_sets[start]) != _content(pinned):
        raise _failure("untrusted_root", "does not hold the pinned root set")
    trusted = pinned
    for following in root_sets[start + 1 :]:
        follows = following["version"] == trusted["version"] + 1
        before, itself = RootSet.model_validate(trusted), RootSet.model_validate(following)
        if not follows or not _meets_threshold(following, before) or not _meets_threshold(following, itself):
            raise _failure(
                "untrusted_root", f"root set {following['version']} does not follow from {trusted['version']}"
            )
        trusted = following
    return trusted


def _keys_by_name(listed: list[SigningKey]) -> dict[str, tuple[SigningKey, bytes]]:
    """A key that is listed twice could be revoked in one place and good in the other."""
    keys: dict[str, tuple[SigningKey, bytes]] = {}
    for key in listed:
        public_key = decode_base64url(key.public_key)
        if public_key is None or not is_acceptable_public_key(public_key) or key_id_of(public_key) != key.key_id:
            raise _failure("invalid_schema", f"{key.key_id} is not the name of an acceptable key")
        if key.key_id in keys:
            raise _failure("invalid_schema", f"lists {key.key_id} twice")
        keys[key.key_id] = (key, public_key)
    return keys


def _content(document: dict[str, Any]) -> bytes:
    return canonical_json({name: value for name, value in document.items() if name != "signatures"})


def _meets_threshold(document: dict[str, Any], root_set: RootSet) -> bool:
    """Returns True if at least `threshold` different keys of the set signed. The same key twice counts once."""
    message = _content(document)
    good = {each["key_id"] for each in document["signatures"] if _holds(each, message, root_set)}
    return len(good) >= root_set.threshold


def _all_signatures_hold(document: dict[str, Any], root_set: RootSet) -> bool:
    """Signatures do not cover each other: bytes of those beyond the threshold could be changed unseen."""
    message = _content(document)
    return all(_holds(each, message, root_set) for each in document["signatures"])


def _holds(signature: dict[str, Any], message: bytes, root_set: RootSet) -> bool:
    key_id = signature["key_id"]
    listed = next((key.public_key for key in root_set.keys if key.key_id == key_id), "")
    public_key, data = decode_base64url(listed), decode_base64url(signature["signature"])
    if not public_key or data is None or key_id_of(public_key) != key_id:
        return False
    return verify_ed25519(public_key, message, data)


def _failure(code: VerificationCode, message: str) -> VerificationError:
    return VerificationError(code, KEYS_KEY, message)
