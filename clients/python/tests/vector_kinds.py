"""How this package answers each kind of vector: the code of a refusal, or `ok` and what comes out."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from vector_answers import commitments, feed_answers, ledger_chains, mode_states, problems, seen_histories
from vector_form import Input, Refused, bytes_of, decoded
from vector_readings import ledger_readings, trust_memory

from agent_home.api.signing import sign_request
from agent_home.protocol.author_signature import check_author_signature
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.certificates import verify_certified, verify_platform_timestamp
from agent_home.protocol.checks import SeenVersion, TrustedKeys
from agent_home.protocol.ed25519 import is_acceptable_public_key, key_id_of, signer_of, verify_ed25519
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.object_keys import ObjectKeyError, heartbeat_key, object_key, parse_versioned_key
from agent_home.protocol.platform_keys import verify_platform_keys
from agent_home.protocol.schemas import primitives
from agent_home.protocol.strict_json import parse_strict_json
from agent_home.protocol.verification_error import VerificationError
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings


@dataclass(frozen=True)
class Outcome:
    expected: str
    output: Any = None


def outcome_of(kind: str, given: Input) -> Outcome:
    try:
        return Outcome("ok", ANSWERS[kind](given))
    except Refused as error:
        return Outcome(error.code, error.output)
    except (JsonError, ObjectStoreError, VerificationError) as error:
        return Outcome(error.code)
    except ObjectKeyError:
        return Outcome("invalid_key_part")


def _strict_json(given: Input) -> Any:
    limits = {name: given[name] for name in ("max_bytes", "max_depth") if name in given}
    return parse_strict_json(bytes_of(given["document"]), **limits)


def _jcs(given: Input) -> Any:
    value = struct.unpack(">d", bytes.fromhex(given["double"]))[0] if "double" in given else json.loads(given["json"])
    return canonical_json(value).decode()


def _ed25519(given: Input) -> None:
    parts = [decoded(given[name]) for name in ("public_key", "message", "signature")]
    if not verify_ed25519(*parts):
        raise Refused("bad_signature")


def _public_keys(given: Input) -> Any:
    data = decoded(given["public_key"])
    if not is_acceptable_public_key(data):
        raise Refused("invalid_public_key")
    return {"key_id": key_id_of(data)}


def _author_signatures(given: Input) -> None:
    result = check_author_signature(given["document"], decoded(given["public_key"]))
    if result != "valid":
        raise Refused("absent" if result == "absent" else "bad_author_signature")


_FORMS = {
    "id": primitives.Id,
    "key_id": primitives.KeyId,
    "object_key": primitives.ObjectKey,
    "public_key": primitives.PublicKey,
    "sha256": primitives.Sha256,
    "signature": primitives.Signature,
    "timestamp": primitives.Moment,
}


def _ids(given: Input) -> None:
    try:
        TypeAdapter(_FORMS[given["form"]]).validate_python(given["value"], strict=True)
    except ValidationError:
        raise Refused("invalid_form") from None


def _object_keys(given: Input) -> Any:
    if "make" in given:
        return object_key(given["make"]["kind"], **given["make"]["parts"])
    place = parse_versioned_key(given["read"])
    if place is None:
        raise Refused("unknown_key_shape")
    return {
        "kind": place.kind,
        "parts": place.parts,
        "schema_version": place.schema_version,
        "first_key": place.first_key,
    }


def _heartbeat_keys(given: Input) -> Any:
    return heartbeat_key(given["agent_id"], given["shard_digits"])


def _seen(given: Input) -> SeenVersion | None:
    return SeenVersion(**given["seen"]) if given.get("seen") is not None else None


def _trust(given: Input) -> TrustedKeys:
    return verify_platform_keys(bytes_of(given["keys"]), pinned=given["pinned"], seen=None)


def _certificates(given: Input) -> Any:
    verified = verify_certified(
        bytes_of(given["object"]),
        key=given["object_key"],
        kind=given["object_kind"],
        trust=_trust(given),
        now_ms=milliseconds_of(given["now"]),
        seen=_seen(given),
        **({"max_bytes": given["max_bytes"]} if "max_bytes" in given else {}),
    )
    return {"version": verified.version, "sha256": verified.sha256}


def _key_sets(given: Input) -> Any:
    found = verify_platform_keys(bytes_of(given["keys"]), pinned=given["pinned"], seen=_seen(given))
    return {
        "issuer": found.issuer,
        "version": found.version,
        "sha256": found.sha256,
        "root_version": found.root_set.version,
        "key_ids": list(found.keys),
    }


def _timestamps(given: Input) -> Any:
    verified = verify_platform_timestamp(
        bytes_of(given["timestamp"]), trust=_trust(given), now_ms=milliseconds_of(given["now"]), seen=_seen(given)
    )
    return {"version": verified.version, "sha256": verified.sha256}


def _request_signing(given: Input) -> Any:
    surroundings = Surroundings(now_ms=lambda: given["created"] * 1000, random_bytes=lambda _: decoded(given["nonce"]))
    signer = signer_of(decoded(given["secret_key"]))
    signed = sign_request(given["method"], given["url"], bytes_of(given["body"]), signer, surroundings)
    return {"signature_base": signed.signature_base.decode(), "headers": signed.headers}


ANSWERS: dict[str, Callable[[Input], Any]] = {
    "author-signatures": _author_signatures,
    "certificates": _certificates,
    "commitments": commitments,
    "mode-states": mode_states,
    "ed25519": _ed25519,
    "feed-answers": feed_answers,
    "heartbeat-keys": _heartbeat_keys,
    "ids": _ids,
    "jcs": _jcs,
    "key-sets": _key_sets,
    "ledger-chains": ledger_chains,
    "ledger-readings": ledger_readings,
    "object-keys": _object_keys,
    "problems": problems,
    "public-keys": _public_keys,
    "request-signing": _request_signing,
    "seen-histories": seen_histories,
    "strict-json": _strict_json,
    "timestamps": _timestamps,
    "trust-memory": trust_memory,
}

# Decisions of a home and a store, which a client never makes.
OF_HOMES = frozenset(("grants", "policies", "policy-decisions", "request-verification"))
