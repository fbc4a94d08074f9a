"""A home's certified objects, made here with keys of its own: what tests serve, and change before they serve it."""

from __future__ import annotations

import hashlib
from typing import Any

from agent_home.protocol.author_signature import sign_authored
from agent_home.protocol.base64url import encode_base64url
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.ed25519 import Signer, signer_of
from agent_home.protocol.ledger import commitment_of, hash_header
from agent_home.protocol.moments import moment_of
from agent_home.protocol.object_keys import object_key

NOW_MS = 1_790_000_000_000
ISSUER = "home.test"
FAR, LONG_AGO = "2099-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z"


def seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


class MadeHome:
    """Puts what it certifies into `objects`, by key, as the bucket would have it."""

    def __init__(self, name: str = "home", now_ms: int = NOW_MS) -> None:
        self.now_ms = now_ms
        self.root = signer_of(seed(f"{name} root"))
        self.registry = signer_of(seed(f"{name} registry"))
        self.timestamper = signer_of(seed(f"{name} timestamp"))
        self.objects: dict[str, bytes] = {}
        self.root_set = self._root_set()
        self.publish_keys(1)

    def publish_keys(self, version: int) -> None:
        document = self.as_root(
            {
                "kind": "platform_keys",
                "schema_version": 1,
                "issuer": ISSUER,
                "version": version,
                "issued_at": LONG_AGO,
                "root_sets": [self.root_set],
                "keys": [self._listed(self.registry, "registry"), self._listed(self.timestamper, "timestamp")],
            }
        )
        data = canonical_json(document)
        self.objects["platform/keys.json"] = data
        self.publish_timestamp(version, data)

    def publish_timestamp(self, version: int, keys: bytes) -> None:
        named = {"version": version, "sha256": hashlib.sha256(keys).hexdigest()}
        body = {"kind": "platform_timestamp", "schema_version": 1, "keys": named}
        self.certify("platform/timestamp.json", body, version=version, signer=self.timestamper)

    def certify(self, key: str, body: dict[str, Any], *, version: int = 1, signer: Signer | None = None) -> bytes:
        data = self.certified(key, body, version=version, signer=signer)
        self.objects[key] = data
        return data

    def certified(self, key: str, body: dict[str, Any], *, version: int = 1, signer: Signer | None = None) -> bytes:
        by = signer or self.registry
        cert = {
            "alg": "Ed25519",
            "canonicalization": "JCS",
            "issuer": ISSUER,
            "key_id": by.key_id,
            "object_key": key,
            "version": version,
            "issued_at": moment_of(self.now_ms),
        }
        signature = encode_base64url(by.sign(canonical_json({**body, "cert": cert})))
        return canonical_json({**body, "cert": {**cert, "signature": signature}})

    def as_root(self, document: dict[str, Any]) -> dict[str, Any]:
        signature = encode_base64url(self.root.sign(canonical_json(document)))
        return {**document, "signatures": [{"key_id": self.root.key_id, "signature": signature}]}

    def publish_card(self, agent_id: str, signer: Signer, *, version: int = 1) -> None:
        body = {
            "kind": "agent_card",
            "schema_version": 1,
            "agent_id": agent_id,
            "card_version": version,
            "name": agent_id,
            "personality": {"extrovert": 0.5, "curious": 0.5, "creative": 0.5, "stable": 0.5},
            "interests": [],
            "capabilities": [],
            "bio": "",
            "greeting": "",
            "prompt_view": f"Name: {agent_id}",
            "agent_public_key": signer.public_key,
        }
        self.certify(object_key("agent_card", agent_id=agent_id), body, version=version)

    def _root_set(self) -> dict[str, Any]:
        keys = [{"key_id": self.root.key_id, "public_key": self.root.public_key}]
        return self.as_root({"kind": "platform_root_set", "version": 1, "threshold": 1, "keys": keys})

    def _listed(self, signer: Signer, purpose: str) -> dict[str, Any]:
        return {
            "key_id": signer.key_id,
            "public_key": signer.public_key,
            "purpose": purpose,
            "valid_from": LONG_AGO,
            "valid_until": FAR,
        }


class MadeTopic:
    """A topic whose ledger grows with each input; `publish` certifies the present one."""

    def __init__(self, home: MadeHome, topic_id: str = "hall", mode: str = "freeform") -> None:
        self.home = home
        self.topic_id = topic_id
        self.mode = mode
        self.state: dict[str, Any] = {"status": "open"}
        self.headers: list[dict[str, Any]] = []
        self.bodies: list[tuple[bytes, bytes]] = []
        manifest = {
            "kind": "topic_manifest",
            "schema_version": 1,
            "topic_id": topic_id,
            "title": "Hall",
            "visibility": "public",
            "owner_id": "platform",
            "policy_version": 1,
            "mode": mode,
            "mode_version": 1,
        }
        home.certify(object_key("topic_manifest", topic_id=topic_id), manifest)

    @property
    def head(self) -> str:
        return hash_header(self.headers[-1])

    def message(self, agent_id: str, signer: Signer | None, number: int, text: str, **more: Any) -> dict[str, Any]:
        document = {
            "kind": "topic_message",
            "schema_version": 1,
            "topic_id": self.topic_id,
            "message_id": f"m{number:06d}",
            "agent_id": agent_id,
            "created_at": moment_of(self.home.now_ms),
            "content": {"text": text},
            **more,
        }
        return document if signer is None else sign_authored(document, signer)

    def judge_message(self, document: dict[str, Any], *, public_key: str | None = None, sealed: bool = False) -> int:
        """Appends the entry that accepted it, and answers its number."""
        key = object_key(
            "topic_message",
            topic_id=self.topic_id,
            agent_id=document["agent_id"],
            message_id=document["message_id"],
        )
        author = None if public_key is None else {"author": {"public_key": public_key}}
        data = canonical_json(document)
        return self.judge("message", data, agent_id=document["agent_id"], key=key, context=author, sealed=sealed)

    def judge(
        self,
        kind: str,
        data: bytes,
        *,
        agent_id: str | None = None,
        key: str | None = None,
        context: dict[str, Any] | None = None,
        sealed: bool = False,
        outcome: str = "accepted",
    ) -> int:
        sequence = len(self.headers) + 1
        salt = seed(f"salt {sequence}")
        given = {
            "type": kind,
            **({} if agent_id is None else {"agent_id": agent_id}),
            **({} if key is None else {"object_key": key}),
            "commitment": commitment_of(salt, data),
        }
        header = {
            "topic_id": self.topic_id,
            "sequence": sequence,
            **({} if not self.headers else {"previous": self.head}),
            "input": given,
            "context": {"now": moment_of(self.home.now_ms), **(context or {})},
            "verdict": {"outcome": outcome},
            "state_sha256": hashlib.sha256(canonical_json(self.state)).hexdigest(),
        }
        self.headers.append(header)
        self.bodies.append((salt, b"" if sealed else data))
        return sequence

    def body(self, sequence: int) -> dict[str, Any]:
        header, (salt, data) = self.headers[sequence - 1], self.bodies[sequence - 1]
        body = {"body": {"salt": encode_base64url(salt), "text": data.decode()}} if data else {}
        numbers = {"topic_id": self.topic_id, "sequence": sequence}
        return {"kind": "topic_ledger_entry", "schema_version": 1, **numbers, "header": header, **body}

    def key_of(self, sequence: int) -> str:
        return object_key("topic_ledger_entry", topic_id=self.topic_id, sequence=sequence)

    def publish(self, *, state_version: int | None = None) -> None:
        for sequence in range(1, len(self.headers) + 1):
            self.home.certify(self.key_of(sequence), self.body(sequence))
        self.publish_state(state_version or len(self.headers))

    def publish_pack(self, first: int, last: int, **changes: Any) -> str:
        """A pack of what lies at these entries' keys, and its own key."""
        key = object_key("topic_ledger_pack", topic_id=self.topic_id, sequence=first)
        texts = [self.home.objects[self.key_of(sequence)].decode() for sequence in range(first, last + 1)]
        numbers = {"topic_id": self.topic_id, "sequence": first, "last_sequence": last}
        body = {"kind": "topic_ledger_pack", "schema_version": 1, **numbers, "entries": texts, **changes}
        self.home.certify(key, body)
        return key

    def archive(self) -> None:
        """Closed long ago: the packs are all there is of its ledger."""
        self.state = {"status": "closed"}
        self.publish_state(len(self.headers) + 1)
        for first in range(1, len(self.headers) + 1, 256):
            self.publish_pack(first, min(first + 255, len(self.headers)))
        for sequence in range(1, len(self.headers) + 1):
            del self.home.objects[self.key_of(sequence)]

    def publish_state(self, version: int) -> None:
        state = {
            "kind": "topic_state",
            "schema_version": 1,
            "topic_id": self.topic_id,
            "mode": self.mode,
            "mode_version": 1,
            "updated_at": moment_of(self.home.now_ms),
            "ledger": {"sequence": len(self.headers), "head": self.head},
            "state": self.state,
        }
        self.home.certify(object_key("topic_state", topic_id=self.topic_id), state, version=version)
